"""Looks at a file of unknown origin without changing it: is it ours, is it whole, what does it hold?

Nothing of a file is believed before it is proved: first that its tables are exactly ours (a hostile view
could compute forever), then SQLite's own check of the pages, then every row's checksum, then that the
journal makes sense.
"""

import os
import sqlite3
import stat
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from rulesets import collector
from rulesets.fight.storage.errors import Damaged, InUse, Newer, NoPermission, NotAnEncounter, guarded
from rulesets.fight.storage.files import leftovers, occupied
from rulesets.fight.storage.lock import is_locked
from rulesets.fight.storage.proofs import Proof
from rulesets.fight.storage.schema import APPLICATION_ID, KINDS, TABLES, VERSION, Value, checksum, connect
from rulesets.fight.storage.values import Header, Line, Row

_OPS_BETWEEN_LOOKS = 20_000
_PATIENCE = 1.0
"""Seconds that reading may take ..."""
_BYTES_PER_SECOND = 20_000_000
"""... and for each so many bytes of the file one more: a slow disk is no reason to refuse, a trap is."""
_SOMETHING_BEHIND = 1 << 20
"""Bytes that bad disks and mail programs may append to a file; whoever watches it reads them all."""


_TYPES = (int, str, int, int, str, bytes, float)
"""Of a journal row's columns, as SQLite gives them."""
_COLUMNS = ", ".join(Row.__struct_fields__)


class Contents(Struct, frozen=True):
    """What a sound file holds: all that its opening needs, so that no row is read twice."""

    header: Header
    line: Line
    rows: tuple[Row, ...] = ()
    """The whole journal, oldest first: undo and redo, and what was cut off, too."""
    proof: Proof | None = None
    """Where it leads, if exactly this file was proved before."""

    @property
    def last(self) -> int:
        """Number of the newest row, 0 in a new file."""
        return len(self.rows)


def peek(path: Path) -> None:
    """Turn away what cannot be an encounter we know, without lock and without leaving a trace.

    Raises NotFound, NoPermission, NotAnEncounter, Damaged (empty), Newer, and InUse if that is easily seen.
    """
    with guarded(path, "open"):
        try:
            about = path.stat()
        except ValueError:  # a zero byte in the name
            raise NotAnEncounter(path, detail="no file can have this name") from None
        if not stat.S_ISREG(about.st_mode):
            kind = "a folder" if stat.S_ISDIR(about.st_mode) else "no ordinary file"
            raise NotAnEncounter(path, detail=f"it is {kind}")
        if not os.access(path, os.R_OK):
            raise NoPermission(path)
        if about.st_size == 0:
            raise Damaged(path, detail="it is empty")
        if leftovers(path):
            _peek_beside_a_log(path)
            return
        try:
            with closing(connect(path, "mode=ro&immutable=1")) as db:
                recognised(db, path)
                with _limited(db, path):  # it reads the schema, which may be made to have no end
                    whole = _bytes_of_pages(db)
                if path.stat().st_size < whole:
                    raise Damaged(path, detail="its end is cut off")
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB and not _has_our_mark(path):
                raise NotAnEncounter(path, detail="another program wrote it") from error
            raise


def _peek_beside_a_log(path: Path) -> None:
    """The file alone may be half a checkpoint and make no sense to SQLite: only its mark is looked at.

    Not while it is open: POSIX drops this process's locks on a file when any handle of it is closed.
    """
    if is_locked(path):
        raise InUse(path)
    if not _has_our_mark(path):
        raise NotAnEncounter(path, detail="another program wrote it")


def _has_our_mark(path: Path) -> bool:
    """Whether the application_id is ours: byte 68 of SQLite's header."""
    with path.open("rb") as file:
        return file.read(72)[68:] == APPLICATION_ID.to_bytes(4, "big")


def recognised(db: sqlite3.Connection, path: Path) -> int:
    """The schema version of an open file; raises NotAnEncounter and Newer."""
    with _limited(db, path):
        if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotAnEncounter(path, detail="it is a database of another program")
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise Newer(path, app_version=_writer(db))
        return version


def _writer(db: sqlite3.Connection) -> str:
    """The application version in a file whose schema is not known beyond the promises of schema.py."""
    with suppress(sqlite3.Error):
        known = db.execute("SELECT type, sql FROM sqlite_master WHERE name = 'meta'").fetchone()
        if known and known[0] == "table" and str(known[1]).startswith("CREATE TABLE"):
            found = db.execute("SELECT value FROM meta WHERE key = 'app_version'").fetchone()
            if found and isinstance(found[0], str) and len(found[0]) <= 40 and found[0].isprintable():
                return found[0]
    return "of an unknown version"


