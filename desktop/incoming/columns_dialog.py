"""What the columns of a table are, where their headings do not say it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.boxes import narrow
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel
from rulesets.incoming.found import ABILITIES
from rulesets.incoming.reader import IGNORED, Column
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

LONGEST_EXAMPLE = 24


class ColumnsDialog(QDialog):
    """A box for each column; what is chosen is remembered by the heading."""

    def __init__(self, columns: Sequence[Column], rules: Rules, parent: QWidget | None = None) -> None:
        """Offer what a column can be under ``rules``."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the columns are"))
        self._columns = list(columns)
        self.boxes: dict[str, QComboBox] = {}
        meanings = {**self._usual(), **{name: entry_label(rule, name) for name, rule in rules.stats.items()}}
        inner = QWidget(self)
        form = QFormLayout(inner)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for column in self._columns:
            form.addRow(self._said(column), self._box(column, meanings))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inner)
        about = ToneLabel(self.tr("It is remembered for the next table with such a heading."), self)
        roomy(about)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        self.ok = buttons.button(standard.Ok)
        self.ok.setText(self.tr("&Read again"))
        self.ok.setDefault(True)
        press_with_ctrl_return(self, self.ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addWidget(about)
        layout.addWidget(buttons)
        fit(self, inner.sizeHint() + self.sizeHint())

    def _usual(self) -> dict[str, str]:
        return {
            "": self.tr("as it is called"),
            IGNORED: self.tr("leave it out"),
            "name": self.tr("Name"),
            "count": self.tr("How many"),
            "hp": self.tr("Hit points now"),
            "max_hp": self.tr("Hit points when unhurt"),
            "temp_hp": self.tr("Temporary hit points"),
            "ac": self.tr("Armor class"),
            "initiative": self.tr("Bonus on initiative"),
            "rolled": self.tr("Initiative that was rolled"),
            "kind": self.tr("Player character or not"),
            "side": self.tr("Side"),
            "notes": self.tr("Notes"),
            **{name: name.capitalize() for name in ABILITIES},
        }

    def _said(self, column: Column) -> PlainLabel:
        examples = ", ".join(column.examples)
        if len(examples) > LONGEST_EXAMPLE:
            examples = examples[:LONGEST_EXAMPLE] + "…"
        return PlainLabel(f"{column.heading} ({examples})" if examples else column.heading, self)

    def _box(self, column: Column, meanings: dict[str, str]) -> QComboBox:
        box = QComboBox(self)
        narrow(box)
        box.setAccessibleName(column.heading)
        for meaning, label in meanings.items():
            box.addItem(label, meaning)
        box.setCurrentIndex(max(0, box.findData(column.meaning)))
        self.boxes[column.heading] = box
        return box

    def told(self) -> dict[str, str]:
        """Return by heading what was said of the columns, where that is something else than before."""
        chosen = {heading: str(box.currentData()) for heading, box in self.boxes.items()}
        return {
            column.heading: chosen[column.heading]
            for column in self._columns
            if chosen[column.heading] != column.meaning
        }
