"""Puts off what the first frame of a window does not show, so that it comes sooner."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer

LATEST = 1000
"""Milliseconds after which a window that is not painted (it may be minimised) is taken as seen."""


class FirstFrame(QObject):
    """Does what can wait once the window was painted, one thing at a time: keys and mouse come between."""

    def __init__(self, window: QObject) -> None:
        """Wait for :meth:`watch`."""
        super().__init__(window)
        self._window = window
        self._waiting: list[Callable[[], object]] = []
        self._seen = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._next)

    def watch(self) -> None:
        """Look for the first frame of the window, shown now: hundreds of events come before: 1 ms."""
        self._window.installEventFilter(self)
        self._later.start(LATEST)

    def then(self, do: Callable[[], object]) -> None:
        """Do this once the window was painted; soon, if it was."""
        self._waiting.append(do)
        if self._seen:
            self._later.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._seen = True
            self._later.start(0)
        return False

    def _next(self) -> None:
        self._seen = True
        if self._waiting:
            self._waiting.pop(0)()
            self._later.start(0)
