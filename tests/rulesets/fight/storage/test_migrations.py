"""Older files are brought up to date on a copy; the original is kept, whatever happens."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulesets import __version__
from rulesets.fight.storage import migrations as migrations_module, opening
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, DiskFull, Unknown
from rulesets.fight.storage.files import beside
from rulesets.fight.storage.migrations import MIGRATIONS, Migration, on_body
from rulesets.fight.storage.schema import VERSION
from tests.killing import kill_when_ready
from tests.rulesets.fight.storage.old_files import (
    FAKE,
    OLD_TABLES,
    header_of_old,
    make_old,
    row_and_body_of_old,
    row_of_old,
)
from tests.rulesets.fight.storage.samples import HEADER, child, entries, forge, picture


@pytest.fixture
def old(path: Path) -> Path:
    """A file of a version before the first, as a later Turnwright will find those of today."""
    return make_old(path)


def test_there_is_a_migration_from_every_version_there_was() -> None:
    """The first version is 1; each later one comes with the step from the one before."""
    assert sorted(MIGRATIONS) == list(range(1, VERSION))


def test_an_old_file_is_brought_up_to_date(old: Path) -> None:
    """Header, rows and entries go through the functions; cursor and redo survive; it can be written."""
    with EncounterFile.open(old, migrations=FAKE) as file:
        assert (file.header.name, file.header.created) == ("Ambush", HEADER.created)
        assert file.header.app_version == __version__
        assert entries(file) == [b'{"hit_points":10}']
        assert [(row.label, row.at) for row in file.line().rows] == [("minute 1", 60.0), ("minute 2", 120.0)]
        file.move(2)
        file.append(b"{}", "new", cut=False)
    with EncounterFile.open(old) as again:
        assert len(entries(again)) == 3
        assert again.backup is None


def test_a_file_of_version_1_opens_with_its_ruleset(path: Path) -> None:
    """It kept a compiled ruleset and knew no translations and no rulesets that extend others."""
    fields = msgspec.structs.asdict(HEADER)
    meta = [(key, value) for key, value in fields.items() if key != "beside"] + [("compiled", b"x")]
    rows = [(1, "command", 0, 1, "step", b"{}", 5.0)]
    forge(path, tables=MIGRATIONS[1].tables, meta=meta, journal=rows, version=1)
    with EncounterFile.open(path) as file:
        assert file.header.ruleset_text == HEADER.ruleset_text
        assert msgspec.json.decode(file.header.beside)["spelling"] == 3, "as all that was written before 4"
        assert entries(file) == [b"{}"]


def test_the_original_is_kept(old: Path, folder: Path) -> None:
    """Byte for byte, under a name that says of which version it is."""
    original = old.read_bytes()
    with EncounterFile.open(old, migrations=FAKE) as file:
        backup = file.backup
    assert backup == old.with_name("fight.turnwright.v0-backup")
    assert picture(folder) == {old.name: old.read_bytes(), backup.name: original}


def test_an_earlier_backup_is_not_overwritten(old: Path) -> None:
    """It may be another fight's that had this name."""
    first = old.with_name("fight.turnwright.v0-backup")
    first.write_text("precious")
    with EncounterFile.open(old, migrations=FAKE) as file:
        assert file.backup == old.with_name("fight.turnwright.v0-backup-2")
    assert first.read_text() == "precious"


def test_an_upgrade_that_was_killed_before_its_last_step_is_repeated(old: Path, folder: Path) -> None:
    """The backup has its name already, but the old file still stands: there is one backup in the end."""
    backup = old.with_name("fight.turnwright.v0-backup")
    os.link(old, backup)
    EncounterFile.open(old, migrations=FAKE).close()
    assert sorted(picture(folder)) == [old.name, backup.name]


