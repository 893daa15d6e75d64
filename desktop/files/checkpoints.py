"""What is done while the game master thinks: the log of the open file is brought into the file itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.bridge import Bridge
from desktop.files.encounters import Encounters
from rulesets.table.changes import Changes

IDLE = 2500
"""Milliseconds without a command after which nobody notices waiting for the disk."""
ROUND_OVER = 600
"""The same at the end of a round, when everybody draws breath."""


class Keeper(QObject):
    """Tidies the encounter's file up when nothing else is going on. Nothing depends on its doing so."""

    state_changed = Signal(object)
    """StorageError, or None: why the disk refuses what a power cut could take, or that it does not."""
    written_anew = Signal(str, object)
    """Name of the open file, and Anew: what befell it before it was written anew with every step."""

    def __init__(self, bridge: Bridge, encounters: Encounters, parent: QObject | None = None) -> None:
        """Watch ``bridge`` for pauses."""
        super().__init__(parent)
        self._bridge = bridge
        self._encounters = encounters
        self._round = 0
        self._anew = 0
        self._timer = QTimer(self)
        self._timer.setObjectName("idle")
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tidy)
        bridge.changed.connect(self._note)
        bridge.reset.connect(self._begin)

    def _begin(self) -> None:
        self._timer.stop()
        self._round = self._bridge.state.clock.round if self._bridge.is_open else 0
        self._anew = 0

    def _note(self, changes: Changes) -> None:
        now = self._bridge.state.clock.round if changes.clock else self._round
        self._timer.start(ROUND_OVER if now != self._round else IDLE)
        self._round = now
        self._tell()

    def _tidy(self) -> None:
        self.state_changed.emit(self._encounters.checkpoint())
        self._tell()

    def _tell(self) -> None:
        """Say that the open file was written anew since the last time."""
        current = self._encounters.current
        if current is not None and len(current.file.written_anew) != self._anew:
            self._anew = len(current.file.written_anew)
            self.written_anew.emit(current.path.name, current.file.written_anew[-1])

    def stop(self) -> None:
        """Do nothing any more; the window is closing."""
        self._timer.stop()
