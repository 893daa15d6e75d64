"""Effects of one name on the same combatant: one of all, or one of each author where the ruleset says so.

The first of them has the id '<on>:<name>', as where there is only one; those of other authors have an id of
their own. They count once, and each lasts by itself.
"""

from __future__ import annotations

from rulesets.engine.scope import Table
from rulesets.table.encounter import Effect
from rulesets.vocabulary import Rules


def place_of(rules: Rules, table: Table, on: str, name: str, by: str) -> str:
    """Return the id of an effect that ``by`` begins: that of the one whose place it takes, or a new one."""
    plain = f"{on}:{name}"
    state = rules.states.get(name)
    if not rules.effects_by_author or (state is not None and state.size):
        return plain
    mine = next((effect.id for effect in named(table, on, name) if effect.by == by), "")
    if mine or plain not in table.effects:
        return mine or plain
    ident = f"{plain}:{by}"
    while ident in table.effects:  # the name of another one, as it happens
        ident += "'"
    return ident


def named(table: Table, on: str, name: str, by: str = "") -> list[Effect]:
    """Return the effects of a name on somebody, in the order in which they began; ``by`` one author alone."""
    found = [effect for effect in table.effects.values() if effect.on == on and effect.name == name]
    return [effect for effect in found if by in ("", effect.by)]


def first(rules: Rules, table: Table, on: str, name: str) -> Effect | None:
    """Return the first effect of a name on somebody, or None."""
    effect = table.effects.get(f"{on}:{name}")
    if effect is not None or not rules.effects_by_author:
        return effect
    return next(iter(named(table, on, name)), None)


def is_on(rules: Rules, table: Table, on: str, name: str) -> bool:
    """Return whether an effect of a name is in force on somebody."""
    return first(rules, table, on, name) is not None
