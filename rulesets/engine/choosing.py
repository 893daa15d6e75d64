"""Saying who goes next, where the rules leave that to somebody."""

from __future__ import annotations

from rulesets.engine import coming, initiative, putting_off, rounds, turns, walk
from rulesets.engine.initiative import Answers
from rulesets.engine.ruling import Ruling
from rulesets.table.commands import Choose
from rulesets.table.refusal import Code
from rulesets.vocabulary import Phase


def decide_choose(ruling: Ruling, command: Choose) -> None:
    """Begin the turn of the one who is chosen to go next."""
    slot, phase = ruling.slot(command.who), ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if phase.activity != "act" or phase.choice is None:
        raise ruling.reject(Code.WRONG_PHASE, "nobody-chooses", phase=phase.id)
    if all(member.out for member in ruling.draft.members(slot)):
        raise ruling.reject(Code.CANNOT_BE_CHOSEN, "out-of-it", phase.cite, who=slot)
    if slot == ruling.draft.walk.active:
        raise ruling.reject(Code.CANNOT_BE_CHOSEN, "acts-already", phase.cite, who=slot)
    _make_room(ruling, phase, slot)
    _check(ruling, phase, slot)
    choice = coming.open_choice(ruling.rules, ruling.draft)
    _let_in(ruling, phase, slot)
    ruling.recording = []
    by, who = ("gm", "") if choice is None else (choice.by, choice.who)
    ruling.tell("chosen", slot=slot, by=by, chooser=who)
    if coming.is_put_off(ruling.rules, ruling.draft, phase, slot):
        turns.open_turn(ruling, phase, slot, turns.Way.RESUMED, late=True)
    else:
        walk.come_up(ruling, phase, slot)
    rounds.keep_opening(ruling)


def _make_room(ruling: Ruling, phase: Phase, slot: str) -> None:
    """The GM insists on another while somebody has the turn: untouched it has not begun, else it ends."""
    active = ruling.draft.walk.active
    if not active:
        return
    ruling.forbid(Code.TURN_UNDER_WAY, "not-chosen-now", phase.cite, who=slot, active=active)
    if ruling.draft.notes.done:
        turns.close_turn(ruling)
    else:
        putting_off.retract_opening(ruling)


def _check(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Refuse whoever the rules do not let go next, and say why."""
    able = coming.choosable(ruling.rules, ruling.draft)
    if slot in able:
        return
    if slot not in ruling.order_of(phase).places:
        ruling.forbid(Code.CANNOT_BE_CHOSEN, "no-place-yet", phase.cite, who=slot)
    elif coming.has_had(ruling.draft, slot):
        ruling.forbid(Code.CANNOT_BE_CHOSEN, "has-gone", phase.cite, who=slot)
    elif not coming.takes_part(ruling.rules, ruling.draft, phase, slot):
        ruling.forbid(Code.CANNOT_BE_CHOSEN, "takes-no-part", phase.cite, who=slot)
    elif not coming.has_turn_left(ruling.rules, ruling.draft, phase, slot):
        ruling.forbid(Code.CANNOT_BE_CHOSEN, "still-waits", phase.cite, who=slot)
    else:
        ruling.forbid(Code.CANNOT_BE_CHOSEN, "not-among", phase.cite, who=slot, others=list(able))


def _let_in(ruling: Ruling, phase: Phase, slot: str) -> None:
    """Give a place in the order to somebody whom the GM lets act before it has one."""
    if slot not in ruling.order_of(phase).places:
        answers = Answers()
        initiative.put_in(ruling, phase.order, {slot: ruling.draft.members(slot)}, answers)
        initiative.draw_ties(ruling, answers)
