"""A document on pages: every page has its header, cards stand four to a page, nothing is lost or cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from desktop.paper.printing.flow import Flow, Frame, introduces
from desktop.paper.printing.letters import Letters, Style, clean
from desktop.paper.printing.marks import Box, Page, Strip
from desktop.paper.printing.pieces import Pieces
from desktop.paper.printing.setup import MM, POINT
from desktop.paper.printing.tables import Tables
from desktop.process.tasks import Tick
from rulesets.output.documents import Block, Card, Document, Heading, Lines, Table

translate = QCoreApplication.translate

LEAST_LINES, LEAST_WIDTH = 20, 30
"""Of the size of the letters: what a page holds at least. Larger letters than that are not used."""
CLOSER = ((0.5, 1.0), (0.5, 0.96), (0.35, 0.92))
"""What is tried where the last page holds little: so much of the room between rows, letters so large."""
LITTLE = 0.3
"""Part of a page that is not worth a page."""
_FEW_PAGES = 12
"""In a document of more nobody minds one, and it is laid out once."""
_CARD_LINES = 16
"""Lines of the usual text that a card has room for; if four are too low for that, two stand on a page."""
_CARD_GAP = 6 * MM
_CARD_PAD = 3 * MM


def nothing(_done: int, _of: int) -> None:
    """Tell nobody."""


class Laid:
    """A document laid out on pages of one size."""

    def __init__(
        self,
        document: Document,
        width: float,
        height: float,
        size: float,
        tick: Tick = nothing,
        *,
        scale: float = 100.0,
    ) -> None:
        """Lay a document out.

        Args:
            document: What is printed.
            width: Of a page between its margins, in units of 1/1200 inch.
            height: The same from top to bottom.
            size: Points of the usual text.
            tick: Told of every block.
            scale: Percent of that at which it is painted.
        """
        self.scale = scale
        self.document, self.width, self.height = document, width, height
        size = min(size, height / POINT / LEAST_LINES, width / POINT / LEAST_WIDTH)
        self.letters = Letters(size)
        self.pages: list[Page] = []
        last = self._fill(tick)
        if 1 < last.page <= _FEW_PAGES and last.filled < LITTLE:
            self._fill_closer(size, last.page, tick)
        for number, page in enumerate(self.pages, 1):
            self._number(page, number)

    def _fill(self, tick: Tick, air: float = 1.0) -> _Last:
        """Put everything on new pages; ``air`` is a part of the usual room between rows, above headings."""
        self.pages, blocks, done, last = [], self.document.blocks, 0, _Last(1, 1.0)
        pieces, self._running = Pieces(self.letters), self._running_line()
        tables = Tables(pieces, _tables(blocks), air)
        if not blocks:
            _PageFrames(self).next()
        for cards, group in groupby(blocks, key=lambda block: isinstance(block, Card)):
            some = list(group)
            if cards:
                self._cards([block for block in some if isinstance(block, Card)], pieces, tables)
                last = _Last(len(self.pages), 1.0)
                continue
            flow = Flow(self.letters, pieces, tables, _PageFrames(self), air=air)
            for part in _parts(some):
                tick(done, len(blocks))
                flow.blocks(part)
                done += len(part)
                if not (isinstance(part[-1], Lines) and part[-1].spare):
                    last = _Last(len(self.pages), flow.filled)
        return last

    def _fill_closer(self, size: float, wanted: int, tick: Tick) -> None:
        """Pull what little stands on the last page onto the one before it, if that can be read as well."""
        usual = self.letters, self.pages
        for air, part in CLOSER:
            self.letters = Letters(size * part)
            if self._fill(tick, air).page < wanted:
                return
        self.letters, self.pages = usual

    # -- headers -----------------------------------------------------------------------------------

    def begin_page(self) -> tuple[Page, float]:
        """Return a new page with its header, and where what stands below it begins."""
        page = Page()
        self.pages.append(page)
        return page, (self._first_header if len(self.pages) == 1 else self._running_header)(page)

    def _first_header(self, page: Page) -> float:
        """Put the title large, and what it is about below it."""
        letters, document = self.letters, self.document
        aside = letters.width(Style.SMALL, self._numbered(8888, 8888)) + 4 * MM
        y = 0.0
        for line in letters.lines(Style.TITLE, document.title, max(1.0, self.width - aside), 3):
            page.text(Style.TITLE, 0.0, y + letters.ascents[Style.TITLE], line)
            y += letters.heights[Style.TITLE]
        about = " · ".join(
            part for part in (document.name, document.about, document.place, document.printed) if part
        )
        y += 0.8 * MM
        for line in letters.lines(Style.SMALL, about, self.width, 4):
            page.text(Style.SMALL, 0.0, y + letters.ascents[Style.SMALL], line)
            y += letters.heights[Style.SMALL]
        return self._ruled(page, y)

    def _running_header(self, page: Page) -> float:
        page.put([self._running], 0.0, 0.0)
        return self._ruled(page, self._running.height)

    def _running_line(self) -> Strip:
        """Return one line: what it is called, which document, where the fight stands."""
        letters, document = self.letters, self.document
        aside = letters.width(Style.SMALL, self._numbered(8888, 8888)) + 4 * MM
        rest = " · ".join(part for part in (document.name, document.place) if part)
        room = max(1.0, self.width - aside)
        wanted = letters.width(Style.SMALL, clean(f"  · {rest}")) if rest else 0.0
        title = document.title.replace("\n", " ")
        name = letters.lines(Style.BOLD, title, max(0.5 * room, room - wanted), 1)
        base, x, texts = letters.ascents[Style.BOLD], 0.0, []
        if name:
            texts.append((Style.BOLD, 0.0, base, name[0]))
            x = letters.width(Style.BOLD, name[0]) + letters.width(Style.SMALL, "  ")
        for line in letters.lines(Style.SMALL, f"· {rest}" if rest else "", max(1.0, room - x), 1):
            texts.append((Style.SMALL, x, base, line))
        return Strip(letters.heights[Style.BOLD], tuple(texts))

    def _ruled(self, page: Page, y: float) -> float:
        page.rules.append((0.0, y + 1.5 * MM, self.width, y + 1.5 * MM))
        return y + min(4 * MM, 0.02 * self.height + 2 * MM)

    def _number(self, page: Page, number: int) -> None:
        letters, text = self.letters, self._numbered(number, len(self.pages))
        x = max(0.0, self.width - letters.width(Style.SMALL, text))
        page.text(Style.SMALL, x, letters.ascents[Style.TITLE if number == 1 else Style.BOLD], text)

    @staticmethod
    def _numbered(page: int, of: int) -> str:
        text = translate("Print", "Page {page} of {pages}")
        return text.format(page=page, pages=of)

    # -- cards -------------------------------------------------------------------------------------

    def _cards(self, cards: Sequence[Card], pieces: Pieces, tables: Tables) -> None:
        slots = _Slots(self)
        for card in cards:
            frames = _CardFrames(self, slots, clean(card.title).replace("\n", " "))
            Flow(self.letters, pieces, tables, frames, filling=True).blocks(card.blocks)


def _parts(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield blocks together with the headings above them, and with what introduces them."""
    part: list[Block] = []
    for number, block in enumerate(blocks):
        part.append(block)
        if not isinstance(block, Heading) and not introduces(blocks, number):
            yield part
            part = []
    if part:
        yield part


