"""Keeping step: a turn that is played again is that of whoever had it, though others have turns now.

Who is not dead after all has turns in which nobody did anything: they pass. Who never came has none to end.
So what somebody did in its turn is done in its turn again, in the same round, whoever else acts by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulesets.engine.coming import has_had, has_missed
from rulesets.formula.dice import Dice, Drawn, RecordingDice
from rulesets.table.commands import Choose, Command, Declare, EndTurn, NextPhase, Rolling
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal

Decide = Callable[[Encounter, Command, Dice], Outcome | Refusal]
"""Decides a command by the rules that are in force in a state."""


class Passed(NamedTuple):
    """A turn, or a phase, that nobody did anything in."""

    slot: str
    """Whose turn; '' for a phase."""
    command: Command
    outcome: Outcome
    drawn: Drawn


class Place(NamedTuple):
    """Where a fight stands: nothing is said of who has done what."""

    round: int
    surprise: bool
    phase: str
    segment: int
    inside: int
    """How many turns go on when the active one's is over."""
    active: str


def place(state: Encounter) -> Place:
    """Return where a fight stands."""
    clock, walk = state.clock, state.walk
    return Place(clock.round, clock.surprise, clock.phase, clock.segment, len(walk.interrupted), walk.active)


def in_step(was: Encounter, now: Encounter) -> bool:
    """Return whether it is the same one's turn in both, or nothing of the kind can be said."""
    running = was.clock.status == now.clock.status == RUNNING
    return not running or place(was) == place(now)


def is_lost(was: Encounter, now: Encounter, command: Command) -> bool:
    """Return whether what a command ended then, a turn or a phase, is not there to be ended now."""
    if in_step(was, now):
        return False
    if isinstance(command, EndTurn):
        return bool(was.walk.active) and command.who in ("", was.walk.active)
    return isinstance(command, NextPhase)


def goes_on_without(command: Command, refusal: Refusal) -> bool:
    """Return whether a phase is closed though those have not declared who were not there to do so then."""
    return refusal.code is Code.NOT_DECLARED and isinstance(command, NextPhase | Rolling)


def caught_up(decide: Decide, was: Encounter, now: Encounter, dice: Dice) -> list[Passed] | None:
    """Return the turns that pass until ``now`` stands where ``was`` does; None if they do not lead there."""
    if in_step(was, now) or not _can_lead(was, now):
        return None
    passed: list[Passed] = []
    for _ in range(2 * len(now.combatants) + 8):
        step = _passed(decide, was, now, dice)
        if step is None:
            return None
        passed.append(step)
        now = step.outcome.state
        if now.clock.status != RUNNING or now.clock.round > was.clock.round:
            return None
        if in_step(was, now):
            return passed
    return None


def _can_lead(was: Encounter, now: Encounter) -> bool:
    """Return whether it is worth trying: turns inside of others come by no waiting, and none twice."""
    old, new = place(was), place(now)
    if old.inside or new.inside or new.round > old.round:
        return False
    if not old.active or new._replace(active=old.active) != old:
        return True
    there = any(not one.out for one in now.members(old.active))
    return there and not has_had(now, old.active) and not has_missed(now, old.active)


def _passed(decide: Decide, was: Encounter, state: Encounter, dice: Dice) -> Passed | None:
    """Let a turn pass; where somebody is to declare, that; where nobody is asked for anything, the phase."""
    for order in _orders(was, state):
        recording = RecordingDice(dice)
        result = decide(state, order, recording)
        if not isinstance(result, Refusal):
            return Passed(state.walk.active, order, result, recording.drawn)
    return None


def _orders(was: Encounter, state: Encounter) -> Iterator[Command]:
    """Yield what may go on from here, what says least first."""
    slot = state.walk.active
    if slot:
        yield EndTurn()
        yield Declare(who=tuple(one.id for one in state.members(slot)), done=True)
    else:
        slots = dict.fromkeys((was.walk.active, *(one.slot for one in state.combatants.values())))
        yield from (Choose(who=one) for one in slots if one and not has_had(state, one))
    yield NextPhase()
    yield NextPhase(override=True)
