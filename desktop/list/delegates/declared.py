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


class PlacedCard(NamedTuple):
    """A card in its place; ``card`` None is the count of those that found no room."""

    rect: QRectF
    card: Card | None
    text: str = ""


def place_cards(cards: Sequence[Card], rect: QRectF, metrics: Metrics) -> list[PlacedCard]:
    """Return where cards go: all equally wide, so that the acts of one segment stand in one column."""
    if not cards:
        return []
    height = min(rect.height() - metrics.gap, metrics.small_height * 2 + metrics.gap * 1.2)
    top, space = rect.center().y() - height / 2, metrics.gap * 0.7
    for width in (metrics.em * ems for ems in _WIDTHS):
        if len(cards) * (width + space) - space <= rect.width() + 0.5:
            break
    room = max(1, int((rect.width() + space) // (width + space)))
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    if len(cards) == 1:
        width = min(rect.width(), max(width, metrics.em * _WIDTHS[0] * 1.4, _whole(cards[0], metrics)))
    placed = [
        PlacedCard(QRectF(rect.left() + at * (width + space), top, width, height), card)
        for at, card in enumerate(shown)
    ]
    if len(shown) < len(cards):
        left = rect.left() + len(shown) * (width + space)
        box = QRectF(left, top, min(width, rect.right() - left), height)
        placed.append(PlacedCard(box, None, f"+{len(cards) - len(shown)}"))
    return placed


def _whole(card: Card, metrics: Metrics) -> float:
    """Return the width in which a card says all that it has to say."""
    lines = ((metrics.small_bold, card.text), (metrics.small, card.under))
    return max(QFontMetricsF(font).horizontalAdvance(text) for font, text in lines) + 2 * metrics.gap


class DeclaredDelegate(RowDelegate):
    """Paints the cards. What is over is struck through; a reaction has a dashed edge."""

    def shows(self, row: RowValue) -> Hashable:
        return row.cards

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        for placed in place_cards(row.cards, inner(rect, metrics), metrics):
            if placed.card is None:
                painter.setFont(metrics.small_bold)
                painter.setPen(look.quiet)
                painter.drawText(placed.rect, Qt.AlignmentFlag.AlignCenter, placed.text)
            else:
                _paint_card(painter, placed.rect, placed.card, look, metrics)


def _paint_card(painter: QPainter, rect: QRectF, card: Card, look: Look, metrics: Metrics) -> None:
    theme, over = look.theme, card.how in _OVER
    edge, width = theme.spent_edge, 1.0
    if card.how == "now":
        edge, width = theme.accent, 2.0
    elif card.how in _DASHED:
        edge = theme.round_token
    pen = QPen(
        edge, width, Qt.PenStyle.DashLine if card.how in (*_DASHED, "sealed") else Qt.PenStyle.SolidLine
    )
    box = QRectF(
        round(rect.left()) + 0.5, round(rect.top()) + 0.5, round(rect.width()) - 1, round(rect.height()) - 1
    )
    painter.setPen(pen)
    painter.setBrush(QColor(0, 0, 0, 0) if over else theme.raised)
    painter.drawRoundedRect(box, metrics.gap * 0.6, metrics.gap * 0.6)
    inside = box.adjusted(metrics.gap * 0.8, metrics.gap * 0.35, -metrics.gap * 0.5, -metrics.gap * 0.35)
    font = QFont(metrics.small_bold)
    font.setStrikeOut(over)
    ink = look.quiet if over or card.how == "sealed" else look.text
    line = QRectF(inside.left(), inside.top(), inside.width(), inside.height())
    if card.under:
        line.setHeight(inside.height() / 2)
        under = QRectF(inside.left(), line.bottom(), inside.width(), inside.height() / 2)
        text_line(painter, under, card.under, metrics.small, theme.bad if card.how == "lost" else look.quiet)
    text_line(painter, line, card.text, font, ink)
