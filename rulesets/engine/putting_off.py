"""Turns that are put off: what becomes of them while they wait, how they come in, and how they are lost.

Whether a turn can be put off, and to where, is decided in ``delaying``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rulesets.engine import effects, initiative, sorting, turns
from rulesets.engine.coming import (
    JOINED_LATE,
    WAITED,
    acted_behind,
    has_had,
    has_missed,
    has_turn_left,
    is_interrupted,
    is_to_come,
    loses_in_time,
    takes_part,
    waits_on,
)
from rulesets.engine.counts import comes_later, is_moving, rises
from rulesets.engine.moving import keep_place, leave_ghost, move, stands_again, sweep_ghosts
from rulesets.engine.retract import retract
from rulesets.engine.ruling import Ruling
from rulesets.table import events as ev
from rulesets.table.encounter import GHOST, Missed, Order, PutOff
from rulesets.table.refusal import Code
from rulesets.vocabulary import DelayRule, Phase

# -- putting off -----------------------------------------------------------------------------------


def put_off(ruling: Ruling, phase: Phase, kind: str, after: str, round_: int) -> None:
    """Put the active slot's turn off, a part of it taken or not; nobody is active afterwards.

    It is out of the turns taken until it goes on (contract/kaiser.md), and if nothing was done in it what
    its beginning ended comes back (002-17, A002-2).
    """
    slot, walk = ruling.draft.walk.active, ruling.draft.walk
    acted = ruling.draft.notes.done == 2
    begun = walk.begun or acted
    if not begun:
        _give_back(ruling)
    if not phase.listed_by_act:
        turns.unlist_turn(ruling, slot)
    sweep_ghosts(ruling, ruling.rules.main_order)
    taken = walk.taken + acted
    place, passes = ruling.draft.orders[phase.order].places[slot], ruling.draft.clock.passes
    old = place if kind == "after" else None
    returns = old is not None and not round_ and stands_again(ruling)
    ghost = keep_place(ruling, phase.order, slot) if returns else ""
    turn = PutOff(
        kind=kind,
        since=taken,
        passes=passes,
        round=round_,
        after=after,
        begun=begun,
        count=place.count,
        place=old,
        ghost=ghost,
    )
    ruling.set_put_off(slot, turn)
    turns.nobody_acts(ruling, taken=taken, counted=walk.counted if begun else _counted_before(ruling))


def _counted_before(ruling: Ruling) -> int:
    """Return the count at which the last turn began: the one under way is none as yet."""
    now = ruling.draft.walk.counted
    return next((event.old.counted for event in ruling.draft.opening if isinstance(event, ev.Walked)), now)


def _give_back(ruling: Ruling) -> None:
    back = ruling.index.back_if_put_off
    for event in ruling.draft.opening:
        if isinstance(event, ev.StateEnded) and event.state in back and event.who in ruling.draft.combatants:
            effects.begin_state(ruling, event.who, event.state)
        elif isinstance(event, ev.RelationChanged) and event.old is not None and event.new is None:
            rule = ruling.rules.relations.get(event.old.name)
            there = {event.old.of, event.old.over} <= set(ruling.draft.combatants)
            if rule is not None and rule.back_if_put_off and there:
                ruling.set_relation(event.key, event.old)


def retract_opening(ruling: Ruling) -> None:
    """Take back the beginning of the turn that has just begun; nobody is active afterwards.

    If it was the beginning of a pass, too, the pass before it is over for all but those who wait: whoever has
    joined since, or is able again, is not of it.
    """
    begun, opening = ruling.draft.clock.passes, ruling.draft.opening
    if ruling.rules.effects_stay:  # what began since stays on the count it began on
        moved = (event.slot for event in opening if isinstance(event, ev.PlaceChanged))
        for slot in [slot for slot in dict.fromkeys(moved) if ruling.draft.members(slot)]:
            leave_ghost(ruling, ruling.rules.main_order, slot)
    before = next((event.old for event in opening if isinstance(event, ev.Walked)), None)
    retract(ruling, opening)
    turns.nobody_acts(ruling)
    if before is not None:
        ruling.walk(followed_by=before.followed_by, counted=before.counted, ended=before.ended)
    phase, passes = ruling.phase, ruling.draft.clock.passes
    if phase is None:
        return
    if passes == begun:
        _let_joiners_come(ruling, phase)
        return
    ahead = sorted(slot for slot, missed in ruling.draft.missed.items() if missed.passes > passes)
    ruling.set_missed(dict.fromkeys(ahead))
    rules, slots = ruling.rules, ruling.order_of(phase).slots
    again = {slot for event in opening if isinstance(event, ev.TurnsMissed) for slot in event.new}
    left = (slot for slot in slots if slot[0] != GHOST and slot not in again)
    new = [slot for slot in left if is_to_come(rules, ruling.draft, phase, slot)]
    ruling.set_missed({slot: Missed(passes, JOINED_LATE) for slot in new})


def _let_joiners_come(ruling: Ruling, phase: Phase) -> None:
    """Let those come after all who have joined, since the beginning taken back, below all turns taken.

    Not where the game master insists on a turn: whoever takes it may have had one, which then is none.
    """
    if any(isinstance(event, ev.Overrode) for event in ruling.events):
        return
    slots = ruling.order_of(phase).slots
    below = max((place for place, slot in enumerate(slots) if has_had(ruling.draft, slot)), default=-1) + 1
    missed = {slot: ruling.draft.missed.get(slot) for slot in slots[below:]}
    late = [s for s, one in missed.items() if one is not None and one.reason == JOINED_LATE]
    ruling.set_missed(dict.fromkeys(s for s in late if has_missed(ruling.draft, s)))


def give_up(ruling: Ruling, phase: Phase, slot: str) -> None:
    """End a turn that was put off and is not taken, or not to its end."""
    turn = ruling.draft.put_off[slot]
    ruling.set_put_off(slot, None)
    if turn.early:
        effects.tick_place(ruling, slot)
    turns.forgo(ruling, phase, slot)
    if turn.begun and not phase.listed_by_act:
        turns.unlist_turn(ruling, slot)
        turns.list_turn(ruling, slot)
    for member in ruling.draft.members(slot):
        turns.take_at_end(ruling, member)
    ruling.set_over(slot, ruling.draft.clock.passes)
    ruling.tell("turn-given-up", slot=slot)


# -- waiting ---------------------------------------------------------------------------------------


def tick_waiting(ruling: Ruling) -> None:
    """At the end of a round, count down what ends with the turns of those who have waited all through it."""
    if waits_on(ruling.rules):
        for slot, turn in list(ruling.draft.put_off.items()):
            if turn.kind == "wait" and turn.passes != ruling.draft.clock.passes:
                effects.tick_place(ruling, slot)


def drop_the_unable(ruling: Ruling) -> bool:
    """End the waiting of whoever cannot act any more (001-97); True if that was the last thing waited for."""
    phase, stays = ruling.phase, waits_on(ruling.rules)
    if not ruling.draft.put_off or not ruling.running:
        return False
    dropped = False
    for slot, turn in list(ruling.draft.put_off.items()):
        if turn.kind != "wait" or (_can_still_act(ruling, phase, slot) and not _loses(ruling, slot)):
            continue
        dropped = True
        _end_waiting(ruling, slot)
        if stays and (phase is None or phase.activity != "act"):
            _give_place_up(ruling, slot)
            continue
        if turn.passes != ruling.draft.clock.passes:
            if not stays:
                continue
            effects.tick_place(ruling, slot)
        if phase is not None and phase.turns == "again":
            continue
        if turn.begun:
            ruling.set_over(slot, turn.passes)
        elif loses_in_time(ruling.rules):  # which has been told
            ruling.set_missed({slot: Missed(turn.passes, WAITED)})
        else:
            turns.miss(ruling, slot, WAITED)
    return dropped and not ruling.draft.walk.active


def _loses(ruling: Ruling, slot: str) -> bool:
    """Return whether somebody in a slot has come to what loses the turn that is waited with."""
    lost = "" if ruling.rules.delay is None else ruling.rules.delay.lost
    return bool(lost) and any(ruling.value(lost, member) for member in ruling.draft.members(slot))


def _give_place_up(ruling: Ruling, slot: str) -> None:
    """Take a slot out of orders in which it stands only because it waited on: it is rolled for again."""
    for order_id, rule in ruling.rules.orders.items():
        order = ruling.draft.orders.get(order_id)
        if rule.rolled == "round" and order is not None and slot in order.places:
            ruling.remove_slot(order_id, slot)
    ruling.tell("turn-missed", slot=slot, reason=WAITED)


def _can_still_act(ruling: Ruling, phase: Phase | None, slot: str) -> bool:
    if phase is not None and phase.activity == "act":
        return takes_part(ruling.rules, ruling.draft, phase, slot)
    return any(not member.out for member in ruling.draft.members(slot))


def lose_waiting(ruling: Ruling, phase: Phase, *, goes_on: bool = False) -> None:
    """Let turns be lost that are still put off when their pass or phase is over, where waiting ends with it.

    ``goes_on``: another pass of the phase begins.
    """
    delay = ruling.rules.delay
    if delay is None or not loses_in_time(ruling.rules) or (goes_on and delay.until == "phase"):
        return
    for slot, turn in list(ruling.draft.put_off.items()):
        if turn.round > ruling.draft.clock.round or slot not in ruling.order_of(phase).places:
            continue
        if turn.kind == "wait":
            _end_waiting(ruling, slot)
        else:
            ruling.set_put_off(slot, None)


def _end_waiting(ruling: Ruling, slot: str) -> None:
    """End the waiting of a slot; where it might have gone on, somebody able has lost a turn by it."""
    ruling.set_put_off(slot, None)
    if loses_in_time(ruling.rules) and any(not member.out for member in ruling.draft.members(slot)):
        lose_put_off(ruling, slot)


def lose_put_off(ruling: Ruling, slot: str) -> None:
    """Say that a turn that was put off is lost; what began in it does not wait for its end."""
    ruling.flag("lost-turn", slot)
    ruling.tell("turn-lost", slot=slot)
    effects.count_from_next(ruling, slot)


# -- coming in -------------------------------------------------------------------------------------


def come_in(ruling: Ruling, phase: Phase, slot: str, turn: PutOff) -> str:
    """Give a resumed slot the place right behind the last turn taken, with the count that goes with it.

    Returns behind whom, or ''. If nobody has had a turn in the pass yet the slot comes in before the first
    one to come (E-SRD-09).
    """
    rule, order = ruling.rules.delay, ruling.order_of(phase)
    others = [other for other in order.slots if other != slot]
    coming = next((other for other in others if _is_ahead(ruling, phase, other)), "")
    went = ruling.draft.walk.went
    last = went if went in others and has_had(ruling.draft, went) else ""
    last = last or acted_behind(ruling.draft, others, coming)
    if is_moving(ruling.rules, phase.order):
        if rule is not None and rule.behind is not None:
            count = ruling.draft.walk.counted + rule.behind
            sorting.set_count(ruling, phase.order, slot, count)
        return went if went in others else ""
    if rule is None or rule.place == "stays":
        return "" if last.startswith(GHOST) else last
    index = others.index(last) + 1 if last else others.index(coming) if coming else len(others)
    place = order.places[slot]
    if rule.behind is not None and others:
        count = _count_at(order, others, index, rule.behind, last)
        same_round = turn.passes == ruling.draft.clock.passes
        old = turn.count if turn.kind == "after" else place.count
        sooner = comes_later(ruling.rules.orders[phase.order], old, count)
        if sooner and (rule.lower == "always" or (rule.lower == "same-round" and same_round)):
            forbid_count(ruling, rule, phase.order, slot, count, old)
        if count != place.count:
            place = sorting.with_count(ruling.rules.orders[phase.order], place, count)
    else:
        place = replace(place, moved=True)
    move(
        ruling, phase.order, slot, initiative.beside_ghosts(ruling, phase.order, others, index, place), place
    )
    return "" if last.startswith(GHOST) else last


def forbid_count(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, count: int, old: int) -> None:
    """Refuse to put a turn off to a count that does not come later."""
    if rises(ruling.rules.orders[order_id]):
        ruling.forbid(Code.NOT_LOWER, "not-later", rule.cite, count=count, old=old, who=slot)
    else:
        ruling.forbid(Code.NOT_LOWER, "", rule.cite, count=count, old=old, who=slot)


def _is_ahead(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a turn is still to come, or goes on."""
    return is_interrupted(ruling.draft, slot) or has_turn_left(ruling.rules, ruling.draft, phase, slot)


def _count_at(order: Order, others: Sequence[str], index: int, behind: int, last: str) -> int:
    """Return the count of whoever comes in at ``index``: behind the one above, or above the one below.

    The one above is ``last`` (it may have left), or somebody who stands there.
    """
    above = last or next((other for other in reversed(others[:index]) if other[0] != GHOST), "")
    if above:
        return order.places[above].count + behind
    below = next((other for other in others if other[0] != GHOST), others[0])
    return order.places[below].count - behind
