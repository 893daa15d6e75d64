"""What a combatant has announced for the round, act by act, and what has become of it.

A declaration with ``acts`` announces so many acts; its fields with ``names`` say in order what they are.
Later ones may stay open (001-37, 001-67). Any other declaration stands for itself.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rulesets.engine import coming, uses
from rulesets.engine.answered import ATTACK, is_attack
from rulesets.engine.index import index_of
from rulesets.engine.scope import Table, value_of
from rulesets.table.combatant import OUT_DEFEATED, Combatant, Declared
from rulesets.table.commands import Act
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Declaration, Phase, PoolStage, Rules, find_phase

SAID, TO_COME, NOW, DONE, SPARE, EXTRA, LOST = "said", "to-come", "now", "done", "spare", "extra", "lost"
PLENTY = 300
"""Pips of a skill that no penalty eats up: what such a one comes to shows how rolls are multiplied."""
MAX_ACTS = 100
"""Acts of one round that are told apart."""


class Announced(Struct, frozen=True):
    """One act that was announced, or a reaction that came in between."""

    name: str
    """Id of the declaration; of the reaction for one that was taken."""
    text: str = ""
    """What was said of it; '' is still open."""
    number: int = 0
    """Which act of the round it is, from 1; 0 if acts are not counted."""
    how: str = SAID
    """said · to-come · now · done · spare (used up by a reaction) · extra (a reaction on top) · lost"""
    fields: dict[str, Any] = {}
    """What was filled in, of a declaration that stands for itself."""


class NextRoll(Struct, frozen=True):
    """What the next act will be rolled with."""

    skill: str
    """Id of the stat; '' if nobody has said."""
    code: int
    """Pips before penalties; 0 if no skill is said."""
    times: int
    """How many times the dice of any skill count: 2 where they are doubled."""
    pips: int
    """Pips after doubling and penalties; without a skill what is added to any, or taken off."""
    least: int
    """Below this nothing can be rolled."""


def announced(rules: Rules, state: Table, who: Combatant) -> list[Announced]:
    """Return what ``who`` has announced for this round and the reactions it took, in order."""
    if state.clock.status != RUNNING or not _in_force(rules, state):
        return []
    found: list[Announced] = []
    for declared in who.declared:
        rule = rules.declarations.get(declared.name)
        if rule is None or not rule.acts:
            found.append(Announced(declared.name, how=_come_of(rules, who, declared), fields=declared.fields))
        else:
            found.extend(_acts(rules, state, who, declared, rule))
    return found + [Announced(name, how=EXTRA) for name in uses.listed(who, uses.ROUND, uses.EXTRA)]


def _come_of(rules: Rules, who: Combatant, declared: Declared) -> str:
    """Return what has become of a declaration that stands for itself: lost is only what an action does."""
    by = index_of(rules).carried_out.get(declared.name, ())
    if any(uses.times(who, uses.ROUND, name) for name in by):
        return DONE
    lost = who.out == OUT_DEFEATED or uses.times(who, uses.ROUND, declared.name, uses.UNDONE)
    return LOST if by and lost else SAID


def undone(rules: Rules, state: Table, who: Combatant) -> list[str]:
    """Return the declarations of ``who`` that are still to be carried out, where an action does that.

    Of the defeated that is all of which it was not said yet that it was left undone.
    """
    by = index_of(rules).carried_out
    if not by or not who.declared:
        return []
    named = [one.name for one in announced(rules, state, who) if one.how in (SAID, LOST) and one.name in by]
    told = [name for name in named if uses.times(who, uses.ROUND, name, uses.UNDONE)]
    struck = struck_by(rules, state, who)
    return [name for name in named if name not in told and struck.isdisjoint(by[name])]


def struck_by(rules: Rules, state: Table, who: Combatant) -> frozenset[str]:
    """Return the actions that ``who`` has taken in this turn by an attack, whichever was recorded."""
    notes = state.notes
    attacks = [one.by for one in notes.attacks] + [one.by for one in notes.did if ATTACK in one.words]
    return (
        frozenset(name for name in rules.actions if is_attack(rules, name))
        if who.id in attacks
        else frozenset()
    )


def sealed(rules: Rules, state: Encounter) -> bool:
    """Return whether what is declared must not be shown yet: everybody's is shown together (A002-6)."""
    phase = find_phase(rules, state.clock.phase)
    if phase is None or not phase.sealed:
        return False
    return bool(coming.undeclared(rules, state, phase))


def first_to_come(rules: Rules, state: Table, who: Combatant) -> bool:
    """Return whether the act that was stated first is still to come: until then it is no spare (001-67).

    It is gone once it is taken, and once it is lost. Where no acts are announced, the first turn of the
    round is the first act.
    """
    firsts = [act for act in announced(rules, state, who) if act.number == 1]
    if not firsts:
        return not any(turn.slot == who.slot for turn in state.acted.get(state.clock.round, ()))
    return any(act.how in (TO_COME, NOW) for act in firsts)


def next_roll(rules: Rules, state: Encounter, who: Combatant) -> NextRoll | None:
    """Return what the next announced act will be rolled with; None if there is none or it cannot be told."""
    still = [act for act in announced(rules, state, who) if act.how in (TO_COME, NOW)]
    if not rules.act_roll or not still:
        return None
    skill = skill_of(rules, who) if still[0].number <= 1 else ""
    code = int(value_of(rules, state, who, skill) or 0) if skill else 0
    times = (_rolled(rules, state, who, 2 * PLENTY) - _rolled(rules, state, who, PLENTY)) // PLENTY
    pips = _rolled(rules, state, who, code) if skill else _rolled(rules, state, who, PLENTY) - times * PLENTY
    least = int(value_of(rules, state, who, rules.act_least) or 0) if rules.act_least else 0
    return NextRoll(skill, code, times, pips, least)


