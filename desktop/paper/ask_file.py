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
    dialog = QFileDialog(parent, title, str(_folder(settings.now.papers_folder)))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(f"{ending.upper()} (*.{ending})")
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(f"{file_name(stem)}.{ending}")

    def chosen(name: str) -> None:
        settings.change(papers_folder=str(Path(name).parent))
        then(name)

    dialog.fileSelected.connect(chosen)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def _folder(last: str) -> Path:
    """Where to begin: the folder used last if it is still there, the user's documents, their home."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    places = (Path(place) for place in (last, documents) if place)
    return next((place for place in places if is_folder(place)), home())
