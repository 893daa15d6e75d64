"""What an encounter file holds, read beside whoever has it open: no lock, nothing changed, nothing left.

SQLite lets nobody else read while the program plays (its lock is exclusive), so the file and its log are
copied and the copy is read. A checkpoint meanwhile does no harm: the log, copied after the file, still holds
every page that it moves. Only a log that was begun anew in between does not belong to the copied file; then
both are copied once more.
"""

import stat
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from rulesets.fight.storage.errors import Damaged, InUse, NotAnEncounter, guarded
from rulesets.fight.storage.files import SIDE_ENDINGS, beside, copy_filled, leftovers, real
from rulesets.fight.storage.inspection import Contents, contents_of, recognised
from rulesets.fight.storage.migrations import MIGRATIONS, Migration, upgrade
from rulesets.fight.storage.schema import APPLICATION_ID, VERSION, connect
from rulesets.fight.storage.scratch import Scratch

_TRIES = 40
_PAUSE = 0.05
_LOG_HEAD = 32
"""Bytes at the beginning of a log that are others whenever it is begun anew."""


def read_beside(path: Path | str, migrations: Mapping[int, Migration] = MIGRATIONS) -> Contents:
    """Return what a file holds, also while another program plays it; one of an older version is brought up.

    Raises NotFound, NotAnEncounter, Damaged, Newer, InUse (it changes too fast), NoPermission, Unknown.
    """
    path = real(path)
    with guarded(path, "open"):
        _require_ours(path)
        leftovers(path)  # before its log is looked at, which may be a pipe
        with Scratch() as folder:
            return _contents(_copied(path, Path(folder)), path, migrations)


def _contents(copy: Path, path: Path, migrations: Mapping[int, Migration]) -> Contents:
    with closing(connect(copy, "mode=rw")) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        version = recognised(db, path)
        if version == VERSION:
            return contents_of(db, path)
        built = copy.with_name("built.turnwright")
        upgrade(db, path, version, built, migrations)
    with closing(connect(built, "mode=ro&immutable=1")) as db:
        return contents_of(db, path)


def _require_ours(path: Path) -> None:
    try:
        about = path.stat()
    except ValueError:  # a zero byte in the name
        raise NotAnEncounter(path, detail="no file can have this name") from None
    if not stat.S_ISREG(about.st_mode):
        raise NotAnEncounter(path, detail="it is no ordinary file")
    if about.st_size == 0:
        raise Damaged(path, detail="it is empty")
    with path.open("rb") as file:
        if file.read(72)[68:] != APPLICATION_ID.to_bytes(4, "big"):
            raise NotAnEncounter(path, detail="another program wrote it")


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "copy.turnwright"
    for _ in range(_TRIES):
        before = _moment(path)
        copy_filled(path, copy)
        for ending in SIDE_ENDINGS[:2]:
            beside(copy, ending).unlink(missing_ok=True)
        for side in leftovers(path):
            with suppress(FileNotFoundError):
                copy_filled(side, beside(copy, side.name.removeprefix(path.name)))
        if _moment(path) == before:
            return copy
        time.sleep(_PAUSE)
    raise InUse(path)


def _moment(path: Path) -> object:
    """Return what stays the same as long as a copied log belongs to the copied file."""
    try:
        with beside(path, SIDE_ENDINGS[0]).open("rb") as log:
            head = log.read(_LOG_HEAD)
    except FileNotFoundError:
        head = b""
    about = path.stat()
    return head or (about.st_ino, about.st_size, about.st_mtime_ns)
