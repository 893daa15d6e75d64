"""A digit spends a type of action as the list of what can be done does, also what must be told how much."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from desktop.bridge import Bridge
from desktop.process.paths import Paths
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
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


COUNTING = """
id = "counting"
label = "Counting"

[order.shot]
label = "Shot"
rolled = "round"
roll = "d6"
keys = ["count desc", "list"]

[phase.roll]
label = "Roll"
activity = "roll"
order = "shot"

[phase.shots]
label = "Shots"
activity = "act"
order = "shot"
who = "count > 0"
turns = "again"

[pool.act]
label = "Act"
size = 1

[cost.so_many]
label = "So many shots"
key = 3
alternatives = [{ act = 1, off_count = "points" }]
"""


@pytest.fixture
def kaiser(hands: Hands) -> Hands:
    """Ada's turn, with 6 AP."""
    hands.window.services.encounters.new("Evening", "kaiser", commands=INTENTION)
    return hands


def begun(hands: Hands, paths: Paths, name: str, text: str) -> Hands:
    """Ada's turn, by a ruleset of one's own."""
    file = paths.rulesets / name / "ruleset.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    commands = (*PEOPLE, cmd.Start(rolls={"Ada": 6, "Rook": 1}))
    hands.window.services.encounters.new("Evening", name, commands=commands)
    return hands


@pytest.fixture
def walking(hands: Hands, paths: Paths) -> Hands:
    """Ada's turn; every square is a step."""
    return begun(hands, paths, "walking", WALKING)


@pytest.fixture
def counting(hands: Hands, paths: Paths) -> Hands:
    """Ada's turn at shot 6; what she does takes as many shots as she says."""
    return begun(hands, paths, "counting", COUNTING)


def left(hands: Hands, pool: str) -> int | None:
    bridge: Bridge = hands.window.services.bridge
    return bridge.state.combatants["Ada"].pools[pool]


def tell(hands: Hands, field: str, number: str) -> None:
    """Type a number into the field that has been asked for, and press Enter."""
    widget = hands.window.inspector.action_list.form.widgets[field]
    hands.until(widget.hasFocus, "the cursor in the field that is asked for")
    QTest.keyClicks(widget, number)
    hands.key(Qt.Key.Key_Return, on=widget)


@pytest.mark.slow
def test_a_digit_asks_for_the_points_that_are_paid(kaiser: Hands) -> None:
    """002-23: an Active Action costs as many AP as are said; none are said by the key alone."""
    steps = kaiser.window.services.bridge.cursor
    kaiser.key(Qt.Key.Key_1)
    assert kaiser.window.services.bridge.cursor == steps
    tell(kaiser, "points", "2")
    assert (left(kaiser, "ap"), left(kaiser, "active")) == (4, None)
    assert kaiser.window.table.hasFocus()


@pytest.mark.slow
def test_a_digit_asks_for_the_distance_that_is_paid(walking: Hands) -> None:
    """What a step costs is a number of squares: the digit alone took none and counted as done."""
    walking.key(Qt.Key.Key_2)
    tell(walking, "distance", "4")
    assert left(walking, "steps") == 2


@pytest.mark.slow
def test_a_digit_asks_for_what_is_taken_off_the_count(counting: Hands) -> None:
    """The digit alone took nothing and counted as done."""
    counting.key(Qt.Key.Key_3)
    tell(counting, "points", "4")
    bridge = counting.window.services.bridge
    assert bridge.state.orders["shot"].places["Ada"].count == 2
    assert left(counting, "act") == 0


@pytest.mark.slow
def test_a_digit_that_the_ruleset_has_nothing_for_says_so(walking: Hands) -> None:
    bridge = walking.window.services.bridge
    before = bridge.cursor
    walking.key(Qt.Key.Key_5)
    assert walking.window.messages.text == "This ruleset has no kind of action for this digit."
    assert bridge.cursor == before


@pytest.mark.slow
def test_what_is_asked_is_about_whom_the_key_means(walking: Hands) -> None:
    """Somebody else may be pinned beside the list."""
    walking.choose("Rook")
    walking.window.inspector.head.pin.setChecked(True)
    walking.choose("Ada")
    walking.key(Qt.Key.Key_2)
    assert walking.window.inspector.shown == "Ada"
    tell(walking, "distance", "1")
    assert left(walking, "steps") == 5


@pytest.mark.slow
def test_what_has_the_keys_is_seen(walking: Hands) -> None:
    """In a low window the field stood below what is seen of the panel, and took every key there."""
    walking.window.resize(1024, 500)
    for section in walking.window.inspector.sections.values():
        section.unfold()
    walking.settle()
    scrolled = walking.window.inspector.findChild(QScrollArea).verticalScrollBar()
    scrolled.setValue(scrolled.maximum())
    actions = walking.window.inspector.action_list
    assert actions.visibleRegion().isEmpty()
    walking.key(Qt.Key.Key_2)
    field = actions.form.widgets["distance"]
    walking.until(field.hasFocus, "the cursor in the field that is asked for")
    walking.until(
        lambda: field.visibleRegion().boundingRect().height() == field.height(), "the whole field in sight"
    )


@pytest.mark.slow
def test_of_several_who_are_selected_all_are_named_for_whom_a_digit_does_nothing(hands: Hands) -> None:
    """The refusal of one was hidden by the next who could: three of four had spent nothing, unsaid."""
    under_way(hands)
    window, bridge = hands.window, hands.window.services.bridge
    hands.choose("sergeant")
    hands.also("lug")
    hands.also("sarlane")  # whose turn it is
    cursor = bridge.cursor
    hands.key(Qt.Key.Key_1)
    assert bridge.cursor == cursor + 1
    said = window.messages.text
    assert said.startswith("It is the turn of Sarlane Vex, not of Trooper sergeant.")
    assert said.endswith("Nor was it done for K-77 “Lug”.")
    window.do("override")
    assert not window.messages.isVisible()
    spent = [command.who for entry in bridge.line[cursor:] if isinstance(command := entry.command, cmd.Act)]
    assert sorted(spent) == ["lug", "sarlane", "sergeant"]
    window.do("undo")
    assert bridge.cursor == cursor + 1, "insisting for all of them is one step"
