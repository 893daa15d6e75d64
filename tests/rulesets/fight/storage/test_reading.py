"""Reading beside whoever plays: the same contents, no lock, not a byte changed, nothing left."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, Newer, NotAnEncounter, NotFound
from rulesets.fight.storage.migrations import MIGRATIONS
from rulesets.fight.storage.reading import read_beside
from rulesets.fight.storage.schema import APPLICATION_ID
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, fill, picture


def labels(path: Path) -> list[str]:
    line = read_beside(path).line
    return [row.label for row in line.rows[: line.cursor]]


def test_what_is_being_played_can_be_read(file: EncounterFile, path: Path) -> None:
    """With the log not yet in the file, after a checkpoint, after an undo, and closed."""
    fill(file, 3)
    before = picture(path.parent)
    assert labels(path) == ["step 0", "step 1", "step 2"]
    assert picture(path.parent) == before
    file.checkpoint()
    fill(file, 1, "more")
    assert labels(path)[-1] == "more 0"
    file.append(b"x", "after", cut=True)
    assert read_beside(path).header.name == HEADER.name
    file.close()
    assert labels(path)[-1] == "after"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_what_a_killed_program_left_is_read_and_left(file: EncounterFile, path: Path, tmp_path: Path) -> None:
    fill(file, 5)
    left = as_if_killed(path, tmp_path / "left")
    before = picture(left.parent)
    assert len(labels(left)) == 5
    assert picture(left.parent) == before


def test_every_reading_is_a_moment_of_the_fight(file: EncounterFile, path: Path) -> None:
    """However fast is written and checkpointed: never half a step, never fewer than there were."""
    done = threading.Event()

    def play() -> None:
        for number in range(400):
            file.append(f"step {number}".encode(), f"step {number}", cut=True)
            if number % 20 == 0:
                file.checkpoint()
        done.set()

    thread = threading.Thread(target=play)
    thread.start()
    seen = [0]
    while not done.is_set():
        found = labels(path)
        assert found == [f"step {number}" for number in range(len(found))]
        seen.append(len(found))
    thread.join()
    assert seen == sorted(seen)
    assert len(labels(path)) == 400


def test_what_is_no_encounter_is_told(tmp_path: Path, file: EncounterFile, path: Path) -> None:
    fill(file, 2)
    file.close()
    with pytest.raises(NotFound):
        read_beside(tmp_path / "nothing")
    with pytest.raises(NotAnEncounter):
        read_beside(tmp_path)
    for name, data, error in (
        ("empty", b"", Damaged),
        ("text", b"hello" * 40, NotAnEncounter),
        ("torn", path.read_bytes()[:6000], Damaged),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(error):
            read_beside(tmp_path / name)
    newer = shutil.copyfile(path, tmp_path / "newer")
    with closing(sqlite3.connect(newer)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(Newer):
        read_beside(newer)
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("CREATE TABLE x (y)")
    with pytest.raises(Damaged):
        read_beside(other)
    assert MIGRATIONS
