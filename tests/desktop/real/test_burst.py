"""Keys in one burst, faster than any window can appear: what follows a command belongs to what it opens."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from rulesets.table.commands import Act, Apply, BeginEffect, RecordAttack, Start
from tests.desktop.fights import start
from tests.desktop.real.conftest import Screen

pytestmark = [pytest.mark.slow, pytest.mark.xdotool]

BUSY = "while True: pass"


@contextmanager
def busy() -> Iterator[None]:
    """Keep every core at work, twice over."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


Starts = Callable[[Path], AbstractContextManager[Screen]]


def test_a_burst_is_typed_into_the_sheet(program: AppServices, tmp_path: Path, screen: Starts) -> None:
    """Down, H, 30, Enter, Space: thirty points for the next one, whose turn comes, on a busy machine."""
    path = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    start(program.bridge)
    program.encounters.close()
    with screen(path) as window, busy():
        for number in range(1, 4):
            window.xdotool("key", "--delay", 0, "Down", "h", "3", "0", "Return", "space")
            window.wait_for(f"painted {2 * number}")
            window.wait_for_window("Turnwright")
        window.close()
    program.encounters.open(path)
    commands = [entry.command for entry in program.bridge.log[-6::2]]
    assert all(isinstance(command, Apply) for command in commands)
    assert [command.inputs["amount"] for command in commands if isinstance(command, Apply)] == [30] * 3
    program.encounters.close()


def test_what_follows_a_refused_key_and_asking_keys_in_one_burst(
    program: AppServices, tmp_path: Path, screen: Starts
) -> None:
    """D is refused in the fifth edition: its 12 is dropped, and what H, Shift+H and C ask for gets theirs."""
    path = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped("the-salt-stair")), path)
    for command in (
        Start(rolls={"ysolde": 40}),
        Apply(to=("ysolde",), pipeline="damage", inputs={"amount": 5}),  # or there is nothing to heal
        RecordAttack(who="ysolde", target="wyrm", kind="melee", result="hit"),  # whom the damage is for
    ):
        assert program.bridge.dispatch(command) is not None, command
    steps = program.bridge.cursor
    program.encounters.close()
    asked = (
        ("d", "1", "2", "Return"),
        ("h", "3", "Return"),
        ("shift+h", "2", "Return"),
        ("c", "1", "2", "Return"),
    )
    with screen(path) as window, busy():
        window.xdotool("key", "--delay", 0, *(key for keys in asked for key in keys))
        window.wait_for("painted 4")
        window.close()
    program.encounters.open(path)
    recorded = [entry.command for entry in program.bridge.log[steps:]]
    assert [type(command) for command in recorded] == [Apply, Act, Apply, BeginEffect]
    harm, cast, heal, effect = recorded
    assert cast == Act(who="ysolde", name="cast"), "healing pays what it is proposed to be done by"
    assert isinstance(harm, Apply)
    assert isinstance(heal, Apply)
    assert isinstance(effect, BeginEffect)
    assert [command.inputs["amount"] for command in (harm, heal)] == [3, 2]
    assert effect.name == "12"
    program.encounters.close()
