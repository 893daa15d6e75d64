"""A digit spends a type of action as the list of what can be done does, also what must be told how much."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.bridge import Bridge
from desktop.process.paths import Paths
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands
from tests.rulesets.small_rules import ROUND

PEOPLE = (cmd.Add(combatant={"id": "Ada"}), cmd.Add(combatant={"id": "Rook", "side": "foes"}))
INTENTION = (
    *PEOPLE,
    cmd.Start(),
    cmd.Declare(who=("Ada", "Rook"), done=True),
    cmd.RollInitiative(rolls={"Ada": 20, "Rook": 5}),
)
WALKING = (
    """
id = "walking"
label = "Walking"

"""
    + ROUND
    + """
[pool.steps]
label = "Steps"
size = 6
shown = "number"

[cost.walk]
label = "Walk"
key = 2
alternatives = [{ steps = "distance" }]
"""
)


@pytest.fixture
def kaiser(hands: Hands) -> Hands:
    """Ada's turn, with 6 AP."""
    hands.window.services.encounters.new("Evening", "kaiser", commands=INTENTION)
    return hands


@pytest.fixture
def walking(hands: Hands, paths: Paths) -> Hands:
    """Ada's turn; every square is a step."""
    file = paths.rulesets / "walking" / "ruleset.toml"
    file.parent.mkdir(parents=True)
    file.write_text(WALKING, encoding="utf-8")
    begun = (*PEOPLE, cmd.Start(rolls={"Ada": 6, "Rook": 1}))
    hands.window.services.encounters.new("Evening", "walking", commands=begun)
    return hands


def left(hands: Hands, pool: str) -> int | None:
    bridge: Bridge = hands.window.services.bridge
    return bridge.state.combatants["Ada"].pools[pool]


def tell(hands: Hands, field: str, number: str) -> None:
    """Type a number into the field that has been asked for, and press Enter."""
    widget = hands.window.inspector.action_list.form.widgets[field]
    hands.until(widget.hasFocus, "the cursor in the field that is asked for")
    QTest.keyClicks(widget, number)
    hands.key(Qt.Key.Key_Return, on=widget)


def test_a_digit_asks_for_the_points_that_are_paid(kaiser: Hands) -> None:
    """002-23: an Active Action costs as many AP as are said; none are said by the key alone."""
    steps = kaiser.window.services.bridge.cursor
    kaiser.key(Qt.Key.Key_1)
    assert kaiser.window.services.bridge.cursor == steps
    tell(kaiser, "points", "2")
    assert (left(kaiser, "ap"), left(kaiser, "active")) == (4, None)
    assert kaiser.window.table.hasFocus()


def test_a_digit_asks_for_the_distance_that_is_paid(walking: Hands) -> None:
    """What a step costs is a number of squares: the digit alone took none and counted as done."""
    walking.key(Qt.Key.Key_2)
    tell(walking, "distance", "4")
    assert left(walking, "steps") == 2


def test_what_is_asked_is_about_whom_the_key_means(walking: Hands) -> None:
    """Somebody else may be pinned beside the list."""
    walking.choose("Rook")
    walking.window.inspector.head.pin.setChecked(True)
    walking.choose("Ada")
    walking.key(Qt.Key.Key_2)
    assert walking.window.inspector.shown == "Ada"
    tell(walking, "distance", "1")
    assert left(walking, "steps") == 5
