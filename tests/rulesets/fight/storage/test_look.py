"""Looking at a file and opening it are two steps: what the entries mean can be proved in between."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, InUse
from rulesets.fight.storage.opening import look
from tests.rulesets.fight.storage.old_files import FAKE, make_old
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, entries, fill, picture


@pytest.fixture
def sound(file: EncounterFile, path: Path) -> Path:
    """A closed encounter of six steps, one of them taken back, and one cut off."""
    fill(file, 4)
    file.move(3)
    fill(file, 3, "other")
    file.move(7)
    file.close()
    return path


def test_what_is_found_is_all_that_the_file_says(sound: Path) -> None:
    """The line as it is read from an open file, without reading it again."""
    with look(sound) as found, EncounterFile.attach(found) as file:
        assert found.contents.header == file.header == HEADER
        assert found.contents.line == file.line()
        assert found.contents.line.cursor == 5
        assert [row.body for row in found.contents.line.rows][-1] == b"other 2"
        assert file.append(b"next", "next", cut=True) == found.contents.last + 1


def test_a_file_that_is_left_is_as_it_was(sound: Path, folder: Path) -> None:
    """To the byte, with its time; while it is looked at nobody else can write it."""
    before, written = picture(folder), sound.stat().st_mtime_ns
    with look(sound), pytest.raises(InUse):
        EncounterFile.open(sound)
    assert picture(folder) == before
    assert sound.stat().st_mtime_ns == written


def test_so_is_one_that_a_killed_process_left(file: EncounterFile, tmp_path: Path) -> None:
    """Its log is read in a copy, and stays beside it until the file is opened."""
    fill(file, 3)
    path = as_if_killed(file.path, tmp_path / "killed")
    before = picture(path.parent)
    with look(path) as found:
        assert len(found.contents.line.rows) == 3
    assert picture(path.parent) == before
    with EncounterFile.open(path) as again:
        assert len(entries(again)) == 3


def test_an_old_file_is_not_brought_up_to_date_by_looking(path: Path, folder: Path) -> None:
    """What it would become is built beside it, and gone when it is left."""
    before = picture(make_old(path).parent)
    with look(path, FAKE) as found:
        assert [row.body for row in found.contents.line.rows] == [b'{"hit_points":10}', b'{"hit_points":7}']
        assert path.read_bytes() == before[path.name]
    assert picture(folder) == before
    with look(path, FAKE) as found, EncounterFile.attach(found) as file:
        assert file.backup is not None
        assert file.backup.read_bytes() == before[path.name]


def test_it_is_opened_once(sound: Path) -> None:
    """The lock has one owner."""
    with look(sound) as found, EncounterFile.attach(found) as file:
        with pytest.raises(ValueError, match="attached before"):
            found.attach()
        fill(file, 1)
    EncounterFile.open(sound).close()


def test_what_another_program_adds_meanwhile_is_noticed(sound: Path) -> None:
    """Not every program knows our lock; then nothing is opened, and nothing stays locked."""
    with look(sound) as found:
        with closing(sqlite3.connect(sound, isolation_level=None)) as other:
            other.execute(
                "INSERT INTO journal SELECT seq + 1, kind, parent, tip, label, body, at, crc "
                "FROM journal ORDER BY seq DESC LIMIT 1"
            )
        with pytest.raises(Damaged, match="while it was being opened"):
            found.attach()
    with pytest.raises(Damaged):
        EncounterFile.open(sound)
