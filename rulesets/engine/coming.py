"""Who is still to come: what a pass over an order says of its slots. Asks, and changes nothing.

Where a pass stands is a set of facts about slots, never an index: who has had its turn (``over``), whose
place has come by without one and why (``missed``), whose turn is put off (``put_off``), whose turn was
interrupted and goes on (``walk.interrupted``). Whoever is none of these is still to come, and the first of
them in the order is next. ``walk`` changes these facts, ``moving`` the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rulesets.engine.scope import Table, value_of
from rulesets.formula.compiling import as_number
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import GHOST, RUNNING, Order, PutOff
from rulesets.vocabulary import NextRule, Phase, Rules, find_phase

NO_PART, JOINED_LATE, WAITED, READIED, MOVED, CLOSED, NOT_ASKED, EARLIER = (
    "no-part",
    "joined-late",
    "waited",
    "readied",
    "moved",
    "closed",
    "not-asked",
    "earlier",
)
REASONS = frozenset(
    {OUT_DEFEATED, OUT_DISABLED, NO_PART, JOINED_LATE, WAITED, READIED, MOVED, CLOSED, NOT_ASKED, EARLIER}
)
"""Why a place of a pass comes by without a turn: the closed list.

- defeated, disabled: everybody in the slot was out when its place came (001-42, 001-101, E-SRD-02)
- no-part: the phase is not for it: no action left, not aware, nothing declared (001-97, 003-11)
- joined-late: it joined when its place had come by (004-42, 003-16)
- waited: it waited, and could not act any more before it came in (001-95, E-SRD-08)
- readied: it has used its readied action before its turn came (E-SRD-14)
- moved: a rule gave it another place before its turn came
- closed: the GM has closed the pass
- not-asked: nobody is left whom the ruleset lets be chosen (`otherwise` of the phase's choice)
- earlier: its place had come by in a fight that an earlier version kept

Besides, a turn is lost by whoever gives it up, and when its place comes up again while it still waits.
"""

BY_GM, BY_LAST, BY_SIDE = "gm", "last", "side"
EVERYBODY = "true"
"""What a phase says of who takes part in it that asks nobody for anything."""


# -- who is still to come --------------------------------------------------------------------------
#
# What counts, of a slot in the present pass:
#
#                     had or missed   active, interrupted   waits, put off   cannot act
# is_to_come               no                no                   no             yes
# has_turn_left            no                no                   no             no
# can_be_followed          no                no             only with a place    yes
# takes_part               yes               yes                  yes            no


def has_had(table: Table, slot: str) -> bool:
    """Return whether a slot's turn of the present pass is over."""
    return table.over.get(slot) == table.clock.passes


def has_missed(table: Table, slot: str) -> bool:
    """Return whether a slot's place of the present pass has come by without a turn."""
    missed = table.missed.get(slot)
    return missed is not None and missed.passes == table.clock.passes


def shares_place(table: Table, who: Combatant) -> bool:
    """Return whether anybody else of its group can act: then the place is not that of ``who`` alone."""
    return any(other.id != who.id and not other.out for other in table.members(who.slot))


def has_used_turn(table: Table, who: Combatant) -> bool:
    """Return whether one of a group has no part in its turn of the present pass any more (E-SRD-14)."""
    return bool(who.group) and bool(table.missed) and has_missed(table, who.id)


def is_interrupted(table: Table, slot: str) -> bool:
    """Return whether a slot's turn goes on when the present one is over."""
    return any(one.slot == slot for one in table.walk.interrupted)


def has_come_by(table: Table, slot: str) -> bool:
    """Return whether a slot's place of the present pass has come up, whatever became of it."""
    put_off = table.put_off.get(slot)
    return (
        slot == table.walk.active
        or has_had(table, slot)
        or has_missed(table, slot)
        or (put_off is not None and put_off.passes == table.clock.passes)
        or is_interrupted(table, slot)
    )


def can_be_followed(table: Table, slot: str) -> bool:
    """Return whether somebody can delay behind a slot.

    Its turn has not been taken or missed, it is not the one that is interrupted, and it does not wait for no
    place at all. Whether it will be able to act then is not asked.
    """
    put_off = table.put_off.get(slot)
    waits = put_off is not None and put_off.kind == "wait" and put_off.passes == table.clock.passes
    gone = has_had(table, slot) or has_missed(table, slot) or is_interrupted(table, slot)
    return not waits and not gone and slot != table.walk.active


def takes_part(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether anybody in a slot can have a turn in this phase."""
    if slot.startswith(GHOST):
        return False
    able = (one for one in table.members(slot) if not one.out and not has_used_turn(table, one))
    if phase.who == EVERYBODY:  # of most phases, and nothing is asked more often
        return any(True for _ in able)
    return any(value_of(rules, table, one, phase.who) for one in able)


def gives_turns(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a slot has turns in a phase, as far as its count goes, able to act or not."""
    return any(bool(value_of(rules, table, one, phase.who)) for one in table.members(slot))


def stays_put_off(rules: Rules, table: Table, phase: Phase, put_off: PutOff) -> bool:
    """Return whether a turn that was put off is not to be begun yet."""
    if put_off.round > table.clock.round:
        return True
    this_pass = put_off.passes == table.clock.passes
    if put_off.kind == "after":
        if phase.choice is None:
            return this_pass and _follows(table, phase, put_off.after)
        gone = has_had(table, put_off.after) or put_off.after in table.put_off
        return this_pass and not gone and takes_part(rules, table, phase, put_off.after)
    if put_off.kind != "wait":
        return False
    return this_pass or (rules.delay is not None and rules.delay.until != "place")


def _follows(table: Table, phase: Phase, after: str) -> bool:
    """Return whether the turn of ``after`` has still to be over: whoever delayed behind it comes behind it.

    That holds wherever it is taken, also if it is put off itself (contract/saga-srd.md 6), but not beyond the
    pass. If it has left its place stays (contract/moon-swing.md 10).
    """
    if after not in _order(table, phase).places:
        return False
    return not has_had(table, after) and not has_missed(table, after)


def is_put_off(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a slot waits for something else than its place in the order."""
    put_off = table.put_off.get(slot)
    return put_off is not None and stays_put_off(rules, table, phase, put_off)


def is_to_come(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a slot's place has still to come up in the present pass, able to act or not."""
    if phase.activity == "declare":
        return not has_missed(table, slot) and has_to_declare(rules, table, phase, slot)
    if has_had(table, slot) or has_missed(table, slot) or slot == table.walk.active:
        return False
    return not is_interrupted(table, slot) and not is_put_off(rules, table, phase, slot)


def has_turn_left(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a slot has still to act in this pass and does not wait for its time."""
    if slot.startswith(GHOST) or not is_to_come(rules, table, phase, slot):
        return False
    return takes_part(rules, table, phase, slot)


def acted_behind(table: Table, slots: Sequence[str], up_to: str) -> str:
    """Return the lowest place above ``up_to`` whose turn of the pass was taken, or ''.

    There the last one was taken, if that one has left. ``slots``: the order without whoever comes in.
    """
    index = slots.index(up_to) if up_to in slots else len(slots)
    return next((slot for slot in reversed(slots[:index]) if has_had(table, slot)), "")


def has_to_act(rules: Rules, table: Table, who: Combatant) -> bool:
    """Return whether somebody has a turn of the pass under way, put off or still to come."""
    phase = find_phase(rules, table.clock.phase)
    if phase is None or phase.activity != "act" or who.out:
        return False
    slot, order = who.slot, _order(table, phase)
    if slot not in order.places or has_had(table, slot) or has_missed(table, slot):
        return False
    return slot == table.walk.active or bool(value_of(rules, table, who, phase.who))


def next_side(rules: Rules, table: Table) -> str:
    """Return the side that comes after the one that went last, of those that have a turn left; '' if none.

    Sides follow each other as the order of the phase has the first of each, and the first follows the last.
    """
    phase = find_phase(rules, table.clock.phase)
    if phase is None or phase.activity != "act":
        return ""
    slots = [slot for slot in _order(table, phase).slots if not slot.startswith(GHOST)]
    sides = list(dict.fromkeys(side_of(rules, table, slot) for slot in slots))
    last = side_of(rules, table, table.walk.active) if table.walk.active else table.walk.side
    begin = sides.index(last) + 1 if last in sides else 0
    left = {side_of(rules, table, slot) for slot in slots if has_turn_left(rules, table, phase, slot)}
    return next((side for side in sides[begin:] + sides[:begin] if side in left), "")


# -- who declares ----------------------------------------------------------------------------------


def has_to_declare(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether anybody in a slot has not declared and can."""
    return any(not c.done and declares(rules, table, phase, c) for c in table.members(slot))


def declares(rules: Rules, table: Table, phase: Phase, who: Combatant) -> bool:
    """Return whether a combatant has a part in a phase in which everybody declares."""
    return not who.out and (phase.who == EVERYBODY or bool(value_of(rules, table, who, phase.who)))


def undeclared(rules: Rules, table: Table, phase: Phase) -> list[Combatant]:
    """Return those who have still to declare, in list order.

    Where one declares after the other, whoever joined when its place had come by does not.
    """
    return [
        c
        for c in table.combatants.values()
        if not c.done
        and declares(rules, table, phase, c)
        and (phase.unordered or not has_missed(table, c.slot))
    ]


def side_of(rules: Rules, table: Table, slot: str) -> str:
    """Return the side of a slot; '' if nobody acts in it."""
    member = next(iter(table.members(slot)), None)
    return "" if member is None else str(value_of(rules, table, member, rules.side_of or "side"))


def is_free(rules: Rules, table: Table, phase: Phase, side: str) -> bool:
    """Return whether a side declares in any order (A001-5)."""
    return bool(phase.any_order) and {one.kind for one in _of_side(rules, table, side)} == {phase.any_order}


def _of_side(rules: Rules, table: Table, side: str) -> list[Combatant]:
    side_of = rules.side_of or "side"
    return [one for one in table.combatants.values() if str(value_of(rules, table, one, side_of)) == side]


def _order(table: Table, phase: Phase) -> Order:
    return table.orders.get(phase.order) or Order()


# -- who waits -------------------------------------------------------------------------------------


def loses_in_time(rules: Rules) -> bool:
    """Return whether a turn is lost when pass or phase is over, or its owner takes no part any more."""
    delay = rules.delay
    return delay is not None and delay.until in ("pass", "phase") and delay.then == "lost"


def waits_on(rules: Rules) -> bool:
    """Return whether whoever waits goes on waiting over the end of a round."""
    return rules.delay is not None and rules.delay.until == "never"


def waiting_needs_no_end(rules: Rules) -> bool:
    """Return whether nobody who waits has to act or to give up for a pass to be over."""
    return loses_in_time(rules) or waits_on(rules)


def waiting(rules: Rules, table: Table) -> list[str]:
    """Return the slots that wait without a place, in the order of the phase."""
    phase = find_phase(rules, table.clock.phase)
    if phase is None or not table.put_off:
        return []
    return [
        slot
        for slot in _order(table, phase).slots
        if slot in table.put_off
        and table.put_off[slot].kind == "wait"
        and any(not c.out for c in table.members(slot))
    ]


def must_act(rules: Rules, table: Table) -> str:
    """Return the waiting slot that has to act now because only the waiting are left, or '' (002-26)."""
    delay = rules.delay
    if table.walk.active or delay is None or delay.then == "lost":
        return ""
    phase = find_phase(rules, table.clock.phase)
    if phase is None or phase.activity != "act":
        return ""
    slots = waiting(rules, table)
    # Wherever they came in and wait again: it goes by what the order is made of (A001-9).
    if delay.place != "stays":
        places = _order(table, phase).places
        slots.sort(
            key=lambda s: (haste(rules, table, phase, s), places[s].keys, [-roll for roll in places[s].rolls])
        )
    return slots[-1] if slots and open_choice(rules, table) is None else ""


def haste(rules: Rules, table: Table, phase: Phase, slot: str) -> int:
    """Return by what some slots go before all others in every pass of a phase: the lower the sooner."""
    if not phase.first:
        return 0
    numbers = (as_number(value_of(rules, table, c, phase.first), phase.first) for c in table.members(slot))
    return -min((int(number) for number in numbers), default=0)


def chooses(rules: Rules, table: Table) -> str:
    """Return the waiting slot that may choose who goes first, or '': the first of several (A002-4)."""
    if not table.walk.active or table.notes.done:
        return ""
    slots = [slot for slot in waiting(rules, table) if table.put_off[slot].since < table.walk.taken]
    return slots[0] if len(slots) > 1 else ""


# -- who can be chosen, where the rules leave it to somebody ---------------------------------------


class OpenChoice(Struct, frozen=True):
    """A turn that is to begin as soon as somebody says whose."""

    slots: tuple[str, ...]
    """Who can be chosen, in the order of the phase."""
    by: str = BY_GM
    """Who chooses: last · side · gm"""
    who: str = ""
    """By last: the slot; by side: the side."""
    begins: bool = False
    """Nobody has to be asked: the turn of the only one begins by itself."""


def open_choice(rules: Rules, table: Table) -> OpenChoice | None:
    """Return the choice that the phase waits for, or None while somebody is active or nobody is left."""
    if table.clock.status != RUNNING or table.walk.active:
        return None
    phase = find_phase(rules, table.clock.phase)
    rule = None if phase is None or phase.activity != "act" else phase.choice
    if phase is None or rule is None:
        return None
    left = [slot for slot in _order(table, phase).slots if has_turn_left(rules, table, phase, slot)]
    slots = _candidates(rules, table, rule, left)
    if not slots:
        return None
    by, who = _chooser(rules, table, rule, slots)
    alone = len(slots) == 1
    return OpenChoice(tuple(slots), by, who, alone or (rule.opens == "order" and not table.walk.side))


def choosable(rules: Rules, table: Table) -> tuple[str, ...]:
    """Return who can be chosen now, in the order of the phase."""
    choice = open_choice(rules, table)
    return () if choice is None else choice.slots


def _candidates(rules: Rules, table: Table, rule: NextRule, left: Sequence[str]) -> list[str]:
    if not left:
        return []
    if not table.walk.side and rule.opens in ("side", "order"):
        top = side_of(rules, table, left[0])
        return [slot for slot in left if rule.opens == "side" and side_of(rules, table, slot) == top] or [
            left[0]
        ]
    if _winner_says(table, rule):
        return list(left)
    shared: dict[str, Any] = {}
    for formula in (rule.candidates, rule.otherwise):
        found = [
            slot
            for slot in left
            if any(
                not c.out and value_of(rules, table, c, formula, shared=shared) for c in table.members(slot)
            )
        ]
        if found:
            return found
    return []


def _chooser(rules: Rules, table: Table, rule: NextRule, slots: Sequence[str]) -> tuple[str, str]:
    """Return who chooses; the GM stands in for who is not there to do it."""
    if _winner_says(table, rule):
        return BY_SIDE, side_of(rules, table, slots[0])
    went = table.walk.went
    if rule.by == BY_LAST and any(not c.out for c in table.members(went)):
        return BY_LAST, went
    if rule.by == BY_SIDE:
        sides = {side_of(rules, table, slot) for slot in slots}
        if len(sides) == 1:
            return BY_SIDE, sides.pop()
    return BY_GM, ""


def _winner_says(table: Table, rule: NextRule) -> bool:
    """Return whether the side at the top of the order says who opens, and that has still to be said."""
    return rule.opens == "winner" and not table.walk.side


# -- whose place has come by -----------------------------------------------------------------------


def is_gone_by(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a place has come by: it stands above the turn that is taken in its place.

    Without one the next place below has come by, and the next one above is not to come. Those who wait stand
    for nothing, if they have not come up in this pass. Who declares now has not declared: a joiner right
    above comes first.
    """
    slots = _order(table, phase).slots
    walk, delay = table.walk, rules.delay
    astray = walk.resumed and delay is not None and delay.place == "stays"
    if walk.active and phase.activity == "act" and not astray:
        under_way = [walk.active, *(turn.slot for turn in walk.interrupted if turn.slot in slots)]
        return slots.index(slot) < max(slots.index(one) for one in under_way)
    out_of_place = walk.active if astray and not _stood_before(table, walk.active) else ""
    counting = [
        other
        for other in slots
        if other == slot
        or (
            other != out_of_place and (_has_stood(table, other) or not is_put_off(rules, table, phase, other))
        )
    ]
    if phase.activity == "declare":  # who is out has not declared either, and nobody waits for it
        counting = [other for other in counting if other == slot or not _is_passed_over(table, other)]
    index = counting.index(slot)
    above, below = counting[:index][-1:], counting[index + 1 :][:1]
    if any(is_to_come(rules, table, phase, other) for other in above):
        return False
    if any(_has_begun(rules, table, phase, side_of(rules, table, other), slot) for other in below):
        return True
    return any(not is_to_come(rules, table, phase, other) for other in below)


def _has_begun(rules: Rules, table: Table, phase: Phase, side: str, slot: str) -> bool:
    """Return whether somebody of another side, which declares in any order, has declared: it is its turn."""
    if phase.activity != "declare" or side == side_of(rules, table, slot):
        return False
    return is_free(rules, table, phase, side) and any(one.done for one in _of_side(rules, table, side))


def _is_passed_over(table: Table, slot: str) -> bool:
    """Return whether nobody in a slot can declare, and nobody has."""
    return all(member.out and not member.done for member in table.members(slot))


def _has_stood(table: Table, slot: str) -> bool:
    """Return whether a slot waits since its place of this pass came up."""
    return _waits_since_its_place(table, table.put_off.get(slot))


def _stood_before(table: Table, slot: str) -> bool:
    """Return whether the turn of a slot that has come in is over, or it waited since its place came up."""
    came = (one for one in table.opening if isinstance(one, ev.PutOffChanged) and one.slot == slot)
    return has_had(table, slot) or any(_waits_since_its_place(table, one.old) for one in came)


def _waits_since_its_place(table: Table, turn: PutOff | None) -> bool:
    if turn is None or turn.kind != "wait":
        return False
    return turn.passes == table.clock.passes and not turn.early
