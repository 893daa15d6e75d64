"""The loop: rounds of phases, phases of passes, passes over an order.

Turns, segments and declarations are the same walk. A turn's beginning is kept, so that a resumed turn can
take it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rulesets.compiled import Phase, Rules
from rulesets.encounter import events as ev
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import (
    GHOST,
    STAGE_OPENING,
    STAGE_ROUND,
    STAGE_START,
)
from rulesets.engine import candidates, declaring, effects, initiative, moments, relations, turns
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling
from rulesets.engine.waiting import must_act

MAX_STEPS = 500
"""Phases and passes that may go by in one command before somebody must be able to act."""


def proceed(ruling: Ruling, answers: Answers | None = None) -> None:
    """Go on until somebody may act, must declare or must roll; keep the beginning of the turn reached."""
    ruling.recording = []
    run(ruling, answers)
    keep_opening(ruling)


def keep_opening(ruling: Ruling) -> None:
    """Keep what has been recorded as the beginning of the present turn.

    Where the order has just been rolled, only what came after: a round that has been rolled for has begun.
    """
    silent = (ev.Told, ev.Flagged, ev.Rolled, ev.Overrode)
    recorded = tuple(event for event in ruling.recording or () if not isinstance(event, silent))
    if any(_rolled(event) for event in recorded):
        begun = [
            at for at, event in enumerate(recorded) if _rolled(event) or isinstance(event, ev.ClockMoved)
        ]
        recorded = recorded[begun[-1] + 1 :]
    ruling.recording = None
    phase = ruling.phase
    if not ruling.draft.walk.active or phase is None or phase.activity != "act":
        recorded = ()
    if recorded != ruling.draft.opening:
        ruling.emit(ev.OpeningKept(ruling.draft.opening, recorded))  # type: ignore[arg-type] # a union


def _rolled(event: ev.Event) -> bool:
    placed = isinstance(event, ev.SlotPlaced) and not event.slot.startswith(GHOST)
    return placed or isinstance(event, ev.OrderMade)


def run(ruling: Ruling, answers: Answers | None = None) -> None:
    """Go on until somebody may act, must declare or must roll, or the GM must close the phase."""
    for _ in range(MAX_STEPS):
        phase = ruling.phase
        if phase is None:
            enter_next(ruling)
        elif phase.activity in ("act", "declare") and all(c.out for c in ruling.draft.combatants.values()):
            ruling.walk(active="")
            return
        elif phase.activity == "roll":
            if roll_is_due(ruling, phase):
                if answers is None:
                    return
                roll(ruling, phase, answers)
                answers = None
            enter_next(ruling)
        elif phase.activity == "declare":
            if declaring.next_one(ruling, phase):
                return
            enter_next(ruling)
        elif phase.activity == "act":
            if next_turn(ruling, phase):
                return
            enter_next(ruling)
        else:
            if phase.closes == "gm":
                return
            enter_next(ruling)
    ruling.walk(active="")


# -- rolling ---------------------------------------------------------------------------------------


def rolls_now(ruling: Ruling, phase: Phase, who: Combatant) -> bool:
    """Return whether a combatant takes part in a roll phase."""
    return bool(ruling.value(phase.who, who))


def roll_is_due(ruling: Ruling, phase: Phase) -> bool:
    """Return whether anybody has to roll in a roll phase."""
    rule = ruling.rules.orders[phase.order]
    order = ruling.draft.orders.get(phase.order)
    for combatant in ruling.draft.combatants.values():
        if rule.rolled == "encounter" and order is not None and combatant.slot in order.places:
            continue
        if rolls_now(ruling, phase, combatant):
            return True
    return False


def roll(ruling: Ruling, phase: Phase, answers: Answers) -> None:
    """Roll a phase's order, or the one that closes it, and make those that go with it."""
    order_id = phase.rolls or phase.order
    taking_part = phase.activity != "roll"
    initiative.make(ruling, order_id, answers, lambda c: taking_part or rolls_now(ruling, phase, c))
    for other, rule in ruling.rules.orders.items():
        if rule.made_with == order_id:
            initiative.make(ruling, other, answers, lambda c: True)
    relations.make(ruling, order_id)
    moments.happen(ruling, "rolled", list(ruling.draft.combatants.values()))


