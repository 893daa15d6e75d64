"""Files are made beside the window: it stays alive, hears how far they are, and can call them off."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.bridge import Entry
from desktop.services.paths import write_whole
from rulesets.compiled import Rules
from rulesets.exporting.apart import Cancelled
from rulesets.exporting.writing import Exporter, Wanted
from rulesets.papers.folder import TemplateFolder
from rulesets.summary import summarise

PATIENCE = 20.0
"""Seconds that are waited for a file that was called off when the program ends."""


class ExportJob(Struct, frozen=True, eq=False):
    """What is to be made of the fight as it stood when it was asked for."""

    rules: Rules
    log: tuple[Entry, ...]
    title: str
    wanted: Wanted
    """Its format may also be 'pdf'."""
    path: Path
    paper: str = "A4"
    landscape: bool = False


class Exports(QObject):
    """Makes one file at a time on a thread of its own."""

    progressed = Signal(int, int)
    """Pages drawn, and of how many (a PDF alone knows that)."""
    done = Signal(object, object)
    """Path, and what was wrong with templates of one's own: list[str]."""
    failed = Signal(object)
    """Exception: nothing was written."""
    called_off = Signal()
    """It was not wanted any more; nothing was written."""

    def __init__(
        self,
        folder: Callable[[], TemplateFolder],
        translate: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        """Make files by the templates that ``folder`` gives anew for each, in ``translate``'s language."""
        super().__init__(parent)
        self._folder, self._translate = folder, translate
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """True while a file is being made."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, job: ExportJob) -> bool:
        """Begin to make a file; False if another one is not done yet. Signals tell what comes of it."""
        if self.busy:
            return False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, args=(job, self._stop), name="export", daemon=True)
        self._thread.start()
        return True

    def cancel(self) -> None:
        """Call the file off that is being made."""
        self._stop.set()

    def close(self) -> None:
        """Call off what is being made and wait until it is gone; the window is closing."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _work(self, job: ExportJob, stop: threading.Event) -> None:
        try:
            problems = self._make(job, stop)
        except Cancelled:
            self.called_off.emit()
        except Exception as error:  # whatever it is, the game master has to hear of it
            self.failed.emit(error)
        else:
            self.done.emit(job.path, problems)

    def _make(self, job: ExportJob, stop: threading.Event) -> list[str]:
        exporter = Exporter(self._folder(), self._translate)
        summary = summarise(job.rules, job.log, job.title, translate=self._translate)
        _check(stop)
        if job.wanted.format == "pdf":
            data = self._pdf(exporter.document(summary, job.wanted), job, stop)
        else:
            data = exporter.export(summary, job.wanted, stop.is_set)
        _check(stop)
        write_whole(job.path, data)
        return exporter.folder.problems

    def _pdf(self, document: Any, job: ExportJob, stop: threading.Event) -> bytes:
        from desktop.printing.headless import paper  # not needed at the start

        def tick(page: int, pages: int) -> None:
            _check(stop)
            self.progressed.emit(page, pages)

        landscape = job.landscape or document.landscape
        return paper(document, job.paper, landscape=landscape, scale=100, tick=tick)


def _check(stop: threading.Event) -> None:
    if stop.is_set():
        raise Cancelled
