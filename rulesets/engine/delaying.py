"""Acting at another time: delay, resume, ready, trigger."""

from __future__ import annotations

from rulesets.compiled import DelayRule, Key
from rulesets.encounter import events as ev
from rulesets.encounter.combatant import Combatant, Readied
from rulesets.encounter.commands import Delay, Ready, Resume, Trigger
from rulesets.encounter.encounter import Order, Place, PutOff
from rulesets.engine import effects, initiative, loop, moments, spending, turns
from rulesets.engine.index import index_of
from rulesets.engine.retract import retract_opening
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.waiting import must_act


def _delay_rule(ruling: Ruling) -> DelayRule:
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject("wrong-phase", "not-running")
    if ruling.rules.delay is None:
        raise ruling.reject("cannot-delay", "no-delaying")
    return ruling.rules.delay


# -- delay -----------------------------------------------------------------------------------------


def decide_delay(ruling: Ruling, command: Delay) -> None:
    """Put the active slot's turn off."""
    slot = ruling.slot(command.who)
    rule = _delay_rule(ruling)
    phase = ruling.phase
    if phase is None or phase.activity != "act":
        raise ruling.reject("wrong-phase", "no-turns-now")
    if ruling.draft.walk.active != slot:
        if must_act(ruling.rules, ruling.draft) == slot:
            raise ruling.reject("cannot-delay", "must-go-now", rule.cite, who=slot)
        ruling.forbid("not-active", "", rule.cite, who=slot, active=ruling.draft.walk.active)
        _rearrange(ruling, rule, phase.order, slot, command)
        return
    _check_may_delay(ruling, rule, slot)
    kind = "after" if command.after else "count" if command.count is not None else "wait"
    if kind not in rule.to:
        raise ruling.reject("cannot-delay", f"no-delay-{kind}", rule.cite)
    notes, walk = ruling.draft.notes, ruling.draft.walk
    begun = walk.begun or notes.done == 2
    round_ = _checked_round(ruling, command)
    after = ruling.slot(command.after) if command.after else ""
    _give_back(ruling, begun)
    if not begun and phase.listed == "turn":
        turns.unlist(ruling, slot)
    if begun:
        ruling.walk(taken=walk.taken + 1)
    count = ruling.draft.orders[phase.order].places[slot].count
    put_off = PutOff(kind, ruling.draft.walk.taken, ruling.draft.clock.passes, round_, after, begun, count)
    if kind == "count":
        _to_count(ruling, rule, phase.order, slot, checked_number(ruling, command.count, "count"), round_)
    elif kind == "after":
        _behind(ruling, rule, phase.order, slot, after)
    ruling.emit(ev.PutOffChanged(slot, None, put_off))
    ruling.walk(active="", forced=False, begun=False)
    count = ruling.draft.orders[phase.order].places[slot].count
    ruling.tell("delayed", slot=slot, kind=kind, count=count, after=after, round=round_)
    loop.proceed(ruling)


def _rearrange(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, command: Delay) -> None:
    """The GM insists on another place for somebody who is not active; the turn goes on where it is."""
    order = ruling.draft.orders[order_id]
    after = ruling.slot(command.after) if command.after else ""
    if slot not in order.places or (after and (after == slot or after not in order.places)):
        raise ruling.reject("bad-value", "no-such-place", who=after or slot)
    put_off = ruling.draft.put_off.get(slot)
    kind = "after" if after else "count" if command.count is not None else "wait"
    if kind == "count":
        count = checked_number(ruling, command.count, "count")
        initiative.move_to_count(ruling, order_id, slot, count, 0, behind_ties=rule.ties == "after")
    elif kind == "after":
        others = [other for other in order.slots if other != slot]
        initiative.move(ruling, order_id, slot, others.index(after) + 1)
        if rule.behind is not None:
            count = order.places[after].count + rule.behind
            place = initiative.with_count(ruling.rules.orders[order_id], order.places[slot], count)
            initiative.set_place(ruling, order_id, slot, place)
    if kind == "wait" or put_off is not None:
        clock, taken = ruling.draft.clock, ruling.draft.walk.taken
        ruling.emit(ev.PutOffChanged(slot, put_off, PutOff(kind, taken, clock.passes, after=after)))
    count = ruling.draft.orders[order_id].places[slot].count
    ruling.tell("delayed", slot=slot, kind=kind, count=count, after=after, round=0)