def _rolled(rules: Rules, state: Table, who: Combatant, code: int) -> int:
    """Return the pips that a skill of ``code`` pips is rolled with now."""
    return int(value_of(rules, state, who, rules.act_roll, {"skill": code}) or 0)


def skill_of(rules: Rules, who: Combatant) -> str:
    """Return the stat that ``who`` has declared to roll its first act with, or ''."""
    for declared in reversed(who.declared):
        rule = rules.declarations.get(declared.name)
        for key, one in rule.inputs.items() if rule is not None else ():
            if one.type == "stat" and declared.fields.get(key):
                return str(declared.fields[key])
    return ""


def announced_act(rules: Rules, state: Encounter, who: Combatant, cost: str) -> Act:
    """Return the command that takes the next act that was announced, in the words that were said of it."""
    still = [act for act in announced(rules, state, who) if act.how in (TO_COME, NOW)]
    words = still[0].text if still else ""
    first = bool(still) and still[0].number <= 1
    return Act(who=who.id, cost=cost, skill=skill_of(rules, who) if first else "", words=words)


def declared_round(rules: Rules, state: Encounter) -> int:
    """Return the last round of which anything is declared, or was closed without; 0 of none."""
    clock = state.clock
    phase = find_phase(rules, clock.phase)
    if clock.status != RUNNING or clock.round < 1 or declaring_phase(rules) is None:
        return clock.round
    said = any(who.declared or who.done for who in state.combatants.values() if not who.out)
    begun = _in_force(rules, state) and (said or phase is None or phase.activity != "declare")
    return clock.round if begun else clock.round - 1


def declaring_phase(rules: Rules) -> Phase | None:
    """Return the phase in which a round is declared, if there is one."""
    return next((phase for phase in rules.phases if phase.activity == "declare"), None)


def _in_force(rules: Rules, state: Table) -> bool:
    """Return whether this round's declarations have begun: those of the last round are of no interest."""
    ids = [phase.id for phase in rules.phases if phase.when == "round"]
    begun = next((phase.id for phase in rules.phases if phase.activity == "declare"), "")
    here = state.clock.phase
    return begun in ids and here in ids and ids.index(here) >= ids.index(begun)


def _acts(
    rules: Rules, state: Table, who: Combatant, declared: Declared, rule: Declaration
) -> list[Announced]:
    """Return the acts of one declaration, each with what has become of it."""
    number = min(MAX_ACTS, max(0, int(value_of(rules, state, who, rule.acts, declared.fields) or 0)))
    texts = [text for key, one in rule.inputs.items() if one.names for text in _texts(declared, key)]
    texts += [""] * (number - len(texts))
    taken = {turn.segment for turn in state.acted.get(state.clock.round, ()) if turn.slot == who.slot}
    hows = [DONE if at in taken else "" for at in range(1, number + 1)]
    spares = uses.listed(who, uses.ROUND, uses.SPARE)
    names = {}
    for at in range(number - 1, -1, -1):
        if spares and not hows[at]:
            hows[at], names[at] = SPARE, spares.pop()
    still = _to_come(
        [at for at, how in enumerate(hows) if not how],
        _passed(rules, state, who),
        left=_left(rules, who, declared.name),
    )
    hows = [how or (TO_COME if at in still else LOST) for at, how in enumerate(hows)]
    active = state.walk.active == who.slot and not state.notes.acts
    if active and _acting(rules, state) and TO_COME in hows:
        hows[hows.index(TO_COME)] = NOW
    return [Announced(names.get(at, declared.name), texts[at], at + 1, how) for at, how in enumerate(hows)]


def _to_come(open_ones: list[int], passed: int, left: int | None) -> list[int]:
    """Return which acts of those neither done nor used up are still to come, ``left`` of them.

    What was lost first are those whose segments have passed, then the last ones (001-95, 001-105).
    """
    left = len(open_ones) if left is None else max(0, left)
    ahead = [at for at in open_ones if at >= passed]
    behind = [at for at in open_ones if at < passed]
    more = left - len(ahead)
    return [*(behind[-more:] if more > 0 else ()), *ahead[:left]]


def _passed(rules: Rules, state: Table, who: Combatant) -> int:
    """Return of how many segments of the round ``who`` has nothing more to expect."""
    clock = state.clock
    if not _acting(rules, state):
        return 0
    return clock.segment - (state.over.get(who.slot) != clock.passes)


def _acting(rules: Rules, state: Table) -> bool:
    phase = find_phase(rules, state.clock.phase)
    return phase is not None and phase.activity == "act"


def _texts(declared: Declared, key: str) -> list[str]:
    value = declared.fields.get(key)
    return [str(text) for text in value] if isinstance(value, list | tuple) else [str(value or "")]


def _left(rules: Rules, who: Combatant, declaration: str) -> int | None:
    """Return how many acts are left to take, from the pool that the declaration sets."""
    does = rules.declarations[declaration].does
    pool = next((stage.pool for stage in does if isinstance(stage, PoolStage) and stage.to), "")
    return who.pools.get(pool, 0) if pool else None
