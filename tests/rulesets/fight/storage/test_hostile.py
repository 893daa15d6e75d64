"""Files that are damaged, foreign or made to harm: refused with a clear error, in time, and never changed."""

import os
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, Newer, NotAnEncounter, NotFound, StorageError
from rulesets.fight.storage.files import beside
from rulesets.fight.storage.reading import read_beside
from rulesets.fight.storage.schema import MAX_ENTRY, TABLES, VERSION, header_rows
from tests.killing import kill_when_ready
from tests.rulesets.fight.storage.samples import (
    HEADER,
    as_if_killed,
    child,
    entries,
    everything,
    fill,
    forge,
    picture,
)

SOON = 2.0
COMMAND = (1, "command", 0, 1, "label", b"body", 1.0)


def assert_refused(path: Path, *kinds: type[StorageError]) -> None:
    """Opening is refused within two seconds, and the folder is as it was, to the byte."""
    before = picture(path.parent)
    started = time.monotonic()
    with pytest.raises(kinds) as caught:
        EncounterFile.open(path)
    assert time.monotonic() - started < SOON
    assert picture(path.parent) == before
    assert caught.value.path == path


def test_a_missing_file_is_not_created(path: Path) -> None:
    """Nor is a lock left where nothing is."""
    assert_refused(path, NotFound)
    assert list(path.parent.iterdir()) == []


def test_a_missing_folder_is_not_found_either(tmp_path: Path) -> None:
    """The path may lead nowhere at all."""
    with pytest.raises(NotFound):
        EncounterFile.open(tmp_path / "missing" / "fight.turnwright")


def test_a_name_that_no_file_can_have_is_refused(folder: Path) -> None:
    """A zero byte is no reason to crash."""
    with pytest.raises(NotAnEncounter):
        EncounterFile.open(f"{folder}/a\0b")


def test_a_folder_is_no_encounter(path: Path) -> None:
    """Whatever its name."""
    path.mkdir()
    assert_refused(path, NotAnEncounter)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    """Opening a pipe with nobody at its other end would hang for ever."""
    os.mkfifo(path)
    started = time.monotonic()
    with pytest.raises(NotAnEncounter):
        EncounterFile.open(path)
    assert time.monotonic() - started < SOON


def test_an_empty_file_is_damaged(path: Path) -> None:
    """What is left when a copy went wrong."""
    path.touch()
    assert_refused(path, Damaged)


def _hundred_megabytes(path: Path) -> None:
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"The quick brown fox jumps over \n" * 32768)


def _almost_sqlite(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + random.Random(1).randbytes(100_000))


def _foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE meta (key TEXT, value TEXT)")


FOREIGN: list[Callable[[Path], object]] = [
    _hundred_megabytes,
    _almost_sqlite,
    _foreign_database,
    lambda path: path.write_bytes(b"x"),
    lambda path: path.write_bytes(bytes(4096)),
    lambda path: path.write_text('{"name": "an encounter as JSON"}'),
    lambda path: forge(path, application=0x0F055112),
]


@pytest.mark.slow
@pytest.mark.parametrize("make", FOREIGN)
def test_files_of_other_programs_are_no_encounters(path: Path, make: Callable[[Path], object]) -> None:
    """Texts, other databases, another application's mark."""
    make(path)
    assert_refused(path, NotAnEncounter)


