"""Unexpected errors: one report each, a message, and the fight goes on."""

from __future__ import annotations

import errno
import io
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

from desktop.main.window import MainWindow
from desktop.process.crash_reports import FAULTS, MOST, CrashReports
from tests.rulesets.fight.storage.small_disk import Disk, disk

__all__ = ["disk"]


@pytest.fixture
def reports(qapp, tmp_path: Path) -> Iterator[CrashReports]:
    """Installed, and removed again."""
    made = CrashReports(tmp_path / "reports")
    hook, thread_hook = sys.excepthook, threading.excepthook
    made.install()
    yield made
    made.remove()
    sys.excepthook, threading.excepthook = hook, thread_hook


def crash(text: str) -> None:
    """Raise somewhere and hand it to the hook, as Qt does with errors in slots."""
    try:
        raise LookupError(text)
    except LookupError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def test_a_report_names_the_place(reports: CrashReports, qtbot, tmp_path: Path) -> None:
    """With version, platform and traceback."""
    with qtbot.waitSignal(reports.reported) as told:
        crash("no such droid")
    text = Path(told.args[0]).read_text()
    assert "no such droid" in text
    assert "test_crash_reports.py" in text
    assert text.startswith("Turnwright 0.")


def test_the_same_error_surfaces_once(reports: CrashReports, tmp_path: Path) -> None:
    """A view may paint a hundred times a second."""
    for number in range(50):
        crash(f"again {number}")
    assert len(list((tmp_path / "reports").glob("crash *.txt"))) == 1
    frame = sys._getframe()
    for line in range(1, MOST + 10):
        reports.report(LookupError("elsewhere"), TracebackType(None, frame, -1, line))
    assert len(list((tmp_path / "reports").glob("crash *.txt"))) == MOST


def test_an_error_in_a_thread_is_reported_too(reports: CrashReports, qtbot) -> None:
    """In the window's thread, by signal."""

    def work() -> None:
        raise OSError("the disk has left")

    with qtbot.waitSignal(reports.reported) as told:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert "the disk has left" in Path(told.args[0]).read_text()


class _Gone(io.StringIO):
    """A terminal that has been closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("stream", [None, _Gone()], ids=["a windowed program", "a closed terminal"])
def test_a_program_that_cannot_say_it_still_reports(
    reports: CrashReports, qtbot, monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None
) -> None:
    """A windowed program of Windows has no standard error at all."""
    monkeypatch.setattr(sys, "stderr", stream)
    with qtbot.waitSignal(reports.reported) as told:
        crash("no such droid")
    assert "no such droid" in Path(told.args[0]).read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written(qapp, qtbot, tmp_path: Path) -> None:
    """Then the report goes where the system keeps such files."""
    (tmp_path / "reports").write_text("in the way")
    made = CrashReports(tmp_path / "reports")
    with qtbot.waitSignal(made.reported) as told:
        try:
            raise LookupError("x")
        except LookupError as error:
            made.report(error, error.__traceback__)
    path = Path(told.args[0])
    assert path.parent != tmp_path / "reports"
    path.unlink()


def test_a_report_that_finds_no_room_leaves_no_empty_one(qapp, qtbot, disk: Disk) -> None:
    """It goes elsewhere, whole."""
    made = CrashReports(disk.folder)
    disk.fill()
    with qtbot.waitSignal(made.reported) as told:
        made.report(LookupError("x"), None)
    path = Path(told.args[0])
    assert path.parent != disk.folder
    assert "LookupError: x" in path.read_text()
    path.unlink()
    assert [file.name for file in disk.folder.iterdir()] == ["ballast"]


def test_a_report_that_cannot_be_written_anywhere_is_told(window: MainWindow) -> None:
    """The message says that there is none."""
    window.services.crash_reports.reported.emit("")
    assert "every step is on disk" in window.messages.text
    assert window.messages.text.endswith("No report of it could be written.")


def test_looking_for_crashes_leaves_no_folders(qapp, tmp_path: Path) -> None:
    """Those that were made for the log of faults go with it, if nothing else came into them."""
    hook, thread_hook = sys.excepthook, threading.excepthook
    (tmp_path / "share").mkdir()
    for kept in (False, True):
        made = CrashReports(tmp_path / "share" / "Turnwright" / "reports")
        made.install()
        assert (tmp_path / "share" / "Turnwright" / "reports" / FAULTS).is_file()
        if kept:
            (tmp_path / "share" / "Turnwright" / "fight.turnwright").write_text("")
        made.remove()
        assert (tmp_path / "share").is_dir()
        assert (tmp_path / "share" / "Turnwright").exists() is kept
    sys.excepthook, threading.excepthook = hook, thread_hook


def test_a_crash_of_the_interpreter_is_told_next_time(qapp, tmp_path: Path) -> None:
    """What faulthandler wrote is put aside under a name of its own."""
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / FAULTS).write_text("Fatal Python error: Segmentation fault")
    made = CrashReports(folder)
    hook, thread_hook = sys.excepthook, threading.excepthook
    left = made.install()
    made.remove()
    sys.excepthook, threading.excepthook = hook, thread_hook
    assert left is not None
    assert left.read_text().startswith("Fatal Python error")
    assert CrashReports(folder)._kept_fault() is None


def test_the_window_says_where_the_report_is(window: MainWindow, tmp_path: Path) -> None:
    """And that the encounter is unharmed."""
    report = tmp_path / "crash 1.txt"
    window.services.crash_reports.reported.emit(str(report))
    assert str(report) in window.messages.text
    assert "every step is on disk" in window.messages.text