@contextmanager
def _limited(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Break off statements that take far longer than a file of this size can need."""
    until = time.monotonic() + _PATIENCE + occupied(path) / _BYTES_PER_SECOND
    db.set_progress_handler(lambda: time.monotonic() > until, _OPS_BETWEEN_LOOKS)
    try:
        yield
    finally:
        db.set_progress_handler(None, 0)


def require_sound(
    db: sqlite3.Connection, path: Path, tables: Mapping[str, str], length: int | None = None
) -> None:
    """Prove that the tables are exactly these and the pages whole; raises Damaged or sqlite3.Error.

    `length` is the number of bytes, if they are not those that the file has now.
    Afterwards reading a table costs no more than the file's size: no page is reached twice, nothing computes.
    """
    with _limited(db, path):
        found = "SELECT type, name, sql FROM sqlite_master WHERE type <> 'index' OR sql IS NOT NULL LIMIT 100"
        if set(db.execute(found)) != {("table", name, statement) for name, statement in tables.items()}:
            raise Damaged(path, detail="its tables are not those of an encounter")
        findings = db.execute("PRAGMA quick_check(1)").fetchall()
        if findings != [("ok",)]:
            raise Damaged(path, detail="its pages contradict each other")
        if (path.stat().st_size if length is None else length) > _bytes_of_pages(db) + _SOMETHING_BEHIND:
            raise Damaged(path, detail="it is far longer than what is in it")


def _bytes_of_pages(db: sqlite3.Connection) -> int:
    """How long a file is that has all its pages; SQLite reads zeros where the last of them is cut short."""
    pages, size = (int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "page_size"))
    return pages * size


def verified(db: sqlite3.Connection, path: Path, table: str) -> Iterator[tuple[Value, ...]]:
    """The rows of a table by their key, checksums proved and cut off; raises Damaged."""
    for row in db.execute(f"SELECT * FROM {table} ORDER BY 1"):
        values = row[:-1]
        if checksum(values) != row[-1]:
            raise Damaged(path, detail=f"row {str(row[0])[:40]} of {table} is not what was written")
        yield values


def header_of(db: sqlite3.Connection, path: Path) -> Header:
    """The header of a sound file of the current version; raises Damaged."""
    fields = {str(key): value for key, value in verified(db, path, "meta")}
    try:
        if missing := sorted(set(Header.__struct_fields__) - set(fields)):
            raise Damaged(path, detail=f"its header lacks {', '.join(missing)}")
        return msgspec.convert(fields, Header, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise Damaged(path, detail=f"its header makes no sense ({error})") from error


@collector.paused()
def contents_of(db: sqlite3.Connection, path: Path, length: int | None = None) -> Contents:
    """Read and prove a file of the current version; raises Damaged or sqlite3.Error.

    `length` is the number of bytes, if they are not those that the file has now.
    """
    require_sound(db, path, TABLES, length)
    header = header_of(db, path)
    parents: dict[int, int] = {}
    rows: list[Row] = []
    for seq, row in enumerate(verified(db, path, "journal"), 1):
        if not _makes_sense(row, seq, parents):
            raise Damaged(path, detail=f"row {seq} of its journal contradicts those before it")
        made = Row(*row)  # type: ignore[arg-type]
        rows.append(made)
        if made.kind == "command":
            parents[seq] = made.parent
    return Contents(header, _line_of(rows, parents, path), tuple(rows))


@collector.paused()
def proved_contents(db: sqlite3.Connection, path: Path, proof: Proof) -> Contents:
    """Read the bytes that a proof is of: what `contents_of` would look for again has been found before.

    Raises Damaged or sqlite3.Error only if they are others.
    """
    header = header_of(db, path)
    rows = [Row(*row) for row in db.execute(f"SELECT {_COLUMNS} FROM journal ORDER BY 1")]
    parents = {row.seq: row.parent for row in rows if row.kind == "command"}
    return Contents(header, _line_of(rows, parents, path), tuple(rows), proof)


def _line_of(rows: Sequence[Row], parents: Mapping[int, int], path: Path) -> Line:
    """The line that the last row leaves, and where the cursor stands in it; raises Damaged."""
    last = rows[-1] if rows else None
    line = line_to(0 if last is None else last.tip, parents)
    cursor = 0 if last is None else last.seq if last.kind == "command" else last.parent
    index = bisect_left(line, cursor) + 1 if cursor else 0
    if index > len(line) or (index and line[index - 1] != cursor):
        raise Damaged(path, detail="its last step leads nowhere")
    return Line(tuple(rows[number - 1] for number in line), index)


def _makes_sense(row: tuple[Value, ...], seq: int, parents: Mapping[int, int]) -> bool:
    """Whether types, number, and the rows it points to are what an append, undo, redo or switch writes."""
    if tuple(map(type, row)) != _TYPES:
        return False
    number, kind, parent, tip, _, _, _ = row
    if number != seq or (parent and parent not in parents):
        return False
    return tip == seq if kind == "command" else kind in KINDS and (tip == 0 or tip in parents)


def line_to(tip: int, parents: Mapping[int, int]) -> list[int]:
    """The commands from the first to this one, ascending; empty for 0. Parents always have lower numbers."""
    line = []
    while tip:
        line.append(tip)
        tip = parents[tip]
    line.reverse()
    return line
