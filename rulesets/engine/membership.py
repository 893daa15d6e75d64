"""Who is in the encounter: joining, leaving, being taken out, disabled, able again."""

from __future__ import annotations

from rulesets.engine import (
    as_entered,
    carrying,
    checks,
    effects,
    initiative,
    moments,
    putting_off,
    relations,
    rounds,
    spending,
    stages,
    sustaining,
    turns,
    walk,
)
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.table import events as ev
from rulesets.table.combatant import (
    MAX_COMBATANTS,
    OUT_DEFEATED,
    OUT_DISABLED,
    Combatant,
)
from rulesets.table.commands import Add, Defeat, Disable, Leave, MoveInList, Restore, Rolling
from rulesets.table.encounter import GHOST, SETUP
from rulesets.table.refusal import Code


def decide_add(ruling: Ruling, command: Add) -> None:
    """Join a combatant, before the start or into the running encounter (004-42)."""
    for wave in ruling.draft.waves:
        if not wave.ids.isdisjoint((str(command.combatant.get("id")), str(command.combatant.get("group")))):
            raise ruling.reject(Code.BAD_VALUE, "id-taken", who=str(command.combatant.get("id")))
    join(ruling, command)


def join(ruling: Ruling, command: Add) -> None:
    """Join a combatant, whether it was to come or not."""
    draft = ruling.draft
    given, rolled = as_entered.rolled(ruling, command.combatant)
    combatant = as_entered.read_combatant(ruling, given)
    carried = None if command.carried is None else as_entered.read_carried(ruling, command.carried)
    if carried is not None:
        combatant = carrying.with_numbers(combatant, carried)
    if combatant.id in draft.combatants or any(c.group == combatant.id for c in draft.combatants.values()):
        raise ruling.reject(Code.BAD_VALUE, "id-taken", who=combatant.id)
    if combatant.group in draft.combatants or combatant.id.startswith(GHOST):
        raise ruling.reject(Code.BAD_VALUE, "id-taken", who=combatant.group or combatant.id)
    if len(draft.combatants) >= MAX_COMBATANTS:
        raise ruling.reject(Code.BAD_VALUE, "too-many", most=MAX_COMBATANTS)
    combatant = combatant.having(joined=draft.clock.status != SETUP)
    begun = as_entered.sizes_of(ruling, given)
    ruling.join(combatant)
    for event in rolled:
        ruling.emit(event)
    _fill_vitals(ruling, combatant.id)
    _stand_on_tracks(ruling, combatant.id)
    for state, size in begun.items():
        span = effects.span_of(ruling, state, combatant.id)
        effects.begin(ruling, ruling.combatant(combatant.id), state, span, combatant.id, size)
    stages.settle(ruling)
    if carried is not None:
        carrying.stand(ruling, combatant.id, carried)
    ruling.tell("joined", who=combatant.id)
    if not ruling.running:
        return
    moments.fill_all(ruling, combatant.id)
    moments.happen(ruling, "join", [ruling.combatant(combatant.id)])
    moments.leave_as_entered(ruling, combatant.id)
    _find_places(ruling, command, ruling.combatant(combatant.id))
    go_on(ruling)


def _find_places(ruling: Ruling, command: Add, combatant: Combatant) -> None:
    """Give a joiner its place in every order that takes joiners at once."""
    if isinstance(command.roll, int) or not ruling.rules.decks:
        checked_number(ruling, 0 if command.roll is None else command.roll, "roll")
    rolls = {} if command.roll is None else {combatant.slot: command.roll}
    answers = Answers(Rolling(rolls=rolls, rolloffs=command.rolloffs, coin=command.coin, pick=command.pick))
    for order_id, rule in ruling.rules.orders.items():
        order = ruling.draft.orders.get(order_id)
        if order is None or rule.of == "side" or combatant.slot in order.places:
            continue
        if _is_rolled_for(ruling, order_id):
            continue
        if rule.joins == "place":
            rolls_now = command.roll is not None or rule.roll is None
            if not rolls_now and not _may_roll_now(ruling, order_id, combatant):
                continue
            joining = {combatant.slot: ruling.draft.members(combatant.slot)}
            initiative.put_in(ruling, order_id, joining, answers)
        if order_id == ruling.rules.main_order and combatant.slot in ruling.draft.orders[order_id].places:
            moments.happen(ruling, "placed", ruling.draft.members(combatant.slot), ruling.draft.clock.phase)
        if ruling.phase is not None and ruling.phase.order == order_id:
            walk.judge_joiner(ruling, ruling.phase, combatant.slot)
        initiative.draw_ties(ruling, answers)


def _is_rolled_for(ruling: Ruling, order_id: str) -> bool:
    """Return whether everybody is about to roll: only those who wait on stand in the order as yet."""
    phase, rule = ruling.phase, ruling.rules.orders[order_id]
    return (
        phase is not None
        and phase.activity == "roll"
        and phase.order == order_id
        and rule.rolled == "round"
        and rounds.roll_is_due(ruling, phase)
    )


def _may_roll_now(ruling: Ruling, order_id: str, combatant: Combatant) -> bool:
    """Return whether a joiner rolls at once, rather than with the late ones (A004-19)."""
    if not ruling.draft.clock.surprise:
        return True
    phases = [p for p in ruling.rules.phases if p.activity == "roll" and p.order == order_id]
    return not phases or bool(ruling.value(phases[0].who, combatant))


def _fill_vitals(ruling: Ruling, who: str) -> None:
    """Give a combatant its own numbers for what is counted (hit points), instead of derived ones.

    A formula that comes to anything else for this combatant has no result, and nobody joins with it.
    """
    for key, rule in ruling.rules.stats.items():
        if rule.to_begin_with and ruling.combatant(who).stats.get(key) is None:
            ruling.set_stat(who, key, ruling.exact(key, ruling.combatant(who)))


