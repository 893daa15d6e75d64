"""What can go wrong with an encounter file: one hierarchy, a code each, and a sentence for the game master.

Every sentence says what happened, what was kept and what to do. The window renders the same codes and
parameters through its own translations.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal

Doing = Literal["open", "create", "write", "copy", "close", "upgrade"]
"""What was being done when it went wrong; it decides what was kept."""

CATALOGUE: Mapping[str, str] = MappingProxyType(
    {
        "not-found": (
            "There is no file “{path}”. Nothing was changed. It may have been moved or renamed: look for "
            "it with Open, or restore it from a copy."
        ),
        "not-found/create": (
            "“{name}” could not be created because the folder “{folder}” does not exist. Nothing was "
            "written. Choose another folder."
        ),
        "not-found/copy": (
            "No copy could be made because the folder “{folder}” does not exist. The encounter itself is "
            "unharmed. Choose another folder."
        ),
        "not-found/write": (
            "“{name}” was deleted or moved while it is open, and its folder “{folder}” with it. The last "
            "step was not recorded; everything before it is kept here. Save a copy in another folder."
        ),
        "replaced": (
            "“{name}” was deleted, moved or written over by another program while it is open, and could not "
            "be written anew: {detail}. The last step was not recorded; everything before it is kept here. "
            "Save a copy in another folder."
        ),
        "replaced/close": (
            "“{name}” was deleted or written over by another program while it was open, and could not be "
            "written anew when it was closed: {detail}. What others have written was left as it is. Restore "
            "the encounter from a backup or a copy."
        ),
        "not-an-encounter": (
            "“{name}” is not an encounter of Turnwright: {detail}. The file was left as it is. Choose a "
            "file that Turnwright has written."
        ),
        "damaged": (
            "“{name}” is damaged and cannot be opened: {detail}. The file was left as it is. Open a copy "
            "of it, or restore it from a backup."
        ),
        "newer": (
            "“{name}” was written by Turnwright {app_version}, which is newer than this one. The file was"
            " left as it is. Install that version or a later one to open it."
        ),
        "in-use": (
            "“{name}” is open in another window or program. Nothing was changed. Close it there, then try"
            " again."
        ),
        "already-exists": (
            "There is already a file “{path}”. It was left as it is. Choose another name, or confirm that"
            " it may be replaced."
        ),
        "read-only": (
            "“{name}” was opened for reading only, because the file or its folder cannot be written. The "
            "last step was not recorded; everything before it is kept. Save a copy elsewhere and go on "
            "there."
        ),
        "disk-full": (
            "There is no room left on the disk to open “{name}”. The file was left as it is. Free some "
            "space, then try again."
        ),
        "disk-full/create": (
            "There is no room left on the disk for “{name}”. Nothing was written. Free some space or "
            "choose another disk."
        ),
        "disk-full/write": (
            "There is no room left on the disk. The last step was not recorded; everything before it is "
            "kept in “{name}”. Free some space and repeat the step, or save a copy on another disk."
        ),
        "disk-full/copy": (
            "There is no room left on the disk for the copy. No copy was made; the encounter itself is "
            "unharmed. Free some space or choose another disk."
        ),
        "disk-full/close": (
            "There is no room left on the disk to tidy up “{name}”. Every step is kept, in this file and "
            "in “{name}-wal” beside it. Keep the two together, free some space and open the encounter "
            "again."
        ),
        "disk-full/upgrade": (
            "There is no room left on the disk to bring “{name}” up to date. The file was left as it is. "
            "Free some space, then try again."
        ),
        "no-permission": (
            "You may not open “{path}”. The file was left as it is. Ask its owner for access, or copy it "
            "to a folder of your own."
        ),
        "no-permission/create": (
            "You may not write “{name}” in the folder “{folder}”. Nothing was changed. Choose another folder."
        ),
        "no-permission/copy": (
            "You may not write in the folder “{folder}”. No copy was made; the encounter itself is "
            "unharmed. Choose another folder."
        ),
        "changed-outside": (
            "“{name}” was changed by another program or window since it was looked at. It was left as it is. "
            "Look at it again, then repeat the step."
        ),
        "unknown": (
            "“{name}” could not be opened: {detail}. The file was left as it is. Try again; if it happens"
            " once more, copy the file to another disk and open it there."
        ),
        "unknown/create": (
            "“{name}” could not be created: {detail}. Nothing was written. Try another folder or disk."
        ),
        "unknown/write": (
            "The last step could not be recorded: {detail}. Everything before it is kept in “{name}”. "
            "Repeat the step, or save a copy on another disk."
        ),
        "unknown/copy": (
            "No copy could be made: {detail}. The encounter itself is unharmed. Try another folder or disk."
        ),
        "unknown/close": (
            "“{name}” could not be tidied up: {detail}. Every step is kept, in this file and in "
            "“{name}-wal” beside it. Keep the two together and open the encounter again."
        ),
        "unknown/upgrade": (
            "“{name}” could not be brought up to date: {detail}. The file was left as it is. Open it with"
            " the version of Turnwright that wrote it."
        ),
    }
)
"""Code, or code/what was being done where that changes the sentence → template."""


class StorageError(Exception):
    """Something about an encounter file that the game master has to be told; `code` and `params` say what."""

    code: ClassVar[str] = "unknown"

    def __init__(self, path: Path, doing: Doing = "open", **params: str) -> None:
        """Keep what the sentence needs; `params` are the template's further values, such as detail."""
        self.path = path
        self.doing: Doing = doing
        self.params: dict[str, str] = {
            "path": str(path),
            "name": path.name,
            "folder": str(path.parent),
            "detail": "",
            **params,
        }
        super().__init__(self.message())

    def message(self, texts: Mapping[str, str] = CATALOGUE) -> str:
        """The sentence, from a catalogue with CATALOGUE's keys, or in English where one is missing."""
        keys = (f"{self.code}/{self.doing}", self.code)
        template = next(chosen[key] for chosen in (texts, CATALOGUE) for key in keys if key in chosen)
        return template.format_map(self.params)


