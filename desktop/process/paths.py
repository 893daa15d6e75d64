"""Where the program keeps what belongs to its user. Folders are made when something is written into them."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Self

from msgspec import Struct

from rulesets.places import make_folder, new_mode, places

ENDING = ".turnwright"
_UNUSABLE = '<>:"/\\|?*'
"""Characters that some system forbids in a file's name."""
_LONGEST = 80
_LONGEST_READ = 1000
"""Characters of a name that are looked at."""
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))}
)


class Paths(Struct, frozen=True):
    """The program's folders. None has to exist and none has to be writable for the program to start."""

    data: Path
    """Encounters and crash reports."""
    config: Path
    """Settings."""
    cache: Path
    """What can be made again."""

    @classmethod
    def standard(cls) -> Self:
        """The folders that this system has for a user's programs."""
        return cls(*places())

    @property
    def encounters(self) -> Path:
        """Where new encounters go unless the user chooses otherwise."""
        return self.data / "encounters"

    @property
    def library(self) -> Path:
        """The user's own stat blocks, in a folder for each ruleset."""
        return self.data / "library"

    @property
    def rulesets(self) -> Path:
        """The user's own rulesets, in a folder for each."""
        return self.data / "rulesets"

    @property
    def templates(self) -> Path:
        """The user's own templates for what is printed and exported."""
        return self.data / "templates"

    @property
    def crash_reports(self) -> Path:
        """Where reports of crashes go."""
        return self.data / "crash-reports"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.config / "settings.json"

    @property
    def rules(self) -> Path:
        """Compiled rulesets, by a checksum of what they were made from."""
        return self.cache / "rules"

    @property
    def proofs(self) -> Path:
        """Where long encounters lead that were proved, by a digest of their files."""
        return self.cache / "proofs"


def resources() -> Path:
    """The folder of the data that comes with the program: beside the packages, installed or not."""
    return Path(__file__).resolve().parents[2] / "resources"


def file_name(name: str) -> str:
    """A name for the file of an encounter called ``name`` that every system takes; without ending."""
    kept = "".join(" " if c in _UNUSABLE or not c.isprintable() else c for c in name[:_LONGEST_READ])
    kept = " ".join(kept.split()).strip(". ")
    kept = kept[:_LONGEST].rstrip(". ")
    while len(kept.encode("utf-8", "replace")) > _LONGEST:
        kept = kept[:-1].rstrip(". ")
    if not kept or kept.split(".")[0].casefold() in _RESERVED:
        return f"Encounter {kept}".strip()
    return kept


def free_path(folder: Path, name: str) -> Path:
    """The first file in ``folder`` for an encounter called ``name`` that does not exist: X, X 2, X 3."""
    stem = file_name(name)
    path, number = folder / (stem + ENDING), 1
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{ENDING}"
    return path


def write_whole(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a small file in one step: others see the old one or the new one, never half of it.

    Raises:
        FileExistsError: if it is to be a ``new`` one, and there is one already.
        OSError: if that is not possible; the old file is then as it was.
    """
    make_folder(path.parent)
    made = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(made, flags, new_mode(path)), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
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
