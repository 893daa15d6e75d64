"""Acting at another time: delay, resume, ready, trigger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine import (
    coming,
    effects,
    initiative,
    moments,
    moving,
    putting_off,
    rounds,
    sorting,
    spending,
    sustaining,
    turns,
    walk,
)
from rulesets.engine.counts import comes_later
from rulesets.engine.effects import Span
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import ACTED, has_acted, is_able
from rulesets.formula.compiling import compile_formula
from rulesets.table.combatant import Combatant, Readied
from rulesets.table.commands import Delay, Ready, Resume, Trigger
from rulesets.table.encounter import GHOST, Order, PutOff
from rulesets.table.events import PutOffChanged
from rulesets.table.refusal import Code
from rulesets.vocabulary import DelayRule, Phase
from rulesets.vocabulary.rounds import Way

if TYPE_CHECKING:
    from rulesets.table.reasons import CannotDelay


def _delay_rule(ruling: Ruling) -> DelayRule:
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if ruling.rules.delay is None:
        raise ruling.reject(Code.CANNOT_DELAY, "no-delaying")
    return ruling.rules.delay


# -- delay -----------------------------------------------------------------------------------------


NOT_TO: Mapping[Way, CannotDelay] = {
    "after": "no-delay-after",
    "count": "no-delay-count",
    "wait": "no-delay-wait",
}
"""Why a turn cannot be put off that way."""


class Aim(Struct, frozen=True):
    """To where a turn is put off."""

    kind: Way
    after: str
    count: Any
    """As it was given."""
    round: int = 0
    """A later one; 0 is this one."""


def _aim(ruling: Ruling, command: Delay) -> Aim:
    """Return to where a turn is to be put off; in which round is looked at when it may be at all."""
    after = ruling.slot(command.after) if command.after else ""
    return Aim("after" if after else "count" if command.count is not None else "wait", after, command.count)


def decide_delay(ruling: Ruling, command: Delay) -> None:
    """Put the active slot's turn off."""
    slot = ruling.slot(command.who)
    rule, phase = _delay_rule(ruling), ruling.phase
    if phase is None or phase.activity != "act":
        raise ruling.reject(Code.WRONG_PHASE, "no-turns-now")
    aim = _aim(ruling, command)
    if ruling.draft.walk.active != slot:
        if coming.must_act(ruling.rules, ruling.draft) == slot:
            raise ruling.reject(Code.CANNOT_DELAY, "must-go-now", rule.cite, who=slot)
        ruling.forbid(Code.NOT_ACTIVE, "", rule.cite, who=slot, active=ruling.draft.walk.active)
        _rearrange(ruling, rule, phase, slot, replace(aim, round=_checked_round(ruling, command)))
        return
    if slot not in ruling.order_of(phase).places:  # only a file that somebody has changed comes to that
        raise ruling.reject(Code.BAD_VALUE, "no-such-place", who=slot)
    _check_may_delay(ruling, rule, slot)
    kind = aim.kind
    if kind not in rule.to:
        raise ruling.reject(Code.CANNOT_DELAY, NOT_TO[kind], rule.cite)
    aim = replace(aim, round=_checked_round(ruling, command))
    if aim.kind == "after":
        _check_behind(ruling, rule, phase, slot, aim.after)
    if not ruling.draft.walk.late and _ends_by_it(ruling, rule, slot):
        turns.close_turn(ruling)
        rounds.proceed(ruling)
        return
    putting_off.put_off(ruling, phase, aim.kind, aim.after, aim.round)
    _take_place(ruling, rule, phase.order, slot, aim, insists=False)
    _tell(ruling, phase.order, slot, aim)
    putting_off.drop_the_unable(ruling)
    rounds.proceed(ruling)


def _ends_by_it(ruling: Ruling, rule: DelayRule, slot: str) -> bool:
    """Let come what comes with putting a turn off; return whether nobody in the slot can wait after that."""
    able = _can_wait(ruling, slot)
    moments.tick_with_delay(ruling, slot)
    if rule.ends_good:
        effects.end_good(ruling, slot)
    if not able or _can_wait(ruling, slot):
        return False
    ruling.walk(late=True)
    return True


def _can_wait(ruling: Ruling, slot: str) -> bool:
    members = (member for member in ruling.draft.members(slot) if not member.out)
    return any(moments.forbidden_by(ruling.rules, ruling, one, ["delay"]) is None for one in members)


def _tell(ruling: Ruling, order_id: str, slot: str, aim: Aim) -> None:
    count = ruling.draft.orders[order_id].places[slot].count
    ruling.tell("delayed", slot=slot, kind=aim.kind, count=count, after=aim.after, round=aim.round)


