"""Commands that move the encounter: start, rolls, end of turn, end of phase, end of the encounter."""

from __future__ import annotations

from rulesets.compiled import Phase
from rulesets.encounter import events as ev
from rulesets.encounter.commands import EndEncounter, EndTurn, NextPhase, RollInitiative, Start
from rulesets.encounter.encounter import OVER, RUNNING, STAGE_START, TurnNotes, Walk
from rulesets.engine import declaring, effects, loop, moments, turns
from rulesets.engine.candidates import choosable
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling
from rulesets.engine.waiting import must_act, waiting


def decide_start(ruling: Ruling, command: Start) -> None:
    """Begin the encounter, or another one with the same combatants."""
    if ruling.running:
        raise ruling.reject("wrong-phase", "already-running")
    everybody = list(ruling.draft.combatants.values())
    if not everybody:
        raise ruling.reject("requirement", "nobody-there")
    _forget(ruling)
    surprise = bool(ruling.value(ruling.rules.surprise))
    ruling.clock(
        status=RUNNING, stage=STAGE_START, round=0, phase="", segment=0, completed=0, surprise=surprise
    )
    for combatant in everybody:
        moments.fill_all(ruling, combatant.id)
        for tally in combatant.tallies:
            ruling.set_tally(combatant.id, tally, 0)
        for name in [name for name in combatant.used if name.startswith(("encounter:", "round:", "turn:"))]:
            ruling.set_used(combatant.id, name, 0)
    moments.happen(ruling, "start", list(ruling.draft.combatants.values()))
    for combatant in everybody:
        moments.leave_as_entered(ruling, combatant.id)
    ruling.tell("started", surprise=surprise)
    loop.proceed(ruling, Answers(command))


def _forget(ruling: Ruling) -> None:
    """Clear what an earlier encounter of the same combatants has left."""
    for name, order in list(ruling.draft.orders.items()):
        ruling.emit(ev.OrderMade(name, order, None))
    for round_, taken in list(ruling.draft.acted.items()):
        for index in range(len(taken) - 1, -1, -1):
            turn = taken[index]
            ruling.emit(ev.TurnUnlisted(round_, turn.slot, turn.segment, index))
    for slot, passes in list(ruling.draft.over.items()):
        ruling.emit(ev.TurnOver(slot, passes, 0))
    for combatant in list(ruling.draft.combatants.values()):
        for action, part in combatant.parts.items():
            ruling.emit(ev.PartsChanged(combatant.id, action, part, None))
        for pool, debt in combatant.debts.items():
            ruling.emit(ev.DebtChanged(combatant.id, pool, debt, 0))


def decide_initiative(ruling: Ruling, command: RollInitiative) -> None:
    """Answer the roll that the round asks for."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject("wrong-phase", "not-running")
    answers = Answers(command)
    if phase.activity == "roll":
        loop.proceed(ruling, answers)
        return
    if phase.activity != "declare" or phase.closes != "roll":
        raise ruling.reject("wrong-phase", "no-roll-now", phase=phase.id)
    open_ones = declaring.undeclared(ruling, phase)
    if open_ones:
        ruling.forbid("not-declared", "not-all-declared", who=[c.id for c in open_ones], cite=phase.cite)
    ruling.recording = []
    loop.roll(ruling, phase, answers)
    loop.enter_next(ruling)
    loop.run(ruling)
    loop.keep_opening(ruling)


def decide_end_turn(ruling: Ruling, command: EndTurn) -> None:
    """End a turn; a waiting one that has to act may give its turn up."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject("wrong-phase", "not-running")
    if phase.activity != "act":
        raise ruling.reject("wrong-phase", "no-turns-now", phase=phase.id)
    must = must_act(ruling.rules, ruling.draft)
    active = ruling.draft.walk.active
    slot = ruling.slot(command.who) if command.who else active or must
    if slot and slot == active:
        loop.close_turn(ruling)
        ruling.tell("turn-ended", slot=slot)
    elif slot and slot == must:
        _give_up(ruling, phase, slot)
    elif choosable(ruling.rules, ruling.draft):
        raise ruling.reject("not-active", "nobody-chosen", phase.cite)
    else:
        raise ruling.reject("not-active", who=slot, active=active)
    loop.proceed(ruling)


