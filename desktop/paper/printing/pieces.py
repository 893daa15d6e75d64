"""From the pieces of a cell to strips: words, boxes to tick, points, room to write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from desktop.paper.printing.letters import Letters, Style, clean
from desktop.paper.printing.marks import Shapes, Strip
from desktop.paper.printing.setup import MM
from rulesets.output.documents import Boxes, Cell, Gauge, Piece, Space, Words

TICK = 3.8 * MM
"""Least height of a box that is ticked."""
WRITING = 5.5 * MM
"""Height of a line to write on with a pencil."""
WIDEST = 90 * MM
"""No column asks for more: longer texts are broken."""
WIDEST_WORD = 32 * MM
"""No column insists on more: longer words are broken."""
SENTENCE = 40
"""Letters above which a text is a sentence: it stands in a wide column, and is not measured for that."""
_SENTENCE_LEAST, _SENTENCE_HARD = 30 * MM, 21 * MM
_LINE = 20 * MM
"""What every text asks for that has as much to say."""
_ROW_OF_BOXES = 44 * MM
"""Boxes stand in one row if they need no more than that; else in as many as it takes, evenly."""
_GAP = 0.55 * MM
_LONGEST_WORD_OF_BOX, _LINES_OF_BOX = 200, 4
"""Of a word in a box no more letters are measured, and no more lines shown."""


class Want(NamedTuple):
    """How wide a piece has to be, how wide it would like to be, and whether it takes whatever is left."""

    least: float
    liked: float
    open: bool = False
    whole: float = 0.0
    """With so much boxes stand in one row, below their label at least: they get it before others get air."""
    hard: float = 0.0
    """What it cannot do without on a page that is too narrow for what all need: its longest word."""


class Pieces:
    """Makes strips of pieces; the same piece in the same width is made once."""

    def __init__(self, letters: Letters) -> None:
        """Print in these letters."""
        self.letters = letters
        self._made: dict[tuple[Piece, float, bool], list[Strip]] = {}
        self._wants: dict[Piece, Want] = {}
        self._sentences: dict[tuple[Style, int], Want] = {}
        """By how many letters they have."""
        size = letters.heights[Style.NORMAL]
        self._pad = 0.25 * letters.heights[Style.BOX]
        self._gauge = 1.35 * size
        self._write = max(WRITING, 1.3 * size)

    # -- widths ------------------------------------------------------------------------------------

    def want(self, piece: Piece) -> Want:
        """Return how much room a piece asks for."""
        if type(piece) is Words and len(piece.text) > SENTENCE:
            return self._sentence_wanted(style_of(piece), len(piece.text))
        known = self._wants.get(piece)
        if known is None:
            known = self._wants[piece] = self._wanted(piece)
        return known

    def least(self, piece: Piece, *, tight: bool = False) -> float:
        """Return with how much a piece can do where others make its row high: boxes then stand in two rows.

        Not those of which one is black: where on a track somebody is shows best in one row. On a ``tight``
        page words are as narrow as the longest of them, but for names.
        """
        least = self.want(piece).least
        if tight and isinstance(piece, Words) and not piece.bold:
            return self.want(piece).hard
        if not isinstance(piece, Boxes) or not piece.words or piece.filled >= 0:
            return least
        wide = [self._box_width(word) + _GAP for word in piece.words]
        return min(least, self._label_width(piece) + (sum(wide) + max(wide)) / 2)

    def _wanted(self, piece: Piece) -> Want:
        letters = self.letters
        match piece:
            case Words():
                return self._words_wanted(style_of(piece), clean(piece.text))
            case Boxes(words):
                label = self._label_width(piece)
                wide = [self._box_width(word) for word in words]
                all_of_them = label + sum(wide) + _GAP * max(0, len(wide) - 1)
                widest = min(label + max(wide, default=0.0), WIDEST_WORD)
                if all_of_them <= _ROW_OF_BOXES:
                    return Want(max(widest, all_of_them), all_of_them, hard=widest)
                parts = even([width + _GAP for width in wide], _ROW_OF_BOXES)
                least = max(widest, *(sum(wide[part]) + _GAP * (part.stop - part.start) for part in parts))
                whole = min(max(least, all_of_them - label), WIDEST)
                return Want(least, min(all_of_them, WIDEST), whole=whole, hard=widest)
            case Gauge():
                points = letters.width(Style.NORMAL, gauge_text(piece))
                word = letters.longest_word(Style.NORMAL, gauge_text(piece)) + 2 * MM
                return Want(points + 2 * MM, points + 12 * MM, hard=word)
        much = piece.lines > 1
        return Want((20 if much else 12) * MM, (38 if much else 18) * MM, open=True, hard=9 * MM)

    def _sentence_wanted(self, style: Style, long: int) -> Want:
        """Return how much room a text of so many letters asks for."""
        known = self._sentences.get((style, long))
        if known is None:
            liked = min(long * 0.6 * self.letters.heights[style], WIDEST)
            known = self._sentences[style, long] = Want(_SENTENCE_LEAST, liked, hard=_SENTENCE_HARD)
        return known

    def _words_wanted(self, style: Style, text: str) -> Want:
        letters = self.letters
        liked = max([letters.width(style, part) for part in text.split("\n")])
        word = min(letters.longest_word(style, text), WIDEST_WORD)
        least = liked if style is Style.BOLD else word  # names stay whole
        least = min(max(least, min(liked, _LINE)), WIDEST_WORD)
        return Want(least, min(liked, WIDEST), hard=word)

    def _label_width(self, piece: Boxes) -> float:
        label = _flat(piece.label)
        return min(self.letters.width(Style.SMALL, label) + 1.2 * MM, WIDEST_WORD) if label else 0.0

    def _box_width(self, word: str) -> float:
        return max(self.letters.width(Style.BOX_BLACK, clean(word)) + 2.4 * self._pad, self._box_height(1))

    def _box_height(self, lines: int) -> float:
        """Return how high a box of so many lines is: never too low for a tick."""
        return max(lines * self.letters.heights[Style.BOX] + 0.6 * self._pad, TICK)

    # -- strips ------------------------------------------------------------------------------------

    def cell(self, cell: Cell, width: float, right: bool = False) -> list[Strip]:
        """Return the pieces of a cell one below the other, at most ``width`` wide; it is not changed."""
        if len(cell) != 1:
            return [strip for piece in cell for strip in self.cell((piece,), width, right)]
        piece = cell[0]
        if type(piece) is Words and len(piece.text) > SENTENCE:  # hardly ever the same twice
            return self.words(style_of(piece), piece.text, width, right=right)
        key = (piece, width, right)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._strips(piece, width, right=right)
        return made

    def _strips(self, piece: Piece, width: float, *, right: bool) -> list[Strip]:
        match piece:
            case Words():
                return self.words(style_of(piece), piece.text, width, right=right)
            case Boxes():
                return self._boxes(piece, width)
            case Gauge():
                return [self._gauge_strip(piece, width)]
            case Space(lines):
                return [Strip(self._write)] * max(1, lines)

    def words(
        self, style: Style, text: str, width: float, *, right: bool = False, most: int = 0
    ) -> list[Strip]:
        """Return a text, a strip for each of its lines."""
        letters = self.letters
        height, base = letters.heights[style], letters.ascents[style]
        lines = letters.lines(style, text, width, most)
        if not right:
            if len(lines) == 1:
                return [Strip(height, ((style, 0.0, base, lines[0]),))]
            return [Strip(height, ((style, 0.0, base, line),)) for line in lines]
        return [
            Strip(height, ((style, max(0.0, width - letters.width(style, line)), base, line),))
            for line in lines
        ]

    def _boxes(self, piece: Boxes, width: float) -> list[Strip]:
        label, text = self._label_width(piece), _flat(piece.label)
        above = [*self.words(Style.SMALL, text, width), *self._box_rows(piece, width, 0.0, [])]
        if label > 0.6 * width:
            return above
        lines = self.letters.lines(Style.SMALL, text, max(1.0, label), 1)
        beside = self._box_rows(piece, width, label, lines)
        return above if label and len(beside) > 1 and len(above) <= len(beside) else beside

    def _box_rows(self, piece: Boxes, width: float, left: float, label: Sequence[str]) -> list[Strip]:
        """Return rows of boxes, each as wide as its word, with what is black or struck out."""
        room = max(1.0, width - left)
        wide = [min(self._box_width(word[:_LONGEST_WORD_OF_BOX]), room) for word in piece.words]
        rows: list[Strip] = []
        for part in even([each + _GAP for each in wide], room + _GAP + 0.01):
            row, x = [], left
            for index in range(part.start, part.stop):
                row.append((index, x, wide[index]))
                x += wide[index] + _GAP
            rows.append(self._box_row(piece, row, left, label if not rows else ()))
        return rows or [self._box_row(piece, [], left, label)]

    def _box_row(
        self, piece: Boxes, row: Sequence[tuple[int, float, float]], left: float, label: Sequence[str]
    ) -> Strip:
        letters, texts = self.letters, []
        height, base = letters.heights[Style.BOX], letters.ascents[Style.BOX]
        said = {
            index: letters.lines(
                Style.BOX_BLACK, piece.words[index], max(1.0, wide - 0.8 * self._pad), _LINES_OF_BOX
            )
            for index, _, wide in row
        }
        tall = self._box_height(max((len(lines) for lines in said.values()), default=1))
        top = 0.25 * MM
        boxes = [(x, top, wide, tall) for _, x, wide in row]
        fills = [(x, top, wide, tall) for index, x, wide in row if index == piece.filled]
        crosses = [(x, top + tall, x + wide, top) for index, x, wide in row if index in piece.crossed]
        for index, x, wide in row:
            style = Style.BOX_BLACK if index == piece.filled else Style.BOX
            first = top + (tall - height * len(said[index])) / 2 + base
            for number, line in enumerate(said[index]):
                at = x + (wide - letters.width(style, line)) / 2
                texts.append((style, at, first + number * height, line))
        if label:
            below = top + (tall - letters.heights[Style.SMALL]) / 2 + letters.ascents[Style.SMALL]
            texts.append((Style.SMALL, 0.0, below, label[0]))
        return Strip(tall + 2 * top, tuple(texts), Shapes(tuple(boxes), tuple(fills), tuple(crosses)))

    def _gauge_strip(self, gauge: Gauge, width: float) -> Strip:
        """Return points in a box with room to write behind them."""
        letters, top, edge = self.letters, 0.2 * MM, min(0.9 * MM, 0.1 * width)
        tall, base = letters.heights[Style.NORMAL], letters.ascents[Style.NORMAL]
        lines = letters.lines(Style.NORMAL, gauge_text(gauge), width - 2 * edge)
        height = self._gauge + tall * (max(1, len(lines)) - 1) + gauge.room * self._write
        first = top + (self._gauge - tall) / 2 + base
        texts = tuple((Style.NORMAL, edge, first + n * tall, line) for n, line in enumerate(lines))
        return Strip(height + 2 * top, texts, Shapes(((0.0, top, width, height),)))


def _flat(label: str) -> str:
    """Return what stands beside boxes on one line."""
    return " ".join(clean(label).split())


def even(widths: Sequence[float], room: float) -> list[slice]:
    """Part what stands side by side into as few rows as it takes, of the same number where they fit."""
    rows, at = [0], 0.0
    for number, wide in enumerate(widths):
        if at and at + wide > room:
            rows.append(number)
            at = 0.0
        at += wide
    whole = len(widths)
    each = -(-whole // len(rows))
    parts = [slice(first, min(first + each, whole)) for first in range(0, whole, max(1, each))]
    if all(sum(widths[part]) <= room for part in parts):
        return parts
    return [slice(first, last) for first, last in zip(rows, [*rows[1:], whole], strict=True)]


def style_of(words: Words) -> Style:
    """Return what words are printed in."""
    if words.large:
        return Style.LARGE
    if words.bold:
        return Style.SUBHEADING if words.small else Style.BOLD
    return Style.SMALL if words.small else Style.NORMAL


def gauge_text(gauge: Gauge) -> str:
    """Return the points as people read them: '41 / 52 +5'."""
    if gauge.now is None:
        return f"/ {gauge.full}" if gauge.full else ""
    shown = str(gauge.now).replace("-", "−")
    full = f" / {gauge.full}" if gauge.full else ""
    return f"{shown}{full}" + (f" +{gauge.extra}" if gauge.extra else "")
