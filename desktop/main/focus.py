"""Where the keys go: to the list, whenever what had them is gone."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusKeeper(QObject):
    """Brings the keys home when a field or dialog goes that had them.

    Qt hands them to whatever comes next then; were that a button, Space would press it instead of going on
    with the fight.
    """

    def __init__(self, home: QWidget, buttons: Iterable[QWidget], parent: QObject) -> None:
        """Keep the keys from ``buttons`` unless somebody goes there; ``home`` gets them instead."""
        super().__init__(parent)
        self._home = home
        self._buttons = frozenset(map(id, buttons))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        """Send the keys home if nobody moved them: what had them cannot be seen any more."""
        if new is None or id(new) not in self._buttons:
            return
        if old is None or not isValid(old) or not old.isVisible():
            self._home.setFocus()