# -- phases and rounds -----------------------------------------------------------------------------


def phases_of(rules: Rules, stage: str) -> list[Phase]:
    """Return the phases of the start, of the surprise round or of every round."""
    return [phase for phase in rules.phases if phase.when == stage]


def enter_next(ruling: Ruling) -> None:
    """Enter the next phase, or begin the next round."""
    clock, old = ruling.draft.clock, ruling.phase
    if old is not None and old.activity == "tick" and ruling.rules.effects_at == "phase":
        effects.end_unkept(ruling)
    if old is not None:
        _pass_by(ruling, old)
    phases = phases_of(ruling.rules, clock.stage)
    ids = [phase.id for phase in phases]
    index = ids.index(clock.phase) + 1 if clock.phase in ids else 0
    if index < len(phases):
        enter(ruling, phases[index])
    elif clock.stage == STAGE_START and clock.surprise:
        ruling.clock(stage=STAGE_OPENING, phase="", round=0)
    else:
        begin_round(ruling)


def begin_round(ruling: Ruling) -> None:
    """Complete the round that is over, if there is one, and begin the next."""
    clock = ruling.draft.clock
    if clock.stage != STAGE_START:
        moments.happen(ruling, "round-end", list(ruling.draft.combatants.values()))
        if ruling.rules.effects_at == "round":
            effects.tick_all(ruling)
    done = clock.completed + (clock.stage != STAGE_START)
    ruling.clock(
        stage=STAGE_ROUND, round=clock.round + 1, phase="", segment=0, completed=done, surprise=False
    )
    for order_id, rule in ruling.rules.orders.items():
        if rule.rolled != "encounter" and order_id in ruling.draft.orders:
            ruling.emit(ev.OrderMade(order_id, ruling.draft.orders[order_id], None))
    moments.happen(ruling, "round", list(ruling.draft.combatants.values()))
    ruling.tell("round-began", round=clock.round + 1)


def enter(ruling: Ruling, phase: Phase) -> None:
    """Begin a phase: its moment, its order, its declarations or countdowns."""
    clock = ruling.draft.clock
    segment = 1 if phase.passes else 0
    ruling.clock(phase=phase.id, segment=segment, passes=clock.passes + 1)
    ruling.walk(active="", cursor="", forced=False, begun=False, together=())
    if phase.choice is not None and phase.choice.anew:
        ruling.walk(went="", side="")
    everybody = list(ruling.draft.combatants.values())
    moments.happen(ruling, "phase", everybody, phase.id)
    if phase.activity == "declare":
        declaring.open_phase(ruling, phase)
    if phase.activity == "tick" and ruling.rules.effects_at == "phase":
        effects.tick_all(ruling)
    if phase.activity in ("declare", "act") and phase.order:
        rule = ruling.rules.orders[phase.order]
        if rule.rolled == "phase":
            initiative.make(ruling, phase.order, Answers(), lambda c: bool(ruling.value(phase.who, c)))
    if phase.activity == "act" and phase.first:
        order = ruling.order_of(phase)
        _arrange(ruling, phase, order.slots)


def _arrange(ruling: Ruling, phase: Phase, slots: Sequence[str]) -> None:
    """Let the order of a phase be ``slots``, those first that go before all others."""
    order = ruling.order_of(phase)
    if phase.first:

        def haste(slot: str) -> int:
            return -min((ruling.number(phase.first, c) for c in ruling.draft.members(slot)), default=0)

        slots = sorted(slots, key=haste)
    if tuple(slots) != order.slots:
        ruling.emit(ev.OrderMade(phase.order, order, replace(order, slots=tuple(slots))))


