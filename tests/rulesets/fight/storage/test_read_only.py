"""Files that cannot be written are opened for reading, and say so when somebody writes.

Root may write everything, so a child process runs without root's powers; without root, modes do it.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.files import beside
from tests.rulesets.fight.storage.old_files import make_old
from tests.rulesets.fight.storage.samples import (
    answer,
    as_if_killed,
    everything,
    fill,
    picture,
    without_powers,
)

if sys.platform == "win32":
    pytest.skip("modes of folders mean nothing on Windows", allow_module_level=True)

AS_READER = """
import os, sys, tempfile
import tests.rulesets.fight.storage.old_files
from pathlib import Path
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import StorageError
from tests.rulesets.fight.storage.samples import HEADER, entries

def as_reader(path, folder_mode=0o555, file_mode=0o444):
    path = Path(path)
    for name in path.parent.iterdir():
        name.chmod(file_mode)
    path.parent.chmod(folder_mode)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="turnwright-shared-") as shared:
        Path(shared).chmod(0o755)
        made = Path(shared) / "encounters"
        made.mkdir()
        yield made
        made.chmod(0o755)


def run(code: str, path: Path) -> str:
    """What this code prints once the process may only read the encounter and its folder."""
    said = answer(AS_READER + code, path, inside=without_powers())
    path.parent.chmod(0o755)
    return said


@pytest.mark.slow
def test_a_file_in_a_folder_that_cannot_be_written_opens_for_reading(
    file: EncounterFile, folder: Path, path: Path
) -> None:
    """All of it can be read, nothing is left beside it, and every write says read-only."""
    fill(file, 3)
    file.move(2)
    file.close()
    before = picture(folder)
    code = """
as_reader(sys.argv[1])
with EncounterFile.open(sys.argv[1]) as file:
    print(file.read_only, file.header == HEADER, len(file.line().rows), entries(file))
    writes = [
        lambda: file.append(b"x", "x", True),
        lambda: file.move(0),
        lambda: file.rename("x"),
        lambda: file.set_rules(ruleset_id="", ruleset_text="", ruleset_hash="", options=""),
    ]
    for write in writes:
        try:
            write()
        except StorageError as error:
            print(error.code)
    file.checkpoint()
    print(file.wait_synced(0), file.unsynced, file.header.name, entries(file))
"""
    kept = "[b'step 0', b'step 1']"
    assert run(code, path).splitlines() == [
        f"True True 3 {kept}",
        *["read-only"] * 4,
        f"True None Ambush at Docking Bay 94 {kept}",
    ]
    assert picture(folder) == before


@pytest.mark.slow
def test_a_protected_file_in_a_writable_folder_opens_for_reading(
    file: EncounterFile, folder: Path, path: Path
) -> None:
    """The folder could take a log, but the file cannot."""
    fill(file, 3)
    file.close()
    before = picture(folder)
    code = """
as_reader(sys.argv[1], folder_mode=0o777)
with EncounterFile.open(sys.argv[1]) as file:
    print(file.read_only, len(entries(file)))
"""
    assert run(code, path) == "True 3"
    assert picture(folder) == before


@pytest.mark.slow
def test_a_protected_file_is_not_replaced(file: EncounterFile, folder: Path, path: Path) -> None:
    """A rename in a writable folder would, whatever the file's own mode says."""
    fill(file, 3)
    file.close()
    before = picture(folder)
    code = """
as_reader(sys.argv[1], folder_mode=0o777)
try:
    EncounterFile.create(sys.argv[1], HEADER, replace=True)
except StorageError as error:
    print(error.code)
"""
    assert run(code, path) == "no-permission"
    assert picture(folder) == before


@pytest.mark.slow
def test_two_readers_do_not_disturb_each_other(file: EncounterFile, path: Path) -> None:
    """Reading takes no lock."""
    fill(file, 3)
    file.close()
    code = """
as_reader(sys.argv[1])
with EncounterFile.open(sys.argv[1]) as first, EncounterFile.open(sys.argv[1]) as second:
    print(len(entries(first)), len(entries(second)))
"""
    assert run(code, path) == "3 3"