FORGED: dict[str, Callable[[Path], object]] = {
    "no tables": lambda path: forge(path, tables={}),
    "no journal": lambda path: forge(path, tables={"meta": TABLES["meta"]}),
    "another table": lambda path: forge(path, extra=["CREATE TABLE notes (text)"]),
    "a trigger": lambda path: forge(
        path, extra=["CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM journal; END"]
    ),
    "other columns": lambda path: forge(
        path, tables={**TABLES, "journal": "CREATE TABLE journal (seq INTEGER PRIMARY KEY, body BLOB)"}
    ),
    "a view that never ends": lambda path: forge(
        path,
        tables={"meta": TABLES["meta"]},
        extra=[
            "CREATE VIEW journal AS WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n)"
            " SELECT seq, 'command' kind, 0 parent, 0 tip, '' label, x'' body, 0.0 at, 0 crc FROM n"
        ],
    ),
    "unknown old version": lambda path: forge(path, version=0),
    "negative version": lambda path: forge(path, version=-1),
    "no header": lambda path: forge(path, meta=[]),
    "header incomplete": lambda path: forge(path, meta=[("name", "x")]),
    "header of wrong types": lambda path: forge(path, meta=[(k, 7) for k, *_ in header_rows(HEADER)]),
    "text for bytes": lambda path: forge(
        path, meta=[(k, b"bytes" if k == "beside" else v) for k, v, _ in header_rows(HEADER)]
    ),
    "bytes for text": lambda path: forge(
        path, meta=[(k, b"name" if k == "name" else v) for k, v, _ in header_rows(HEADER)]
    ),
    "text for a number": lambda path: forge(path, journal=[(1, "command", "zero", 1, "l", b"b", 1.0)]),
    "a number for a label": lambda path: forge(path, journal=[(1, "command", 0, 1, b"7", b"b", 1.0)]),
    "text for a body": lambda path: forge(path, journal=[(1, "command", 0, 1, "l", "text", 1.0)]),
    "text for a time": lambda path: forge(path, journal=[(1, "command", 0, 1, "l", b"b", "soon")]),
    "an unknown kind": lambda path: forge(path, journal=[(1, "delete", 0, 1, "l", b"b", 1.0)]),
    "a gap": lambda path: forge(path, journal=[COMMAND, (3, "command", 1, 3, "l", b"b", 1.0)]),
    "a negative number": lambda path: forge(path, journal=[(-1, "command", 0, -1, "l", b"b", 1.0)]),
    "a huge number": lambda path: forge(path, journal=[(2**63 - 1, "command", 0, 1, "l", b"b", 1.0)]),
    "its own parent": lambda path: forge(path, journal=[(1, "command", 1, 1, "l", b"b", 1.0)]),
    "a later parent": lambda path: forge(path, journal=[(1, "command", 2, 1, "l", b"b", 1.0)]),
    "an undo to nowhere": lambda path: forge(path, journal=[COMMAND, (2, "undo", 9, 1, "", b"", 1.0)]),
    "a tip that is no command": lambda path: forge(path, journal=[COMMAND, (2, "undo", 1, 2, "", b"", 1.0)]),
    "a cursor beside the line": lambda path: forge(
        path, journal=[COMMAND, (2, "command", 0, 2, "l", b"b", 1.0), (3, "undo", 1, 2, "", b"", 1.0)]
    ),
    "a cursor beyond the tip": lambda path: forge(
        path, journal=[COMMAND, (2, "command", 1, 2, "l", b"b", 1.0), (3, "undo", 2, 1, "", b"", 1.0)]
    ),
    "a huge value": lambda path: forge(
        path, journal=[(1, "command", 0, 1, "l", bytes(2 * MAX_ENTRY + 8192), 1.0)]
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_files_are_damaged(path: Path, what: str) -> None:
    """Whoever knows the format and makes the checksums right still gets no further than the refusal."""
    FORGED[what](path)
    assert_refused(path, Damaged)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = x'00' WHERE seq = 2",
        "UPDATE journal SET label = 'other' WHERE seq = 2",
        "UPDATE journal SET at = 0 WHERE seq = 2",
        "UPDATE journal SET parent = 0 WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 2",
        "UPDATE meta SET value = 'srd35' WHERE key = 'ruleset_id'",
        "DELETE FROM meta WHERE key = 'options'",
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'meta'",
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = 'nonsense' WHERE name = 'meta'",
        "PRAGMA writable_schema = 1; UPDATE journal SET label = CAST(x'ff' AS TEXT)",
    ],
)
def test_what_another_program_changed_is_noticed(file: EncounterFile, path: Path, statement: str) -> None:
    """Checksums cover every row; a log that was edited is not a truth to go on from."""
    fill(file, 3)
    file.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(statement)
    assert_refused(path, Damaged)


def test_nulls_are_damage(path: Path) -> None:
    """The tables forbid them; a file can hold them all the same, by another definition of the same name."""
    loose = {name: statement.replace(" NOT NULL", "") for name, statement in TABLES.items()}
    forge(path, tables=loose, journal=[(1, None, None, None, None, None, None)])
    with closing(sqlite3.connect(path)) as db:
        db.executescript("PRAGMA writable_schema = 1")
        for name, statement in TABLES.items():
            db.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (statement, name))
        db.commit()
    assert_refused(path, Damaged)


