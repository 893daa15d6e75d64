"""Boxes that the mouse wheel leaves alone while somebody scrolls past them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class Calm(QObject):
    """An event filter: a wheel turned over a field that has not the focus scrolls what is around it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def calm(*widgets: QWidget) -> None:
    """Let the wheel change ``widgets`` only while they have the focus."""
    for widget in widgets:
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.installEventFilter(Calm(widget))
