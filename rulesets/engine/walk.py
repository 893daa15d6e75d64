"""Whose turn is next: a pass over an order, and everything that changes who has still to come in it.

Who is still to come is a set of facts about slots (``coming``). So an order may be edited at any time:
whoever joins, leaves, rises or is counted anew moves its slot (``moving``) and says here what becomes of its
turn. What a turn itself brings and takes is told in ``turns``, what comes of one put off in ``putting_off``.

Turns, segments and declarations are walked alike. Going from pass to pass, phase to phase and round to round
is the business of ``rounds``; what was rolled and who beats whom, of ``initiative``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rulesets.engine import effects, initiative, moments, putting_off, sorting, turns
from rulesets.engine.coming import (
    CLOSED,
    EARLIER,
    JOINED_LATE,
    MOVED,
    NOT_ASKED,
    READIED,
    has_come_by,
    has_had,
    has_missed,
    has_turn_left,
    is_gone_by,
    is_interrupted,
    is_to_come,
    open_choice,
    side_of,
    takes_part,
)
from rulesets.engine.moving import bring_along, forget, go_below_ghosts, leave_ghost, move, stand_behind
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import GHOST, Interrupted, Missed
from rulesets.vocabulary import Phase

# -- the next turn ---------------------------------------------------------------------------------


def _comes_up(ruling: Ruling, phase: Phase) -> str:
    """Return the slot that goes on before anybody is chosen: it is behind one that has gone, or ''."""
    for slot in ruling.order_of(phase).slots:
        turn = ruling.draft.put_off.get(slot)
        if turn is None or turn.kind != "after":
            continue
        if has_turn_left(ruling.rules, ruling.draft, phase, slot):
            return slot
    return ""


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
    turns.nobody_acts(ruling, together=(), followed_by=())


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
            last = putting_off.come_in(ruling, phase, slot, turn)
            ruling.tell("resumed", slot=slot, last=last)
            turns.open_turn(ruling, phase, slot, turns.Way.RESUMED, late=not turn.early)
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
    stand_behind(ruling, phase.order, slot, ahead, leader)
    bring_along(ruling, phase.order, slot)
    turns.open_turn(ruling, phase, slot, turns.Way.BEHIND, late=True)
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
            turns.pass_over(ruling, passed)
            passed = {}
        if not is_to_come(ruling.rules, ruling.draft, phase, slot):
            continue
        if _has_its_turn(ruling, phase, slot):
            found = slot
            break
        passed[slot] = turns.without_turn(ruling, slot)
        turns.come_by(ruling, slot)
        behind = _behind_earlier(ruling, phase, slot)
        if behind:
            turns.pass_over(ruling, passed)
            _go_by(ruling, slots, slot)
            return _come_behind(ruling, phase, behind, slot)
    turns.pass_over(ruling, passed)
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
        turns.pass_over(ruling, {slot: turns.without_turn(ruling, slot) for slot in left})
        for slot in left:
            turns.come_by(ruling, slot)
    return bool(found)


def _has_its_turn(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a slot that is to come has its turn: it is able, or acts at the moment of the last one.

    Whoever is taken out in that moment has it all the same.
    """
    if slot not in ruling.draft.walk.together:
        return takes_part(ruling.rules, ruling.draft, phase, slot)
    return any(ruling.value(phase.who, member) for member in ruling.draft.members(slot))


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
            turns.miss(ruling, slot, NOT_ASKED)
        missed = ruling.draft.missed.get(slot)
        replaced = has_missed(ruling.draft, slot) and missed is not None and missed.reason == READIED
        put_off = ruling.draft.put_off.get(slot)
        came_up = put_off is not None and put_off.passes == ruling.draft.clock.passes
        if not replaced and not came_up and not has_had(ruling.draft, slot):
            effects.tick_place(ruling, slot)
            moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)