def _give_up(ruling: Ruling, phase: Phase, slot: str) -> None:
    put_off = ruling.draft.put_off[slot]
    ruling.emit(ev.PutOffChanged(slot, put_off, None))
    turns.forgo(ruling, phase, slot)
    for member in ruling.draft.members(slot):
        turns.end_turn_of(ruling, member.id)
    turns.turn_over(ruling, slot)
    ruling.tell("turn-given-up", slot=slot)


def decide_next_phase(ruling: Ruling, command: NextPhase) -> None:
    """Close the present phase (or segment) once nobody has to do anything in it."""
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject("wrong-phase", "not-running")
    if phase.activity == "roll":
        raise ruling.reject("phase-open", "roll-awaited", phase=phase.id)
    if phase.activity == "declare":
        _close_declaring(ruling, phase)
    elif phase.activity == "act" and _close_acting(ruling, phase):
        return
    ruling.recording = []
    loop.enter_next(ruling)
    loop.run(ruling)
    loop.keep_opening(ruling)


def _close_declaring(ruling: Ruling, phase: Phase) -> None:
    if phase.closes == "roll":
        raise ruling.reject("phase-open", "roll-awaited", phase=phase.id)
    open_ones = declaring.undeclared(ruling, phase)
    if open_ones:
        ruling.forbid("phase-open", "not-all-declared", who=[c.id for c in open_ones], cite=phase.cite)
    for combatant in open_ones:
        ruling.emit(ev.DoneChanged(combatant.id, False, True))


def _close_acting(ruling: Ruling, phase: Phase) -> bool:
    """Close a pass in which nobody has a turn left; True if the pass itself went on to somebody."""
    active, left = ruling.draft.walk.active, choosable(ruling.rules, ruling.draft)
    if active:
        ruling.forbid("phase-open", "turn-open", who=active, cite=phase.cite)
        loop.close_turn(ruling)
    elif left:
        ruling.forbid("phase-open", "choice-open", who=list(left), cite=phase.cite)
    if active or left:
        for slot in ruling.order_of(phase).slots:
            if loop.takes_part(ruling, phase, slot):
                turns.turn_over(ruling, slot)
    slots = waiting(ruling.rules, ruling.draft)
    delay = ruling.rules.delay
    if slots and not (delay is not None and delay.lost_with_pass):
        ruling.forbid("phase-open", "somebody-waits", who=slots[-1], cite=phase.cite)
    for slot in slots:
        _give_up(ruling, phase, slot)
    if phase.passes or ((active or left) and phase.closes != "gm"):
        loop.proceed(ruling)
        return True
    if not any(not c.out for c in ruling.draft.combatants.values()):
        raise ruling.reject("phase-open", "nobody-can-act")
    return False


def decide_end_encounter(ruling: Ruling, command: EndEncounter) -> None:
    """End the encounter: durations, waiting turns and readied actions end with it (004-30, 004-164)."""
    if not ruling.running:
        raise ruling.reject("wrong-phase", "not-running")
    for effect in list(ruling.draft.effects.values()):
        effects.end(ruling, effect)
    for slot, put_off in list(ruling.draft.put_off.items()):
        ruling.emit(ev.PutOffChanged(slot, put_off, None))
    for combatant in list(ruling.draft.combatants.values()):
        if combatant.readied is not None:
            ruling.emit(ev.ReadiedChanged(combatant.id, combatant.readied, None))
    for key, tie in list(ruling.draft.relations.items()):
        ruling.emit(ev.RelationChanged(key, tie, None))
    moments.happen(ruling, "encounter-end", list(ruling.draft.combatants.values()))
    if ruling.draft.notes != TurnNotes():
        ruling.emit(ev.Noted(ruling.draft.notes, TurnNotes()))
    if ruling.draft.opening:
        ruling.emit(ev.OpeningKept(ruling.draft.opening, ()))
    if ruling.draft.walk != Walk():
        ruling.emit(ev.Walked(ruling.draft.walk, Walk()))
    ruling.clock(status=OVER, stage="", phase="", segment=0, surprise=False)
    ruling.tell("ended")
