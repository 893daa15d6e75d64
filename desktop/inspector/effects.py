"""Effects and states of a combatant, prepared as rows of the inspector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rulesets.compiled import Rules
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act
from rulesets.table.encounter import GHOST, UPKEEP, Effect, Encounter


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
    counts_on: str = ""
    """turn · place · phase · round: what takes a round off it; '' if it does not count down."""
    anchor: str = ""
    """Slot on whose turn it counts down, or label of the phase."""
    at_zero: str = ""
    """end · check · maintain"""
    due: bool = False
    """True if it waits for a check, or has still to be maintained in this round."""
    maintain: Act | None = None
    """The command that maintains it."""


def effect_rows(
    rules: Rules, state: Encounter, who: Combatant, duration: Callable[[Effect], str]
) -> tuple[EffectRow, ...]:
    """Return what is in force on ``who``: states first, then effects in the order in which they began."""
    rows = [_named(rules, name) for name in who.states]
    rows += [_row(rules, state, effect, duration) for effect in state.effects.values() if effect.on == who.id]
    return tuple(rows)


def _named(rules: Rules, name: str, **facts: Any) -> EffectRow:
    rule = rules.states.get(name)
    if rule is None:
        return EffectRow(name, name, **facts)
    return EffectRow(name, rule.label or name, tone=rule.tone, text=rule.text, cite=rule.cite, **facts)


def _row(rules: Rules, state: Encounter, effect: Effect, duration: Callable[[Effect], str]) -> EffectRow:
    upkeep = effect.at_zero == UPKEEP
    counts_on, anchor = _countdown(rules, effect) if effect.left > 0 else ("", "")
    if upkeep and not anchor:
        counts_on, anchor = "upkeep", ticking(rules)
    unkept = upkeep and effect.kept < state.clock.round
    return _named(
        rules,
        effect.name,
        lasts=duration(effect),
        by=effect.by if effect.by != effect.on else "",
        counts_on=counts_on,
        anchor=anchor,
        at_zero=effect.at_zero if effect.left >= 0 or upkeep else "",
        due=effect.left == 0 or unkept,
        maintain=_maintaining(rules, effect) if unkept else None,
    )


def _countdown(rules: Rules, effect: Effect) -> tuple[str, str]:
    """Return what takes rounds off an effect, and whose turn or which phase that is."""
    if rules.effects_at == "phase":
        return "phase", ticking(rules)
    if rules.effects_at == "round":
        return "round", ""
    return ("place", "") if effect.anchor.startswith(GHOST) else ("turn", effect.anchor)


def ticking(rules: Rules) -> str:
    """Return the label of the phase in which effects count down, or ''."""
    return next((phase.label or phase.id for phase in rules.phases if phase.activity == "tick"), "")


def _maintaining(rules: Rules, effect: Effect) -> Act | None:
    """Return the command with which whoever began an effect maintains it."""
    action = next((name for name, rule in rules.actions.items() if rule.maintains), "")
    return Act(who=effect.by, name=action, effect=effect.id) if action and effect.by else None


def upkeep_known(rules: Rules) -> bool:
    """Return whether the ruleset has effects that have to be maintained."""
    return rules.effects_at == "phase" and any(rule.maintains for rule in rules.actions.values())


def suggestions(rules: Rules, state: Encounter) -> tuple[str, ...]:
    """Return names that an effect may be given: the ruleset's states, its actions' effects, those in use."""
    named = dict.fromkeys(rules.states)
    for action in rules.actions.values():
        named.update(dict.fromkeys(stage.effect for stage in action.does if stage.effect))
    named.update(dict.fromkeys(effect.name for effect in state.effects.values()))
    return tuple(named)