def come_up(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Begin the turn of a slot that has come up; one that it has waited for in vain since is lost."""
    put_off = ruling.draft.put_off.get(slot)
    late = put_off is not None and turns.comes_late(ruling, put_off)
    if late and put_off is not None and put_off.after:
        go_below_ghosts(ruling, phase.order, slot)
    if put_off is not None and not late:
        putting_off.lose_put_off(ruling, slot)
    way = turns.Way.BEHIND if late and put_off is not None and put_off.kind == "after" else turns.Way.UP
    late = late and put_off is not None and not put_off.early
    turns.open_turn(ruling, phase, slot, way, late=late)


# -- interrupting ----------------------------------------------------------------------------------


def interrupt(ruling: Ruling, phase: Phase) -> None:
    """Lay the active one's turn aside for another one in its midst; it goes on after that."""
    walk = ruling.draft.walk
    turn = Interrupted(walk.active, ruling.draft.notes, walk.forced, walk.begun, walk.late)
    if _is_listed(phase, turn):
        turns.unlist_turn(ruling, walk.active)
    turns.nobody_acts(ruling, interrupted=(turn, *walk.interrupted), taken=walk.taken + 1)


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
    left = ruling.left_open()
    ruling.walk(
        active=turn.slot,
        forced=turn.forced,
        begun=turn.begun,
        resumed=False,
        behind=False,
        late=turn.late,
        interrupted=tuple(rest),
    )
    ruling.set_notes(replace(turn.notes, left=left))
    if _is_listed(phase, turn):
        turns.list_turn(ruling, turn.slot)
    out = all(member.out for member in ruling.draft.members(turn.slot))
    if out and turn.slot not in ruling.draft.walk.together:
        turns.close_turn(ruling)
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
            putting_off.give_up(ruling, phase, slot)
            continue
        if not is_to_come(ruling.rules, ruling.draft, phase, slot):
            continue
        if _has_its_turn(ruling, phase, slot):
            turns.miss(ruling, slot, CLOSED)
        else:
            turns.pass_over(ruling, {slot: turns.without_turn(ruling, slot)})
        turns.come_by(ruling, slot)


def close_interrupted(ruling: Ruling, phase: Phase) -> None:
    """End the turns that were interrupted, where the GM closes the pass before they go on."""
    for turn in ruling.draft.walk.interrupted:
        if _is_listed(phase, turn):
            turns.list_turn(ruling, turn.slot)
        turns.end_turn(ruling, phase, turn.slot)
    ruling.walk(interrupted=())


# -- places in the order ---------------------------------------------------------------------------


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
    if phase is not None and _is_replaced(ruling, phase, slot):
        turns.miss(ruling, slot, READIED)


def stay_with_group(ruling: Ruling, who: Combatant) -> None:
    """Let one of a group have no part in its turn of this pass any more: its readied action was that.

    The place is that of all of them, so it stays where it is.
    """
    phase = ruling.phase
    if phase is not None and _is_replaced(ruling, phase, who.slot) and not has_missed(ruling.draft, who.slot):
        turns.miss(ruling, who.id, READIED)


def _is_replaced(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a readied action replaces a slot's turn: it has still to begin, and is not put off."""
    if phase.activity != "act" or slot == ruling.draft.walk.active or is_interrupted(ruling.draft, slot):
        return False
    return not has_had(ruling.draft, slot) and slot not in ruling.draft.put_off


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
        putting_off.give_up(ruling, phase, slot)
        return
    ruling.set_put_off(slot, None)
    table = ruling.draft
    if not has_had(table, slot) and not has_missed(table, slot) and not is_interrupted(table, slot):
        turns.miss(ruling, slot, MOVED)


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
        late = is_gone_by(ruling.rules, ruling.draft, phase, slot)
    else:
        late = takes_part(ruling.rules, ruling.draft, phase, slot)
    if late:
        turns.miss(ruling, slot, JOINED_LATE)


def _comes_when_it_likes(ruling: Ruling, slot: str) -> bool:
    """Return whether somebody of a slot would come in inside of another's turn without any roll."""
    asked = "" if ruling.rules.delay is None else ruling.rules.delay.uncontested
    return bool(asked) and any(ruling.value(asked, member) for member in ruling.draft.members(slot))


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
            turns.over_for_all(ruling, phase, others)
        turns.nobody_acts(
            ruling, side=side_of(ruling.rules, ruling.draft, slot), taken=walk.taken + 1, went=""
        )
    elif walk.went == slot:
        ruling.walk(went="")
    if is_interrupted(ruling.draft, slot):
        ruling.walk(interrupted=tuple(turn for turn in walk.interrupted if turn.slot != slot))
    for order_id in list(ruling.draft.orders):
        if slot in ruling.draft.orders[order_id].places:
            if leave_ghost(ruling, order_id, slot, had=had, leaves=True) and slot in (
                walk.active,
                walk.went,
            ):
                last = f"{GHOST}{ruling.draft.ghosts}"
            ruling.remove_slot(order_id, slot)
    if last:
        ruling.walk(went=last)
    ruling.set_put_off(slot, None)
    forget(ruling, slot)


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
