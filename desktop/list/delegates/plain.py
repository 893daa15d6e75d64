"""A column of words alone: what it says in large letters, below it what that is made of, if it has room."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from desktop.list.delegates.look import Look
from desktop.list.delegates.row import Line, RowDelegate, inner, text_line
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics

_LEAST = 0.7
"""How small what a number is made of gets; what has no room then is left out, and the tool tip says it."""


class PlainDelegate(RowDelegate):
    """Paints the words of one kind of column."""

    def __init__(self, kind: str, parent: QObject | None = None) -> None:
        """Paint what the columns of this kind say."""
        super().__init__(parent)
        self._kind = kind

    def shows(self, row: RowValue) -> Hashable:
        return row.says(self._kind)

    def lines(self, row: RowValue, metrics: Metrics) -> tuple[Line, ...]:
        said = row.says(self._kind)
        return () if said is None else ((metrics.name, said.text), (metrics.small, said.under))

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        said = row.says(self._kind)
        if said is None:
            return
        first, second = self.lines(row, metrics)
        box = inner(rect, metrics)
        below = self.in_one_size(1, second, box.width(), _LEAST)
        whole = bool(said.under) and QFontMetricsF(below).horizontalAdvance(said.under) <= box.width() + 0.5
        small = metrics.small_height if whole else 0
        top = box.top() + (box.height() - metrics.name_height - small) / 2
        font = self.in_one_size(0, first, box.width())
        colour = look.text if said.good else look.theme.bad
        text_line(painter, QRectF(box.left(), top, box.width(), metrics.name_height), said.text, font, colour)
        if whole:
            under = QRectF(box.left(), top + metrics.name_height, box.width(), small)
            text_line(painter, under, said.under, below, look.quiet)
