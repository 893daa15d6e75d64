"""Whose turn it is: a pass over an order, and everything that changes who has still to come in it.

Where a pass stands is a set of facts about slots, never an index: who has had its turn (``over``), whose
place has come by without one and why (``missed``), whose turn is put off (``put_off``), whose turn was
interrupted and goes on (``walk.interrupted``). Whoever is none of these is still to come, and the first of
them in the order is next. So an order may be edited at any time: whoever delays, comes in, joins, leaves,
rises or is counted anew moves its slot and says here what becomes of its turn.

Turns, segments and declarations are walked alike. Going from pass to pass, phase to phase and round to round
is the business of ``rounds``; what was rolled and who beats whom, of ``initiative``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine import checks, effects, initiative, moments, relations, sorting, stages
from rulesets.engine.dealing import Hand
from rulesets.engine.retract import retract
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import Table, value_of
from rulesets.formula.cards import Card
from rulesets.formula.compiling import as_number
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import (
    GHOST,
    RUNNING,
    STAGE_OPENING,
    Interrupted,
    Missed,
    Order,
    Place,
    PutOff,
    Taken,
)
from rulesets.table.refusal import Code
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
    able = (one for one in table.members(slot) if not one.out)
    if phase.who == EVERYBODY:  # of most phases, and nothing is asked more often
        return any(True for _ in able)
    return any(value_of(rules, table, one, phase.who) for one in able)


def whose_turn(ruling: Ruling, phase: Phase, slot: str) -> list[Combatant]:
    """Return the members that a turn of a slot is one of: before the first round, those who take part."""
    members = ruling.draft.members(slot)
    if phase.when != STAGE_OPENING or phase.who == EVERYBODY:
        return members
    return [member for member in members if ruling.value(phase.who, member)]


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


def loses_in_time(rules: Rules) -> bool:
    """Return whether a turn is lost when pass or phase is over, or its owner takes no part any more."""
    delay = rules.delay
    return delay is not None and delay.until in ("pass", "phase") and delay.then == "lost"


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


def has_to_declare(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether anybody in a slot has not declared and can."""
    return any(not c.done and declares(rules, table, phase, c) for c in table.members(slot))


def declares(rules: Rules, table: Table, phase: Phase, who: Combatant) -> bool:
    """Return whether a combatant has a part in a phase in which everybody declares."""
    return not who.out and (phase.who == "true" or bool(value_of(rules, table, who, phase.who)))


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


def _order(table: Table, phase: Phase) -> Order:
    return table.orders.get(phase.order) or Order()


# -- who waits -------------------------------------------------------------------------------------


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
    if (
        delay.place != "stays"
    ):  # wherever they came in and wait again: it goes by what the order is made of (A001-9)
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
    alone = len(slots) == 1 and rule.alone == "begins"
    return OpenChoice(tuple(slots), by, who, alone or (rule.opens == "order" and not table.walk.side))


def choosable(rules: Rules, table: Table) -> tuple[str, ...]:
    """Return who can be chosen now, in the order of the phase."""
    choice = open_choice(rules, table)
    return () if choice is None else choice.slots


def _candidates(rules: Rules, table: Table, rule: NextRule, left: Sequence[str]) -> list[str]:
    if not left:
        return []
    if not table.walk.side and rule.opens != "choice":
        top = side_of(rules, table, left[0])
        return [slot for slot in left if rule.opens == "side" and side_of(rules, table, slot) == top] or [
            left[0]
        ]
    for formula in (rule.candidates, rule.otherwise):
        found = [
            slot
            for slot in left
            if any(not c.out and value_of(rules, table, c, formula) for c in table.members(slot))
        ]
        if found:
            return found
    return []


def _chooser(rules: Rules, table: Table, rule: NextRule, slots: Sequence[str]) -> tuple[str, str]:
    """Return who chooses; the GM stands in for who is not there to do it."""
    went = table.walk.went
    if rule.by == BY_LAST and any(not c.out for c in table.members(went)):
        return BY_LAST, went
    if rule.by == BY_SIDE:
        sides = {side_of(rules, table, slot) for slot in slots}
        if len(sides) == 1:
            return BY_SIDE, sides.pop()
    return BY_GM, ""


def _comes_up(ruling: Ruling, phase: Phase) -> str:
    """Return the slot that goes on before anybody is chosen: it is behind one that has gone, or ''."""
    for slot in ruling.order_of(phase).slots:
        turn = ruling.draft.put_off.get(slot)
        if turn is None or turn.kind != "after":
            continue
        if has_turn_left(ruling.rules, ruling.draft, phase, slot):
            return slot
    return ""


# -- the next turn ---------------------------------------------------------------------------------


def next_declarer(ruling: Ruling, phase: Phase) -> bool:
    """Let the next one of the declaring order declare; False if nobody is left.

    Nobody loses a declaration by being unable when the others declare: whoever can again is next (A002-6).
    """
    found = ""
    for slot in ruling.order_of(phase).slots:
        if is_to_come(ruling.rules, ruling.draft, phase, slot):
            found = slot
            break
    ruling.walk(active=found)
    return bool(found)


def begin_pass(ruling: Ruling) -> None:
    """Let nobody be active, and nobody follow: a pass begins."""
    _nobody(ruling, together=(), followed_by=())


def next_turn(ruling: Ruling, phase: Phase) -> bool:
    """Begin the turn that is next in the pass, or wait for whoever has to choose; False if nobody is left."""
    if _follow(ruling, phase):
        return True
    if ruling.draft.walk.interrupted:
        return _go_on_with(ruling, phase)
    if phase.choice is None:
        return _first_to_come(ruling, phase)
    choice = open_choice(ruling.rules, ruling.draft)
    slot = _comes_up(ruling, phase)
    if not slot and choice is not None and choice.begins:
        slot = choice.slots[0]
    if slot:
        come_up(ruling, phase, slot)
    return bool(slot) or choice is not None


