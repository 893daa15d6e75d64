"""Whatever keeps the program from starting is said and kept (issue: an early crash handler)."""

from __future__ import annotations

import sys

import pytest

from desktop.process import early
from desktop.process.paths import Paths


def failing() -> int:
    raise ImportError("libGL.so.1: cannot open shared object file")


def test_what_main_returns_is_the_exit_code() -> None:
    assert early.start(lambda: 3) == 3


def test_an_error_is_said_and_kept(capsys, monkeypatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(early, "_show", shown.append)
    assert early.start(failing) == early.FAULT
    path = Paths.standard().crash_reports / "crash at start.txt"
    assert "failing" in path.read_text(encoding="utf-8")
    said = capsys.readouterr().err
    assert "could not start: libGL.so.1" in said
    assert str(path) in said
    assert "Your encounters are untouched." in said
    assert shown == [said[said.index("Turnwright could not") :].rstrip("\n")]


def test_where_nothing_can_be_written_it_is_said_all_the_same(capsys, monkeypatch, tmp_path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setattr(early, "_crash_reports", lambda: blocked)
    monkeypatch.setattr(early.tempfile, "gettempdir", lambda: str(blocked))
    monkeypatch.setattr(early, "_show", lambda text: None)
    assert early.start(failing) == early.FAULT
    assert early.NOT_KEPT in capsys.readouterr().err


def test_a_box_that_cannot_be_shown_does_no_harm(capsys, monkeypatch) -> None:
    def broken(text: str) -> None:
        raise OSError("no display")

    monkeypatch.setattr(early, "_show", broken)
    early.tell("it is said")
    assert capsys.readouterr().err == "it is said\n"


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_program_without_streams_gets_some_that_lead_nowhere(monkeypatch, name) -> None:
    """A windowed program of Windows has None there, and argparse and others write to it."""
    monkeypatch.setattr(sys, name, None)
    assert early.start(lambda: print("lost", file=getattr(sys, name)) or 0) == 0
    getattr(sys, name).close()
