"""A file that others delete, move, replace, cut off or write over while it is open.

No step is lost, what they have put in its place is kept beside it byte for byte, and our own writing raises
no alarm.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesets.fight.storage import encounter_file
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import NotFound, Replaced
from rulesets.fight.storage.values import Anew
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, everything, fill

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are open")


def steps(path: Path) -> list[bytes]:
    """The commands that a file holds."""
    with EncounterFile.open(path) as file:
        return [row.body for row in file.line().rows]


def test_a_deleted_file_is_written_anew_with_the_next_step(file: EncounterFile) -> None:
    for number in range(3):
        file.append(b"%d" % number, "step", cut=False)
    file.path.unlink()
    assert file.append(b"3", "step", cut=False) == 4
    assert file.path.exists()
    assert file.written_anew == (Anew("gone", None),)
    file.append(b"4", "step", cut=False)
    assert len(file.written_anew) == 1
    file.move(2)
    file.close()
    with EncounterFile.open(file.path) as again:
        assert [row.body for row in again.line().rows] == [b"0", b"1", b"2", b"3", b"4"]
        assert again.cursor == 2


def test_one_that_is_deleted_before_the_window_closes_is_there_again(file: EncounterFile) -> None:
    file.append(b"0", "step", cut=False)
    file.path.unlink()
    file.close()
    assert steps(file.path) == [b"0"]


def test_a_moved_file_has_all_steps_up_to_there_and_the_fight_goes_on_in_its_own(file: EncounterFile) -> None:
    file.append(b"0", "step", cut=False)
    moved = file.path.rename(file.path.with_name("moved.turnwright"))
    file.append(b"1", "step", cut=False)
    assert steps(moved) == [b"0"]
    file.close()
    assert steps(file.path) == [b"0", b"1"]
    assert sorted(path.name for path in file.path.parent.iterdir()) == sorted([file.path.name, moved.name])


def test_a_moved_file_that_nothing_was_done_in_stays_alone(file: EncounterFile) -> None:
    file.append(b"0", "step", cut=False)
    moved = file.path.rename(file.path.with_name("moved.turnwright"))
    file.close()
    assert steps(moved) == [b"0"]
    assert not file.path.exists()


def kept_beside(path: Path) -> Path:
    """Where what others have put in its place is kept."""
    return path.with_stem(f"{path.stem} (put in its place)")


def names(folder: Path) -> list[str]:
    """What stands in a folder."""
    return sorted(entry.name for entry in folder.iterdir())


def test_what_was_put_in_its_place_is_kept_beside_it(file: EncounterFile) -> None:
    """As programs do that write a new file and give it the old one's name."""
    file.append(b"0", "step", cut=False)
    file.path.unlink()
    file.path.write_bytes(b"something else")
    file.append(b"1", "step", cut=False)
    kept = kept_beside(file.path)
    assert kept.read_bytes() == b"something else"
    assert file.written_anew == (Anew("replaced", kept),)
    file.close()
    assert steps(file.path) == [b"0", b"1"]
    assert names(file.path.parent) == sorted([file.path.name, kept.name])


def test_a_folder_in_its_place_is_kept_too(file: EncounterFile) -> None:
    """Whatever it is."""
    file.path.unlink()
    file.path.mkdir()
    file.append(b"0", "step", cut=False)
    assert kept_beside(file.path).is_dir()
    file.close()
    assert steps(file.path) == [b"0"]


def test_what_was_put_in_its_place_before_the_window_closes_is_kept_too(file: EncounterFile) -> None:
    file.append(b"0", "step", cut=False)
    file.path.unlink()
    file.path.write_bytes(b"something else")
    file.close()
    assert kept_beside(file.path).read_bytes() == b"something else"
    assert steps(file.path) == [b"0"]


def backup_of(file: EncounterFile, folder: Path) -> bytes:
    """An earlier state of the same fight, as a plain file of another length."""
    file.save_copy(folder / "backup.turnwright")
    return (folder / "backup.turnwright").read_bytes()


Attack = Callable[[EncounterFile, bytes], None]


def _overwrite(file: EncounterFile, backup: bytes) -> None:
    """What cp does: the file keeps its inode."""
    file.path.write_bytes(backup)


def _overwrite_all(file: EncounterFile, backup: bytes) -> None:
    """What a careful GM does who restores a backup: the old log may not be applied to it."""
    file.path.write_bytes(backup)
    file.path.with_name(f"{file.path.name}-wal").unlink()