def _follow(ruling: Ruling, phase: Phase) -> bool:
    """Let the first one that has lost the contest for coming in before the last turn come in now."""
    while ruling.draft.walk.followed_by:
        slot, *rest = ruling.draft.walk.followed_by
        ruling.walk(followed_by=tuple(rest))
        turn = ruling.draft.put_off.get(slot)
        if turn is not None and takes_part(ruling.rules, ruling.draft, phase, slot):
            last = come_in(ruling, phase, slot, turn)
            ruling.tell("resumed", slot=slot, last=last)
            open_turn(ruling, phase, slot, late=not turn.early, resumed=True)
            return True
    return False


def _behind_earlier(ruling: Ruling, phase: Phase, leader: str = "") -> str:
    """Return who has delayed in an earlier round behind one that has had its turn now, or ``leader``, or ''.

    Its own place has not come up yet, so it rises to that one's (E-SRD-09).
    """
    delay = ruling.rules.delay
    if not ruling.draft.put_off or delay is None or delay.until != "place":
        return ""
    put_off, passes = ruling.draft.put_off, ruling.draft.clock.passes
    earlier = {slot: turn for slot, turn in put_off.items() if turn.after and turn.passes != passes}
    found: list[str] = []
    for slot in ruling.order_of(phase).slots if earlier else ():
        turn = earlier.get(slot)
        if turn is None:
            continue
        behind = turn.after == leader if leader else has_had(ruling.draft, turn.after)
        if behind and has_turn_left(ruling.rules, ruling.draft, phase, slot):
            found.append(slot)
    if len(found) < 2:
        return found[0] if found else ""
    after = ruling.draft.put_off[found[0]].after
    same = [slot for slot in found if ruling.draft.put_off[slot].after == after]
    return min(same, key=lambda slot: initiative.compared(ruling, delay.same_place, slot))


