"""What was declared: a card for each act of the round, one under the other in columns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from desktop.list.delegates.look import Look
from desktop.list.delegates.row import RowDelegate, inner, text_line
from desktop.list.rows.values import Card, RowValue
from desktop.theme import Metrics

_WIDTHS = (8.0, 6.5, 5.0)
"""Widths of a card in ems: what looks good, down to what can still be read."""
_OVER = ("done", "lost")
_DASHED = ("spare", "extra")
_BETWEEN = " · "
_MARGINS = (0.8, 0.5)
"""Room before and behind the words of a card."""
_LINES = 2
"""Lines of names in a card."""


class PlacedCard(NamedTuple):
    """A card in its place; ``card`` None is a list of those for which there is no room as cards."""

    rect: QRectF
    card: Card | None
    lines: tuple[str, ...] = ()


def place_cards(cards: Sequence[Card], rect: QRectF, metrics: Metrics) -> list[PlacedCard]:
    """Return where cards go: all equally wide, so that the acts of one segment stand in one column.

    Where that would cut their words, each has the width that it needs, as far as there is room. Where they
    have no room beside each other they are one, with as many names as it has room for.
    """
    if not cards:
        return []
    height = min(rect.height() - metrics.gap, metrics.small_height * 2 + metrics.gap * 1.2)
    top, space = rect.center().y() - height / 2, metrics.gap * 0.7
    for width in (metrics.em * ems for ems in _WIDTHS):
        if len(cards) * (width + space) - space <= rect.width() + 0.5:
            break
    else:
        if len(cards) > 1:
            room = rect.width() - 2 * metrics.gap
            box = QRectF(rect.left(), top, rect.width(), height)
            return [PlacedCard(box, None, _listed(cards, room, QFontMetricsF(metrics.small_bold)))]
    widths = _as_wide_as_needed(cards, width, rect.width() - (len(cards) - 1) * space, metrics)
    lefts = [rect.left() + sum(widths[:at]) + at * space for at in range(len(cards))]
    return [
        PlacedCard(QRectF(left, top, wide, height), card)
        for card, left, wide in zip(cards, lefts, widths, strict=True)
    ]


def _as_wide_as_needed(cards: Sequence[Card], width: float, room: float, metrics: Metrics) -> Sequence[float]:
    """Return the widths of cards that are ``width`` wide where that is enough for their words.

    What some have more than they need goes to those that need more, the rest of the room too.
    """
    alone = metrics.em * _WIDTHS[0] * 1.4 if len(cards) == 1 else 0.0
    needed = [max(_needed(card, metrics), alone) for card in cards]
    if all(one <= width for one in needed):
        return [width] * len(cards)
    if sum(needed) > room:
        needed = [max(_needed(card, metrics, lines=_LINES), alone) for card in cards]
    floor = min(width, metrics.em * _WIDTHS[-1])
    broad = [max(one, floor) for one in needed]
    needed = broad if sum(broad) <= room else needed
    found, left = [0.0] * len(cards), room
    for number, at in enumerate(sorted(range(len(cards)), key=lambda at: needed[at])):
        found[at] = min(needed[at], left / (len(cards) - number))
        left -= found[at]
    return found


def _listed(cards: Sequence[Card], room: float, font: QFontMetricsF) -> tuple[str, ...]:
    """Return the names of cards in two lines at most, and how many more there are: "Fire, Dodge, +1".

    What is over is left to the tool tip as long as anything is to come.
    """
    left = [card for card in cards if card.how not in _OVER] or list(cards)
    names = [card.name or card.text for card in left]
    for number in range(len(names), 0, -1):
        parts = [*names[:number], *([f"+{len(names) - number}"] if number < len(names) else [])]
        lines = [""]
        for part in (*(f"{one}," for one in parts[:-1]), parts[-1]):
            longer = f"{lines[-1]} {part}".strip()
            if lines[-1] and font.horizontalAdvance(longer) > room:
                lines.append(part)
            else:
                lines[-1] = longer
        if len(lines) <= _LINES and all(font.horizontalAdvance(line) <= room for line in lines):
            return tuple(lines)
    return (names[0], f"+{len(names) - 1}") if len(names) > 1 else (names[0],)


def _needed(card: Card, metrics: Metrics, lines: int = 1) -> float:
    """Return the width in which a card says all that it has to say, its words in so many lines."""
    wide, small = (QFontMetricsF(font).horizontalAdvance for font in (metrics.small_bold, metrics.small))
    found = [max(wide(card.text), small(card.under))]
    words = card.text.split(" ") if lines > 1 else []
    for at in range(1, len(words)):
        behind = small(f"{_BETWEEN}{card.under}") if card.under else 0.0
        found.append(max(wide(" ".join(words[:at])), wide(" ".join(words[at:])) + behind))
    return min(found) + metrics.gap * sum(_MARGINS) + 1


class DeclaredDelegate(RowDelegate):
    """Paints the cards. What is over is struck through; a reaction has a dashed edge.

    Words are cut in their middle: at their end stands at whom.
    """

    def shows(self, row: RowValue) -> Hashable:
        return row.cards

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        for placed in place_cards(row.cards, inner(rect, metrics), metrics):
            if placed.card is None:
                _paint_list(painter, placed, row.cards, look, metrics)
            else:
                _paint_card(painter, placed.rect, placed.card, look, metrics)


def _paint_list(
    painter: QPainter, placed: PlacedCard, cards: Sequence[Card], look: Look, metrics: Metrics
) -> None:
    now = any(card.how == "now" for card in cards)
    over = all(card.how in _OVER for card in cards)
    inside = _paint_box(painter, placed.rect, "now" if now else "lost" if over else "said", look, metrics)
    height, ink = inside.height() / len(placed.lines), look.quiet if over else look.text
    for at, text in enumerate(placed.lines):
        line = QRectF(inside.left(), inside.top() + at * height, inside.width(), height)
        text_line(painter, line, text, metrics.small_bold, ink)


def _paint_box(painter: QPainter, rect: QRectF, how: str, look: Look, metrics: Metrics) -> QRectF:
    """Paint the card itself; return where its words go."""
    theme = look.theme
    edge, width = theme.spent_edge, 1.0
    if how == "now":
        edge, width = theme.accent, 2.0
    elif how in _DASHED:
        edge = theme.round_token
    style = Qt.PenStyle.DashLine if how in (*_DASHED, "sealed") else Qt.PenStyle.SolidLine
    box = QRectF(
        round(rect.left()) + 0.5, round(rect.top()) + 0.5, round(rect.width()) - 1, round(rect.height()) - 1
    )
    painter.setPen(QPen(edge, width, style))
    painter.setBrush(QColor(0, 0, 0, 0) if how in _OVER else theme.raised)
    painter.drawRoundedRect(box, metrics.gap * 0.6, metrics.gap * 0.6)
    left, right = (metrics.gap * one for one in _MARGINS)
    return box.adjusted(left, metrics.gap * 0.35, -right, -metrics.gap * 0.35)


def _paint_card(painter: QPainter, rect: QRectF, card: Card, look: Look, metrics: Metrics) -> None:
    theme, over = look.theme, card.how in _OVER
    inside = _paint_box(painter, rect, card.how, look, metrics)
    font = QFont(metrics.small_bold)
    font.setStrikeOut(over)
    ink = look.quiet if over or card.how == "sealed" else look.text
    first, second, behind = _lines_of(card, font, metrics, inside.width())
    line = QRectF(inside)
    if second or behind:
        line.setHeight(inside.height() / 2)
        below = line.translated(0, line.height())
        quiet = theme.bad if card.how == "lost" else look.quiet
        text_line(painter, below, second, font, ink, Qt.TextElideMode.ElideMiddle)
        below.setLeft(below.left() + QFontMetricsF(font).horizontalAdvance(second))
        text_line(painter, below, behind, metrics.small, quiet)
    text_line(painter, line, first, font, ink, Qt.TextElideMode.ElideMiddle)


def _lines_of(card: Card, font: QFont, metrics: Metrics, room: float) -> tuple[str, str, str]:
    """Return the words of a card in two lines, and what stands in the second one behind them.

    That is what it is rolled with, or what became of it: alone there, if its words would not have room.
    """
    first, second = words_in_two(card.text, font, room)
    if not card.under or not second:
        return first, second, card.under
    behind = f"{_BETWEEN}{card.under}"
    wide = QFontMetricsF(font).horizontalAdvance(second) + QFontMetricsF(metrics.small).horizontalAdvance(
        behind
    )
    return (first, second, behind) if wide <= room + 0.5 else (card.text, "", card.under)


def words_in_two(text: str, font: QFont, room: float) -> tuple[str, str]:
    """Return words in two lines, the second '' where one has room for them."""
    metrics, words = QFontMetricsF(font), text.split(" ")
    fitting = range(len(words), 0, -1)
    number = next((at for at in fitting if metrics.horizontalAdvance(" ".join(words[:at])) <= room + 0.5), 1)
    return " ".join(words[:number]), " ".join(words[number:])
