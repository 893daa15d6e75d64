"""Files are made beside the window: it stays alive, hears how far they are, and can call them off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.bridge import Entry
from desktop.paper.documents import Ticking
from desktop.paper.printing.headless import paper
from desktop.process.paper_setup import Setup
from desktop.process.tasks import Task, Tasks, Tick
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.summary import summarise
from rulesets.plain_files import write_whole
from rulesets.vocabulary import Rules


class ExportJob(Struct, frozen=True, eq=False):
    """What is to be made of the fight as it stood when it was asked for."""

    rules: Rules
    log: tuple[Entry, ...]
    title: str
    wanted: Wanted
    """Its format may also be 'pdf'."""
    path: Path
    editions: dict[str, Rules] = {}
    """Other rules that the log was played by (:meth:`desktop.bridge.Bridge.editions`)."""
    setup: Setup = Setup()
    """Of a PDF; a document that lies on its side does so whatever this says."""


class Exports(QObject):
    """Makes one file at a time on a thread of its own."""

    progressed = Signal(int, int)
    """Pages done, and of how many (a PDF alone knows that)."""
    done = Signal(object, object)
    """Path, and what was wrong with templates of one's own: list[str]."""
    failed = Signal(object)
    """Exception: nothing was written."""

    def __init__(
        self,
        folder: Callable[[], TemplateFolder],
        translate: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        """Make files by the templates that ``folder`` gives anew for each, in ``translate``'s language."""
        super().__init__(parent)
        self._folder, self._translate = folder, translate
        self._tasks = Tasks(self)
        self._task: Task | None = None

    @property
    def busy(self) -> bool:
        """True while a file is being made."""
        return self._tasks.busy

    def start(self, wanted: ExportJob) -> bool:
        """Begin to make a file; False if another one is not done yet. Signals tell what comes of it."""
        if self.busy:
            return False
        maker = _Maker(wanted, self._folder(), self._translate)
        self._task = self._tasks.do(maker.work, self._done, self._failed, self._progressed)
        return True

    def cancel(self) -> None:
        """Call the file off that is being made: what is not written yet will not be, and no signal comes."""
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Call off what is being made and wait until it is gone; the window is closing."""
        self._tasks.stop()

    def _progressed(self, far: tuple[int, int]) -> None:
        self.progressed.emit(*far)

    def _done(self, made: tuple[Path, list[str]]) -> None:
        self.done.emit(*made)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)


class _Maker:
    """Makes one file; touches nothing that others change."""

    def __init__(self, wanted: ExportJob, folder: TemplateFolder, translate: Callable[[str], str]) -> None:
        self._wanted, self._translate = wanted, translate
        self._exporter = Exporter(folder, translate)

    def work(self, task: Task) -> tuple[Path, list[str]]:
        """Do so as a task."""
        return self.make(task.tick)

    def make(self, tick: Tick) -> tuple[Path, list[str]]:
        """Write the file; ``tick`` raises when it is not wanted any more."""

        def stop() -> bool:
            tick(0, 0)
            return False

        job = self._wanted
        summary = summarise(
            job.rules,
            Ticking(job.log, tick),
            job.title,
            translate=self._translate,
            editions=job.editions.get,
            audience=self._exporter.audience(job.wanted),
        )
        stop()
        if job.wanted.format == "pdf":
            data = paper(self._exporter.document(summary, job.wanted), job.setup, tick)
        else:
            data = self._exporter.export(summary, job.wanted, stop)
        stop()
        write_whole(job.path, data)
        return job.path, self._exporter.folder.problems
