"""Export: asks what and where to, and tells what came of it. The fight goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QDateTime, QLocale, QObject, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from desktop.app_services import AppServices
from desktop.messages.feedback import Feedback
from desktop.paper.ask_file import ask_file
from desktop.paper.export import ExportJob, Exports
from desktop.paper.export_dialog import ExportDialog
from desktop.process.in_front import ask
from desktop.process.paper_setup import usual_setup
from desktop.process.paths import resources
from desktop.widgets.plain_text import PlainLabel
from desktop.widgets.texts import translated
from rulesets.output.exporting.formats import FORMATS
from rulesets.output.papers.folder import Listed, TemplateFolder
from rulesets.words.papers import PAPERS

if TYPE_CHECKING:
    from rulesets.output.exporting.writing import Wanted

SOON = 700
"""Milliseconds after which a file that is not done yet shows how far it is."""


class Exporting(QObject):
    """The window's way to a file of the fight. All that it needs is loaded when it is asked for."""

    def __init__(
        self,
        services: AppServices,
        feedback: Feedback,
        selected: Callable[[], Sequence[str]],
        window: QWidget,
    ) -> None:
        """Ask over ``window``; ``selected`` gives the ids of the combatants that are selected."""
        super().__init__(window)
        self._services, self._feedback, self._selected, self._window = services, feedback, selected, window
        self._exports: Exports | None = None
        self._progress: QProgressDialog | None = None

    @property
    def exports(self) -> Exports:
        """What makes the files."""
        if self._exports is None:
            self._exports = Exports(self.templates, translated, self)
            self._exports.done.connect(self._done)
            self._exports.failed.connect(self._failed)
            self._exports.progressed.connect(self._progressed)
        return self._exports

    def templates(self) -> TemplateFolder:
        """Return the templates as they are now."""
        return TemplateFolder(resources() / "templates", self._services.paths.templates)

    # -- asking --------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for document and format."""
        if self._services.encounters.current is None:
            return
        if self.exports.busy:
            self._feedback.tell(self.tr("Another file is being written; wait for it, or cancel it."))
            return
        folder = self.templates()
        documents = [Listed(d.kind, d.title or translated(d.listed), d.own) for d in folder.documents()]
        now = self._services.settings.now
        usual = partial(usual_setup, now.papers, now.sheet)
        dialog = ExportDialog(documents, self._selected(), folder.problems, usual, self._window)
        dialog.accepted.connect(self._ask_where)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask(dialog)

    def _ask_where(self) -> None:
        dialog, current = self.sender(), self._services.encounters.current
        if not isinstance(dialog, ExportDialog) or current is None:
            return
        printed = QLocale().toString(QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat)
        wanted = dialog.wanted(
            printed, QLocale().name().partition("_")[0] if QLocale().name() != "C" else "en"
        )
        chosen = FORMATS[wanted.format]
        documents = {document.kind: _title(document) for document in self.templates().documents()}
        title = documents.get(wanted.kind, wanted.kind) if chosen.is_document else translated(chosen.title)
        job = self.job(wanted, Path())
        job = replace(job, setup=dialog.setup())
        stem = f"{current.name} – {title}" if title else current.name
        then = partial(self._chosen, job)
        ask_file(self._services.settings, self.tr("Export"), stem, chosen.ending, then, self._window)

    def _chosen(self, job: ExportJob, name: str) -> None:
        self.start(replace(job, path=Path(name)))

    def job(self, wanted: Wanted, path: Path) -> ExportJob:
        """Return what makes a file of the fight as it stands."""
        bridge, current = self._services.bridge, self._services.encounters.current
        title = current.name if current is not None else ""
        return ExportJob(bridge.rules, bridge.log, title, wanted, path, bridge.editions())

    # -- making --------------------------------------------------------------------------------------

    def start(self, job: ExportJob) -> bool:
        """Begin to write; the file dialog has asked whether a file of that name may be replaced."""
        if not self.exports.start(job):
            self._feedback.tell(self.tr("Another file is being written; wait for it, or cancel it."))
            return False
        text = self.tr("Writing {file}…").format(file=job.path.name)
        progress = QProgressDialog("", self.tr("Cancel"), 0, 0, self._window)
        progress.setLabel(PlainLabel(text))
        progress.setWindowTitle(self.tr("Export"))
        progress.setMinimumDuration(SOON)
        progress.setAutoClose(False)
        progress.setAutoReset(False)
        progress.canceled.connect(self._cancel)
        progress.setValue(0)
        self._progress = progress
        return True

    def close(self) -> None:
        """The window is closing: what is not done yet is called off."""
        if self._exports is not None:
            self._exports.close()
        self._end()

    def _progressed(self, page: int, pages: int) -> None:
        if self._progress is not None:
            self._progress.setMaximum(pages)
            self._progress.setValue(min(page, pages))

    def _end(self) -> None:
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.canceled.disconnect(self._cancel)
            progress.close()
            progress.deleteLater()

    # -- telling -------------------------------------------------------------------------------------

    def _done(self, path: Path, problems: Sequence[str]) -> None:
        self._end()
        self._feedback.saved_file(path, problems)

    def _failed(self, error: Exception) -> None:
        self._end()
        self._feedback.trouble(error)

    def _cancel(self) -> None:
        self.exports.cancel()
        self._end()
        self._feedback.tell(self.tr("The export was cancelled."))


def _title(document: Listed) -> str:
    return document.title or translated(PAPERS[document.kind])
