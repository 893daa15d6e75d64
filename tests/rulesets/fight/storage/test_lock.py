"""One writer at a time, and no lock outlives its process."""

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import InUse
from rulesets.fight.storage.lock import FileLock, is_locked, lock_path
from tests.rulesets.fight.storage.samples import HEADER, answer, child, entries, fill, picture

TRY_TO_OPEN = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import StorageError
try:
    EncounterFile.open(sys.argv[1]).close()
    print("opened")
except StorageError as error:
    print(error.code)
"""

TRY_TO_READ = """
import sqlite3, sys
try:
    print(sqlite3.connect(sys.argv[1], timeout=0).execute("SELECT count(*) FROM journal").fetchone())
except sqlite3.OperationalError as error:
    print(error)
"""

HOLD = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
file = EncounterFile.open(sys.argv[1])
file.append(b"held", "held", True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_a_second_process_is_told_that_the_file_is_in_use(
    file: EncounterFile, folder: Path, path: Path
) -> None:
    """It changes nothing, and the first goes on; once the first has closed, the second may."""
    fill(file, 1)
    before = picture(folder)
    assert answer(TRY_TO_OPEN, path) == "in-use"
    assert picture(folder) == before
    fill(file, 1)
    file.close()
    assert answer(TRY_TO_OPEN, path) == "opened"


@pytest.mark.slow
def test_a_second_opening_in_the_same_process_is_refused_too(file: EncounterFile, path: Path) -> None:
    """And does not weaken the first one's locks: POSIX drops them when any handle of the file is closed."""
    for steps in range(2):
        fill(file, steps)
        with pytest.raises(InUse):
            EncounterFile.open(path)
        assert answer(TRY_TO_OPEN, path) == "in-use"
        assert answer(TRY_TO_READ, path) == "database is locked"


def test_other_sqlite_programs_are_kept_out_as_well(file: EncounterFile, path: Path) -> None:
    """A database browser can neither read half a fight nor write into it."""
    fill(file, 1)
    assert answer(TRY_TO_READ, path) == "database is locked"


@pytest.mark.slow
def test_a_file_that_another_sqlite_program_holds_is_in_use(
    file: EncounterFile, folder: Path, path: Path
) -> None:
    """The other way round: what a database browser is writing is not opened, nothing is left beside it."""
    file.close()
    before = picture(folder)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        assert answer(TRY_TO_OPEN, path) == "in-use"
        db.execute("ROLLBACK")
    assert picture(folder) == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_leaves_no_lock(file: EncounterFile, folder: Path, path: Path) -> None:
    """kill -9: the lock's file is still there, but it locks nothing, and what was appended is there."""
    file.close()
    with child(HOLD, path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert is_locked(path)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    assert lock_path(path).exists()
    assert not is_locked(path)
    with EncounterFile.open(path) as again:
        assert entries(again) == [b"held"]
    assert list(picture(folder)) == [path.name]


def test_a_lock_file_of_another_day_is_no_lock(file: EncounterFile, folder: Path, path: Path) -> None:
    """Only the system's lock counts, not that a file of this name exists, whatever is in it."""
    file.close()
    lock_path(path).write_text("stale")
    EncounterFile.open(path).close()
    assert list(picture(folder)) == [path.name]


def test_whoever_waits_for_a_removed_lock_file_takes_the_new_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holder removes the file between another's opening and locking it: that lock would guard nothing."""
    from rulesets.fight.storage import lock

    first = FileLock(path, "open")
    really = lock._try_lock
    tries: list[bool] = []

    def slowly(handle: int) -> bool:
        first.release()
        tries.append(True)
        return really(handle)

    monkeypatch.setattr(lock, "_try_lock", slowly)
    second = FileLock(path, "open")
    monkeypatch.undo()
    assert len(tries) == 2
    assert is_locked(path)
    with pytest.raises(InUse):
        FileLock(path, "open")
    second.release()
    assert not lock_path(path).exists()


def test_creating_takes_the_lock_before_it_looks(path: Path) -> None:
    """Two windows that create the same encounter at once: one gets it, the other is told."""
    lock = FileLock(path, "create")
    try:
        with pytest.raises(InUse):
            EncounterFile.create(path, HEADER)
        assert not path.exists()
    finally:
        lock.release()
