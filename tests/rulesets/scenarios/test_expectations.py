"""What `expect` says of what can be done and of open rolls is what the window shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.scenarios.play import Result, play_case
from rulesets.table.writing import Writing
from tests.rulesets.small_rules import ROUND

RULES = Writing(
    "small",
    f"""
id = "small"
label = "Small"
{ROUND}
[stat]
hp = {{ value = 5, label = "Hit points" }}

[pool.beat]
label = "Beat"
size = 1

[cost.beat]
label = "Beat"
alternatives = [{{ beat = 1 }}]

[action.mark]
label = "Mark"
cost = "beat"
does = [{{ on = "target", begin = ["marked"] }}]

[action.finish]
label = "Finish"
cost = "beat"
needs = "target_has_state('marked')"

[action.scare]
label = "Scare"
cost = "beat"
does = [{{ ask = "nerve", against = "10" }}, {{ ask = "nerve", against = "10" }}]

[reaction.flinch]
label = "Flinch"
needs_cause = true

[state.marked]
label = "Marked"

[check.nerve]
label = "Nerve"
dice = "d20"
""",
)


def played(*steps: dict[str, Any]) -> Result:
    """How a case of Ada and Bo with these steps comes out."""
    start = {"do": "start", "rolls": {"Ada": 6, "Bo": 1}}
    people = [{"id": "Ada"}, {"id": "Bo", "side": "foes"}]
    return play_case(Path("a.toml"), RULES, {"id": "a", "combatants": people, "steps": [start, *steps]})


def test_what_only_lacks_its_target_can_be_done() -> None:
    """The window offers it and asks for the target; without a beat left it cannot be done."""
    done = {"do": "act", "who": "Ada", "name": "mark", "target": "Bo"}
    assert not played({"expect": {"can": {"Ada": ["mark"]}}}).failure
    assert not played({**done, "expect": {"cannot": {"Ada": ["mark"]}}}).failure


def test_what_needs_something_of_its_target_can_be_done_if_anybody_is_like_that() -> None:
    marked = {"do": "effect", "on": "Bo", "name": "marked"}
    assert not played({"expect": {"cannot": {"Ada": ["finish"]}}}).failure
    assert not played({**marked, "expect": {"can": {"Ada": ["finish"]}}}).failure


def test_a_reaction_that_only_lacks_its_prompt_can_be_done() -> None:
    """What it answers is asked for in the window."""
    assert not played({"expect": {"can": {"Bo": ["flinch"]}}}).failure


@pytest.mark.parametrize(("listed", "holds"), [(1, True), (2, True), (3, False)])
def test_equal_open_rolls_are_counted_where_each_is_listed(listed: int, holds: bool) -> None:
    """Listed once, it may be several."""
    done = {"do": "act", "who": "Ada", "name": "scare"}
    for roll in ("nerve", "nerve 10"):
        result = played({**done, "expect": {"asks": {"Ada": [roll] * listed}}})
        assert (result.failure == "") == holds, result.failure
