"""Real keys for whatever window has the keyboard on an X display, and pictures of what is to be seen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from devtools.console import DevError, spawn

PATIENCE = 40.0
GRAB = """import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"""


def wait_for(what: str, true: Callable[[], bool]) -> None:
    """Wait until something is true.

    Raises:
        DevError: if it does not become true for a long time.
    """
    until = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > until:
            raise DevError(f"waited in vain for {what}")
        time.sleep(0.05)


class Hand:
    """Keyboard and eyes."""

    def __init__(self, display: str, python: Path, pictures: Path) -> None:
        """Work on ``display``; ``python`` has Qt for pictures."""
        self._env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._python, self._pictures = python, pictures

    def active(self) -> str:
        """The title of the window with the keyboard."""
        return spawn(
            ["xdotool", "getactivewindow", "getwindowname"], env=self._env, quiet=True
        ).stdout.strip()

    def window_class(self) -> str:
        """By what a desktop knows that this window belongs to a desktop entry."""
        number = spawn(["xdotool", "getactivewindow"], env=self._env, quiet=True).stdout.strip()
        told = spawn(["xprop", "-id", number, "WM_CLASS"], env=self._env, quiet=True).stdout
        return told.rpartition('"')[0].rpartition('"')[2]

    def window(self, title: str) -> None:
        """Wait for a window with this in its title to have the keyboard."""
        try:
            wait_for(f"a window called {title!r}", lambda: title in self.active())
        except DevError as error:
            raise DevError(f"{error}; {self.active()!r} has the keyboard") from error

    def keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        spawn(["xdotool", "key", "--clearmodifiers", *names], env=self._env, quiet=True)

    def write(self, text: str) -> None:
        """Type a text."""
        spawn(["xdotool", "type", "--delay", "5", text], env=self._env, quiet=True)

    def picture(self, name: str) -> Path:
        """Keep what is to be seen."""
        path = self._pictures / f"{name}.png"
        done = spawn([str(self._python), "-c", GRAB, str(path)], env=self._env, quiet=True)
        if done.returncode:
            raise DevError(f"no picture could be taken: {done.stderr.strip()}")
        return path
