"""Tables: columns as wide as what stands in them asks for, within their weights; rows of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from msgspec import Struct

from desktop.paper.printing.letters import Style, clean
from desktop.paper.printing.marks import Page, Path, Strip
from desktop.paper.printing.pieces import WIDEST, WIDEST_WORD, Pieces, Want
from desktop.paper.printing.setup import MM
from rulesets.output.documents import Column, Row, Table

GAP = 2.2 * MM
"""Between columns."""
ABOVE = 1.1 * MM
"""Above and below what stands in a row."""
CLOSE = 0.4
"""Part of that in a table whose rows stand close."""
_AT_ONCE = 0.7
"""Part of the room that nobody needs which may be given to those who then stand in one row."""
_STEPS = (2 * MM, 5 * MM, 12 * MM)
"""By which widths are changed to have lower rows."""
_FEWEST_WEIGHED, _MOST_WEIGHED = 4, 60
"""Columns and rows of tables of which that is tried: a list of two columns has nothing to give."""
GUTTER = 3.2 * MM
"""Before the first column, where rows are marked."""


class Placed(Struct, frozen=True, eq=False):
    """Columns of a table: where each begins and how wide it is."""

    columns: tuple[Column, ...]
    left: tuple[float, ...]
    widths: tuple[float, ...]
    right: tuple[bool, ...]
    """Whether what stands in each is put to its right."""
    width: float
    head: tuple[tuple[Strip, ...], ...]
    """What stands above each column; () if nothing stands above any."""
    head_height: float
    """With the rule below it."""
    between: tuple[float, ...] = ()
    """Where lines part columns in which one writes."""


class RowCells(Struct, frozen=True, eq=False, gc=False):
    """The cells of a row, or of what is left of one."""

    cells: tuple[list[Strip], ...]
    marked: bool
    height: float
    above: float
    """Above and below what stands in it."""

    @classmethod
    def of(cls, cells: tuple[list[Strip], ...], above: float, marked: bool) -> RowCells:
        """Measure cells."""
        tall = 0.0
        for cell in cells:
            high = 0.0
            for strip in cell:
                high += strip.height
            if high > tall:
                tall = high
        return cls(cells, marked, tall + 2 * above, above)

    def cut(self, room: float) -> tuple[RowCells, RowCells]:
        """Return what of a row that no page can hold goes into ``room``, and the rest; some always goes."""
        counts = []
        for cell in self.cells:
            at, count = 2 * self.above, 0
            for strip in cell:
                at += strip.height
                if at > room:
                    break
                count += 1
            counts.append(count)
        if not any(counts):
            counts = [1] * len(self.cells)
        first = tuple(cell[:count] for cell, count in zip(self.cells, counts, strict=True))
        rest = tuple(cell[count:] for cell, count in zip(self.cells, counts, strict=True))
        return RowCells.of(first, self.above, self.marked), RowCells.of(rest, self.above, self.marked)

    def put(
        self, page: Page, x: float, y: float, placed: Placed, *, again: bool = False, goes_on: bool = False
    ) -> None:
        """Put the cells side by side, but for the first one if it is said ``again``, and a thin line below.

        There is none if the next row ``goes_on``.
        """
        top, put = y + self.above, page.put
        for left, cell in zip(placed.left[again:], self.cells[again:], strict=True):
            put(cell, x + left, top)
        if self.marked:
            page.paths.append(_mark(x, y + self.above))
        below = y + self.height
        if not goes_on:
            page.lines.append((x, below, x + placed.width, below))
        if placed.between:
            page.lines += [(x + at, y, x + at, below) for at in placed.between]


def _mark(x: float, y: float) -> Path:
    """Return a black triangle that points at a row."""
    size = 2.2 * MM
    return Path(((x, y + 0.5 * MM), (x + 0.8 * size, y + 0.5 * MM + size / 2), (x, y + 0.5 * MM + size)), -1)


class Tables:
    """Places columns and makes rows. Tables with the same columns have them at the same places."""

    def __init__(self, pieces: Pieces, tables: Iterable[Table] = (), air: float = 1.0) -> None:
        """Know all tables that are to be aligned with each other; ``air`` is a part of what parts rows."""
        self._pieces, self._above = pieces, air * ABOVE
        self._alike: dict[tuple[Column, ...], list[Table]] = {}
        for table in tables:
            self._alike.setdefault(table.columns, []).append(table)
        self._placed: dict[tuple[tuple[Column, ...], float], Placed] = {}

    def placed(self, table: Table, width: float) -> Placed:
        """Return the columns of a table in a width."""
        key = (table.columns, width)
        found = self._placed.get(key)
        if found is None:
            found = self._placed[key] = self._place(self._alike.get(table.columns, [table]), width)
        return found

    def _place(self, tables: Sequence[Table], width: float) -> Placed:
        columns = tables[0].columns
        gutter = GUTTER if any(row.marked for table in tables for row in table.rows) else 0.0
        between = min(GAP, 0.12 * width / max(1, len(columns)))
        room = max(1.0, width - gutter - between * (len(columns) - 1))
        wants = [self._wanted(tables, number) for number in range(len(columns))]
        widths = self._lowered(tables, wants, shared([column.weight for column in columns], wants, room))
        left, at = [], gutter
        for wide in widths:
            left.append(at)
            at += wide + between
        head = self._head(columns, widths)
        tall = max((sum(strip.height for strip in cell) for cell in head), default=0.0)
        written = [number for number, want in enumerate(wants) if want.open]
        lines = (
            [left[number] - between / 2 for number in written] if len(written) == len(wants) - 1 > 2 else []
        )
        above = tall + 1.2 * MM if head else 0.0
        right = tuple(column.number for column in columns)
        return Placed(columns, tuple(left), tuple(widths), right, width, head, above, tuple(lines))

    def _lowered(
        self, tables: Sequence[Table], wants: Sequence[Want], widths: Sequence[float]
    ) -> list[float]:
        """Return widths with which all rows together are lower, if there are such.

        What a column can spare goes step by step to one that makes rows high, where that helps the most.
        """
        rows = [row for table in tables for row in table.rows]
        found, columns = list(widths), range(len(widths))
        if len(found) < _FEWEST_WEIGHED or len(rows) > _MOST_WEIGHED:
            return found
        tight = sum(want.least for want in wants) > sum(widths) + 1
        least = [self._least(tables, number, tight=tight) for number in columns]
        talls: dict[tuple[int, float], list[float]] = {}

        def tall(number: int, width: float) -> list[float]:
            known = talls.get((number, width))
            if known is None:
                known = talls[number, width] = self._talls(tables[0].columns[number], number, rows, width)
            return known

        while True:
            now = [tall(number, found[number]) for number in columns]
            rowed = [max(row) for row in zip(*now, strict=True)]
            high = [n for n in columns if any(map(float.__eq__, now[n], rowed))]
            best = (1.0, 0, 0, 0.0)
            for to, of, step in product(high, columns, _STEPS):
                if of == to or found[of] - step < least[of]:
                    continue
                changed = [*now]
                changed[to], changed[of] = tall(to, found[to] + step), tall(of, found[of] - step)
                saved = sum(rowed) - sum(map(max, zip(*changed, strict=True)))
                best = max(best, (saved / step * MM, to, of, step))
            _, to, of, step = best
            if not step:
                return found
            found[to] += step
            found[of] -= step

    def _least(self, tables: Sequence[Table], number: int, *, tight: bool) -> float:
        """Return what a column keeps: its head's longest word and what its pieces can do with."""
        title = clean(tables[0].columns[number].title)
        pieces = {piece for table in tables for row in table.rows for piece in row.cells[number]}
        word = min(self._pieces.letters.longest_word(Style.LABEL, title), WIDEST_WORD)
        return max([word, *(self._pieces.least(piece, tight=tight) for piece in pieces)])

    def _talls(self, column: Column, number: int, rows: Sequence[Row], width: float) -> list[float]:
        """Return how high the head and every cell of a column are in a width."""
        head = self._pieces.words(Style.LABEL, column.title, width, most=3)
        cells = [self._pieces.cell(row.cells[number], width, column.number) for row in rows]
        return [sum((strip.height for strip in cell), 0.0) for cell in (head, *cells)]

    def _head(self, columns: Sequence[Column], widths: Sequence[float]) -> tuple[tuple[Strip, ...], ...]:
        if not any(column.title for column in columns):
            return ()
        return tuple(
            tuple(self._pieces.words(Style.LABEL, column.title, wide, right=column.number, most=3))
            for column, wide in zip(columns, widths, strict=True)
        )

    def _wanted(self, tables: Sequence[Table], number: int) -> Want:
        """Return how much room a column asks for: its head and all its cells."""
        letters, title = self._pieces.letters, clean(tables[0].columns[number].title)
        liked = letters.width(Style.LABEL, title)
        least = min(letters.longest_word(Style.LABEL, title), WIDEST_WORD)
        pieces = {piece for table in tables for row in table.rows for piece in row.cells[number]}
        wants = [Want(least, liked, hard=least), *map(self._pieces.want, pieces)]
        least, liked, open_, whole, hard = map(max, zip(*wants, strict=True))
        return Want(least, min(max(least, liked), WIDEST), open_, whole, hard)

    def row(self, row: Row, placed: Placed, *, close: bool = False) -> RowCells:
        """Return the cells of a row; ``close``: with less room above and below them."""
        if len(row.cells) != len(placed.columns):
            raise ValueError("a row has as many cells as its table has columns")
        cells = tuple(map(self._pieces.cell, row.cells, placed.widths, placed.right))
        return RowCells.of(cells, self._above * (CLOSE if close else 1.0), row.marked)

    @staticmethod
    def put_head(page: Page, x: float, y: float, placed: Placed) -> None:
        """Put the heads of the columns and a rule below them."""
        for left, cell in zip(placed.left, placed.head, strict=True):
            tall = sum(strip.height for strip in cell)
            page.put(cell, x + left, y + placed.head_height - 1.2 * MM - tall)
        below = y + placed.head_height
        page.rules.append((x, below, x + placed.width, below))


