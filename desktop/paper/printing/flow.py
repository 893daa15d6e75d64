"""Blocks one below the other in frames: pages, or cards. What does not fit goes on in the next frame.

Rows are never cut unless no frame could hold one; heads of tables are repeated; a heading never stands alone
at the foot, nor with nothing but the sentence that introduces its table, nor does a table begin there with
the first of its rows or end on top of a page with the last; a chart, lines to write on and a table that is
wanted whole stay together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol

from PySide6.QtCore import QCoreApplication

from desktop.paper.printing import charts
from desktop.paper.printing.letters import Letters, Style
from desktop.paper.printing.marks import Page, Shapes, Strip
from desktop.paper.printing.pieces import WRITING, Pieces
from desktop.paper.printing.setup import MM
from desktop.paper.printing.tables import Placed, RowCells, Tables
from rulesets.output.documents import Block, Chart, Heading, Lines, Paragraph, Row, Table

translate = QCoreApplication.translate

FEWEST = 4
"""Lines to write on that are worth having at the foot of a page instead of all of them on another one."""

_MOST_ROWS = 80
"""No page holds more: a table that has more rows breaks."""
_BELOW_HEADING = 0.8 * MM
_BELOW_PARAGRAPH = 1.5 * MM
_OPENING = 2
"""Rows of a table that stand together with what is above them, and as many at its end."""
_MOST_WHOLE = 0.6
"""Part of a page that a table may take which goes to the next one rather than break."""


class Frame(NamedTuple):
    """A part of a page that is filled from top to bottom."""

    page: Page
    x: float
    top: float
    bottom: float


class Frames(Protocol):
    """Gives frames, all of the same width."""

    width: float
    height: float
    """Of an empty one; the first may be lower."""

    def next(self) -> Frame:
        """Return the next empty frame."""


class Flow:
    """Fills frames with blocks."""

    def __init__(
        self,
        letters: Letters,
        pieces: Pieces,
        tables: Tables,
        frames: Frames,
        *,
        filling: bool = False,
        air: float = 1.0,
    ) -> None:
        """Begin in the first frame.

        Args:
            letters: What is printed in.
            pieces: Makes what stands in cells.
            tables: Makes rows.
            frames: What is filled.
            filling: Lines to write on take what is left of a frame.
            air: Part of the usual room above headings.
        """
        self._filling, self._air = filling, air
        self._letters, self._pieces, self._tables, self._frames = letters, pieces, tables, frames
        self._width = frames.width
        self._frame = frames.next()
        self._y = self._frame.top
        self._opened: tuple[Table, Sequence[RowCells]] | None = None

    def blocks(self, blocks: Sequence[Block]) -> None:
        """Put blocks, one after the other."""
        for number, block in enumerate(blocks):
            if self._is_spare(blocks, number):
                return
            match block:
                case Heading():
                    self._heading(block, self._start(blocks, number))
                case Paragraph():
                    self._strips(self._words(block.text), after=_BELOW_PARAGRAPH)
                case Table():
                    if (
                        self._y > self._frame.top
                        and self._y + self._start(blocks, number) > self._frame.bottom
                    ):
                        self._next()
                    self._table(block)
                case Lines():
                    self._ruled(block)
                case Chart():
                    self._chart(block)

    def _is_spare(self, blocks: Sequence[Block], number: int) -> bool:
        """Return whether only lines are left that nobody misses, for which there is no room in this frame."""
        *above, last = blocks[number:]
        if not isinstance(last, Lines) or not last.spare or self._y <= self._frame.top:
            return False
        needed = self._start(blocks, number)
        return all(isinstance(one, Heading) for one in above) and self._y + needed > self._frame.bottom

    @property
    def filled(self) -> float:
        """What part of the last frame is filled."""
        return (self._y - self._frame.top) / max(1.0, self._frame.bottom - self._frame.top)

    # -- how much a block needs to begin -------------------------------------------------------------

    def _start(self, blocks: Sequence[Block], number: int) -> float:
        """Return the height of a block and what has to stand below it in the same frame."""
        if number >= len(blocks):
            return 0.0
        match blocks[number]:
            case Heading() as heading:
                above = self._heading_strips(heading)
                below = _BELOW_HEADING + self._start(blocks, number + 1)
                return _height(above) + self._above(heading) + below
            case Table() as table:
                return self._table_start(table)
            case Chart() as chart:
                return min(2.6 * MM + _height(self._chart_begin(chart)), self._frames.height)
            case Lines() as lines:
                return min((min(lines.number, FEWEST) + 0.1) * self._line_height, self._frames.height)
            case Paragraph() as paragraph:
                words = self._words(paragraph.text)
                if introduces(blocks, number):
                    return _height(words) + _BELOW_PARAGRAPH + self._start(blocks, number + 1)
                return _height(words[:2])
        return 0.0

    def _table_start(self, table: Table) -> float:
        placed, most = self._tables.placed(table, self._width), 0.25 * self._frames.height
        first = [cells.height for cells in self._opening(table, placed)]
        whole = placed.head_height + sum(first)
        if table.whole and len(first) == len(table.rows) and whole <= _MOST_WHOLE * self._frames.height:
            return whole
        low = [min(height, most) for height in first[: _together(len(table.rows))]]
        if first and placed.head_height + first[0] <= self._frames.height:
            low[0] = first[0]  # it goes on as a whole, and what is above it with it
        return placed.head_height + sum(low)

    # -- blocks ------------------------------------------------------------------------------------

    def _heading(self, heading: Heading, needed: float) -> None:
        above = self._above(heading)
        if self._y > self._frame.top:
            if self._y + needed > self._frame.bottom:
                self._next()
            else:
                self._y += above
        self._strips(self._heading_strips(heading), after=_BELOW_HEADING)

    def _above(self, heading: Heading) -> float:
        return (2.6 if heading.small else 4.2) * MM * self._air

    def _heading_strips(self, heading: Heading) -> list[Strip]:
        style = Style.SUBHEADING if heading.small else Style.HEADING
        return self._pieces.words(style, heading.text, self._width, most=3)

    def _words(self, text: str) -> list[Strip]:
        return self._pieces.words(Style.NORMAL, text, self._width)

    def _strips(self, strips: Sequence[Strip], *, after: float = 0.0, together: bool = False) -> None:
        """Put strips; ``together`` they go to the next frame as a whole, if that can hold them."""
        too_low = self._y + _height(strips) > self._frame.bottom and not self._fresh
        if together and too_low and _height(strips) <= self._frames.height:
            self._next()
        for strip in strips:
            if self._y + strip.height > self._frame.bottom and self._y > self._frame.top:
                self._next()
            self._frame.page.put([strip], self._frame.x, self._y)
            self._y += strip.height + strip.after
        self._y += after

    @property
    def _line_height(self) -> float:
        """Height of a line to write on."""
        return max(WRITING, 1.3 * self._letters.heights[Style.NORMAL])

    def _ruled(self, lines: Lines) -> None:
        tall = self._line_height
        one = Strip(tall, shapes=Shapes(lines=((0.0, tall, self._width, tall),)))
        left = int((self._frame.bottom - self._y) / tall)
        number = max(lines.number, left) if self._filling else lines.number
        if FEWEST <= left < number:  # a page for a few lines more would be a page too many
            number = left
        self._strips([one] * number, together=True)

    def _chart(self, chart: Chart) -> None:
        if self._y > self._frame.top:
            self._y += 2.6 * MM
        self._strips(self._chart_begin(chart), together=True)
        self._strips(self._chart_told(chart)[2:], after=1.5 * MM)

    def _chart_told(self, chart: Chart) -> list[Strip]:
        return self._pieces.words(Style.SMALL, chart.told, self._width)

    def _chart_begin(self, chart: Chart) -> list[Strip]:
        """Return a chart with its title and the first of what is told below it: it stays together."""
        title = self._pieces.words(Style.SUBHEADING, chart.title, self._width, most=2)
        drawn = charts.strips(self._letters, chart, self._width)
        return [*title, Strip(MM), *drawn, Strip(MM), *self._chart_told(chart)[:2]]

    # -- tables --------------------------------------------------------------------------------------

    def _table(self, table: Table) -> None:
        placed = self._tables.placed(table, self._width)
        headed = False
        above: Frame | None = None
        """Where the row before stands, if it begins as this one does."""
        rows = self._rows(table, placed)
        for number, (cells, following) in enumerate(zip_longest(rows, rows[1:])):
            head = 0.0 if headed else placed.head_height
            needed = cells.height
            if following is not None and _OPENING <= number == len(table.rows) - 2:
                needed += self._taken_along(cells, following)
            if self._y + head + needed > self._frame.bottom:
                headed = self._break(cells, placed, headed=headed)
            if not headed:
                self._put_head(placed)
                headed = True
            if self._y + cells.height > self._frame.bottom:
                self._parts(cells, placed)
            else:
                goes_on = table.runs and following is not None and _begin_alike(cells, following)
                frame = self._frame
                cells.put(frame.page, frame.x, self._y, placed, again=above is frame, goes_on=goes_on)
                self._y += cells.height
                above = self._frame if goes_on else None
        self._y += 1.5 * MM

    def _taken_along(self, cells: RowCells, last: RowCells) -> float:
        """Return the height of a table's last row that goes where the one before it stands; 0 if too high."""
        return last.height if cells.height + last.height <= self._frames.height / 2 else 0.0

    def _rows(self, table: Table, placed: Placed) -> list[RowCells]:
        """Return the rows of a table; one without any has an empty one."""
        if not table.rows:
            return [self._tables.row(Row(tuple(() for _ in table.columns)), placed, close=table.close)]
        opening, row, close = self._opening(table, placed), self._tables.row, table.close
        return [*opening, *[row(each, placed, close=close) for each in table.rows[len(opening) :]]]

    def _opening(self, table: Table, placed: Placed) -> Sequence[RowCells]:
        """Return the first rows of a table: made once, asked for by what stands above it as well."""
        if self._opened is None or self._opened[0] is not table:
            most = _MOST_ROWS if table.whole else _together(len(table.rows))
            self._opened = (
                table,
                [self._tables.row(row, placed, close=table.close) for row in table.rows[:most]],
            )
        return self._opened[1]

    def _break(self, cells: RowCells, placed: Placed, *, headed: bool) -> bool:
        """Go to the next frame, unless the row would fit into none and can well begin here."""
        fits = placed.head_height + cells.height <= self._frames.height
        left = self._frame.bottom - self._y
        if self._fresh or (not fits and left > 0.4 * self._frames.height):
            return headed
        self._next()
        return False

    def _put_head(self, placed: Placed) -> None:
        if placed.head:
            self._tables.put_head(self._frame.page, self._frame.x, self._y, placed)
            self._y += placed.head_height

    def _put_row(self, cells: RowCells, placed: Placed) -> None:
        cells.put(self._frame.page, self._frame.x, self._y, placed)
        self._y += cells.height

    def _parts(self, cells: RowCells, placed: Placed) -> None:
        """Put a row that is higher than a page in parts, and say so on every page."""
        mark = self._pieces.words(Style.SMALL, translate("Print", "continued on the next page"), self._width)
        again = self._pieces.words(Style.SMALL, translate("Print", "(continued)"), self._width)
        while self._y + cells.height > self._frame.bottom:
            first, cells = cells.cut(self._frame.bottom - self._y - _height(mark))
            self._put_row(first, placed)
            self._strips_here(mark)
            if not any(cells.cells):
                return
            self._next()
            self._put_head(placed)
            self._strips_here(again)
        self._put_row(cells, placed)

    def _strips_here(self, strips: Sequence[Strip]) -> None:
        self._frame.page.put(strips[:1], self._frame.x, self._y)
        self._y += _height(strips[:1])

    @property
    def _fresh(self) -> bool:
        """Whether there will be no more room in the next frame than there is here."""
        whole = self._frame.bottom - self._frame.top >= self._frames.height - 1
        return whole and self._y <= self._frame.top

    def _next(self) -> None:
        self._frame = self._frames.next()
        self._y = self._frame.top


def introduces(blocks: Sequence[Block], number: int) -> bool:
    """Return whether a block is a paragraph between a heading and the table that both are about."""
    around = blocks[max(0, number - 1) : number + 2]
    return [type(block) for block in around] == [Heading, Paragraph, Table]


def _begin_alike(cells: RowCells, following: RowCells) -> bool:
    """Return whether two rows of several columns have the same in the first."""
    return len(cells.cells) > 1 and cells.cells[0] == following.cells[0]


def _together(rows: int) -> int:
    """Return how many rows a table of so many begins with: of three none is left to stand alone."""
    return rows if rows <= _OPENING + 1 else _OPENING


def _height(strips: Sequence[Strip]) -> float:
    return sum(strip.height + strip.after for strip in strips)
