"""What the players see of whom they do not play: every choice holds at once, and is kept."""

from __future__ import annotations

from typing import Any

from msgspec import structs
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.calm import calm
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel
from rulesets.seen.facts import Facts


class FactsDialog(FightDialog):
    """Boxes to tick, and how hit points are shown."""

    chosen = Signal(object)
    """Facts: as they are wanted now."""

    def __init__(self, facts: Facts, parent: QWidget | None = None) -> None:
        """Show what is chosen."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the players see"))
        self.facts = facts
        about = ToneLabel(
            self.tr("On their screen and on their phones. Whom they play they see in full."), self
        )
        self.points = self._choice(
            "points",
            (
                ("numbers", self.tr("As numbers")),
                ("bar", self.tr("As a bar")),
                ("words", self.tr("In words")),
                ("nothing", self.tr("Not at all")),
            ),
        )
        self.order = self._choice(
            "order",
            (("all", self.tr("Everybody")), ("near", self.tr("Only who acts and who is next"))),
        )
        self.boxes = {
            "allies": self._box("allies", self.tr("&Allies on their side in full, too")),
            "conditions": self._box("conditions", self.tr("&Conditions and effects of the others")),
            "declared": self._box("declared", self.tr("What the others have &declared, once it is open")),
            "counts": self._box("counts", self.tr("&Initiative counts")),
            "notes": self._box("notes", self.tr("&Notes for everybody")),
            "title": self._box("title", self.tr("The name of the &encounter")),
        }
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Hit points of the others"), self.points)
        form.addRow(self.tr("&Order"), self.order)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(about)
        layout.addLayout(form)
        for box in self.boxes.values():
            layout.addWidget(box)
        layout.addStretch(1)
        layout.addWidget(buttons)
        about.setMinimumWidth(self.fontMetrics().averageCharWidth() * 48)

    def _choice(self, name: str, choices: tuple[tuple[str, str], ...]) -> QComboBox:
        box = QComboBox(self)
        for ident, text in choices:
            box.addItem(text, ident)
        box.setCurrentIndex(box.findData(getattr(self.facts, name)))
        calm(box)
        box.currentIndexChanged.connect(lambda: self._choose(**{name: box.currentData()}))
        return box

    def _box(self, name: str, text: str) -> QCheckBox:
        box = QCheckBox(text, self)
        box.setChecked(getattr(self.facts, name))
        box.toggled.connect(lambda ticked: self._choose(**{name: ticked}))
        return box

    def _choose(self, **changes: Any) -> None:
        self.facts = structs.replace(self.facts, **changes)
        self.chosen.emit(self.facts)
