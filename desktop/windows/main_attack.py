"""Recording that somebody attacked somebody, so that reactions and the log know of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from desktop.bridge import Bridge
from desktop.windows.dialogs.people import attack_kinds
from rulesets.encounter.commands import RecordAttack
from rulesets.engine.queries import active_slot


class AttackDialog(QDialog):
    """Asks who attacked whom, with what, and how it came out."""

    def __init__(self, bridge: Bridge, target: str, parent: QWidget | None = None) -> None:
        """Suggest that the active one attacked ``target``."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Record an attack"))
        self._who, self._target = QComboBox(self), QComboBox(self)
        self._kind, self._result = QComboBox(self), QComboBox(self)
        self._label = QLineEdit(self)
        state = bridge.state
        for combatant in state.combatants.values():
            self._who.addItem(combatant.name, combatant.id)
            self._target.addItem(combatant.name, combatant.id)
        active = next((c.id for c in state.members(active_slot(bridge.rules, state))), "")
        self._who.setCurrentIndex(max(0, self._who.findData(active)))
        self._target.setCurrentIndex(max(0, self._target.findData(target)))
        for value, text in (*attack_kinds().items(), ("", self.tr("neither"))):
            self._kind.addItem(text, value)
        for value, text in (
            ("", self.tr("not known yet")),
            ("hit", self.tr("hit")),
            ("miss", self.tr("miss")),
        ):
            self._result.addItem(text, value)
        self._label.setPlaceholderText(self.tr("what reactions call it, such as: shot"))
        form = QFormLayout(self)
        for text, field in (
            (self.tr("&Attacker"), self._who),
            (self.tr("&Target"), self._target),
            (self.tr("&Kind"), self._kind),
            (self.tr("&Result"), self._result),
            (self.tr("&Name"), self._label),
        ):
            form.addRow(text, field)
            field.setAccessibleName(text.replace("&", ""))
        choices = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choices.Ok | choices.Cancel, Qt.Orientation.Horizontal, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def command(self) -> RecordAttack:
        """The command that records what was entered."""
        return RecordAttack(
            who=self._who.currentData() or "",
            target=self._target.currentData() or "",
            kind=self._kind.currentData(),
            result=self._result.currentData(),
            label=self._label.text().strip(),
        )
