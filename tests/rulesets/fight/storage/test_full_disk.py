"""A full disk: the step is refused, everything before it is kept, and once there is room it goes on."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import DiskFull, StorageError
from tests.rulesets.fight.storage.samples import HEADER, answer, entries, everything, fill, picture
from tests.rulesets.fight.storage.small_disk import Disk, disk

__all__ = ["disk"]

if sys.platform == "win32":
    pytest.skip("needs limits that Windows does not have", allow_module_level=True)


def test_a_step_that_finds_no_room_is_not_taken(disk: Disk) -> None:
    """The disk fills up in a fight: refused with a sentence, line and cursor as before; then it goes on."""
    path = disk.folder / "fight.turnwright"
    with EncounterFile.create(path, HEADER) as file:
        fill(file, 5)
        file.move(3)
        disk.fill()
        before = file.line(), file.history(), file.branches(), file.header
        steps = (
            lambda: file.append(b"x" * 20_000, "x", cut=True),
            lambda: [file.move(number) for _ in range(500) for number in (0, 3)],
            lambda: file.rename("y" * 20_000),
        )
        for step in steps:
            with pytest.raises(DiskFull, match="everything before it is kept"):
                step()
        assert (file.line(), file.branches(), file.header) == (before[0], before[2], before[3])
        assert file.history()[: len(before[1])] == before[1]

        disk.free()
        file.append(b"x" * 20_000, "x", cut=True)
        expected = file.line(), file.history()
        assert len(file.branches()) == 1
    assert everything(path) == (HEADER, expected[0].rows, 4, expected[1])


def test_commands_up_to_the_last_byte_are_kept(disk: Disk) -> None:
    """Appending until nothing fits: the file opens with exactly what was accepted."""
    path = disk.folder / "fight.turnwright"
    accepted: list[bytes] = []
    with EncounterFile.create(path, HEADER) as file:
        full = False
        while not full:
            entry = str(len(accepted)).encode() * 50
            try:
                file.append(entry, "fill", cut=False)
            except DiskFull:
                full = True
            else:
                accepted.append(entry)
        assert entries(file) == accepted
        with suppress(DiskFull):
            file.checkpoint()
        assert entries(file) == accepted
        with suppress(StorageError):
            file.close()
    assert len(accepted) > 40
    subprocess.run(["mount", "-o", "remount,size=4m", disk.folder], check=True)
    with EncounterFile.open(path) as again:
        assert entries(again) == accepted


def test_closing_on_a_full_disk_loses_nothing(disk: Disk) -> None:
    """The log finds no room in the file: it is closed all the same, says so, and opens once there is."""
    path = disk.folder / "fight.turnwright"
    file = EncounterFile.create(path, HEADER)
    for _ in range(15):
        file.append(bytes(3000), "step", cut=False)
    disk.fill()
    with pytest.raises(DiskFull, match="Every step is kept"):
        file.close()
    file.close()
    assert {"fight.turnwright", "fight.turnwright-wal"} <= set(picture(disk.folder))
    disk.free()
    with EncounterFile.open(path) as again:
        assert len(entries(again)) == 15


def test_a_closed_file_on_a_full_disk_can_be_opened_or_says_why_not(disk: Disk) -> None:
    """No room for a log, or for anything: a clear error and the file as it was, or it opens."""
    path = disk.folder / "fight.turnwright"
    with EncounterFile.create(path, HEADER) as file:
        fill(file, 20)
    original = path.read_bytes()
    for leave in (0, 4096, 8192, 12288, 16384):
        disk.fill(leave)
        before = set(picture(disk.folder))
        try:
            file = EncounterFile.open(path)
        except DiskFull:
            assert path.read_bytes() == original
            assert set(picture(disk.folder)) == before
        else:
            assert len(entries(file)) == 20
            file.close()
        disk.free()
    assert len(everything(path)[1]) == 20


def test_nothing_half_written_is_left_by_creating_or_copying(disk: Disk, tmp_path: Path) -> None:
    """Neither a new encounter nor a copy fits: what was there stays, nothing else appears."""
    old = disk.folder / "old.turnwright"
    with EncounterFile.create(old, HEADER) as file:
        fill(file, 3)
    kept = old.read_bytes()
    disk.fill(4096)
    with pytest.raises(DiskFull, match="Nothing was written"):
        EncounterFile.create(disk.folder / "new.turnwright", HEADER)
    with pytest.raises(DiskFull, match="Nothing was written"):
        EncounterFile.create(old, HEADER, replace=True)
    with EncounterFile.create(tmp_path / "elsewhere.turnwright", HEADER) as file:
        fill(file, 3)
        for name in ("copy.turnwright", "old.turnwright"):
            with pytest.raises(DiskFull, match="No copy was made"):
                file.save_copy(disk.folder / name, replace=True)
        fill(file, 1)
    assert sorted(picture(disk.folder)) == ["ballast", "old.turnwright"]
    assert old.read_bytes() == kept


@pytest.mark.slow
def test_a_limit_on_the_size_of_files_is_survived_in_the_same_way(path: Path) -> None:
    """Without root too: the system refuses to let the log grow, later it lets it again."""
    code = """
import resource, sys
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import StorageError
from tests.rulesets.fight.storage.samples import HEADER, entries, fill
with EncounterFile.create(sys.argv[1], HEADER) as file:
    fill(file, 5)
    before = file.line(), file.history()
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, hard))
    try:
        file.append(bytes(200_000), "x", False)
    except StorageError as error:
        print(error.code, "Everything before it is kept" in error.message())
    print((file.line(), file.history()) == before)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    file.append(bytes(200_000), "x", False)
    print(len(entries(file)))
"""
    assert answer(code, path).splitlines() == ["unknown True", "True", "6"]
    assert len(everything(path)[1]) == 6
