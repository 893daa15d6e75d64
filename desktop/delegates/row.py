"""What all delegates of the initiative list have in common: the row's background, then the cell."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.delegates.look import Look, look_of, paint_ground
from desktop.roles import Role
from desktop.row_values import RowValue
from desktop.theme import Metrics, metrics_of

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paints a cell from the row's one prepared value."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(Role.ROW)
        if not isinstance(row, RowValue):
            return
        rect, metrics = option.rect, metrics_of(option.font)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        look = look_of(option.palette, row, selected)
        last = index.model().columnCount() - 1
        painter.save()
        painter.setClipRect(rect)
        paint_ground(painter, rect, row, look, metrics, (index.column() == 0, index.column() == last))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_cell(painter, QRectF(rect), row, look, metrics)
        painter.restore()

    @abstractmethod
    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        """Paint what the cell shows."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = metrics_of(option.font)
        return QSize(round(metrics.em * 5), metrics.row_height)


def inner(rect: QRectF, metrics: Metrics) -> QRectF:
    """Return a cell without its margins."""
    return rect.adjusted(metrics.gap, 0, -metrics.gap, 0)