def next_pass(ruling: Ruling, phase: Phase) -> None:
    """Begin the next pass of a phase; places that delays changed for one pass are as before."""
    clock = ruling.draft.clock
    _pass_by(ruling, phase)
    ruling.clock(segment=clock.segment + 1, passes=clock.passes + 1)
    ruling.walk(active="", cursor="", forced=False, together=())
    delay = ruling.rules.delay
    if delay is None or delay.lasts != "pass":
        return
    order = ruling.order_of(phase)
    listed = {
        slot: index
        for index, slot in enumerate(initiative.slots_of(ruling, ruling.rules.orders[phase.order]))
    }

    def place(slot: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        rolls = tuple(-result for result in order.places[slot].rolls)
        return order.places[slot].keys, rolls, listed.get(slot, len(listed))

    _arrange(ruling, phase, sorted(order.slots, key=place))


# -- turns -----------------------------------------------------------------------------------------


def next_turn(ruling: Ruling, phase: Phase) -> bool:
    """Begin the next turn of the pass, or the next pass. True if the phase goes on (or waits)."""
    for _ in range(MAX_STEPS):
        if _next_chosen(ruling, phase) if phase.choice is not None else _find_turn(ruling, phase):
            return True
        order = ruling.order_of(phase)
        if order.slots:
            ruling.walk(active="", cursor=order.slots[-1])
        if must_act(ruling.rules, ruling.draft) and not _others_go_on(ruling, phase):
            return True
        if not phase.passes or not any(takes_part(ruling, phase, slot) for slot in order.slots):
            return phase.closes == "gm"
        next_pass(ruling, phase)
    return phase.closes == "gm"


def _others_go_on(ruling: Ruling, phase: Phase) -> bool:
    """Return whether a further pass has turns of others, so that who waits need not act in this one."""
    delay = ruling.rules.delay
    if delay is None or delay.until != "phase" or not phase.passes:
        return False
    others = (slot for slot in ruling.order_of(phase).slots if slot not in ruling.draft.put_off)
    return any(takes_part(ruling, phase, slot) for slot in others)


def takes_part(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether anybody in a slot can have a turn in this phase."""
    return candidates.takes_part(ruling.rules, ruling.draft, phase, slot)


def _next_chosen(ruling: Ruling, phase: Phase) -> bool:
    """Wait for somebody to be chosen, or begin the turn for which nobody has to be asked."""
    choice = candidates.open_choice(ruling.rules, ruling.draft)
    slot = candidates.comes_up(ruling.rules, ruling.draft, phase)
    if not slot and choice is not None and choice.begins:
        slot = choice.slots[0]
    if slot:
        come_up(ruling, phase, slot)
    return bool(slot) or choice is not None


def come_up(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Begin the turn of a slot that has come up; one that it has waited for in vain since is lost."""
    put_off = ruling.draft.put_off.get(slot)
    late = put_off is not None and put_off.kind != "wait"
    if put_off is not None and not late:
        ruling.flag("lost-turn", slot)
        ruling.tell("turn-lost", slot=slot)
    open_turn(ruling, phase, slot, late=late)


def _pass_by(ruling: Ruling, phase: Phase) -> None:
    """Let the places count down at which nobody has had a turn in a pass whose turns are chosen."""
    if phase.choice is None:
        return
    for slot in ruling.order_of(phase).slots:
        if ruling.draft.over.get(slot) != ruling.draft.clock.passes and slot not in ruling.draft.put_off:
            effects.tick_place(ruling, slot)
            moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)


def _find_turn(ruling: Ruling, phase: Phase) -> bool:
    order = ruling.order_of(phase)
    cursor = ruling.draft.walk.cursor
    start = order.slots.index(cursor) + 1 if cursor in order.places else 0
    for slot in order.slots[start:]:
        if ruling.draft.over.get(slot) == ruling.draft.clock.passes:
            continue
        if slot.startswith(GHOST):
            ruling.walk(cursor=slot)
            effects.tick_place(ruling, slot)
            continue
        put_off = ruling.draft.put_off.get(slot)
        if put_off is not None and candidates.stays_put_off(ruling.rules, ruling.draft, phase, put_off):
            continue
        late = put_off is not None and put_off.kind != "wait"
        if not takes_part(ruling, phase, slot) and slot not in ruling.draft.walk.together:
            if not late:
                effects.tick_place(ruling, slot)
                relations.end_over(ruling, [c.id for c in ruling.draft.members(slot)], "place")
                moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)
            if put_off is not None:
                ruling.emit(ev.PutOffChanged(slot, put_off, None))
            continue
        come_up(ruling, phase, slot)
        return True
    return False


