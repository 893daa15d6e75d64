"""Paints the rows of the list that are to be seen anew, each from a picture of the whole of it.

Qt would ask a delegate for every cell, which takes longer than to copy a row. What was painted is kept by the
row's value and its looks: a row that moves or scrolls is copied, and in one that is another now only those
cells are painted that show something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QPainter, QPalette, QRegion
from PySide6.QtWidgets import QStyleOptionViewItem

from desktop.list.delegates.row import looks_of
from desktop.list.model import InitiativeModel
from desktop.list.rows.values import RowValue
from desktop.widgets.pictures import Pictures

if TYPE_CHECKING:
    from desktop.list.view import InitiativeList

_MOST_TAKEN_IN = 500
"""Rows of which it is known that they have been measured."""
_SPARE = 6
"""Pictures that are kept besides a screenful: what was seen a moment ago."""


class PaintedRows:
    """The rows of one list as they look."""

    def __init__(self, view: InitiativeList, model: InitiativeModel) -> None:
        """Begin without pictures."""
        self._view, self._model = view, model
        self._pictures = Pictures(0)
        self._sizes: tuple[int, ...] = ()
        self._measured_in = ""
        self._taken_in: dict[str, RowValue] = {}
        """The rows that the columns have measured as they are now."""

    def paint(self, painter: QPainter, region: QRegion) -> None:
        """Paint the rows that ``region`` of the viewport touches."""
        view, columns = self._view, range(self._model.columnCount())
        rows = self._touched(region)
        if not rows or not columns:
            return
        option = QStyleOptionViewItem()
        view.initViewItemOption(option)
        places = [(view.columnViewportPosition(column), view.columnWidth(column)) for column in columns]
        font_and_colours = looks_of(option)
        looks = (tuple(places), font_and_colours, self._measured(rows, option.font, region))
        ground = option.palette.color(QPalette.ColorRole.Base)
        width = sum(wide for _, wide in places)
        chosen = [(part.top(), part.bottom()) for part in view.selectionModel().selection().toList()]
        height = view.verticalHeader().defaultSectionSize()
        self._pictures.most = view.viewport().height() // height + 2 + _SPARE
        for row in rows:
            value = self._model.value_at(row)
            selected = any(first <= row <= last for first, last in chosen)
            place = QRect(places[0][0], view.rowViewportPosition(row), width, height)
            self._pictures.paint(
                painter,
                place,
                (value, selected, looks),
                ground,
                lambda inside, value=value, selected=selected, place=place: self._draw(  # type: ignore[misc]
                    inside, value, selected, place, places, option, font_and_colours
                ),
            )

    def _measured(self, rows: list[int], font: QFont, region: QRegion) -> tuple[int, ...]:
        """Have the rows measured that are painted now; return what the sizes of all columns go by.

        If that makes others smaller, they are painted again, too.
        """
        columns = range(self._model.columnCount())
        delegates = [one for one in map(self._view.delegate_of, columns) if one.has_lines]
        sizes = tuple(delegate.measured for delegate in delegates)
        if sizes != self._sizes or font.key() != self._measured_in or len(self._taken_in) > _MOST_TAKEN_IN:
            self._taken_in.clear()
            self._measured_in = font.key()
        for row in rows:
            value = self._model.value_at(row)
            if self._taken_in.get(value.id) is not value:
                self._taken_in[value.id] = value
                for delegate in delegates:
                    delegate.measure(value, font)
        sizes = tuple(delegate.measured for delegate in delegates)
        if sizes != self._sizes:
            self._sizes = sizes
            if not region.contains(self._view.viewport().rect()):
                self._view.viewport().update()
        return sizes

    def _touched(self, region: QRegion) -> list[int]:
        area = region.boundingRect()
        first, last = self._view.rowAt(area.top()), self._view.rowAt(area.bottom())
        end = last if last >= 0 else self._model.rowCount() - 1
        return [row for row in range(first, end + 1) if first >= 0 and region.intersects(self._place(row))]

    def _place(self, row: int) -> QRect:
        view = self._view
        height = view.verticalHeader().defaultSectionSize()
        return QRect(0, view.rowViewportPosition(row), view.viewport().width(), height)

    def _draw(
        self,
        inside: QPainter,
        value: RowValue,
        selected: bool,
        place: QRect,
        places: list[tuple[int, int]],
        option: QStyleOptionViewItem,
        looks: tuple[object, ...],
    ) -> None:
        for column, (x, wide) in enumerate(places):
            option.rect = QRect(x, place.top(), wide, place.height())
            delegate = self._view.delegate_of(column)
            edges = (column == 0, column == len(places) - 1)
            delegate.paint_value(inside, option, value, edges, looks, selected)
