"""Correcting an initiative count in the running fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from rulesets.seen.queries import place_of
from rulesets.table.commands import Command, SetNumbers

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class CountDialog(CommandDialog):
    """A new count for one combatant or its group; ties go by the ruleset, and whoever is active stays so."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Ask, with the present count filled in."""
        super().__init__(bridge, texts, "", parent)
        self._who = who
        one = bridge.state.combatants.get(who)
        slot = one.slot if one is not None else who
        self.setWindowTitle(self.tr("Correct the count: {name}").format(name=texts.name(slot)))
        self.count = NumberField(self)
        place = place_of(bridge.rules, bridge.state, slot)
        self.count.number = None if place is None else place.count
        self.add_row(self.tr("&Initiative count"), self.count)
        self.count.typed.connect(self.refresh)
        self.finish(self.tr("Correct"))
        self.count.setFocus()
        self.count.selectAll()

    def wanted(self) -> list[Command]:
        return [SetNumbers(who=self._who, initiative=self.count.number)]

    def missing(self) -> str:
        return "" if self.count.number is not None else self.tr("Type the new count.")
