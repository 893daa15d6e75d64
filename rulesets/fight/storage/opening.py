"""From a path to an open, proved file: who may write it, what a killed process left, older versions.

Opening has two steps. `look` proves what the storage understands and takes the lock; only copies and
immutable connections are touched, so the original stays exactly as it is. Its caller then proves what the
entries and the ruleset mean, and either lets `Found.attach` open the file for writing or leaves it alone.
A file of which every byte is as it was when all of that was proved before is only read.
"""

import errno
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from rulesets.fight.storage.errors import Damaged, NoPermission, Unknown, guarded
from rulesets.fight.storage.files import beside, building, copy_filled, leftovers, put_in_place, real
from rulesets.fight.storage.inspection import Contents, contents_of, peek, proved_contents, recognised
from rulesets.fight.storage.lock import FileLock
from rulesets.fight.storage.migrations import MIGRATIONS, Migration, keep_original, upgrade
from rulesets.fight.storage.proofs import Proofs, found_proof, key_of, whole
from rulesets.fight.storage.schema import VERSION, backed_up, connect, held
from rulesets.fight.storage.scratch import Scratch


class Opened(Struct, frozen=True):
    """Everything an EncounterFile holds of the system; closing it is the EncounterFile's duty."""

    db: sqlite3.Connection
    lock: FileLock | None
    """None: only reading is possible."""
    scratch: Scratch | None = None
    """Where the copy lies that is read instead of the original, if that could not be read as it is."""
    backup: Path | None = None
    """Where the original is kept when it was of an older version."""

    def close(self) -> None:
        """End the connection, then give up lock and copy."""
        with suppress(sqlite3.Error):
            self.db.close()
        if self.lock is not None:
            self.lock.release()
        if self.scratch is not None:
            self.scratch.cleanup()


class _Upgraded(Struct, frozen=True):
    """What a file of an older version became, still beside it."""

    built: Path
    version: int
    """Version of the original."""


class Found:
    """A sound file, locked but untouched: `attach` it, or leave it as it is by the end of the `with`."""

    def __init__(
        self,
        path: Path,
        contents: Contents,
        tidy: ExitStack,
        *,
        lock: FileLock | None = None,
        reader: Opened | None = None,
        upgraded: _Upgraded | None = None,
    ) -> None:
        """Take over what `look` has found: a lock, or a reader where nothing can be written."""
        self.path = path
        self.contents = contents
        self._tidy = tidy
        self._lock = lock
        self._reader = reader
        self._upgraded = upgraded

    def attach(self) -> Opened:
        """Open it for writing, or for reading only if the system does not let it be written; once.

        A file of an older version is replaced by the one that was built from it. Raises InUse, Damaged,
        DiskFull, NoPermission, Unknown.
        """
        if self._reader is not None:
            opened, self._reader = self._reader, None
            return opened
        if self._lock is None:
            raise ValueError(f"{self.path} has been attached before")
        with guarded(self.path, "open"):
            backup = None if self._upgraded is None else _put_up_to_date(self.path, self._upgraded)
            opened = attach(self.path, self._lock, self.contents.last, backup)
        self._lock = None
        return opened

    def close(self) -> None:
        """Give up what was not attached; a second call does nothing."""
        self._tidy.close()
        if self._reader is not None:
            self._reader.close()
        if self._lock is not None:
            self._lock.release()
        self._reader = self._lock = None


@contextmanager
def look(
    path: Path | str,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    proofs: Proofs | None = None,
) -> Iterator[Found]:
    """Prove an encounter and take the right to write it, without changing anything of it.

    What has its proof in `proofs` is only read. Raises NotFound, NotAnEncounter, Damaged, Newer, InUse,
    DiskFull, NoPermission, Unknown.
    """
    found = _found(real(path), migrations, proofs)
    try:
        yield found
    finally:
        found.close()


def _found(path: Path, migrations: Mapping[int, Migration], proofs: Proofs | None) -> Found:
    peek(path)
    with guarded(path, "open"), ExitStack() as undo:
        lock = _lock_if_writable(path)
        if lock is not None:
            undo.callback(lock.release)
        known = None if proofs is None else _known(path, proofs)
        if lock is None:
            contents, reader = _for_reading(path, migrations, known)
            return Found(path, contents, ExitStack(), reader=reader)
        tidy = undo.enter_context(ExitStack())
        version, sound = (VERSION, known) if known is not None else _sound(path)
        if sound is not None:
            found = Found(path, sound, tidy, lock=lock)
        else:
            contents, upgraded = _brought_up_to_date(path, version, migrations, tidy)
            found = Found(path, contents, tidy, lock=lock, upgraded=upgraded)
        undo.pop_all()
        return found


