"""A real mouse drags rows of a real window; the encounter's file says what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import pytest

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from rulesets.table.commands import Act, Command, Delay, EndTurn, Resume
from tests.desktop.fights import AWARE, COUNTS, start
from tests.desktop.real.conftest import Screen
from tests.desktop.stories.telling import open_story, play_until, story

pytestmark = [pytest.mark.slow, pytest.mark.xdotool]

Starts = Callable[[Path], AbstractContextManager[Screen]]


@pytest.fixture
def fight(program: AppServices, tmp_path: Path) -> Path:
    """The sample in its first round: Sarlane Vex acts, nobody is flat-footed but those who were unaware."""
    path = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    start(program.bridge)
    for _ in AWARE:
        program.bridge.dispatch(EndTurn())
    assert program.bridge.state.walk.active == "sarlane"
    assert program.bridge.state.clock.round == 1
    program.encounters.close()
    return path


def test_delay_refused_drop_override_and_resume(program: AppServices, fight: Path, screen: Starts) -> None:
    """Down delays, a drop against the rules changes nothing, Alt insists, up takes the turn (CR 144)."""
    with screen(fight) as window:
        window.drag("sarlane", "deel", below=0.3)
        window.wait_for("painted 1")
        window.drag("ioan", "foreman", below=-0.3)
        window.wait_for("refused not-active")
        window.drag("trooper-1", "foreman", below=0.3, keys="alt")
        window.wait_for("painted 2")
        window.xdotool("key", "Escape")  # keys are for whoever was dragged: back to whoever acts
        window.xdotool("key", "d")
        window.wait_for_window("Delay")
        window.xdotool("key", "--delay", 250, "alt+w", "Return")  # as fast as fingers: Qt shows the click
        window.wait_for("painted 3")
        window.wait_for_window("Turnwright")
        window.xdotool("key", "space")
        window.wait_for("painted 4")
        window.drag("sergeant", "deel", below=0.0)
        window.wait_for("painted 5")
        window.close()
    assert [path.name for path in fight.parent.glob("fight.turnwright*")] == ["fight.turnwright"]
    program.encounters.open(fight)
    bridge = program.bridge
    commands = [entry.command for entry in bridge.log[-5:]]
    assert commands == [
        Delay(who="sarlane", after="deel"),
        Delay(who="trooper-1", after="foreman", override=True),
        Delay(who="sergeant"),
        EndTurn(),
        Resume(who="sergeant"),
    ]
    assert [entry.overridden for entry in bridge.log[-5:]] == [False, True, False, False, False]
    assert bridge.state.walk.active == "sergeant"
    assert bridge.state.orders["initiative"].places["sergeant"].count == COUNTS["lug"] - 1


def test_a_click_is_no_drag_and_escape_leaves_everything(
    program: AppServices, fight: Path, screen: Starts
) -> None:
    """Escape during a drag, or the button pressed and released in one place, orders nothing."""
    with screen(fight) as window:
        x, y, height = window.rows["sarlane"]
        window.xdotool("mousemove", x, y, "click", 1)
        window.xdotool("mousemove", x, y, "mousedown", 1)
        window.xdotool("mousemove", x + 20, y + 3 * height)
        window.xdotool("mousemove", x + 20, y + 4 * height, "key", "Escape", "mouseup", 1)
        window.xdotool("key", "3")
        window.wait_for("painted 1")
        window.close()
    program.encounters.open(fight)
    assert program.bridge.session.cursor == 8 + 1 + len(AWARE) + 1
    assert program.bridge.state.combatants["sarlane"].pools["swift"] == 0


class Gesture(NamedTuple):
    """A row dragged to below the middle of another one, or a key; and what the window then says."""

    says: str
    who: str = ""
    onto: str = ""
    below: float = 0.0
    keys: str = ""


SLOW_DOWN = (
    Gesture("refused not-active", "guard-2", "whisper", -0.3),
    Gesture("painted 1", "tessa", "sayle", 0.3),
    Gesture("refused not-waiting", "tessa", "sergeant"),
    Gesture("painted 3", keys="space"),  # what was announced is done, then the turn ends
    Gesture("painted 4", "tessa", "sayle"),
    Gesture("painted 5", "guard-2", "sayle", 0.3, keys="alt"),
)
"""In a segment: slow down behind a slower one, resume too early, then in time; another one by override."""
WAIT = (
    Gesture("refused not-active", "captain", "hethe", -0.3),
    Gesture("painted 1", "marten", "hethe", 0.3),
    Gesture("painted 2", keys="space"),
    Gesture("painted 3", "marten", "bandit"),
    Gesture("painted 4", "captain", "ysolde", 0.3, keys="alt"),
)
"""Where a turn is only put off until it is resumed, any drop further down means that."""


@pytest.mark.parametrize(
    ("ruleset", "active", "gestures", "orders"),
    [
        (
            "moon-swing",
            "tessa",
            SLOW_DOWN,
            [
                Delay(who="tessa", after="sayle"),
                EndTurn(),
                Resume(who="tessa"),
                Delay(who="guard-2", after="sayle", override=True),
            ],
        ),
        (
            "kaiser",
            "marten",
            WAIT,
            [Delay(who="marten"), EndTurn(), Resume(who="marten"), Delay(who="captain", override=True)],
        ),
    ],
    ids=["slow-down", "wait"],
)
def test_slow_down_resume_refusal_and_override(
    program: AppServices,
    tmp_path: Path,
    screen: Starts,
    ruleset: str,
    active: str,
    gestures: Sequence[Gesture],
    orders: list[Command],
) -> None:
    """What a drag means is the ruleset's to say; what it orders stands in the file."""
    path = tmp_path / "story.turnwright"
    open_story(program.encounters, ruleset, story(ruleset), path)
    play_until(program.bridge, story(ruleset), active)
    before = program.bridge.session.cursor
    program.encounters.close()
    with screen(path) as window:
        for gesture in gestures:
            if gesture.who:
                window.drag(gesture.who, gesture.onto, below=gesture.below, keys=gesture.keys)
            else:
                window.xdotool("key", gesture.keys)
            window.wait_for(gesture.says)
        window.close()
    program.encounters.open(path)
    log = [entry for entry in program.bridge.log[before:] if not isinstance(entry.command, Act)]
    assert [entry.command for entry in log] == orders
    assert [entry.overridden for entry in log] == [command.override for command in orders]