def _cut_off(file: EncounterFile, _: bytes) -> None:
    os.truncate(file.path, file.path.stat().st_size // 2)


TICK = 10_000_000
"""Nanoseconds: no system's clock of files goes in larger steps than this on Linux."""


def _one_byte(file: EncounterFile, _: bytes) -> None:
    """Size and header stay as they are; it is written a tick of the clock after our own last write."""
    with file.path.open("r+b") as opened:
        opened.seek(-1, os.SEEK_END)
        (last,) = opened.read(1)
        opened.seek(-1, os.SEEK_END)
        opened.write(bytes([last ^ 1]))
    written = file.path.stat().st_mtime_ns
    os.utime(file.path, ns=(written, written + TICK))


ATTACKS = (_overwrite, _overwrite_all, _cut_off, _one_byte)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("moment", ["commit", "checkpoint", "close"])
@pytest.mark.parametrize("tidied", [True, False])
def test_a_file_that_is_written_over_loses_nothing(
    file: EncounterFile, tmp_path: Path, attack: Attack, moment: str, tidied: bool
) -> None:
    """`cp backup fight.turnwright` in a fight destroyed it without a word, as did cutting it off."""
    fill(file, 3)
    backup = backup_of(file, tmp_path)
    fill(file, 300)
    file.move(200)
    if tidied:
        file.checkpoint()
        fill(file, 2)
    attack(file, backup)
    intruder = file.path.read_bytes()
    if moment == "commit":
        file.append(b"after", "after", cut=True)
    elif moment == "checkpoint":
        file.checkpoint()
    expected = file.header, file.line().rows, file.line().cursor, file.history()
    file.close()
    assert file.written_anew == (Anew("replaced", kept_beside(file.path)),)
    assert kept_beside(file.path).read_bytes() == intruder
    assert everything(file.path) == expected
    assert names(file.path.parent) == sorted([file.path.name, kept_beside(file.path).name])


def test_a_file_that_is_emptied_is_written_anew_and_nothing_is_kept_of_nothing(file: EncounterFile) -> None:
    fill(file, 3)
    os.truncate(file.path, 0)
    fill(file, 1)
    assert file.written_anew == (Anew("replaced", None),)
    file.close()
    assert len(steps(file.path)) == 4
    assert names(file.path.parent) == [file.path.name]


def test_what_a_killed_process_leaves_after_that_holds_every_step(
    file: EncounterFile, tmp_path: Path
) -> None:
    """Before the next step is told, the file is whole again on the disk."""
    fill(file, 300)
    file.path.write_bytes(b"x" * 5000)
    fill(file, 5)
    left = as_if_killed(file.path, tmp_path / "killed")
    assert len(steps(left)) == 305


@pytest.mark.parametrize("attack", [Path.unlink, lambda log: os.truncate(log, 0)])
def test_a_log_that_is_deleted_or_emptied_loses_nothing(
    file: EncounterFile, tmp_path: Path, attack: Callable[[Path], None]
) -> None:
    """Steps that only a handle without a name holds would be gone with the process."""
    fill(file, 5)
    attack(file.path.with_name(f"{file.path.name}-wal"))
    fill(file, 1)
    assert file.written_anew == (Anew("log", None),)
    assert file.wait_synced(5)
    assert file.unsynced is None
    assert len(steps(as_if_killed(file.path, tmp_path / "killed"))) == 6
    file.close()
    assert len(steps(file.path)) == 6
    assert names(file.path.parent) == [file.path.name]


def test_our_own_writing_and_other_times_raise_no_alarm(
    file: EncounterFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkpoints, a log that has become large, renaming, other times, a second name for the file."""
    monkeypatch.setattr(encounter_file, "_LARGEST_LOG", 100_000)
    log = file.path.with_name(f"{file.path.name}-wal")
    for number in range(300):
        file.append(b"x" * 3000, "step", cut=False)
        if number % 50 == 0:
            file.checkpoint()
            file.rename(f"name {number}")
            os.utime(file.path, (number, number))
        assert log.stat().st_size < 200_000
    os.link(file.path, file.path.with_name("second"))
    fill(file, 1)
    file.close()
    assert file.written_anew == ()
    assert len(steps(file.path)) == 301


def test_what_cannot_be_written_anew_is_told_and_tried_again(
    file: EncounterFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is refused, all others can be saved elsewhere, and the next step tries again."""
    fill(file, 3)
    shutil.copyfile(__file__, file.path)

    def refuse(*_: object) -> None:
        raise OSError(28, "no room")

    with monkeypatch.context() as patch:
        patch.setattr(encounter_file, "put_in_place", refuse)
        for _ in range(2):
            with pytest.raises(Replaced, match=r"no room.*everything before it is kept here"):
                fill(file, 1)
    file.save_copy(tmp_path / "copy.turnwright")
    assert len(steps(tmp_path / "copy.turnwright")) == 3
    fill(file, 1)
    file.close()
    assert len(steps(file.path)) == 4
    assert kept_beside(file.path).read_bytes() == Path(__file__).read_bytes()
    assert names(file.path.parent) == sorted([file.path.name, kept_beside(file.path).name])
    assert file.header == HEADER


def test_without_its_folder_the_step_is_refused_and_can_be_tried_again(file: EncounterFile) -> None:
    file.append(b"0", "step", cut=False)
    folder = file.path.parent
    away = folder.rename(folder.with_name("away"))
    with pytest.raises(NotFound, match="everything before it is kept here"):
        file.append(b"1", "step", cut=False)
    away.rename(folder)
    file.append(b"1", "step", cut=False)
    file.close()
    assert steps(file.path) == [b"0", b"1"]
