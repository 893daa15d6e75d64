"""The server's process as the window sees it: it is told values, and reports who came and what they sent."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

import rulesets
from desktop.process import SERVE
from desktop.sharing import protocol

FULL = 2_000_000
"""Bytes that may wait for the process: as long as there are more, nothing else is put behind them."""
_MOST_SAID = 2_000
"""Bytes that are kept of what it complains of."""
_PATIENCE = 1500
"""Milliseconds that it has to end by itself."""


def command() -> list[str]:
    """Return what starts the server."""
    return [sys.executable, *([] if getattr(sys, "frozen", False) else ["-m", "desktop"]), SERVE]


class ServerProcess(QObject):
    """One run of the server, from :meth:`start` on."""

    reported = Signal(object)
    """What it has to say, one of ``protocol.AnyReport``."""
    ended = Signal()
    """It has ended, without having been told to."""
    emptied = Signal()
    """There is room again for what it is to be told."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Make it ready: it is started once somebody hears its signals."""
        super().__init__(parent)
        self._process = QProcess(self)
        surroundings = QProcessEnvironment.systemEnvironment()
        if not getattr(sys, "frozen", False):
            surroundings.insert("PYTHONPATH", str(Path(rulesets.__file__).resolve().parents[1]))
        self._process.setProcessEnvironment(surroundings)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._complains)
        self._process.bytesWritten.connect(self._written)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed)
        self._wanted = False
        self._complaint = b""

    def start(self, wanted: protocol.Open) -> None:
        """Start it, to listen as wanted; where that cannot be, it may have ended before this returns."""
        self._wanted = True
        program, *arguments = command()
        self._process.start(program, arguments)
        if self._wanted:
            self.tell(wanted)

    @property
    def full(self) -> bool:
        """Whether what it was told last has not even been taken yet."""
        return self._process.bytesToWrite() > FULL

    @property
    def said_last(self) -> str:
        """The last line that it complained with, '' if it did not."""
        self._complains()
        lines = self._complaint.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def tell(self, order: protocol.AnyOrder) -> None:
        """Tell it something."""
        self._process.write(protocol.line(order))

    def end(self) -> None:
        """Let it end; waits for it, and ends it if it does not."""
        self._wanted = False
        self._process.closeWriteChannel()
        if self._process.state() != QProcess.ProcessState.NotRunning and not self._process.waitForFinished(
            _PATIENCE
        ):
            self._process.kill()
            self._process.waitForFinished(_PATIENCE)

    def _read(self) -> None:
        while self._process.canReadLine():
            try:
                report = protocol.report(bytes(self._process.readLine().data()))
            except msgspec.DecodeError:
                continue
            self.reported.emit(report)

    def _complains(self) -> None:
        if not self._process.isOpen():
            return
        said = bytes(self._process.readAllStandardError().data())
        self._complaint = (self._complaint + said)[-_MOST_SAID:]

    def _written(self) -> None:
        if not self._process.bytesToWrite():
            self.emptied.emit()

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._finished()

    def _finished(self) -> None:
        if self._wanted:
            self._wanted = False
            self.ended.emit()
