"""Print: which document of the fight, on which paper, with a live preview; to a printer or into a PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.messages.sentences import sentence
from desktop.paper.ask_file import ask_file, proposed_file, remember_folder
from desktop.paper.documents import Papers
from desktop.paper.preview import PaperPreview
from desktop.paper.print_options import PrintOptions
from desktop.paper.printing.output import lay_out, paint, write_pdf
from desktop.paper.printing.pages import Laid
from desktop.paper.printing.setup import page_layout
from desktop.process.paper_setup import usual_setup
from desktop.process.settings_store import SettingsStore
from desktop.process.tasks import Task, Tasks, Work
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel
from rulesets.output.documents import Document
from rulesets.output.papers.templates import TemplateError

SOON = 60
"""Milliseconds after a change before pages are laid out anew."""
ONE_BY_ONE = ("order", "cards", "declarations")
"""Parts of a document that tell of combatants one by one."""
PATIENCE = 300
"""Milliseconds of work without a word about progress."""
_FILE = "filename"
"""Object name of the field of Qt's own dialog in which the file stands that is printed to."""


class PrintDialog(QDialog):
    """Lays a document out on a thread of its own, shows it, and lets it go to a printer or a file."""

    printed = Signal(str)
    """A sentence about what was printed, and where."""
    saved = Signal(Path)
    """A PDF was written."""

    def __init__(
        self,
        papers: Papers,
        settings: SettingsStore,
        name: str,
        selected: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        """Print documents of the encounter called ``name``, or only those ``selected`` of it."""
        super().__init__(parent)
        self._papers, self._settings, self._name = papers, settings, name
        self._selected = tuple(selected)
        self._document: Document | None = None
        self.laid: Laid | None = None
        self._tasks = Tasks(self)
        self._task: Task | None = None
        self._printer: QPrinter | None = None
        self._tell: Callable[[], None] = partial(self.printed.emit, "")
        """Says what came of the task, once it is done."""
        self.setWindowTitle(self.tr("Print"))
        self.options = PrintOptions(papers.listed(), len(self._selected), self)
        self.preview = PaperPreview(self)
        self.message = ToneLabel("", self)
        roomy(self.message)
        self.progress = QProgressBar(self)
        self.stop = QPushButton(self.tr("&Stop"), self)
        self._soon, self._patience = self._timer(SOON), self._timer(PATIENCE)
        self._lay_out_widgets()
        self._connect()
        self._quiet()
        self.show_kind(settings.now.paper or papers.listed()[0][0])
        fit(self, self.sizeHint())

    def _timer(self, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        return timer

    # -- building ----------------------------------------------------------------------------------

    def _lay_out_widgets(self) -> None:
        self.print_button = QPushButton(self.tr("&Print…"), self)
        self.pdf_button = QPushButton(self.tr("Save as PD&F…"), self)
        close = QPushButton(self.tr("&Close"), self)
        close.clicked.connect(self.reject)
        self.print_button.setDefault(True)
        left = QVBoxLayout()
        left.addWidget(self.options)
        left.addWidget(self.message)
        left.addStretch(1)
        for widget in (self.progress, self.stop, self.print_button, self.pdf_button, close):
            left.addWidget(widget)
        pages = QHBoxLayout()
        self.back, self.on = QPushButton("◀", self), QPushButton("▶", self)
        self.back.setAccessibleName(self.tr("Previous page"))
        self.on.setAccessibleName(self.tr("Next page"))
        self.which = PlainLabel(parent=self)
        self.wide = QCheckBox(self.tr("Full &width"), self)
        for button in (self.back, self.on):
            button.setAutoDefault(False)
        pages.addStretch(1)
        for shown in (self.back, self.which, self.on, self.wide):
            pages.addWidget(shown)
        pages.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addLayout(pages)
        both = QHBoxLayout(self)
        both.addLayout(left)
        both.addLayout(right, 1)
        press_with_ctrl_return(self, self.print_button)

    def _connect(self) -> None:
        self.options.kind_changed.connect(self._other_kind)
        self.options.changed.connect(self._soon.start)
        self._soon.timeout.connect(self._renew)
        self._patience.timeout.connect(self._show_progress)
        self.stop.clicked.connect(self._stop)
        self.print_button.clicked.connect(self._ask_printer)
        self.pdf_button.clicked.connect(self._ask_file)
        self.back.clicked.connect(self._back)
        self.on.clicked.connect(self._forward)
        self.wide.toggled.connect(self.preview.show_wide)
        self.preview.turned.connect(self._turned)

    # -- what is shown -------------------------------------------------------------------------------

    def show_kind(self, kind: str, *, only: bool = False) -> None:
        """Show a kind of document as it was printed last."""
        self.options.choose(kind, only=only)
        self._other_kind()

    def _other_kind(self) -> None:
        kind = self.options.kind.currentData()
        self._document = None
        self.preview.number = 0
        try:
            template = self._papers.template(kind)
        except TemplateError as error:
            self._cannot(error)
            return
        now = self._settings.now
        self.options.put(usual_setup(now.papers, now.sheet, kind, landscape=template.landscape))
        self.options.offer_only(any(part.kind in ONE_BY_ONE for part in template.part))
        self._renew()

    def _cannot(self, error: TemplateError) -> None:
        """There is no document to be shown: say why."""
        self._end_task()
        self._finish()
        self._say(str(error), "bad")
        for button in (self.print_button, self.pdf_button):
            button.setEnabled(False)

    def _renew(self) -> None:
        """Make the document, unless it is known, and lay it out."""
        kind, setup, known = self.options.kind.currentData(), self.options.setup, self._document
        try:
            only = self._selected if self.options.only.isChecked() else ()
            make = self._papers.maker(kind, only)
        except TemplateError as error:
            self._cannot(error)
            return

        def work(task: Task) -> tuple[Document, Laid]:
            document = known or make(task.tick)
            return document, lay_out(document, setup, tick=task.tick)

        self._begin(work, self._laid_out)

    def _laid_out(self, made: tuple[Document, Laid]) -> None:
        if self.sender() is not self._task:  # it was on its way when something else was begun
            return
        self._document, self.laid = made
        self._finish()
        self.preview.show_pages(self.laid, page_layout(self.options.setup))
        problem = self._papers.problem
        told = self.tr("{problem}. The template that comes with the program is used.").format(problem=problem)
        self._say(told if problem else "", "warn" if problem else "quiet")

    def _turned(self, number: int, of: int) -> None:
        text = self.tr("Page {page} of {pages}").format(page=number, pages=of)
        self.which.setText(text)
        self.back.setEnabled(number > 1)
        self.on.setEnabled(number < of)

    def _back(self) -> None:
        self.preview.turn(-1)

    def _forward(self) -> None:
        self.preview.turn(1)

    # -- work --------------------------------------------------------------------------------------

    def _begin(self, work: Work, then: Callable[[Any], None]) -> None:
        """Begin a task in place of what was going on."""
        self._end_task()
        for button in (self.print_button, self.pdf_button):
            button.setEnabled(False)
        self._patience.start()
        self._task = self._tasks.do(work, then, self._failed, self._progressed)

    def _end_task(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.done.disconnect()
            self._tasks.stop()

    def _finish(self) -> None:
        """The task is done, or has failed."""
        self._task = None
        self._quiet()
        for button in (self.print_button, self.pdf_button):
            button.setEnabled(self._document is not None)

    def _quiet(self) -> None:
        self._patience.stop()
        self.progress.hide()
        self.stop.hide()

    def _show_progress(self) -> None:
        self.progress.setRange(0, 0)
        self.progress.show()
        self.stop.show()

    def _progressed(self, far: tuple[int, int]) -> None:
        done, of = far
        self.progress.setRange(0, max(1, of))
        self.progress.setValue(done)

    def _stop(self) -> None:
        self._end_task()
        self._finish()
        self._say(self.tr("Stopped. Nothing was printed, and no file was changed."), "warn")

    def _failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return
        self._finish()
        self._say(sentence(error), "bad")

    def _say(self, text: str, tone: str) -> None:
        self.message.set_tone(tone)
        self.message.say(text)
        self.message.setVisible(bool(text))

    # -- to a file -----------------------------------------------------------------------------------

    def _all_read(self) -> bool:
        """Return whether every number can be read; else say which cannot, and go there."""
        field = self.options.unread
        if field is None:
            return True
        said = self.tr("{field}: {why} Nothing was printed; what stands there was kept.")
        self._say(
            said.format(field=field.accessibleName(), why=field.unread or self.tr("no number.")), "warn"
        )
        field.setFocus()
        return False

    def _ask_file(self) -> None:
        if not self._all_read():
            return
        ask_file(self._settings, self.tr("Save as PDF"), self._stem(), "pdf", self.save, self)

    def _stem(self) -> str:
        called = self._document.name if self._document is not None else self.options.kind.currentText()
        return f"{self._name} – {called}"

    def save(self, name: str) -> None:
        """Write the PDF; until it is whole, what stood there before stays."""
        document, setup = self._document, self.options.setup
        if document is None:
            return

        def work(task: Task) -> int:
            return write_pdf(document, Path(name), setup, task.tick)

        self._tell = partial(self._say_saved, Path(name))
        self._begin(work, self._done)

    def _say_saved(self, path: Path) -> None:
        """Say where it is, and stay: what is saved is printed as well, or saved in another way."""
        self._say(self.tr("Saved as {path}.").format(path=path), "good")
        self.saved.emit(path)

    # -- to a printer --------------------------------------------------------------------------------

    def _ask_printer(self) -> None:
        if not self._all_read():
            return
        setup = self.options.setup
        self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if self._settings.now.printer:
            self._printer.setPrinterName(self._settings.now.printer)
        self._printer.setDocName(self._name[:100])
        self._printer.setPageLayout(page_layout(setup))
        dialog = QPrintDialog(self._printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
        dialog.accepted.connect(self._print)
        file = dialog.findChild(QLineEdit, _FILE)
        if file is not None:  # else it would be the folder in which the program was started
            file.setText(str(proposed_file(self._settings, self._stem(), "pdf")))
        QDialog.open(dialog)

    def _print(self) -> None:
        if self._printer is not None:
            self._settings.change(printer=self._printer.printerName())
            if self._printer.outputFileName():
                remember_folder(self._settings, self._printer.outputFileName())
            self.print_on(self._printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print on a printer, within the margins that it can keep."""
        document, setup = self._document, self.options.setup
        if document is None:
            return
        layout, trouble = QPageLayout(printer.pageLayout()), self.tr("the printer reports an error")

        def work(task: Task) -> int:
            laid = lay_out(document, setup, layout, task.tick)
            first, last = max(1, printer.fromPage()), printer.toPage() or len(laid.pages)
            paint(laid, printer, range(len(laid.pages))[first - 1 : last], task.tick)
            if printer.printerState() == QPrinter.PrinterState.Error:
                raise OSError(trouble)
            return len(laid.pages)

        where = printer.printerName() or printer.outputFileName()
        self._tell = partial(self._say_printed, self.tr("Sent to {printer}.").format(printer=where))
        self._begin(work, self._done)

    def _say_printed(self, text: str) -> None:
        """What is printed needs the window no more."""
        self.printed.emit(text)
        self.accept()

    def _done(self, _made: object) -> None:
        if self.sender() is not self._task:
            return
        self._finish()
        kind, papers = self.options.kind.currentData(), self._settings.now.papers
        setup = self.options.setup
        self._settings.change(paper=kind, papers={**papers, kind: setup}, sheet=setup.paper)
        self._tell()

    # -- Qt ------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Stop what is going on before the dialog goes."""
        self._soon.stop()
        self._end_task()
        self._tasks.stop()
        self._patience.stop()
        super().done(result)

    def sizeHint(self) -> QSize:
        letters = self.fontMetrics()
        return QSize(980, 760).expandedTo(QSize(letters.averageCharWidth() * 120, letters.height() * 46))
