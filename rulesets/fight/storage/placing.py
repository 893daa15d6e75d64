"""The right to write a file at a path, and writing an encounter there whole."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from rulesets.fight.storage.errors import AlreadyExists, Doing, NoPermission
from rulesets.fight.storage.files import building, put_in_place
from rulesets.fight.storage.lock import FileLock
from rulesets.fight.storage.schema import write_file
from rulesets.fight.storage.values import Header, Row


def write_whole(header: Header, journal: Iterable[Row], path: Path) -> None:
    """Write an encounter as a plain file at ``path``; raises OSError or sqlite3.Error."""
    with building(path) as built:
        write_file(built, header, map(msgspec.structs.astuple, journal))
        put_in_place(built, path)


def claim(path: Path, doing: Doing, replace: bool) -> FileLock:
    """The right to write a file at this path; raises InUse, AlreadyExists or NoPermission."""
    lock = FileLock(path, doing)
    try:
        if path.is_dir() or (path.exists() and not replace):
            raise AlreadyExists(path, doing)
        if path.exists():
            try:
                path.open("r+b").close()
            except PermissionError as error:  # a rename would replace what its owner has protected
                raise NoPermission(path, doing) from error
    except BaseException:
        lock.release()
        raise
    return lock
