"""An encounter on disk: header, append-only journal, and the cursor that undo and redo move along it."""

import sqlite3
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from rulesets.storage.anchor import Anchor
from rulesets.storage.branches import branches_beside, rows_of
from rulesets.storage.errors import (
    NotFound,
    ReadOnly,
    Replaced,
    StorageError,
    guarded,
    translated,
)
from rulesets.storage.files import beside, building, free_name, put_in_place, real
from rulesets.storage.inspection import Contents, line_to
from rulesets.storage.migrations import MIGRATIONS, Migration
from rulesets.storage.opening import Found, Opened, attach, look
from rulesets.storage.schema import (
    INSERT,
    SET,
    header_rows,
    plain,
    plain_header,
    require_size,
    with_checksum,
    write_file,
)
from rulesets.storage.sync import Syncer
from rulesets.storage.values import Branch, Header, Kind, Line, Row, Surroundings

_STANDARD = Surroundings()


class EncounterFile:
    """One open `.turnwright` file. Use it from one thread at a time, and close it (or use `with`).

    Every append, move, bring_back, rename and set_rules is committed before the call returns: a killed
    process loses nothing. Half a second later it is also safe from a power cut. A call that raises has
    changed nothing, neither in the file nor here, and can be tried again. A file that is deleted or moved
    away while it is open is written anew, with every step.
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
        self._last = contents.last
        self.written_anew = 0
        """How often the file was deleted or moved away while it was open, and then written with all in it."""
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
        from rulesets.storage.placing import claim

        path, header = real(path), plain_header(header)
        with guarded(path, "create"), ExitStack() as undo:
            lock = claim(path, "create", replace)
            undo.callback(lock.release)
            with building(path) as built:
                write_file(built, header)
                put_in_place(built, path)
            opened = attach(path, lock)
            undo.pop_all()
        return cls(path, opened, Contents(header, Line((), 0), 0), surroundings)

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
        seq = self._write("command", self.cursor, self._last + 1, plain(label), entry)
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

    def bring_back(self, tip: int) -> list[Row]:
        """Make a cut-off branch the current line, with the cursor at its end.

        Returns the commands to apply, oldest first, once everything after the first one's parent has been
        undone. What was the current line becomes a branch. Raises ValueError for a number that `branches`
        does not list; StorageError.
        """
        rows = self.branch(tip)
        line = line_to(tip, self._parents())
        in_force = set(self._line[: self._index])
        redone = rows_of(self._connection(), [seq for seq in line[: -len(rows)] if seq not in in_force])
        self._write("switch", tip, tip)
        self._line, self._index = line, len(line)
        return [*redone, *rows]

    def branch(self, tip: int) -> list[Row]:
        """The commands of a branch after its ancestor, oldest first; nothing is changed.

        Raises ValueError for a number that `branches` does not list.
        """
        if all(branch.tip != tip for branch in self.branches()):
            raise ValueError(f"{tip} is not the end of a branch")
        on_line = set(self._line)
        return rows_of(
            self._connection(), [seq for seq in line_to(tip, self._parents()) if seq not in on_line]
        )

    def line(self) -> Line:
        """The current line with all its entries, and where the cursor stands in it."""
        return Line(tuple(rows_of(self._connection(), self._line)), self._index)

    def branches(self) -> list[Branch]:
        """The branches that can be brought back, the one written last first; raises StorageError."""
        with guarded(self.path, "open"):
            return branches_beside(self._connection(), self._line)

    def history(self) -> list[Row]:
        """Every row ever written, undo and redo included, in the order of writing."""
        return rows_of(self._connection(), range(1, self._last + 1))

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

        Raises DiskFull or Unknown; every command is then still in the log.
        """
        if self._syncer is None:
            return
        with guarded(self.path, "close"):
            busy, in_log, moved = self._connection().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if not busy and in_log == moved:
            self._syncer.settled()

    def save_copy(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the encounter as it is now, journal and all, as a second plain file; this one stays open.

        Raises AlreadyExists unless `replace` is set, InUse, NotFound (no folder), NoPermission, DiskFull,
        Unknown; whatever was there is then as before.
        """
        from rulesets.storage.placing import claim, write_whole

        path = real(path)
        with guarded(path, "copy"):
            lock = claim(path, "copy", replace)
            try:
                write_whole(self._connection(), path)
            finally:
                lock.release()

    def close(self) -> None:
        """Leave one plain file, end the thread and give up the lock; a second call does nothing.

        Raises DiskFull or Unknown when the log cannot be brought into the file: it is closed all the same,
        nothing is lost, and the next open takes it up.
        """
        db, self._db = self._db, None
        if db is None:
            return
        try:
            if self._anchor is not None and self._anchor.deleted:
                from rulesets.storage.placing import write_whole

                with guarded(self.path, "close"):
                    write_whole(db, free_name(self.path))
            if self._syncer is not None:
                self._syncer.stop()
                with guarded(self.path, "close"):
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                with suppress(sqlite3.Error):  # a full disk, but the log is empty: nothing depends on it
                    db.execute("PRAGMA journal_mode = DELETE")
        finally:
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
        seq = self._last + 1
        values = with_checksum(
            (seq, kind, parent, tip, label, bytes(body), float(self._surroundings.clock()))
        )
        self._commit(INSERT, [values])
        self._last = seq
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
            if self._anchor is not None and not self._anchor.there:
                self._write_anew()
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
        self._syncer.touched()

    def _hold(self) -> None:
        """Hold on to the file, and bring what is committed to the disk."""
        self._anchor = Anchor(self.path)
        self._syncer = Syncer(self._flush_log, self._surroundings.delay)

    def _let_go(self) -> None:
        """End the connection, then give up the file."""
        with suppress(sqlite3.Error):
            self._opened.db.close()
        if self._anchor is not None:
            self._anchor.close()
        self._opened.close()

    def _write_anew(self) -> None:
        """Give the encounter its file back, with every step: it was deleted or moved while it was open.

        What was moved keeps all steps up to here, too. Raises NotFound without its folder, Replaced if
        something else took its place, and OSError or sqlite3.Error; the steps are then where they were.
        """
        from rulesets.storage.placing import write_whole

        if not self.path.parent.is_dir():
            raise NotFound(self.path, "write")
        if self.path.exists():
            raise Replaced(self.path, "write")
        opened = self._opened
        write_whole(opened.db, self.path)
        if self._syncer is not None:
            self._syncer.stop()
        with suppress(sqlite3.Error):  # what was moved away becomes one plain file; what was deleted ends
            opened.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            opened.db.execute("PRAGMA journal_mode = DELETE")
        with suppress(sqlite3.Error):
            opened.db.close()
        if self._anchor is not None:
            self._anchor.close()
        assert opened.lock is not None
        self._opened = attach(self.path, opened.lock, self._last)
        self._db = self._opened.db
        self.written_anew += 1
        self._hold()

    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the encounter file is closed")
        return self._db

    def _parents(self) -> dict[int, int]:
        return dict(self._connection().execute("SELECT seq, parent FROM journal WHERE kind = 'command'"))

    def _flush_log(self) -> None:
        self._surroundings.flush(beside(self.path, "-wal"))
