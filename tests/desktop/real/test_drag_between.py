"""A real mouse drags a row from one window into the list of another."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desktop.real.conftest import PATIENCE, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdotool]
STEPS = 12
AS_A_HAND = ("sleep", 0.05)
"""Between two places of the mouse: in a drag, the system asks whom it is over."""


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    assert select.select([process.stdout], [], [], PATIENCE)[0], "it says nothing"
    return process.stdout.readline()


def test_a_row_is_dropped_into_another_window(xdisplay: str, tmp_path: Path) -> None:
    """It joins there, and the program ends well."""
    env = {**os.environ, "DISPLAY": xdisplay, "QT_QPA_PLATFORM": "xcb"}

    def xdotool(*words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=env, check=True, timeout=PATIENCE)

    command = [sys.executable, "-m", "tests.desktop.real.two_windows", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            _, *places = _line(process).split()
            x, y, there, below = map(int, places)
            way = [
                (x + (there - x) * step // STEPS, y + (below - y) * step // STEPS) for step in range(STEPS)
            ]
            way += [(there + step, below) for step in range(4)]
            moves = [word for place in way for word in ("mousemove", *place, *AS_A_HAND)]
            xdotool("mousemove", x, y, "mousedown", 1, *moves, "mouseup", 1)
            assert _line(process) == "last Deel Surool 2\n"
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