@pytest.mark.slow
def test_what_a_killed_process_left_is_read_from_a_copy(
    file: EncounterFile, folder: Path, path: Path
) -> None:
    """An immutable connection would not see the log: the last commands would be missing without a word."""
    fill(file, 5)
    left = as_if_killed(path, folder.parent / "left")
    before = picture(left.parent)
    assert beside(left, "-wal").stat().st_size > 0
    code = """
as_reader(sys.argv[1])
with EncounterFile.open(sys.argv[1]) as file:
    scratch = Path(file._opened.scratch.name)
    print(file.read_only, len(entries(file)), scratch.exists())
print(scratch.exists())
"""
    assert run(code, left).splitlines() == ["True 5 True", "False"]
    assert picture(left.parent) == before


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 5])
def test_a_file_that_another_writes_is_in_use_for_readers_too(
    file: EncounterFile, folder: Path, path: Path, steps: int
) -> None:
    """What is being written cannot be read as immutable, whether or not there is a log yet."""
    fill(file, steps)
    code = """
as_reader(sys.argv[1])
try:
    EncounterFile.open(sys.argv[1])
except StorageError as error:
    print(error.code)
"""
    assert run(code, path) == "in-use"
    fill(file, 1)


@pytest.mark.slow
def test_a_copy_can_be_saved_elsewhere_and_goes_on(file: EncounterFile, path: Path) -> None:
    """What the sentence for read-only files advises."""
    fill(file, 5)
    file.close()
    code = """
target = Path(sys.argv[1]).parents[1] / "elsewhere"
target.mkdir()
target.chmod(0o777)
copy = target / "copy.turnwright"
as_reader(sys.argv[1])
with EncounterFile.open(sys.argv[1]) as file:
    try:
        file.save_copy(Path(sys.argv[1]).with_name("copy.turnwright"))
    except StorageError as error:
        print(error.code)
    file.save_copy(copy)
with EncounterFile.open(copy) as file:
    file.append(b"goes on", "goes on", False)
    print(file.read_only, len(entries(file)))
print(os.listdir(target))
"""
    assert run(code, path).splitlines() == ["no-permission", "False 6", "['copy.turnwright']"]


@pytest.mark.slow
def test_a_file_that_may_not_be_read_says_so(file: EncounterFile, folder: Path, path: Path) -> None:
    """As does one in a folder that may not be entered, and a new one in a folder that may not be written."""
    file.close()
    before = picture(folder)
    code = """
as_reader(sys.argv[1], file_mode=0)
for act in (lambda: EncounterFile.open(sys.argv[1]), lambda: EncounterFile.create(sys.argv[1] + "2", HEADER)):
    try:
        act()
    except StorageError as error:
        print(error.code, error.doing)
"""
    assert run(code, path).splitlines() == ["no-permission open", "no-permission create"]
    path.chmod(0o644)
    assert picture(folder) == before
    code = """
as_reader(sys.argv[1], folder_mode=0)
try:
    EncounterFile.open(sys.argv[1])
except StorageError as error:
    print(error.code)
"""
    assert run(code, path) == "no-permission"


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can write as another user"
)
def test_a_lock_file_of_another_user_is_no_obstacle(file: EncounterFile, folder: Path, path: Path) -> None:
    """In a folder that two users share, one was killed: the other can still lock and write."""
    file.close()
    lock = folder / f".~lock.{path.name}"
    lock.write_text("")
    lock.chmod(0o644)
    code = """
as_reader(sys.argv[1], folder_mode=0o777, file_mode=0o666)
with EncounterFile.open(sys.argv[1]) as file:
    file.append(b"x", "x", False)
    print(file.read_only)
"""
    assert run(code, path) == "False"
    assert len(everything(path)[1]) == 1


@pytest.mark.slow
def test_an_old_file_that_cannot_be_written_is_shown_up_to_date(folder: Path, path: Path) -> None:
    """Read-only folders keep the old file; what is shown is an upgraded copy elsewhere."""
    before = picture(make_old(path).parent)
    code = """
from tests.rulesets.fight.storage.old_files import FAKE
as_reader(sys.argv[1])
with EncounterFile.open(sys.argv[1], migrations=FAKE) as file:
    print(file.read_only, [row.body for row in file.line().rows])
"""
    assert run(code, path) == """True [b'{"hit_points":10}', b'{"hit_points":7}']"""
    assert picture(folder) == before
