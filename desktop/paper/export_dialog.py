"""What leaves the program as a file: which document, in which format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.process.paper_setup import PAPERS, Setup, usual_setup
from desktop.widgets.dialogs import press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel
from desktop.widgets.texts import translated
from rulesets.output.exporting.formats import FORMATS, Format
from rulesets.output.exporting.writing import Wanted
from rulesets.output.papers.folder import Listed


class ExportDialog(QDialog):
    """Asks for a document and a format; where to is asked afterwards."""

    def __init__(
        self,
        documents: Sequence[Listed],
        selected: Sequence[str],
        problems: Sequence[str] = (),
        usual: Callable[[str], Setup] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Offer ``documents`` by their titles, for all or the ``selected`` ids; tell broken templates.

        ``usual`` gives how a kind of document is put on paper unless it is told otherwise here.
        """
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._selected = tuple(selected)
        self._usual = usual or partial(usual_setup, {}, "")
        self.format = self._choice([(f.id, translated(f.label)) for f in FORMATS.values()], self.tr("Format"))
        self.document = self._choice([(d.kind, d.title) for d in documents], self.tr("Document"))
        self.paper = self._choice([(name, name) for name in PAPERS], self.tr("Paper"))
        self.landscape = QCheckBox(self.tr("On &its side"), self)
        self.only = QCheckBox(self._only_text(), self)
        self.about = roomy(ToneLabel("", self))
        unusable = self.tr("A template of yours cannot be used:")
        self.trouble = roomy(ToneLabel("\n".join([unusable, *problems]), self, tone="warn"))
        self.trouble.setVisible(bool(problems))
        self._form = form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._row(self.tr("&Format"), self.format)
        self._row(self.tr("&Document"), self.document)
        self._row(self.tr("&Paper"), self.paper)
        form.addRow("", self.landscape)
        form.addRow("", self.only)
        self._lay_out()
        self.format.currentIndexChanged.connect(self._refresh)
        self.document.currentIndexChanged.connect(self._other_document)
        self.document.setCurrentIndex(max(0, self.document.findData("record")))
        self._other_document()
        self._refresh()

    def _lay_out(self) -> None:
        """Put all below each other, with the buttons at the foot."""
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Save | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.save: QPushButton = self.buttons.button(standard.Save)
        self.save.setText(self.tr("&Save as…"))
        self.save.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addLayout(self._form)
        layout.addWidget(self.about)
        layout.addWidget(self.trouble)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        press_with_ctrl_return(self, self.save)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 56)

    def wanted(self, printed: str, language: str) -> Wanted:
        """Return what was chosen."""
        only = self._selected if self.only.isChecked() and self.only.isVisibleTo(self) else ()
        return Wanted(
            format=self._format.id,
            kind=str(self.document.currentData()),
            only=only,
            printed=printed,
            language=language,
        )

    def setup(self) -> Setup:
        """Return how a PDF is put on paper."""
        known = self._usual(str(self.document.currentData()))
        return replace(known, paper=str(self.paper.currentData()), landscape=self.landscape.isChecked())

    # -- internal ------------------------------------------------------------------------------------

    def _other_document(self) -> None:
        """Put in the paper that is usual for it."""
        known = self._usual(str(self.document.currentData()))
        self.paper.setCurrentIndex(self.paper.findData(known.paper))
        self.landscape.setChecked(known.landscape)

    @property
    def _format(self) -> Format:
        return FORMATS[str(self.format.currentData())]

    def _only_text(self) -> str:
        if len(self._selected) == 1:
            return self.tr("&Only the selected combatant")
        return self.tr("&Only the {count} selected combatants").format(count=len(self._selected))

    def _choice(self, entries: Sequence[tuple[str, str]], name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        for value, text in entries:
            box.addItem(text, value)
        return box

    def _row(self, text: str, field: QWidget) -> None:
        label = PlainLabel(text, self)
        label.setBuddy(field)
        label.setMinimumWidth(label.sizeHint().width() + 3)  # an underlined letter breaks kerning
        self._form.addRow(label, field)

    def _refresh(self) -> None:
        """Show what means something for the format."""
        format_ = self._format
        drawn = format_.is_document and not format_.page
        self._form.setRowVisible(self.document, format_.is_document)
        self._form.setRowVisible(self.paper, drawn)
        self._form.setRowVisible(self.landscape, drawn)
        self._form.setRowVisible(self.only, format_.is_document and bool(self._selected))
        self.about.setText(translated(format_.about))
        self.about.setVisible(bool(format_.about))
