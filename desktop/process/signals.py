"""Ends the program properly when the system or a terminal asks for it: Qt's loop sees no Python signals."""

from __future__ import annotations

import os
import signal

from PySide6.QtCore import QSocketNotifier

from desktop.process.in_front import dismiss_all
from desktop.process.open_windows import OpenWindows


class CloseOnSignal(QSocketNotifier):
    """Closes all windows on SIGINT and SIGTERM. Python writes a byte into a pipe, which wakes Qt up."""

    def __init__(self, windows: OpenWindows) -> None:
        """Watch for signals as long as ``windows`` exists."""
        self._read, write = os.pipe()
        for end in (self._read, write):
            os.set_blocking(end, False)
        super().__init__(self._read, QSocketNotifier.Type.Read, windows)
        self._windows = windows
        self._before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _nothing)
        self.activated.connect(self._close)

    def _close(self) -> None:
        os.read(self._read, 64)
        dismiss_all()
        self._windows.close_all()


def _nothing(_number: int, _frame: object) -> None:
    """Python only writes into the pipe if a signal has a handler."""
