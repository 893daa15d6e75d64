"""Effects and states of a combatant, prepared as rows of the inspector."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rulesets.compiled import Rules
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import Effect, Encounter


class EffectRow(Struct, frozen=True):
    """One effect or state in force. ``name`` is what ends it, ``label`` what people read."""

    name: str
    label: str
    lasts: str = ""
    """Rounds left in words; '' for a state, which ends when its rule says so."""
    by: str = ""
    """Id of who caused it, if that was somebody else."""
    tone: str = ""
    """good · bad · neutral, as the ruleset says."""
    text: str = ""
    cite: str = ""


def effect_rows(
    rules: Rules, state: Encounter, who: Combatant, duration: Callable[[Effect], str]
) -> tuple[EffectRow, ...]:
    """Return what is in force on ``who``: states first, then effects in the order in which they began."""
    rows = [_row(rules, name, "", "") for name in who.states]
    for effect in state.effects.values():
        if effect.on == who.id:
            by = effect.by if effect.by != who.id else ""
            rows.append(_row(rules, effect.name, duration(effect), by))
    return tuple(rows)


def _row(rules: Rules, name: str, lasts: str, by: str) -> EffectRow:
    rule = rules.states.get(name)
    if rule is None:
        return EffectRow(name, name, lasts, by)
    return EffectRow(name, rule.label or name, lasts, by, rule.tone, rule.text, rule.cite)


def suggestions(rules: Rules, state: Encounter) -> tuple[str, ...]:
    """Return names that an effect may be given: the ruleset's states, its actions' effects, those in use."""
    named = dict.fromkeys(rules.states)
    for action in rules.actions.values():
        named.update(dict.fromkeys(stage.effect for stage in action.does if stage.effect))
    named.update(dict.fromkeys(effect.name for effect in state.effects.values()))
    return tuple(named)