def open_turn(
    ruling: Ruling,
    phase: Phase,
    slot: str,
    *,
    late: bool = False,
    resumed: bool = False,
    forced: bool = False,
) -> None:
    """Begin a slot's turn. ``late``: it came up before and was put off, so nothing counts down or refills."""
    members = ruling.draft.members(slot)
    put_off = ruling.draft.put_off.get(slot)
    if put_off is not None:
        ruling.emit(ev.PutOffChanged(slot, put_off, None))
    if not late:
        effects.tick_place(ruling, slot)
    ruling.new_notes()
    begun = put_off is not None and put_off.begun
    in_place = not resumed or ruling.rules.delay is None or ruling.rules.delay.moves
    cursor = slot if in_place else ruling.draft.walk.cursor
    together = _together(ruling, phase, slot, late)
    ruling.walk(active=slot, cursor=cursor, forced=forced, begun=begun, together=together)
    ids = [member.id for member in members]
    if late:
        moments.change_states(ruling, "turn", ids, phase.id)
    else:
        moments.happen(ruling, "turn", members, phase.id)
        relations.end_over(ruling, ids, "place")
    turns.lose_readied(ruling, ids)
    relations.end_over(ruling, ids, "turn")
    if phase.listed == "turn":
        if begun:
            turns.unlist(ruling, slot)
        turns.list_turn(ruling, slot)
    ruling.tell("turn-began", slot=slot)


def _together(ruling: Ruling, phase: Phase, slot: str, late: bool) -> tuple[str, ...]:
    """Return the slots that act at the same moment as ``slot`` and have still to act, ``slot`` with them."""
    order, passes = ruling.order_of(phase), ruling.draft.clock.passes
    if late or not ruling.rules.orders[phase.order].together:
        return ()
    group: Sequence[str] = ruling.draft.walk.together
    if slot not in group:
        keys = order.places[slot].keys
        group = [other for other in order.slots if order.places[other].keys == keys]
        group = [other for other in group if takes_part(ruling, phase, other)]
    left = tuple(s for s in group if ruling.draft.over.get(s) != passes and s not in ruling.draft.put_off)
    return left if slot in ruling.draft.walk.together or len(left) > 1 else ()


def close_turn(ruling: Ruling) -> None:
    """End the active slot's turn."""
    phase, slot = ruling.phase, ruling.draft.walk.active
    if phase is None or not slot:
        return
    members = ruling.draft.members(slot)
    if phase.listed == "act" and ruling.draft.notes.acts == 0:
        turns.forgo(ruling, phase, slot)
    for member in members:
        turns.end_turn_of(ruling, member.id)
    moments.happen(ruling, "turn-end", ruling.draft.members(slot), phase.id)
    moments.happen(ruling, "place-over", ruling.draft.members(slot), phase.id)
    turns.turn_over(ruling, slot)
    walk = ruling.draft.walk
    side = candidates.side_of(ruling.rules, ruling.draft, slot)
    ruling.walk(active="", last=slot, went=slot, side=side, taken=walk.taken + 1, forced=False, begun=False)
