"""Keeps the collector of garbage from stopping the fight: what an encounter consists of is no garbage."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from desktop.bridge import Bridge
from rulesets import collector

OLD = 100
"""Collections of the middle generation before everything is looked through again (10 by default)."""


class StillMemory(QObject):
    """Once an encounter is open and shown, everything there is counts as lasting.

    With 10,000 combatants a full collection takes some 50 ms, in the middle of a turn. What lasts is set
    aside (``gc.freeze``); when another encounter is opened it is looked through once more.
    """

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        """Follow which encounter is open."""
        super().__init__(parent)
        first, second, _ = gc.get_threshold()
        gc.set_threshold(first, second, OLD)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(set_aside)
        bridge.reset.connect(self._later.start)


def set_aside() -> None:
    """Collect what is garbage, and set aside what is not."""
    if not gc.isenabled():
        return  # the program is still starting, and sees to it itself once its window is there
    gc.unfreeze()
    gc.collect()
    collector.set_aside()
