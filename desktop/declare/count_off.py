"""The count-off: a game master counts to three, and whoever has not declared by then is late (001-44)."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

CHOICES = (3, 5, 10, 20, 30, 60)
"""Seconds that can be chosen."""


class CountOff(QToolButton):
    """A button that counts down in its own text. A second press stops it."""

    over = Signal()
    """Nobody stopped the count."""
    chosen = Signal(int)
    """The GM wants so many seconds from now on; 0 is no count-off, -1 what the ruleset says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without a count."""
        super().__init__(parent)
        self._usual, self._wanted, self._left = 0, -1, 0
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._tick)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.setToolTip(self.tr("Count aloud; who has not declared by then is late (O)"))
        self.clicked.connect(self.press)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._picked)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    @property
    def seconds(self) -> int:
        """How long a count lasts; 0: there is none."""
        return self._usual if self._wanted < 0 else self._wanted

    @property
    def running(self) -> bool:
        """True while it counts."""
        return self._timer.isActive()

    def set_usual(self, seconds: int) -> None:
        """Set what the ruleset says."""
        self._usual = seconds
        self._word()

    def set_wanted(self, seconds: int) -> None:
        """Set what the GM has chosen; -1 is what the ruleset says."""
        self._wanted = seconds
        self._word()

    def press(self) -> None:
        """Begin to count, or stop."""
        if self.running or not self.seconds:
            self.stop()
            return
        self._left = self.seconds
        self._timer.start()
        self._word()

    def stop(self) -> None:
        """Stop counting."""
        if self.running:
            self._timer.stop()
            self._word()

    def give_way(self, asked: bool) -> None:
        """Stop counting while something is ``asked`` in front: nobody is late by that."""
        if asked:
            self.stop()

    def _tick(self) -> None:
        self._left -= 1
        if self._left > 0:
            self._word()
            return
        self.stop()
        self.over.emit()

    def _word(self) -> None:
        if self.running:
            self.setText(self.tr("{seconds} …").format(seconds=self._left))
        elif self.seconds:
            self.setText(self.tr("Count off {seconds} s").format(seconds=self.seconds))
        else:
            self.setText(self.tr("No count-off"))
        self.setAccessibleName(self.text())

    # -- choosing ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        menu = self._menu
        for action in self._group.actions():
            self._group.removeAction(action)
        menu.clear()
        usual = self.tr("As the ruleset says ({seconds} s)").format(seconds=self._usual)
        entries = [(-1, usual), (0, self.tr("Off"))]
        entries += [(n, self.tr("{seconds} seconds").format(seconds=n)) for n in CHOICES]
        for seconds, text in entries:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(seconds == self._wanted)
            action.setData(seconds)
            self._group.addAction(action)

    def _picked(self, action: QAction) -> None:
        self.stop()
        self.set_wanted(int(action.data()))
        self.chosen.emit(self._wanted)
