"""The running program in this process, for tests of several windows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.app import beside, services
from desktop.main.program import Program
from desktop.main.window import MainWindow
from desktop.process.paths import Paths
from desktop.process.single_instance import Order


class Windows:
    """All windows of the program."""

    def __init__(self, paths: Paths, qtbot: QtBot) -> None:
        built = services(paths)
        self.program = Program(built, beside)
        self.known, self.settings, self.crash_reports = built.windows, built.settings, built.crash_reports
        self._qtbot = qtbot

    @property
    def all(self) -> list[MainWindow]:
        return [window for window in self.known.all if isinstance(window, MainWindow)]

    @property
    def names(self) -> list[str]:
        return [self.known.name(window) for window in self.all]

    def begin(self, *files: Path) -> MainWindow:
        window = self.program.begin(files)
        self.active(self.all[-1])
        return window

    def active(self, window: QWidget) -> None:
        """Wait until a window is the one in use."""
        self._qtbot.waitUntil(lambda: window.isActiveWindow() and self.known.last is window)

    def order(self, *files: Path) -> None:
        """What a second start sends; waits until all of it is done."""
        self.program.obey(Order(files))
        self._qtbot.waitUntil(lambda: not self.program.busy)

    def menu(self, window: MainWindow, name: str) -> list[str]:
        return [action.text() for action in window.actions_.menus[name].actions()]

    def end(self) -> None:
        self.known.close_all()
        self.program.end()
        for window in self.program.windows:
            window.deleteLater()
        delete_later()


def delete_later() -> None:
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
