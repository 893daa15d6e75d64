"""What must not be forgotten now, and the commands that answer it.

Announced actions wait for whoever reacts, rules ask for a roll, effects have come to their end or
have to be maintained. Nothing here is in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from rulesets.engine.counts import dice_of
from rulesets.engine.index import index_of, stages_in
from rulesets.engine.marks import marks_on, modifier
from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.formula.dice import parse_dice
from rulesets.seen.queries import value_of
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act, BeginEffect, Check, Command, EndEffect, RecordAttack, Resolve
from rulesets.table.encounter import RUNNING, UPKEEP, Attack, Effect, Encounter, OpenCheck
from rulesets.vocabulary import DEGREES, AskStage, CheckRule, Rules, find_phase
from rulesets.vocabulary.base import At
from rulesets.vocabulary.values import HIT

_OF_THE_CLOCK: tuple[At, ...] = (
    "round-start", "phase-start", "turn-start",
    "turn-end", "turn-over", "place-over", "pass-end", "round-end",
)  # fmt: skip
"""Moments that come whatever is done."""
_OF_TURNS: tuple[At, ...] = ("turn-start", "turn-end", "turn-over", "place-over")
"""Those of them that belong to a place in the order."""


class Matter(StrEnum):
    """What is asked."""

    REACTION = "reaction"
    """An action that was announced waits for whatever reacts to it."""
    OPEN = "open"
    """A rule has asked for a roll, and nobody has answered it yet."""
    CHECK = "check"
    """An effect has come to its end and asks for a check."""
    UPKEEP = "upkeep"
    """An effect ends with the round unless somebody maintains it."""
    ATTACK = "attack"
    """An attack was recorded, and nobody has said what came of it."""
    HIT = "hit"
    """An attack has hit, and nobody has given its damage."""


class Asked(Struct, frozen=True):
    """One thing to be done."""

    matter: Matter
    who: str
    """Id of the combatant that it is about."""
    name: str
    """Id of the action, state or roll; what an action or an effect without a rule is called."""
    dice: str = ""
    """Dice that the roll takes and the program can throw."""
    effect: Effect | None = None
    check: OpenCheck | None = None
    """The roll that was asked for."""
    degrees: tuple[str, ...] = ()
    """What can be said to have come of it, the worst first."""
    maintain: Act | None = None
    """The command that maintains the effect for this round."""
    faces: tuple[int, int] | None = None
    """The least and the most that the dice show, where these count whatever the total is."""
    reach: tuple[int, int] | None = None
    """The least and the most that a total can be, where dice and what is added to them are known."""
    plus: int = 0
    """What the rules add to dice of which that holds."""
    attack: Attack | None = None
    """The attack that is open, or whose damage is."""
    step: int = 0
    """Of a hit: its place in the log."""
    earlier: bool = False
    """The attack was made in an earlier turn: it can be set aside."""
    timely: bool = False
    """It is a roll that the rules ask for because its time has come, whatever was done."""


def asked(rules: Rules, state: Encounter) -> Iterator[Asked]:
    """Yield what is to be done now: announced actions first, then rolls, then effects."""
    if state.clock.status == RUNNING:
        yield from _announced(rules, state)
        yield from _attacks(rules, state)
        yield from _open(rules, state)
        yield from _effects(rules, state)


def _announced(rules: Rules, state: Encounter) -> Iterator[Asked]:
    for pending in state.notes.pending:
        if pending.who in state.combatants:
            action = rules.actions.get(pending.action)
            named = action is not None and action.label
            yield Asked(Matter.REACTION, pending.who, pending.action if named else pending.name)


def _attacks(rules: Rules, state: Encounter) -> Iterator[Asked]:
    for attack in open_attacks(rules, state):
        yield Asked(Matter.ATTACK, attack.by, attack.label, attack=attack)
    for attack in left_attacks(state):
        yield Asked(Matter.ATTACK, attack.by, attack.label, attack=attack, earlier=True)


def open_attacks(rules: Rules, state: Encounter) -> Iterator[Attack]:
    """Yield the attacks of the turn that are open, where the ruleset says whether an attack hits."""
    if any(rule.role == HIT for rule in rules.formulas.values()):
        for attack in state.notes.attacks:
            if not attack.result and {attack.by, attack.target} <= state.combatants.keys():
                yield attack


def left_attacks(state: Encounter) -> Iterator[Attack]:
    """Yield the attacks of earlier turns that are open still; of whoever is out nobody asks any more."""
    people = state.combatants
    for attack in state.notes.left:
        if attack.by in people and attack.target in people and not people[attack.target].out:
            yield attack


def _open(rules: Rules, state: Encounter) -> Iterator[Asked]:
    timely = _asked_by_the_clock(rules) if state.asked else frozenset()
    for one in state.asked:
        rule = rules.checks[one.check]
        dice = rule.dice if one.against is not None else ""
        faces: tuple[int, int] | None = None
        if dice and rule.faces:
            number, sides = dice_of(dice)
            faces = number, number * sides
        plus = _plus(rules, state, one, rule) if dice else 0
        degrees = _degrees(rule)
        yield Asked(
            Matter.OPEN,
            one.who,
            one.name,
            dice=dice,
            check=one,
            degrees=degrees,
            faces=faces,
            reach=_reach(rules, rule, state.combatants[one.who], plus) if dice else None,
            plus=plus if faces is not None else 0,
            timely=one.check in timely,
        )


def _asked_by_the_clock(rules: Rules) -> frozenset[str]:
    """Return the checks that a moment of the clock asks for, by a trigger or a state, or that end effects."""
    return _asked_at(rules, _OF_THE_CLOCK) | {index_of(rules).ending_effects}


def asked_in_turns(rules: Rules) -> frozenset[str]:
    """Return the checks that are asked for as the place of somebody in the order comes up or is over."""
    return _asked_at(rules, _OF_TURNS)


def _asked_at(rules: Rules, moments: tuple[At, ...]) -> frozenset[str]:
    index = index_of(rules)
    at = [found.get(moment, ()) for moment in moments for found in (index.triggers, index.ticks)]
    return frozenset(stage.ask for one in at for stage in stages_in(one) if isinstance(stage, AskStage))


def _reach(rules: Rules, rule: CheckRule, who: Combatant, plus: int) -> tuple[int, int] | None:
    """Return what a total can be; None where what is added hangs on a stat that nobody has filled in."""
    if not _is_known(rules, rule.plus, who):
        return None
    number, sides, more = parse_dice(rule.dice) or (0, 1, 0)
    return number + more + plus, number * sides + more + plus


def _is_known(rules: Rules, formula: str, who: Combatant) -> bool:
    """Return whether every stat that a formula is worked out from was filled in."""
    read = compile_formula(formula)
    stats = [(name, rules.stats[name].formula) for name in read.names if name in rules.stats]
    return not read.calls and all(
        name in who.stats or (bool(of) and _is_known(rules, of, who)) for name, of in stats
    )


def _plus(rules: Rules, state: Encounter, one: OpenCheck, rule: CheckRule) -> int:
    """Return what is added to the dice of a roll, by marks on it, too; 0 where that has no result now."""
    who = state.combatants[one.who]
    try:
        marked = modifier(marks_on(rules, state, who, one.roll))
        added = value_of(rules, state, who, rule.plus, {"named": one.name, "roll": one.roll})
    except FormulaError:
        return 0
    return int(added or 0) + (-marked if rule.at_most else marked)


def _degrees(rule: CheckRule) -> tuple[str, ...]:
    """Return the degrees that a check tells apart."""
    worst, best = DEGREES[0], DEGREES[-1]
    critical = rule.critical != "0" or rule.faces or best in rule.degrees
    fumble = rule.faces or worst in rule.degrees
    return rule.every[0 if fumble else 1 : None if critical else -1]


def _effects(rules: Rules, state: Encounter) -> Iterator[Asked]:
    phase = find_phase(rules, state.clock.phase)
    ticks = phase is not None and phase.activity == "tick"
    for effect in state.effects.values():
        if effect.on not in state.combatants:
            continue
        if is_over(effect):
            yield Asked(Matter.CHECK, effect.on, effect.name, effect=effect)
        elif is_unkept(effect, state):
            by, command = state.combatants.get(effect.by), maintenance(rules, effect)
            if by is not None and command is not None and (ticks or state.walk.active == by.slot):
                yield Asked(Matter.UPKEEP, by.id, effect.name, effect=effect, maintain=command)


def is_over(effect: Effect) -> bool:
    """Return whether an effect's rounds have run out, so that a check is due."""
    return effect.left == 0 and effect.at_zero != UPKEEP