def _check_may_delay(ruling: Ruling, rule: DelayRule, slot: str) -> None:
    notes = ruling.draft.notes
    if ruling.draft.walk.forced:
        ruling.forbid("cannot-delay", "must-go-now", rule.cite, who=slot)
    if rule.untouched and notes.done == 2:
        ruling.forbid("cannot-delay", "has-acted", rule.cite, who=slot)
    for member in ruling.draft.members(slot):
        forbidden = moments.forbidden_by(ruling.rules, ruling, member, ["delay"])
        if forbidden is not None:
            ruling.forbid("state-forbids", state=forbidden[0], who=member.id, cite=forbidden[1])
    if rule.needs and not any(ruling.value(rule.needs, m) for m in ruling.draft.members(slot)):
        ruling.forbid("cannot-delay", "nothing-left", rule.cite, who=slot)


def _checked_round(ruling: Ruling, command: Delay) -> int:
    if command.round is None:
        return 0
    wanted = checked_number(ruling, command.round, "round", least=ruling.draft.clock.round)
    return wanted if wanted > ruling.draft.clock.round else 0


def _give_back(ruling: Ruling, begun: bool) -> None:
    """Bring back what the beginning of a turn ended that is now not taken (002-17, A002-2)."""
    if begun:
        return
    back = index_of(ruling.rules).back_if_put_off
    for event in ruling.draft.opening:
        if isinstance(event, ev.StateEnded) and event.state in back and event.who in ruling.draft.combatants:
            effects.begin_state(ruling, event.who, event.state)
        elif isinstance(event, ev.RelationChanged) and event.old is not None and event.new is None:
            rule = ruling.rules.relations.get(event.old.name)
            there = {event.old.of, event.old.over} <= set(ruling.draft.combatants)
            if rule is not None and rule.back_if_put_off and there:
                ruling.emit(ev.RelationChanged(event.key, None, event.old))


def _to_count(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, count: int, round_: int) -> None:
    order = ruling.draft.orders[order_id]
    old, index = order.places[slot].count, order.slots.index(slot)
    must_fall = rule.lower == "always" or (rule.lower == "same-round" and not round_)
    if count >= old and must_fall:
        ruling.forbid("not-lower", "", rule.cite, count=count, old=old, who=slot)
    start = index if count < old or not round_ else 0
    initiative.move_to_count(ruling, order_id, slot, count, start, behind_ties=rule.ties == "after")
    _step_off(ruling, order_id, slot)


def _behind(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, after: str) -> None:
    order = ruling.draft.orders[order_id]
    if after not in order.places or after == slot:
        raise ruling.reject("bad-value", "no-such-place", who=after)
    index = order.slots.index(after)
    passed = ruling.draft.over.get(after) == ruling.draft.clock.passes
    if index < order.slots.index(slot) or passed:
        ruling.forbid("not-lower", "has-passed", rule.cite, who=slot, after=after)
    count = order.places[after].count + (rule.behind or 0)
    if rule.lower == "always" and rule.behind is not None and count >= order.places[slot].count:
        ruling.forbid("not-lower", "", rule.cite, count=count, old=order.places[slot].count, who=slot)
    place = order.places[slot]
    if rule.behind is not None:
        place = initiative.with_count(ruling.rules.orders[order_id], place, count)
    initiative.move(ruling, order_id, slot, _queue(ruling, rule, order, slot, after))
    initiative.set_place(ruling, order_id, slot, place)
    _step_off(ruling, order_id, slot)


def _queue(ruling: Ruling, rule: DelayRule, order: Order, slot: str, after: str) -> int:
    """Return the index behind ``after`` (without ``slot``), among others that wait for the same place."""
    others = [other for other in order.slots if other != slot]
    index = others.index(after) + 1
    mine = _compared(ruling, rule.same_place, slot)
    while index < len(others):
        put_off = ruling.draft.put_off.get(others[index])
        if (
            put_off is None
            or put_off.after != after
            or mine < _compared(ruling, rule.same_place, others[index])
        ):
            break
        index += 1
    return index


def _compared(ruling: Ruling, keys: tuple[Key, ...], slot: str) -> tuple[int, ...]:
    members = ruling.draft.members(slot)
    return tuple(
        (-1 if key.descending else 1) * min(ruling.number(key.value, member) for member in members)
        for key in keys
    )


