"""The combatant's cell: the name, and below it chips with what holds for it."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from desktop.list.delegates.chips import paint_chips, place_in_two
from desktop.list.delegates.look import Look, outline
from desktop.list.delegates.row import RowDelegate, cut_name, inner
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics, of_name


class CombatantDelegate(RowDelegate):
    """Paints a name and its chips; who is out of the fight is struck through, or slanted if not for good."""

    def shows(self, row: RowValue) -> Hashable:
        return row.choosable, row.name, row.chips, row.out

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        box = inner(rect, metrics)
        if row.choosable:
            mark = choose_mark(rect, metrics)
            _choose(painter, mark, look, metrics)
            box.setLeft(mark.right() + metrics.gap)
        height = metrics.name_height
        if row.chips:
            height += metrics.gap * 0.5 + metrics.chip_height
        top = box.top() + (box.height() - height) / 2
        end = self._name(
            painter, QRectF(box.left(), top, box.width(), metrics.name_height), row, look, metrics
        )
        if row.chips:
            under = QRectF(box)
            under.setTop(top + metrics.name_height + metrics.gap * 0.5)
            down = (metrics.name_height - metrics.chip_height) / 2
            beside = QRectF(end, top + down, max(0.0, box.right() - end), metrics.chip_height)
            paint_chips(painter, place_in_two(row.chips, under, beside, metrics), look, metrics)

    def _name(self, painter: QPainter, line: QRectF, row: RowValue, look: Look, metrics: Metrics) -> float:
        """Paint the name; return where the room beside it begins."""
        if row.active:
            line = line.adjusted(_play(painter, line, look, metrics), 0, 0, 0)
        font = of_name(metrics.name, row.out)
        painter.setFont(font)
        painter.setPen(look.text)
        name = " ".join(row.name.split())
        text = cut_name(name, font, line.width() + 0.5)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        return line.left() + QFontMetricsF(font).horizontalAdvance(text) + metrics.gap


def choose_mark(rect: QRectF, metrics: Metrics) -> QRectF:
    """Return where in a combatant's cell the mark stands that is clicked to let it go next."""
    size = min(rect.height() - metrics.gap * 2, metrics.em * 2.2)
    box = inner(rect, metrics)
    return QRectF(box.left(), box.center().y() - size / 2, size, size)


def _choose(painter: QPainter, mark: QRectF, look: Look, metrics: Metrics) -> None:
    """Paint the mark of a row that can be chosen: ▷ in a box, as on a button."""
    outline(painter, mark, metrics.gap * 0.8, look.theme.accent, look.theme.base, 1.5)
    middle, size = mark.center(), mark.height() * 0.42
    left, right = middle.x() - size * 0.36, middle.x() + size * 0.5
    painter.setPen(QPen(look.theme.accent, 1.6, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = (left, middle.y() - size / 2), (right, middle.y()), (left, middle.y() + size / 2)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def play_width(metrics: Metrics) -> float:
    """Return the room that the ▶ of the active row takes before its name."""
    return metrics.em * 0.62 * 0.86 + metrics.gap


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
    return play_width(metrics)
