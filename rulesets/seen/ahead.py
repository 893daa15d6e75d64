"""What is ahead where counts move: whose turns are to come, and where one comes to stand by what one does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.engine import announcing
from rulesets.engine.announcing import NOW
from rulesets.engine.coming import (
    EVERYBODY,
    gives_turns,
    has_turn_left,
    has_used_turn,
    loses_in_time,
    open_choice,
    takes_part,
)
from rulesets.engine.counts import is_moving
from rulesets.engine.index import index_of
from rulesets.engine.scope import Table, is_able, value_of
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import BlindDice
from rulesets.formula.work import TooMuchWork
from rulesets.seen.asked import open_attacks
from rulesets.seen.proposed import act_at_hand, said_attack, skill_at_hand
from rulesets.seen.queries import live_slots
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.table.events import Told
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refused
from rulesets.vocabulary import Phase, Rules, find_phase

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling

LOST = "turn-lost"
"""What the log says of a turn that was waited with for too long."""
MOST_PASSES = 4
"""Passes that are looked at, the present one among them."""


class CountMove(Struct, frozen=True):
    """How something that is done moves the count of whoever does it."""

    order: str
    """What the count is called."""
    before: int
    after: int
    again: bool
    """Turns come again and again: the count is when the next one comes."""
    active: bool
    """It is done in the own turn."""
    turns: bool
    """The count that is left still gives turns in this round."""


def count_move(rules: Rules, before: Encounter, after: Encounter, slot: str) -> CountMove | None:
    """Return how the count of a slot differs between two moments of a phase; None if it is the same."""
    phase = find_phase(rules, before.clock.phase)
    if phase is None or phase.activity != "act" or not is_moving(rules, phase.order):
        return None
    orders = [state.orders.get(phase.order) for state in (before, after)]
    old, new = (None if order is None else order.places.get(slot) for order in orders)
    if old is None or new is None or old.count == new.count or after.clock.round != before.clock.round:
        return None
    return CountMove(
        rules.orders[phase.order].label,
        old.count,
        new.count,
        again=phase.turns == "again",
        active=before.walk.active == slot,
        turns=gives_turns(rules, after, phase, slot),
    )


class Price(Struct, frozen=True):
    """What going on costs that nobody has asked for."""

    unspent: CountMove | None = None
    """How the count of the one who acts moves by ending the turn: nothing was done that would move it."""
    lost: tuple[str, ...] = ()
    """Slots that lose the turn that they wait with, and can still come in now."""


class Behind(Struct, frozen=True):
    """What is left behind if the present turn ends now."""

    idle: tuple[str, ...] = ()
    """Who of a group has done nothing in it, though others of it have."""
    undone: tuple[tuple[str, str], ...] = ()
    """(who, declaration) of what was declared and has not been carried out."""
    attacks: tuple[tuple[str, str], ...] = ()
    """(attacker, target) of attacks of which nobody has said what came of them."""
    parts: tuple[tuple[str, str], ...] = ()
    """(who, action) of actions of several parts that are lost with it, and what was paid for them."""


def may_cost(rules: Rules, state: Encounter) -> bool:
    """Return whether going on may have a price: worth working out what it comes to."""
    waiting = any(turn.kind == "wait" for turn in state.put_off.values())
    return state.clock.status == RUNNING and (
        (waiting and loses_in_time(rules)) or _is_unpaid(rules, state, state.walk.active)
    )


def price(rules: Rules, before: Encounter, after: Outcome) -> Price:
    """Return what going on costs, from what it would come to."""
    slot = before.walk.active
    unpaid = slot if _is_unpaid(rules, before, slot) else ""
    moved = count_move(rules, before, after.state, unpaid) if unpaid else None
    told = [event.params for event in after.events if isinstance(event, Told) and event.code == LOST]
    lost = tuple(str(params["slot"]) for params in told)
    return Price(moved, tuple(one for one in lost if one in before.put_off))


def behind(rules: Rules, state: Encounter) -> Behind:
    """Return what is left behind if the present turn ends now."""
    if state.clock.status != RUNNING:
        return Behind()
    attacks = dict.fromkeys((one.by, one.target) for one in open_attacks(rules, state))
    return Behind(_idle(rules, state), undone(rules, state), tuple(attacks), _parts_lost(state))


def _parts_lost(state: Encounter) -> tuple[tuple[str, str], ...]:
    """Return who has begun an action of several parts in an earlier round, and has not gone on with it."""
    people = state.members(state.walk.active) if state.walk.active else ()
    return tuple((who.id, action) for who in people for action in who.parts_before(state.clock.round))


class Unsaid(Struct, frozen=True):
    """What is carried out as it was announced though not all of it is said."""

    attacks: tuple[tuple[str, str], ...] = ()
    """(who, words) of attacks of which neither target nor result is recorded."""
    open: tuple[tuple[str, int], ...] = ()
    """(who, number) of acts of the round that were left open."""


def unsaid(rules: Rules, state: Encounter, harmed_by: Collection[str] = ()) -> Unsaid:
    """Return what is not said of the acts that those who have the turn carry out next.

    Of those who have done harm in it (``harmed_by``) the target and what came of it are known.
    """
    attacks, left_open = [], []
    struck = {*harmed_by, *(one.by for one in state.notes.attacks)}
    for who in _acting(rules, state):
        act = act_at_hand(rules, state, who)
        if act is None or act.how != NOW or who.id in struck:
            continue
        skill = skill_at_hand(rules, who, act)
        if not act.text:
            left_open.append((who.id, act.number))
        elif said_attack(rules, act.text) or any(skill in one.attacks for one in rules.actions.values()):
            attacks.append((who.id, act.text))
    return Unsaid(tuple(attacks), tuple(left_open))


def pays_by_count(rules: Rules, state: Encounter) -> bool:
    """Return whether turns come by a clock now, and what is done in them moves the count."""
    phase = _walked(rules, state)
    return phase is not None and phase.turns == "again"


def _is_unpaid(rules: Rules, state: Encounter, slot: str) -> bool:
    """Return whether a slot has a turn of a clock, and has done nothing in it yet."""
    return bool(slot) and pays_by_count(rules, state) and not state.notes.acts


def _idle(rules: Rules, state: Encounter) -> tuple[str, ...]:
    """Return who shares the present turn, could act in it and has done nothing, though somebody of them has.

    Where nothing is recorded of anybody, nobody is named: the turn may be played at the table alone.
    """
    notes = state.notes
    did = (*notes.earlier, notes.doer)
    return tuple(who.id for who in _acting(rules, state) if notes.doer and who.id not in did)


def undone(rules: Rules, state: Encounter) -> tuple[tuple[str, str], ...]:
    """Return what those who have the turn have declared and not carried out, where an action does that."""
    people = _acting(rules, state) if index_of(rules).carried_out else ()
    return tuple((who.id, name) for who in people for name in announcing.undone(rules, state, who))


def _acting(rules: Rules, state: Encounter) -> list[Combatant]:
    """Return who can act in the present turn."""
    phase, slot = find_phase(rules, state.clock.phase), state.walk.active
    if phase is None or phase.activity != "act" or not slot:
        return []
    able = (
        who for who in state.members(slot) if is_able(rules, state, who) and not has_used_turn(state, who)
    )
    return [who for who in able if phase.who == EVERYBODY or value_of(rules, state, who, phase.who)]


class Ahead(Struct, frozen=True):
    """Turns that come together: those of a pass, or those of one count of a clock."""

    number: int
    """Of the pass, or the count."""
    turns: tuple[tuple[str, int], ...]
    """(slot, count), in the order in which they come."""
    word: str = ""
    """What a pass is called; '' of a clock."""


def foretells(rules: Rules, state: Encounter) -> bool:
    """Return whether turns that are to come can be told ahead: where counts move, while turns are taken."""
    return state.clock.status == RUNNING and _walked(rules, state) is not None


def counts_on(rules: Rules, state: Encounter, slot: str) -> bool:
    """Return whether the count of a slot still gives turns in this round."""
    phase = _walked(rules, state)
    return phase is not None and gives_turns(rules, state, phase, slot)


def turns_ahead(rules: Rules, state: Encounter) -> tuple[Ahead, ...]:
    """Return whose turns are to come in this round if nothing happens but what ends a pass.

    Of a clock everybody stands there once, at the present count: what the turn will cost is not known.
    """
    phase = _walked(rules, state)
    if phase is None or state.clock.status != RUNNING:
        return ()
    if phase.turns == "again":
        slots = [slot for slot in _able(rules, state, phase) if not _is_at_its_turn(state, phase, slot)]
        together = groupby(_counted(state, phase, slots), lambda turn: turn[1])
        return tuple(Ahead(count, tuple(turns)) for count, turns in together)
    return tuple(_passes(rules, state, phase)) if phase.repeats else ()


def next_slots(rules: Rules, state: Encounter) -> tuple[str, ...]:
    """Return the slots whose turn comes after the present one if nothing happens but what ends turns.

    Several act at the same moment. Nobody is next while somebody is to be chosen, and where the next round is
    rolled for or declared first.
    """
    phase = find_phase(rules, state.clock.phase)
    if phase is None or state.clock.status != RUNNING or phase.order not in state.orders:
        return ()
    if phase.activity == "act":
        return _next_turns(rules, state, phase)
    if phase.activity != "declare" or phase.unordered:
        return ()
    slots = (slot for slot in state.orders[phase.order].slots if slot != state.walk.active)
    return tuple(slot for slot in slots if has_turn_left(rules, state, phase, slot))[:1]


def _next_turns(rules: Rules, state: Encounter, phase: Phase) -> tuple[str, ...]:
    walk = state.walk
    if walk.together or walk.followed_by or walk.interrupted:
        after = (*walk.followed_by, *(turn.slot for turn in walk.interrupted))[:1]
        return tuple(slot for slot in walk.together if takes_part(rules, state, phase, slot)) or after
    if phase.choice is not None or open_choice(rules, state) is not None:
        return ()
    if is_moving(rules, phase.order):
        return tuple(slot for each in turns_ahead(rules, state)[:1] for slot, _ in each.turns[:1])
    slots = [slot for slot in state.orders[phase.order].slots if slot != walk.active]
    coming = (slot for slot in slots if _is_coming(rules, state, phase, slot))
    return tuple(coming)[:1] or _next_round(rules, state, phase)


def _is_coming(rules: Rules, state: Encounter, phase: Phase, slot: str) -> bool:
    """Return whether a slot has a turn in this pass, at its place or behind the one that acts."""
    put_off = state.put_off.get(slot)
    if put_off is not None and put_off.kind == "after" and put_off.after == state.walk.active:
        return takes_part(rules, state, phase, slot)
    return has_turn_left(rules, state, phase, slot)


def _next_round(rules: Rules, state: Encounter, phase: Phase) -> tuple[str, ...]:
    """Return who begins the next round, if it is known: nothing comes before turns in the same order."""
    rest = [
        one for one in rules.phases if one.when == "round" and one.activity != "tick" and one is not phase
    ]
    rest = [one for one in rest if one.activity != "roll" or rules.orders[one.order].rolled != "encounter"]
    if rest or phase.repeats or phase.when != "round" or rules.orders[phase.order].rolled != "encounter":
        return ()
    slots = state.orders[phase.order].slots
    found = (slot for slot in slots if takes_part(rules, state, phase, slot) and slot not in state.put_off)
    return tuple(found)[:1]


def _walked(rules: Rules, state: Encounter) -> Phase | None:
    phase = find_phase(rules, state.clock.phase)
    if phase is None or phase.activity != "act" or not is_moving(rules, phase.order):
        return None
    return phase if phase.order in state.orders else None


def _able(rules: Rules, table: Table, phase: Phase) -> list[str]:
    """Return the slots that can have a turn with their present count, the highest first.

    Whoever waits until it is called has none; who waits for a count of this round has it there.
    """
    order = table.orders[phase.order]
    able = [slot for slot in live_slots(order) if takes_part(rules, table, phase, slot)]
    able = [slot for slot in able if _comes_by_count(table, slot)]
    return sorted(able, key=lambda slot: -order.places[slot].count)


def _comes_by_count(table: Table, slot: str) -> bool:
    turn = table.put_off.get(slot)
    return turn is None or (turn.kind == "count" and turn.round <= table.clock.round)


def _counted(table: Table, phase: Phase, slots: Iterable[str]) -> list[tuple[str, int]]:
    return [(slot, table.orders[phase.order].places[slot].count) for slot in slots]


def _is_at_its_turn(state: Encounter, phase: Phase, slot: str) -> bool:
    """Return whether a slot has the present turn and has not paid for it yet."""
    walk = state.walk
    return slot == walk.active and state.orders[phase.order].places[slot].count == walk.counted


def _passes(rules: Rules, state: Encounter, phase: Phase) -> Iterable[Ahead]:
    """Yield what is left of the present pass and the passes after it, as far as counts give turns."""
    from rulesets.engine.ruling import Ruling  # only passes are played ahead: other fights are seen without

    left = [slot for slot in _able(rules, state, phase) if has_turn_left(rules, state, phase, slot)]
    now, word = state.clock.segment, phase.pass_name
    left = [slot for slot in left if slot != state.walk.active]
    if left:
        yield Ahead(now, tuple(_counted(state, phase, left)), word)
    ruling = Ruling(rules, state, BlindDice())
    for number in range(now + 1, now + MOST_PASSES):
        able = _able(rules, ruling.draft, phase) if _pass_ends(ruling, phase) else []
        if not able:
            return
        yield Ahead(number, tuple(_counted(ruling.draft, phase, able)), word)


def _pass_ends(ruling: Ruling, phase: Phase) -> bool:
    """Let the end of a pass come in a draft; return whether that could be worked out."""
    from rulesets.engine.moments import happen

    try:
        happen(ruling, "pass-end", list(ruling.draft.combatants.values()), phase.id)
    except (FormulaError, Refused, TooMuchWork):
        return False
    return True
