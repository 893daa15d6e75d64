"""A layout that sets its items side by side and goes on in the next line where there is no more room."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Gives every item the width it likes, from the left, line by line."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 10) -> None:
        """Leave ``gap`` pixels between items and half of it between lines."""
        if parent is None:
            super().__init__()
        else:
            super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)

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
        width = sum(item.sizeHint().width() + self.spacing() for item in self._shown())
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        shown = self._shown()
        widest = max((item.minimumSize().width() for item in shown), default=0)
        return QSize(widest, max((item.minimumSize().height() for item in shown), default=0))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Place the items in ``rect``; return the height they take."""
        x, y, line = rect.x(), rect.y(), 0
        for item in self._shown():
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), 16_777_215))
            if x > rect.x() and x + size.width() > rect.x() + rect.width():
                x, y, line = rect.x(), y + line + self.spacing() // 2, 0
            if move:
                item.setGeometry(QRect(x, y, size.width(), size.height()))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - rect.y()
