"""What all delegates of the initiative list have in common: the row's background, then the cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.list.delegates.look import Look, look_of, paint_ground, state_of
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics, metrics_of, scaled
from desktop.widgets.pictures import Pictures
from desktop.widgets.roles import Role

Index = QModelIndex | QPersistentModelIndex


Line = tuple[QFont, str]
"""A text with the font that it has where there is room."""
_STEP = 0.1
"""By how much what has no room gets smaller at once: a column does not change with every letter."""
_MOST_WIDTHS = 400
"""Texts whose widths are kept of each line."""
KEPT = 12
"""Pictures that each column keeps: what the rows showed a moment ago that are other ones now."""


class RowDelegate(QStyledItemDelegate):
    """Paints a cell from the row's one prepared value.

    What it painted is kept as a picture by what it shows of the value, the place and the looks: in a row in
    which one thing has changed the other cells are not painted anew.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without pictures."""
        super().__init__(parent)
        self._pictures = Pictures(KEPT)
        self._widths: dict[int, dict[str, float]] = {}
        """How wide each text is that the column has shown in its first, second line."""
        self._measured_in = ""
        self.measured = 0
        """Another number whenever a text has been measured that may change the size of others."""

    @property
    def has_lines(self) -> bool:
        """Whether it has lines of one size."""
        return type(self).lines is not RowDelegate.lines

    def lines(self, row: RowValue, metrics: Metrics) -> tuple[Line, ...]:
        """Return the lines of a cell that have the same size in all rows."""
        return ()

    def forget_widths(self) -> None:
        """Find the sizes anew: the column shows something else now."""
        self._widths.clear()
        self.measured += 1

    def measure(self, row: RowValue, font: QFont) -> None:
        """Take in how wide a row is that is to be seen, before any is painted; each text is measured once."""
        lines = self.lines(row, metrics_of(font))
        if not lines:
            return
        if self._measured_in != font.key():
            self._measured_in = font.key()
            self.forget_widths()
        for at, (own, text) in enumerate(lines):
            known = self._widths.setdefault(at, {})
            if text in known:
                continue
            if len(known) >= _MOST_WIDTHS:
                known.clear()
            wide = QFontMetricsF(own).horizontalAdvance(text)
            self.measured += wide not in known.values()
            known[text] = wide

    def in_one_size(self, at: int, line: Line, room: float, least: float = 0.2) -> QFont:
        """Return the font for a cell's line: the one in which the widest of its column has room, by a step.

        What has no room in the ``least`` of it makes no other row smaller.
        """
        own, text = line
        known = self._widths.get(at) or {text: QFontMetricsF(own).horizontalAdvance(text)}
        widest = max((one for one in known if known[one] * least <= room), key=known.__getitem__, default="")
        factor, font = 1.0, own
        while factor - _STEP >= least and QFontMetricsF(font).horizontalAdvance(widest) > room:
            factor -= _STEP
            font = scaled(own, factor)
        return fitted(font, text, room, max(0.2, least / factor))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(Role.ROW)
        if isinstance(row, RowValue):
            edges = (index.column() == 0, index.column() == index.model().columnCount() - 1)
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self.paint_value(painter, option, row, edges, looks_of(option), selected)

    def paint_value(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: RowValue,
        edges: tuple[bool, bool],
        looks: tuple[object, ...],
        selected: bool,
    ) -> None:
        """Paint the cell of a row; ``edges``: it is the first, the last one; ``looks`` of the option."""
        shows = (self.shows(row), state_of(row), selected, option.rect.left(), edges, looks, self.measured)
        ground = option.palette.color(QPalette.ColorRole.Base)
        self._pictures.paint(
            painter,
            option.rect,
            shows,
            ground,
            lambda inside: self._paint(inside, option, row, selected, edges),
        )

    def _paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: RowValue,
        selected: bool,
        edges: tuple[bool, bool],
    ) -> None:
        rect, metrics = option.rect, metrics_of(option.font)
        look = look_of(option.palette, row, selected)
        painter.save()
        painter.setClipRect(rect)
        paint_ground(painter, rect, row, look, metrics, edges)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_cell(painter, QRectF(rect), row, look, metrics)
        painter.restore()

    @abstractmethod
    def shows(self, row: RowValue) -> Hashable:
        """Return all of a row that :meth:`paint_cell` reads, but for the state that it stands in."""

    @abstractmethod
    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        """Paint what the cell shows."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = metrics_of(option.font)
        return QSize(round(metrics.em * 5), metrics.row_height)


def looks_of(option: QStyleOptionViewItem) -> tuple[object, ...]:
    """Return what the font and the colours of an option are told apart by."""
    return option.font.key(), option.palette.cacheKey()


def text_line(
    painter: QPainter,
    line: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:
    """Paint a text in one line, cut short where there is no room."""
    painter.setFont(font)
    painter.setPen(colour)
    short = QFontMetricsF(font).elidedText(text, cut, line.width() + 0.5)
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, short)


def cut_name(name: str, font: QFont, room: float) -> str:
    """Return a name as far as there is room: the number at its end, which tells it from others, stays."""
    metrics = QFontMetricsF(font)
    head, space, number = name.rpartition(" ")
    if not number.isdecimal() or metrics.horizontalAdvance(name) <= room:
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
    end = space + number
    left = max(0.0, room - metrics.horizontalAdvance(end))
    return metrics.elidedText(head, Qt.TextElideMode.ElideRight, left) + end


def fitted(font: QFont, text: str, room: float, least: float = 0.2) -> QFont:
    """Return ``font`` as much smaller as ``text`` needs it in ``room`` pixels; a number is never cut short.

    Small letters are wider than in proportion: what is made to fit is made a little smaller.
    """
    wide, factor = QFontMetricsF(font).horizontalAdvance(text), 1.0
    found = font
    while 0 < room < wide and factor > least:
        factor = max(least, min(factor, factor * room / wide) * 0.95)
        found = scaled(font, factor)
        wide = QFontMetricsF(found).horizontalAdvance(text)
    return found


def inner(rect: QRectF, metrics: Metrics) -> QRectF:
    """Return a cell without its margins."""
    return rect.adjusted(metrics.gap, 0, -metrics.gap, 0)
