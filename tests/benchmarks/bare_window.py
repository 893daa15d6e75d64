"""The yardstick of the start: the least that a PySide6 program with a table in its window does.

Says 'shown' as the program does with --report-painted: once a frame was painted and a key was handled.
A script of its own, so that PyInstaller can freeze it, too. Imports nothing of ours.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView

ROWS, COLUMNS = 100, 8


class Model(QAbstractTableModel):
    """A table of numbers."""

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return ROWS

    def columnCount(self, parent: QModelIndex | None = None) -> int:
        return COLUMNS

    def data(self, index: QModelIndex, role: int = 0) -> str | None:
        return str(index.row()) if role == Qt.ItemDataRole.DisplayRole else None


class View(QTableView):
    """A table that says when it can be seen."""

    said = False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.said:
            self.said = True
            released = QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_unknown, Qt.KeyboardModifier.NoModifier)
            QCoreApplication.postEvent(self, released)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        print("shown", flush=True)


def main() -> int:
    """Show the window until it is closed."""
    app = QApplication(sys.argv)
    window, view, model = QMainWindow(), View(), Model()
    view.setModel(model)
    window.setCentralWidget(view)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
