"""Export of combatants: asks as what, in which format and where to, and writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.app_services import AppServices
from desktop.combatants.copying import first_given, waves_of
from desktop.messages.feedback import Feedback
from desktop.paper.ask_file import ask_file
from desktop.process.in_front import ask
from desktop.widgets.fields import ToneLabel, roomy
from desktop.widgets.people import press_with_ctrl_return
from desktop.widgets.plain_text import PlainLabel
from rulesets.output.combatants.formats import FORMS
from rulesets.output.combatants.outgoing import BLOCKS, ENCOUNTER, FIGHT, PARTY, Outgoing
from rulesets.plain_files import write_whole


class PeopleExportDialog(QDialog):
    """Asks who goes out as what; where to is asked afterwards."""

    def __init__(self, selected: Sequence[str], parent: QWidget | None = None) -> None:
        """Offer it for all, or for the ``selected`` ids alone."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export combatants"))
        self._selected = tuple(selected)
        texts = {"csv": self.tr("Table (CSV)"), "txt": self.tr("Plain text")}
        self.kind = self._choice(
            self.tr("&What"),
            [
                (FIGHT, self.tr("The fight as it stands")),
                (ENCOUNTER, self.tr("A prepared encounter: everybody as they came in")),
                (PARTY, self.tr("A party: those of the players as they stand")),
                (BLOCKS, self.tr("Stat blocks")),
            ],
        )
        self.format = self._choice(
            self.tr("&Format"), [(form.id, texts.get(form.id, form.label)) for form in FORMS.values()]
        )
        one, more = self.tr("&Only the selected combatant"), self.tr("&Only the {count} selected combatants")
        count = len(self._selected)
        self.only = QCheckBox(one if count == 1 else more.format(count=count), self)
        self.about = roomy(ToneLabel("", self))
        self._lay_out()
        for box in (self.kind, self.format):
            box.currentIndexChanged.connect(self._refresh)
        self._refresh()

    @property
    def chosen(self) -> tuple[str, str, tuple[str, ...]]:
        """As what, in which format, and the ids of those who go; none: all."""
        only = self._selected if self.only.isChecked() and self.only.isEnabled() else ()
        return str(self.kind.currentData()), str(self.format.currentData()), only

    def _choice(self, text: str, entries: Sequence[tuple[str, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(text.replace("&", ""))
        for value, label in entries:
            box.addItem(label, value)
        return box

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, box in ((self.tr("&What"), self.kind), (self.tr("&Format"), self.format)):
            label = PlainLabel(text, self)
            label.setBuddy(box)
            label.setMinimumWidth(label.sizeHint().width() + 3)  # an underlined letter breaks kerning
            form.addRow(label, box)
        form.addRow("", self.only)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Save | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.save = self.buttons.button(standard.Save)
        self.save.setText(self.tr("&Save as…"))
        self.save.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addLayout(form)
        layout.addWidget(self.about)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        press_with_ctrl_return(self, self.save)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 60)

    def _refresh(self) -> None:
        """Say what comes of it: a whole fight that is gone on with has everybody in it."""
        kind, form = str(self.kind.currentData()), str(self.format.currentData())
        whole = kind == FIGHT and form == "toml"
        self.only.setEnabled(bool(self._selected) and not whole)
        about = {
            "toml": self.tr("Turnwright reads it again, and nothing is lost. The log stays here."),
            "improved-initiative": self.tr(
                "Improved Initiative takes it under Settings. What it has no number for stands in a trait."
            ),
            "csv": self.tr("One row for each combatant, for a spreadsheet."),
        }
        self.about.setText(about.get(form, self.tr("A few lines for each combatant, to be read.")))


class PeopleExport(QObject):
    """The window's way to files of combatants."""

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

    def ask(self) -> None:
        """Ask for what and format, then for the file."""
        if self._services.encounters.current is None:
            return
        dialog = PeopleExportDialog(self._selected(), self._window)
        dialog.accepted.connect(self._ask_where)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask(dialog)

    def _ask_where(self) -> None:
        dialog, current = self.sender(), self._services.encounters.current
        if not isinstance(dialog, PeopleExportDialog) or current is None:
            return
        kind, form, only = dialog.chosen
        then = partial(self._write, kind, form, only)
        title, ending = self.tr("Export combatants"), FORMS[form].ending
        ask_file(self._services.settings, title, current.name, ending, then, self._window)

    def _write(self, kind: str, form: str, only: tuple[str, ...], name: str) -> None:
        """Write the file; the file dialog has asked whether one of that name may be replaced."""
        bridge, current = self._services.bridge, self._services.encounters.current
        if current is None:
            return
        out = Outgoing(
            rules=bridge.rules,
            name=current.name,
            kind=kind,
            state=bridge.state,
            first=first_given(bridge),
            waves=waves_of(bridge),
            only=only,
        )
        path = Path(name)
        try:
            write_whole(path, FORMS[form].make(out).encode("utf-8", "replace"))
        except OSError as error:
            self._feedback.trouble(error)
            return
        self._feedback.saved_file(path)
