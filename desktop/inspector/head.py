"""The head of the inspector: who is selected and how it stands, prepared."""

from __future__ import annotations

from msgspec import Struct

from desktop.combatants.naming import action_name
from rulesets.compiled import Rules
from rulesets.seen.queries import active_slot, count_of, missed, next_to_declare, out_by_states
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter


class About(Struct, frozen=True):
    """What the head shows of one combatant."""

    id: str
    name: str
    side: str
    kind: str
    """pc · npc"""
    group: str
    count: int | None
    count_label: str
    """Label of the order that the count stands in."""
    active: bool = False
    declares: bool = False
    waiting: bool = False
    out: str = ""
    aware: bool = True
    action: str = ""
    trigger: str = ""
    """What is readied, and what for."""
    missed: str = ""
    """Why there is no turn this time, one of the reasons of the walk."""


def about(rules: Rules, state: Encounter, who: Combatant) -> About:
    """Return the head for ``who``."""
    rolled = next((order for order in rules.orders.values() if order.roll is not None), None)
    return About(
        who.id,
        who.name,
        who.side,
        who.kind,
        who.group,
        count_of(rules, state, who.slot),
        rolled.label if rolled is not None else "",
        active_slot(rules, state) == who.slot,
        next_to_declare(rules, state) == who.slot,
        who.slot in state.put_off,
        "" if out_by_states(rules, state, who) else who.out,
        who.aware,
        action_name(rules, who.readied.action) if who.readied is not None else "",
        who.readied.trigger if who.readied is not None else "",
        missed(state, who),
    )