@pytest.mark.parametrize(
    ("meta", "said"),
    [
        ([("app_version", "7.2.0")], "7.2.0"),
        ([("app_version", b"\xff")], "of an unknown version"),
        ([("app_version", "<b>" * 1000)], "of an unknown version"),
        ([], "of an unknown version"),
    ],
)
def test_a_newer_file_is_refused_and_says_what_wrote_it(
    path: Path, meta: list[tuple[object, ...]], said: str
) -> None:
    """Whatever else a later version keeps in it; what it says of its version is only told if it is one."""
    later = {
        "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value, added, crc)",
        "scenes": "CREATE TABLE scenes (id)",
    }
    forge(path, tables=later, version=VERSION + 1, meta=[(*row, None) for row in meta])
    assert_refused(path, Newer)
    with pytest.raises(Newer, match=said):
        EncounterFile.open(path)


def test_a_newer_file_cannot_make_the_version_compute_for_ever(path: Path) -> None:
    """Its table of versions may be a trap."""
    trap = (
        "CREATE VIEW meta AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
        " SELECT 'app_version' AS key, x AS value FROM n WHERE x < 0"
    )
    forge(path, tables={}, extra=[trap], version=VERSION + 1)
    assert_refused(path, Newer)


@pytest.fixture
def sound(file: EncounterFile) -> Path:
    """A closed file with commands, undo, a branch, and one entry that fills several pages."""
    fill(file, 20)
    file.append(random.Random(5).randbytes(9000), "long", cut=False)
    file.move(10)
    fill(file, 5, "other")
    file.move(23)
    file.close()
    return file.path


