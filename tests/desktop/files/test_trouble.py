"""Trouble with files, in the window: a clear message, the fight goes on, the original is untouched."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.files.samples import read_sample, shipped
from desktop.main.window import MainWindow
from rulesets.fight.storage.errors import DiskFull, Unknown
from rulesets.fight.storage.schema import VERSION
from rulesets.table.commands import Describe, MoveTrack
from tests.conftest import user_folders
from tests.desktop.fights import start
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands
from tests.rulesets.fight.storage.samples import picture, without_powers
from tests.rulesets.fight.storage.small_disk import Disk, disk

__all__ = ["disk"]

ROOT = Path(__file__).parents[3]


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Path:
    """An encounter's file that is not open."""
    folder = tmp_path / "fights"
    folder.mkdir()
    path = folder / "fight.turnwright"
    encounters = window.services.encounters
    encounters.new_from(read_sample(shipped()), path)
    start(window.services.bridge)
    encounters.close()
    return path


def damaged(path: Path) -> None:
    """Turn one bit of the last page over."""
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)


def newer(path: Path) -> None:
    """Let the file be of a version that does not exist yet."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def foreign(path: Path) -> None:
    """Let the file be another program's."""
    path.write_text("Dear diary, today I was a database.")


def cut_off(path: Path) -> None:
    """Lose the second half."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (damaged, "is damaged and cannot be opened"),
        (cut_off, "is damaged and cannot be opened"),
        (foreign, "is not an encounter of Turnwright"),
        (newer, "which is newer than this one"),
    ],
)
def test_a_file_that_cannot_be_opened_is_left_as_it_is(hands: Hands, fight: Path, spoil, said: str) -> None:
    """What was open before stays open, and can be played on."""
    window, bridge = hands.window, hands.window.services.bridge
    plays.open_sample(hands)
    spoil(fight)
    before, state = picture(fight.parent), bridge.state
    window.files.open(fight)
    assert said in window.messages.text
    assert "left as it " in window.messages.text
    assert picture(fight.parent) == before
    assert bridge.state is state
    assert bridge.dispatch(MoveTrack(who="lug", by=1)) is not None


def test_a_missing_file_leaves_the_start_page(hands: Hands, tmp_path: Path) -> None:
    """And is said so."""
    hands.window.files.open(tmp_path / "gone.turnwright")
    assert "There is no file" in hands.window.messages.text
    assert not hands.window.services.bridge.is_open


@pytest.mark.slow
def test_a_full_disk_takes_the_step_back(hands: Hands, fight: Path, monkeypatch) -> None:
    """The step is not shown, the message offers a copy, and once there is room it goes on."""
    window, services = hands.window, hands.window.services
    window.files.open(fight)
    current = services.encounters.current
    assert current is not None
    state = services.bridge.state

    def full(*_: object, **__: object) -> int:
        raise DiskFull(fight, "write")

    monkeypatch.setattr(current.file, "append", full)
    hands.key(Qt.Key.Key_1)
    assert services.bridge.state is state
    assert "There is no room left on the disk" in window.messages.text
    assert "everything before it is kept" in window.messages.text
    assert window.messages.action.text() == "Save a copy…"
    hands.click(window.messages.action)
    assert hands.dialog().windowTitle() == "Save a copy"
    hands.leave()
    monkeypatch.undo()
    hands.spend("1")


@pytest.mark.slow
def test_a_disk_that_fills_up_in_a_fight(hands: Hands, disk: Disk) -> None:
    """A real one: steps are taken back until there is room, and what was shown is in the file."""
    window, services = hands.window, hands.window.services
    path = disk.folder / "fight.turnwright"
    services.encounters.new_from(read_sample(shipped()), path)
    start(services.bridge)
    disk.fill()
    for _ in range(300):
        if window.messages.text:
            break
        services.bridge.dispatch(Describe(who="lug", changes={"notes": "x" * 4000}))
        services.bridge.dispatch(Describe(who="lug", changes={"notes": "y" * 4000}))
    assert "There is no room left on the disk" in window.messages.text
    state = services.bridge.state
    disk.free()
    hands.spend("1")
    hands.menu("undo")
    services.encounters.close()
    services.encounters.open(path)
    assert services.bridge.state == state


@pytest.mark.slow
def test_a_disk_that_does_not_take_the_log_is_told_in_the_status_line(hands: Hands, fight: Path) -> None:
    """Every step is committed; only a power cut could take it."""
    window = hands.window
    window.files.open(fight)
    assert window.status.texts[0].startswith("● Saved")
    window.services.keeper.state_changed.emit(Unknown(fight, "write", detail="input/output error"))
    assert "trouble" in window.status.texts[0]
    window.services.keeper.state_changed.emit(None)
    assert window.status.texts[0].startswith("● Saved")


@pytest.mark.slow
def test_the_log_is_brought_into_the_file_when_nothing_happens(qtbot, hands: Hands, fight: Path) -> None:
    """So that it does not grow, and the file alone is nearly always complete."""
    window, services = hands.window, hands.window.services
    window.files.open(fight)
    with qtbot.waitSignal(services.keeper.state_changed, timeout=10_000) as told:
        hands.spend("1")
    assert told.args == [None]


@pytest.mark.slow
def test_a_copy_over_an_existing_file_and_into_no_folder(hands: Hands, fight: Path, tmp_path: Path) -> None:
    """The dialog has asked whether it may be replaced; a folder that is not there is said."""
    window = hands.window
    window.files.open(fight)
    copy = tmp_path / "copy.turnwright"
    copy.write_text("old")
    window.files.save_copy(str(copy))
    assert "Saved a copy" in window.messages.text
    window.files.save_copy(str(tmp_path / "nowhere" / "copy.turnwright"))
    assert "does not exist" in window.messages.text
    window.files.open(copy)
    assert window.services.encounters.current is not None
    assert window.services.encounters.current.path == copy


@pytest.mark.slow
def test_a_pdf_that_cannot_be_written_leaves_the_old_one(hands: Hands, fight: Path, tmp_path: Path) -> None:
    """Here the target is a folder."""
    window = hands.window
    window.files.open(fight)
    (tmp_path / "paper.pdf").mkdir()
    assert not window.printing.write("status", tmp_path / "paper.pdf")
    assert "could not be written" in window.messages.text
    assert window.printing.write("status", tmp_path / "good.pdf")
    assert (tmp_path / "good.pdf").read_bytes().startswith(b"%PDF")


AS_READER = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt
from desktop.app import application, main_window, services
from desktop.process.paths import Paths
from tests.hands.keys_and_mouse import Hands
app = application(["turnwright"])
home = Path(sys.argv[3])
window = main_window(services(Paths(home, home, home)))
window.show()
hands = Hands(window)
window.files.open(Path(sys.argv[1]))
print(window.messages.text)
print(window.status.texts[0])
hands.key(Qt.Key.Key_1)
print(window.messages.text)
print(window.services.bridge.session.cursor)
window.files.save_copy(sys.argv[2])
print(window.messages.action.text())
hands.click(window.messages.action)
hands.key(Qt.Key.Key_1)
print(window.services.bridge.session.cursor, window.status.texts[0])
window.do("sample")
print(window.messages.text)
window.close()
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that another user reaches, unlike pytest's own, with a copy of the program's code."""
    with tempfile.TemporaryDirectory(prefix="turnwright-shared-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.slow
def test_somebody_who_may_only_read(window: MainWindow, fight: Path, shared: Path) -> None:
    """Somebody without a home opens the file: everything is shown, nothing is kept, a copy goes on."""
    data = shared / "data"
    data.mkdir()
    (data / "fight.turnwright").write_bytes(fight.read_bytes())
    (data / "fight.turnwright").chmod(0o444)
    data.chmod(0o555)
    theirs = shared / "theirs"
    theirs.mkdir(mode=0o777)
    theirs.chmod(0o777)
    before = picture(data)
    said = subprocess.run(
        [
            *without_powers(),
            sys.executable,
            "-c",
            AS_READER,
            str(data / "fight.turnwright"),
            str(theirs / "c.turnwright"),
            str(data / "home"),
        ],
        cwd=ROOT,
        env={**os.environ, **user_folders(data / "home"), "XDG_RUNTIME_DIR": str(theirs)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lines = said.stdout.splitlines()
    assert len(lines) == 7, said.stderr
    assert "can only be read" in lines[0]
    assert lines[1].startswith("○ Read only")
    assert "The last step was not recorded" in lines[2]
    assert lines[3] == "9"
    assert lines[4] == "Go on with the copy"
    assert lines[5].startswith("10 ● Saved")
    assert "You may not write" in lines[6] or "could not be created" in lines[6]
    data.chmod(0o755)
    assert picture(data) == before
    assert stat.S_IMODE((data / "fight.turnwright").stat().st_mode) == 0o444


@pytest.mark.slow
def test_a_home_that_cannot_be_written_does_not_hinder_the_start(tmp_path: Path) -> None:
    """A file stands where the user's folders should be; the window comes up, and says what it cannot keep."""
    (tmp_path / "home").write_text("in the way")
    where = str(tmp_path / "home")
    env = {**os.environ, "XDG_DATA_HOME": where, "XDG_CONFIG_HOME": where, "XDG_CACHE_HOME": where}
    process = subprocess.Popen(
        [sys.executable, "-m", "desktop", "--report-painted"],
        cwd=ROOT,
        env={**env, "HOME": where},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    guard = threading.Timer(30, process.kill)
    guard.start()
    try:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        process.terminate()
        _, errors = process.communicate(timeout=30)
    finally:
        guard.cancel()
        guard.join()
        process.kill()
        process.wait()
    assert said == "shown", errors
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert (tmp_path / "home").read_text() == "in the way"


@pytest.mark.slow
def test_a_file_that_is_deleted_under_an_open_fight_is_there_again(hands: Hands, fight: Path) -> None:
    """The next step writes it anew, with every one before; the window says so."""
    window = hands.window
    window.files.open(fight)
    steps = len(window.services.bridge.log)
    fight.unlink()
    hands.key(Qt.Key.Key_Space)
    assert window.messages.text == (
        "fight.turnwright was deleted or moved while it is open here. It was written anew, with every step."
    )
    window.services.encounters.close()
    window.files.open(fight)
    assert len(window.services.bridge.log) > steps


@pytest.mark.slow
@pytest.mark.parametrize("idle", [True, False])
def test_a_file_that_is_written_over_in_a_fight_is_there_again(
    hands: Hands, fight: Path, tmp_path: Path, idle: bool
) -> None:
    """`cp backup fight.turnwright`: the next step or pause writes it anew, and says where the backup is."""
    window = hands.window
    backup = tmp_path / "backup.turnwright"
    backup.write_bytes(fight.read_bytes())
    window.files.open(fight)
    hands.key(Qt.Key.Key_Space)
    fight.write_bytes(backup.read_bytes())
    if idle:
        window.services.keeper._tidy()
    else:
        hands.key(Qt.Key.Key_Space)
    assert window.messages.text == (
        "Another program has written over fight.turnwright while it is open here. It was written anew, with "
        "every step. What was put in its place is kept beside it as fight (put in its place).turnwright."
    )
    log = window.services.bridge.log
    window.services.encounters.close()
    assert fight.with_stem("fight (put in its place)").read_bytes() == backup.read_bytes()
    window.files.open(fight)
    assert window.services.bridge.log == log


@pytest.mark.slow
def test_whatever_opening_trips_over_is_a_message_and_a_report(
    hands: Hands, fight: Path, monkeypatch
) -> None:
    """A double click on a file ends in a window that says so; what was open goes on."""
    window, services = hands.window, hands.window.services
    plays.open_sample(hands)
    state = services.bridge.state

    def trip(_: Path) -> None:
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(services.encounters, "open", trip)
    assert isinstance(window.files.open(fight), KeyError)
    assert window.messages.text.startswith("“fight.turnwright” could not be opened")
    assert services.bridge.state is state
    assert "nobody foresaw this" in next(services.paths.crash_reports.iterdir()).read_text()


@pytest.mark.slow
def test_a_step_that_cannot_be_taken_back_is_a_message(hands: Hands, monkeypatch) -> None:
    """Only another program writes such a file; neither journal nor window has moved."""
    from rulesets.fight import session

    window, bridge = hands.window, hands.window.services.bridge
    plays.open_sample(hands)
    state, cursor = bridge.state, bridge.cursor

    def trip(*_: object) -> None:
        raise KeyError("nobody")

    with monkeypatch.context() as patch:
        patch.setattr(session, "take_back", trip)
        window.do("undo")
    assert "its file contradicts itself" in window.messages.text
    assert (bridge.state, bridge.cursor) == (state, cursor)
    current = window.services.encounters.current
    assert current is not None
    assert current.file.cursor == current.file.line().rows[cursor - 1].seq
    window.do("undo")
    assert bridge.cursor == cursor - 1
