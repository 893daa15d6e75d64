"""Files as the disk sees them: names beside the encounter, flushing, and putting a finished file in place."""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from rulesets.fight.storage.errors import Unknown
from rulesets.places import is_own, new_mode

_PIECE = 1 << 20
SIDE_ENDINGS = ("-wal", "-journal", "-shm")
"""What SQLite may leave beside a file whose process was killed; the first two hold data."""


def real(path: Path | str) -> Path:
    """Absolute path with links followed: a link is never replaced by a file, and a lock has one name."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a zero byte: whoever uses the path will say so
        return Path(path).absolute()


def uri(path: Path, query: str) -> str:
    """SQLite's URI of an absolute path, whatever characters, drive letter or network share it has."""
    posix = path.as_posix()
    rooted = posix if posix.startswith("/") else "/" + posix
    return f"file://{quote(os.fsencode(rooted))}?{query}"


def beside(path: Path, ending: str) -> Path:
    """The side file of an encounter with this ending, e.g. `-wal`."""
    return path.with_name(path.name + ending)


def unfinished(path: Path) -> Path:
    """Where a file is built before it takes its place.

    In the same folder, since only there a rename is one step; the name is always the same, so that a killed
    process leaves at most one, which the next takes over.
    """
    return path.with_name(f".{path.name}.unfinished")


def leftovers(path: Path) -> list[Path]:
    """Side files that hold what a killed process had not yet brought into the file itself.

    Raises Unknown for one that is no ordinary file: SQLite would wait for a pipe, and write where a link
    leads.
    """
    found = []
    for ending in SIDE_ENDINGS:
        side = beside(path, ending)
        with suppress(FileNotFoundError):
            about = side.lstat()
            if not stat.S_ISREG(about.st_mode):
                raise Unknown(path, detail=f"“{side.name}” beside it is no ordinary file; remove that")
            if about.st_size > 0 and ending in SIDE_ENDINGS[:2]:
                found.append(side)
    return found


def occupied(path: Path) -> int:
    """Bytes that a file takes on the disk, of which the holes in it are none; raises OSError."""
    about = path.stat()
    return min(about.st_size, getattr(about, "st_blocks", about.st_size) * 512)


def copy_filled(path: Path, copy: Path) -> None:
    """Copy a file, and leave out the holes in it: an hour's worth of nothing costs its maker nothing.

    Raises OSError.
    """
    if not hasattr(os, "SEEK_DATA") or occupied(path) == path.stat().st_size:
        shutil.copyfile(path, copy)
        return
    with path.open("rb") as source, copy.open("wb") as target:
        end = os.fstat(source.fileno()).st_size
        position = 0
        while position < end:
            try:
                position = os.lseek(source.fileno(), position, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:  # nothing but a hole to the end
                    break
                raise
            hole = os.lseek(source.fileno(), position, os.SEEK_HOLE)
            source.seek(position)
            target.seek(position)
            while position < hole and (piece := source.read(min(_PIECE, hole - position))):
                target.write(piece)
                position += len(piece)
        target.truncate(end)


def flush(path: Path) -> None:
    """Bring a file's content to the disk itself, from whichever handle it was written.

    fsync on any handle of a file flushes all its pages. macOS only empties the drive's own cache when asked
    by F_FULLFSYNC; Windows wants a handle that may write.

    Raises OSError.
    """
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        else:
            os.fsync(handle)
    finally:
        os.close(handle)


def flush_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk, so that a rename outlives a power cut.

    Windows has no such call, and some network disks refuse it; the rename itself is done by then.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def put_in_place(built: Path, path: Path) -> None:
    """Give a finished, closed file its name in one step: others see the old file or the new one.

    Side files of the old one go first: SQLite would replay an old log into the new file. Outside the
    program's own folders whoever might read and write the old one may read and write the new one.
    """
    flush(built)
    if not is_own(path):
        with suppress(OSError):
            shutil.copymode(path, built)
    for ending in SIDE_ENDINGS:
        beside(path, ending).unlink(missing_ok=True)
    built.replace(path)
    flush_folder(path.parent)


def second_name(path: Path, name: Path) -> None:
    """Keep a file under a further name, which outlives its replacement; a copy where disks know no links.

    Raises OSError; there is nothing under the name then.
    """
    try:
        os.link(path, name)
    except OSError:
        try:
            shutil.copy2(path, name)
            flush(name)
        except OSError:
            name.unlink(missing_ok=True)
            raise
    flush_folder(name.parent)


def kept_aside(path: Path) -> Path | None:
    """Keep what somebody else has put at ``path`` under a name that says so; None if that is nothing.

    Raises OSError.
    """
    first = path.with_stem(f"{path.stem} (put in its place)")
    kept, number = first, 1
    try:
        about = path.lstat()
    except FileNotFoundError:
        return None
    while kept.exists():
        if kept.samefile(path):  # kept already, when the last attempt failed after that
            return kept
        number += 1
        kept = first.with_stem(f"{first.stem} {number}")
    if not stat.S_ISREG(about.st_mode):
        path.rename(kept)
    elif about.st_size == 0:
        return None
    else:
        second_name(path, kept)
    return kept


def begin_file(path: Path) -> None:
    """Make an empty file for SQLite to fill, which may be read by whom it concerns; raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, new_mode(path)))


@contextmanager
def building(path: Path) -> Iterator[Path]:
    """A free name to build a file at; whatever still stands there at the end is removed."""
    built = unfinished(path)
    discard(built)
    try:
        yield built
    finally:
        with suppress(OSError):
            discard(built)


def discard(path: Path) -> None:
    """Remove a file that nobody needs, with its side files."""
    for name in (path, *(beside(path, ending) for ending in SIDE_ENDINGS)):
        name.unlink(missing_ok=True)
