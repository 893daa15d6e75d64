"""Whose readied action happens, and because of whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.combatants.naming import action_name
from desktop.widgets.boxes import chosen
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.labels import plain_label, roomy
from desktop.widgets.people import offer_people, people_box
from rulesets.seen.aiming import possible_targets
from rulesets.seen.deeds import readied_attack
from rulesets.seen.proposed import sets_off
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
        ready = (one for one in possible_targets(bridge.scene) if one.readied is not None)
        self.who = people_box(ready, who, self)
        self.by = people_box(possible_targets(bridge.scene, chosen(self.who)), "", self)
        self.by.setPlaceholderText(self.tr("not said yet"))
        self._set = False
        """Whether the game master has said who sets it off."""
        self.readied = roomy(plain_label("", self))
        self.name_in_title(self.who)
        self.add_row(self.tr("&Who"), self.who)
        self.form.addRow("", self.readied)
        self.add_row(self.tr("&Because of"), self.by)
        self.who.currentIndexChanged.connect(self._propose_by)
        self.who.currentIndexChanged.connect(self._on_who)
        self.by.activated.connect(self._on_said)
        self.by.currentIndexChanged.connect(self.refresh)
        self.finish(self.tr("Trigger"))
        self._propose_by()
        self._on_who()
        (self.who if chosen(self.by) else self.by).setFocus()

    def _propose_by(self) -> None:
        """Propose a foe; in the turn of a friend nobody is likely."""
        ready = chosen(self.who)
        offer_people(self.by, possible_targets(self.bridge.scene, ready))
        if not self._set or chosen(self.by) == ready:
            likely = sets_off(self.bridge.rules, self.bridge.state, ready)
            self.by.setCurrentIndex(self.by.findData(likely))

    def _on_said(self) -> None:
        self._set = True

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
        if chosen(self.by) in ("", chosen(self.who)):
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
