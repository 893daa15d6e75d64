"""Whose readied action happens, and because of whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.combatants.naming import action_name
from desktop.widgets.boxes import chosen
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.deeds import readied_attack
from desktop.widgets.labels import plain_label, roomy
from desktop.widgets.people import people_box
from rulesets.seen.queries import acting_one
from rulesets.table.combatant import Readied
from rulesets.table.commands import Command, Trigger

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class TriggerDialog(CommandDialog):
    """Those who have readied something, and everybody who may set it off."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask, with ``who`` chosen if it has readied something."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Trigger a readied action"))
        self._readied: Readied | None = None
        """What is about to happen: it is no longer readied when it has."""
        everybody = bridge.state.combatants.values()
        self.who = people_box((c for c in everybody if c.readied is not None), who, self)
        self.by = people_box(everybody, acting_one(bridge.rules, bridge.state), self)
        self.readied = roomy(plain_label("", self))
        self.name_in_title(self.who)
        self.add_row(self.tr("&Who"), self.who)
        self.form.addRow("", self.readied)
        self.add_row(self.tr("&Because of"), self.by)
        self.who.currentIndexChanged.connect(self._propose_by)
        self.who.currentIndexChanged.connect(self._on_who)
        self.by.currentIndexChanged.connect(self.refresh)
        self.finish(self.tr("Trigger"))
        self._propose_by()
        self._on_who()

    def _propose_by(self) -> None:
        """Nobody sets off what it has readied itself: then the first of another side who can act."""
        people = self.bridge.state.combatants
        ready = people.get(chosen(self.who))
        if ready is None or chosen(self.by) != ready.id:
            return
        others = [one for one in people.values() if one.id != ready.id and not one.out]
        likely = next((one for one in others if one.side != ready.side), others[0] if others else None)
        if likely is not None:
            self.by.setCurrentIndex(self.by.findData(likely.id))

    @property
    def strikes_at(self) -> tuple[str, str] | None:
        """Who attacks whom, if it was an attack that was readied; None if it was anything else."""
        who = chosen(self.who)
        paid = None if self._readied is None else readied_attack(self.bridge, who, self._readied.action)
        return None if paid is None else (who, chosen(self.by))

    def wanted(self) -> list[Command]:
        return [Trigger(who=chosen(self.who), by=chosen(self.by))]

    def missing(self) -> str:
        if not chosen(self.who):
            return self.tr("Nobody has readied an action.")
        if chosen(self.who) == chosen(self.by):
            return self.tr("Choose who sets it off.")
        return ""

    def _on_who(self) -> None:
        one = self.bridge.state.combatants.get(chosen(self.who))
        words = self.tr("{action}, when {trigger}")
        readied = self._readied = one.readied if one is not None else None
        self.readied.setText(
            words.format(action=action_name(self.bridge.rules, readied.action), trigger=readied.trigger)
            if readied is not None
            else ""
        )
        self.refresh()
