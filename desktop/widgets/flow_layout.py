"""Layouts whose height follows from their width: items side by side, in as many lines as that takes."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class WrappingLayout(QLayout):
    """Keeps the items; where they stand is for those that inherit from it to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty and without margins."""
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        """Heights by width, as long as no item wants another place: Qt asks for them 20 times in a step."""
        self.setContentsMargins(0, 0, 0, 0)

    @abstractmethod
    def _place(self, rect: QRect, *, move: bool) -> int:
        """Find the places of the items in ``rect``, or move them there; returns the height they take."""

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

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
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        if rect.width() != self.geometry().width():
            self._heights.clear()  # of other widths nobody was told when an item changed its height
        super().setGeometry(rect)
        self._place(rect, move=True)


class FlowLayout(WrappingLayout):
    """Gives every item the width it likes, from the left, line by line."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, line_gap: int = 4) -> None:
        """Keep ``gap`` pixels between items and ``line_gap`` between lines."""
        super().__init__(parent)
        self._gap, self._line_gap = gap, line_gap

    @property
    def gap(self) -> int:
        """Pixels between items."""
        return self._gap

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in shown) + self._gap * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in shown), default=0),
            max((size.height() for size in shown), default=0),
        )

    def _place(self, rect: QRect, *, move: bool) -> int:
        lines: list[list[tuple[QLayoutItem, QSize]]] = [[]]
        x = 0
        for item in self._shown():
            size = self._size_of(item, rect.width())
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

    def _size_of(self, item: QLayoutItem, width: int) -> QSize:
        """Return the size of an item in a layout that is so wide."""
        liked = item.sizeHint()
        return liked.boundedTo(QSize(max(width, 1), liked.height()))


class YieldingFlow(FlowLayout):
    """Keeps its items on one line as long as the first of them can give way for that."""

    def _size_of(self, item: QLayoutItem, width: int) -> QSize:
        size, (first, *others) = super()._size_of(item, width), self._shown()
        if item is first:
            room = width - sum(other.sizeHint().width() + self._gap for other in others)
            if item.minimumSize().width() <= room < size.width():
                return QSize(room, size.height())
        return size
