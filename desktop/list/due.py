"""What must not be forgotten now: checks that are due, what has to be maintained, rolls asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.rows.words import spelled
from rulesets.compiled import Input, Rules, find_phase
from rulesets.table.commands import Act, Apply, BeginEffect, Command, EndEffect, Resolve
from rulesets.table.encounter import RUNNING, UPKEEP, Effect, Encounter

translate = QCoreApplication.translate


class Due(Struct, frozen=True):
    """One thing to be done."""

    who: str
    """Id of the combatant that it is about."""
    text: str
    """Who and what: 'Bandit 1: the check against Poison is due'."""
    told: str = ""
    pipeline: str = ""
    """Pipeline that answers it."""
    dice: str = ""
    """Dice that the answer takes and the program can roll."""
    question: str = ""
    """Input of the pipeline that is answered with yes or no, if it is all that is asked."""
    effect: Effect | None = None
    """Effect that has come to its end and asks for a check."""
    upkeep: str = ""
    """Id of the action that maintains the effect."""
    pending: bool = False
    """An action that was announced waits for whatever reacts to it."""


def due(rules: Rules, state: Encounter) -> list[Due]:
    """Return what is to be done now: announced actions first, then rolls, then effects."""
    if state.clock.status != RUNNING:
        return []
    return [*_announced(rules, state), *_asked(rules, state), *_effects(rules, state)]


def resolved(one: Due, *, cancel: bool = False) -> list[Command]:
    """Return what lets an announced action take effect, or never."""
    return [Resolve(who=one.who, cancel=cancel)]


def again(one: Due, rounds: int) -> list[Command]:
    """Return what lets an effect whose check has failed go on for so many rounds (A002-8)."""
    effect = one.effect
    if effect is None:
        return []
    anew = BeginEffect(on=effect.on, name=effect.name, rounds=rounds, by=effect.by, at_zero=effect.at_zero)
    return [EndEffect(on=effect.on, name=effect.name), anew]


def over(one: Due) -> list[Command]:
    """Return what ends the effect."""
    return [] if one.effect is None else [EndEffect(on=one.effect.on, name=one.effect.name)]


def answered(one: Due, *, yes: bool) -> list[Command]:
    """Return what answers a question with yes or no."""
    return [Apply(pipeline=one.pipeline, to=(one.who,), inputs={one.question: yes})]


def rolled(one: Due) -> list[Command]:
    """Return what lets the program roll the answer."""
    return [Apply(pipeline=one.pipeline, to=(one.who,))]


def maintain(one: Due) -> list[Command]:
    """Return what maintains the effect for this round."""
    if one.effect is None or not one.upkeep:
        return []
    return [Act(who=one.effect.by, name=one.upkeep, effect=one.effect.name)]


def _announced(rules: Rules, state: Encounter) -> Iterator[Due]:
    text = translate("Due", "{name} has announced: {action}. Whoever reacts goes first")
    for pending in state.notes.pending:
        who = state.combatants.get(pending.who)
        action = rules.actions.get(pending.action)
        label = action.label if action is not None and action.label else spelled(pending.name)
        if who is not None:
            yield Due(who.id, text.format(name=who.name, action=label), pending=True)


def _asked(rules: Rules, state: Encounter) -> Iterator[Due]:
    asking = {name: rule for name, rule in rules.states.items() if rule.asks}
    if not asking:
        return
    text = translate("Due", "{name}: {what}")
    for who in state.combatants.values():
        for name in who.states:
            if name in asking:
                rule = asking[name]
                words = text.format(name=who.name, what=rule.label or spelled(name))
                inputs = rules.pipelines[rule.asks].inputs
                asked = [key for key, one in inputs.items() if one.type == "bool"]
                yield Due(
                    who.id,
                    words,
                    rule.text,
                    pipeline=rule.asks,
                    dice=_dice(inputs.values()),
                    question=asked[0] if len(asked) == len(inputs) == 1 else "",
                )


def _dice(inputs: Iterable[Input]) -> str:
    """Return the dice that answer a pipeline, if nothing else has to be said."""
    dice = [one.dice for one in inputs if one.dice]
    return dice[0] if len(dice) == 1 and not any(one.needed for one in inputs) else ""


def _effects(rules: Rules, state: Encounter) -> Iterator[Due]:
    phase = find_phase(rules, state.clock.phase)
    keeps = next((name for name, action in rules.actions.items() if action.maintains), "")
    for effect in state.effects.values():
        who = state.combatants.get(effect.on)
        if who is None:
            continue
        label = _label(rules, effect.name)
        if effect.left == 0 and effect.at_zero != UPKEEP:
            text = translate("Due", "{name}: the check against {effect} is due")
            yield Due(who.id, text.format(name=who.name, effect=label), effect=effect)
        elif effect.at_zero == UPKEEP and keeps and effect.kept < state.clock.round:
            ticks = phase is not None and phase.activity == "tick"
            by = state.combatants.get(effect.by)
            if by is not None and (ticks or state.walk.active == by.slot):
                text = translate("Due", "{name}: maintain {effect} on {who}, or it ends")
                words = text.format(name=by.name, effect=label, who=who.name)
                yield Due(by.id, words, rules.actions[keeps].text, effect=effect, upkeep=keeps)


def _label(rules: Rules, name: str) -> str:
    rule = rules.states.get(name)
    return rule.label if rule is not None and rule.label else spelled(name)
