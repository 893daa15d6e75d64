"""New, open, recent, copy: everything of the window that has to do with encounters as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QDialog, QWidget

from desktop.app_services import AppServices
from desktop.files.encounters import Unplayable
from desktop.files.samples import AMBUSH, read_sample, shipped
from desktop.main.laid_by import LaidBy
from desktop.messages.feedback import Feedback
from desktop.process.in_front import ask
from desktop.process.paths import ENDING
from rulesets.fight.storage.errors import NotFound, StorageError
from rulesets.places import home, is_folder
from rulesets.plain_files import file_name
from rulesets.reading.loader import RulesetError

if TYPE_CHECKING:
    from rulesets.campaign.things import Prepared
    from rulesets.table.commands import Command


class Files(QObject):
    """Opens and keeps encounters for the window. Dialogs never block: what is chosen comes by signal."""

    wants_rulesets = Signal(str)
    """Id of a ruleset that has errors, which the GM wants to see."""
    wants_beside = Signal(str)
    """A file that is to have a window of its own."""

    def __init__(self, services: AppServices, feedback: Feedback, laid_by: LaidBy, window: QWidget) -> None:
        """Show dialogs over ``window``; a new encounter that is left half named is ``laid_by``."""
        super().__init__(window)
        self._services, self._feedback, self._window = services, feedback, window
        self._laid_by = laid_by
        services.encounters.trouble.connect(feedback.trouble)

    # -- opening -----------------------------------------------------------------------------------

    def open_sample(self, name: str = AMBUSH) -> None:
        """Open a sample fight as a new encounter of the user's own."""
        self._guarded(lambda: self._services.encounters.new_from(read_sample(shipped(name))))

    def begin(self, prepared: Prepared) -> Exception | None:
        """Open a prepared encounter as a new one; returns what went wrong, once told."""
        return self._guarded(lambda: self._services.encounters.new_from(prepared))

    def edit(self, prepared: Prepared) -> bool:
        """Open a prepared encounter to be changed; True if it has changes that are not kept yet."""
        encounters, left = self._services.encounters, False
        if self._services.windows.turn_to(encounters.drafts.path(prepared), self._window):
            return False

        def opening() -> None:
            nonlocal left
            left = encounters.edit(prepared)

        return self._guarded(opening) is None and left

    def begin_with(
        self,
        name: str,
        ruleset: str,
        commands: Sequence[Command],
        options: Mapping[str, object] | None = None,
    ) -> Exception | None:
        """Open a new encounter with commands carried out in it; returns what went wrong, once told."""
        if options is None:
            options = self._services.settings.now.options.get(ruleset, {})
        return self._guarded(lambda: self._services.encounters.new(name, ruleset, options, commands))

    def open(self, path: Path) -> Exception | None:
        """Open an encounter's file, or a prepared encounter as a new one; returns what went wrong, once told.

        A file that is open in another window is not opened a second time: that window is raised.
        """
        if path.suffix.casefold() == ".toml":
            return self._guarded(lambda: self._services.encounters.new_from(read_sample(path)))
        if self._services.windows.turn_to(path, self._window):
            return None
        return self._guarded(lambda: self._services.encounters.open(path), path)

    def _guarded(self, opening: Callable[[], object], path: Path | None = None) -> Exception | None:
        """Open something; say what went wrong, what was open stays so."""
        try:
            opening()
        except _told() as error:
            self._not_opened(error, opening)
            if isinstance(error, NotFound) and path is not None:
                self._services.settings.forget(path)
            return error
        except Exception as error:  # a double click has to end in a window, whatever the file is
            self._services.crash_reports.report(error, error.__traceback__)
            self._feedback.not_opened(path, error)
            return error
        current = self._services.encounters.current
        if current is not None and current.read_only:
            self._feedback.read_only(current.name)
        return None

    def _not_opened(self, error: Exception, opening: Callable[[], object]) -> None:
        """Say why; a new encounter that its folder does not take can go into another one."""
        if isinstance(error, StorageError) and error.doing == "create":
            self._feedback.not_created(error, partial(self._ask_folder, opening))
        else:
            self._feedback.trouble(error)

    def _ask_folder(self, opening: Callable[[], object]) -> None:
        """Ask where new encounters go from now on, until the program is left."""
        dialog = QtWidgets.QFileDialog(self._window, self.tr("A folder for new encounters"), str(home()))
        dialog.setFileMode(QtWidgets.QFileDialog.FileMode.Directory)
        dialog.setOption(QtWidgets.QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(partial(self._into, opening))
        show_dialog(dialog)

    def _into(self, opening: Callable[[], object], folder: str) -> None:
        self._services.encounters.folder = Path(folder)
        self._guarded(opening)

    def ask_new(self) -> None:
        """Ask for name, ruleset and options of a new encounter."""
        from desktop.main.new_encounter_dialog import NewEncounterDialog
        from desktop.rulesets.infos import ruleset_infos  # loads pydantic: only when it is asked for

        now = self._services.settings.now
        infos = ruleset_infos(self._services.shelf, self._services.rulesets)
        dialog = NewEncounterDialog(infos, self._window, usual=now.options)
        bridge = self._services.bridge
        usual = now.ruleset or (bridge.rules.id if bridge.is_open else read_sample(shipped()).ruleset)
        dialog.choose(usual)
        dialog.accepted.connect(self._new)
        dialog.wants_rulesets.connect(dialog.reject)
        dialog.wants_rulesets.connect(self.wants_rulesets)
        self._laid_by.ask(dialog)  # which takes up what was typed in it

    def _new(self) -> None:
        from desktop.main.new_encounter_dialog import NewEncounterDialog

        dialog = self.sender()
        if not isinstance(dialog, NewEncounterDialog):
            return
        chosen, settings = dialog.chosen(), self._services.settings
        settings.change(
            ruleset=chosen.ruleset, options={**settings.now.options, chosen.ruleset: chosen.options}
        )
        self._guarded(lambda: self._services.encounters.new(chosen.name, chosen.ruleset, chosen.options))

    def ask_open(self) -> None:
        """Ask which file to open."""
        self._ask_which(self.tr("Open an encounter"), self.open_named)

    def ask_open_beside(self) -> None:
        """Ask which file to open in a window of its own."""
        self._ask_which(self.tr("Open an encounter in a new window"), self.wants_beside)

    def _ask_which(self, title: str, then: Callable[[str], None] | SignalInstance) -> None:
        dialog = self._file_dialog(title, QtWidgets.QFileDialog.AcceptMode.AcceptOpen)
        dialog.setNameFilters(
            [
                self.tr("Encounters (*{ending})").format(ending=ENDING),
                self.tr("Prepared encounters (*.toml)"),
                self.tr("All files (*)"),
            ]
        )
        dialog.setFileMode(QtWidgets.QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(then)
        show_dialog(dialog)

    def open_named(self, name: str) -> None:
        """Open the file of this name."""
        self.open(Path(name))

    # -- keeping -----------------------------------------------------------------------------------

    def ask_copy(self) -> None:
        """Ask where to save a copy."""
        current = self._services.encounters.current
        if current is None:
            return
        dialog = self._file_dialog(self.tr("Save a copy"), QtWidgets.QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Encounters (*{ending})").format(ending=ENDING))
        dialog.setDefaultSuffix(ENDING.lstrip("."))
        dialog.selectFile(self.tr("{name} copy").format(name=file_name(current.name)) + ENDING)
        dialog.fileSelected.connect(self.save_copy)
        show_dialog(dialog)

    def save_copy(self, name: str) -> None:
        """Save a copy; the dialog has asked whether a file of that name may be replaced."""
        current, path = self._services.encounters.current, Path(name)
        if current is None:
            return
        try:
            self._services.encounters.save_copy(path, replace=True)
        except StorageError as error:
            self._feedback.trouble(error)
            return
        self._feedback.saved_copy(path, self.open_named if current.read_only else None)

    # -- internal ----------------------------------------------------------------------------------

    def _file_dialog(self, title: str, mode: QtWidgets.QFileDialog.AcceptMode) -> QtWidgets.QFileDialog:
        dialog = QtWidgets.QFileDialog(self._window, title, str(self.folder()))
        dialog.setAcceptMode(mode)
        return dialog

    def folder(self) -> Path:
        """Where a file dialog begins: beside what is open, else where new encounters go."""
        current = self._services.encounters.current
        folder = current.path.parent if current is not None else self._services.encounters.folder
        return folder if is_folder(folder) else home()


def _told() -> tuple[type[Exception], ...]:
    """Return what opening something fails of in words of its own; no start that opens its file asks."""
    from rulesets.campaign.reading import Unreadable

    return (StorageError, RulesetError, Unreadable, Unplayable)


def show_dialog(dialog: QDialog) -> None:
    """Show a dialog that goes away for good when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if isinstance(dialog, QtWidgets.QFileDialog):
        dialog.open()  # it may be the system's own, which cannot be given keys
    else:
        ask(dialog)
