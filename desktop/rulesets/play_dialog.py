"""A ruleset's own scenarios played: which hold, and where those that do not stop holding."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QVBoxLayout, QWidget

from desktop.process.tasks import Task, Tasks
from desktop.rulesets.cards import RulesetCard, case_count
from desktop.rulesets.case_results import CASE, WHAT, ResultsModel
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_table import PlainTable
from rulesets.reading.problems import Problem
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import find_files
from rulesets.scenarios.play import Result
from rulesets.scenarios.rehearsal import rehearsed


class PlayCasesDialog(QDialog):
    """Plays off the window's thread; closing or Stop ends it."""

    wants_file = Signal(object, int)
    """Path and line of a scenario to be opened."""
    finished_playing = Signal()

    def __init__(self, card: RulesetCard, shelf: Shelf, tasks: Tasks, parent: QWidget | None = None) -> None:
        """Begin at once."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Scenarios of {name}").format(name=card.label))
        self._card, self._shelf = card, shelf
        self.model = ResultsModel(self)
        self.table = PlainTable(self.model, self.tr("How the cases came out"), self)
        self.table.set_widths(WHAT, 12, 44, 28, 34)
        self.table.wrap()
        self.told = ToneLabel("", self, tone="text")
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(self.tr("Cases played"))
        self.bar.setRange(0, max(1, card.cases))
        self.bar.setTextVisible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.stop = side_button(self.tr("&Stop"), self)
        self.buttons.addButton(self.stop, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(self.told)
        column.addWidget(self.bar)
        column.addWidget(self.buttons)
        self.buttons.rejected.connect(self.reject)
        self.stop.clicked.connect(self._stop)
        self.finished.connect(self._leave)
        self.table.opened.connect(self._open)
        self.table.copying.connect(self._copy)
        fit(self, self.sizeHint())
        self._task: Task | None = tasks.do(self._play, self._done, self._failed, self._played)
        self._say()

    def _play(self, task: Task) -> None:
        """In the other thread."""
        task.progress.emit(case_count(self._card.folder))
        for news in rehearsed(find_files([self._card.folder]), self._shelf):
            if task.cancelled:
                return
            if isinstance(news, Problem) or not news.unplayed:  # its problems stand in the table
                task.progress.emit(news)

    # -- what comes back -----------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """True until all are played, or Stop."""
        return self._task is not None

    def _played(self, news: Result | Problem | int) -> None:
        """Another case was played, or something found; how many cases there are is told before the first."""
        if self._task is None:
            return
        if isinstance(news, int):
            self.bar.setMaximum(max(1, news))
        else:
            self.model.add(news)
        self.bar.setValue(min(self.model.cases, self.bar.maximum()))
        self._say()

    def _say(self) -> None:
        model = self.model
        counts = self.tr("{passed} passed, {failed} failed")
        counts = counts.format(passed=model.passed, failed=model.failed)
        told = self.tr("Playing case {number} of {all}: {counts}") if self.playing else "{counts}"
        self.told.say(told.format(number=model.cases + 1, all=self.bar.maximum(), counts=counts))

    def _done(self, _result: object = None) -> None:
        self._over()
        if self.model.cases and not self.model.failed:
            one, more = self.tr("1 case, and it holds."), self.tr("All {count} cases hold.")
            told = one if self.model.passed == 1 else more.format(count=self.model.passed)
            doubts = self.tr("What is worth a look stands on top.") if self.model.doubts else ""
            self.told.say(f"{told} {doubts}".strip())

    def _failed(self, error: Exception) -> None:
        self._over()
        self.told.say(self.tr("The scenarios cannot be played: {reason}").format(reason=error))

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._over()
            self.told.say(self.tr("Stopped. {told}").format(told=self.told.text()))

    def _over(self) -> None:
        self._task = None
        self.bar.hide()
        self.stop.setEnabled(False)
        self._say()
        if self.table.row < 0 and self.model.rowCount():
            self.table.selectRow(0)
        self.finished_playing.emit()

    def _leave(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # -- what is asked for ---------------------------------------------------------------------------

    def _open(self, row: int) -> None:
        entry = self.model.entry(row)
        if entry is not None:
            self.wants_file.emit(Path(entry.file), entry.line)

    def _copy(self) -> None:
        rows = self.table.rows()
        cells = [self.model.index(row, column).data() for row in rows for column in range(CASE, WHAT + 1)]
        QGuiApplication.clipboard().setText(" ".join(str(cell) for cell in cells if cell))

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 150, 560)