def _take_place(
    ruling: Ruling, rule: DelayRule, order_id: str, slot: str, aim: Aim, *, insists: bool
) -> None:
    """Give a slot the place that its turn is put off to; where the GM ``insists`` it may rise, too."""
    if aim.kind == "count":
        count = checked_number(ruling, aim.count, "count")
        if insists:
            moving.count_anew(ruling, order_id, slot, count, start=0, behind_ties=rule.ties == "after")
        else:
            _to_count(ruling, rule, order_id, slot, count, aim.round)
    elif aim.kind == "after":
        _behind(ruling, rule, order_id, slot, aim.after)


def _rearrange(ruling: Ruling, rule: DelayRule, phase: Phase, slot: str, aim: Aim) -> None:
    """The GM insists on another place for somebody who is not active; the turn goes on where it is.

    Whoever has had its turn of the pass has had it, and cannot wait with it any more; nor can anybody with a
    turn that it cannot take. What is put off to a later round does not come up before that.
    """
    order_id = phase.order
    order = ruling.draft.orders.get(order_id) or Order()
    if slot not in order.places or (aim.after and (aim.after == slot or aim.after not in order.places)):
        raise ruling.reject(Code.BAD_VALUE, "no-such-place", who=aim.after or slot)
    _take_place(ruling, rule, order_id, slot, aim, insists=True)
    put_off = ruling.draft.put_off.get(slot)
    able = coming.takes_part(ruling.rules, ruling.draft, phase, slot)
    to_come = able and not coming.has_had(ruling.draft, slot)
    if put_off is not None or (to_come and (aim.kind == "wait" or aim.round)):
        later = PutOff(
            kind=aim.kind,
            since=ruling.draft.walk.taken,
            passes=ruling.draft.clock.passes,
            round=aim.round,
            after=aim.after,
            begun=put_off is not None and put_off.begun,
            early=not coming.has_come_by(ruling.draft, slot) if put_off is None else put_off.early,
        )
        ruling.set_put_off(slot, later)
    _tell(ruling, order_id, slot, aim)
    if aim.kind != "wait" and not ruling.draft.walk.active:
        rounds.proceed(ruling)


def _check_may_delay(ruling: Ruling, rule: DelayRule, slot: str) -> None:
    if ruling.draft.walk.forced:
        ruling.forbid(Code.CANNOT_DELAY, "must-go-now", rule.cite, who=slot)
    if rule.needs and not any(ruling.value(rule.needs, member) for member in ruling.draft.members(slot)):
        if has_acted(ruling.draft) and ACTED in compile_formula(rule.needs).names:
            ruling.forbid(Code.CANNOT_DELAY, "has-acted", rule.cite, who=slot)
        else:
            ruling.forbid(Code.CANNOT_DELAY, "nothing-left", rule.cite, who=slot)
    members = list(ruling.draft.members(slot))  # who of a group lies unconscious keeps nobody from waiting
    for member in [one for one in members if is_able(ruling.rules, ruling.draft, one)] or members:
        forbidden = moments.forbidden_by(ruling.rules, ruling, member, ["delay"])
        if forbidden is not None:
            ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=member.id, cite=forbidden[1])


def _checked_round(ruling: Ruling, command: Delay) -> int:
    if command.round is None:
        return 0
    wanted = checked_number(ruling, command.round, "round", least=ruling.draft.clock.round)
    return wanted if wanted > ruling.draft.clock.round else 0


def _to_count(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, count: int, round_: int) -> None:
    order = ruling.draft.orders[order_id]
    old, index = order.places[slot].count, order.slots.index(slot)
    later = comes_later(ruling.rules.orders[order_id], count, old)
    if not later and (rule.lower == "always" or (rule.lower == "same-round" and not round_)):
        putting_off.forbid_count(ruling, rule, order_id, slot, count, old)
    start = index if later or not round_ else 0
    moving.count_anew(ruling, order_id, slot, count, start=start, behind_ties=rule.ties == "after")


def _check_behind(ruling: Ruling, rule: DelayRule, phase: Phase, slot: str, after: str) -> None:
    """Refuse a place behind one that has had its turn, or has none to come in this pass."""
    order = ruling.order_of(phase)
    if after not in order.places or after == slot:
        raise ruling.reject(Code.BAD_VALUE, "no-such-place", who=after)
    if not coming.can_be_followed(ruling.draft, after):
        ruling.forbid(Code.NOT_LOWER, "has-passed", rule.cite, who=slot, after=after)
    count, old = order.places[after].count + (rule.behind or 0), order.places[slot].count
    later = comes_later(ruling.rules.orders[phase.order], count, old)
    if rule.lower == "always" and rule.behind is not None and not later:
        putting_off.forbid_count(ruling, rule, phase.order, slot, count, old)


