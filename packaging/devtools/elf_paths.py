"""Takes out of libraries where their builder kept others: a path of one machine, nothing on any other."""

from __future__ import annotations

import struct
from pathlib import Path

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NULL, _DT_STRTAB, _DT_RPATH, _DT_RUNPATH = 0, 5, 15, 29
_SEGMENT = struct.Struct("<IIQQQQQQ")
_ENTRY = struct.Struct("<qQ")


def clean(path: Path) -> bool:
    """Remove the search path of one library if it leads anywhere but to its own folder; says whether it did.

    Only 64-bit little-endian ELF files are looked at: nothing else is built for.
    """
    data = bytearray(path.read_bytes())
    if data[:6] != b"\x7fELF\x02\x01":
        return False
    segments = _segments(data)
    dynamic = next((s for s in segments if s[0] == _PT_DYNAMIC), None)
    if dynamic is None:
        return False
    start, size = dynamic[2], dynamic[5]
    entries = list(_ENTRY.iter_unpack(data[start : start + size]))
    table = next((value for tag, value in entries if tag == _DT_STRTAB), None)
    if table is None:
        return False
    offset = _file_offset(segments, table)
    kept = []
    for tag, value in entries:
        if tag in (_DT_RPATH, _DT_RUNPATH):
            end = data.index(0, offset + value)
            told = bytes(data[offset + value : end])
            if not all(part.startswith(b"$ORIGIN") for part in told.split(b":")):
                data[offset + value : end] = bytes(len(told))
                continue
        kept.append((tag, value))
    if len(kept) == len(entries):
        return False
    kept += [(_DT_NULL, 0)] * (len(entries) - len(kept))
    data[start : start + size] = b"".join(_ENTRY.pack(*entry) for entry in kept)
    path.write_bytes(data)
    return True


def _segments(data: bytearray) -> list[tuple[int, ...]]:
    """The program headers: type, flags, offset, address, physical address, size, size in memory, align."""
    start, size, count = (
        struct.unpack_from("<Q", data, 32)[0],
        struct.unpack_from("<H", data, 54)[0],
        struct.unpack_from("<H", data, 56)[0],
    )
    return [_SEGMENT.unpack_from(data, start + number * size) for number in range(count)]


def _file_offset(segments: list[tuple[int, ...]], address: int) -> int:
    """Where in the file an address lies."""
    for kind, _flags, offset, begin, _physical, size, _memory, _align in segments:
        if kind == _PT_LOAD and begin <= address < begin + size:
            return offset + address - begin
    raise ValueError("an address outside of every segment")
