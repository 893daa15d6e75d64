"""One writer per encounter file, by a lock of the operating system that dies with its process.

The lock stands on a small hidden file beside the encounter, as office programs do it, but the file's being
there means nothing: only the system's lock on it counts, so kill -9 leaves none behind. A lock on the
encounter itself would not do: POSIX drops a process's locks on a file as soon as that process closes any
handle of it, and a reader who may not write could not look at it.
"""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from rulesets.fight.storage.errors import Doing, InUse, guarded
from rulesets.places import is_file, new_mode

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP):
                raise  # else a network disk without such locks: SQLite's own has to do
        return True


_LOOK = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class FileLock:
    """The right to write an encounter file, held until `release` or the end of the process."""

    def __init__(self, path: Path, doing: Doing) -> None:
        """Take the lock of the encounter at this path, which need not exist yet.

        Raises InUse when another has it, NoPermission when the folder cannot be written.
        """
        self._path = lock_path(path)
        with guarded(path, doing):
            handle = _acquire(self._path)
        if handle is None:
            raise InUse(path, doing)
        self._handle: int | None = handle

    def release(self) -> None:
        """Give the right back and remove the lock's file; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if sys.platform == "win32":
            os.close(handle)
            with suppress(OSError):
                self._path.unlink()
        else:
            with suppress(OSError):
                self._path.unlink()
            os.close(handle)


def lock_path(path: Path) -> Path:
    """The lock's file of an encounter."""
    return path.with_name(f".~lock.{path.name}")


def is_locked(path: Path) -> bool:
    """Whether somebody writes this encounter, asked without leaving a trace."""
    try:
        handle = os.open(lock_path(path), _LOOK)
    except OSError:
        return False
    try:
        return stat.S_ISREG(os.fstat(handle).st_mode) and not _try_lock(handle)
    except OSError:
        return False
    finally:
        os.close(handle)


def is_orphaned(path: Path) -> bool:
    """Whether whoever wrote this encounter last was killed: the lock's file is there, and nobody holds it."""
    return is_file(lock_path(path)) and not is_locked(path)


def _acquire(path: Path) -> int | None:
    """A handle that holds the lock, or None; tried again if the last holder removed the file in between.

    Raises OSError, also for what is no ordinary file: a pipe would be waited for for ever, a link's target
    be made or locked instead.
    """
    while True:
        try:
            handle = os.open(path, _LOOK)  # another user's too, in a folder that one cannot write
        except FileNotFoundError:
            handle = os.open(path, _LOOK | os.O_CREAT, new_mode(path))
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise _in_the_way(path) from error
            raise
        held = False
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise _in_the_way(path)
            if not _try_lock(handle):
                return None
            held = _is_still(path, handle)
        finally:
            if not held:
                os.close(handle)
        if held:
            return handle


def _in_the_way(path: Path) -> OSError:
    return OSError(f"“{path.name}” beside it is no ordinary file; remove that")


def _is_still(path: Path, handle: int) -> bool:
    """Whether the locked file is the one that others would find under this name."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
