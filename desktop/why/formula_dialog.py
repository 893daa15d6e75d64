"""The formula sheet as a dialog: work a formula out, and take the result to the damage sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from desktop.why.formula_sheet import FormulaSheet
from desktop.widgets.boxes import narrow
from desktop.widgets.dialogs import press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.people import people_box
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.to_sheet import ToSheet
from rulesets.formula.dice import parse_code, roll_code
from rulesets.seen.aiming import possible_targets
from rulesets.seen.labels import entry_label
from rulesets.seen.queries import pipeline_for

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

SELECTED = "*"


class FormulaDialog(FightDialog):
    """Accepted when the result is to be applied; :attr:`to_sheet` says to what."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        who: str,
        selected: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        """Work out formulas for ``who``; several ``selected`` ones can be the targets together."""
        super().__init__(parent)
        self._bridge = bridge
        self._who = who
        self._selected = tuple(selected)
        self._to_sheet: ToSheet | None = None
        self.setWindowTitle(self.tr("Formula sheet: {name}").format(name=texts.name(who)))
        self.sheet = FormulaSheet(bridge, texts, who, self)
        self.target = people_box(
            possible_targets(bridge.scene, who), self._attacked(), self, nobody=self.tr("choose")
        )
        if len(self._selected) > 1:
            several = self.tr("the {count} selected").format(count=len(self._selected))
            self.target.insertItem(1, several, SELECTED)
        self.target.setAccessibleName(self.tr("Target"))
        self.pipeline = QComboBox(self)
        narrow(self.pipeline)
        self.pipeline.setAccessibleName(self.tr("What is applied"))
        for name, rule in bridge.rules.pipelines.items():
            if any(one.type == "number" for one in rule.inputs.values()):
                self.pipeline.addItem(entry_label(rule, name), name)
        self.pipeline.setCurrentIndex(max(0, self.pipeline.findData(pipeline_for(bridge.rules, "damage"))))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Close, Qt.Orientation.Horizontal, self
        )
        self.go = self.buttons.addButton(
            self.tr("To the &damage sheet…"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.go.setDefault(True)
        self.buttons.rejected.connect(self.reject)
        self.go.clicked.connect(self._on_go)
        self._lay_out()
        self.sheet.worked_out.connect(self._enable)
        self.target.currentIndexChanged.connect(self._aim)
        press_with_ctrl_return(self, self.go)
        self._aim()
        self.resize(self.sizeHint().boundedTo(self.screen().availableSize() * 0.9))
        self.sheet.start()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 66, self.fontMetrics().height() * 38)

    @property
    def to_sheet(self) -> ToSheet | None:
        """What was worked out, for the damage sheet: that one commits."""
        return self._to_sheet

    # -- internal ------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        for text, widget in ((self.tr("&Result as"), self.pipeline), (self.tr("&on"), self.target)):
            label = PlainLabel(text, self)
            label.setBuddy(widget)
            row.addWidget(label)
            row.addWidget(widget, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.sheet, 1)
        layout.addLayout(row)
        layout.addWidget(self.buttons)

    def _attacked(self) -> str:
        """Return whom the combatant attacked last in this turn, as far as that was recorded."""
        attacks = self._bridge.state.notes.attacks
        return next((one.target for one in reversed(attacks) if one.by == self._who), "")

    def _targets(self) -> tuple[str, ...]:
        chosen = str(self.target.currentData() or "")
        return self._selected if chosen == SELECTED else (chosen,) if chosen else ()

    def _aim(self) -> None:
        targets = self._targets()
        self.sheet.aim(targets[0] if len(targets) == 1 else "")
        self._enable()

    def _enable(self) -> None:
        can = self.sheet.number is not None or bool(self.sheet.code)
        why = "" if can else self.tr("The result is no number.")
        if can and not self._targets():
            why = self.tr("Choose whom it is applied to.")
        self.go.setEnabled(not why)
        self.go.setToolTip(tip(why))
        self.go.setAccessibleDescription(why)

    def _on_go(self) -> None:
        amount = self.sheet.number
        if amount is None and self.sheet.code:
            amount = roll_code(parse_code(self.sheet.code), self._bridge.dice)[0]
        if amount is None:
            return
        self._to_sheet = ToSheet(str(self.pipeline.currentData()), self._targets(), self._who, amount)
        self.accept()
