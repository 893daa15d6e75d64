"""From a path to an open, proved file: who may write it, what a killed process left, older versions.

Until everything is proved, only copies and immutable connections are touched, so a refusal leaves the
original and the folder exactly as they were.
"""

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from msgspec import Struct

from rulesets.storage.errors import Damaged, NoPermission, Unknown, guarded
from rulesets.storage.files import beside, building, leftovers, put_in_place
from rulesets.storage.inspection import Contents, contents_of, peek, recognised
from rulesets.storage.lock import FileLock
from rulesets.storage.migrations import MIGRATIONS, Migration, keep_original, upgrade
from rulesets.storage.schema import VERSION, backed_up, connect

_PAGES_BEFORE_CHECKPOINT = 8192
"""Pages of 4 kB in the log after which a commit itself moves them, if nobody calls checkpoint."""


class Opened(Struct, frozen=True):
    """Everything an EncounterFile holds of the system; closing it is the EncounterFile's duty."""

    db: sqlite3.Connection
    contents: Contents
    lock: FileLock | None
    """None: only reading is possible."""
    scratch: tempfile.TemporaryDirectory[str] | None = None
    """Where the copy lies that is read instead of the original, if that could not be read as it is."""
    backup: Path | None = None
    """Where the original is kept when it was of an older version."""


def open_file(path: Path, migrations: Mapping[int, Migration] = MIGRATIONS) -> Opened:
    """Open an encounter for writing, or for reading only if the system does not let it be written.

    Raises StorageError in all its kinds but ReadOnly and AlreadyExists.
    """
    peek(path)
    with guarded(path, "open"), ExitStack() as undo:
        lock = _lock_if_writable(path)
        if lock is None:
            return _for_reading(path, migrations)
        undo.callback(lock.release)
        backup = None
        with _untouched(path) as db:
            contents = contents_of(db, path) if recognised(db, path) == VERSION else None
        if contents is None:
            contents, backup = _brought_up_to_date(path, migrations)
        opened = attach(path, lock, contents, backup)
        undo.pop_all()
        return opened


def attach(path: Path, lock: FileLock, contents: Contents, backup: Path | None = None) -> Opened:
    """Open a proved file for writing.

    WAL with an exclusive lock: the log's index is in memory (no -shm file, no shared memory asked of the
    disk), other SQLite programs are kept out, and both end with the process. Raises InUse, Damaged or
    sqlite3.Error.
    """
    db = connect(path, "mode=rw")
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
            raise Unknown(path, detail="this disk does not let a log be written beside the file")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BEFORE_CHECKPOINT}")
        if db.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone() != (contents.last,):
            raise Damaged(path, detail="another program changed it while it was being opened")
    except BaseException:
        db.close()
        raise
    return Opened(db, contents, lock, backup=backup)


def _lock_if_writable(path: Path) -> FileLock | None:
    """The lock of a file that can be written, None if the file or its folder cannot; raises InUse."""
    try:
        lock = FileLock(path, "open")
    except NoPermission:
        return None
    try:
        path.open("r+b").close()
    except OSError as error:
        lock.release()
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return None
        raise
    return lock


@contextmanager
def _untouched(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that shows what the file holds, and cannot change it.

    A killed process's log is only seen by recovering it, which writes: that is done on a copy.
    """
    with ExitStack() as stack:
        if leftovers(path):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="turnwright-"))
            db = connect(_copied(path, Path(folder)), "mode=rw")
            stack.enter_context(closing(db))
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
        else:
            db = stack.enter_context(closing(connect(path, "mode=ro&immutable=1")))
        yield db


def _copied(path: Path, folder: Path) -> Path:
    """Copy a file with what a killed process left beside it."""
    copy = folder / "copy.turnwright"
    shutil.copyfile(path, copy)
    for side in leftovers(path):
        shutil.copyfile(side, beside(copy, side.name.removeprefix(path.name)))
    return copy


def _proved(built: Path, path: Path) -> Contents:
    """The contents of a file just built, proved like those of any other; `path` is the name for messages."""
    with closing(connect(built, "mode=ro&immutable=1")) as db:
        return contents_of(db, path)


def _brought_up_to_date(path: Path, migrations: Mapping[int, Migration]) -> tuple[Contents, Path]:
    """Replace a file of an older version by one of ours; its contents, and where the original is kept."""
    with guarded(path, "upgrade"), building(path) as built:
        with _untouched(path) as db:
            version = recognised(db, path)
            upgrade(db, path, version, built, migrations)
        contents = _proved(built, path)
        _make_plain(path)
        backup = keep_original(path, version)
        try:
            put_in_place(built, path)
        except OSError:
            if built.exists():  # the original still has its name
                backup.unlink()
            raise
    return contents, backup


def _make_plain(path: Path) -> None:
    """Bring a killed process's log into its proved file, so that the file alone is a complete backup."""
    if leftovers(path):
        with closing(connect(path, "mode=rw")) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = DELETE")


def _for_reading(path: Path, migrations: Mapping[int, Migration]) -> Opened:
    """Open for reading only: the file itself as immutable, or a recovered or upgraded copy of it."""
    with ExitStack() as undo, _untouched(path) as db:
        version = recognised(db, path)
        shown, scratch = path, None
        if version != VERSION or leftovers(path):
            scratch = tempfile.TemporaryDirectory(prefix="turnwright-")
            undo.callback(scratch.cleanup)
            shown = Path(scratch.name) / path.name
            if version == VERSION:
                contents_of(db, path)
                backed_up(db, shown)
            else:
                upgrade(db, path, version, shown, migrations)
        opened = Opened(connect(shown, "mode=ro&immutable=1"), _proved(shown, path), None, scratch)
        undo.pop_all()
        return opened