def _step_off(ruling: Ruling, order_id: str, slot: str) -> None:
    """Let the walk stand before a slot that has kept its index but is to come up again."""
    if ruling.draft.walk.cursor == slot:
        slots = ruling.draft.orders[order_id].slots
        index = slots.index(slot)
        initiative.step_back(ruling, slot, slots[index - 1] if index else "")


# -- resume ----------------------------------------------------------------------------------------


def decide_resume(ruling: Ruling, command: Resume) -> None:
    """Take a turn that was put off, between two turns."""
    slot = ruling.slot(command.who)
    rule, phase = _delay_rule(ruling), ruling.phase
    if phase is None or phase.activity != "act":
        raise ruling.reject("not-waiting", "no-turns-now", who=slot)
    active, must = ruling.draft.walk.active, must_act(ruling.rules, ruling.draft)
    fresh = not _can_come_back(ruling, slot)
    if fresh:
        _let_in(ruling, phase.order, slot)
    if must and must != slot:
        ruling.forbid("must-act-first", "", rule.cite, who=slot, first=must)
    if active and ruling.draft.notes.done:
        ruling.forbid("turn-under-way", "", rule.cite, who=slot, active=active)
        _interrupt(ruling, phase.order, slot, active)
    elif active:
        retract_opening(ruling)
    put_off = ruling.draft.put_off.get(slot)
    if put_off is None:
        raise ruling.reject("not-waiting", who=slot)
    if not must and put_off.since >= ruling.draft.walk.taken:
        ruling.forbid("not-waiting", "nobody-since", rule.cite, who=slot)
    for member in ruling.draft.members(slot):
        forbidden = moments.forbidden_by(ruling.rules, ruling, member, ["resume"])
        if forbidden is not None:
            ruling.forbid("state-forbids", state=forbidden[0], who=member.id, cite=forbidden[1])
    ruling.recording = []
    if rule.moves:
        _come_in(ruling, rule, phase.order, slot, put_off)
    ruling.tell("resumed", slot=slot)
    loop.open_turn(ruling, phase, slot, late=not fresh, resumed=True, forced=bool(must))
    loop.keep_opening(ruling)


def _let_in(ruling: Ruling, order_id: str, slot: str) -> None:
    """The GM insists on a turn for somebody who does not wait."""
    able = any(not member.out for member in ruling.draft.members(slot))
    order = ruling.draft.orders.get(order_id) or Order()
    if not able or slot not in order.places or slot == ruling.draft.walk.active:
        raise ruling.reject("not-waiting", who=slot)
    ruling.forbid("not-waiting", who=slot)
    put_off = PutOff("wait", -1, ruling.draft.clock.passes)
    ruling.emit(ev.PutOffChanged(slot, ruling.draft.put_off.get(slot), put_off))


def _can_come_back(ruling: Ruling, slot: str) -> bool:
    """Return whether a slot waits, or has lost its waiting only by the turn that has just begun."""
    put_off = ruling.draft.put_off.get(slot)
    if put_off is not None:
        return put_off.kind in ("wait", "after") and any(not c.out for c in ruling.draft.members(slot))
    return any(
        isinstance(event, ev.PutOffChanged) and event.slot == slot and event.old is not None
        for event in ruling.draft.opening
    )


def _interrupt(ruling: Ruling, order_id: str, slot: str, active: str) -> None:
    """The GM insists on a turn in the middle of another's, which goes on afterwards."""
    put_off = PutOff("after", ruling.draft.walk.taken, ruling.draft.clock.passes, 0, slot, begun=True)
    ruling.emit(ev.PutOffChanged(active, None, put_off))
    slots = ruling.draft.orders[order_id].slots
    index = slots.index(active) if active in slots else 0
    before = slots[index - 1] if index else ""
    ruling.walk(active="", cursor=before, last=before, taken=ruling.draft.walk.taken + 1)


