"""Export of combatants: asks as what, in which format and where to, and writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

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
from desktop.process.tasks import Heard, Task
from desktop.widgets.dialogs import press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel
from rulesets.output.combatants.formats import FORMS, Form
from rulesets.output.combatants.outgoing import BLOCKS, ENCOUNTER, FIGHT, KINDS, PARTY, Outgoing
from rulesets.plain_files import write_whole


class Going(NamedTuple):
    """What a window lets go out."""

    name: str
    """What its file is called, if nobody says otherwise."""
    kinds: Sequence[str]
    """As what it can go."""
    selected: Sequence[str]
    """Ids of those who are selected."""
    take: Callable[[str, tuple[str, ...]], Callable[[], Outgoing]]
    """Told the kind and the ids of those who go (none: all); what it returns is called in another thread."""
    written: Heard
    """Told the path of the file; this and the next are methods of what lives in the window's thread."""
    failed: Heard
    """Told the error: nothing was written."""


class PeopleExportDialog(QDialog):
    """Asks who goes out as what; where to is asked afterwards."""

    def __init__(
        self, selected: Sequence[str], parent: QWidget | None = None, *, kinds: Sequence[str] = KINDS
    ) -> None:
        """Offer it for all, or for the ``selected`` ids alone; of one kind there is nothing to choose."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export combatants"))
        self._selected = tuple(selected)
        texts = {"csv": self.tr("Table (CSV)"), "txt": self.tr("Plain text")}
        called = {
            FIGHT: self.tr("The fight as it stands"),
            ENCOUNTER: self.tr("A prepared encounter: everybody as they came in"),
            PARTY: self.tr("A party: those of the players as they stand"),
            BLOCKS: self.tr("Stat blocks"),
        }
        self.kind = self._choice(self.tr("&What"), [(kind, called[kind]) for kind in kinds])
        self.format = self._choice(
            self.tr("&Format"), [(form.id, texts.get(form.id, form.label)) for form in FORMS.values()]
        )
        one, more = self.tr("&Only the selected combatant"), self.tr("&Only the {count} selected combatants")
        if tuple(kinds) == (BLOCKS,):
            one = self.tr("&Only the selected stat block")
            more = self.tr("&Only the {count} selected stat blocks")
        count = len(self._selected)
        self.only = QCheckBox(one if count == 1 else more.format(count=count), self)
        self.only.setChecked(len(kinds) == 1 and count > 1)  # nobody selects several for nothing
        self.about = roomy(ToneLabel("", self))
        self._lay_out()
        self.only.setVisible(count > 0)
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
        form.setRowVisible(self.kind, self.kind.count() > 1)
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
            "toml": self.tr("Turnwright reads it again, and nothing is lost."),
            "improved-initiative": self.tr(
                "Improved Initiative takes it under Settings. What it has no number for stands in a trait."
            ),
            "csv": self.tr("One row for each combatant, for a spreadsheet."),
        }
        told = about.get(form, self.tr("A few lines for each combatant, to be read."))
        self.about.setText(f"{told} {self.tr('The log stays here.')}" if whole else told)


class PeopleExport(QObject):
    """A window's way to files of combatants."""

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
        """Ask what of the open fight goes out, in which format, then for the file."""
        current = self._services.encounters.current
        if current is None:
            return
        going = Going(
            name=current.name,
            kinds=KINDS,
            selected=tuple(self._selected()),
            take=self._of_the_fight,
            written=self._feedback.saved_file,
            failed=self._feedback.trouble,
        )
        self.offer(going, self._window)

    def offer(self, going: Going, over: QWidget) -> None:
        """Ask over a window as what and in which format something goes out, then for the file."""
        dialog = PeopleExportDialog(going.selected, over, kinds=going.kinds)
        dialog.accepted.connect(partial(self._ask_where, going, dialog))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask(dialog)

    def _ask_where(self, going: Going, dialog: PeopleExportDialog) -> None:
        kind, form, only = dialog.chosen
        then = partial(self._write, going, kind, form, only)
        over = dialog.parentWidget() or self._window
        ask_file(self._services.settings, dialog.windowTitle(), going.name, FORMS[form].ending, then, over)

    def _write(self, going: Going, kind: str, form: str, only: tuple[str, ...], name: str) -> None:
        """Write the file; the file dialog has asked whether one of that name may be replaced."""
        work = partial(_write, going.take(kind, only), FORMS[form], Path(name))
        self._services.tasks.do(work, going.written, going.failed)

    def _of_the_fight(self, kind: str, only: tuple[str, ...]) -> Callable[[], Outgoing]:
        """Return the fight as it stands now: it goes on while it is written."""
        bridge, current = self._services.bridge, self._services.encounters.current
        out = Outgoing(
            rules=bridge.rules,
            name="" if current is None else current.name,
            kind=kind,
            state=bridge.state,
            first=first_given(bridge),
            waves=waves_of(bridge),
            only=only,
        )
        return lambda: out


def _write(take: Callable[[], Outgoing], form: Form, path: Path, _task: Task) -> Path:
    """Write a file off the window's thread and return its path; raises OSError and Unfit."""
    write_whole(path, form.make(take()).encode("utf-8", "replace"))
    return path
