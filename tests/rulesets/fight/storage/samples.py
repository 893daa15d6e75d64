"""Encounter files to test with, and the processes that use them."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.schema import APPLICATION_ID, TABLES, VERSION, header_rows, with_checksum
from rulesets.fight.storage.values import Header, Row

ROOT = Path(__file__).parents[4]

HEADER = Header(
    name="Ambush at Docking Bay 94",
    app_version="0.1.0",
    created="2025-11-21T19:30:00+00:00",
    ruleset_id="saga-edition",
    ruleset_text='id = "saga-edition"\n',
    ruleset_hash="5d41402a",
    options='{"massive": true}',
    beside='{"name": "saga-edition"}',
)

Picture = dict[str, bytes]


def entries(file: EncounterFile) -> list[bytes]:
    """The entries in force, oldest first."""
    line = file.line()
    return [row.body for row in line.rows[: line.cursor]]


def fill(file: EncounterFile, count: int, word: str = "step") -> list[int]:
    """Append so many commands and return their numbers."""
    return [file.append(f"{word} {number}".encode(), f"{word} {number}", cut=True) for number in range(count)]


def everything(path: Path) -> tuple[Header, tuple[Row, ...], int, list[Row]]:
    """All that a file says, for comparison."""
    with EncounterFile.open(path) as file:
        line = file.line()
        return file.header, line.rows, line.cursor, file.history()


def picture(folder: Path) -> Picture:
    """Every file of a folder with its bytes: what a refused open must not change."""
    return {entry.name: entry.read_bytes() if entry.is_file() else b"" for entry in folder.iterdir()}


def as_if_killed(path: Path, target: Path) -> Path:
    """Copy an open file with its log as a killed process would leave them."""
    target.mkdir()
    for name in (path, path.with_name(path.name + "-wal")):
        if name.exists():
            shutil.copyfile(name, target / name.name)
    return target / path.name


def forge(
    path: Path,
    *,
    tables: Mapping[str, str] = TABLES,
    meta: Iterable[tuple[object, ...]] | None = None,
    journal: Iterable[tuple[object, ...]] = (),
    version: int = VERSION,
    application: int = APPLICATION_ID,
    extra: Iterable[str] = (),
) -> Path:
    """A file made by somebody who knows the format; rows get their checksums here."""
    rows = [row[:-1] for row in header_rows(HEADER)] if meta is None else meta
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA application_id = {application}")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("BEGIN")
        for statement in (*tables.values(), *extra):
            db.execute(statement)
        for table, content in (("meta", rows), ("journal", journal)):
            for row in content if table in tables else ():
                values = with_checksum(row)  # type: ignore[arg-type]
                db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
        db.execute("COMMIT")
    return path


def without_powers() -> list[str]:
    """What a command begins with so that it obeys the modes of files: root does not by itself.

    It stays root, without its powers: another user could not enter a checkout that is its owner's only, as
    a fresh clone in the home of root is.
    """
    if sys.platform == "win32":
        pytest.skip("needs the modes of files that Windows does not have")
    if os.getuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root obeys no modes of files, and there is no setpriv to make it")
    return [setpriv, "--bounding-set=-all", "--inh-caps=-all"]


def child(
    code: str, *arguments: object, inside: Sequence[str] = (), **options: object
) -> "subprocess.Popen[str]":
    """A Python process that runs this code with the arguments in sys.argv, its standard streams as pipes.

    ``inside`` is a command that starts it.
    """
    return subprocess.Popen(
        [*inside, sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        **options,  # type: ignore[call-overload]
    )


def answer(code: str, *arguments: object, inside: Sequence[str] = ()) -> str:
    """What a Python process that runs this code prints; it has to end well within a minute."""
    with child(code, *arguments, inside=inside) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0, said
    return said.strip()
