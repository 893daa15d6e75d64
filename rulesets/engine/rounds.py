"""Rounds of phases, and phases of passes: how the fight goes on, and the commands that move it.

Whose turn it is within a pass is said by ``walk``. A turn's beginning is kept here, so that a resumed turn
can take it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rulesets.engine import (
    coming,
    dealing,
    declaring,
    effects,
    initiative,
    moments,
    moving,
    putting_off,
    relations,
    sorting,
    turns,
    uses,
    walk,
)
from rulesets.engine.counts import kept_waiting
from rulesets.engine.evolve import SILENT
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling
from rulesets.formula.work import PHASE
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.commands import EndEncounter, EndTurn, NextPhase, RollInitiative, Start
from rulesets.table.encounter import (
    GHOST,
    OVER,
    RUNNING,
    STAGE_OPENING,
    STAGE_ROUND,
    STAGE_START,
    Order,
    TurnNotes,
    Walk,
)
from rulesets.table.refusal import Code
from rulesets.vocabulary import Phase, find_phase, phases_of
from rulesets.vocabulary.rounds import made_along

MAX_STEPS = 500
"""Phases and passes that may go by in one command before somebody must be able to act."""


def proceed(ruling: Ruling, answers: Answers | None = None) -> None:
    """Go on until somebody may act, must declare or must roll; keep the beginning of the turn reached."""
    ruling.recording = []
    run(ruling, answers)
    keep_opening(ruling)


def keep_opening(ruling: Ruling) -> None:
    """Keep what has been recorded as the beginning of the present turn."""
    recorded = tuple([event for event in ruling.recording or () if type(event) not in SILENT])
    ruling.recording = None
    phase = ruling.phase
    if not ruling.draft.walk.active or phase is None or phase.activity != "act":
        recorded = ()
    ruling.set_opening(recorded)


def _stands(ruling: Ruling) -> bool:
    """Return whether the phase entered now cannot be taken back with its first turn.

    A round that has been rolled for, or for which everybody has declared, has begun, and so has one for which
    the GM has closed the last phase of the round before, if that has no turns to go back to.
    """
    recorded = ruling.recording or ()
    since = next((event.old.phase for event in recorded if isinstance(event, ev.ClockMoved)), "")
    phase = find_phase(ruling.rules, since)
    without_turns = phase is not None and phase.activity != "act"
    return without_turns or any(_rolled(event) for event in recorded)


def _rolled(event: ev.Event) -> bool:
    """Return whether somebody has got a place in an order; those who only stand otherwise had theirs."""
    if isinstance(event, ev.OrderMade):
        return event.old is None or event.new is None or event.old.places != event.new.places
    return isinstance(event, ev.SlotPlaced) and not event.slot.startswith(GHOST)


def run(ruling: Ruling, answers: Answers | None = None, since: int | None = None) -> None:
    """Go on until somebody may act, must declare or must roll, or the GM must close the phase.

    A round begun after ``since`` (default: the present one) in which nobody can do anything is the last one
    that goes by itself.
    """
    first = ruling.draft.clock.round if since is None else since
    for _ in range(MAX_STEPS):
        phase = ruling.phase
        ruling.work.spend(len(ruling.draft.combatants), PHASE, ruling.draft.clock.phase)
        if phase is None:
            enter_next(ruling)
            continue
        everybody_out = all(c.out for c in ruling.draft.combatants.values())
        if phase.activity in ("act", "declare") and everybody_out:
            break
        if phase.activity == "roll" and roll_is_due(ruling, phase):
            if answers is None:
                return
            roll(ruling, phase, answers)
            answers = None
        elif _stays(ruling, phase):
            return
        if ruling.draft.clock.round > first and _is_last(ruling, phase):
            break
        enter_next(ruling)
    ruling.walk(active="")


def _stays(ruling: Ruling, phase: Phase) -> bool:
    """Return whether a phase goes on: somebody acts or declares in it now, or the GM closes it."""
    if phase.activity == "declare":
        return _declaring_goes_on(ruling, phase)
    if phase.activity == "act":
        return _acting_goes_on(ruling, phase)
    return phase.activity == "tick" and phase.closes == "gm"


def _is_last(ruling: Ruling, phase: Phase) -> bool:
    """Return whether a phase is the last one of a round."""
    phases = phases_of(ruling.rules, STAGE_ROUND)
    return ruling.draft.clock.stage == STAGE_ROUND and bool(phases) and phases[-1].id == phase.id


def _declaring_goes_on(ruling: Ruling, phase: Phase) -> bool:
    """Let the next one declare. True if the phase goes on (somebody declares, or its roll is awaited)."""
    awaited = phase.closes == "gm" or bool(phase.rolls)
    if phase.unordered:
        return awaited or bool(coming.undeclared(ruling.rules, ruling.draft, phase))
    return walk.next_declarer(ruling, phase) or awaited


# -- rolling ---------------------------------------------------------------------------------------


def rolls_now(ruling: Ruling, phase: Phase, who: Combatant) -> bool:
    """Return whether a combatant takes part in a roll phase."""
    return bool(ruling.value(phase.who, who))


def roll_is_due(ruling: Ruling, phase: Phase) -> bool:
    """Return whether anybody has to roll in a roll phase."""
    rule = ruling.rules.orders[phase.order]
    order = ruling.draft.orders.get(phase.order)
    stands = kept_waiting(ruling.rules, ruling.draft, phase.order)
    if rule.rolled == "encounter" and order is not None:
        stands = order.places
    for combatant in ruling.draft.combatants.values():
        if combatant.slot in stands:
            continue
        if rolls_now(ruling, phase, combatant):
            return True
    return False


def roll(ruling: Ruling, phase: Phase, answers: Answers) -> None:
    """Roll a phase's order, or the one that closes it, and make those that go with it."""
    order_id = phase.rolls or phase.order
    taking_part = phase.activity != "roll"
    initiative.make(ruling, order_id, answers, lambda c: taking_part or rolls_now(ruling, phase, c))
    along = made_along(ruling.rules.orders, ruling.rules.phases, phase)
    for other in (name for name in ruling.rules.orders if name in along):
        initiative.make(ruling, other, answers, lambda c: True)
    relations.make(ruling, order_id)
    moments.happen(ruling, "rolled", list(ruling.draft.combatants.values()))
    initiative.draw_ties(ruling, answers)


