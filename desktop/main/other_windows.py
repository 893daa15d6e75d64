"""What a window has to do with the others: new ones, the menu that lists them, files dropped on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QDropEvent

from desktop.main.phases import when_is
from desktop.process.paths import ENDING
from desktop.process.raising import raise_window
from rulesets.fight.storage.lock import is_orphaned
from rulesets.places import is_file

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from desktop.app_services import AppServices
    from desktop.commands.menus import Actions
    from desktop.declare.board import DeclareBoard
    from desktop.list.view import InitiativeList
    from desktop.main.file_menu import Files
    from desktop.main.start_page import StartPage
    from desktop.messages.feedback import Feedback
    from rulesets.table.encounter import Clock

WINDOW = "window"
TAKEN = (ENDING, ".toml")
"""Endings of files that are encounters, kept or prepared."""
MOST_DROPPED = 20
"""Files of one drop, each of which has a window of its own."""


class OtherWindows(QObject):
    """Keeps one window in step with the others and with the settings that they share."""

    wants = Signal(str)
    """Id of a command that was chosen in the menu of windows."""
    takes = Signal(object)
    """QMimeData: combatants of another window were dropped here."""
    brings = Signal(str)
    """A file that was dropped here, and that is no encounter: another program may have written it."""

    def __init__(
        self,
        window: QMainWindow,
        services: AppServices,
        files: Files,
        feedback: Feedback,
        actions: Actions,
        board: DeclareBoard,
        table: InitiativeList,
        start_page: Callable[[], StartPage],
    ) -> None:
        """Speak for ``window``, which says when it is shown, used and closed, through its parts."""
        super().__init__(window)
        self._window, self._services = window, services
        self._files, self._feedback, self._actions = files, feedback, actions
        self._board, self._table, self._start_page = board, table, start_page
        self._windows = self._services.windows
        self._choice: QActionGroup | None = None
        self._shown = False
        self._windows.changed.connect(self._list)
        self._windows.met.connect(self._met)
        self._services.settings.changed.connect(self._follow)
        self._services.settings.not_kept.connect(self._not_kept)
        self._services.crash_reports.reported.connect(self._crashed)
        files.wants_beside.connect(self.open)
        window.setAcceptDrops(True)
        self._list()

    # -- the window's life -------------------------------------------------------------------------

    def enter(self) -> bool:
        """The window is on the screen; True if it is so for the first time."""
        self._windows.enter(self._window, self._services.encounters)
        first, self._shown = not self._shown, True
        return first

    def use(self) -> None:
        """The window is or is no longer the active one."""
        if self._window.isActiveWindow():
            self._windows.use(self._window)

    def leave(self) -> None:
        """The window is closed."""
        self._windows.leave(self._window)

    # -- commands ----------------------------------------------------------------------------------

    def commands(self) -> dict[str, Callable[[str], object]]:
        """Return what carries out the entries of the menus of files and windows, by what begins their ids."""
        return {"recent": self._files.open_named, "recent-new": self.open, WINDOW: self.turn_to}

    def new(self) -> None:
        """Open an empty window."""
        self._windows.wanted.emit(None)

    def open(self, name: str) -> None:
        """Open a file in a window of its own, or raise the one that has it."""
        path = Path(name)
        if self._windows.showing(path) is self._window:
            self._feedback.tell(self.tr("“{name}” is open in this window already.").format(name=path.stem))
        elif not self._windows.turn_to(path, self._window):
            self._windows.wanted.emit(path)

    def quit(self) -> None:
        """Close all windows, which ends the program."""
        if self._window in self._windows.all:
            self._windows.close_all()
        else:
            self._window.close()

    def turn_to(self, number: str) -> None:
        """Raise one of the windows in the menu."""
        windows = self._windows.all
        if number.isdecimal() and int(number) < len(windows):
            raise_window(windows[int(number)])
        QTimer.singleShot(0, self, self._list)  # the click has moved the mark

    # -- keeping in step ---------------------------------------------------------------------------

    def _list(self) -> None:
        """List the windows in the menu, if there are several; this one is marked."""
        windows, actions = self._windows.all, self._actions
        several = len(windows) > 1
        entries = list(enumerate(self._names())) if several else []
        actions.fill("window", [(f"{WINDOW}:{number}", name) for number, name in entries])
        if self._choice is not None:
            self._choice.deleteLater()
            self._choice = None
        if several:
            self._choice = QActionGroup(self)
            self._choice.triggered.connect(self._chosen)
            for action, window in zip(actions.menus["window"].actions(), windows, strict=True):
                action.setCheckable(True)
                action.setChecked(window is self._window)
                self._choice.addAction(action)

    def _names(self) -> list[str]:
        """What the windows are called; two of one name are told apart by their folders."""
        windows = self._windows.all
        names = [self._windows.name(window) or self.tr("Nothing open") for window in windows]
        paths = [self._windows.path(window) for window in windows]
        return [
            name if path is None or names.count(name) == 1 else f"{name} ({path.stem}, {path.parent})"
            for name, path in zip(names, paths, strict=True)
        ]

    def _chosen(self, action: QAction) -> None:
        self.wants.emit(action.objectName())

    def _met(self, window: object) -> None:
        if window is self._window:
            name = self._windows.name(self._window)
            self._feedback.tell(self.tr("“{name}” is open in this window already.").format(name=name))

    @property
    def _speaks(self) -> bool:
        """True in one window only, the one in use: it tells what concerns all."""
        return self._windows.last in (None, self._window)

    def _crashed(self, report: str) -> None:
        if self._speaks:
            self._feedback.crashed(report)

    def _not_kept(self, error: OSError) -> None:
        if self._speaks:
            self._feedback.settings_not_kept(error)

    def _follow(self, settings: frozenset[str]) -> None:
        """Another window may have changed what is shown here, too."""
        now = self._services.settings.now
        if "theme" in settings:
            self._actions.fill_themes(now.theme)
        if "text_size" in settings:
            self._actions.fill_text_sizes(now.text_size)
        if "columns" in settings:
            self._table.renew_columns()
        if "count_off" in settings:
            self._board.count_off.set_wanted(now.count_off)
        if settings & {"recent", "last_encounter"}:
            QTimer.singleShot(0, self, self.show_recent)  # not from inside one of its entries

    # -- files opened last -------------------------------------------------------------------------

    def remember(self) -> None:
        """Keep what is open as the last encounter, once it is on the screen."""
        current = self._services.encounters.current
        if current is not None and not current.draft:
            self._services.settings.opened(current.path)
            self._services.settings.stood(current.path, when_is(self._services.bridge.state.clock))
        self.show_recent()

    def show_recent(self) -> None:
        """Offer the files opened last, in whichever window; not before this one is on the screen."""
        if not self._shown:
            return
        now = self._services.settings.now
        there = [name for name in now.recent if is_file(Path(name))]
        last = now.last_encounter if now.last_encounter in there else ""
        elsewhere = there if self._services.bridge.is_open else []
        for menu, names in (("recent", there), ("recent-new", elsewhere)):
            self._actions.fill(menu, [(f"{menu}:{name}", Path(name).stem) for name in names])
        if not self._services.bridge.is_open:
            page = self._start_page()
            page.show_recent(last, there, now.moments)
            page.first.setFocus()

    def catch_up(self) -> None:
        """Look into files of fights that were going on when their program was killed.

        What the settings say of these is from before; no start waits for it.
        """
        names = [name for name in self._services.settings.now.recent if is_orphaned(Path(name))]
        if names:
            from desktop.files.after_a_kill import clocks_of

            self._services.tasks.do(partial(clocks_of, names), self._caught_up, self._not_read)

    def _not_read(self, error: Exception) -> None:
        self._services.crash_reports.report(error, error.__traceback__)

    def _caught_up(self, clocks: Mapping[str, Clock]) -> None:
        settings = self._services.settings
        for name, clock in clocks.items():
            if self._windows.showing(Path(name)) is None:  # else it has gone on from there
                settings.stood(Path(name), when_is(clock))
        if not self._services.bridge.is_open:
            self._start_page().show_moments(settings.now.moments)

    # -- dropped on the window ---------------------------------------------------------------------

    def drag(self, event: QDropEvent) -> None:
        """Say that files may be dropped here, whatever they are, and combatants of another list.

        A drop says which files are none that can be opened. No part of the window takes drops itself, but for
        fields of text: it would keep the files from it.
        """
        if _files(event.mimeData()) or self._may_take(event):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def drop(self, event: QDropEvent) -> None:
        """Open the encounters among the files: the first here if nothing is open, each other in its own.

        Combatants join the fight; what no encounter is may be brought in, one file at a time.
        """
        files = _files(event.mimeData())
        if not files:
            if self._may_take(event):
                self.drag(event)
                self.takes.emit(event.mimeData())
            return
        self.drag(event)
        good = [file for file in files if file.suffix.casefold() in TAKEN and not file.is_dir()]
        for file in good[:MOST_DROPPED]:
            if self._services.encounters.current is None:
                self._files.open(file)
            else:
                self.open(str(file))
        bad = [file for file in files if file not in good]
        if len(bad) == 1 and not good and not bad[0].is_dir():
            self.brings.emit(str(bad[0]))
        elif bad:
            text = self.tr(
                "No encounter: {names}. Nothing was changed. Encounters are files that end in {ending}; what "
                "other programs wrote is brought in one file at a time."
            )
            text = text.format(names=", ".join(file.name for file in bad[:3]), ending=ENDING)
            self._feedback.warn(text)
        elif len(good) > MOST_DROPPED:
            text = self.tr("{count} files are many at once: the first {most} were opened.")
            text = text.format(count=len(good), most=MOST_DROPPED)
            self._feedback.warn(text)

    def _may_take(self, event: QDropEvent) -> bool:
        from desktop.combatants.copying import has_copies

        if not self._services.bridge.is_open or event.source() is self._table:
            return False
        return has_copies(event.mimeData())


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []
