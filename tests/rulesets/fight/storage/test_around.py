"""What others put where an encounter's side files belong, what the killed leave, and who may read what.

Nothing is waited for, nothing is written where a link leads, and the folder stays as it was.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, Unknown
from rulesets.fight.storage.files import beside, copy_filled
from rulesets.fight.storage.lock import is_locked, lock_path
from rulesets.fight.storage.reading import read_beside
from rulesets.fight.storage.scratch import Scratch
from rulesets.places import make_folder, places
from tests.killing import kill_when_ready
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, child, everything, fill

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and modes of POSIX")

SOON = 2.0


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _dangling(path: Path) -> None:
    path.symlink_to(path.parent / "made by the link")


def _link(path: Path) -> None:
    (path.parent / "precious").write_bytes(b"precious")
    path.symlink_to(path.parent / "precious")


def _folder(path: Path) -> None:
    path.mkdir()


IN_THE_WAY = (_pipe, _dangling, _link, _folder)


def names(folder: Path) -> dict[str, int]:
    """What stands in a folder: name → mode with kind, links not followed."""
    return {path.name: path.lstat().st_mode for path in folder.iterdir()}


def assert_told(path: Path, *reads: Callable[[Path], object]) -> None:
    """It is refused soon, by a sentence that says what stands in the way, and the folder is as before."""
    before, started = names(path.parent), time.monotonic()
    for read in reads:
        with pytest.raises(Unknown, match="is no ordinary file; remove that"):
            read(path)
    assert time.monotonic() - started < SOON
    assert names(path.parent) == before


@pytest.mark.parametrize("put", IN_THE_WAY)
def test_what_is_no_file_is_no_lock(file: EncounterFile, path: Path, put: Callable[[Path], None]) -> None:
    """A pipe hung the program, a dangling link had its target made."""
    file.close()
    put(lock_path(path))
    assert not is_locked(path)
    assert_told(path, EncounterFile.open, lambda path: EncounterFile.create(path, HEADER, replace=True))


@pytest.mark.parametrize("put", IN_THE_WAY)
@pytest.mark.parametrize("ending", ["-wal", "-journal", "-shm"])
def test_what_is_no_file_is_no_log(
    file: EncounterFile, path: Path, put: Callable[[Path], None], ending: str
) -> None:
    """SQLite waits for a pipe for ever, and writes into what a link leads to."""
    fill(file, 3)
    file.close()
    put(beside(path, ending))
    assert_told(path, EncounterFile.open, read_beside)


HOLE = 1 << 40
"""Bytes of a file that takes none."""


def test_a_log_full_of_holes_is_not_copied_whole(file: EncounterFile, path: Path, tmp_path: Path) -> None:
    """A terabyte of nothing behind a killed process's log: every step is there, in no time."""
    fill(file, 5)
    left = as_if_killed(path, tmp_path / "killed")
    os.truncate(beside(left, "-wal"), HOLE)
    started = time.monotonic()
    assert len(read_beside(left).rows) == 5
    _, rows, _, _ = everything(left)
    assert len(rows) == 5
    assert time.monotonic() - started < SOON


def test_a_file_full_of_holes_is_refused_soon(file: EncounterFile, path: Path) -> None:
    """Neither checked for the hours that its length allows, nor read to its end by who watches it."""
    fill(file, 5)
    file.close()
    os.truncate(path, HOLE)
    for reads in (EncounterFile.open, read_beside):
        started = time.monotonic()
        with pytest.raises(Damaged):
            reads(path)
        assert time.monotonic() - started < SOON


@pytest.mark.slow
def test_what_stands_between_holes_is_copied(tmp_path: Path) -> None:
    """Byte for byte."""
    source, copy = tmp_path / "source", tmp_path / "copy"
    with source.open("wb") as file:
        for position in (0, 5_000_000, 12_345_678):
            file.seek(position)
            file.write(os.urandom(70_000))
        file.truncate(20_000_000)
    copy_filled(source, copy)
    assert copy.read_bytes() == source.read_bytes()


@pytest.fixture
def passing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files."""
    folder = tmp_path / "passing"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.slow
def test_copies_of_killed_processes_are_removed_and_no_others(passing: Path) -> None:
    """Whoever makes the next copy finds them by their locks, which died with their processes."""
    code = """
import sys, tempfile
from pathlib import Path
tempfile.tempdir = sys.argv[1]
from rulesets.fight.storage.scratch import Scratch
held = Scratch()
(Path(held.name) / "copy").write_text("a fight")
print("ready", flush=True)
sys.stdin.read()
"""
    (passing / "turnwright-copy-of-mine").symlink_to(passing.parent)
    with child(code, passing) as process:
        kill_when_ready(process)
    (left,) = [path for path in passing.iterdir() if path.is_dir() and not path.is_symlink()]
    with Scratch() as first:
        assert not left.exists()
        assert stat.S_IMODE(Path(first).stat().st_mode) == 0o700
        with Scratch() as second:
            assert Path(first).is_dir()
            assert Path(second).is_dir()
    assert [path.name for path in passing.iterdir()] == ["turnwright-copy-of-mine"]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The program's own data folder, of a user whose new files everybody may read."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    before = os.umask(0o022)
    yield places().data
    os.umask(before)


def modes(folder: Path) -> set[int]:
    """The modes of everything in a folder."""
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are named by variables of Linux")
def test_files_in_our_own_folders_are_their_users_only(own: Path) -> None:
    """The encounter, its log and lock, what is written anew, and every folder that is made for it."""
    folder = own / "encounters"
    make_folder(folder)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (own, folder)] == [0o700, 0o700]
    assert stat.S_IMODE(own.parent.stat().st_mode) == 0o755
    with EncounterFile.create(folder / "fight.turnwright", HEADER) as file:
        fill(file, 3)
        assert len(list(folder.iterdir())) == 3
        assert modes(folder) == {0o600}
        file.save_copy(folder / "copy.turnwright")
        file.path.unlink()
        fill(file, 1)
        assert modes(folder) == {0o600}
    assert modes(folder) == {0o600}


def test_elsewhere_the_system_decides_and_a_mode_once_given_stays(own: Path, path: Path) -> None:
    """Who shares a folder with others shares the files in it; who has closed a file has closed it."""
    with EncounterFile.create(path, HEADER) as file:
        fill(file, 3)
        assert modes(path.parent) == {0o644}
        path.chmod(0o640)
        file.path.write_bytes(b"somebody else's")
        fill(file, 1)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    EncounterFile.create(path, HEADER, replace=True).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
