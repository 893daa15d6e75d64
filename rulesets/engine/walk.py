"""Whose turn it is: a pass over an order, and everything that changes who has still to come in it.

Who is still to come is a set of facts about slots (``coming``). So an order may be edited at any time:
whoever delays, comes in, joins, leaves, rises or is counted anew moves its slot (``moving``) and says here
what becomes of its turn.

Turns, segments and declarations are walked alike. Going from pass to pass, phase to phase and round to round
is the business of ``rounds``; what was rolled and who beats whom, of ``initiative``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from msgspec.structs import replace

from rulesets.engine import checks, effects, initiative, moments, relations, sorting, stages
from rulesets.engine.coming import (
    CLOSED,
    EARLIER,
    EVERYBODY,
    JOINED_LATE,
    MOVED,
    NO_PART,
    NOT_ASKED,
    READIED,
    WAITED,
    acted_behind,
    has_come_by,
    has_had,
    has_missed,
    has_turn_left,
    is_gone_by,
    is_interrupted,
    is_to_come,
    loses_in_time,
    open_choice,
    side_of,
    takes_part,
    waits_on,
)
from rulesets.engine.counts import comes_later, is_moving, rises
from rulesets.engine.moving import (
    bring_along,
    forget,
    go_below_ghosts,
    keep_place,
    leave_ghost,
    move,
    stand_behind,
    stands_again,
    sweep_ghosts,
)
from rulesets.engine.retract import retract
from rulesets.engine.ruling import Ruling
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import (
    GHOST,
    STAGE_OPENING,
    TURN_END,
    TURN_START,
    Interrupted,
    Missed,
    Order,
    PutOff,
    Taken,
)
from rulesets.table.refusal import Code
from rulesets.vocabulary import DelayRule, Phase

# -- the next turn ---------------------------------------------------------------------------------


def whose_turn(ruling: Ruling, phase: Phase, slot: str) -> list[Combatant]:
    """Return the members that a turn of a slot is one of: before the first round, those who take part."""
    members = ruling.draft.members(slot)
    if phase.when != STAGE_OPENING or phase.who == EVERYBODY:
        return members
    return [member for member in members if ruling.value(phase.who, member)]


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
            open_turn(ruling, phase, slot, Way.RESUMED, late=not turn.early)
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
    open_turn(ruling, phase, slot, Way.BEHIND, late=True)
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
        go_below_ghosts(ruling, phase.order, slot)
    if put_off is not None and not late:
        _lose_put_off(ruling, slot)
    way = Way.BEHIND if late and put_off is not None and put_off.kind == "after" else Way.UP
    late = late and put_off is not None and not put_off.early
    open_turn(ruling, phase, slot, way, late=late)


# -- a turn ----------------------------------------------------------------------------------------


class Way(Enum):
    """How a slot comes to its turn."""

    UP = "up"
    """Its place has come up."""
    BEHIND = "behind"
    """It was put off behind somebody, who has gone."""
    RESUMED = "resumed"
    """It was put off, and is taken now."""
    FORCED = "forced"
    """The same, because nobody else may go before it does."""


def open_turn(ruling: Ruling, phase: Phase, slot: str, way: Way, *, late: bool) -> None:
    """Begin a slot's turn. ``late``: it came up before and was put off: nothing counts down or refills.

    What ends at its place counts down all the same where that comes up now for the first time in the pass:
    the turn was put off in an earlier one, and the place comes by without another (E-SRD-09, A003-8). So does
    what ends with its turn where one waits on over the end of rounds: this is the only one in the pass.
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
        forced=way is Way.FORCED,
        begun=begun,
        resumed=way in (Way.RESUMED, Way.FORCED),
        behind=way is Way.BEHIND,
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
        moments.change_states(ruling, "turn-start", ids, phase.id)
    else:
        for ident in ids if not ruling.index.declares else ():
            ruling.set_declared(ident, ())
        moments.happen(ruling, "turn-start", members, phase.id)
        checks.ask_saves(ruling, slot, TURN_START)
        relations.end_over(ruling, ids, "place")
    _lose_readied(ruling, ids)
    relations.end_over(ruling, ids, "turn")


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
        rule = ruling.rules.orders[phase.order]
        keys = sorting.parting(rule, order.places[slot])
        group = [other for other in order.slots if sorting.parting(rule, order.places[other]) == keys]
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
    for pending in ruling.draft.notes.pending:  # nothing comes of what was announced and not carried out
        ruling.tell("resolved", who=pending.who, name=pending.name, cancelled=True)
    _end_turn(ruling, phase, slot)
    sweep_ghosts(ruling, ruling.rules.main_order)
    _nobody(ruling, went=slot, taken=ruling.draft.walk.taken + 1)


def _end_turn(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Let the end of a turn come: what it takes, its moment, and that the slot has had it."""
    for member in ruling.draft.members(slot):
        _take_at_end(ruling, member)
    moments.happen(ruling, "turn-end", whose_turn(ruling, phase, slot), phase.id)
    checks.ask_saves(ruling, slot, TURN_END)
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
        late = is_gone_by(ruling.rules, ruling.draft, phase, slot)
    else:
        late = takes_part(ruling.rules, ruling.draft, phase, slot)
    if late:
        _miss(ruling, slot, JOINED_LATE)


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
            _over_for_all(ruling, phase, others)
        _nobody(ruling, side=side_of(ruling.rules, ruling.draft, slot), taken=walk.taken + 1, went="")
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
