"""A real mouse drags rows of a real window; the encounter's file says what came of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from desktop.services.app_services import AppServices
from desktop.services.samples import read_sample, shipped
from rulesets.encounter.commands import Delay, EndTurn, Resume
from tests.desktop.app.fights import AWARE, COUNTS, start
from tests.desktop.real.conftest import Screen

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
