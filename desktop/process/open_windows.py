"""Which windows there are, what each has on its table, and which was used last."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.process.raising import raise_window
from rulesets.fight.storage.files import real


class Encounter(Protocol):
    """What a window has on its table, as far as other windows can tell it apart."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...


class Table(Protocol):
    """Says what a window has on its table now."""

    @property
    def current(self) -> Encounter | None: ...


class OpenWindows(QObject):
    """The windows that are on the screen. They enter and leave by themselves."""

    changed = Signal()
    """There is another window, one less, or one has something else on its table."""
    wanted = Signal(object)
    """Path | None: a window is wanted for this file, or a new and empty one."""
    met = Signal(object)
    """QWidget: what was to be opened elsewhere was open in this window, which was raised."""
    left = Signal(object)
    """QWidget: it was closed."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without any."""
        super().__init__(parent)
        self._open: dict[QWidget, Table] = {}
        self._used: list[QWidget] = []

    # -- asking ------------------------------------------------------------------------------------

    @property
    def all(self) -> list[QWidget]:
        """Every window, the one opened first first."""
        return list(self._open)

    @property
    def last(self) -> QWidget | None:
        """The window used last."""
        return self._used[-1] if self._used else None

    @property
    def empty(self) -> QWidget | None:
        """The window used last of those that have nothing on the table."""
        return next((one for one in reversed(self._used) if self._open[one].current is None), None)

    def name(self, window: QWidget) -> str:
        """What the encounter of a window is called; '' without one."""
        current = self._open[window].current
        return "" if current is None else current.name

    def path(self, window: QWidget) -> Path | None:
        """The file of a window's encounter."""
        current = self._open[window].current
        return None if current is None else current.path

    def showing(self, path: Path) -> QWidget | None:
        """The window in which a file is open, under whatever name."""
        wanted = real(path)
        return next((window for window in self._open if _same(self.path(window), wanted)), None)

    # -- entering and leaving ----------------------------------------------------------------------

    def enter(self, window: QWidget, table: Table) -> None:
        """A window is on the screen."""
        if window not in self._open:
            self._open[window] = table
            self._used.append(window)
            window.windowTitleChanged.connect(self.changed)
            self.changed.emit()

    def leave(self, window: QWidget) -> None:
        """A window is closed."""
        if window in self._open:
            window.windowTitleChanged.disconnect(self.changed)
            del self._open[window]
            self._used.remove(window)
            self.left.emit(window)
            self.changed.emit()

    def use(self, window: QWidget) -> None:
        """The user turns to a window."""
        if window in self._open and self._used[-1] is not window:
            self._used.remove(window)
            self._used.append(window)

    # -- doing -------------------------------------------------------------------------------------

    def turn_to(self, path: Path, instead_of: QWidget) -> bool:
        """Raise the window in which a file is open, unless it is this one; False if there is none."""
        window = self.showing(path)
        if window is None or window is instead_of:
            return False
        raise_window(window)
        self.met.emit(window)
        return True

    def close_all(self) -> None:
        """Close every window by its own rules, the one used last first; one that stays keeps the rest."""
        for window in reversed(list(self._used)):
            if not window.close():
                return


def _same(one: Path | None, other: Path) -> bool:
    if one is None or one == other:
        return one is not None
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False
