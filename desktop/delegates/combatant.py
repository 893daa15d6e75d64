"""The combatant's cell: the name, and below it chips with what holds for it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPolygonF

from desktop.delegates.chips import paint_chips, place_chips
from desktop.delegates.look import Look
from desktop.delegates.row import RowDelegate, inner
from desktop.row_values import RowValue
from desktop.theme import Metrics


class CombatantDelegate(RowDelegate):
    """Paints a name and its chips; who is out of the fight is struck through."""

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        box = inner(rect, metrics)
        height = metrics.name_height
        if row.chips:
            height += metrics.gap * 0.5 + metrics.chip_height
        top = box.top() + (box.height() - height) / 2
        self._name(painter, QRectF(box.left(), top, box.width(), metrics.name_height), row, look, metrics)
        if row.chips:
            under = QRectF(box)
            under.setTop(top + metrics.name_height + metrics.gap * 0.5)
            paint_chips(painter, place_chips(row.chips, under, metrics), look, metrics)

    def _name(self, painter: QPainter, line: QRectF, row: RowValue, look: Look, metrics: Metrics) -> None:
        if row.active:
            line = line.adjusted(_play(painter, line, look, metrics), 0, 0, 0)
        font = metrics.name
        if row.out:
            font = QFont(font)
            font.setStrikeOut(True)
        painter.setFont(font)
        painter.setPen(look.text)
        name = " ".join(row.name.split())
        text = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, line.width() + 0.5)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _play(painter: QPainter, line: QRectF, look: Look, metrics: Metrics) -> float:
    """Paint the ▶ of the active row, whatever the font has; return the room it takes."""
    size = metrics.em * 0.62
    left, middle = line.left() + 1, line.center().y()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.theme.accent)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(left, middle - size / 2),
                QPointF(left + size * 0.86, middle),
                QPointF(left, middle + size / 2),
            ]
        )
    )
    return size * 0.86 + metrics.gap