def _behind(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, after: str) -> None:
    """Give a slot the place right behind another, among those who wait for the same one."""
    order = ruling.draft.orders[order_id]
    place = order.places[slot]
    if rule.behind is not None:
        count = order.places[after].count + rule.behind
        place = sorting.with_count(ruling.rules.orders[order_id], place, count)
    others = [other for other in order.slots if other != slot]
    index = _queue(ruling, rule, order, slot, after)
    index = initiative.beside_ghosts(ruling, order_id, others, index, place)
    moving.move(ruling, order_id, slot, index, place)


def _queue(ruling: Ruling, rule: DelayRule, order: Order, slot: str, after: str) -> int:
    """Return the index behind ``after`` (without ``slot``), among others that wait for the same place.

    Whoever waits behind one of those comes right behind it, and so before the next of them.
    """
    others = [other for other in order.slots if other != slot]
    index = others.index(after) + 1
    mine = initiative.compared(ruling, rule.same_place, slot)
    for at in range(index, len(others)):
        other = others[at]
        if other.startswith(GHOST):
            continue  # an effect may end between two who wait
        if not initiative.follows_on(ruling, other, after):
            break
        sibling = ruling.draft.put_off[other].after == after
        if sibling and mine < initiative.compared(ruling, rule.same_place, other):
            break
        index = at + 1
    return index


# -- resume ----------------------------------------------------------------------------------------


def decide_resume(ruling: Ruling, command: Resume) -> None:
    """Take a turn that was put off, between two turns or inside of the one under way."""
    slot = ruling.slot(command.who)
    rule, phase = _delay_rule(ruling), ruling.phase
    if phase is None or phase.activity != "act":
        raise ruling.reject(Code.NOT_WAITING, "no-turns-now", who=slot)
    must = coming.must_act(ruling.rules, ruling.draft)
    fresh = not _can_come_back(ruling, phase, slot)
    if fresh:
        _let_in(ruling, phase.order, slot)
    if must and must != slot:
        ruling.forbid(Code.MUST_ACT_FIRST, "", rule.cite, who=slot, first=must)
    won = _contested(ruling, rule, slot, command)
    if not won:
        _come_behind(ruling, rule, phase, slot, command)
        return
    active, round_ = ruling.draft.walk.active, ruling.draft.clock.round
    phase = _make_way(ruling, rule, phase, slot, command.interrupt)
    inside = active if coming.is_interrupted(ruling.draft, active) else ""
    if coming.is_interrupted(ruling.draft, slot):
        ruling.recording = []
        walk.go_on_at_once(ruling, phase, slot)
        rounds.keep_opening(ruling)
        return
    put_off = ruling.draft.put_off.get(slot)
    if fresh:
        put_off = PutOff(kind="wait", since=-1, passes=ruling.draft.clock.passes)
    if put_off is None:
        raise ruling.reject(Code.NOT_WAITING, who=slot)
    alone = bool(must) or (rule.until == "never" and not _others_to_come(ruling, phase))
    ahead = put_off.passes > ruling.draft.clock.passes  # it waits with a turn of the pass that has not begun
    if ahead or (not alone and put_off.since >= ruling.draft.walk.taken):
        ruling.forbid(Code.NOT_WAITING, "nobody-since", rule.cite, who=slot)
    _check_may_resume(ruling, slot)
    ruling.recording = []
    last = putting_off.come_in(ruling, phase, slot, put_off)
    if inside:
        mine, other = _totals(ruling, slot, command)
        ruling.tell("resumed", slot=slot, last=last, inside=inside, mine=mine, other=other)
    elif ruling.draft.clock.round != round_:
        ruling.tell("resumed", slot=slot, last=last, again=ruling.draft.clock.round)
    else:
        ruling.tell("resumed", slot=slot, last=last)
    late = not fresh and not put_off.early
    way = turns.Way.FORCED if must else turns.Way.RESUMED
    turns.open_turn(ruling, phase, slot, way, late=late)
    if won == "together":
        walk.act_together(ruling, slot)
    rounds.keep_opening(ruling)


def _check_may_resume(ruling: Ruling, slot: str) -> None:
    for member in ruling.draft.members(slot):
        forbidden = moments.forbidden_by(ruling.rules, ruling, member, ["resume"])
        if forbidden is not None:
            ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=member.id, cite=forbidden[1])


