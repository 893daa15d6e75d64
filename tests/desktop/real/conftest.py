"""The program in a process of its own, told what to do by a real mouse and keyboard."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from desktop.app import services
from desktop.app_services import AppServices
from desktop.process.paths import Paths

ROOT = Path(__file__).parents[3]
PATIENCE = 30.0


class Screen:
    """A window of the program on a real display, with mouse and keyboard."""

    def __init__(self, display: str, file: Path) -> None:
        """Start the program with ``file`` open."""
        self._env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        command = [sys.executable, "-m", "tests.hands", "watch", str(file)]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._env, stdout=subprocess.PIPE)
        self._said = b""
        self.rows: dict[str, list[int]] = {}

    def begin(self) -> None:
        """Wait until the window is there, and has the keyboard."""
        self.wait_for("painted 0")
        self.wait_for_window("Turnwright")

    def wait_for_window(self, name: str) -> None:
        """Wait until a window with this in its title has the keyboard."""
        until = time.monotonic() + PATIENCE
        while name not in self._active_window():
            assert time.monotonic() < until, f"no window called {name!r} got the keyboard"

    def _active_window(self) -> str:
        command = ["xdotool", "getactivewindow", "getwindowname"]
        return subprocess.run(command, env=self._env, capture_output=True, text=True, check=False).stdout

    def xdotool(self, *words: str | int) -> None:
        """Run xdotool and wait for it."""
        command = ["xdotool", *map(str, words)]
        subprocess.run(command, env=self._env, check=True, capture_output=True, timeout=PATIENCE)

    def wait_for(self, wanted: str) -> None:
        """Wait for a line of the program; remembers where the rows were when it came."""
        assert self._process.stdout is not None
        handle, until = self._process.stdout.fileno(), time.monotonic() + PATIENCE
        heard = []
        while True:
            while b"\n" in self._said:
                line, _, self._said = self._said.partition(b"\n")
                text = line.decode()
                heard.append(text)
                if text.startswith("rows "):
                    self.rows = json.loads(text.removeprefix("rows "))
                if text == wanted:
                    return
            left = until - time.monotonic()
            assert left > 0, f"waited in vain for {wanted!r}, heard {heard}"
            if select.select([handle], [], [], left)[0]:
                chunk = os.read(handle, 65536)
                assert chunk, "the window ended by itself"
                self._said += chunk

    # -- gestures ----------------------------------------------------------------------------------

    def drag(self, who: str, onto: str, *, below: float, keys: str = "") -> None:
        """Drag a row to ``below`` rows under the middle of another's, and let go with ``keys`` held."""
        x, y, _ = self.rows[who]
        _, target, height = self.rows[onto]
        end = round(target + below * height)
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for step in range(1, 6):
            self.xdotool("mousemove", x + 4 * step, round(y + (end - y) * step / 5))
        if keys:
            self.xdotool("keydown", keys)
        self.xdotool("mouseup", 1)
        if keys:
            self.xdotool("keyup", keys)

    def close(self) -> None:
        """End the program as the system does; it leaves one plain file."""
        self._process.terminate()
        assert self._process.wait(PATIENCE) == 0

    def kill(self) -> None:
        """See that nothing is left running."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@pytest.fixture
def program(qapp, tmp_path: Path) -> Iterator[AppServices]:
    """The program without a window, to make files and to look into them."""
    made = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    yield made
    made.keeper.stop()
    made.encounters.close()


@pytest.fixture
def screen(xdisplay: str) -> Callable[[Path], AbstractContextManager[Screen]]:
    """Starts a window on the test display with a file open, and ends it when the test has done with it."""

    @contextmanager
    def started(file: Path) -> Iterator[Screen]:
        made = Screen(xdisplay, file)
        try:
            made.begin()
            yield made
        finally:
            made.kill()

    return started
