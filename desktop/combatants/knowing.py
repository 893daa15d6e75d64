"""What players know of combatants: who is hidden from them, and whose name they have yet to learn."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.table.combatant import Combatant
from rulesets.table.commands import Describe


def hiding(people: Sequence[Combatant]) -> list[Describe]:
    """Return the commands that hide combatants from the players, or show them all if none is seen."""
    hides = any(not one.hidden for one in people)
    return [Describe(who=one.id, changes={"hidden": hides}) for one in people if one.hidden != hides]


def learning(people: Sequence[Combatant]) -> list[Describe]:
    """Return the commands by which the players learn the names of combatants."""
    return [Describe(who=one.id, changes={"alias": ""}) for one in people if one.alias]
