"""Recording that somebody attacked somebody, so that reactions and the log know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.people import attack_kinds, people_box
from rulesets.seen.queries import acting_one, is_able
from rulesets.table.commands import Command, RecordAttack

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class AttackDialog(CommandDialog):
    """Asks who attacked whom, with what, and how it came out."""

    def __init__(self, bridge: Bridge, texts: Texts, target: str, parent: QWidget | None = None) -> None:
        """Suggest that the active one attacked ``target``, or somebody of another side."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Record an attack"))
        state, everybody = bridge.state, bridge.state.combatants.values()
        active = acting_one(bridge.rules, state)
        able = [one for one in everybody if one.id == active or is_able(bridge.rules, state, one)]
        self.who = people_box(able, active, self)
        self.target = people_box(everybody, self._likely(chosen(self.who), target), self)
        self.kind, self.came = QComboBox(self), QComboBox(self)
        for value, text in (*attack_kinds().items(), ("", self.tr("neither"))):
            self.kind.addItem(text, value)
        results = (("", self.tr("not known yet")), ("hit", self.tr("hit")), ("miss", self.tr("miss")))
        for value, text in results:
            self.came.addItem(text, value)
        for box in (self.kind, self.came):
            narrow(box)
        self.about.say(self.tr("For reactions and the log. It spends nothing: spend the action as well."))
        self.label = QLineEdit(self)
        self.name_in_title(self.target)
        self.add_row(self.tr("&Attacker"), self.who)
        self.add_row(self.tr("&Target"), self.target)
        self.add_row(self.tr("&Kind"), self.kind)
        self.add_row(self.tr("&Result"), self.came)
        self.add_row(self.tr("&Name"), self.label, self.tr("What reactions call it, such as: shot"))
        for box in (self.who, self.target, self.kind, self.came):
            box.currentIndexChanged.connect(self.refresh)
        self.label.textEdited.connect(self.refresh)
        self.finish(self.tr("Record"))
        self.target.setFocus()

    def _likely(self, attacker: str, target: str) -> str:
        """Return ``target`` unless it attacks itself; then the first who can act of another side."""
        everybody = self.bridge.state.combatants
        if target in everybody and target != attacker:
            return target
        side = everybody[attacker].side if attacker in everybody else ""
        others = [one for one in everybody.values() if one.id != attacker]
        rules, state = self.bridge.rules, self.bridge.state
        others.sort(key=lambda one: (one.side == side, not is_able(rules, state, one)))
        return others[0].id if others else ""

    def fill(self, command: RecordAttack) -> None:
        """Fill everything in as a command has it."""
        for box, value in (
            (self.who, command.who),
            (self.target, command.target),
            (self.kind, command.kind),
            (self.came, command.result),
        ):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.label.setText(command.label)
        self.refresh()

    def wanted(self) -> list[Command]:
        return [
            RecordAttack(
                who=chosen(self.who),
                target=chosen(self.target),
                kind=chosen(self.kind),
                result=chosen(self.came),
                label=self.label.text().strip(),
            )
        ]

    def missing(self) -> str:
        if not chosen(self.who) or not chosen(self.target):
            return self.tr("There is nobody to attack.")
        if chosen(self.who) == chosen(self.target):
            return self.tr("Choose who was attacked: it is the attacker now.")
        return ""
