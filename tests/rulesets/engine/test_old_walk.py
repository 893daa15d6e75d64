"""Fights of files that say by a place of the order where a pass stands: they open, play on and undo."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rulesets.fight.session import Entry, Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import GHOST, RUNNING, Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import find_phase

OLD = msgspec.json.decode(
    Path(__file__).with_name("before_the_walk.json").read_bytes(),
    type=dict[str, list[Entry]],
)
"""Ruleset → the entries of a fight with delays, resumed turns, readied actions and people out of it."""
PREFIXES = [(name, cursor) for name, entries in OLD.items() for cursor in range(6, len(entries) + 1)]


def opened(ruleset: str, cursor: int) -> Session:
    session = Session(loader.load(ruleset), dice=RandomDice(1))
    session.load(OLD[ruleset], cursor)
    return session


def acting(session: Session) -> bool:
    phase = find_phase(session.rules, session.state.clock.phase)
    running = session.state.clock.status == RUNNING
    return running and phase is not None and phase.activity == "act"


def still_to_come(session: Session) -> list[str]:
    """Slots below the place reached, by what the old state says itself, that can act and do not wait."""
    state = session.state
    phase = find_phase(session.rules, state.clock.phase)
    assert phase is not None
    slots = state.orders[phase.order].slots
    reached = slots.index(state.walk.cursor) + 1 if state.walk.cursor in slots else 0
    return [
        slot
        for slot in slots[reached:]
        if not slot.startswith(GHOST)
        and slot not in state.put_off
        and slot != state.walk.active
        and state.over.get(slot) != state.clock.passes
        and any(not one.out for one in state.members(slot))
    ]


def play_out_the_pass(session: Session) -> Counter[str]:
    """End turns until the pass is over; return how often everybody has become active."""
    passes, turns = session.state.clock.passes, Counter[str]()
    for _ in range(20):
        before = session.state
        if isinstance(session.dispatch(cmd.EndTurn()), Refusal):
            break
        if session.state.clock.passes != passes or not session.state.walk.active:
            break
        assert session.state != before
        turns[session.state.walk.active] += 1
    return turns


@pytest.mark.parametrize(("ruleset", "cursor"), PREFIXES)
def test_a_fight_begun_before_goes_on_where_it_was(ruleset: str, cursor: int) -> None:
    """Everybody below the place reached has its turn, nobody a second one (003-19); undo is exact."""
    session = opened(ruleset, cursor)
    before = msgspec.json.encode(session.state)
    if acting(session):
        coming = still_to_come(session)
        turns = play_out_the_pass(session)
        assert max(turns.values(), default=1) == 1
        if ruleset != "moon-swing":  # there who has nothing declared has no turn
            assert set(coming) <= set(turns)
    while session.cursor > cursor:
        session.undo()
    assert msgspec.json.encode(session.state) == before


@pytest.mark.parametrize("ruleset", OLD)
def test_it_can_be_taken_back_to_its_beginning(ruleset: str) -> None:
    session = opened(ruleset, len(OLD[ruleset]))
    while session.can_undo:
        session.undo()
    assert session.state == Encounter()