class NotFound(StorageError):
    """There is no such file; when creating or copying: no such folder."""

    code = "not-found"


class NotAnEncounter(StorageError):
    """A folder, a file of another program, or no SQLite file at all."""

    code = "not-an-encounter"


class Damaged(StorageError):
    """An encounter of ours whose content is not what was written."""

    code = "damaged"


class Newer(StorageError):
    """Written by a later Turnwright; the parameter app_version says which."""

    code = "newer"


class InUse(StorageError):
    """Another process, or another EncounterFile of this one, has it open for writing."""

    code = "in-use"


class AlreadyExists(StorageError):
    """A new file or copy would replace one, and nobody said it may."""

    code = "already-exists"


class ReadOnly(StorageError):
    """A write on a file that could only be opened for reading."""

    code = "read-only"


class DiskFull(StorageError):
    """No room on the disk, or the user's quota is used up."""

    code = "disk-full"


class NoPermission(StorageError):
    """The system does not let this user read the file or write the folder."""

    code = "no-permission"


class Replaced(StorageError):
    """An open file was deleted, moved or written over, and cannot be written anew; detail says why."""

    code = "replaced"


class Changed(StorageError):
    """What was to be removed or taken back is not any more what it was; nothing was written."""

    code = "changed-outside"


class Unknown(StorageError):
    """Anything else the system or SQLite reports; the parameter detail has its words."""

    code = "unknown"


_BY_ERRNO: Mapping[int, type[StorageError]] = MappingProxyType(
    {
        errno.ENOENT: NotFound,
        errno.ENOTDIR: NotFound,
        errno.EACCES: NoPermission,
        errno.EPERM: NoPermission,
        errno.EROFS: NoPermission,
        errno.ENOSPC: DiskFull,
        errno.EDQUOT: DiskFull,
        errno.EFBIG: DiskFull,
    }
)

_BY_SQLITE: Mapping[int, type[StorageError]] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: DiskFull,
        sqlite3.SQLITE_BUSY: InUse,
        sqlite3.SQLITE_LOCKED: InUse,
        sqlite3.SQLITE_PERM: NoPermission,
        sqlite3.SQLITE_READONLY: NoPermission,
        sqlite3.SQLITE_CORRUPT: Damaged,
        sqlite3.SQLITE_NOTADB: Damaged,
    }
)

_FAULTS_OF_THE_SYSTEM = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM})


def translated(error: Exception, path: Path, doing: Doing) -> StorageError:
    """The storage error that stands for one of the system or of SQLite.

    While opening, whatever SQLite cannot make sense of is damage: our own statements are known to be right.
    """
    if isinstance(error, OSError):
        kind = _BY_ERRNO.get(error.errno or 0, Unknown)
        return kind(path, doing, detail=error.strerror or str(error))
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    fallback: type[StorageError] = Unknown
    if doing == "open" and code not in _FAULTS_OF_THE_SYSTEM:
        fallback = Damaged
    if code == sqlite3.SQLITE_CANTOPEN and not os.access(path, os.R_OK):
        fallback = NoPermission
    if code == sqlite3.SQLITE_READONLY and doing == "open" and os.access(path, os.W_OK):
        return Damaged(path, doing, detail="it demands a way of writing that does not exist")
    return _BY_SQLITE.get(code, fallback)(path, doing, detail=str(error))


@contextmanager
def guarded(path: Path, doing: Doing) -> Iterator[None]:
    """Let only storage errors out: those of the system and of SQLite are translated, with their cause.

    SQLite repeats a broken schema in its message; if a flipped bit leaves no UTF-8, Python cannot even read
    that.
    """
    try:
        yield
    except StorageError:
        raise
    except (OSError, sqlite3.Error) as error:
        raise translated(error, path, doing) from error
    except UnicodeError as error:
        raise Damaged(path, doing, detail="a text in it cannot be read") from error
