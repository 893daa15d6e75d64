"""The tables of an encounter file, and how one is written complete.

Promises that every later schema version keeps, so that any Turnwright can tell what it has before it:

- application_id is APPLICATION_ID and user_version the schema's version;
- `meta` has the columns key and value, and a row `app_version`;
- the last column of every table is `crc`, over all the others in their order (see `checksum`).
"""

import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import get_args

import msgspec

from rulesets.fight.storage.files import begin_file, uri
from rulesets.fight.storage.values import Header, Kind

APPLICATION_ID = 0x546E5772
"""“TnWr”: marks a SQLite file as an encounter of Turnwright."""

VERSION = 9
"""The schema this Turnwright writes; a change of it comes with a migration."""

MAX_ENTRY = 32 * 1024 * 1024
"""Bytes one entry, label or header field may have; SQLite refuses rows of more than two such, unread."""

TABLES: Mapping[str, str] = MappingProxyType(
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
"""Name → exact statement, the journal's columns being the fields of Row; a file whose schema differs by one
character is refused before any table is read."""

INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET = "INSERT OR REPLACE INTO meta VALUES (?, ?, ?)"
KINDS = frozenset(get_args(Kind))

Value = int | float | str | bytes | None
Values = tuple[Value, ...]

_encode = msgspec.msgpack.Encoder().encode


def checksum(values: Values) -> int:
    """CRC-32 of a row's values in the order of its columns; SQLite does not notice a changed letter."""
    return zlib.crc32(_encode(values))


def with_checksum(values: Values) -> Values:
    """The row as it is stored."""
    return (*values, checksum(values))


def plain(text: str) -> str:
    """Text that UTF-8 can hold: halves of a surrogate pair, as broken clipboards bring them, become “?”."""
    return text.encode("utf-8", "replace").decode("utf-8")


def plain_header(header: Header) -> Header:
    """The header as it will be read again; raises ValueError for a field that is too large."""
    fields: dict[str, str | bytes] = msgspec.structs.asdict(header)
    for key, value in fields.items():
        require_size(value, key)
        fields[key] = plain(value) if isinstance(value, str) else bytes(value)
    return msgspec.convert(fields, Header, builtin_types=(bytes,))


def header_rows(header: Header) -> list[Values]:
    """A plain header as rows of `meta`."""
    return [with_checksum((key, value)) for key, value in msgspec.structs.asdict(header).items()]


def require_size(value: str | bytes, what: str) -> None:
    """Refuse what could not be read again; raises ValueError."""
    if len(value if isinstance(value, bytes) else value.encode("utf-8", "replace")) > MAX_ENTRY:
        raise ValueError(f"{what} is larger than {MAX_ENTRY} bytes")


def connect(path: Path, query: str) -> sqlite3.Connection:
    """A connection that trusts nothing it reads, commits each statement and never waits for a lock.

    It may be handed from one thread to another, never used by two at once. Raises sqlite3.Error.
    """
    db = sqlite3.connect(uri(path, query), uri=True, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        _trust_nothing(db)
    except BaseException:
        db.close()
        raise
    return db


def held(data: bytes) -> sqlite3.Connection:
    """A connection to these bytes of a closed file, in memory, that trusts nothing it reads.

    Raises sqlite3.Error; a SQLite that reads no bytes in memory is one, too.
    """
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        if not hasattr(db, "deserialize"):
            raise sqlite3.NotSupportedError("this SQLite was built without deserialize")
        db.deserialize(data)
        _trust_nothing(db)
    except BaseException:
        db.close()
        raise
    return db


def _trust_nothing(db: sqlite3.Connection) -> None:
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MAX_ENTRY + 4096)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")


def write_file(path: Path, header: Header, journal: Iterable[Values] = ()) -> None:
    """Write a complete, closed file at a free name; the caller flushes it and puts it in place.

    `journal` are rows without checksum. Raises OSError or sqlite3.Error and leaves whatever was written.
    """
    begin_file(path)
    with closing(connect(path, "mode=rwc")) as db:
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("BEGIN")
        for statement in TABLES.values():
            db.execute(statement)
        db.executemany(SET, header_rows(header))
        db.executemany(INSERT, (with_checksum(row) for row in journal))
        db.execute("COMMIT")


def backed_up(db: sqlite3.Connection, path: Path) -> None:
    """Write all that a connection shows as one plain file; copying an open WAL file gives an empty one.

    The caller flushes it and puts it in place. Raises sqlite3.Error.
    """
    with closing(connect(path, "mode=rwc")) as copy:
        copy.execute("PRAGMA synchronous = OFF")
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
