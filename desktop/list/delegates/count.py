"""The first cell: the side's stripe with its mark, the initiative count in large digits."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from desktop.list.columns import Drawn, Kind
from desktop.list.delegates.look import Look, outline
from desktop.list.delegates.row import Line, RowDelegate
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics, scaled
from desktop.widgets.playing_cards import is_red
from desktop.widgets.side_marks import paint_mark
from rulesets.seen.number_format import UNPLACED

_SAFE = 0.95
"""Small letters are wider than in proportion: what is made to fit is made a little smaller."""


class CountDelegate(RowDelegate):
    """Paints the side and the count."""

    def shows(self, row: RowValue) -> Hashable:
        return row.mark, row.says(Kind.COUNT), row.count, row.aside, bool(row.follows)

    def lines(self, row: RowValue, metrics: Metrics) -> tuple[Line, ...]:
        if isinstance(row.says(Kind.COUNT), Drawn):
            return ()
        return (metrics.digits, row.count), (metrics.small, row.aside)

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        stripe = QRectF(rect.left(), rect.top(), metrics.stripe, rect.height() - 1)
        painter.fillRect(stripe, look.theme.side(row.mark))
        paint_mark(painter, stripe.center(), metrics.stripe * 0.36, row.mark, look.theme.base)
        room = QRectF(rect)
        room.setLeft(stripe.right() + metrics.gap * 0.3)
        room.setRight(room.right() - metrics.gap * 0.3)
        drawn = row.says(Kind.COUNT)
        if isinstance(drawn, Drawn):
            paint_card(painter, room, drawn, row, look, metrics)
        else:
            self._digits(painter, room, row, look, metrics)

    def _digits(self, painter: QPainter, room: QRectF, row: RowValue, look: Look, metrics: Metrics) -> None:
        count, aside = self.lines(row, metrics)
        font = self.in_one_size(0, count, room.width())
        painter.setFont(font)
        painter.setPen(look.quiet if row.follows or row.count == UNPLACED else look.strong)
        centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        if not row.aside:
            painter.drawText(room, centre, row.count)
            return
        small = metrics.small_height
        digits = QFontMetricsF(font).capHeight() + metrics.gap
        top = room.top() + (room.height() - digits - small) / 2
        painter.drawText(QRectF(room.left(), top, room.width(), digits), centre, row.count)
        font = self.in_one_size(1, aside, room.width(), 0.4)
        painter.setFont(font)
        painter.setPen(look.quiet)
        beside = QFontMetricsF(font).elidedText(row.aside, Qt.TextElideMode.ElideRight, room.width() + 0.5)
        painter.drawText(QRectF(room.left(), top + digits, room.width(), small), centre, beside)


def paint_card(
    painter: QPainter, room: QRectF, drawn: Drawn, row: RowValue, look: Look, metrics: Metrics
) -> None:
    """Paint a small card with rank and suit; the words of one without a suit stand below each other."""
    lines = [drawn.text] if drawn.suit else drawn.text.split()
    font = metrics.digits if drawn.suit else metrics.small_bold
    widest = max(QFontMetricsF(font).horizontalAdvance(line) for line in lines)
    inside = room.width() - metrics.gap * 0.9
    if widest > inside > 0:
        font = scaled(font, max(0.2, inside / widest * _SAFE))
    letters = QFontMetricsF(font)
    widest = max(letters.horizontalAdvance(line) for line in lines)
    high = letters.capHeight() * 1.2 if drawn.suit else letters.height() * len(lines)
    least = QFontMetricsF(metrics.digits).capHeight() + metrics.gap * 1.6
    card = QRectF(0, 0, min(room.width(), widest + metrics.gap), max(least, high + metrics.gap * 0.6))
    card.setHeight(min(card.height(), room.height() - 4))
    card.moveCenter(room.center())
    theme = look.theme
    outline(painter, card, metrics.gap * 0.5, theme.accent if row.active else theme.spent_edge, theme.raised)
    quiet = look.quiet if row.follows else look.text
    painter.setFont(font)
    painter.setPen(theme.bad if is_red(drawn.suit) else quiet)
    step = card.height() / len(lines) if drawn.suit else letters.height()
    top = card.center().y() - step * len(lines) / 2
    for number, line in enumerate(lines):
        at = QRectF(card.left(), top + number * step, card.width(), step)
        painter.drawText(at, Qt.AlignmentFlag.AlignCenter, line)
