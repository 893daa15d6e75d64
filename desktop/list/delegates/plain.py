"""A column of words alone: what it says in large letters, and small below it what that is made of."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QPainter

from desktop.list.delegates.look import Look
from desktop.list.delegates.row import RowDelegate, fitted, inner, text_line
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics


class PlainDelegate(RowDelegate):
    """Paints the words of one kind of column."""

    def __init__(self, kind: str, parent: QObject | None = None) -> None:
        """Paint what the columns of this kind say."""
        super().__init__(parent)
        self._kind = kind

    def shows(self, row: RowValue) -> Hashable:
        return row.says(self._kind)

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        said = row.says(self._kind)
        if said is None:
            return
        box, small = inner(rect, metrics), metrics.small_height if said.under else 0
        top = box.top() + (box.height() - metrics.name_height - small) / 2
        font = fitted(metrics.name, said.text, box.width())
        colour = look.text if said.good else look.theme.bad
        text_line(painter, QRectF(box.left(), top, box.width(), metrics.name_height), said.text, font, colour)
        under = QRectF(box.left(), top + metrics.name_height, box.width(), small)
        font = fitted(metrics.small, said.under, box.width(), 0.7)
        text_line(painter, under, said.under, font, look.quiet)
