"""The composition root: builds the program and passes every part what it needs. There are no globals."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

import rulesets
from desktop.bridge import Bridge
from desktop.services.app_services import AppServices
from desktop.services.background import Keeper
from desktop.services.crash_reports import CrashReports
from desktop.services.encounters import Encounters
from desktop.services.library import Library
from desktop.services.memory import StillMemory
from desktop.services.paths import Paths, resources
from desktop.services.ruleset_cache import RulesetCache
from desktop.services.settings import SettingsStore
from desktop.services.tasks import Tasks
from desktop.services.texts import Texts
from desktop.theme import apply_theme
from desktop.windows.main_window import MainWindow
from rulesets.places import is_file
from rulesets.shelf import Shelf


def application(arguments: list[str]) -> QApplication:
    """Return the Qt application, made if there is none yet."""
    known = QApplication.instance()
    app = known if isinstance(known, QApplication) else QApplication(arguments)
    app.setApplicationName("turnwright")
    app.setApplicationDisplayName("")
    app.setApplicationVersion(rulesets.__version__)
    app.setDesktopFileName("turnwright")
    app.setWindowIcon(QIcon(str(resources() / "icons" / "turnwright.png")))
    return app


def services(paths: Paths, parent: QObject | None = None) -> AppServices:
    """Build everything but the window."""
    # What Qt remembers of its file dialogs goes beside the settings, not into a file of all Qt programs.
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(paths.config))
    settings = SettingsStore(paths.settings)
    bridge = Bridge(parent)
    texts = Texts(parent)
    shelf = Shelf(paths.rulesets)
    cache = RulesetCache(paths.rules, QLocale.system().name().lower().replace("_", "-"))
    encounters = Encounters(paths, shelf, cache, bridge, parent)
    return AppServices(
        paths=paths,
        settings=settings,
        bridge=bridge,
        texts=texts,
        encounters=encounters,
        shelf=shelf,
        rulesets=cache,
        tasks=Tasks(parent),
        library=Library(resources() / "library", paths.library),
        keeper=Keeper(bridge, encounters, parent),
        crash_reports=CrashReports(paths.crash_reports, parent),
    )


def main_window(built: AppServices) -> MainWindow:
    """Build the window."""
    return MainWindow(built)


def run(file: Path | None = None, *, report_painted: bool = False, script: Path | None = None) -> int:
    """Show the window, with ``file`` open if there is one, until it is closed; returns the exit code.

    ``script`` is a file of commands to be played; with ``report_painted`` every command that can be seen is
    reported on standard output. Both are for tests.
    """
    app = application(sys.argv[:1])
    built = services(Paths.standard(), app)
    left = built.crash_reports.install()
    apply_theme(app, built.settings.now.theme)
    StillMemory(built.bridge, app)
    window = main_window(built)
    if file is not None:
        window.files.open(file)
    elif left is not None:
        last = Path(built.settings.now.last_encounter)
        there = last if built.settings.now.last_encounter and is_file(last) else None
        window.feedback.crashed_before(left, there, window.files.open_named)
    window.show()
    _follow_signals(window)
    if report_painted or script is not None:
        from desktop.windows.main_script import play

        play(window, script, report=report_painted)
    code = app.exec()
    built.tasks.stop()
    built.encounters.close()
    built.crash_reports.remove()
    return code


def _follow_signals(window: MainWindow) -> None:
    """Close the window on Ctrl+C in the terminal and on SIGTERM, so that one plain file is left."""
    if sys.platform == "win32":
        return
    from desktop.services.signals import CloseOnSignal

    CloseOnSignal(window)
