"""A second monitor on a real display, which is there, is unplugged while it is used, and is there again."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from tests.desktop.fights import start
from tests.desktop.real.conftest import PATIENCE, Screen

MISSING = "there is no xrandr here: on Debian, apt-get install x11-xserver-utils"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdotool,
    pytest.mark.skipif(not shutil.which("xrandr"), reason=MISSING),
]

Starts = Callable[[Path], AbstractContextManager[Screen]]
WIDE = 400
"""Pixels of the display that are the second monitor."""


class Monitors:
    """Two monitors that share a display."""

    def __init__(self, display: str) -> None:
        """Put the first one there."""
        self._env = {**os.environ, "DISPLAY": display}
        self._width, self._height = map(int, self._run("xdotool", "getdisplaygeometry").split())
        self.second = f"{self._width - WIDE},0 {WIDE}x{self._height}"
        """Place and size of the second one."""
        first = self._width - WIDE
        self._run("xrandr", "--setmonitor", "First", f"{first}/300x{self._height}/200+0+0", "screen")

    def _run(self, *command: str) -> str:
        return subprocess.run(command, env=self._env, capture_output=True, text=True, check=True).stdout

    def plug(self, *, there: bool) -> None:
        """Let the second one be there, or not."""
        if there:
            place = f"{WIDE}/150x{self._height}/200+{self._width - WIDE}+0"
            self._run("xrandr", "--setmonitor", "Second", place, "none")
        else:
            self._run("xrandr", "--delmonitor", "Second")

    def end(self) -> None:
        """Let the display be one again."""
        for name in self._run("xrandr", "--listmonitors").split():
            if name in ("First", "Second"):
                self._run("xrandr", "--delmonitor", name)

    def shown(self) -> str:
        """Where the players' screen is; '' if it cannot be seen."""
        wanted = ["xdotool", "search", "--onlyvisible", "--name", "^The players' screen$"]
        found = [*wanted, "getwindowgeometry", "--shell"]
        said = subprocess.run(found, env=self._env, capture_output=True, text=True, check=False).stdout
        told = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
        return f"{told['X']},{told['Y']} {told['WIDTH']}x{told['HEIGHT']}" if told else ""

    def wait(self, wanted: str) -> None:
        """Wait until the players' screen is shown there."""
        until = time.monotonic() + PATIENCE
        while (found := self.shown()) != wanted:
            assert time.monotonic() < until, f"the players' screen is at {found!r}, not at {wanted!r}"


@pytest.fixture
def monitors(xdisplay: str) -> Iterator[Monitors]:
    """Two monitors on the display of the test."""
    made = Monitors(xdisplay)
    try:
        made.plug(there=True)
        yield made
    finally:
        made.end()


def test_the_second_monitor_is_filled_and_may_be_unplugged_and_plugged_in_again(
    program: AppServices, tmp_path: Path, screen: Starts, monitors: Monitors
) -> None:
    """The keys stay with the game master's window, the fight goes on, and nothing covers that window."""
    path = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    start(program.bridge)
    program.encounters.close()
    with screen(path) as window:
        window.xdotool("key", "F11")
        for step, there in enumerate((True, False, True), 1):
            if step > 1:
                monitors.plug(there=there)
            monitors.wait(monitors.second if there else "")
            window.wait_for_window("Turnwright")
            window.xdotool("key", "space")
            window.wait_for(f"painted {step}")
            assert monitors.shown() == (monitors.second if there else "")
        window.close()
