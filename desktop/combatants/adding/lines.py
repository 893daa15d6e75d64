"""The lines that are to be added together with the one in the form."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListWidget, QWidget

from desktop.combatants.newcomers import NewcomerLine
from desktop.theme import theme_of

ROWS = 3
"""Lines in sight, before there is one, too: what is typed above them, or pressed below, never moves."""


class Lines(QListWidget):
    """What has been put down so far. Del takes a line away, Enter takes it back into the form."""

    changed = Signal()
    taken_back = Signal(object)
    """NewcomerLine: it goes back into the form."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty, without room until there is a line; see :meth:`keep_room`."""
        super().__init__(parent)
        self._lines: list[NewcomerLine] = []
        self.setAccessibleName(self.tr("To be added"))
        self.setToolTip(self.tr("Del takes a line away, Enter takes it back into the fields."))
        self.itemDoubleClicked.connect(self._take_back)
        self._kept = False
        self._set_height()
        self.hide()

    def keep_room(self) -> None:
        """Have the room that lines take later from the beginning, and say there what it is for."""
        self._kept = True
        self.show()

    def let_go(self) -> None:
        """Take no room as long as there is no line: there is not enough for all."""
        self._kept = False
        self.hide()

    @property
    def lines(self) -> list[NewcomerLine]:
        """The lines, oldest first."""
        return list(self._lines)

    def put(self, lines: list[NewcomerLine]) -> None:
        """Put lines down."""
        self._lines += lines
        self._fill()

    def sizeHint(self) -> QSize:
        return QSize(300, ROWS * max(20, self.fontMetrics().height() + 4) + 2 * self.frameWidth() + 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_height()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._lines:
            return
        with QPainter(self.viewport()) as painter:
            painter.setPen(theme_of(self.palette()).quiet)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            inner = self.viewport().rect().adjusted(6, 2, -6, -2)
            painter.drawText(inner, int(flags), self.tr("“Another line” puts a line down here."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentRow()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row >= 0:
            del self._lines[row]
            self._fill()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._take_back()
        else:
            super().keyPressEvent(event)

    def _take_back(self) -> None:
        row = self.currentRow()
        if row >= 0:
            line = self._lines.pop(row)
            self._fill()
            self.taken_back.emit(line)

    def _fill(self) -> None:
        self.clear()
        self.addItems([line.text for line in self._lines])
        self.setCurrentRow(self.count() - 1)
        self.setVisible(self._kept or bool(self._lines))
        self.changed.emit()

    def _set_height(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
