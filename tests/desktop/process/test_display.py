"""A window that cannot be shown is said in two sentences, instead of Qt ending the program by force."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.process.display import no_display, wayland_there

ROOT = Path(__file__).parents[3]


def answers() -> bool:
    return True


def is_silent() -> bool:
    return False


def test_neither_variable_set() -> None:
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in str(no_display({}, answers, "linux"))


def test_an_x_display_that_answers_is_enough() -> None:
    assert no_display({"DISPLAY": ":1"}, answers, "linux") is None


def test_one_that_does_not_is_named() -> None:
    assert "the display :1 does not answer" in str(no_display({"DISPLAY": ":1"}, is_silent, "linux"))


def test_a_wayland_compositor_is_enough(tmp_path: Path) -> None:
    environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert not wayland_there(environ)
    assert no_display(environ, is_silent, "linux") is not None
    (tmp_path / "wayland-0").touch()
    assert no_display(environ, is_silent, "linux") is None
    assert wayland_there({"WAYLAND_DISPLAY": str(tmp_path / "wayland-0")})


@pytest.mark.parametrize(
    ("environ", "platform"), [({"QT_QPA_PLATFORM": "offscreen"}, "linux"), ({}, "win32"), ({}, "darwin")]
)
def test_nothing_is_asked_where_qt_is_told_how_or_the_system_brings_one(
    environ: dict[str, str], platform: str
) -> None:
    assert no_display(environ, is_silent, platform) is None


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring a display")
@pytest.mark.parametrize("display", [None, ":4711"])
def test_the_program_says_it_and_ends(display: str | None) -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    env |= {"DISPLAY": display} if display else {}
    done = subprocess.run(
        [sys.executable, "-m", "desktop"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Turnwright cannot open its window: ")
    assert len(done.stderr.splitlines()) == 3
