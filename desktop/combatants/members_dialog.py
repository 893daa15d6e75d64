"""Who is to be of a party: the same form as for whoever comes into a fight, on a table of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop.bridge import Bridge
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.newcomers import adds
from desktop.combatants.parties import party_lines
from desktop.widgets.texts import Texts
from rulesets.campaign.parties import party_of, table_of
from rulesets.table.commands import Add

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.combatants.library import Library
    from rulesets.campaign.things import Member, Party


class MembersDialog(AddCombatantsDialog):
    """Those of the party stand on an empty table, and whoever is added comes beside them: into no fight."""

    def __init__(
        self, played: Bridge, party: Party, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        """Ask for members of ``party`` under the ruleset that is played."""
        self._party = party
        table, texts = Bridge(parent), Texts(parent)
        table.open(played.rules, writing=played.writing)
        texts.set_encounter(table.rules, lambda: table.state)
        for order in adds(party_lines(table.rules, party, table.state), table.state):
            table.dispatch(order)
        super().__init__(table, texts, parent, library)
        for made in (table, texts):
            made.setParent(self)
        self.setWindowTitle(self.tr("Add to “{party}”").format(party=party.name))
        for of_a_fight in (self.together, self.group, self.aware, self.hidden):
            of_a_fight.hide()

    @property
    def several_told(self) -> str:
        """What is said of several who are added: they come into no fight."""
        return self.tr("{count} will be of the party: {names}")

    def members(self) -> tuple[Member, ...]:
        """Return who was added; whoever is of another party comes as it was carried over there."""
        rules = self.bridge.rules
        orders = [command for command in self.wanted() if isinstance(command, Add)]
        new = party_of(rules, self._party.name, [order.combatant for order in orders]).members
        return tuple(
            member if order.carried is None else replace(member, carried=table_of(rules, order.carried))
            for member, order in zip(new, orders, strict=True)
        )
