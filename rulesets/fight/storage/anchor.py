"""Whether an open file and its log are still what this program wrote: others may delete or write over them.

A program that copies a backup over an open file (`cp backup fight.turnwright`) asks no lock, and keeps the
file's inode: only its size, its times and SQLite's header show it.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path

_HEADER = 100
"""Bytes of SQLite's header; among them are the change counter (24) and the number of pages (28)."""
_PIECE = 1 << 20
_BINARY = getattr(os, "O_BINARY", 0)


class Anchor:
    """Holds on to an open file and its log by handles of its own.

    Close it after SQLite's connection: POSIX drops a process's locks on a file with any handle of it. A disk
    that does not answer is no reason for an alarm: whoever writes next will be told.
    """

    def __init__(self, path: Path, log: Path) -> None:
        """Hold on to what is at ``path`` and at ``log`` now, as ours; raises OSError."""
        self._path, self._log = path, log
        self._log_handle: int | None = None
        self._stamp, self._sum, self._log_size = (0, b"", 0, 0), 0, 0
        self._handle: int | None = os.open(path, os.O_RDONLY | _BINARY)
        try:
            self._log_handle = os.open(log, os.O_RDWR | _BINARY)
            self.remember()
            self.remember_log()
        except BaseException:
            self.close()
            raise

    @property
    def there(self) -> bool:
        """False if there is nothing under the path any more, or something else."""
        return _is_at(self._path, self._handle)

    @property
    def deleted(self) -> bool:
        """True if the file has no name left, anywhere: it ends with the last handle."""
        return self._handle is not None and os.fstat(self._handle).st_nlink == 0

    @property
    def ours(self) -> bool:
        """False if somebody else has written into the file, or cut it off, since `remember`.

        Other times alone are no alarm, as long as every byte is the same.
        """
        if self._handle is None:
            return True
        try:
            stamp = _stamp(self._handle)
            if stamp == self._stamp:
                return True
            if stamp[:2] != self._stamp[:2] or _sum(self._handle) != self._sum:
                return False
        except OSError:
            return True
        self._stamp = stamp
        return True

    @property
    def log_ours(self) -> bool:
        """False if somebody else has deleted, replaced or cut off the log since `remember_log`."""
        if self._log_handle is None:
            return True
        with suppress(OSError):
            return _is_at(self._log, self._log_handle) and self.log_size == self._log_size
        return True

    @property
    def log_size(self) -> int:
        """Bytes in the log; raises OSError."""
        return 0 if self._log_handle is None else os.fstat(self._log_handle).st_size

    def remember(self) -> None:
        """Take what the file holds now as ours: it was just opened, or a checkpoint wrote it."""
        if self._handle is not None:
            self._stamp, self._sum = _stamp(self._handle), _sum(self._handle)

    def remember_log(self) -> None:
        """Take the log as it is now as ours: something was just committed."""
        self._log_size = self.log_size

    def empty_log(self) -> None:
        """Let nothing of the log go into a file that is somebody else's; raises OSError."""
        if self._log_handle is not None:
            os.ftruncate(self._log_handle, 0)

    def let_go_of_log(self) -> None:
        """Before SQLite removes the log: Windows removes nothing that is open."""
        handle, self._log_handle = self._log_handle, None
        if handle is not None:
            os.close(handle)

    def close(self) -> None:
        """Let go; a second call does nothing."""
        self.let_go_of_log()
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _is_at(path: Path, handle: int | None) -> bool:
    if handle is None:
        return True
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _stamp(handle: int) -> tuple[int, bytes, int, int]:
    """Return size and header, which nobody changes by chance, and the times of the last change."""
    about = os.fstat(handle)
    os.lseek(handle, 0, os.SEEK_SET)
    return about.st_size, os.read(handle, _HEADER), about.st_mtime_ns, about.st_ctime_ns


def _sum(handle: int) -> int:
    """Return the checksum of all bytes, against chance and not against malice."""
    found = 0
    os.lseek(handle, 0, os.SEEK_SET)
    while piece := os.read(handle, _PIECE):
        found = zlib.crc32(piece, found)
    return found
