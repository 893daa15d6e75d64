"""A file that is deleted, moved or replaced while it is open: no step is lost, nothing foreign touched."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulesets.storage.encounter_file import EncounterFile
from rulesets.storage.errors import NotFound, Replaced

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
    assert file.written_anew == 1
    file.append(b"4", "step", cut=False)
    assert file.written_anew == 1
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


def test_what_was_put_in_its_place_stays_and_the_step_is_refused(file: EncounterFile, tmp_path: Path) -> None:
    file.append(b"0", "step", cut=False)
    file.path.unlink()
    file.path.write_bytes(b"something else")
    with pytest.raises(Replaced, match="everything before it is kept here"):
        file.append(b"1", "step", cut=False)
    assert file.path.read_bytes() == b"something else"
    file.save_copy(tmp_path / "copy.turnwright")
    assert steps(tmp_path / "copy.turnwright") == [b"0"]
    file.close()
    assert file.path.read_bytes() == b"something else"
    assert steps(file.path.with_stem(f"{file.path.stem} 2")) == [b"0"]


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