def _stand_on_tracks(ruling: Ruling, who: str) -> None:
    """Let a combatant be in the states of the steps that it comes with, and out where they say so."""
    for track, place in ruling.combatant(who).tracks.items():
        step = ruling.rules.tracks[track].steps[place.step]
        for state in step.states:
            effects.begin_state(ruling, who, state)
        if step.out:
            ruling.set_out(who, step.out)


# -- leaving and being out -------------------------------------------------------------------------


def decide_leave(ruling: Ruling, command: Leave) -> None:
    """Take a combatant out of the encounter; its effects on others stay where they end (004-207)."""
    who = ruling.combatant(command.who)
    alone = len(ruling.draft.members(who.slot)) == 1
    spending.drop_pending(ruling, who.id)
    checks.close_all(ruling, who.id)
    effects.leave_ties(ruling, who.id)
    sustaining.lose(ruling, who.id)
    relations.end_of(ruling, who.id)
    for effect in [e for e in ruling.draft.effects.values() if e.on == who.id]:
        effects.end(ruling, effect)
    if alone:
        walk.leave(ruling, who.slot)
    ruling.leave(who.id)
    ruling.tell("left", who=who.id, name=who.name)
    if ruling.running:
        go_on(ruling)


def decide_defeat(ruling: Ruling, command: Defeat) -> None:
    """Take a combatant out of the fight; it keeps its place and is passed over."""
    _put_out(ruling, command.who, OUT_DEFEATED)


def decide_disable(ruling: Ruling, command: Disable) -> None:
    """A combatant cannot act for now."""
    _put_out(ruling, command.who, OUT_DISABLED)


def _put_out(ruling: Ruling, ident: str, out: str) -> None:
    who = ruling.combatant(ident)
    if who.out == out:
        raise ruling.reject(Code.BAD_VALUE, "already-out", who=who.id, out=out)
    ruling.set_out(who.id, out)
    ruling.tell(out, who=who.id)
    after_out(ruling, who.id)
    if ruling.running:
        go_on(ruling)


def after_out(ruling: Ruling, ident: str) -> None:
    """What being out takes from a combatant: its pending actions, and if it is defeated the readied one."""
    who = ruling.combatant(ident)
    spending.drop_pending(ruling, who.id)
    if who.out == OUT_DEFEATED:
        ruling.set_readied(who.id, None)


def decide_restore(ruling: Ruling, command: Restore) -> None:
    """A combatant can act again."""
    who = ruling.combatant(command.who)
    if not who.out:
        raise ruling.reject(Code.BAD_VALUE, "not-out", who=who.id)
    ruling.set_out(who.id, "")
    ruling.tell("restored", who=who.id)
    if ruling.running:
        _back_in(ruling, who)
        go_on(ruling)


def _back_in(ruling: Ruling, who: Combatant) -> None:
    """Give whoever was out when an order was made its place again, as a joiner has.

    That is where turns are chosen, and while they declare one after the other.
    """
    phase = ruling.phase
    if phase is None or phase.unordered:
        return
    chosen = (phase.order,) if phase.choice is not None else ()
    compared = ruling.rules.orders if phase.activity == "declare" else ()
    for order_id in dict.fromkeys((*chosen, *compared)):
        order, rule = ruling.draft.orders.get(order_id), ruling.rules.orders[order_id]
        if rule.joins != "place" or rule.of == "side" or (rule.roll is not None and not chosen):
            continue
        if order is not None and who.slot not in order.places:
            answers = Answers()
            initiative.put_in(ruling, order_id, {who.slot: ruling.draft.members(who.slot)}, answers)
            initiative.draw_ties(ruling, answers)


def go_on(ruling: Ruling) -> None:
    """Go on after somebody came, left, or is out: the active turn may be over, or a next one possible.

    When nobody is active and somebody can act again, the next one in the order without a turn this round
    acts at once, also if its place had come by.
    """
    phase, active = ruling.phase, ruling.draft.walk.active
    if phase is not None and phase.activity == "tick":
        return
    if phase is not None and phase.activity == "act":
        together = active in ruling.draft.walk.together
        if together or any(not member.out for member in ruling.draft.members(active)):
            return
        if active:
            turns.close_turn(ruling)
        elif not _was_active(ruling):
            walk.take_back_in(ruling, _came_back(ruling))
    putting_off.drop_the_unable(ruling)
    rounds.proceed(ruling)


def _was_active(ruling: Ruling) -> bool:
    """Return whether somebody was active before this command."""
    first = next((event for event in ruling.events if isinstance(event, ev.Walked)), None)
    return first is not None and bool(first.old.active)


def _came_back(ruling: Ruling) -> list[str]:
    """Return the slots of those who have joined in this command, or can act again."""
    joined = [event.combatant.id for event in ruling.events if isinstance(event, ev.Joined)]
    able = [event.who for event in ruling.events if isinstance(event, ev.OutChanged) and not event.new]
    return [ruling.draft.combatants[who].slot for who in (*joined, *able) if who in ruling.draft.combatants]


def decide_move_in_list(ruling: Ruling, command: MoveInList) -> None:
    """Before the start: put a combatant elsewhere in the list."""
    who = ruling.combatant(command.who)
    if ruling.running:
        ruling.forbid(Code.WRONG_PHASE, "already-running")
    ids = list(ruling.draft.combatants)
    index = checked_number(ruling, command.index, "index", least=0)
    ruling.relist(who.id, min(index, len(ids) - 1))