def _tables(blocks: Sequence[Block]) -> Iterator[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
        elif isinstance(block, Card):
            yield from (inner for inner in block.blocks if isinstance(inner, Table))


class _Last(NamedTuple):
    """Where the last of what is not to be spared ends."""

    page: int
    """From 1."""
    filled: float
    """What part of that page it fills."""


class _PageFrames:
    """Whole pages."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self.width = laid.width
        self.height = laid.height - laid.letters.heights[Style.BOLD] - 4 * MM

    def next(self) -> Frame:
        """Begin a page."""
        page, top = self._laid.begin_page()
        return Frame(page, 0.0, top, self._laid.height)


class _Slots:
    """Quarters of pages, one after the other."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self._taken = 0
        self._page, self._top = Page(), 0.0
        line = laid.letters.heights[Style.NORMAL]
        self.across = 2 if laid.width > 30 * line else 1
        self.down = 2 if laid.height > 2.4 * _CARD_LINES * line else 1
        self.width = (laid.width - _CARD_GAP * (self.across - 1)) / self.across

    def next(self) -> tuple[Page, Box]:
        """Return the next quarter."""
        number = self._taken % (self.across * self.down)
        if number == 0:
            self._page, self._top = self._laid.begin_page()
        self._taken += 1
        tall = (self._laid.height - self._top - _CARD_GAP * (self.down - 1)) / self.down
        row, column = divmod(number, self.across)
        x, y = column * (self.width + _CARD_GAP), self._top + row * (tall + _CARD_GAP)
        return self._page, (x, y, self.width, tall)


class _CardFrames:
    """The inside of the cards of one combatant."""

    def __init__(self, laid: Laid, slots: _Slots, title: str) -> None:
        self._laid, self._slots, self._title = laid, slots, title
        self._begun = False
        self.width = max(1.0, slots.width - 2 * _CARD_PAD)
        self.height = laid.height / slots.down - _CARD_GAP - 4 * laid.letters.heights[Style.HEADING]

    def next(self) -> Frame:
        """Begin a card with its frame and its title."""
        page, box = self._slots.next()
        letters, x = self._laid.letters, box[0] + _CARD_PAD
        page.boxes.append(box)
        y = box[1] + 0.7 * _CARD_PAD
        title = (
            translate("Print", "{title} (continued)").format(title=self._title)
            if self._begun
            else self._title
        )
        self._begun = True
        for line in letters.lines(Style.HEADING, title, self.width, 3):
            page.text(Style.HEADING, x, y + letters.ascents[Style.HEADING], line)
            y += letters.heights[Style.HEADING]
        return Frame(page, x, y + MM, box[1] + box[3] - 0.7 * _CARD_PAD)
