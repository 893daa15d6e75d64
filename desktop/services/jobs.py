"""Work that may take long, on a thread of its own: tells how far it is and can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, Signal

Tick = Callable[[int, int], None]
"""Told by the work how much is done, of how much; raises Stopped."""
_OFTEN = 0.05
"""Seconds between two words about progress."""


class Stopped(Exception):
    """The work was told to stop; what it was to make does not exist."""


class Job(QThread):
    """One piece of work. It must touch nothing that others change: snapshots and what it makes itself."""

    progressed = Signal(int, int)
    """How much is done, of how much."""
    done = Signal(object)
    """What was made."""
    failed = Signal(object)
    """The exception that ended it."""

    def __init__(self, work: Callable[[Tick], object], parent: QObject | None = None) -> None:
        """Prepare ``work``; :meth:`start` begins it."""
        super().__init__(parent)
        self._work = work
        self._stopped = False
        self._told = 0.0

    def run(self) -> None:
        """Do the work; exactly one of ``done`` and ``failed`` is emitted, none if it was stopped."""
        try:
            result = self._work(self._tick)
        except Stopped:
            return
        except Exception as error:
            if not self._stopped:
                self.failed.emit(error)
            return
        if not self._stopped:
            self.done.emit(result)

    def stop(self) -> None:
        """Stop as soon as the work asks, which it does on every page."""
        self._stopped = True

    def end(self) -> None:
        """Stop and wait until the thread is gone."""
        self.stop()
        self.wait()

    def _tick(self, done: int, of: int) -> None:
        if self._stopped:
            raise Stopped
        now = time.monotonic()
        if now - self._told > _OFTEN:
            self._told = now
            self.progressed.emit(done, of)
