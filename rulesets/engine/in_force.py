"""What states and effects in force mean for whoever bears them: what they forbid, whether they put it out."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.scope import Table, states_in_force, value_of
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import TURN_END, UPKEEP, Effect
from rulesets.vocabulary import Rules, StateRule


def names_in_force(table: Table, who: Combatant) -> set[str]:
    """Return the names of all states and effects on a combatant."""
    return {*who.states, *(e.name for e in table.effects.values() if e.on == who.id)}


def out_of(rules: Rules, table: Table, who: Combatant) -> str:
    """Return how far the states in force put somebody out: defeated counts more than disabled."""
    found = {rules.states[name].out for name in states_in_force(rules, table, who) if name in rules.states}
    return next((out for out in (OUT_DEFEATED, OUT_DISABLED) if out in found), "")


def putting_out(rules: Rules, table: Table, who: Combatant) -> list[str]:
    """Return the states in force that put somebody as far out as it is; none if that was done by hand."""
    names = (name for name in states_in_force(rules, table, who) if name in rules.states)
    return [name for name in names if who.out and rules.states[name].out == who.out]


def forbidding(
    rules: Rules, table: Table, who: Combatant, activities: Iterable[str], names: Iterable[str]
) -> tuple[str, str] | None:
    """Return (state, citation) of the first of the states ``names`` that forbids any of ``activities``.

    It may do so by a state that it implies, whose citation it is then.
    """
    wanted = set(activities)
    for name in sorted(names):
        for one in (name, *rules.implied.get(name, ())):
            rule = rules.states.get(one)
            if rule is not None and _forbids(rules, table, who, rule, wanted):
                return name, rule.cite
    return None


def _forbids(rules: Rules, table: Table, who: Combatant, rule: StateRule, wanted: set[str]) -> bool:
    free = allowed(rules, table, who, rule, wanted)
    if free.difference(item.partition("@")[0] for item in rule.forbids):
        return False
    for item in rule.forbids:
        activity, _, where = item.partition("@")
        in_phase, _, whom = where.partition(":")
        if activity not in wanted or activity in free or (in_phase and in_phase != table.clock.phase):
            continue
        if whom == "unaware" and who.aware:
            continue
        return True
    return False


def allowed(rules: Rules, table: Table, who: Combatant, rule: StateRule, wanted: set[str]) -> set[str]:
    """Return what of ``wanted`` a state allows all the same."""
    names = wanted.intersection(rule.allows)
    return {name for name in names if value_of(rules, table, who, rule.allows[name])}


def own_upkeep(table: Table, who: Combatant, name: str) -> list[Effect]:
    """Return the effects of ``who`` that it can keep up: those called ``name``, or of the only name.

    They are those that have to be maintained, and those that last to the end of its own turns.
    """
    own = [
        e
        for e in table.effects.values()
        if e.by == who.id and (e.at_zero == UPKEEP or (e.until == TURN_END and e.anchor == who.slot))
    ]
    if name:
        return [e for e in own if name in (e.name, e.id)]
    return own if len({e.name for e in own}) == 1 else []
