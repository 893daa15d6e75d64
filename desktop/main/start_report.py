"""Says how far a start has come, for those who time one or wait for one from outside (--report-painted)."""

from __future__ import annotations

import sys
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from desktop.main.window import MainWindow

_UNKNOWN = 0x01FFFFFF
"""Qt.Key.Key_unknown, whose enumeration has 471 members that a start asks for none of: 6 ms."""


class StartReport(QObject):
    """Prints 'shown' once the window is there, whatever it shows, and takes keys.

    'ready' follows once everything stands that had waited for that.
    """

    def __init__(self, window: MainWindow) -> None:
        """Watch ``window``, which keeps it."""
        super().__init__(window)
        self._window = window
        self._asked = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """With the first frame give the window a key, and say so once that has come through."""
        if event.type() == QEvent.Type.Paint and not self._asked:
            self._asked = True
            released = QKeyEvent(QEvent.Type.KeyRelease, _UNKNOWN, Qt.KeyboardModifier.NoModifier)
            QCoreApplication.postEvent(self._window, released)
        elif event.type() == QEvent.Type.KeyRelease and self._asked:
            self._window.removeEventFilter(self)
            _say("shown")
            self._window.first_frame.then(partial(_say, "ready"))
        return super().eventFilter(watched, event)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
