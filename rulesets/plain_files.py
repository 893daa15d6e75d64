"""Small files that people may look at: names that every system takes, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path

from rulesets.places import is_own, make_folder, new_mode

_UNUSABLE = '<>:"/\\|?*'
"""Characters that some system forbids in a file's name."""
_LONGEST = 80
_LONGEST_READ = 1000
"""Characters of a name that are looked at."""
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{name}{digit}" for name in ("com", "lpt") for digit in "123456789¹²³"}
)
"""Names that Windows keeps for devices, whatever ending they have, and blanks before it."""


def file_name(name: str, otherwise: str = "Encounter") -> str:
    """A name for the file of something called ``name`` that every system takes; without ending.

    What no file can be called has ``otherwise`` before it.
    """
    kept = "".join(" " if c in _UNUSABLE or not c.isprintable() else c for c in name[:_LONGEST_READ])
    kept = " ".join(kept.split()).strip(". ")
    kept = kept[:_LONGEST].rstrip(". ")
    while len(kept.encode("utf-8", "replace")) > _LONGEST:
        kept = kept[:-1].rstrip(". ")
    if not kept or kept.split(".")[0].rstrip().casefold() in _RESERVED:
        return f"{otherwise} {kept}".strip()
    return kept


def write_whole(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a small file in one step: others see the old one or the new one, never half of it.

    Outside the program's own folders whoever might read and write the old one may read and write the new one.
    A link stays one: what it leads to is written.

    Raises:
        FileExistsError: if it is to be a ``new`` one, and there is one already.
        OSError: if that is not possible; the old file is then as it was.
    """
    if not new and path.is_symlink():
        path = path.resolve()
    make_folder(path.parent)
    made = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(made, flags, new_mode(path)), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not new and not is_own(path):
            with suppress(OSError):
                shutil.copymode(path, made)
        if new and _named_first(made, path):
            made.unlink()
        else:
            made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def _named_first(made: Path, path: Path) -> bool:
    """Give a finished file a second name that nobody has yet; False if the disk knows no second names.

    Raises:
        FileExistsError: if somebody has it.
    """
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        return False
    return True