def _come_in(ruling: Ruling, rule: DelayRule, order_id: str, slot: str, put_off: PutOff) -> None:
    """Give a resumed slot the place right behind the last turn taken, with the count that goes with it."""
    order = ruling.draft.orders[order_id]
    last = ruling.draft.walk.last
    place, count = order.places[slot], order.places[slot].count
    if rule.behind is not None and last in order.places and last != slot:
        count = order.places[last].count + rule.behind
        same_round = put_off.passes == ruling.draft.clock.passes
        old = put_off.count if put_off.kind == "after" else place.count
        if count > old and (rule.lower == "always" or (rule.lower == "same-round" and same_round)):
            ruling.forbid("not-lower", "", rule.cite, count=count, old=old, who=slot)
    if last == slot:
        return
    others = [other for other in order.slots if other != slot]
    initiative.move(ruling, order_id, slot, others.index(last) + 1 if last in others else 0)
    if rule.behind is not None and count != place.count:
        new: Place = initiative.with_count(ruling.rules.orders[order_id], place, count)
        initiative.set_place(ruling, order_id, slot, new)


# -- ready -----------------------------------------------------------------------------------------


def decide_ready(ruling: Ruling, command: Ready) -> None:
    """Ready an action: name it and what sets it off, and pay for it (000-33..35)."""
    who = ruling.combatant(command.who)
    rule = ruling.rules.ready
    if rule is None:
        raise ruling.reject("unknown-action", "no-readying", name="ready")
    if not command.action.strip() or not command.trigger.strip():
        raise ruling.reject("requirement", "ready-needs-both", rule.cite)
    readied = Readied(command.action.strip(), command.trigger.strip())
    spending.check_turn(ruling, who, rule.cost, ["ready", "act", rule.cost])
    action = ruling.rules.actions.get(readied.action)
    if action is not None and rule.of and action.cost not in rule.of:
        ruling.forbid("requirement", "cannot-be-readied", rule.cite, name=readied.action)
    spending.pay(ruling, who.id, rule.cost, {}, cite=rule.cite)
    ruling.emit(ev.ReadiedChanged(who.id, who.readied, readied))
    ruling.note(done=2, acts=ruling.draft.notes.acts + 1)
    moments.change_states(ruling, "act", [who.id], ruling.draft.clock.phase)
    ruling.tell("readied", who=who.id, action=readied.action, trigger=readied.trigger)


def decide_trigger(ruling: Ruling, command: Trigger) -> None:
    """Take a readied action just before what set it off (000-36, 000-37)."""
    who, by = ruling.combatant(command.who), ruling.combatant(command.by)
    rule = ruling.rules.ready
    if rule is None or who.readied is None:
        raise ruling.reject("not-waiting", "nothing-readied", who=who.id)
    if who.out:
        ruling.forbid("state-forbids", "out", state=who.out, who=who.id)
    if ruling.draft.walk.active == who.slot:
        ruling.forbid("turn-under-way", "own-turn", rule.cite, who=who.id)
    forbidden = moments.forbidden_by(ruling.rules, ruling, who, ["react"])
    if forbidden is not None:
        ruling.forbid("state-forbids", state=forbidden[0], who=who.id, cite=forbidden[1])
    readied = who.readied
    if rule.pays:
        spending.pay(ruling, who.id, rule.pays, {}, cite=rule.cite)
    ruling.emit(ev.ReadiedChanged(who.id, readied, None))
    if rule.place == "before":
        _just_before(ruling, rule.rise, who, by)
    spending.take_readied(ruling, who.id, readied.action, by.id)
    ruling.note(triggered=(*ruling.draft.notes.triggered, who.id))
    ruling.tell("triggered", who=who.id, by=by.id, action=readied.action)


def _just_before(ruling: Ruling, rise: bool, who: Combatant, by: Combatant) -> None:
    order_id = ruling.rules.main_order
    order = ruling.draft.orders.get(order_id)
    shared = len(ruling.draft.members(who.slot)) > 1
    if order is None or who.slot == by.slot or shared or not {who.slot, by.slot} <= set(order.places):
        return
    mine, theirs = order.slots.index(who.slot), order.slots.index(by.slot)
    if mine > theirs and not rise:
        return
    if ruling.draft.put_off.get(who.slot) is None:
        turns.turn_over(ruling, who.slot)
    others = [slot for slot in order.slots if slot != who.slot]
    initiative.move(ruling, order_id, who.slot, others.index(by.slot))
    order = ruling.draft.orders[order_id]
    rule = ruling.rules.orders[order_id]
    count = order.places[by.slot].count
    if order.places[who.slot].count != count:
        place = initiative.with_count(rule, order.places[who.slot], count)
        initiative.set_place(ruling, order_id, who.slot, place)
