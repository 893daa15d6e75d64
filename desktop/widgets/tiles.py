"""A layout of tiles: as many equal columns as fit, so that a panel of 300 pixels and one of 600 both work."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QWidget

from desktop.widgets.flow_layout import WrappingLayout


class TileLayout(WrappingLayout):
    """Places its items in equal columns of at least ``tile`` pixels, row by row."""

    def __init__(
        self, parent: QWidget | None = None, *, tile: int = 120, gap: int = 6, most: int = 99
    ) -> None:
        """Use columns of at least ``tile`` pixels and at most ``most`` of them."""
        super().__init__(parent)
        self._tile = tile
        self._most = most
        self._between = gap
        self._packed = False
        self.setSpacing(gap)

    def set_packed(self, packed: bool) -> None:
        """Give every tile the width it likes, and what a full row leaves to all in it; or columns again."""
        self._packed = packed
        self.invalidate()

    def set_tile(self, tile: int) -> None:
        """Change the least width of a column (the font has changed)."""
        self._tile = tile
        self.invalidate()

    def insert(self, index: int, widget: QWidget) -> None:
        """Put ``widget`` before the tile that is at ``index`` now."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def set_columns_gap(self, gap: int) -> None:
        """Change the space between columns; the space between rows stays."""
        self._between = gap
        self.invalidate()

    def columns(self, width: int, count: int) -> tuple[int, int]:
        """Return how many columns ``count`` tiles stand in, and how wide these are."""
        fit = max(1, (width + self._between) // (self._tile + self._between))
        columns = max(1, min(fit, self._most, count))
        return columns, (width - self._between * (columns - 1)) // columns

    # -- Qt ------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        shown = min(self._most, max(1, len(self._shown())))
        width = shown * self._tile + (shown - 1) * self._between
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        tallest = max((item.minimumSize().height() for item in self._shown()), default=0)
        widest = max((item.minimumSize().width() for item in self._shown()), default=0)
        return QSize(max(min(self._tile, 60), widest), tallest)

    # -- internal ------------------------------------------------------------------------------------

    def _place(self, rect: QRect, *, move: bool) -> int:
        shown, gap, between = self._shown(), self.spacing(), self._between
        if not shown:
            return 0
        if self._packed:
            return self._pack(shown, rect, move=move)
        columns, width = self.columns(rect.width(), len(shown))
        y = rect.y()
        for start in range(0, len(shown), columns):
            row = shown[start : start + columns]
            height = max(_height(item, width) for item in row)
            if move:
                for column, item in enumerate(row):
                    item.setGeometry(QRect(rect.x() + column * (width + between), y, width, height))
            y += height + gap
        return y - gap - rect.y()

    def _pack(self, shown: list[QLayoutItem], rect: QRect, *, move: bool) -> int:
        rows = packed(
            [min(item.sizeHint().width(), rect.width()) for item in shown], rect.width(), self._between
        )
        y = rect.y()
        for first, widths in rows:
            row = shown[first : first + len(widths)]
            height = max(item.sizeHint().height() for item in row)
            x = rect.x()
            for item, width in zip(row, widths, strict=True):
                if move:
                    item.setGeometry(QRect(x, y, width, height))
                x += width + self._between
            y += height + self.spacing()
        return y - self.spacing() - rect.y()


def packed(liked: list[int], room: int, gap: int) -> list[tuple[int, list[int]]]:
    """Return the rows in which tiles of ``liked`` widths stand: the number of the first, and the widths.

    What a row leaves free all in it share, but for the last one, whose tiles are no wider than they like.
    """
    rows: list[tuple[int, list[int]]] = []
    used = room + 1
    for number, width in enumerate(liked):
        if used + gap + width > room:
            rows.append((number, []))
            used = -gap
        rows[-1][1].append(width)
        used += gap + width
    for _, widths in rows[:-1]:
        spare = room - sum(widths) - gap * (len(widths) - 1)
        for place in range(len(widths)):
            widths[place] += spare * (place + 1) // len(widths) - spare * place // len(widths)
    return rows


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