def test_without_hard_links_the_backup_is_a_copy(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on memory sticks."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "no links here")

    original = old.read_bytes()
    monkeypatch.setattr("os.link", refuse)
    with EncounterFile.open(old, migrations=FAKE) as file:
        assert file.backup is not None
        assert file.backup.read_bytes() == original


def _fail(_: dict[str, Any]) -> dict[str, Any]:
    raise KeyError("hp")


BROKEN: dict[str, Migration] = {
    "the header's function": Migration(tables=OLD_TABLES, header=_fail, row=row_and_body_of_old),
    "the row's function": Migration(tables=OLD_TABLES, header=header_of_old, row=_fail),
    "the entry's function": Migration(tables=OLD_TABLES, header=header_of_old, row=on_body(_fail)),
    "a forgotten column": Migration(tables=OLD_TABLES, header=header_of_old),
    "a forgotten field": Migration(tables=OLD_TABLES, row=row_and_body_of_old),
    "a wrong type": Migration(
        tables=OLD_TABLES, header=header_of_old, row=lambda row: {**row_of_old(row), "body": [1]}
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_an_upgrade_that_fails_changes_nothing(old: Path, folder: Path, what: str) -> None:
    """No backup, nothing unfinished, the original as it was."""
    before = picture(folder)
    with pytest.raises(Unknown, match="could not be brought up to date"):
        EncounterFile.open(old, migrations={**FAKE, 0: BROKEN[what]})
    assert picture(folder) == before


def test_a_result_that_makes_no_sense_does_not_replace_the_original(old: Path, folder: Path) -> None:
    """What a migration makes is proved like any other file."""
    before = picture(folder)
    lost = Migration(
        tables=OLD_TABLES, header=header_of_old, row=lambda row: {**row_of_old(row), "parent": 77}
    )
    with pytest.raises(Damaged):
        EncounterFile.open(old, migrations={**FAKE, 0: lost})
    assert picture(folder) == before


def test_a_full_disk_at_the_last_step_changes_nothing(
    old: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the backup is left."""
    before = picture(folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(opening, "put_in_place", full)
    with pytest.raises(DiskFull, match="up to date"):
        EncounterFile.open(old, migrations=FAKE)
    assert picture(folder) == before


def test_a_damaged_old_file_is_refused_before_any_function_sees_it(old: Path, folder: Path) -> None:
    """Otherwise the damage would get fresh checksums."""
    with closing(sqlite3.connect(old)) as db:
        db.executescript("UPDATE journal SET minutes = 5 WHERE seq = 2")
    before = picture(folder)
    with pytest.raises(Damaged):
        EncounterFile.open(old, migrations=FAKE)
    assert picture(folder) == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_an_old_file_of_a_killed_process_is_upgraded_with_its_log(old: Path) -> None:
    """The backup is complete without the log, and the log does not get into the new file."""
    code = f"""
import sqlite3, sys
sys.path.insert(0, "")
from rulesets.fight.storage.schema import with_checksum
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA locking_mode = EXCLUSIVE")
db.execute("PRAGMA journal_mode = WAL")
row = with_checksum({(4, "command", 1, 4, b'{"hp": 3}', 4.0)!r})
db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
print("ready", flush=True)
sys.stdin.read()
"""
    with child(code, old) as process:
        kill_when_ready(process)
    assert beside(old, "-wal").stat().st_size > 0
    with EncounterFile.open(old, migrations=FAKE) as file:
        assert entries(file) == [b'{"hit_points":10}', b'{"hit_points":3}']
        backup = file.backup
    assert backup is not None
    with closing(sqlite3.connect(f"file:{backup}?immutable=1", uri=True)) as db:
        assert db.execute("SELECT count(*) FROM journal").fetchone() == (4,)
    assert sorted(picture(old.parent)) == [old.name, backup.name]


def test_two_versions_are_taken_in_two_steps(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step sees the columns of its own version, the first one first."""
    oldest = {
        **OLD_TABLES,
        "journal": OLD_TABLES["journal"].replace("minutes REAL", "hours REAL"),
    }

    def to_minutes(row: dict[str, Any]) -> dict[str, Any]:
        hours = row.pop("hours")
        return {**row, "minutes": hours * 60}

    for module in (migrations_module, opening):
        monkeypatch.setattr(module, "VERSION", 1)
    forge(
        path,
        tables=oldest,
        meta=[("title", "Old"), *((key, getattr(HEADER, key)) for key in HEADER.__struct_fields__)],
        journal=[(1, "command", 0, 1, b'{"hp": 1}', 1.0)],
        version=-1,
    )
    steps = {-1: Migration(tables=oldest, row=to_minutes), **FAKE}
    with EncounterFile.open(path, migrations=steps) as file:
        (row,) = file.line().rows
    assert (row.at, row.label) == (3600.0, "minute 60")


def test_entries_of_undo_and_redo_are_left_alone() -> None:
    """They have none."""
    seen: list[object] = []
    changed = on_body(lambda body: seen.append(body) or body)  # type: ignore[func-returns-value]
    assert changed({"kind": "undo", "body": b""}) == {"kind": "undo", "body": b""}
    assert msgspec.json.decode(changed({"kind": "command", "body": b'{"a": 1}'})["body"]) == {"a": 1}
    assert seen == [{"a": 1}]