# -- phases and rounds -----------------------------------------------------------------------------


def enter_next(ruling: Ruling) -> None:
    """Enter the next phase, or begin the next round."""
    clock, old = ruling.draft.clock, ruling.phase
    if old is not None and old.activity == "tick" and ruling.rules.effects_tick:
        effects.end_unkept(ruling)
    if old is not None:
        walk.pass_by(ruling, old)
    if old is not None and old.activity == "act":
        turns.leave_undone(ruling, ruling.draft.combatants.values())
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
        effects.tick_round(ruling)
        putting_off.tick_waiting(ruling)
        effects.tick_unplaced(ruling)
        dealing.end_round(ruling)
    done = clock.completed + (clock.stage != STAGE_START)
    ruling.clock(
        stage=STAGE_ROUND, round=clock.round + 1, phase="", segment=0, completed=done, surprise=False
    )
    for order_id, rule in ruling.rules.orders.items():
        if rule.rolled != "encounter" and order_id in ruling.draft.orders:
            kept = kept_waiting(ruling.rules, ruling.draft, order_id)
            ruling.set_order(order_id, Order(tuple(kept), kept) if kept else None)
    moments.happen(ruling, "round-start", list(ruling.draft.combatants.values()))
    ruling.tell("round-began", round=clock.round + 1)


def enter(ruling: Ruling, phase: Phase) -> None:
    """Begin a phase: its moment, its order, its declarations or countdowns."""
    clock = ruling.draft.clock
    segment = 1 if phase.repeats else 0
    ruling.clock(phase=phase.id, segment=segment, passes=clock.passes + 1)
    walk.begin_pass(ruling)
    if phase.choice is not None and phase.choice.anew:
        ruling.walk(went="", side="")
    everybody = list(ruling.draft.combatants.values())
    moments.happen(ruling, "phase-start", everybody, phase.id)
    if phase.activity == "declare":
        declaring.open_phase(ruling, phase)
    if phase.activity == "tick" and ruling.rules.effects_tick:
        effects.tick_all(ruling)
    if phase.activity in ("declare", "act") and phase.order:
        rule = ruling.rules.orders[phase.order]
        if rule.rolled == "phase":
            answers = Answers()
            initiative.make(ruling, phase.order, answers, lambda c: bool(ruling.value(phase.who, c)))
            initiative.draw_ties(ruling, answers)
    if phase.activity in ("roll", "act"):
        moving.stand_again(ruling, phase)
    if phase.activity == "act" and phase.first:
        order = ruling.order_of(phase)
        _arrange(ruling, phase, order.slots)
    if phase.activity == "act" and _stands(ruling):
        ruling.recording = []


