"""A file is complete from its first moment, and one plain file when nobody has it open."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage import encounter_file, files
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import AlreadyExists, InUse, NoPermission, NotFound
from rulesets.fight.storage.files import beside, unfinished
from tests.rulesets.fight.storage.samples import HEADER, as_if_killed, entries, everything, fill, picture


def test_a_new_file_holds_the_whole_header(file: EncounterFile, path: Path) -> None:
    """Every field comes back, the ruleset inside included."""
    file.close()
    assert everything(path) == (HEADER, (), 0, [])


def test_a_new_file_is_complete_before_its_log_exists(
    file: EncounterFile, path: Path, tmp_path: Path
) -> None:
    """The file alone, copied before any command, is already a readable encounter."""
    shutil.copyfile(path, tmp_path / "alone.turnwright")
    assert everything(tmp_path / "alone.turnwright")[0] == HEADER


def test_a_new_file_is_flushed_before_it_gets_its_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut leaves no file or a whole one: content first, then the name, then the folder."""
    steps: list[str] = []
    flush, flush_folder = files.flush, files.flush_folder
    replace = Path.replace
    monkeypatch.setattr(files, "flush", lambda name: (steps.append(f"flush {name.name}"), flush(name)))
    monkeypatch.setattr(
        files, "flush_folder", lambda name: (steps.append("flush folder"), flush_folder(name))
    )
    monkeypatch.setattr(
        Path, "replace", lambda old, new: (steps.append(f"name {new.name}"), replace(old, new))
    )
    EncounterFile.create(path, HEADER).close()
    assert steps == [f"flush {unfinished(path).name}", f"name {path.name}", "flush folder"]


@pytest.mark.parametrize(
    "name",
    ["plain.turnwright", "Kämpfe & Söhne #1 100% ?x=y.turnwright", "two\nlines", " ", "'; DROP TABLE meta"],
)
def test_any_file_name_will_do(folder: Path, name: str) -> None:
    """Names are quoted wherever SQLite reads an address, so none becomes an option or another file."""
    with EncounterFile.create(folder / name, HEADER) as file:
        fill(file, 1)
    assert list(picture(folder)) == [name]
    assert len(everything(folder / name)[1]) == 1


def test_an_existing_file_is_not_overwritten(folder: Path, path: Path) -> None:
    """Whatever stands there stays as it was, an encounter or not, and so does a folder."""
    path.write_text("my notes")
    (folder / "sub").mkdir()
    before = picture(folder)
    with pytest.raises(AlreadyExists):
        EncounterFile.create(path, HEADER)
    for replace in (False, True):
        with pytest.raises(AlreadyExists):
            EncounterFile.create(folder / "sub", HEADER, replace=replace)
    assert picture(folder) == before


def test_an_existing_file_is_replaced_when_asked(file: EncounterFile, path: Path) -> None:
    """The old commands are gone; the new encounter stands in their place."""
    fill(file, 3)
    file.close()
    EncounterFile.create(path, HEADER, replace=True).close()
    assert everything(path)[1] == ()


def test_the_log_of_a_replaced_file_does_not_get_into_the_new_one(
    file: EncounterFile, path: Path, tmp_path: Path
) -> None:
    """SQLite would replay an old log into whatever file has the name; it goes with its file."""
    fill(file, 3)
    left = as_if_killed(path, tmp_path / "killed")
    assert beside(left, "-wal").stat().st_size > 0
    EncounterFile.create(left, HEADER, replace=True).close()
    assert everything(left)[1] == ()


def test_a_file_in_use_is_not_replaced(file: EncounterFile, path: Path) -> None:
    """Also not when replacing was asked for, by a new encounter, by a copy, or by a copy of itself."""
    fill(file, 2)
    with pytest.raises(InUse):
        EncounterFile.create(path, HEADER, replace=True)
    with pytest.raises(InUse):
        file.save_copy(path, replace=True)
    assert len(entries(file)) == 2


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """Creating and copying need a folder that is there; the sentence says which."""
    with pytest.raises(NotFound, match="missing"):
        EncounterFile.create(tmp_path / "missing" / "a.turnwright", HEADER)