def _others_to_come(ruling: Ruling, phase: Phase) -> bool:
    """Return whether somebody has still to act in this pass without being called."""
    slots = ruling.order_of(phase).slots
    return any(coming.has_turn_left(ruling.rules, ruling.draft, phase, slot) for slot in slots)


def _make_way(ruling: Ruling, rule: DelayRule, phase: Phase, slot: str, interrupt: bool) -> Phase:
    """Lay the turn under way aside, or take back its beginning if nothing was done in it.

    Returns the phase, which may be an earlier one: a turn's beginning may have begun it.
    """
    now, done = ruling.draft.walk, ruling.draft.notes.done
    if not now.active:
        return phase
    if now.forced and not done and now.active != slot:
        ruling.forbid(Code.MUST_ACT_FIRST, "", rule.cite, who=slot, first=now.active)
    if interrupt and now.active != slot:
        walk.interrupt(ruling, phase)
        return phase
    if done:
        ruling.forbid(Code.TURN_UNDER_WAY, "", rule.cite, who=slot, active=now.active)
        walk.interrupt(ruling, phase)
        return phase
    putting_off.retract_opening(ruling)
    phase = ruling.phase or phase
    first = rounds.lowest_left(ruling, phase)
    if first not in ("", slot):
        ruling.forbid(Code.MUST_ACT_FIRST, "", rule.cite, who=slot, first=first)
    return phase


# -- the contest for coming in inside of another's turn ----------------------------------------------


def _contested(ruling: Ruling, rule: DelayRule, slot: str, command: Resume) -> str:
    """Return how a slot may come in by the opposed rolls: 'first', 'together' or '', which is behind.

    Raises:
        Refused: bad-value if the rolls are not those of a contest, once-only if it was lost already.
    """
    if not command.contest and not command.interrupt:
        return "first"
    if command.contest and not command.interrupt:
        raise ruling.reject(Code.BAD_VALUE, "contest-for-nothing", who=slot)
    totals = {
        ruling.slot(who): checked_number(ruling, total, "contest") for who, total in command.contest.items()
    }
    free = bool(rule.uncontested) and any(
        ruling.value(rule.uncontested, member) for member in ruling.draft.members(slot)
    )
    if free or not ruling.draft.walk.active:
        return "first"
    if slot in ruling.draft.walk.followed_by:
        ruling.forbid(Code.ONCE_ONLY, "contest-lost", rule.cite, who=slot, active=ruling.draft.walk.active)
    if not totals:
        return "first"
    others = [total for who, total in totals.items() if who != slot]
    if slot not in totals or not others:
        raise ruling.reject(Code.BAD_VALUE, "contest-of-one", who=slot)
    if totals[slot] == max(others) and rule.contest_tie == "together":
        return "together"
    return "first" if totals[slot] > max(others) else ""


def _totals(ruling: Ruling, slot: str, command: Resume) -> tuple[int | None, int | None]:
    """Return the opposed rolls: that of who comes in, and the best against it; None where none were made."""
    totals = {ruling.slot(who): total for who, total in command.contest.items()}
    others = [total for who, total in totals.items() if who != slot]
    return (totals[slot], max(others)) if slot in totals and others else (None, None)


def _come_behind(ruling: Ruling, rule: DelayRule, phase: Phase, slot: str, command: Resume) -> None:
    """Let a slot that has lost the contest come in behind the turn under way, by itself."""
    _check_may_resume(ruling, slot)
    if slot not in ruling.draft.put_off:
        raise ruling.reject(Code.NOT_WAITING, who=slot)
    active = ruling.draft.walk.active
    walk.come_behind_active(ruling, slot)
    mine, other = _totals(ruling, slot, command)
    ruling.tell("contest-lost", slot=slot, active=active, mine=mine, other=other)


def _let_in(ruling: Ruling, order_id: str, slot: str) -> None:
    """The GM insists on a turn for somebody who does not wait."""
    able = any(not member.out for member in ruling.draft.members(slot))
    order = ruling.draft.orders.get(order_id) or Order()
    if not able or slot not in order.places or slot == ruling.draft.walk.active:
        raise ruling.reject(Code.NOT_WAITING, who=slot)
    ruling.forbid(Code.NOT_WAITING, who=slot)