def shared(weights: Sequence[float], wants: Sequence[Want], room: float) -> list[float]:
    """Share a width among columns: first what each needs, then what it likes, by weight; the rest is room.

    What stays whole with a little more gets that before. The rest goes to those in which one writes, to all
    if there are none; among them not to the light ones.
    """
    needed = sum(want.least for want in wants)
    if needed > room:
        hard = sum(max(1.0, want.hard) for want in wants)
        if hard >= room:
            return [max(1.0, want.hard) * room / hard for want in wants]
        return shared(weights, [Want(want.hard, want.least, whole=want.least) for want in wants], room)
    widths = [want.least for want in wants]
    left = room - needed
    gaps = sorted((want.whole - want.least, number) for number, want in enumerate(wants))
    gaps = [(gap, number) for gap, number in gaps if gap > 0]
    for place, (gap, number) in enumerate(gaps):
        if gap > _AT_ONCE * left / (len(gaps) - place):
            break
        widths[number] += gap
        left -= gap
    hungry = [number for number, want in enumerate(wants) if want.liked > want.least]
    while hungry and left > 0.5:
        whole = sum(weights[number] for number in hungry) or 1.0
        spent = 0.0
        for number in hungry:
            more = min(left * weights[number] / whole, wants[number].liked - widths[number])
            widths[number] += more
            spent += more
        left -= spent
        hungry = [number for number in hungry if wants[number].liked - widths[number] > 0.5]
        if spent <= 0.5:
            break
    takers = [number for number, want in enumerate(wants) if want.open] or list(range(len(wants)))
    heaviest = max((weights[number] for number in takers), default=0.0)
    takers = [number for number in takers if weights[number] >= heaviest / 2]
    whole = sum(weights[number] for number in takers) or 1.0
    for number in takers:
        widths[number] += left * weights[number] / whole
    return widths
