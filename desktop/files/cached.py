"""What the files of the user's cache have in common: a checksum, and the code that they were made by."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import rulesets

_SEAL = 4
"""Bytes of the checksum that a file of the cache begins with."""


def sealed(data: bytes) -> bytes:
    """Return ``data`` behind its checksum.

    It guards against a disk that forgets (of 1,000 flipped bits 324 gave other rules), not against somebody:
    the folder is the user's own. Every flipped bit and every burst of 32 shows in a CRC-32.
    """
    return zlib.crc32(data).to_bytes(_SEAL, "big") + data


def sound(data: bytes) -> bytes:
    """Return what stands behind the checksum; raises ValueError if it is not what was written."""
    if sealed(data[_SEAL:]) != data:
        raise ValueError("the checksum does not fit")
    return data[_SEAL:]


def code_of(rooms: Iterable[str]) -> list[str]:
    """Return what tells the code of these rooms of the core from that of any other edition.

    That is the program's version, and the rooms' files as they were when this was first asked.
    """
    return [rulesets.__version__, *(part for room in rooms for part in _files_of(room))]


@cache
def _files_of(room: str) -> tuple[str, ...]:
    """Return the name, size and time of every file of a room of the core, and of the rooms in it."""
    parts = []
    with suppress(OSError), os.scandir(Path(rulesets.__file__).parent / room) as found:
        for one in sorted(found, key=_name):
            if one.name.endswith(".py"):
                about = one.stat()
                parts.append(f"{room}/{one.name} {about.st_size} {about.st_mtime_ns}")
            elif one.is_dir() and one.name != "__pycache__":
                parts += _files_of(f"{room}/{one.name}")
    return tuple(parts)


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name
