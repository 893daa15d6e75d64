"""Asks where a document of the fight is to be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.process.settings_store import SettingsStore
from rulesets.places import home, is_folder
from rulesets.plain_files import file_name


def ask_file(
    settings: SettingsStore,
    title: str,
    stem: str,
    ending: str,
    then: Callable[[str], object],
    parent: QWidget,
) -> QFileDialog:
    """Ask for a file's name over ``parent``, beginning where one was written last; ``then`` is told it.

    The folder is remembered. Whether a file that is there may be replaced is asked by the dialog itself.
    """
    proposed = proposed_file(settings, stem, ending)
    dialog = QFileDialog(parent, title, str(proposed.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(f"{ending.upper()} (*.{ending})")
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(proposed.name)

    def chosen(name: str) -> None:
        remember_folder(settings, name)
        then(name)

    dialog.fileSelected.connect(chosen)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def proposed_file(settings: SettingsStore, stem: str, ending: str) -> Path:
    """Return where a document is proposed to be written: in the folder that one was written to last."""
    return _folder(settings.now.papers_folder) / f"{file_name(stem)}.{ending}"


def remember_folder(settings: SettingsStore, name: str) -> None:
    """Propose the folder of this file for the next one."""
    settings.change(papers_folder=str(Path(name).parent))


def _folder(last: str) -> Path:
    """Where to begin: the folder used last if it is still there, the user's documents, their home."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (Path(place) for place in (last, documents) if place)
    return next((place for place in places if is_folder(place)), home())
