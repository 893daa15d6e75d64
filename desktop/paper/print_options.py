"""The fields of the print dialog: which document, on which paper, how large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QSpinBox, QWidget

from desktop.process.paper_setup import MARGINS, PAPERS, SCALES, SIZES, Setup
from desktop.widgets.plain_text import PlainLabel


class PrintOptions(QWidget):
    """What is printed and how."""

    kind_changed = Signal()
    """Another document, or other combatants."""
    changed = Signal()
    """The same document on other paper."""

    def __init__(self, kinds: Sequence[tuple[str, str]], chosen: int, parent: QWidget | None = None) -> None:
        """Offer kinds of documents; ``chosen`` combatants are selected."""
        super().__init__(parent)
        self.kind = QComboBox(self)
        for kind, title in kinds:
            self.kind.addItem(title, kind)
        many = self.tr("Only the {count} selected") if chosen != 1 else self.tr("Only the selected one")
        self.only = QCheckBox(many.format(count=chosen), self)
        self._some = chosen > 0
        self.only.setEnabled(self._some)
        self.paper = QComboBox(self)
        for name in PAPERS:
            self.paper.addItem(name, name)
        self.way = QComboBox(self)
        self.way.addItem(self.tr("Portrait"), False)
        self.way.addItem(self.tr("Landscape"), True)
        self.margin = self._number(MARGINS, self.tr(" mm"))
        self.scale = self._number(SCALES, self.tr(" %"), 10)
        self.size_ = self._number(SIZES, self.tr(" pt"))
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for label, field in (
            (self.tr("&Document"), self.kind),
            ("", self.only),
            (self.tr("P&aper"), self.paper),
            (self.tr("&Orientation"), self.way),
            (self.tr("&Margins"), self.margin),
            (self.tr("Sca&le"), self.scale),
            (self.tr("&Text size"), self.size_),
        ):
            text = PlainLabel(label, self)
            text.setBuddy(field)
            if label:
                field.setAccessibleName(label.replace("&", ""))
            form.addRow(text, field)
        self.kind.currentIndexChanged.connect(self.kind_changed)
        self.only.toggled.connect(self.kind_changed)
        for box in (self.paper, self.way):
            box.currentIndexChanged.connect(self.changed)
        for number in (self.margin, self.scale, self.size_):
            number.valueChanged.connect(self.changed)

    def _number(self, limits: tuple[int, int], unit: str, step: int = 1) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(*limits)
        box.setSuffix(unit)
        box.setSingleStep(step)
        box.setKeyboardTracking(False)
        return box

    @property
    def setup(self) -> Setup:
        """What is chosen about paper."""
        return Setup(
            self.paper.currentData(),
            bool(self.way.currentData()),
            self.margin.value(),
            self.scale.value(),
            self.size_.value(),
        )

    def put(self, setup: Setup) -> None:
        """Show what was chosen before, and say nothing of it."""
        before = self.blockSignals(True)
        self.paper.setCurrentIndex(max(0, self.paper.findData(setup.paper)))
        self.way.setCurrentIndex(1 if setup.landscape else 0)
        self.margin.setValue(setup.margin)
        self.scale.setValue(setup.scale)
        self.size_.setValue(setup.size)
        self.blockSignals(before)

    def offer_only(self, sensible: bool) -> None:
        """Let selected combatants be chosen, where a document is about combatants one by one."""
        before = self.blockSignals(True)
        self.only.setEnabled(self._some and sensible)
        if not self.only.isEnabled():
            self.only.setChecked(False)
        self.blockSignals(before)

    def choose(self, kind: str, *, only: bool) -> None:
        """Choose a document, and say nothing of it."""
        before = self.blockSignals(True)
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))
        self.only.setChecked(only and self._some)
        self.blockSignals(before)