@pytest.mark.parametrize(("header", "others"), [(25, 60), pytest.param(100, 400, marks=pytest.mark.slow)])
def test_a_flipped_bit_is_noticed_or_harmless(sound: Path, tmp_path: Path, header: int, others: int) -> None:
    """At every byte of the header and many others: refused and untouched, or opened with the same content."""
    whole, original = sound.read_bytes(), everything(sound)
    random_ = random.Random(94)
    chosen = (random_.randrange(100, len(whole)) for _ in range(others))
    positions = [*range(0, 100, 100 // header), *chosen]
    results = {"refused": 0, "harmless": 0}
    for number, position in enumerate(positions):
        flipped = bytearray(whole)
        flipped[position] ^= 1 << random_.randrange(8)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "flipped.turnwright").write_bytes(flipped)
        started = time.monotonic()
        try:
            found = everything(folder / "flipped.turnwright")
        except (Damaged, NotAnEncounter, Newer):
            results["refused"] += 1
            assert picture(folder) == {"flipped.turnwright": bytes(flipped)}, position
        else:
            results["harmless"] += 1
            assert found == original, position
        assert time.monotonic() - started < SOON
    assert results["refused"] * 5 > len(positions) * 2, results
    assert results["harmless"] > 0, "no flip in unused space: the sample proves nothing"


@pytest.mark.slow
def test_a_flipped_bit_in_the_text_of_the_schema_is_damage(sound: Path) -> None:
    """SQLite repeats the text in its message, which Python cannot read if it is no UTF-8 any more."""
    whole = sound.read_bytes()
    for statement in TABLES.values():
        begin = whole.index(statement.encode())
        for position in range(begin, begin + len(statement), 3):
            flipped = bytearray(whole)
            flipped[position] ^= 0x80
            sound.write_bytes(flipped)
            for reads in (EncounterFile.open, read_beside):
                with pytest.raises(Damaged):
                    reads(sound)


@pytest.mark.slow
def test_a_truncated_file_is_refused(sound: Path, tmp_path: Path) -> None:
    """At every page and many other lengths."""
    whole = sound.read_bytes()
    random_ = random.Random(95)
    lengths = {
        *range(0, len(whole), 4096),
        *(random_.randrange(len(whole)) for _ in range(60)),
        len(whole) - 1,
    }
    for length in sorted(lengths):
        folder = tmp_path / str(length)
        folder.mkdir()
        path = folder / "short.turnwright"
        path.write_bytes(whole[:length])
        assert_refused(path, Damaged, NotAnEncounter)


def test_a_file_whose_last_byte_was_a_zero_is_cut_off_without_it_too(path: Path) -> None:
    """SQLite fills a page that is cut short with zeros: one file in 256 would read as it was."""
    for number in range(20_000):
        forge(path, journal=[(*COMMAND[:5], b"%d" % number, COMMAND[6])])
        whole = path.read_bytes()
        path.unlink()
        if whole.endswith(b"\0"):
            break
    path.write_bytes(whole[:-1])
    assert_refused(path, Damaged)
    path.write_bytes(whole)
    EncounterFile.open(path).close()


@pytest.mark.slow
def test_a_file_with_something_behind_it_opens_or_is_refused_untouched(sound: Path) -> None:
    """As mail programs and bad disks append things."""
    original = everything(sound)
    sound.write_bytes(sound.read_bytes() + b"junk" * 3000)
    before = picture(sound.parent)
    try:
        assert everything(sound) == original
    except Damaged:
        assert picture(sound.parent) == before


def test_no_folder_for_temporary_files_is_no_missing_file(
    file: EncounterFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed process left is read on a copy; where none can be made, that is what is said."""
    fill(file, 5)
    left = as_if_killed(file.path, tmp_path / "left")
    before = picture(left.parent)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    for reads in (EncounterFile.open, read_beside):
        with pytest.raises(StorageError, match="no folder for temporary files") as caught:
            reads(left)
        assert caught.value.code == "unknown"
        assert picture(left.parent) == before


@pytest.mark.slow
def test_a_damaged_log_is_cut_where_the_damage_is_or_refused(file: EncounterFile, tmp_path: Path) -> None:
    """Bits flip in what a killed process left: a prefix of the commands opens, or nothing is changed."""
    fill(file, 15)
    expected = entries(file)
    left = as_if_killed(file.path, tmp_path / "left")
    main, log = left.read_bytes(), beside(left, "-wal").read_bytes()
    random_ = random.Random(96)
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        flipped = bytearray(log)
        flipped[random_.randrange(len(flipped))] ^= 1 << random_.randrange(8)
        (folder / "a.turnwright").write_bytes(main)
        (folder / "a.turnwright-wal").write_bytes(
            flipped[: random_.choice([len(log), random_.randrange(len(log))])]
        )
        before = picture(folder)
        try:
            with EncounterFile.open(folder / "a.turnwright") as again:
                after = entries(again)
        except Damaged:
            assert picture(folder) == before
        else:
            assert after == expected[: len(after)]


@pytest.mark.slow
def test_a_damaged_file_with_a_log_is_left_as_it_is(file: EncounterFile, tmp_path: Path) -> None:
    """SQLite would write the log into the damaged file on the mere attempt to read both."""
    fill(file, 200)
    file.checkpoint()
    fill(file, 5)
    left = as_if_killed(file.path, tmp_path / "left")
    bytes_ = bytearray(left.read_bytes())
    bytes_[3 * 4096 : 4 * 4096] = bytes(4096)
    left.write_bytes(bytes_)
    assert beside(left, "-wal").stat().st_size > 0
    assert_refused(left, Damaged)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_foreign_log_beside_a_sound_file_does_no_harm(sound: Path, tmp_path: Path) -> None:
    """Another encounter's log under this one's name: what both make is proved, and refused if nonsense."""
    other = tmp_path / "other.turnwright"
    code = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
from tests.rulesets.fight.storage.samples import HEADER, fill
file = EncounterFile.create(sys.argv[1], HEADER)
fill(file, 300)
print("ready", flush=True)
sys.stdin.read()
"""
    with child(code, other) as process:
        kill_when_ready(process)
    beside(sound, "-wal").write_bytes(beside(other, "-wal").read_bytes())
    original, before = sound.read_bytes(), picture(sound.parent)
    try:
        EncounterFile.open(sound).close()
    except Damaged:
        assert sound.read_bytes() == original
        assert picture(sound.parent) == before


def test_hostile_texts_are_only_texts(path: Path) -> None:
    """SQL, markup and templates in names and labels come back as they were."""
    nasty = "'); DROP TABLE journal; -- <img src=file:///etc/passwd> {name} %s \x00 \u202e"
    with EncounterFile.create(path, HEADER) as file:
        file.append(nasty.encode(), nasty, cut=False)
        file.rename(nasty)
    header, rows, _, _ = everything(path)
    assert (header.name, rows[0].label, rows[0].body) == (nasty, nasty, nasty.encode())


@pytest.mark.slow
def test_many_branches_are_listed_in_time(path: Path) -> None:
    """A file made so that every branch is long: listing them takes no time that grows with their product."""
    rows: list[tuple[object, ...]] = [(n, "command", n - 1, n, "l", b"", 1.0) for n in range(1, 5001)]
    rows += [(n, "command", 5000, n, "l", b"", 1.0) for n in range(5001, 10001)]
    rows.append((10001, "command", 0, 10001, "l", b"", 1.0))
    forge(path, journal=rows)
    started = time.monotonic()
    with EncounterFile.open(path) as file:
        branches = file.branches()
    assert time.monotonic() - started < SOON
    assert len(branches) == 5000
    assert {branch.length for branch in branches} == {5001}
