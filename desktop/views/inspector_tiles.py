"""A layout of tiles: as many equal columns as fit, so that a panel of 300 pixels and one of 600 both work."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class TileLayout(QLayout):
    """Places its items in equal columns of at least ``tile`` pixels, row by row."""

    def __init__(
        self, parent: QWidget | None = None, *, tile: int = 120, gap: int = 6, most: int = 99
    ) -> None:
        """Use columns of at least ``tile`` pixels and at most ``most`` of them."""
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._tile = tile
        self._most = most
        self._between = gap
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)

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

    # -- Qt ------------------------------------------------------------------------------------------

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = min(self._most, max(1, len(self._shown())))
        width = shown * self._tile + (shown - 1) * self._between
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        tallest = max((item.minimumSize().height() for item in self._shown()), default=0)
        widest = max((item.minimumSize().width() for item in self._shown()), default=0)
        return QSize(max(min(self._tile, 60), widest), tallest)

    # -- internal ------------------------------------------------------------------------------------

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, move: bool) -> int:
        shown, gap, between = self._shown(), self.spacing(), self._between
        if not shown:
            return 0
        fit = max(1, (rect.width() + between) // (self._tile + between))
        columns = min(fit, self._most, len(shown))
        width = (rect.width() - between * (columns - 1)) // columns
        y = rect.y()
        for start in range(0, len(shown), columns):
            row = shown[start : start + columns]
            height = max(_height(item, width) for item in row)
            if move:
                for column, item in enumerate(row):
                    item.setGeometry(QRect(rect.x() + column * (width + between), y, width, height))
            y += height + gap
        return y - gap - rect.y()


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


class FlowLayout(QLayout):
    """Places its items one after the other as wide as they want to be, in as many lines as that takes."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, line_gap: int = 4) -> None:
        """Keep ``gap`` pixels between items and ``line_gap`` between lines."""
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap = gap, line_gap
        self.setContentsMargins(0, 0, 0, 0)

    # -- Qt ------------------------------------------------------------------------------------------

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self._gap * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0),
            max((size.height() for size in shown), default=0),
        )

    # -- internal ------------------------------------------------------------------------------------

    def _place(self, rect: QRect, *, move: bool) -> int:
        lines: list[list[tuple[QLayoutItem, QSize]]] = [[]]
        x = 0
        for item in (item for item in self._items if not item.isEmpty()):
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 1), item.sizeHint().height()))
            if lines[-1] and x + size.width() > rect.width():
                lines.append([])
                x = 0
            lines[-1].append((item, size))
            x += size.width() + self._gap
        y = rect.y()
        for line in lines:
            height = max((size.height() for _, size in line), default=0)
            x = rect.x()
            for item, size in line:
                if move:
                    item.setGeometry(QRect(x, y + (height - size.height()) // 2, size.width(), size.height()))
                x += size.width() + self._gap
            y += height + self._line_gap
        return max(0, y - self._line_gap - rect.y())
