"""Who acts together and who notices whom, set for several combatants at once."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.combatants.naming import plain_name
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Describe
from rulesets.table.encounter import RUNNING, Encounter


def grouped(state: Encounter, who: Sequence[str]) -> list[Describe]:
    """Return the commands that let combatants act as one; nothing if they do already."""
    people = _people(state, who)
    if len(people) < 2 or (people[0].group and len({one.group for one in people}) == 1):
        return []
    name = group_name(state, people)
    return [Describe(who=one.id, changes={"group": name}) for one in people if one.group != name]


def ungrouped(state: Encounter, who: Sequence[str]) -> list[Describe]:
    """Return the commands that let combatants act one by one."""
    return [Describe(who=one.id, changes={"group": ""}) for one in _people(state, who) if one.group]


def noticing(state: Encounter, who: Sequence[str]) -> list[Describe]:
    """Return the commands that make combatants unaware, or aware if none of them is: before the start."""
    if state.clock.status == RUNNING:
        return []
    people = _people(state, who)
    aware = not any(one.aware for one in people)
    return [Describe(who=one.id, changes={"aware": aware}) for one in people if one.aware != aware]


def group_name(state: Encounter, people: Sequence[Combatant]) -> str:
    """Return a name for a group: what the names begin with, or the first name; nobody else has it."""
    names = [plain_name(one.name) for one in people]
    base = names[0] if len(set(names)) == 1 else f"{names[0]} & co."
    mine = {one.id for one in people}
    taken = {*state.combatants, *(one.group for one in state.combatants.values() if one.id not in mine)}
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base} {number}"
    return name


def _people(state: Encounter, who: Sequence[str]) -> list[Combatant]:
    return [state.combatants[ident] for ident in who if ident in state.combatants]
