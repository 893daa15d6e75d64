"""An encounter on disk: header, append-only journal, and the cursor that undo and redo move along it."""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import msgspec

from rulesets.fight.storage.anchor import Anchor
from rulesets.fight.storage.branches import branches_beside
from rulesets.fight.storage.errors import (
    Doing,
    NotFound,
    ReadOnly,
    Replaced,
    StorageError,
    guarded,
    translated,
)
from rulesets.fight.storage.files import beside, building, flush, kept_aside, put_in_place, real
from rulesets.fight.storage.inspection import Contents, line_to
from rulesets.fight.storage.migrations import MIGRATIONS, Migration
from rulesets.fight.storage.opening import Found, Opened, attach, look
from rulesets.fight.storage.schema import (
    INSERT,
    SET,
    header_rows,
    plain,
    plain_header,
    require_size,
    with_checksum,
    write_file,
)
from rulesets.fight.storage.sync import Syncer
from rulesets.fight.storage.values import Anew, Befallen, Branch, Header, Kind, Line, Row, Surroundings

_STANDARD = Surroundings()
_LARGEST_LOG = 32 * 1024 * 1024
"""Bytes in the log after which a commit itself brings it into the file, if nobody calls checkpoint."""


class EncounterFile:
    """One open `.turnwright` file. Use it from one thread at a time, and close it (or use `with`).

    Every append, move, bring_back, rename and set_rules is committed before the call returns: a killed
    process loses nothing. Half a second later it is also safe from a power cut. A call that raises has
    changed nothing, neither in the file nor here, and can be tried again. All of it is in memory, too: a file
    that others delete, move, replace, cut off or write over while it is open is written anew, with every
    step, and what they have put there is kept beside it.
    """

    def __init__(self, path: Path, opened: Opened, contents: Contents, surroundings: Surroundings) -> None:
        """Take over what `create` or `attach` have opened; not called from elsewhere."""
        self.path = path
        self.header = contents.header
        self.backup = opened.backup
        """Where the original is kept, if the file has just been brought up to date from an older version."""
        self._opened = opened
        self._db: sqlite3.Connection | None = opened.db
        self._surroundings = surroundings
        self._line = [row.seq for row in contents.line.rows]
        self._index = contents.line.cursor
        self._rows = list(contents.rows)
        self.written_anew: tuple[Anew, ...] = ()
        """What befell the file while it was open; each time it was then written with all in it."""
        self._syncer: Syncer | None = None
        self._anchor: Anchor | None = None
        if opened.lock is not None:
            self._hold()

    @classmethod
    def create(
        cls,
        path: Path | str,
        header: Header,
        *,
        replace: bool = False,
        surroundings: Surroundings = _STANDARD,
    ) -> Self:
        """Write a new encounter, complete on the disk before it gets its name, and open it.

        Raises AlreadyExists unless `replace` is set, InUse, NotFound (no folder), NoPermission, DiskFull,
        Unknown; whatever was there is then as before. ValueError for a header that is too large.
        """
        from rulesets.fight.storage.placing import claim

        path, header = real(path), plain_header(header)
        with guarded(path, "create"), ExitStack() as undo:
            lock = claim(path, "create", replace)
            undo.callback(lock.release)
            with building(path) as built:
                write_file(built, header)
                put_in_place(built, path)
            opened = attach(path, lock)
            undo.pop_all()
        return cls(path, opened, Contents(header, Line((), 0)), surroundings)

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        migrations: Mapping[int, Migration] = MIGRATIONS,
        surroundings: Surroundings = _STANDARD,
    ) -> Self:
        """Open an encounter; `read_only` says whether it could only be opened for reading.

        A file of an older version is brought up to date, the original kept at `backup`. Raises NotFound,
        NotAnEncounter, Damaged, Newer, InUse, DiskFull, NoPermission, Unknown; file and folder are then as
        before.
        """
        with look(path, migrations) as found:
            return cls.attach(found, surroundings=surroundings)

    @classmethod
    def attach(cls, found: Found, *, surroundings: Surroundings = _STANDARD) -> Self:
        """Open what `look` has found, once its entries and ruleset make sense; raises what `open` does."""
        return cls(found.path, found.attach(), found.contents, surroundings)

    @property
    def read_only(self) -> bool:
        """Whether the file or its folder cannot be written; every write then raises ReadOnly."""
        return self._opened.lock is None

    @property
    def cursor(self) -> int:
        """Number of the last command in force, 0 before the first."""
        return self._line[self._index - 1] if self._index else 0

    def append(self, entry: bytes, label: str, cut: bool) -> int:
        """Record a command after the cursor and return its number.

        `cut` is the permission to cut off the commands that redo would bring back; they stay in the file as a
        branch. Raises ValueError when that is needed and not given, or the entry is too large; StorageError.
        """
        if self._index < len(self._line) and not cut:
            raise ValueError("commands that redo would bring back follow the cursor, and cut is not set")
        require_size(entry, "entry")
        require_size(label, "label")
        seq = self._write("command", self.cursor, len(self._rows) + 1, plain(label), entry)
        self._line[self._index :] = [seq]
        self._index += 1
        return seq

    def move(self, to_seq: int) -> None:
        """Record undo or redo: put the cursor on a command of the current line, or before the first (0).

        Moving to where the cursor is writes nothing. Raises ValueError for any other number; StorageError.
        """
        index = bisect_left(self._line, to_seq) + 1 if to_seq else 0
        if index > len(self._line) or (index and self._line[index - 1] != to_seq):
            raise ValueError(f"{to_seq} is no command of the current line")
        if index != self._index:
            self._write("undo" if index < self._index else "redo", to_seq, self._line[-1])
            self._index = index

    def replace(self, after: int, entries: Sequence[tuple[bytes, str]]) -> list[int]:
        """Record commands, each with its label, after one of the current line or before the first (0).

        All of them or none: whoever reads the file finds the line as it was before, or the new one. What
        followed `after` becomes a branch. Returns their numbers. Raises ValueError for any other number, or
        without entries, or for one that is too large; StorageError.
        """
        index = bisect_left(self._line, after) + 1 if after else 0
        if not entries or index > len(self._line) or (index and self._line[index - 1] != after):
            raise ValueError(f"nothing can be put behind {after}")
        rows, parent, at = [], after, float(self._surroundings.clock())
        for seq, (entry, label) in enumerate(entries, len(self._rows) + 1):
            require_size(entry, "entry")
            rows.append(Row(seq, "command", parent, seq, plain(label), bytes(entry), at))
            parent = seq
        self._commit(INSERT, [with_checksum(msgspec.structs.astuple(row)) for row in rows])
        self._rows += rows
        numbers = [row.seq for row in rows]
        self._line[index:] = numbers
        self._index = len(self._line)
        return numbers

    def bring_back(self, tip: int, to_seq: int | None = None) -> list[Row]:
        """Make a cut-off branch the current line, with the cursor at its end, or behind `to_seq` of it.

        Returns the commands to apply, oldest first, once everything after the first one's parent has been
        undone. What was the current line becomes a branch. Raises ValueError for a number that `branches`
        does not list; StorageError.
        """
        rows = self.branch(tip)
        line = line_to(tip, self._parents())
        in_force = set(self._line[: self._index])
        redone = self._numbered(seq for seq in line[: -len(rows)] if seq not in in_force)
        to_seq = tip if to_seq is None else to_seq
        index = bisect_left(line, to_seq) + 1 if to_seq else 0
        if index > len(line) or (index and line[index - 1] != to_seq):
            raise ValueError(f"{to_seq} is no command of that line")
        self._write("switch", to_seq, tip)
        self._line, self._index = line, index
        return [*redone, *rows]

    def branch(self, tip: int) -> list[Row]:
        """The commands of a branch after its ancestor, oldest first; nothing is changed.

        Raises ValueError for a number that `branches` does not list.
        """
        if all(branch.tip != tip for branch in self.branches()):
            raise ValueError(f"{tip} is not the end of a branch")
        on_line = set(self._line)
        return self._numbered(seq for seq in line_to(tip, self._parents()) if seq not in on_line)

    def line(self) -> Line:
        """The current line with all its entries, and where the cursor stands in it."""
        return Line(tuple(self._numbered(self._line)), self._index)

    @property
    def switched_from(self) -> tuple[int, int]:
        """The line from which a branch was brought back last: its end, and its command in force.

        (0, 0) if that was not the last thing done.
        """
        if len(self._rows) < 2 or self._rows[-1].kind != "switch":
            return 0, 0
        row = self._rows[-2]
        return row.tip, row.seq if row.kind == "command" else row.parent

    @property
    def last_kind(self) -> str:
        """What the last row records; '' without one."""
        return self._rows[-1].kind if self._rows else ""

    def branches(self) -> list[Branch]:
        """The branches that can be brought back, the one written last first."""
        return branches_beside(self._journal(), self._line)

    def history(self) -> list[Row]:
        """Every row ever written, undo and redo included, in the order of writing."""
        return list(self._journal())

    def rename(self, name: str) -> None:
        """Change the encounter's name, not the file's; raises StorageError."""
        self._set_header(msgspec.structs.replace(self.header, name=name))

    def set_rules(
        self,
        *,
        ruleset_id: str,
        ruleset_text: str,
        ruleset_hash: str,
        options: str,
        beside: str = "{}",
    ) -> None:
        """Replace the ruleset inside; what that changes in the fight is the caller's. Raises StorageError."""
        self._set_header(
            msgspec.structs.replace(
                self.header,
                ruleset_id=ruleset_id,
                ruleset_text=ruleset_text,
                ruleset_hash=ruleset_hash,
                options=options,
                beside=beside,
            )
        )

    @property
    def unsynced(self) -> StorageError | None:
        """Why the disk refuses what is committed and would be lost in a power cut; None when it does not."""
        failure = self._syncer.failure if self._syncer else None
        return None if failure is None else translated(failure, self.path, "write")

    def wait_synced(self, timeout: float) -> bool:
        """Wait until all that was committed is on the disk itself; False if not in `timeout` seconds."""
        return self._syncer is None or self._syncer.wait(timeout)

    def checkpoint(self) -> None:
        """Bring the log into the file, so that it does not grow; waits for the disk, so call it when idle.

        Raises DiskFull or Unknown; every command is then still in the log. Replaced, if others have written
        over the file and it cannot be written anew.
        """
        if self._syncer is None:
            return
        with guarded(self.path, "close"):
            self._keep_hold()
            self._bring_in()

    def save_copy(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the encounter as it is now, journal and all, as a second plain file; this one stays open.

        Raises AlreadyExists unless `replace` is set, InUse, NotFound (no folder), NoPermission, DiskFull,
        Unknown; whatever was there is then as before.
        """
        from rulesets.fight.storage.placing import claim, write_whole

        path = real(path)
        with guarded(path, "copy"):
            lock = claim(path, "copy", replace)
            try:
                write_whole(self.header, self._journal(), path)
            finally:
                lock.release()

    def close(self) -> None:
        """Leave one plain file, end the thread and give up the lock; a second call does nothing.

        Raises DiskFull or Unknown when the log cannot be brought into the file: it is closed all the same,
        nothing is lost, and the next open takes it up. Replaced, if others have written over the file and it
        cannot be written anew.
        """
        if self._db is None:
            return
        try:
            if not self.read_only and not self._closable():
                self._keep_hold("close")
            if self._syncer is not None:
                self._syncer.stop()
                self._close_log()
        finally:
            self._db = None
            self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, kind: Kind, parent: int, tip: int, label: str = "", body: bytes = b"") -> int:
        """Commit one row, the journal's only way to change, and return its number."""
        seq = len(self._rows) + 1
        row = Row(seq, kind, parent, tip, label, bytes(body), float(self._surroundings.clock()))
        self._commit(INSERT, [with_checksum(msgspec.structs.astuple(row))])
        self._rows.append(row)
        return seq

    def _set_header(self, header: Header) -> None:
        header = plain_header(header)
        self._commit(SET, header_rows(header))
        self.header = header

    def _commit(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Execute a statement for each row in one transaction: all of it or nothing."""
        db = self._connection()
        if self._syncer is None:
            raise ReadOnly(self.path, "write")
        with guarded(self.path, "write"):
            self._keep_hold()
            db = self._connection()
            try:
                if len(rows) == 1:
                    db.execute(statement, rows[0])
                else:
                    db.execute("BEGIN IMMEDIATE")
                    db.executemany(statement, rows)
                    db.execute("COMMIT")
            except sqlite3.Error:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            finally:
                self._log_is_ours()
        self._syncer.touched()

    def _log_is_ours(self) -> None:
        """Something was written into the log; one that has become large goes into the file at once."""
        with suppress(OSError, sqlite3.Error):
            if self._anchor is not None:
                self._anchor.remember_log()
                if self._anchor.log_size > _LARGEST_LOG:
                    self._bring_in("TRUNCATE")

    def _bring_in(self, how: Literal["PASSIVE", "TRUNCATE"] = "PASSIVE") -> None:
        """Bring the log into the file; raises OSError or sqlite3.Error.

        PASSIVE keeps the log's room for what comes next, which is faster than to ask the disk for it again.
        """
        assert self._anchor is not None
        assert self._syncer is not None
        try:
            busy, in_log, moved = self._connection().execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        finally:
            self._anchor.remember()
            self._anchor.remember_log()
        if not busy and in_log == moved:
            self._syncer.settled()

    def _close_log(self) -> None:
        """Bring the log into the file and remove it."""
        db = self._connection()
        if self._anchor is not None:
            self._anchor.let_go_of_log()
        with guarded(self.path, "close"):
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with suppress(sqlite3.Error):  # a full disk, but the log is empty: nothing depends on it
            db.execute("PRAGMA journal_mode = DELETE")

    def _closable(self) -> bool:
        """Whether the file ends well as it is; one that was moved away does, where it is now."""
        anchor = self._anchor
        if anchor is None or anchor.deleted or not anchor.ours:
            return False
        return anchor.log_ours or not anchor.there

    def _hold(self) -> None:
        """Hold on to the file, and bring what is committed to the disk."""
        self._anchor = Anchor(self.path, beside(self.path, "-wal"))
        self._syncer = Syncer(self._flush_log, self._surroundings.delay)

    def _let_go(self) -> None:
        """End the connection, then give up the file."""
        if self._anchor is not None:
            self._anchor.let_go_of_log()
        with suppress(sqlite3.Error):
            self._opened.db.close()
        if self._anchor is not None:
            self._anchor.close()
        self._opened.close()

    def _keep_hold(self, doing: Doing = "write") -> None:
        """Before anything is built on the file and its log: write it anew if they are not ours any more.

        Raises NotFound without its folder, Replaced if it cannot be written; the steps are then in memory,
        and the next call tries again.
        """
        anchor = self._anchor
        if anchor is not None and anchor.there and anchor.ours and anchor.log_ours:
            return
        if doing == "write" and not self.path.parent.is_dir():
            raise NotFound(self.path, doing)
        try:
            self._write_anew()
        except (OSError, sqlite3.Error, StorageError) as error:
            detail = error.params["detail"] if isinstance(error, StorageError) else ""
            detail = detail or getattr(error, "strerror", None) or str(error)
            raise Replaced(self.path, doing, detail=detail) from error

    def _write_anew(self) -> None:
        """Give the encounter its file back, with every step; what others have put there is kept beside it.

        What was moved away keeps all steps up to here, too. Raises OSError, sqlite3.Error or StorageError.
        """
        lock = self._opened.lock
        assert lock is not None
        anchor = self._anchor
        with building(self.path) as built:
            write_file(built, self.header, map(msgspec.structs.astuple, self._rows))
            flush(built)
            foreign = anchor is None or not anchor.there or not anchor.ours
            kept = kept_aside(self.path) if foreign else None
            there = self.path.exists()
            self._leave()
            put_in_place(built, self.path)
        self._opened = attach(self.path, lock, len(self._rows))
        self._db = self._opened.db
        self._hold()
        what: Befallen = "log" if not foreign else "replaced" if there or kept is not None else "gone"
        self.written_anew = (*self.written_anew, Anew(what, kept))

    def _leave(self) -> None:
        """End the connection to what is no longer the encounter; into what is others' goes nothing."""
        anchor, self._anchor = self._anchor, None
        if self._syncer is not None:
            self._syncer.stop()
        if anchor is None:
            return
        db = self._opened.db
        if not anchor.ours:
            anchor.empty_log()
        anchor.let_go_of_log()
        with suppress(sqlite3.Error):  # what was moved away becomes one plain file; what was deleted ends
            if anchor.ours:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                db.execute("PRAGMA journal_mode = DELETE")
        with suppress(sqlite3.Error):
            db.close()
        anchor.close()

    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the encounter file is closed")
        return self._db

    def _journal(self) -> list[Row]:
        if self._db is None:
            raise ValueError("the encounter file is closed")
        return self._rows

    def _numbered(self, numbers: Iterable[int]) -> list[Row]:
        """The rows with these numbers."""
        rows = self._journal()
        return [rows[number - 1] for number in numbers]

    def _parents(self) -> dict[int, int]:
        return {row.seq: row.parent for row in self._journal() if row.kind == "command"}

    def _flush_log(self) -> None:
        self._surroundings.flush(beside(self.path, "-wal"))