def test_a_failed_creation_leaves_what_was_there(
    file: EncounterFile, folder: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something breaks in the middle of writing: the old file stands, nothing unfinished lies about."""
    fill(file, 2)
    file.close()
    before = picture(folder)

    def broken(built: Path, *_: object) -> None:
        built.write_bytes(b"half")
        raise PermissionError(13, "denied")

    monkeypatch.setattr(encounter_file, "write_file", broken)
    with pytest.raises(NoPermission):
        EncounterFile.create(path, HEADER, replace=True)
    assert picture(folder) == before


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system has no links")
def test_a_link_stays_a_link(folder: Path, tmp_path: Path) -> None:
    """The encounter is written where the link points, and its lock is the same under both names."""
    link = folder / "link.turnwright"
    target = tmp_path / "target.turnwright"
    EncounterFile.create(target, HEADER).close()
    link.symlink_to(target)
    with EncounterFile.create(link, HEADER, replace=True) as file:
        fill(file, 2)
        with pytest.raises(InUse):
            EncounterFile.open(target)
    assert link.is_symlink()
    assert len(everything(target)[1]) == 2


def test_closing_leaves_one_plain_file(file: EncounterFile, folder: Path, path: Path) -> None:
    """No log, no lock, no journal; the file alone, copied anywhere, is everything."""
    fill(file, 20)
    file.checkpoint()
    fill(file, 20)
    file.close()
    assert list(picture(folder)) == [path.name]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert len(everything(path)[1]) == 40


def test_closing_ends_the_thread_and_may_be_repeated(file: EncounterFile) -> None:
    """Nothing is left running, also after a with that an error ended."""
    assert "encounter-sync" in {thread.name for thread in threading.enumerate()}
    with pytest.raises(RuntimeError, match="elsewhere"), file:
        raise RuntimeError("elsewhere")
    assert "encounter-sync" not in {thread.name for thread in threading.enumerate()}
    file.close()
    with pytest.raises(ValueError, match="closed"):
        file.append(b"", "", cut=False)


def test_a_copy_of_an_open_file_is_complete(file: EncounterFile, folder: Path, path: Path) -> None:
    """The copy holds what is still only in the log, with undone and cut-off commands, and is a plain file."""
    fill(file, 5)
    file.move(2)
    file.append(b"other", "other", cut=True)
    copy = folder / "copy.turnwright"
    file.save_copy(copy)
    assert copy.read_bytes()[18:20] == b"\x01\x01", "SQLite's mark of a file that needs no log"
    assert {name for name in picture(folder) if name.startswith("copy")} == {"copy.turnwright"}
    line, history = file.line(), file.history()
    assert everything(copy) == (HEADER, line.rows, line.cursor, history)
    fill(file, 1)
    assert len(everything(copy)[1]) == 3
    file.close()
    assert len(everything(path)[1]) == 4


def test_a_copy_overwrites_only_when_asked(file: EncounterFile, folder: Path) -> None:
    """As with a new encounter."""
    copy = folder / "copy.turnwright"
    copy.write_text("my notes")
    with pytest.raises(AlreadyExists):
        file.save_copy(copy)
    assert copy.read_text() == "my notes"
    fill(file, 3)
    file.save_copy(copy, replace=True)
    assert len(everything(copy)[1]) == 3


def test_an_unfinished_file_of_a_killed_process_is_taken_over(folder: Path, path: Path) -> None:
    """A creation that was killed leaves half a file under a hidden name; the next is not hindered by it."""
    unfinished(path).write_bytes(b"half")
    with EncounterFile.create(path, HEADER) as file:
        fill(file, 1)
    assert list(picture(folder)) == [path.name]
