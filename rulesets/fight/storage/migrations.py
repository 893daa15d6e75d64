"""Brings files of older schema versions up to date, on a copy, by functions from dict to dict.

A migration knows nothing of SQL: it gets the header and each journal row of its version as a dict of
columns and returns those of the next version. The result is written as a new file by the same code that
creates one, proved like any other, and only then takes the old one's place; the old one is kept under a
name that says so.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from rulesets import __version__
from rulesets.fight.storage.errors import Damaged, Unknown
from rulesets.fight.storage.files import second_name
from rulesets.fight.storage.inspection import require_sound, verified
from rulesets.fight.storage.schema import VERSION, Values, plain_header, write_file
from rulesets.fight.storage.values import Header, Row

Columns = dict[str, Any]
"""A header (keys of meta → values) or a journal row (columns → values), checksum left out."""


class Migration(Struct, frozen=True, kw_only=True):
    """The step from one schema version to the next."""

    tables: Mapping[str, str]
    """The exact statements of the version it starts from: what was schema.TABLES then."""
    header: Callable[[Columns], Columns] = dict
    row: Callable[[Columns], Columns] = dict


def on_body(change: Callable[[Columns], Columns]) -> Callable[[Columns], Columns]:
    """A row's function from one for its entry, where entries are JSON objects; undo and redo have none."""

    def changed(row: Columns) -> Columns:
        if row["kind"] != "command":
            return row
        return {**row, "body": msgspec.json.encode(change(msgspec.json.decode(row["body"])))}

    return changed


def _beside(header: Columns) -> Columns:
    """Version 1 knew rulesets of one text only, and kept a compiled form that nobody read."""
    kept = {key: value for key, value in header.items() if key != "compiled"}
    return {**kept, "beside": "{}"}


def _spelled_as_then(version: int) -> Migration:
    """The next version spells rulesets otherwise: those without a mark get one, of how they were spelled."""

    def marked(writing: Columns) -> Columns:
        return {"spelling": version, **writing}

    def header(header: Columns) -> Columns:
        beside = msgspec.json.decode(header["beside"])
        beside = beside or {"name": header["ruleset_id"], "text": ""}
        return {**header, "beside": msgspec.json.encode(marked(beside)).decode()}

    def entry(entry: Columns) -> Columns:
        command = entry.get("command", {})
        if command.get("writing") is None:
            return entry
        return {**entry, "command": {**command, "writing": marked(command["writing"])}}

    return Migration(tables=_TABLES_1, header=header, row=on_body(entry))


def _counts_moved_at(step: Migration) -> Migration:
    """Moments at which something begins say so in the next version, also where counts moved at one."""
    words = {"round": "round-start", "turn": "turn-start"}

    def entry(entry: Columns) -> Columns:
        for event in entry.get("events", ()):
            params = event.get("params", {}) if event.get("code") == "counts-moved" else {}
            if params.get("why") in words:
                params["why"] = words[params["why"]]
        return entry

    def row(row: Columns) -> Columns:
        return on_body(entry)(step.row(row))

    return Migration(tables=step.tables, header=step.header, row=row)


_TABLES_1: Mapping[str, str] = MappingProxyType(
    {
        "meta": (
            "CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL, crc INTEGER NOT NULL) "
            "WITHOUT ROWID"
        ),
        "journal": (
            "CREATE TABLE journal (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, parent INTEGER NOT NULL, "
            "tip INTEGER NOT NULL, label TEXT NOT NULL, body BLOB NOT NULL, at REAL NOT NULL, "
            "crc INTEGER NOT NULL)"
        ),
    }
)
MIGRATIONS: Mapping[int, Migration] = MappingProxyType(
    {
        1: Migration(tables=_TABLES_1, header=_beside),
        2: Migration(tables=_TABLES_1),
        3: _spelled_as_then(3),
        4: _spelled_as_then(4),
        5: _spelled_as_then(5),
        6: Migration(tables=_TABLES_1),
        7: _counts_moved_at(_spelled_as_then(7)),
        8: _spelled_as_then(8),
    }
)
"""Version it starts from → step. Version 3 has the same tables: its journal tells of turns that were missed,
which a program that writes version 2 cannot read, and of the dice of every entry. Versions 4 to 6 have them,
too, and say of a ruleset how it is spelled. Version 7 tells of who is hidden or still to come, of rests, of
what is carried over and of rolls that decide nothing, which a program that writes version 6 cannot read.
Version 8 spells rulesets in plainer words, and version 9 in fewer."""


def upgrade(
    db: sqlite3.Connection,
    path: Path,
    version: int,
    target: Path,
    migrations: Mapping[int, Migration] = MIGRATIONS,
) -> None:
    """Write at `target` what the file open at `db` holds, in the current version.

    `path` is the file's name for messages. Raises Damaged, Unknown (a migration that fails) or sqlite3.Error.
    """
    steps = [migrations.get(number) for number in range(version, VERSION)]
    known = [step for step in steps if step is not None]
    if not known or len(known) < len(steps):
        raise Damaged(path, detail=f"there never was a version {version} of encounter files")
    require_sound(db, path, known[0].tables)
    header: Columns = {str(key): value for key, value in verified(db, path, "meta")}
    try:
        for step in known:
            header = step.header(header)
        checked = msgspec.convert({**header, "app_version": __version__}, Header, builtin_types=(bytes,))
        write_file(target, plain_header(checked), _upgraded_rows(db, path, known))
    except (KeyError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
        if type(error) is msgspec.DecodeError:  # no JSON at all: its version is what was changed
            raise Damaged(path, detail=f"it is not what a file of version {version} holds") from error
        raise Unknown(path, "upgrade", detail=f"{type(error).__name__}: {error}") from error


def _upgraded_rows(db: sqlite3.Connection, path: Path, steps: list[Migration]) -> Iterator[Values]:
    old = [name for _, name, *_ in db.execute("PRAGMA table_info(journal)")][:-1]
    for values in verified(db, path, "journal"):
        row: Columns = dict(zip(old, values, strict=True))
        for step in steps:
            row = step.row(row)
        yield tuple(row[name] for name in Row.__struct_fields__)


def keep_original(path: Path, version: int) -> Path:
    """Give the old file a second name, e.g. `fight.turnwright.v1-backup`, which outlives its replacement.

    Never overwrites an earlier backup. Raises OSError.
    """
    backup = first = path.with_name(f"{path.name}.v{version}-backup")
    number = 1
    while backup.exists():
        if backup.samefile(path):  # left by an upgrade that was killed before the last step
            return backup
        number += 1
        backup = first.with_name(f"{first.name}-{number}")
    second_name(path, backup)
    return backup