def _sound(path: Path) -> tuple[int, Contents | None]:
    """The version of a file, and what it holds if that is the present one."""
    with _untouched(path) as db:
        version = recognised(db, path)
        return version, contents_of(db, path) if version == VERSION else None


def _known(path: Path, proofs: Proofs) -> Contents | None:
    """What a file holds that was proved before; None if there is no proof of its bytes, for any reason."""
    with suppress(Exception):  # the full proof will find it, and say it in its own words
        data = whole(path, proofs)
        proof = None if data is None else found_proof(proofs, key_of(data))
        if data is not None and proof is not None:
            with closing(held(data)) as db:
                return proved_contents(db, path, proof)
    return None


def attach(path: Path, lock: FileLock, last: int = 0, backup: Path | None = None) -> Opened:
    """Open a proved file for writing; `last` is the number of its newest row.

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
        db.execute("PRAGMA wal_autocheckpoint = 0")  # who writes the file has to know when
        if db.execute("SELECT coalesce(max(seq), 0) FROM journal").fetchone() != (last,):
            raise Damaged(path, detail="another program changed it while it was being opened")
    except BaseException:
        db.close()
        raise
    return Opened(db, lock, backup=backup)


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
            folder = stack.enter_context(Scratch())
            db = connect(_copied(path, Path(folder)), "mode=rw")
            stack.enter_context(closing(db))
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
        else:
            db = stack.enter_context(closing(connect(path, "mode=ro&immutable=1")))
        yield db


def _copied(path: Path, folder: Path) -> Path:
    """Copy a file with what a killed process left beside it."""
    copy = folder / "copy.turnwright"
    copy_filled(path, copy)
    for side in leftovers(path):
        copy_filled(side, beside(copy, side.name.removeprefix(path.name)))
    return copy


def _proved(built: Path, path: Path) -> Contents:
    """The contents of a file just built, proved like those of any other; `path` is the name for messages."""
    with closing(connect(built, "mode=ro&immutable=1")) as db:
        return contents_of(db, path)


def _brought_up_to_date(
    path: Path, version: int, migrations: Mapping[int, Migration], tidy: ExitStack
) -> tuple[Contents, _Upgraded]:
    """Build what a file of an older version becomes, beside it; `tidy` removes what is left of that."""
    with guarded(path, "upgrade"):
        built = tidy.enter_context(building(path))
        with _untouched(path) as db:
            upgrade(db, path, version, built, migrations)
        return _proved(built, path), _Upgraded(built, version)


def _put_up_to_date(path: Path, upgraded: _Upgraded) -> Path:
    """Replace a file of an older version by what was built from it; returns where the original is kept."""
    with guarded(path, "upgrade"):
        _make_plain(path)
        backup = keep_original(path, upgraded.version)
        try:
            put_in_place(upgraded.built, path)
        except OSError:
            if upgraded.built.exists():  # the original still has its name
                backup.unlink()
            raise
    return backup


def _make_plain(path: Path) -> None:
    """Bring a killed process's log into its proved file, so that the file alone is a complete backup."""
    if leftovers(path):
        with closing(connect(path, "mode=rw")) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = DELETE")


def _for_reading(
    path: Path, migrations: Mapping[int, Migration], known: Contents | None
) -> tuple[Contents, Opened]:
    """Open for reading only: the file itself as immutable, or a recovered or upgraded copy of it."""
    if known is not None:
        return known, Opened(connect(path, "mode=ro&immutable=1"), None)
    with ExitStack() as undo, _untouched(path) as db:
        version = recognised(db, path)
        shown, scratch = path, None
        if version != VERSION or leftovers(path):
            scratch = Scratch()
            undo.callback(scratch.cleanup)
            shown = Path(scratch.name) / path.name
            if version == VERSION:
                contents_of(db, path)
                backed_up(db, shown)
            else:
                upgrade(db, path, version, shown, migrations)
        contents = _proved(shown, path)
        opened = Opened(connect(shown, "mode=ro&immutable=1"), None, scratch)
        undo.pop_all()
        return contents, opened
