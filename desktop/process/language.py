"""The language of the window: a translation is installed if the program brings one for the user's."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

OURS, QTS = "turnwright", "qtbase"
"""Beginnings of the names of translations, ours and Qt's: 'turnwright_de.qm'."""


def speak(app: QCoreApplication, folder: Path, locale: QLocale) -> bool:
    """Let ``app`` speak a language of the user's, with Qt's own dialogs in the same one.

    ``folder`` holds the translations that come along (Qt Linguist's ``.qm``). Return whether there is one
    for ``locale``; where there is none everything stays English, Qt's dialogs too: no window speaks two
    languages.
    """
    if not _install(app, OURS, folder, locale):
        return False
    _install(app, QTS, Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)), locale)
    return True


def _install(app: QCoreApplication, name: str, folder: Path, locale: QLocale) -> bool:
    translator = QTranslator(app)
    return translator.load(locale, name, "_", str(folder)) and app.installTranslator(translator)
