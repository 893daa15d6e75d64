"""What the game master does about the players' screen: opens, hides and previews it, and what is on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QKeySequence, QScreen
from PySide6.QtWidgets import QApplication, QFileDialog

from desktop.commands.keys import IN_LIST
from desktop.main.file_menu import show_dialog
from desktop.main.saying import encounter_name
from desktop.players.curtain import UnreadablePicture, read_picture
from desktop.players.facts_dialog import FactsDialog
from desktop.players.feed import PlayersFeed
from desktop.players.preview import Preview
from desktop.players.screens import called as screen_called, named, players_screen
from desktop.players.window import PlayersWindow

if TYPE_CHECKING:
    from desktop.app_services import AppServices
    from desktop.main.window import MainWindow
    from desktop.players.view import PlayersView

SCREEN = "screen"
"""Begins the ids of the screens in the menu: 'screen:1'."""


class Players(QObject):
    """The players' screen of one window, its preview and what it is hidden behind."""

    covered = Signal()
    """What players see is hidden, or shown again."""

    def __init__(self, window: MainWindow, services: AppServices) -> None:
        """Open nothing yet."""
        super().__init__(window)
        self._main, self._services = window, services
        self._settings, self._actions = services.settings, window.actions_
        self.feed = PlayersFeed(services.bridge, services.settings, self._title, window)
        self.screen: PlayersWindow | None = None
        """The window that players look at, once it was opened."""
        self.preview: Preview | None = None
        self.hidden = False
        """Whether the screen is hidden behind the picture."""
        self._explained = False
        self._lost = ""
        """Name of the screen that has gone while it was shown there: it is shown again when it comes back."""
        self._image: QImage | None = None
        self._read = ""
        """File of the picture that was read last, readable or not."""
        self.feed.changed.connect(self._show)
        services.settings.changed.connect(self._settings_changed)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.screenAdded.connect(self._screens_changed)
            app.screenRemoved.connect(self._screens_changed)
        self.fill_screens()

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what carries out each command, by its id."""
        return {
            "players-screen": self.toggle,
            "players-hide": self.toggle_hidden,
            "players-preview": self.toggle_preview,
            "players-facts": self.ask_facts,
            "players-picture": self.ask_picture,
            "players-plain": self.forget_picture,
        }

    def _title(self) -> str:
        return encounter_name(self._services.encounters.current)

    @property
    def is_open(self) -> bool:
        """Whether the players' screen is shown."""
        return self.screen is not None and self.screen.isVisible()

    # -- the screen --------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open the players' screen, or close it."""
        if self.screen is not None and self.is_open:
            self.screen.close()
        else:
            self.open()

    def open(self, wanted: QScreen | None = None) -> None:
        """Open it on a screen of its own if there is one."""
        for other in QApplication.topLevelWidgets():
            if isinstance(other, PlayersWindow) and other is not self.screen and other.isVisible():
                other.close()  # of another window: players look at one fight
        shown, own = self._made(), self._main.screen()
        screen = wanted or players_screen(self._settings.now.players_screen, own)
        self._lost = ""
        if screen is None:
            shown.stand_on(own)
            self._explain()
        else:
            shown.fill(screen)
            self._main.activateWindow()
        self.feed.want(shown, wanted=True)
        self._show()
        self._hide_or_show()

    def _explain(self) -> None:
        """Say once how a window on the game master's own screen is handled."""
        if not self._explained:
            self._explained = True
            told = self.tr(
                "There is no second screen. Drag the window; a double click makes it fill the screen."
            )
            self._main.feedback.tell(told)

    def _made(self) -> PlayersWindow:
        if self.screen is None:
            self.screen = PlayersWindow()
            self.screen.closed.connect(self._closed)
            self.screen.pressed.connect(self._pressed)
            self.screen.chosen.connect(self._chosen)
        return self.screen

    def _closed(self) -> None:
        if self.screen is not None:
            self.feed.want(self.screen, wanted=False)
        self._mark()
        if self._main.isVisible():
            self._main.activateWindow()

    def _chosen(self, screen: QScreen) -> None:
        if screen is not self._main.screen():
            self._settings.change(players_screen=named(screen))

    def _pressed(self, event: QKeyEvent) -> None:
        """A key was typed on the players' screen: it does what it does in the game master's list."""
        keys, table = self._main.keys, self._main.table
        pressed = QKeySequence(event.keyCombination()).toString()
        for name in keys.names:
            if pressed in keys.of(name):
                ident = name.removeprefix(IN_LIST)
                action = self._actions.by_id.get(ident) or table.keys.bound(ident)
                if action is not None and action.isEnabled():
                    action.trigger()
                    return

    # -- screens that come and go ------------------------------------------------------------------

    def fill_screens(self) -> None:
        """Offer the screens that are there."""
        screens = QGuiApplication.screens()
        entries = [(f"{SCREEN}:{number}", screen_called(screen)) for number, screen in enumerate(screens)]
        self._actions.fill("players-on", entries if len(screens) > 1 else [])

    def show_on(self, number: str) -> None:
        """Show it on one of the screens, and remember that."""
        screens = QGuiApplication.screens()
        if number.isdecimal() and int(number) < len(screens):
            screen = screens[int(number)]
            self._settings.change(players_screen=named(screen))
            self.open(screen)

    def _screens_changed(self, screen: QScreen) -> None:
        there = screen in QGuiApplication.screens()
        name, filled = named(screen), self.screen is not None and self.screen.isFullScreen()
        if not there and self.is_open and filled:
            self._lose(screen, name)
            handle = self._main.windowHandle()
            if handle is not None and self._main.screen() is screen:  # the system moves it after this
                once = Qt.ConnectionType.SingleShotConnection
                handle.screenChanged.connect(lambda there: self._lose(there, name), once)
        QTimer.singleShot(0, self, self.fill_screens)
        if there and (self._lost == name or (self.is_open and not filled)):
            QTimer.singleShot(0, self, self.open)

    def _lose(self, screen: QScreen, name: str) -> None:
        """The screen has gone: nothing is to cover the game master's own one instead."""
        shown = self.screen is not None and self.is_open and self.screen.isFullScreen()
        if shown and self.screen is not None and self.screen.screen() in (screen, self._main.screen()):
            self._lost = name
            self.screen.close()
            told = self.tr("The players' screen is gone. When it is there again, so is what they see.")
            self._main.feedback.tell(told)

    # -- what it shows -----------------------------------------------------------------------------

    def _show(self) -> None:
        for view in self._views():
            view.wanted = self._settings.now.show_movement
            view.show_value(self.feed.now)
        if self.preview is not None:
            full = self.screen is not None and self.is_open
            self.preview.shown_on(self.screen.size() if full and self.screen is not None else None)

    def _views(self) -> list[PlayersView]:
        shown = (self.screen if self.is_open else None, self.preview)
        return [one.view for one in shown if one is not None]

    def _settings_changed(self, names: frozenset[str]) -> None:
        if "players_picture" in names and self.hidden:
            self._hide_or_show()
        if "show_movement" in names:
            self._show()

    # -- hiding ------------------------------------------------------------------------------------

    def toggle_hidden(self) -> None:
        """Hide the screen behind the picture, or show it again."""
        self.hidden = not self.hidden
        self._hide_or_show()
        self.covered.emit()
        if self.hidden and not self.is_open and self.preview is None:
            key = self._actions.by_id["players-screen"].shortcut().toString()
            self._main.feedback.tell(
                self.tr("The players' screen is hidden as soon as it is opened ({key}).").format(key=key)
            )

    def _hide_or_show(self) -> None:
        image = self._picture() if self.hidden else self._image
        if self.screen is not None:
            self.screen.hide_behind(image, hidden=self.hidden)
        if self.preview is not None:
            self.preview.hide_behind(image, hidden=self.hidden)
        self._mark()

    def _picture(self) -> QImage | None:
        """Return the game master's picture; None for a plain screen, also if the file cannot be read."""
        file = self._settings.now.players_picture
        if file == self._read:
            return self._image
        self._read, self._image = file, None
        if file:
            try:
                self._image = read_picture(Path(file))
            except UnreadablePicture as error:
                said = self.tr(
                    "“{name}” cannot be shown ({why}). The screen is plain instead; choose another."
                )
                self._main.feedback.tell(said.format(name=Path(file).name, why=error))
        return self._image

    def ask_picture(self) -> None:
        """Ask for the picture that the screen is hidden behind."""
        last = self._settings.now.players_picture
        title = self.tr("Picture that covers the players' screen")
        dialog = QFileDialog(self._main, title, str(Path(last).parent) if last else "")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [self.tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp)"), self.tr("All files (*)")]
        )
        dialog.fileSelected.connect(self._take_named)
        show_dialog(dialog)

    def _take_named(self, name: str) -> None:
        self.take_picture(Path(name))

    def take_picture(self, file: Path) -> None:
        """Hide the screen behind this picture from now on; one that cannot be read changes nothing."""
        try:
            read_picture(file)
        except UnreadablePicture as error:
            said = self.tr("“{name}” is no picture that can be shown ({why}). Nothing has changed.")
            self._main.feedback.tell(said.format(name=file.name, why=error))
            return
        self._settings.change(players_picture=str(file))
        self._main.feedback.tell(self.tr("The players' screen hides behind “{name}”.").format(name=file.name))

    def forget_picture(self) -> None:
        """Hide the screen behind a plain one from now on."""
        self._settings.change(players_picture="")

    # -- the preview, and what is shown ------------------------------------------------------------

    def toggle_preview(self) -> None:
        """Show what the players see in small, or do not."""
        shown = self.preview is None or self.preview.isHidden()
        self._settings.change(show_players=shown)
        self.show_preview(shown=shown)

    def show_preview(self, *, shown: bool) -> None:
        """Have the preview or not."""
        if self.preview is None:
            if not shown:
                return
            self.preview = Preview()
            self.preview.wants.connect(self._main.do)
            self._main.panels.put_below(self.preview)
        self._main.panels.show_below(self.preview, shown=shown)
        self.feed.want(self.preview, wanted=shown)
        self._show()
        self._hide_or_show()

    def ask_facts(self) -> None:
        """Ask what of the others the players see."""
        dialog = FactsDialog(self._settings.now.facts, self._main)
        dialog.chosen.connect(self._keep_facts)
        self._main.fight.ask(dialog)

    def _keep_facts(self, facts: object) -> None:
        self._settings.change(facts=facts)

    def _mark(self) -> None:
        """Let the menu say what is so."""
        preview = self.preview is not None and not self.preview.isHidden()
        marks = {
            "players-screen": self.is_open,
            "players-hide": self.hidden,
            "players-preview": preview,
        }
        for ident, on in marks.items():
            self._actions.by_id[ident].setChecked(on)

    def end(self) -> None:
        """The game master's window is closed."""
        self._lost = ""
        self.feed.stop()
        if self.screen is not None:
            screen, self.screen = self.screen, None
            screen.close()
            screen.deleteLater()