def _arrange(ruling: Ruling, phase: Phase, slots: Sequence[str]) -> None:
    """Let the order of a phase be ``slots``, those first that go before all others."""
    order = ruling.order_of(phase)
    if phase.first:
        slots = sorted(slots, key=lambda slot: coming.haste(ruling.rules, ruling.draft, phase, slot))
    if tuple(slots) != order.slots:
        ruling.set_order(phase.order, replace(order, slots=tuple(slots)))


def next_pass(ruling: Ruling, phase: Phase) -> None:
    """Begin the next pass of a phase; places that delays changed for one pass are as before."""
    clock = ruling.draft.clock
    walk.pass_by(ruling, phase)
    ruling.clock(segment=clock.segment + 1, passes=clock.passes + 1)
    walk.begin_pass(ruling)
    delay = ruling.rules.delay
    if delay is None or delay.place != "pass":
        if phase.first:
            _arrange(ruling, phase, ruling.order_of(phase).slots)
        return
    order, everybody = ruling.order_of(phase), replace(ruling.rules.orders[phase.order], rolled="encounter")
    listed = {slot: index for index, slot in enumerate(sorting.slots_of(ruling, everybody))}

    def place(slot: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        rolls = tuple(-result for result in order.places[slot].rolls)
        return order.places[slot].keys, rolls, listed.get(slot, len(listed))

    _arrange(ruling, phase, sorted(order.slots, key=place))


# -- passes ----------------------------------------------------------------------------------------


def _acting_goes_on(ruling: Ruling, phase: Phase) -> bool:
    """Begin the next turn of the pass, or the next pass. True if the phase goes on (or waits)."""
    for _ in range(MAX_STEPS):
        ruling.work.spend(len(ruling.draft.combatants), PHASE, phase.id)
        if walk.next_turn(ruling, phase):
            if not _fell_at_once(ruling):
                return True
            turns.close_turn(ruling)
            continue
        ruling.walk(active="")
        if coming.must_act(ruling.rules, ruling.draft) and not _others_go_on(ruling, phase):
            return True
        _end_pass(ruling, phase)
        slots = ruling.order_of(phase).slots
        if not phase.repeats or not any(_comes_again(ruling, phase, slot) for slot in slots):
            break
        putting_off.lose_waiting(ruling, phase, goes_on=True)
        next_pass(ruling, phase)
    if phase.closes != "gm":
        putting_off.lose_waiting(ruling, phase)
    return phase.closes == "gm"


def _end_pass(ruling: Ruling, phase: Phase) -> None:
    """Let the end of a pass come, once, and let those go who wait and take no part in it any more."""
    passes = ruling.draft.clock.passes
    if not phase.repeats or ruling.draft.walk.ended == passes or not ruling.index.anything_at("pass-end"):
        return
    ruling.walk(ended=passes)
    moments.happen(ruling, "pass-end", list(ruling.draft.combatants.values()), phase.id)
    putting_off.drop_the_unable(ruling)


def _fell_at_once(ruling: Ruling) -> bool:
    """Return whether the beginning of the present turn has put out everybody who shares it."""
    active = ruling.draft.walk.active
    members = ruling.draft.members(active)
    return bool(members) and active not in ruling.draft.walk.together and all(one.out for one in members)


def lowest_left(ruling: Ruling, phase: Phase) -> str:
    """Return the waiting slot that has to go first if only the waiting are left now, or '' (002-26).

    So it may be once a resumed turn is taken back: those who were still to come may be out by then.
    """
    slots = ruling.order_of(phase).slots
    if any(coming.has_turn_left(ruling.rules, ruling.draft, phase, slot) for slot in slots):
        return ""
    if _others_go_on(ruling, phase) or _somebody_comes_behind(ruling, phase):
        return ""
    return coming.must_act(ruling.rules, ruling.draft)


def _somebody_comes_behind(ruling: Ruling, phase: Phase) -> bool:
    """Return whether a turn comes by itself that was put off behind one who waits for nothing."""
    put_off, passes = ruling.draft.put_off, ruling.draft.clock.passes
    return any(
        turn.kind == "after"
        and turn.passes == passes
        and turn.after not in put_off
        and _takes_part(ruling, phase, slot)
        for slot, turn in put_off.items()
    )


def _others_go_on(ruling: Ruling, phase: Phase) -> bool:
    """Return whether a further pass has turns of others, so that who waits need not act in this one."""
    delay = ruling.rules.delay
    if delay is None or delay.until != "phase" or not phase.repeats:
        return False
    others = (slot for slot in ruling.order_of(phase).slots if slot not in ruling.draft.put_off)
    return any(_takes_part(ruling, phase, slot) for slot in others)


def _comes_again(ruling: Ruling, phase: Phase, slot: str) -> bool:
    """Return whether a further pass has a turn of a slot: it takes part, and waits for no later round.

    Who waits on through the passes has none before it comes in.
    """
    put_off = ruling.draft.put_off.get(slot)
    on = coming.waiting_needs_no_end(ruling.rules)
    if put_off is not None and put_off.kind == "wait" and on:
        return False
    later = put_off is not None and put_off.round > ruling.draft.clock.round
    return not later and _takes_part(ruling, phase, slot)


def _takes_part(ruling: Ruling, phase: Phase, slot: str) -> bool:
    return coming.takes_part(ruling.rules, ruling.draft, phase, slot)


# -- commands --------------------------------------------------------------------------------------


def decide_start(ruling: Ruling, command: Start) -> None:
    """Begin the encounter, or another one with the same combatants."""
    if ruling.running:
        raise ruling.reject(Code.WRONG_PHASE, "already-running")
    everybody = list(ruling.draft.combatants.values())
    if not everybody:
        raise ruling.reject(Code.REQUIREMENT, "nobody-there")
    _forget(ruling)
    dealing.lay_out(ruling)
    surprise = bool(ruling.value(ruling.rules.surprise))
    ruling.clock(
        status=RUNNING, stage=STAGE_START, round=0, phase="", segment=0, completed=0, surprise=surprise
    )
    for combatant in everybody:
        moments.fill_all(ruling, combatant.id)
        for tally in combatant.tallies:
            ruling.set_tally(combatant.id, tally, 0)
        uses.forget(ruling, combatant.id, uses.OF_AN_ENCOUNTER)
    moments.happen(ruling, "encounter-start", list(ruling.draft.combatants.values()))
    for combatant in everybody:
        moments.leave_as_entered(ruling, combatant.id)
    ruling.tell("started", surprise=surprise)
    proceed(ruling, Answers(command))


def _forget(ruling: Ruling) -> None:
    """Clear what an earlier encounter of the same combatants has left."""
    for name in list(ruling.draft.orders):
        ruling.set_order(name, None)
    for round_, taken in list(ruling.draft.acted.items()):
        for index in range(len(taken) - 1, -1, -1):
            ruling.unlist_turn(round_, index)
    for slot in sorted(ruling.draft.over):
        ruling.set_over(slot, 0)
    ruling.set_missed(dict.fromkeys(sorted(ruling.draft.missed)))
    for combatant in list(ruling.draft.combatants.values()):
        for action in combatant.parts:
            ruling.set_part(combatant.id, action, None)
        for pool in combatant.debts:
            ruling.set_debt(combatant.id, pool, 0)


def decide_initiative(ruling: Ruling, command: RollInitiative) -> None:
    """Answer the roll that the round asks for."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    answers = Answers(command)
    if phase.activity == "roll":
        proceed(ruling, answers)
        return
    if phase.activity != "declare" or not phase.rolls:
        raise ruling.reject(Code.WRONG_PHASE, "no-roll-now", phase=phase.id)
    open_ones = coming.undeclared(ruling.rules, ruling.draft, phase)
    if open_ones:
        ruling.forbid(Code.NOT_DECLARED, "not-all-declared", who=[c.id for c in open_ones], cite=phase.cite)
    ruling.recording = []
    roll(ruling, phase, answers)
    enter_next(ruling)
    run(ruling)
    keep_opening(ruling)


def decide_end_turn(ruling: Ruling, command: EndTurn) -> None:
    """End a turn; a waiting one that has to act may give its turn up."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if phase.activity != "act":
        raise ruling.reject(Code.WRONG_PHASE, "no-turns-now", phase=phase.id)
    must = coming.must_act(ruling.rules, ruling.draft)
    active = ruling.draft.walk.active
    slot = ruling.slot(command.who) if command.who else active or must
    if slot and slot == active:
        turns.close_turn(ruling)
        ruling.tell("turn-ended", slot=slot)
    elif slot and slot == must:
        putting_off.give_up(ruling, phase, slot)
    elif coming.choosable(ruling.rules, ruling.draft):
        raise ruling.reject(Code.NOT_ACTIVE, "nobody-chosen", phase.cite)
    else:
        raise ruling.reject(Code.NOT_ACTIVE, who=slot, active=active)
    proceed(ruling)


def decide_next_phase(ruling: Ruling, command: NextPhase) -> None:
    """Close the present phase (or segment) once nobody has to do anything in it."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if phase.activity == "roll":
        raise ruling.reject(Code.PHASE_OPEN, "roll-awaited", phase=phase.id)
    if phase.activity == "declare":
        _close_declaring(ruling, phase)
    elif phase.activity == "act":
        if _close_acting(ruling, phase):
            return
        putting_off.lose_waiting(ruling, phase)
    ruling.recording, since = [], ruling.draft.clock.round
    enter_next(ruling)
    run(ruling, since=since)
    keep_opening(ruling)


def _close_declaring(ruling: Ruling, phase: Phase) -> None:
    if phase.rolls:
        raise ruling.reject(Code.PHASE_OPEN, "roll-awaited", phase=phase.id)
    open_ones = coming.undeclared(ruling.rules, ruling.draft, phase)
    if open_ones:
        ruling.forbid(Code.PHASE_OPEN, "not-all-declared", who=[c.id for c in open_ones], cite=phase.cite)
    for combatant in open_ones:
        ruling.set_done(combatant.id, True)


def _close_acting(ruling: Ruling, phase: Phase) -> bool:
    """Close a pass in which nobody has a turn left; True if the pass itself went on to somebody."""
    if not any(not c.out for c in ruling.draft.combatants.values()):
        raise ruling.reject(Code.PHASE_OPEN, "nobody-can-act")
    active, left = ruling.draft.walk.active, coming.choosable(ruling.rules, ruling.draft)
    if active:
        ruling.forbid(Code.PHASE_OPEN, "turn-open", who=active, cite=phase.cite)
        turns.close_turn(ruling)
        walk.close_interrupted(ruling, phase)
    elif left:
        ruling.forbid(Code.PHASE_OPEN, "choice-open", who=list(left), cite=phase.cite)
    if active or left:
        walk.close_pass(ruling, phase)
    delay = ruling.rules.delay
    on = coming.waiting_needs_no_end(ruling.rules)
    slots = [] if on else coming.waiting(ruling.rules, ruling.draft)
    if slots and (delay is None or delay.then != "may-act"):
        ruling.forbid(Code.PHASE_OPEN, "somebody-waits", who=slots[-1], cite=phase.cite)
    for slot in slots:
        putting_off.give_up(ruling, phase, slot)
    everybody = ruling.order_of(phase).slots
    followed = slots and any(
        coming.has_turn_left(ruling.rules, ruling.draft, phase, slot) for slot in everybody
    )
    again = phase.repeats and any(_comes_again(ruling, phase, slot) for slot in everybody)
    if followed or again or (phase.closes != "gm" and (phase.repeats or active or left)):
        proceed(ruling)
        return True
    return False


def decide_end_encounter(ruling: Ruling, command: EndEncounter) -> None:
    """End the encounter: durations, waiting turns and readied actions end with it (004-30, 004-164).

    What lasts until it is ended goes on. Rolls that nobody answered are asked for no more, and it is told.
    """
    if not ruling.running:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    for one in ruling.draft.asked:
        ruling.close_check(one)
        ruling.tell("left-open", who=one.who, check=one.check, name=one.name)
    for effect in list(ruling.draft.effects.values()):
        if not effects.outlasts_encounter(ruling.rules, effect):
            effects.end(ruling, effect)
    for slot in list(ruling.draft.put_off):
        ruling.set_put_off(slot, None)
    for combatant in list(ruling.draft.combatants.values()):
        ruling.set_readied(combatant.id, None)
    for key in list(ruling.draft.relations):
        ruling.set_relation(key, None)
    moments.happen(ruling, "encounter-end", list(ruling.draft.combatants.values()))
    ruling.set_notes(TurnNotes())
    ruling.set_opening(())
    ruling.set_walk(Walk())
    ruling.clock(status=OVER, stage="", phase="", segment=0, surprise=False)
    ruling.tell("ended")
