"""The composition root: builds the program and passes every part what it needs. There are no globals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QObject, QSettings, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

import rulesets
from desktop.app_services import AppServices, SharedServices
from desktop.bridge import Bridge
from desktop.combatants.library import Library
from desktop.files.campaigns import Campaigns
from desktop.files.checkpoints import Keeper
from desktop.files.encounters import Encounters
from desktop.files.ruleset_cache import RulesetCache
from desktop.main.program import Program
from desktop.main.window import MainWindow
from desktop.process.crash_reports import CrashReports
from desktop.process.open_windows import OpenWindows
from desktop.process.paths import Paths, resources
from desktop.process.quick_start import collect_again
from desktop.process.settings_store import SettingsStore
from desktop.process.single_instance import Place
from desktop.process.tasks import Tasks
from desktop.widgets.style import apply_theme
from desktop.widgets.text_size import apply_text_size
from desktop.widgets.texts import Texts
from rulesets.places import is_file
from rulesets.reading.shelf import Shelf

DESKTOP_ID = "alt.turnwright.turnwright"
"""The name of the desktop entry (packaging/linux): by it Wayland finds the icon of a window.

It is written like a reversed domain, as software centres want it, below .alt: RFC 9476 keeps that for names
that are in no domain.
"""


class Application(QApplication):
    """Qt's application, which the system tells of files to be opened: on macOS that is the only way."""

    asked = Signal()
    """There are files to :meth:`take`."""

    def __init__(self, arguments: list[str]) -> None:
        """Keep files until somebody takes them: the first may come before there is a window."""
        self._files: list[Path] = []
        super().__init__(arguments)

    def take(self) -> list[Path]:
        """The files that nobody has taken yet."""
        files, self._files = self._files, []
        return files

    def event(self, event: QEvent) -> bool:
        """Note files that the system wants to be opened."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._files.append(Path(event.file()))
            self.asked.emit()
            return True
        return super().event(event)


TYPING = 1_000
"""Milliseconds within which what is typed in a list belongs together: "Guard 2" is not typed in Qt's 400."""


def application(arguments: list[str]) -> QApplication:
    """Return the Qt application, made if there is none yet."""
    known = QApplication.instance()
    app = known if isinstance(known, QApplication) else Application(arguments)
    app.setApplicationName("turnwright")
    app.setApplicationDisplayName("")
    app.setApplicationVersion(rulesets.__version__)
    app.setDesktopFileName(DESKTOP_ID)
    app.setKeyboardInputInterval(TYPING)
    app.setWindowIcon(QIcon(str(resources() / "icons" / "turnwright.png")))
    translations = resources() / "translations"
    if known is None and translations.is_dir():
        from desktop.process.language import speak  # a start without a translation goes without

        speak(app, translations, QLocale())
    return app


def services(paths: Paths, parent: QObject | None = None) -> AppServices:
    """Build everything but the window."""
    # What Qt remembers of its file dialogs goes beside the settings, not into a file of all Qt programs.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(paths.config))
    settings = SettingsStore(paths.settings)
    campaigns = Campaigns(paths, settings, parent)
    return _of_a_window(
        SharedServices(
            paths=paths,
            settings=settings,
            shelf=Shelf(paths.rulesets),
            rulesets=RulesetCache(paths.rules, QLocale.system().name().lower().replace("_", "-")),
            campaigns=campaigns,
            library=Library(resources() / "library", lambda: campaigns.current, paths.rulesets),
            crash_reports=CrashReports(paths.crash_reports, parent),
            windows=OpenWindows(parent),
        )
    )


def beside(built: AppServices) -> AppServices:
    """Build what one more window has of its own, around what all windows share."""
    made = _of_a_window(built)
    made.encounters.folder = built.encounters.folder
    return made


def _of_a_window(shared: SharedServices) -> AppServices:
    """Return what a window is given. Nothing is open yet; what is made here goes with the window."""
    bridge = Bridge()
    encounters = Encounters(shared.paths, shared.shelf, shared.rulesets, bridge)
    return AppServices(
        paths=shared.paths,
        settings=shared.settings,
        shelf=shared.shelf,
        rulesets=shared.rulesets,
        campaigns=shared.campaigns,
        library=shared.library,
        crash_reports=shared.crash_reports,
        windows=shared.windows,
        bridge=bridge,
        texts=Texts(),
        encounters=encounters,
        keeper=Keeper(bridge, encounters),
        tasks=Tasks(),
    )


def main_window(built: AppServices) -> MainWindow:
    """Build the window."""
    return MainWindow(built)


def run(
    files: Sequence[Path] = (),
    *,
    place: Place | None = None,
    begun: Callable[[MainWindow], object] | None = None,
) -> int:
    """Show a window for each of ``files``, or an empty one, until all are closed; returns the exit code.

    What later starts are told to open comes to ``place``. ``begun`` is given the first window before anything
    of it is painted: there whoever watches or plays it takes hold of it.
    """
    app = application(sys.argv[:1])
    built = services(Paths.standard(), app)
    left = built.crash_reports.install()
    apply_theme(app, built.settings.now.theme)
    if built.settings.now.text_size:
        apply_text_size(app, built.settings.now.text_size)
    program = Program(built, beside, app)
    window = program.begin(files)
    if left is not None and not files:
        last = Path(built.settings.now.last_encounter)
        there = last if built.settings.now.last_encounter and is_file(last) else None
        window.feedback.crashed_before(left, there, window.files.open_named)
    window.first_frame.then(collect_again)
    _follow_system(app, program, built.windows)
    if place is not None:
        program.listen(place)
    if begun is not None:
        begun(window)
    crash_reports = built.crash_reports
    del window, built  # this window may be closed while others stay
    code = app.exec()
    program.end()
    crash_reports.remove()
    return code


def _follow_system(app: QApplication, program: Program, windows: OpenWindows) -> None:
    """Open what the system hands over; close all on Ctrl+C in the terminal and on SIGTERM."""
    if isinstance(app, Application):

        def open_files() -> None:
            for file in app.take():
                program.open(file)

        app.asked.connect(open_files)
        open_files()
    if sys.platform != "win32":
        from desktop.process.signals import CloseOnSignal

        CloseOnSignal(windows)
