"""Paints what players see: a heading over rows, in sizes that follow from the height of the screen.

Everything is measured in hundredths of that height, so that it can be read from as far away on any screen.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPalette, QPen

from desktop.players.words import Word, heading, health, pills, token_words
from desktop.theme import SIDE_SHAPES, Theme, of_name
from desktop.widgets.side_marks import paint_mark
from rulesets.seen.players_screen import PlayersScreen, RowShown

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NARROWEST = 1.15
"""Width of a screen in heights below which sizes follow from its width."""
HEAD, ROW, FOOT, MARGIN = 22.0, 9.0, 4.0, 3.0
TALLEST = 1.2
"""How much higher rows are where there are few."""
MOST_PILLS = 12
LEAST_COUNT, MOST_COUNT = 9.4, 17.0
"""Units that counts have at least and at most: '17' is as large as '3D+2' beside it."""
LEAST_PILLS = 20.0
"""Units that pills have at least; beyond that a name is shown in full before they are."""
ROOMY = 120.0
"""Width in units of a screen that has room for what is left to do."""


class Sizes(Struct, frozen=True):
    """Lengths of one screen in pixels."""

    width: float
    height: float
    unit: float
    """A hundredth of the height."""
    number: int = 0
    """How many rows there are: few are higher."""

    @property
    def head(self) -> QRectF:
        """The place of the heading."""
        return QRectF(0, 0, self.width, HEAD * self.unit)

    @property
    def rows(self) -> QRectF:
        """The place of all rows."""
        top = HEAD * self.unit
        return QRectF(0, top, self.width, max(ROW * self.unit, self.height - top - FOOT * self.unit))

    @property
    def row(self) -> float:
        """Height of a row, a whole number of pixels: as many as there is room for fill it."""
        room = self.in_sight
        few = min(room / max(1, self.number), TALLEST) if self.number < room else 1.0
        return float(max(1, int(self.rows.height() / room * few)))

    @property
    def in_sight(self) -> int:
        """How many whole rows there is room for."""
        return max(1, int(self.rows.height() / (ROW * self.unit)))

    @property
    def of_rows(self) -> Sizes:
        """The same in which a row has its usual height."""
        return Sizes(self.width, self.height, self.row / ROW, self.number)

    def font(self, size: float, *, bold: bool = False) -> QFont:
        """Return the font whose letters are so many units high."""
        return _font(max(1, round(size * self.unit)), bold)


@lru_cache(maxsize=64)
def _font(pixels: int, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def sizes_of(size: QSizeF, number: int = 0) -> Sizes:
    """Return the lengths that go with the size of a screen and the number of its rows."""
    width, height = max(1.0, size.width()), max(1.0, size.height())
    return Sizes(width, height, min(height, width / NARROWEST) / 100, number)


def elided(text: str, font: QFont, room: float) -> str:
    """Return as much of a text as there is room for."""
    return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room))


def paint_plain(painter: QPainter, place: QRectF, theme: Theme) -> None:
    """Paint a screen on which there is nothing to read."""
    unit = place.height() / 100
    fade = QLinearGradient(place.topLeft(), place.bottomLeft())
    fade.setColorAt(0, theme.raised)
    fade.setColorAt(1, theme.window)
    painter.fillRect(place, fade)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in range(len(SIDE_SHAPES)):
        centre = place.center() + QPointF((mark - (len(SIDE_SHAPES) - 1) / 2) * 9 * unit, 0)
        paint_mark(painter, centre, 2.2 * unit, mark, theme.edge)


# -- the heading -----------------------------------------------------------------------------------


def paint_heading(painter: QPainter, shown: PlayersScreen, sizes: Sizes, theme: Theme) -> None:
    """Paint round, who acts and who is next."""
    said, unit = heading(shown), sizes.unit
    left, width = MARGIN * unit, sizes.width - 2 * MARGIN * unit
    small, large, middle = sizes.font(4.6, bold=True), sizes.font(9.6, bold=True), sizes.font(5.2)
    painter.fillRect(sizes.head, theme.raised)
    top = QRectF(left, 1 * unit, width, 6 * unit)
    after = QFontMetricsF(middle).horizontalAdvance(said.next)
    painter.setFont(small)
    painter.setPen(theme.quiet)
    title = elided(said.title, small, width * 0.5)
    painter.drawText(top, RIGHT, title)
    room = width - QFontMetricsF(small).horizontalAdvance(title) - 3 * unit
    painter.drawText(top, LEFT, elided(said.when, small, room))
    line = QRectF(left, 7 * unit, width, 14 * unit)
    if said.now_side >= 0:
        centre = QPointF(left + 3.4 * unit, line.center().y())
        paint_mark(painter, centre, 3.2 * unit, said.now_side, theme.side(said.now_side))
        line.setLeft(left + 8.6 * unit)
    below = bool(said.next) and after > line.width() * 0.45
    painter.setFont(middle)
    painter.setPen(theme.text)
    if said.next and not below:
        painter.drawText(line, RIGHT, said.next)
        line.setRight(line.right() - after - 3 * unit)
    elif said.next:
        under = QRectF(line.left(), 15.4 * unit, line.width(), 6 * unit)
        painter.drawText(under, LEFT, elided(said.next, middle, under.width()))
        line.setBottom(16 * unit)
    painter.setFont(large)
    painter.setPen(theme.accent if said.now_side >= 0 else theme.text)
    painter.drawText(line, LEFT, elided(said.now, large, line.width()))
    painter.fillRect(QRectF(0, sizes.head.bottom() - 0.4 * unit, sizes.width, 0.4 * unit), theme.edge)


# -- a row -----------------------------------------------------------------------------------------


class Places(Struct, frozen=True):
    """Where the parts of a row stand, from its own left."""

    count: QRectF
    name: QRectF
    pills: QRectF
    fares: QRectF
    bar: QRectF


def room_of_counts(shown: PlayersScreen, sizes: Sizes) -> float:
    """Return the units that the widest count takes; 0 if counts are not shown."""
    if not shown.count_label:
        return 0.0
    metrics = QFontMetricsF(_count_font(sizes))
    widest = max((metrics.horizontalAdvance(row.count) for row in shown.rows), default=0.0)
    return min(max(LEAST_COUNT, widest / sizes.unit), MOST_COUNT)


def _count_font(sizes: Sizes) -> QFont:
    return sizes.font(5.4, bold=True)


def places_of(row: QRectF, sizes: Sizes, shown: RowShown, counts: float) -> Places:
    """Return where the parts of a row stand, of which counts take so many units."""
    unit = sizes.unit
    left = row.left() + 8.2 * unit
    count = QRectF(left, row.top(), counts * unit, row.height())
    room = QRectF(count.right() + (1.6 if counts else 0) * unit, row.top(), 0, row.height())
    room.setRight(row.right() - MARGIN * unit)
    fares = QRectF(room)
    has = bool(health(shown).text) or shown.bar >= 0
    fares.setLeft(room.right() - (min(27 * unit, room.width() * 0.3) if has else 0))
    bar = QRectF(fares.left(), fares.bottom() - 2.7 * unit, fares.width(), 1.5 * unit)
    if not health(shown).text:
        bar.moveTop(row.center().y() - bar.height() / 2)
    name = QRectF(room)
    name.setRight(room.left() + (fares.left() - room.left()) * 0.5)
    between = QRectF(name.right() + 1.5 * unit, row.top(), 0, row.height())
    between.setRight(fares.left() - 2 * unit)
    return Places(count, name, between, fares, bar)


def paint_row(
    painter: QPainter, row: QRectF, shown: RowShown, sizes: Sizes, theme: Theme, counts: float
) -> None:
    """Paint a row but for what its bar is filled with."""
    unit, places = sizes.unit, places_of(row, sizes, shown, counts)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _ground(painter, row, shown, sizes, theme)
    text = theme.out if shown.out else theme.acted if shown.acted or shown.missed else theme.text
    stripe = QRectF(row.left(), row.top(), 6.2 * unit, row.height() - 0.3 * unit)
    painter.fillRect(stripe, theme.side(shown.side))
    paint_mark(painter, stripe.center(), 2.2 * unit, shown.side, theme.base)
    if counts and shown.count and not shown.follows:
        font = _count_font(sizes)
        wide = QFontMetricsF(font).horizontalAdvance(shown.count)
        if wide > places.count.width() + 1:
            font = sizes.font(5.4 * places.count.width() / wide * 0.95, bold=True)
        painter.setFont(font)
        painter.setPen(theme.accent if shown.active else text)
        painter.drawText(places.count, RIGHT, shown.count)
    words = list(pills(shown))[:MOST_PILLS]
    font = of_name(sizes.font(5.2, bold=shown.active or shown.own), shown.out)
    name = QRectF(places.name)
    least = _least(words, sizes)
    beside = min(least, LEAST_PILLS * unit)
    name.setRight(max(name.right(), places.pills.right() - beside - (2 * unit if words else 0)))
    painter.setFont(font)
    painter.setPen(text)
    painter.drawText(name, LEFT, elided(_named(shown), font, name.width()))
    taken = min(name.width(), QFontMetricsF(font).horizontalAdvance(_named(shown)))
    room = QRectF(places.pills)
    room.setLeft(name.left() + taken + 2 * unit)
    if sizes.width >= ROOMY * unit:
        room.setRight(_tokens(painter, room, least, shown, sizes, theme))
    _pills(painter, room, words, sizes, theme)
    _fares(painter, places, shown, sizes, theme)


def _named(shown: RowShown) -> str:
    """Return the name, with signs for what must not be told by colour alone."""
    sign = "▶ " if shown.active else "✓ " if shown.acted else ""
    return sign + shown.name


def _ground(painter: QPainter, row: QRectF, shown: RowShown, sizes: Sizes, theme: Theme) -> None:
    unit = sizes.unit
    painter.fillRect(row, ground_of(shown, theme))
    painter.fillRect(QRectF(row.left(), row.bottom() - 0.3 * unit, row.width(), 0.3 * unit), theme.edge)
    if shown.active:
        painter.setPen(QPen(theme.accent, 0.6 * unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(row.adjusted(0.3 * unit, 0.3 * unit, -0.3 * unit, -0.6 * unit))


def _pills(painter: QPainter, room: QRectF, words: list[Word], sizes: Sizes, theme: Theme) -> None:
    """Paint pills in two lines; what does not fit is counted."""
    unit, font = sizes.unit, sizes.font(2.9, bold=True)
    metrics, high, gap = QFontMetricsF(font), 3.7 * unit, 0.7 * unit
    painter.setFont(font)
    widths = [metrics.horizontalAdvance(word.text) + 2 * unit for word in words]
    lines = 1 if len(words) == 1 or sum(widths) + gap * len(widths) <= room.width() else 2
    top = room.center().y() - (lines * high + (lines - 1) * gap) / 2
    x, line, more = room.left(), 0, metrics.horizontalAdvance("+9") + 2 * unit
    for number, word in enumerate(words):
        rest = more + gap if line == lines - 1 and number < len(words) - 1 else 0.0
        width = min(widths[number], room.width() - rest)
        if x + width + rest > room.right() + 0.5 and x > room.left():
            if line == lines - 1:
                left_out = Word(f"+{len(words) - number}")
                _pill(painter, QRectF(x, top + line * (high + gap), more, high), left_out, unit, theme)
                return
            x, line = room.left(), line + 1
            rest = more + gap if number < len(words) - 1 else 0.0
            width = min(widths[number], room.width() - rest)
        if width > 4 * unit:
            _pill(painter, QRectF(x, top + line * (high + gap), width, high), word, unit, theme)
            x += width + gap


def _least(words: list[Word], sizes: Sizes) -> float:
    """Return the width that pills need in two lines."""
    metrics = QFontMetricsF(sizes.font(2.9, bold=True))
    widths = [metrics.horizontalAdvance(word.text) + 2.7 * sizes.unit for word in words]
    return max(sum(widths) * 0.6, max(widths, default=0.0))


def _tokens(
    painter: QPainter, room: QRectF, least: float, shown: RowShown, sizes: Sizes, theme: Theme
) -> float:
    """Paint what is left to do at the end of ``room``, if it leaves the least; return where that begins."""
    unit, font = sizes.unit, sizes.font(2.5, bold=True)
    metrics, high, gap = QFontMetricsF(font), 3.7 * unit, 0.6 * unit
    texts = [(token, token_words(token)) for token in shown.tokens]
    widths = [max(4.6 * unit, metrics.horizontalAdvance(text) + 1.6 * unit) for _, text in texts]
    x = room.right() - sum(widths) - gap * len(widths)
    if x < room.left() + least + unit:
        return room.right()
    left = x
    painter.setFont(font)
    for (token, text), width in zip(texts, widths, strict=True):
        place = QRectF(x, room.center().y() - high / 2, width, high)
        spent = token.left is not None and token.left + token.extra <= 0
        painter.setPen(QPen(theme.spent_edge, 0.25 * unit) if spent else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if spent else theme.token)
        painter.drawRoundedRect(place, 0.9 * unit, 0.9 * unit)
        painter.setPen(theme.quiet if spent else theme.on_token)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        x += width + gap
    return left - gap


def _pill(painter: QPainter, place: QRectF, word: Word, unit: float, theme: Theme) -> None:
    colour = theme.tone(word.tone)
    painter.setPen(QPen(colour, max(1.0, 0.25 * unit)))
    painter.setBrush(theme.base)
    painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
    painter.setPen(colour)
    inside = place.adjusted(unit, 0, -unit, 0)
    font = painter.font()
    painter.drawText(inside, Qt.AlignmentFlag.AlignCenter, elided(word.text, font, inside.width() + 1))


def _fares(painter: QPainter, places: Places, shown: RowShown, sizes: Sizes, theme: Theme) -> None:
    """Paint how hurt somebody is, in words or numbers, and the groove of the bar."""
    word, unit = health(shown), sizes.unit
    if word.text:
        place = QRectF(places.fares)
        if shown.bar >= 0:
            place.setBottom(places.bar.top() - 0.2 * unit)
        font = sizes.font(4.2, bold=True)
        painter.setFont(font)
        painter.setPen(theme.tone(word.tone) if word.tone else theme.text)
        painter.drawText(place, RIGHT, elided(word.text, font, place.width()))
    if shown.bar >= 0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.groove)
        painter.drawRoundedRect(places.bar, places.bar.height() / 2, places.bar.height() / 2)


def paint_bar(
    painter: QPainter, row: QRectF, shown: RowShown, share: float, sizes: Sizes, theme: Theme, counts: float
) -> None:
    """Fill the bar of a row up to ``share``, of 1."""
    if shown.bar < 0 or share <= 0:
        return
    bar = places_of(row, sizes, shown, counts).bar
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_bar_colour(share, theme))
    full = QRectF(bar)
    full.setWidth(max(bar.height(), bar.width() * share))
    painter.drawRoundedRect(full, bar.height() / 2, bar.height() / 2)


def _bar_colour(share: float, theme: Theme) -> QColor:
    return theme.bar_bad if share <= 0.25 else theme.bar_warn if share <= 0.5 else theme.bar_good


def ground_of(shown: RowShown, theme: Theme) -> QColor:
    """Return the colour that a row stands on."""
    return theme.active if shown.active else theme.waiting if shown.waiting else theme.base


def paint_more(painter: QPainter, place: QRectF, text: str, sizes: Sizes, palette: QPalette) -> None:
    """Paint a line that says what is out of sight."""
    font = sizes.font(2.8)
    painter.setFont(font)
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, elided(text, font, place.width()))