def _can_come_back(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a slot waits, or has lost its waiting only by the turn that has just begun.

    Whoever has come in is active and waits no more (002-26).
    """
    able = coming.takes_part(ruling.rules, ruling.draft, phase, slot)
    put_off, now = ruling.draft.put_off.get(slot), ruling.draft.walk
    if put_off is not None:
        return put_off.kind in ("wait", "after") and able
    if not able or (slot == now.active and now.resumed):
        return False
    passes = ruling.draft.clock.passes
    lost = (
        event.old
        for event in ruling.draft.opening
        if isinstance(event, PutOffChanged) and event.slot == slot and event.old is not None
    )
    return any(
        turn.kind == "wait"
        or (turn.kind == "after" and not (slot == now.active and (now.behind or turn.passes == passes)))
        for turn in lost
    )


# -- ready -----------------------------------------------------------------------------------------


def decide_ready(ruling: Ruling, command: Ready) -> None:
    """Ready an action: name it and what sets it off, and pay for it (000-33..35)."""
    who = ruling.combatant(command.who)
    rule = ruling.rules.ready
    if rule is None:
        raise ruling.reject(Code.UNKNOWN_ACTION, "no-readying", name="ready")
    if not command.action.strip() or not command.trigger.strip():
        raise ruling.reject(Code.REQUIREMENT, "ready-needs-both", rule.cite)
    readied = Readied(command.action.strip(), command.trigger.strip(), command.sustained)
    if command.sustained and not ruling.index.sustaining:
        raise ruling.reject(Code.BAD_VALUE, "bad-field", rule.cite, field="sustained")
    spending.check_turn(ruling, who, rule.cost, ["ready", "act", *filter(None, [rule.cost])])
    action = ruling.rules.actions.get(readied.action)
    if action is not None and rule.of and action.cost not in rule.of:
        ruling.forbid(Code.REQUIREMENT, "cannot-be-readied", rule.cite, name=readied.action)
    done_as = rule.kept_up if command.sustained else ""
    if done_as:
        spending.check_done_as(ruling, who, done_as)
    if rule.cost:
        spending.pay(ruling, who.id, rule.cost, {}, cite=rule.cite)
    if done_as:
        spending.count_done_as(ruling, who, done_as)
    if command.sustained:
        sustaining.lose(ruling, who.id)
    ruling.set_readied(who.id, readied)
    if command.sustained:
        effects.begin(ruling, who, readied.action, Span(sustained=True), who.id)
    ruling.note(done=2, acts=ruling.draft.notes.acts + 1)
    moments.change_states(ruling, "act", [who.id], ruling.draft.clock.phase)
    ruling.tell("readied", who=who.id, action=readied.action, trigger=readied.trigger)
    if rule.ends_turn and ruling.draft.walk.active == who.slot:
        turns.close_turn(ruling)
        rounds.proceed(ruling)


def decide_trigger(ruling: Ruling, command: Trigger) -> None:
    """Take a readied action just before what set it off (000-36, 000-37)."""
    who, by = ruling.combatant(command.who), ruling.combatant(command.by)
    rule = ruling.rules.ready
    if rule is None or who.readied is None:
        raise ruling.reject(Code.NOT_WAITING, "nothing-readied", who=who.id)
    if who.out:
        ruling.forbid(Code.STATE_FORBIDS, "out", state=who.out, who=who.id)
    if ruling.draft.walk.active == who.slot:
        ruling.forbid(Code.TURN_UNDER_WAY, "own-turn", rule.cite, who=who.id)
    forbidden = moments.forbidden_by(ruling.rules, ruling, who, ["react"])
    if forbidden is not None:
        ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=who.id, cite=forbidden[1])
    readied = who.readied
    if rule.pays:
        spending.pay(ruling, who.id, rule.pays, {}, cite=rule.cite)
    ruling.set_readied(who.id, None)
    if rule.place != "stays":
        _just_before(ruling, rule.place, who, by)
    spending.take_readied(ruling, who.id, readied.action, by.id)
    ruling.note(triggered=(*ruling.draft.notes.triggered, who.id))
    ruling.tell("triggered", who=who.id, by=by.id, action=readied.action)


def _just_before(ruling: Ruling, place: str, who: Combatant, by: Combatant) -> None:
    order_id = ruling.rules.main_order
    order = ruling.draft.orders.get(order_id)
    if order is None or who.slot == by.slot or not {who.slot, by.slot} <= set(order.places):
        return
    if order.slots.index(who.slot) > order.slots.index(by.slot) and place == "moves-down":
        return
    if coming.shares_place(ruling.draft, who):
        walk.stay_with_group(ruling, who)
        return
    walk.rise(ruling, order_id, who.slot, by.slot)
