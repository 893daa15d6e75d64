"""Files whose pages are arranged so that reading them would take for ever.

A page of a B-tree that many others point to is visited once for each of them: with a handful of pages that
point to the next one a hundred times each, a table of one row has more rows than could be read in a
lifetime.
"""

import sqlite3
import struct
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged
from tests.rulesets.fight.storage.samples import forge, picture

PAGE = 4096
LEVELS = 12
FANS = 40


def _cells(page: bytes, start: int) -> list[bytes]:
    """The cells of a leaf whose header begins at start; all are small enough to lie on the page."""
    count = struct.unpack_from(">H", page, start + 3)[0]
    offsets = sorted(struct.unpack_from(f">{count}H", page, start + 8))
    return [page[begin:end] for begin, end in zip(offsets, [*offsets[1:], PAGE], strict=True)]


def _page(kind: int, cells: list[bytes], right: int = 0, start: int = 0) -> bytes:
    """A B-tree page of SQLite: header, pointers to the cells, and the cells at its end."""
    page = bytearray(PAGE)
    end, offsets = PAGE, []
    for cell in cells:
        end -= len(cell)
        page[end : end + len(cell)] = cell
        offsets.append(end)
    struct.pack_into(">BHHHB", page, start, kind, 0, len(cells), end, 0)
    pointers = start + 8
    if right:
        struct.pack_into(">I", page, start + 8, right)
        pointers += 4
    struct.pack_into(f">{len(cells)}H", page, pointers, *offsets)
    assert pointers + 2 * len(cells) <= end
    return bytes(page)


def _write(path: Path, pages: dict[int, bytes]) -> None:
    """Replace pages by number (1 is the first) and let SQLite's header know how many there are."""
    whole = bytearray(path.read_bytes())
    for number, page in sorted(pages.items()):
        begin = (number - 1) * PAGE
        whole.extend(bytes(max(0, begin + PAGE - len(whole))))
        keep = 100 if number == 1 else 0
        whole[begin + keep : begin + PAGE] = page[keep:]
    struct.pack_into(">I", whole, 28, len(whole) // PAGE)
    path.write_bytes(whole)


def _assert_refused_in_time(path: Path) -> None:
    before = picture(path.parent)
    started = time.monotonic()
    with pytest.raises(Damaged):
        EncounterFile.open(path)
    assert time.monotonic() - started < 2.0
    assert picture(path.parent) == before


def test_a_header_without_end_is_refused(path: Path) -> None:
    """Every page of the header's table points to the next one many times; each row's checksum is right."""
    forge(path)
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'meta'").fetchone()
    whole = path.read_bytes()
    first = len(whole) // PAGE + 1
    row = min(_cells(whole[(root - 1) * PAGE : root * PAGE], 0), key=len)
    levels = [root, *range(first, first + LEVELS)]
    pages = {levels[-1]: _page(0x0A, [row])}
    for number, following in pairwise(levels):
        pages[number] = _page(0x02, [struct.pack(">I", following) + row] * FANS, right=following)
    _write(path, pages)
    _assert_refused_in_time(path)


@pytest.mark.slow
def test_a_schema_without_end_is_refused(path: Path) -> None:
    """The same with the list of tables, which SQLite reads before anything can be asked of it."""
    forge(path, tables={"t": "CREATE TABLE t (key TEXT PRIMARY KEY)"})
    whole = path.read_bytes()
    table, index = sorted(_cells(whole[:PAGE], 100), key=len, reverse=True)
    first = len(whole) // PAGE + 1
    levels = list(range(first, first + LEVELS))
    pages = {levels[-1]: _page(0x0D, [index]), levels[-1] + 1: _page(0x0D, [table, index])}
    for number, following in pairwise(levels):
        pages[number] = _page(0x05, [struct.pack(">IB", following, 2)] * FANS, right=following)
    pages[1] = _page(0x05, [struct.pack(">IB", levels[-1] + 1, 1)], right=levels[0], start=100)
    _write(path, pages)
    _assert_refused_in_time(path)
