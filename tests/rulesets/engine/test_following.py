"""Pools that follow their size in the middle of a turn (R5E-14, R5E-17)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.fight.session import Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.rulesets.carried_out import do
from tests.rulesets.small_rules import edition

WALKING = """
[stat]
speed = 30
[pool.steps]
label = "Steps"
size = "speed + tally('dashed') if speed > 0 else 0"
follows = true
[tally.dashed]
label = "Added by dashing"
resets = "turn-start"
[cost.steps]
label = "Steps"
alternatives = [{ steps = "distance" }]
[action.walk]
label = "Walk"
cost = "steps"
[action.dash]
label = "Dash"
cost = "action"
does = [{ tally = "dashed", by = "speed" }]
[state.held]
label = "Held"
factor = { speed = 0 }
"""


class Walk:
    """A turn of A, whose steps follow its speed."""

    def __init__(self) -> None:
        writing = edition(WALKING)
        self.session = Session(loader.load_writing(writing), dice=ListedDice(()), writing=writing)
        for ident, side in (("A", "party"), ("B", "foes")):
            self.do(cmd.Add(combatant={"id": ident, "side": side}))
        self.do(cmd.Start(rolls={"A": 18, "B": 10}))

    def do(self, command: cmd.Command) -> int | None:
        """Carry out a command; return what is left of the steps."""
        do(self.session, command)
        one = self.session.state.combatants.get("A")
        return one.pools.get("steps") if one is not None else None

    def walk(self, distance: int) -> int | None:
        return self.do(cmd.Act(who="A", name="walk", distance=distance))

    def held(self, *, ends: bool = False) -> int | None:
        on: Any = cmd.EndEffect if ends else cmd.BeginEffect
        return self.do(on(on="A", name="held"))


def test_what_was_walked_counts_when_the_speed_changes() -> None:
    walk = Walk()
    assert walk.walk(20) == 10
    assert walk.held() == 0
    assert walk.held(ends=True) == 10, "30 - 20"
    assert walk.do(cmd.SetNumbers(who="A", stats={"speed": 15})) == 0, "15 - 20 is nothing"
    assert walk.do(cmd.SetNumbers(who="A", stats={"speed": 25})) == 5, "25 - 20"


def test_nothing_is_left_at_speed_0_whatever_raised_it() -> None:
    walk = Walk()
    assert walk.do(cmd.Act(who="A", name="dash")) == 60
    assert walk.held() == 0
    refused = walk.session.dispatch(cmd.Act(who="A", name="walk", distance=5))
    assert isinstance(refused, Refusal)
    assert refused.code == "no-budget"
    assert walk.held(ends=True) == 60


@pytest.mark.parametrize("dashed", [False, True])
def test_a_dash_adds_the_speed_of_that_moment(dashed) -> None:
    walk = Walk()
    assert walk.held() == 0
    if dashed:
        assert walk.do(cmd.Act(who="A", name="dash")) == 0
    assert walk.held(ends=True) == 30


def test_the_next_turn_begins_with_the_whole_size() -> None:
    """What was taken beyond a size that shrank is no loan."""
    walk = Walk()
    assert walk.walk(30) == 0
    assert walk.do(cmd.EndTurn()) == 0
    assert walk.held() == 0
    assert walk.held(ends=True) == 0
    assert walk.held() == 0
    assert walk.do(cmd.EndTurn()) == 0
    assert walk.held(ends=True) == 30
