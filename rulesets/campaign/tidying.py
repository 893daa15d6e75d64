"""What was removed from a campaign does not pile up: of what lies aside the old goes, the rest stays.

Gone for good is only what the program has put there, what is neither among the newest nor young, and what can
be looked at without a doubt. Anything else stays where it is, whatever it is.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.lock import FileLock

NEWEST = 200
"""So many of the things that were removed last stay, however old they are."""
YOUNG = 30 * 24 * 3600.0
"""Seconds for which whatever was removed stays, however much there is of it."""
MOST = 20_000
"""Entries of folders that are looked at; where there are more, nothing goes."""
DEPTH = 3
"""Folders in each other that things lie in: removed, blocks, a ruleset."""


class Aside(Struct, frozen=True):
    """A thing that was removed."""

    path: Path
    when: float
    """Seconds since 1970 when it was removed, or later."""
    about: tuple[int, int, int]
    """By which it is known again: number, time in nanoseconds, size."""


def mark_removed(path: Path) -> None:
    """Note in a file's own time that it is removed now: by it, and nothing else, it is known when."""
    with suppress(OSError):
        os.utime(path)


def tidy(folder: Path, ending: str) -> int:
    """Let the old of what lies in a folder of removed things go; return how many.

    Nothing goes that is among the newest or young, is no ordinary file, is not called as the program calls
    what it removes, or while another program is at it. Whatever goes wrong, nothing else does.
    """
    try:
        if not stat.S_ISDIR(os.lstat(folder).st_mode):  # one that leads elsewhere is somebody's own
            return 0
        lock = FileLock(folder / "tidying", "write")
    except (OSError, StorageError):
        return 0
    try:
        return sum(_let_go(one) for one in too_old(folder, ending))
    except (OSError, OverflowError):
        return 0
    finally:
        lock.release()


def too_old(folder: Path, ending: str) -> list[Aside]:
    """Return what is to go, the oldest first; raises OSError for a folder that cannot be looked at."""
    entries = list(_entries(folder, DEPTH))
    if len(entries) > MOST:
        return []
    things = (_aside(entry) for entry in entries if _is_own(entry, ending))
    newest_first = sorted((one for one in things if one is not None), key=lambda one: -one.when)
    now = time.time()
    if newest_first and newest_first[0].when > now + YOUNG:  # then a clock is wrong, and nobody knows whose
        return []
    return [one for one in newest_first[NEWEST:] if now - one.when > YOUNG][::-1]


def _entries(folder: Path, depth: int) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as found:
        entries = list(found)
    for entry in entries[: MOST + 1]:
        yield entry
        if depth > 1 and not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
            yield from _entries(Path(entry.path), depth - 1)


def _is_own(entry: os.DirEntry[str], ending: str) -> bool:
    return (
        entry.name.endswith(ending)
        and not entry.name.startswith(".")
        and entry.is_file(follow_symlinks=False)
    )


def _aside(entry: os.DirEntry[str]) -> Aside | None:
    """Return what lies there; None if it is gone or cannot be looked at.

    It is as young as the later of its times says: what an earlier version has put aside, or was copied here,
    has its own time from long before.
    """
    with suppress(OSError):
        about = os.lstat(entry.path)  # what scandir knows has no number everywhere
        return Aside(Path(entry.path), max(about.st_mtime, about.st_ctime), _known_by(about))
    return None


def _known_by(about: os.stat_result) -> tuple[int, int, int]:
    return about.st_ino, about.st_mtime_ns, about.st_size


def _let_go(one: Aside) -> bool:
    """Remove a file for good, if it is still the one that was looked at."""
    with suppress(OSError):
        if _known_by(os.lstat(one.path)) == one.about:
            one.path.unlink()
            return True
    return False