def _is_below_others(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether somebody above a slot has still to act, so after a correction of counts."""
    slots = ruling.order_of(phase).slots
    above = slots[: slots.index(slot)]
    return any(has_turn_left(ruling.rules, ruling.draft, phase, other) for other in above)


def _later_goes_first(ruling: Ruling, phase: Phase, earlier: str) -> bool:
    """Return whether somebody who delayed in this pass goes before one who did in an earlier one.

    So it is of two behind the same one if the ruleset's keys for them say so (E-SRD-10), and of whoever is
    behind the one that has just gone first.
    """
    put_off, delay, slots = ruling.draft.put_off, ruling.rules.delay, ruling.order_of(phase).slots
    leader, last = put_off[earlier].after, ruling.draft.walk.went
    below = slots[slots.index(leader) + 1 :]
    after = next((slot for slot in below if has_turn_left(ruling.rules, ruling.draft, phase, slot)), "")
    turn = put_off.get(after)
    if turn is None or delay is None or turn.passes != ruling.draft.clock.passes:
        return False
    if turn.after != leader:
        return turn.after == last
    keys = delay.same_place
    return initiative.compared(ruling, keys, after) <= initiative.compared(ruling, keys, earlier)


def _come_behind(ruling: Ruling, phase: Phase, slot: str, ahead: str) -> bool:
    """Begin a turn that was put off in an earlier round, right behind the last one taken or passed over."""
    leader = ruling.draft.put_off[slot].after
    _stand_behind(ruling, phase.order, slot, ahead, leader)
    _bring_along(ruling, phase.order, slot)
    open_turn(ruling, phase, slot, late=True, behind=True)
    return True


def _first_to_come(ruling: Ruling, phase: Phase) -> bool:
    """Begin the turn of the first slot that is to come; places of those who cannot act come by.

    Who delayed behind one of them in an earlier round comes at that place.
    """
    behind, last = _behind_earlier(ruling, phase), ruling.draft.walk.went
    if behind and not _later_goes_first(ruling, phase, behind):
        ahead, ordered = ruling.draft.put_off[behind].after, ruling.order_of(phase).slots
        if has_had(ruling.draft, last) and last in ordered[ordered.index(ahead) :]:
            ahead = last
        if not _is_below_others(ruling, phase, ahead):
            return _come_behind(ruling, phase, behind, ahead)
    if phase.order in ruling.index.moving:
        return _highest_to_come(ruling, phase)
    over, passes, slots = ruling.draft.over, ruling.draft.clock.passes, ruling.order_of(phase).slots
    passed: dict[str, str] = {}
    found = ""
    for slot in slots:
        if over.get(slot) == passes:
            continue
        if slot in ruling.draft.put_off:  # it may be waiting for one that has just been passed over
            _pass_over(ruling, passed)
            passed = {}
        if not is_to_come(ruling.rules, ruling.draft, phase, slot):
            continue
        if _has_its_turn(ruling, phase, slot):
            found = slot
            break
        passed[slot] = _without_turn(ruling, slot)
        _come_by(ruling, slot)
        behind = _behind_earlier(ruling, phase, slot)
        if behind:
            _pass_over(ruling, passed)
            _go_by(ruling, slots, slot)
            return _come_behind(ruling, phase, behind, slot)
    _pass_over(ruling, passed)
    _go_by(ruling, slots, found)
    if found:
        come_up(ruling, phase, found)
    return bool(found)


def _highest_to_come(ruling: Ruling, phase: Phase) -> bool:
    """Begin the turn of the first that is to come; no place comes by before the pass is over."""
    slots = ruling.order_of(phase).slots
    left = [slot for slot in slots if is_to_come(ruling.rules, ruling.draft, phase, slot)]
    found = next((slot for slot in left if _has_its_turn(ruling, phase, slot)), "")
    if found:
        come_up(ruling, phase, found)
    elif phase.turns != "again":
        _pass_over(ruling, {slot: _without_turn(ruling, slot) for slot in left})
        for slot in left:
            _come_by(ruling, slot)
    return bool(found)


def _has_its_turn(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a slot that is to come has its turn: it is able, or acts at the moment of the last one.

    Whoever is taken out in that moment has it all the same.
    """
    if slot not in ruling.draft.walk.together:
        return takes_part(ruling.rules, ruling.draft, phase, slot)
    return any(ruling.value(phase.who, member) for member in ruling.draft.members(slot))


def _without_turn(ruling: Ruling, slot: str) -> str:
    """Return why nobody in a slot has a turn now that its place has come."""
    outs = {member.out for member in ruling.draft.members(slot)}
    if not outs or "" in outs:
        return NO_PART
    return OUT_DEFEATED if outs == {OUT_DEFEATED} else OUT_DISABLED


def _pass_over(ruling: Ruling, passed: Mapping[str, str]) -> None:
    """Let places have come by without a turn; the log names those who belong to the fight and cannot act."""
    if not passed:
        return
    passes = ruling.draft.clock.passes
    ruling.set_missed({slot: Missed(passes, reason) for slot, reason in passed.items()})
    for slot, reason in passed.items():
        if reason == OUT_DISABLED:
            ruling.tell("turn-missed", slot=slot, reason=reason)


def _come_by(ruling: Ruling, slot: str) -> None:
    """Let a place come by at which nobody has a turn: what counts down there does all the same."""
    put_off = ruling.draft.put_off.get(slot)
    if put_off is None or not _comes_late(ruling, put_off):
        effects.tick_place(ruling, slot)
        effects.tick_end(ruling, slot)
        relations.end_over(ruling, [c.id for c in ruling.draft.members(slot)], "place")
        moments.happen(ruling, "place-over", ruling.draft.members(slot), ruling.draft.clock.phase)
    ruling.set_put_off(slot, None)


def _let_ghosts_pass(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let the places on which nobody acts come by above a slot whose turn begins (003-26)."""
    slots = ruling.order_of(phase).slots if ruling.draft.ghosts and phase.choice is None else ()
    coming: list[str] = []
    for one in slots[: slots.index(slot)] if slot in slots else ():
        if one[0] == GHOST and not has_come_by(ruling.draft, one):
            coming.append(one)
        elif has_turn_left(ruling.rules, ruling.draft, phase, one):
            break
    for ghost in coming:
        _come_by(ruling, ghost)
    _pass_over(ruling, dict.fromkeys(coming, NO_PART))


def _go_by(ruling: Ruling, slots: Sequence[str], before: str = "") -> None:
    """Let what ends at a place count down as the round goes by it, wherever its owner has its turn.

    It goes by all of ``slots``, or those before one of them.

    The turn there may have been taken before (contract/sagas-hub.md 7), or wait for the GM to let it begin.
    """
    if not ruling.rules.effects_stay or not ruling.draft.effects:
        return
    for slot in slots[: slots.index(before)] if before else slots:
        effects.tick_place(ruling, slot)


def pass_by(ruling: Ruling, phase: Phase) -> None:
    """Let places come by at which nobody has had a turn in a pass whose turns are chosen; the log names why.

    A turn that a readied action has replaced does not come up (contract/sagas-hub.md 7).
    """
    if phase.choice is None:
        return
    _go_by(ruling, ruling.order_of(phase).slots)
    for slot in ruling.order_of(phase).slots:
        if has_turn_left(ruling.rules, ruling.draft, phase, slot):
            _miss(ruling, slot, NOT_ASKED)
        missed = ruling.draft.missed.get(slot)
        replaced = has_missed(ruling.draft, slot) and missed is not None and missed.reason == READIED
        put_off = ruling.draft.put_off.get(slot)
        came_up = put_off is not None and put_off.passes == ruling.draft.clock.passes
        if not replaced and not came_up and not has_had(ruling.draft, slot):
            effects.tick_place(ruling, slot)
            moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)


def _comes_late(ruling: Ruling, turn: PutOff) -> bool:
    """Return whether a place that comes up is the one a turn was put off to, not its own of a new round."""
    delay = ruling.rules.delay
    if turn.kind == "count" or (turn.kind == "after" and delay is not None and delay.until == "place"):
        return bool(turn.round) or turn.passes == ruling.draft.clock.passes
    return turn.kind != "wait"


def come_up(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Begin the turn of a slot that has come up; one that it has waited for in vain since is lost."""
    put_off = ruling.draft.put_off.get(slot)
    late = put_off is not None and _comes_late(ruling, put_off)
    if late and put_off is not None and put_off.after:
        _go_below_ghosts(ruling, phase.order, slot)
    if put_off is not None and not late:
        _lose_put_off(ruling, slot)
    behind = late and put_off is not None and put_off.kind == "after"
    late = late and put_off is not None and not put_off.early
    open_turn(ruling, phase, slot, late=late, behind=behind)


# -- a turn ----------------------------------------------------------------------------------------


def open_turn(
    ruling: Ruling,
    phase: Phase,
    slot: str,
    *,
    late: bool = False,
    behind: bool = False,
    resumed: bool = False,
    forced: bool = False,
) -> None:
    """Begin a slot's turn. ``late``: it came up before and was put off: nothing counts down or refills.

    What ends at its place counts down all the same where that comes up now for the first time in the pass:
    the turn was put off in an earlier one, and the place comes by without another (E-SRD-09, A003-8). So does
    what ends with its turn where one waits on over the end of rounds: this is the only one in the pass.
    ``behind``: it was put off behind somebody, who has gone.
    """
    put_off = ruling.draft.put_off.get(slot)
    ruling.set_put_off(slot, None)
    if has_missed(ruling.draft, slot):  # the GM insists; if it is put off it is still to come
        ruling.set_missed({slot: None})
    earlier = put_off is not None and put_off.passes != ruling.draft.clock.passes
    _let_ghosts_pass(ruling, phase, slot)
    if not late or (earlier and (ruling.rules.effects_stay or waits_on(ruling.rules))):
        effects.tick_place(ruling, slot)
    ruling.new_notes()
    begun = put_off is not None and put_off.begun
    ruling.walk(
        active=slot,
        forced=forced,
        begun=begun,
        resumed=resumed,
        behind=behind,
        late=late,
        together=_together(ruling, phase, slot, late),
        counted=_counted(ruling, phase, slot),
    )
    _let_begin(ruling, phase, slot, late=late)
    if not phase.listed_by_act:
        if begun:
            unlist_turn(ruling, slot)
        list_turn(ruling, slot)
    ruling.tell("turn-began", slot=slot)


def _counted(ruling: Ruling, phase: Phase, slot: str) -> int:
    """Return the count at which a slot's turn begins; where it has none, that of the last turn."""
    if sorting.has_count(ruling, phase.order, slot):
        return ruling.order_of(phase).places[slot].count
    return ruling.draft.walk.counted


def _let_begin(ruling: Ruling, phase: Phase, slot: str, *, late: bool) -> None:
    """Let a turn begin for its members; of one that was put off comes only what states make of it."""
    members = whose_turn(ruling, phase, slot)
    ids = [member.id for member in members]
    if late:
        moments.change_states(ruling, "turn", ids, phase.id)
    else:
        for ident in ids if not ruling.index.declares else ():
            ruling.set_declared(ident, ())
        moments.happen(ruling, "turn", members, phase.id)
        checks.ask_saves(ruling, slot, effects.TURN_START)
        relations.end_over(ruling, ids, "place")
    _lose_readied(ruling, ids)
    relations.end_over(ruling, ids, "turn")


def waits_on(rules: Rules) -> bool:
    """Return whether whoever waits goes on waiting over the end of a round."""
    return rules.delay is not None and rules.delay.until == "never"


def tick_waiting(ruling: Ruling) -> None:
    """At the end of a round, count down what ends with the turns of those who have waited all through it."""
    if waits_on(ruling.rules):
        for slot, turn in list(ruling.draft.put_off.items()):
            if turn.kind == "wait" and turn.passes != ruling.draft.clock.passes:
                effects.tick_place(ruling, slot)


def _together(ruling: Ruling, phase: Phase, slot: str, late: bool) -> tuple[str, ...]:
    """Return the slots that act at the same moment as ``slot`` and have still to act, ``slot`` with them."""
    order = ruling.order_of(phase)
    if late or not ruling.rules.orders[phase.order].together:
        return ()
    group: Sequence[str] = ruling.draft.walk.together
    if slot not in group:
        keys = order.places[slot].keys
        group = [other for other in order.slots if order.places[other].keys == keys]
        group = [other for other in group if takes_part(ruling.rules, ruling.draft, phase, other)]
    left = tuple(s for s in group if not has_had(ruling.draft, s) and s not in ruling.draft.put_off)
    return left if slot in ruling.draft.walk.together or len(left) > 1 else ()


def _lose_readied(ruling: Ruling, ids: Sequence[str]) -> None:
    """Take readied actions that were not used by the beginning of the own turn."""
    if ruling.rules.ready is None:
        return
    for each in ids:
        readied = ruling.draft.combatants[each].readied
        if readied is not None:
            ruling.set_readied(each, None)
            ruling.flag("readied-lost", each)
            ruling.tell("readied-lost", who=each, action=readied.action)


def close_turn(ruling: Ruling) -> None:
    """End the active slot's turn."""
    phase, slot = ruling.phase, ruling.draft.walk.active
    if phase is None or not slot:
        return
    if ruling.draft.notes.acts == 0:
        _forgo(ruling, phase, slot)
    ruling.walk(side=side_of(ruling.rules, ruling.draft, slot))  # 'last_side', also at the end of it
    _end_turn(ruling, phase, slot)
    sweep_ghosts(ruling, ruling.rules.main_order)
    _nobody(ruling, went=slot, taken=ruling.draft.walk.taken + 1)


def _end_turn(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let the end of a turn come: what it takes, its moment, and that the slot has had it."""
    for member in ruling.draft.members(slot):
        _take_at_end(ruling, member)
    moments.happen(ruling, "turn-end", whose_turn(ruling, phase, slot), phase.id)
    checks.ask_saves(ruling, slot, effects.TURN_END)
    effects.tick_end(ruling, slot)
    moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)
    if phase.turns != "again":
        ruling.set_over(slot, ruling.draft.clock.passes)
    _over_for_all(ruling, phase, list(ruling.draft.combatants.values()))


def _over_for_all(ruling: Ruling, phase: Phase, those: list[Combatant]) -> None:
    """Let the end of a turn come for those who did not have it, too."""
    if ruling.index.anything_at("turn-over"):
        moments.happen(ruling, "turn-over", those, phase.id)


def _take_at_end(ruling: Ruling, who: Combatant) -> None:
    """Take what the end of its turn takes from a combatant: pools, debts, parts of actions begun long ago."""
    for pool in ruling.index.lost.get("turn-end", ()):
        ruling.set_pool(who.id, pool, 0)
    for pool in who.debts:
        ruling.set_debt(who.id, pool, 0)
    for action, part in who.parts.items():
        if part.round < ruling.draft.clock.round:
            ruling.set_part(who.id, action, None)
            ruling.flag("interrupted", who.id)
            ruling.tell("parts-lost", who=who.id, action=action)


def _forgo(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let happen what happens with a turn without an act (001-95)."""
    for member in list(ruling.draft.members(slot)) if phase.unused else ():
        stages.run(ruling, phase.unused, ruling.draft.combatants[member.id], {})
    if phase.forgone_flags:
        ruling.tell("action-lost", slot=slot)
    stages.settle(ruling)


def _nobody(ruling: Ruling, **changes: object) -> None:
    ruling.walk(active="", forced=False, begun=False, resumed=False, behind=False, late=False, **changes)


def list_turn(ruling: Ruling, slot: str) -> None:
    """Put a turn among those taken, at the end."""
    clock = ruling.draft.clock
    ruling.list_turn(clock.round, Taken(slot, clock.segment))


def unlist_turn(ruling: Ruling, slot: str) -> None:
    """Take a slot's last turn of this round and segment from those taken, if it stands there."""
    clock = ruling.draft.clock
    turns = ruling.draft.acted.get(clock.round, ())
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].slot == slot and turns[index].segment == clock.segment:
            ruling.unlist_turn(clock.round, index)
            return


# -- putting a turn off, and coming in -------------------------------------------------------------


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
        unlist_turn(ruling, slot)
    sweep_ghosts(ruling, ruling.rules.main_order)
    taken = walk.taken + acted
    place, passes = ruling.draft.orders[phase.order].places[slot], ruling.draft.clock.passes
    old = place if kind == "after" else None
    returns = old is not None and not round_ and _stands_again(ruling)
    ghost = _keep_place(ruling, phase.order, slot) if returns else ""
    ruling.set_put_off(slot, PutOff(kind, taken, passes, round_, after, begun, place.count, old, ghost))
    _nobody(ruling, taken=taken, counted=walk.counted if begun else _counted_before(ruling))


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


def stand_again(ruling: Ruling, phase: Phase) -> None:
    """At the beginning of a round, put those back whose turn behind another has not come in the last one.

    A count changes by the turn that is taken on it: the own place comes up, and the turn put off is lost
    there (E-SRD-06, E-SRD-08).
    """
    if not _stands_again(ruling):
        return
    for slot, turn in list(ruling.draft.put_off.items()):
        order = ruling.order_of(phase)
        if turn.place is None or turn.round or slot not in order.places:
            continue
        others = [other for other in order.slots if other != slot]
        lower = (at for at, other in enumerate(others) if _beats(turn.place, order.places[other]))
        kept = others.index(turn.ghost) if turn.ghost in others else next(lower, len(others))
        _move_alone(ruling, phase.order, slot, kept, turn.place)
        ruling.set_put_off(slot, replace(turn, place=None, ghost=""))


def _stands_again(ruling: Ruling) -> bool:
    """Return whether a turn put off is lost when the own place comes up, which is the old one then."""
    delay = ruling.rules.delay
    return delay is not None and delay.until == "place" and delay.place != "pass"


def _keep_place(ruling: Ruling, order_id: str, slot: str) -> str:
    """Keep the place of a slot that goes elsewhere; numbers do not tell where it was.

    It stands right below, so that whatever ends at the place comes first (003-26). '' where no order is kept.
    """
    if order_id != ruling.rules.main_order:
        return ""
    order = ruling.draft.orders[order_id]
    ghost = _place_ghost(ruling, order_id, slot, order.slots.index(slot) + 1)
    ruling.set_missed({ghost: Missed(ruling.draft.clock.passes, NO_PART)})
    return ghost


def _beats(place: Place, other: Place) -> bool:
    """Return whether a place stands above another, as far as their counts and ties tell."""
    return (place.keys, [-roll for roll in place.rolls]) < (other.keys, [-roll for roll in other.rolls])


def retract_opening(ruling: Ruling) -> None:
    """Take back the beginning of the turn that has just begun; nobody is active afterwards.

    If it was the beginning of a pass, too, the pass before it is over for all but those who wait: whoever has
    joined since, or is able again, is not of it.
    """
    begun, opening = ruling.draft.clock.passes, ruling.draft.opening
    if ruling.rules.effects_stay:  # what began since stays on the count it began on
        moved = (event.slot for event in opening if isinstance(event, ev.PlaceChanged))
        for slot in [slot for slot in dict.fromkeys(moved) if ruling.draft.members(slot)]:
            _leave_ghost(ruling, ruling.rules.main_order, slot)
    before = next((event.old for event in opening if isinstance(event, ev.Walked)), None)
    retract(ruling, opening)
    _nobody(ruling)
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
    _forgo(ruling, phase, slot)
    if turn.begun and not phase.listed_by_act:
        unlist_turn(ruling, slot)
        list_turn(ruling, slot)
    for member in ruling.draft.members(slot):
        _take_at_end(ruling, member)
    ruling.set_over(slot, ruling.draft.clock.passes)
    ruling.tell("turn-given-up", slot=slot)


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
            _miss(ruling, slot, WAITED)
    return dropped and not ruling.draft.walk.active


def _end_waiting(ruling: Ruling, slot: str) -> None:
    """End the waiting of a slot; where it might have gone on, somebody able has lost a turn by it."""
    ruling.set_put_off(slot, None)
    if loses_in_time(ruling.rules) and any(not member.out for member in ruling.draft.members(slot)):
        _lose_put_off(ruling, slot)


def _lose_put_off(ruling: Ruling, slot: str) -> None:
    """Say that a turn that was put off is lost; what began in it does not wait for its end."""
    ruling.flag("lost-turn", slot)
    ruling.tell("turn-lost", slot=slot)
    effects.count_from_next(ruling, slot)


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


def _miss(ruling: Ruling, slot: str, reason: str) -> None:
    """Let a slot's place of the pass have come by without a turn, and say why."""
    ruling.set_missed({slot: Missed(ruling.draft.clock.passes, reason)})
    ruling.tell("turn-missed", slot=slot, reason=reason)


def acted_behind(table: Table, slots: Sequence[str], up_to: str) -> str:
    """Return the lowest place above ``up_to`` whose turn of the pass was taken, or ''.

    There the last one was taken, if that one has left. ``slots``: the order without whoever comes in.
    """
    index = slots.index(up_to) if up_to in slots else len(slots)
    return next((slot for slot in reversed(slots[:index]) if has_had(table, slot)), "")


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
    if sorting.is_moving(ruling.rules, phase.order):
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
        if count > old and (rule.lower == "always" or (rule.lower == "same-round" and same_round)):
            ruling.forbid(Code.NOT_LOWER, "", rule.cite, count=count, old=old, who=slot)
        if count != place.count:
            place = sorting.with_count(ruling.rules.orders[phase.order], place, count)
    else:
        place = replace(place, moved=True)
    move(
        ruling, phase.order, slot, initiative.beside_ghosts(ruling, phase.order, others, index, place), place
    )
    return "" if last.startswith(GHOST) else last


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


# -- interrupting ----------------------------------------------------------------------------------


def interrupt(ruling: Ruling, phase: Phase) -> None:
    """Lay the active one's turn aside for another one in its midst; it goes on after that."""
    walk = ruling.draft.walk
    turn = Interrupted(walk.active, ruling.draft.notes, walk.forced, walk.begun, walk.late)
    if _is_listed(phase, turn):
        unlist_turn(ruling, walk.active)
    _nobody(ruling, interrupted=(turn, *walk.interrupted), taken=walk.taken + 1)


def _is_listed(phase: Phase, turn: Interrupted) -> bool:
    """Return whether an interrupted turn is one of those taken: it stands where its last part ends."""
    return not phase.listed_by_act or turn.notes.acts > 0


def act_together(ruling: Ruling, slot: str) -> None:
    """Let a slot that has come in act at the same moment as the one whose turn it interrupts."""
    other = ruling.draft.walk.interrupted[0].slot
    ruling.walk(together=(slot, other))


def come_behind_active(ruling: Ruling, slot: str) -> None:
    """Let a waiting slot come in by itself as soon as the turn under way is over."""
    ruling.walk(followed_by=(*ruling.draft.walk.followed_by, slot))


def go_on_at_once(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let an interrupted turn go on before all others that were, with what it had."""
    turns = sorted(ruling.draft.walk.interrupted, key=lambda turn: turn.slot != slot)
    ruling.walk(interrupted=tuple(turns))
    _go_on_with(ruling, phase)


def _go_on_with(ruling: Ruling, phase: Phase) -> bool:
    """Let the turn go on that was interrupted last, with what it had; False if nobody is left in it."""
    turn, *rest = ruling.draft.walk.interrupted
    ruling.walk(
        active=turn.slot,
        forced=turn.forced,
        begun=turn.begun,
        resumed=False,
        behind=False,
        late=turn.late,
        interrupted=tuple(rest),
    )
    ruling.set_notes(turn.notes)
    if _is_listed(phase, turn):
        list_turn(ruling, turn.slot)
    out = all(member.out for member in ruling.draft.members(turn.slot))
    if out and turn.slot not in ruling.draft.walk.together:
        close_turn(ruling)
        if ruling.recording is not None:  # it is over, also if the turn that begins now is taken back
            ruling.recording = []
        return next_turn(ruling, phase)
    ruling.tell("turn-goes-on", slot=turn.slot)
    return True


def close_pass(ruling: Ruling, phase: Phase) -> None:
    """Close a pass as the GM insists: whoever was still to come has missed it, and its place comes by."""
    for slot in ruling.order_of(phase).slots:
        turn = ruling.draft.put_off.get(slot)
        if turn is not None and turn.kind == "after" and turn.passes == ruling.draft.clock.passes:
            give_up(ruling, phase, slot)
            continue
        if not is_to_come(ruling.rules, ruling.draft, phase, slot):
            continue
        if _has_its_turn(ruling, phase, slot):
            _miss(ruling, slot, CLOSED)
        else:
            _pass_over(ruling, {slot: _without_turn(ruling, slot)})
        _come_by(ruling, slot)


def close_interrupted(ruling: Ruling, phase: Phase) -> None:
    """End the turns that were interrupted, where the GM closes the pass before they go on."""
    for turn in ruling.draft.walk.interrupted:
        if _is_listed(phase, turn):
            list_turn(ruling, turn.slot)
        _end_turn(ruling, phase, turn.slot)
    ruling.walk(interrupted=())


# -- places in the order ---------------------------------------------------------------------------


def move(ruling: Ruling, order_id: str, slot: str, index: int, place: Place) -> None:
    """Give a slot the place at ``index`` of the order without it, and the count and ties of ``place``.

    An effect that ends at the place stays where it began, whether the list changes or not (003-26, A003-8).
    Who delayed behind it comes along, but not once its turn is over and another one was taken between them.
    """
    if sorting.is_moving(ruling.rules, order_id):
        sorting.set_count(ruling, order_id, slot, place.count)
        return
    slots = ruling.draft.orders[order_id].slots
    below = next((one for one in slots[slots.index(slot) + 1 :] if one[0] != GHOST), "")
    over = has_had(ruling.draft, slot) or has_missed(ruling.draft, slot)
    _move_alone(ruling, order_id, slot, index, place)
    if not over or initiative.follows_on(ruling, below, slot):
        _bring_along(ruling, order_id, slot)


def _move_alone(ruling: Ruling, order_id: str, slot: str, index: int, place: Place) -> None:
    order = ruling.draft.orders[order_id]
    old, was = order.slots.index(slot), order.places[slot]
    if index == old and was.count == place.count:
        ruling.set_place(order_id, slot, place)
        return
    if ruling.rules.effects_stay and _leave_ghost(ruling, order_id, slot):
        index += index > old or (index == old and place.keys > was.keys)
    ruling.move_slot(order_id, slot, index)
    ruling.set_place(order_id, slot, place)


def _bring_along(ruling: Ruling, order_id: str, slot: str, seen: tuple[str, ...] = ()) -> str:
    """Let those who delayed behind a slot stand right behind it where it stands now; return the last of them.

    Whoever delayed behind one of them stands right behind that one, before the next of them.
    """
    slots = ruling.draft.orders[order_id].slots
    last = slot
    for one in [one for one in slots if one not in seen and initiative.is_behind(ruling, one, slot)]:
        _stand_behind(ruling, order_id, one, last, slot)
        last = _bring_along(ruling, order_id, one, (*seen, slot))
    return last


def _stand_behind(ruling: Ruling, order_id: str, slot: str, ahead: str, after: str = "") -> None:
    """Give a slot the place right behind ``ahead``, with the count that goes with it.

    ``after``: whom it delayed behind, if others come between.
    """
    rule, order = ruling.rules.delay, ruling.draft.orders[order_id]
    place = order.places[slot]
    if rule is not None and rule.behind is not None:
        count = order.places[after or ahead].count + rule.behind
        place = sorting.with_count(ruling.rules.orders[order_id], place, count)
    others = [other for other in order.slots if other != slot]
    index = initiative.beside_ghosts(ruling, order_id, others, others.index(ahead) + 1, place)
    _move_alone(ruling, order_id, slot, index, place)


def _go_below_ghosts(ruling: Ruling, order_id: str, slot: str) -> None:
    """Let a slot that comes up behind another stand below what has come to end on a higher count since.

    Who waits behind it, or behind the same one, and stands above that, comes along.
    """
    order, put_off = ruling.draft.orders[order_id], ruling.draft.put_off
    whole, at = [other for other in order.slots if other != slot], order.slots.index(slot)
    passes = ruling.draft.clock.passes
    behind = {other for other, turn in put_off.items() if turn.after and turn.passes == passes}
    others = [other for other in whole if other not in behind]
    index = at - len(behind.intersection(whole[:at]))
    below = initiative.beside_ghosts(ruling, order_id, others, index, order.places[slot])
    if below <= index:
        return
    lowest = others[below - 1]
    for one in (slot, *(other for other in whole[at : whole.index(lowest)] if other in behind)):
        slots = [other for other in ruling.draft.orders[order_id].slots if other != one]
        _move_alone(ruling, order_id, one, slots.index(lowest) + 1, ruling.draft.orders[order_id].places[one])
        lowest = one


def _leave_ghost(ruling: Ruling, order_id: str, slot: str, *, had: int = 0, leaves: bool = False) -> bool:
    """Let a place that nobody acts on stay where a slot stands, if effects count down there; say if so.

    What goes by the turns of the slot moves with it unless it ``leaves``. The place has come by in the pass
    if the slot's has. ``had``: the pass of its last turn, which the slot leaves in or after; whoever comes in
    behind the last turn taken comes in behind that place.
    """
    anchored = [
        effect.id
        for effect in ruling.draft.effects.values()
        if effect.anchor == slot and (leaves or not effect.until)
    ]
    if order_id != ruling.rules.main_order or not (anchored or had):
        return False
    if sorting.is_moving(ruling.rules, order_id) and not anchored:
        return False
    order, passes = ruling.draft.orders[order_id], ruling.draft.clock.passes
    ghost = _place_ghost(ruling, order_id, slot, order.slots.index(slot))
    over = had or ruling.draft.over.get(slot, 0)
    ruling.set_over(ghost, over)
    if over != passes and has_come_by(ruling.draft, slot):
        ruling.set_missed({ghost: Missed(passes, NO_PART)})
    for ident in anchored:
        ruling.set_effect(ident, anchor=ghost)
    return True


def _place_ghost(ruling: Ruling, order_id: str, slot: str, index: int) -> str:
    """Put a place on which nobody acts into an order, with the count and ties of a slot."""
    ruling.ghosts(ruling.draft.ghosts + 1)
    ghost = f"{GHOST}{ruling.draft.ghosts}"
    place = replace(ruling.draft.orders[order_id].places[slot], rolls=(), roller="")
    ruling.place_slot(order_id, ghost, index, place)
    return ghost


def sweep_ghosts(ruling: Ruling, order_id: str) -> None:
    """Take out the places of earlier passes at which no effect ends and nobody stands again any more."""
    order = ruling.draft.orders.get(order_id)
    if order is None or not ruling.draft.ghosts:
        return
    kept = {effect.anchor for effect in ruling.draft.effects.values()}
    kept.update(turn.ghost for turn in ruling.draft.put_off.values())
    for slot in [slot for slot in order.slots if slot[0] == GHOST]:
        if slot not in kept and not has_come_by(ruling.draft, slot):
            ruling.remove_slot(order_id, slot)
            _forget(ruling, slot)


def _forget(ruling: Ruling, slot: str) -> None:
    ruling.set_over(slot, 0)
    ruling.set_missed({slot: None})


def count_anew(
    ruling: Ruling, order_id: str, slot: str, count: int, *, start: int, behind_ties: bool, card: str = ""
) -> None:
    """Give a slot another count and the place that goes with it, at ``start`` or later.

    ``card`` is the one that the count is of, where cards are drawn.

    Its turn of the pass stays what it is: whoever has had it has had it, whoever has not will. Only a joiner
    whose place had come by has it back if the new one has not.
    """
    if sorting.is_moving(ruling.rules, order_id):
        sorting.set_count(ruling, order_id, slot, count)
        return
    index, place = initiative.place_at(ruling, order_id, slot, count, start, behind_ties, card)
    move(ruling, order_id, slot, index, place)
    phase, missed = ruling.phase, ruling.draft.missed.get(slot)
    if phase is None or missed is None or missed.reason != JOINED_LATE or not has_missed(ruling.draft, slot):
        return
    if phase.order == order_id and not _is_gone_by(ruling, phase, slot):
        ruling.set_missed({slot: None})


def take_card(ruling: Ruling, order_id: str, slot: str, card: Card) -> None:
    """Give a slot another card, and the place in its order that goes with it."""
    count_anew(ruling, order_id, slot, card.worth, start=0, behind_ties=False, card=card.name)


def draw_one_more(ruling: Ruling, order_id: str, slot: str) -> None:
    """Let a slot draw for an order in which it stands; the better card counts. It is a roll as any."""
    rule, order = ruling.rules.orders[order_id], ruling.draft.orders.get(order_id)
    if order is None or slot not in order.places:
        raise ruling.reject(Code.WRONG_PHASE, "not-rolled-yet", who=slot)
    members = ruling.draft.members(slot)
    take_card(ruling, order_id, slot, Hand(ruling, rule, slot, members).draw_better(order.places[slot].card))
    moments.happen(ruling, "rolled", members)


def rise(ruling: Ruling, order_id: str, slot: str, by: str) -> None:
    """Move a slot right before the one that set off its readied action; it has no regular turn any more.

    E-SRD-13, E-SRD-14: the count becomes that one's. Whoever waits keeps its turn, and so does the one whose
    turn is under way or interrupted: a readied action is none.
    """
    order, rule, phase = ruling.draft.orders[order_id], ruling.rules.orders[order_id], ruling.phase
    others = [other for other in order.slots if other != slot]
    above = order.places[by]
    place = sorting.with_count(rule, order.places[slot], above.count, above.card)
    move(ruling, order_id, slot, others.index(by), place)
    if phase is None or phase.activity != "act":
        return
    begun = slot == ruling.draft.walk.active or is_interrupted(ruling.draft, slot)
    if not begun and not has_had(ruling.draft, slot) and slot not in ruling.draft.put_off:
        _miss(ruling, slot, READIED)


def take_places(ruling: Ruling) -> None:
    """Give those another place whom a rule moves: right before the turn in which that came about.

    Whoever stands there already stays.
    """
    moves, phase = dict(ruling.moves), ruling.phase
    ruling.moves.clear()
    for slot, by in moves.items():
        if phase is None or phase.activity != "act":
            continue
        order = ruling.order_of(phase)
        if slot == by or not {slot, by} <= order.places.keys():
            continue
        others = [other for other in order.slots if other != slot]
        if others.index(by) != order.slots.index(slot):
            rule = ruling.rules.orders[phase.order]
            place = sorting.with_count(rule, order.places[slot], order.places[by].count)
            move(ruling, phase.order, slot, others.index(by), place)
        _lose_turn(ruling, phase, slot)


def _lose_turn(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Take a turn that is still to come in the pass or put off; of one that was begun the rest is gone."""
    turn = ruling.draft.put_off.get(slot)
    if turn is not None and turn.begun and turn.passes == ruling.draft.clock.passes:
        give_up(ruling, phase, slot)
        return
    ruling.set_put_off(slot, None)
    table = ruling.draft
    if not has_had(table, slot) and not has_missed(table, slot) and not is_interrupted(table, slot):
        _miss(ruling, slot, MOVED)


# -- who comes and goes ----------------------------------------------------------------------------


def judge_joiner(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let a joiner whose place has come by in this pass wait for the next one (004-42, 003-16).

    Whoever joins an order that takes nobody until it is made anew waits, too (contract/kaiser.md 12). A place
    does not come by where turns are chosen, nor where the roll waits for everybody's declaration; nor does
    that of somebody who may come in at any moment anyway (CA-06).
    """
    ordered = phase.activity == "act" or (phase.activity == "declare" and not phase.rolls)
    if not ordered or phase.unordered or phase.choice is not None:
        return
    if sorting.has_count(ruling, phase.order, slot) or _comes_when_it_likes(ruling, slot):
        return
    if slot in ruling.order_of(phase).places:
        late = _is_gone_by(ruling, phase, slot)
    else:
        late = takes_part(ruling.rules, ruling.draft, phase, slot)
    if late:
        _miss(ruling, slot, JOINED_LATE)


def _comes_when_it_likes(ruling: Ruling, slot: str) -> bool:
    """Return whether somebody of a slot would come in inside of another's turn without any roll."""
    asked = "" if ruling.rules.delay is None else ruling.rules.delay.uncontested
    return bool(asked) and any(ruling.value(asked, member) for member in ruling.draft.members(slot))


def _is_gone_by(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a place has come by: it stands above the turn that is taken in its place.

    Without one the next place below has come by, and the next one above is not to come. Those who wait stand
    for nothing, if they have not come up in this pass. Who declares now has not declared: a joiner right
    above comes first.
    """
    rules, table, slots = ruling.rules, ruling.draft, ruling.order_of(phase).slots
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


def is_free(rules: Rules, table: Table, phase: Phase, side: str) -> bool:
    """Return whether a side declares in any order (A001-5)."""
    return bool(phase.any_order) and {one.kind for one in _of_side(rules, table, side)} == {phase.any_order}


def _of_side(rules: Rules, table: Table, side: str) -> list[Combatant]:
    side_of = rules.side_of or "side"
    return [one for one in table.combatants.values() if str(value_of(rules, table, one, side_of)) == side]


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


def take_back_in(ruling: Ruling, slots: Iterable[str]) -> None:
    """Let those have their turn who can act again and had missed it, now that nobody else is active."""
    phase = ruling.phase
    if phase is None or phase.activity != "act" or ruling.draft.walk.active:
        return
    for slot in slots:
        if has_missed(ruling.draft, slot) and takes_part(ruling.rules, ruling.draft, phase, slot):
            ruling.set_missed({slot: None})


def leave(ruling: Ruling, slot: str) -> None:
    """Take an empty slot out of all orders and of the pass; where its effects end a ghost stays (004-207).

    So it does where the last turn was taken: whoever comes in behind that comes in there.
    """
    walk, had, last = ruling.draft.walk, 0, ""
    if walk.active == slot or walk.went == slot or has_had(ruling.draft, slot):
        had = ruling.draft.clock.passes if walk.active == slot else ruling.draft.over.get(slot, 0)
    if walk.active == slot:
        phase, others = ruling.phase, [one for one in ruling.draft.combatants.values() if one.slot != slot]
        if phase is not None:
            _over_for_all(ruling, phase, others)
        _nobody(ruling, side=side_of(ruling.rules, ruling.draft, slot), taken=walk.taken + 1, went="")
    elif walk.went == slot:
        ruling.walk(went="")
    if is_interrupted(ruling.draft, slot):
        ruling.walk(interrupted=tuple(turn for turn in walk.interrupted if turn.slot != slot))
    for order_id in list(ruling.draft.orders):
        if slot in ruling.draft.orders[order_id].places:
            if _leave_ghost(ruling, order_id, slot, had=had, leaves=True) and slot in (
                walk.active,
                walk.went,
            ):
                last = f"{GHOST}{ruling.draft.ghosts}"
            ruling.remove_slot(order_id, slot)
    if last:
        ruling.walk(went=last)
    ruling.set_put_off(slot, None)
    _forget(ruling, slot)


def adopt(ruling: Ruling) -> None:
    """Say by facts where a pass stands that an earlier version's journal says by the place reached."""
    walk, phase = ruling.draft.walk, ruling.phase
    if not walk.cursor and not walk.last:
        return
    slots = ruling.order_of(phase).slots if phase is not None else ()
    passed = slots[: slots.index(walk.cursor) + 1] if walk.cursor in slots else ()
    missed: dict[str, Missed | None] = {}
    for slot in passed:
        if phase is not None and phase.activity == "act" and not has_come_by(ruling.draft, slot):
            missed[slot] = Missed(ruling.draft.clock.passes, EARLIER)
    ruling.set_missed(missed)
    ruling.walk(cursor="", last="")