def is_unkept(effect: Effect, state: Encounter) -> bool:
    """Return whether an effect has still to be maintained in this round."""
    return effect.at_zero == UPKEEP and effect.kept < state.clock.round


def maintenance(rules: Rules, effect: Effect) -> Act | None:
    """Return the command with which whoever began an effect maintains it; None if nobody can."""
    action = next((name for name, rule in rules.actions.items() if rule.maintains), "")
    return Act(who=effect.by, name=action, effect=effect.id) if action and effect.by else None


# -- answers ---------------------------------------------------------------------------------------


def resolved(one: Asked, *, cancel: bool = False) -> list[Command]:
    """Return what lets an announced action take effect, or never."""
    return [Resolve(who=one.who, cancel=cancel)]


def settled(attack: Attack, result: str) -> RecordAttack:
    """Return what says what came of an attack that was left open: 'hit', 'miss', 'tie'; '' sets it aside."""
    who, target, kind, label = attack.by, attack.target, attack.kind, attack.label
    return RecordAttack(who=who, target=target, kind=kind, label=label, result=result, settles=True)


def rolled(one: Asked, total: int | None = None, die: int | None = None) -> list[Command]:
    """Return what lets the program roll the answer, or what answers by a total.

    Where what the dice showed counts whatever the total is, it is answered by the ``die``.
    """
    if one.faces is not None and die in one.faces:
        return [Check(who=one.who, name=one.name, roll=die)]
    return [Check(who=one.who, name=one.name, total=total)]


def judged(one: Asked, degree: str) -> list[Command]:
    """Return what answers a rule by what has come of the roll."""
    return [Check(who=one.who, name=one.name, degree=degree)]


def again(one: Asked, rounds: int) -> list[Command]:
    """Return what lets an effect whose check has failed go on for so many rounds (A002-8)."""
    effect = one.effect
    if effect is None:
        return []
    anew = BeginEffect(on=effect.on, name=effect.name, rounds=rounds, by=effect.by, at_zero=effect.at_zero)
    return [EndEffect(on=effect.on, name=effect.name), anew]


def over(one: Asked) -> list[Command]:
    """Return what ends the effect."""
    return [] if one.effect is None else [EndEffect(on=one.effect.on, name=one.effect.name)]
