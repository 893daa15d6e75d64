"""The fields of the print dialog: which document, on which paper, how large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from desktop.process.paper_setup import MARGINS, PAPERS, SCALES, SIZES, Setup
from desktop.widgets.fields import NumberField
from desktop.widgets.plain_text import PlainLabel

_LETTERS = 26
"""Letters of a document's name that are seen in any case."""


class _LabelOfField(PlainLabel):
    """A label with the room for its underlined letter: Qt measures it with the next one moved close to it."""

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self.fontMetrics().averageCharWidth() // 2, 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(self.fontMetrics().averageCharWidth() // 2, 0)


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
        # In large text the longest name would make the window wider than a small screen.
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind.setMinimumContentsLength(_LETTERS)
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
        self._setup = Setup()
        """What was chosen before: it holds for a number that cannot be read."""
        self.margin, self.scale, self.size_ = (
            NumberField(self, least=least, most=most) for least, most in (MARGINS, SCALES, SIZES)
        )
        self.labels: dict[QWidget, PlainLabel] = {}
        """What stands beside each field."""
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for label, field in (
            (self.tr("&Document"), self.kind),
            ("", self.only),
            (self.tr("P&aper"), self.paper),
            (self.tr("&Orientation"), self.way),
            (self.tr("&Margins (mm)"), self.margin),
            (self.tr("Sca&le (%)"), self.scale),
            (self.tr("&Text size (pt)"), self.size_),
        ):
            text = _LabelOfField(label, self)
            text.setBuddy(field)
            self.labels[field] = text
            if label:
                field.setAccessibleName(label.replace("&", ""))
            if field is self.kind:  # beside its label its longest name would be cut
                form.addRow(text)
                form.addRow(field)
            else:
                form.addRow(text, field)

    def _connect(self) -> None:
        self.kind.currentIndexChanged.connect(self.kind_changed)
        self.only.toggled.connect(self.kind_changed)
        for box in (self.paper, self.way):
            box.currentIndexChanged.connect(self.changed)
        for number in (self.margin, self.scale, self.size_):
            number.typed.connect(self.changed)

    @property
    def setup(self) -> Setup:
        """What is chosen about paper."""
        known, numbers = self._setup, (self.margin.number, self.scale.number, self.size_.number)
        margin, scale, size = numbers
        return Setup(
            self.paper.currentData(),
            bool(self.way.currentData()),
            known.margin if margin is None else margin,
            known.scale if scale is None else scale,
            known.size if size is None else size,
        )

    @property
    def unread(self) -> NumberField | None:
        """The first number that cannot be read, as nothing cannot: nothing is printed with it."""
        return next((one for one in (self.margin, self.scale, self.size_) if one.number is None), None)

    def put(self, setup: Setup) -> None:
        """Show what was chosen before, and say nothing of it."""
        before, self._setup = self.blockSignals(True), setup
        self.paper.setCurrentIndex(max(0, self.paper.findData(setup.paper)))
        self.way.setCurrentIndex(1 if setup.landscape else 0)
        self.margin.number = setup.margin
        self.scale.number = setup.scale
        self.size_.number = setup.size
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
