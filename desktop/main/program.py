"""The running program: makes its windows, and gives each what is to be opened in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from desktop.app_services import AppServices
from desktop.main.layout import put_beside
from desktop.main.window import MainWindow
from desktop.process.memory import StillMemory, set_aside
from desktop.process.raising import allowed_by, raise_window
from desktop.process.single_instance import Order, Place

if TYPE_CHECKING:
    from desktop.process.single_instance_server import HandOverServer

PAINTED = 200
"""Milliseconds after which the first window has been painted: nobody is to wait for what comes then."""


class Program(QObject):
    """Its windows by the rules: one for each encounter file, and it ends with the last of them."""

    def __init__(
        self,
        built: AppServices,
        beside: Callable[[AppServices], AppServices],
        parent: QObject | None = None,
    ) -> None:
        """Make no window yet.

        Args:
            built: What the first window is given.
            beside: Returns what another window is given: what all share, and the rest anew.
            parent: Owns it.
        """
        super().__init__(parent)
        self._first: AppServices | None = built
        self._beside = beside
        self._made: list[MainWindow] = []
        self._place: Place | None = None
        self._server: HandOverServer | None = None
        self._waiting: deque[tuple[Path, str]] = deque()
        """Files to be opened, with the token of whoever wants them."""
        self._troubles: list[Exception] = []
        self._soon = self._timer(self._open_next)
        self._painted = self._timer(self._listen)
        self._gone = self._timer(self._tidy)
        self._windows = built.windows
        self._windows.wanted.connect(self._wanted)
        self._windows.left.connect(self._left)

    def _timer(self, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(then)
        return timer

    @property
    def windows(self) -> list[MainWindow]:
        """Every window that was made and is not yet gone."""
        return list(self._made)

    @property
    def busy(self) -> bool:
        """True while files wait to be opened."""
        return bool(self._waiting)

    # -- beginning ---------------------------------------------------------------------------------

    def begin(self, files: Sequence[Path]) -> MainWindow:
        """Show the first window, and one more for each file behind the first; returns the first."""
        window = self._make()
        trouble = window.files.open(files[0]) if files else None
        window.show()
        self._waiting.extend((file, "") for file in files[1:])
        self._note(trouble)
        while self._waiting:
            self._open_next()
        return window

    def listen(self, place: Place) -> None:
        """Take orders of later starts at ``place`` as soon as the first window is painted."""
        self._place = place
        self._painted.start(PAINTED)

    def _listen(self) -> None:
        if self._windows.last is None or self._place is None:
            return
        from desktop.process.single_instance_server import HandOverServer  # loads Qt's network

        self._server = HandOverServer(self._place, self)
        self._server.ordered.connect(self.obey)

    # -- what is to be opened ----------------------------------------------------------------------

    def obey(self, order: Order) -> None:
        """Do what another start of the program was to do, before long.

        Windows take their time; between two of them others are answered, who would think this one hung.
        """
        for file in order.files:
            self._waiting.append((file, order.token))
        if order.files:
            self._soon.start()
        elif self._windows.last is not None:
            raise_window(self._windows.last, order.token)

    def _open_next(self) -> None:
        if self._waiting:
            self.open(*self._waiting.popleft())
        if self._waiting:
            self._soon.start()

    def open(self, file: Path, token: str = "") -> None:
        """Open a file in a window of its own: the one that has it, an empty one, or a new one."""
        showing = self._windows.showing(file)
        if showing is not None:
            raise_window(showing, token)
            self._note(None)
            return
        empty = self._windows.empty
        window = empty if isinstance(empty, MainWindow) else self._make()
        trouble, last = window.files.open(file), self._windows.last
        if window is empty:
            raise_window(window, token)
        elif trouble is None or last is None:
            self._show(window, token)
        else:
            self._forget(window)
            raise_window(last, token)
        self._note(trouble)

    def _note(self, trouble: Exception | None) -> None:
        """Tell in one window what was wrong with files of one order, once nothing comes after it."""
        if trouble is not None:
            self._troubles.append(trouble)
        last = self._windows.last
        if self._troubles and not self._waiting and isinstance(last, MainWindow):
            last.feedback.troubles(self._troubles)
            self._troubles = []

    def _wanted(self, file: Path | None) -> None:
        """A window asks for another one."""
        if file is None:
            self._show(self._make())
        else:
            self.open(file)

    # -- windows -----------------------------------------------------------------------------------

    def _make(self) -> MainWindow:
        services = self._first or self._beside(self._made[-1].services)
        self._first = None  # a window takes with it what it had of its own
        window = MainWindow(services)
        StillMemory(services.bridge, window)
        self._made.append(window)
        return window

    def _show(self, window: MainWindow, token: str = "") -> None:
        last = self._windows.last
        if last is not None:
            put_beside(window, last, self._windows.all)
        with allowed_by(token):
            window.show()
        raise_window(window)

    def _left(self, window: MainWindow) -> None:
        """A window was closed: it goes for good, unless it was the last, which the program ends with."""
        if self._windows.last is None:
            self._stop_listening()
            while self._waiting:  # somebody was told that these are taken
                self._open_next()
        if self._windows.last is not None:
            QTimer.singleShot(0, self, partial(self._forget, window))

    def _stop_listening(self) -> None:
        """Whoever starts from now on is the first."""
        self._painted.stop()
        if self._server is not None:
            self._server.close()
        elif self._place is not None:
            self._place.leave()

    def _forget(self, window: MainWindow) -> None:
        window.services.keeper.stop()
        window.services.tasks.stop()
        window.services.encounters.close()
        window.destroyed.connect(self._gone.start)
        window.deleteLater()

    def _tidy(self) -> None:
        """What was set aside with a closed window is garbage now; until here its parts were all there."""
        self._made = [window for window in self._made if isValid(window)]
        set_aside()

    def end(self) -> None:
        """The last window is closed, or the system ends the program: leave nothing behind."""
        self._stop_listening()
        for window in self._made:
            window.services.campaigns.stop()
            window.services.tasks.stop()
            window.services.encounters.close()
