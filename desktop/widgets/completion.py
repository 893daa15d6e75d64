"""Lists of names under a line: Tab takes the one that is highlighted, as it does in editors."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit


class _TabTakes(QObject):
    """Qt closes the list at a Tab and leaves what was typed: the name that was gone to was lost."""

    def __init__(self, line: QLineEdit, completer: QCompleter) -> None:
        super().__init__(completer)
        self._line, self._completer = line, completer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != Qt.Key.Key_Tab or not isinstance(watched, QAbstractItemView):
            return False
        at = watched.currentIndex()
        if not at.isValid():
            return False
        name = str(at.data(self._completer.completionRole()))
        watched.hide()
        self._line.setText(name)
        self._completer.activated.emit(name)
        on = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
        QCoreApplication.postEvent(self._line, on)  # and it goes on to the next field
        return True


def let_tab_take(line: QLineEdit, completer: QCompleter) -> None:
    """Let Tab take the name that is highlighted under ``line``; where none is it only goes on."""
    popup = completer.popup()
    if popup is not None:
        popup.installEventFilter(_TabTakes(line, completer))
