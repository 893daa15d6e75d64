"""How long the present turn has lasted at the table, in minutes and seconds."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtWidgets import QWidget

from desktop.widgets.plain_text import PlainLabel


class TurnTimer(PlainLabel):
    """Runs while somebody has the turn; begins anew with every turn. Nothing in the fight depends on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin at rest."""
        super().__init__("", parent)
        self._slot, self._turn = "", -1
        self._since = QElapsedTimer()
        self._beat = QTimer(self)
        self._beat.setInterval(1000)
        self._beat.timeout.connect(self._tick)
        self._wanted = True
        self.hide()

    def follow(self, slot: str, turn: int) -> None:
        """Note whose turn it is ('' is nobody's) and the how many-th of the encounter."""
        if (slot, turn) == (self._slot, self._turn):
            return
        self._slot, self._turn = slot, turn
        self._since.restart()
        self._show()

    def want(self, wanted: bool) -> None:
        """Show it or not."""
        self._wanted = wanted
        self._show()

    def _show(self) -> None:
        runs = self._wanted and bool(self._slot)
        if runs:
            self._beat.start()
            self._tick()
        else:
            self._beat.stop()
        self.setVisible(runs)

    def _tick(self) -> None:
        self.setText(self.tr("Turn {time}").format(time=spelled(self._since.elapsed() // 1000)))


def spelled(seconds: int) -> str:
    """Return seconds as '0:41' or '1:02:03'."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
