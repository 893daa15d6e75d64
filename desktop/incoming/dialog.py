"""What was found, before anything is done with it: where it goes, which of it, and what it becomes there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.parties import entries, stem
from desktop.incoming import work
from desktop.incoming.bringing import (
    Entry,
    Target,
    compared,
    is_only_named,
    joining,
    kept_blocks,
    kept_members,
    with_own_numbers,
)
from desktop.incoming.columns_dialog import ColumnsDialog
from desktop.incoming.model import DetailsModel, FoundModel
from desktop.incoming.standing import standing
from desktop.process.in_front import ask
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, label_of_field, roomy
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.ticked_table import TickedTable
from rulesets.formula.dice import RandomDice
from rulesets.incoming.fitting import Fitted, all_told, propose
from rulesets.seen.labels import entry_label
from rulesets.table.encounter import Encounter

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.incoming.own import Own
    from desktop.process.tasks import Task, Tasks
    from rulesets.campaign.folder import Campaign
    from rulesets.campaign.things import Block, Party
    from rulesets.incoming.found import Told
    from rulesets.incoming.reader import Column
    from rulesets.incoming.reading import Reading
    from rulesets.table.commands import Command
    from rulesets.vocabulary import Rules

MANY = 30
"""Of more creatures in a library none is ticked for a fight: nobody brings them all."""
LONGEST_NAME = 200


class IncomingDialog(QDialog):
    """Reads what is brought, shows what it becomes, and says where it is to go."""

    columns_told = Signal(object)
    """Headings of a table → what they were said to be: to be remembered."""
    broke = Signal(object)
    """Exception: something unexpected happened while it was read."""

    def __init__(
        self,
        origin: Path | bytes,
        bridge: Bridge,
        campaign: Campaign,
        rulesets: Callable[[], Iterable[Rules]],
        tasks: Tasks,
        parent: QWidget | None = None,
        *,
        meanings: Mapping[str, str] | None = None,
    ) -> None:
        """Begin to read a file, or what was pasted; ``rulesets`` returns those it can be played with.

        That is asked off the window's thread: those that were never played are compiled for it.
        ``meanings`` says by heading what columns of tables were said to be before.
        """
        super().__init__(parent)
        self._origin, self._bridge, self._tasks = origin, bridge, tasks
        self.campaign = campaign
        """Which it is compared with, and kept in: also if another one is chosen meanwhile."""
        self._playable = rulesets
        self._rulesets: dict[str, Rules] = {}
        self._task: Task | None = None
        self._reading: Reading | None = None
        self._own: Own | None = None
        self._meanings = dict(meanings or {})
        self._chose = False
        """True once the ticks were changed."""
        self._unfinished = False
        """True if it was closed before everything was read and fitted."""
        self._columns: tuple[Column, ...] = ()
        self._fitted: list[Fitted] = []
        self._dice = RandomDice()
        self._parties: tuple[Party, ...] = ()
        self.blocks: tuple[Block, ...] = ()
        """Own stat blocks that what was found is compared with; the places of entries are among these."""
        self._make_fields()
        self._lay_out()
        self._connect()
        self._read()
        fit(self, self.sizeHint())

    # -- building ------------------------------------------------------------------------------------

    def _make_fields(self) -> None:
        origin = self._origin
        title = (
            self.tr("Bring in “{name}”") if isinstance(origin, Path) else self.tr("Bring in what was pasted")
        )
        self.setWindowTitle(title.format(name=origin.name if isinstance(origin, Path) else ""))
        self.summary = ToneLabel("", self)
        roomy(self.summary)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.target, self.ruleset, self.part, self.party = (QComboBox(self) for _ in range(4))
        for box in (self.target, self.ruleset, self.part, self.party):
            narrow(box)
        self.name, self.only = QLineEdit(self), QLineEdit(self)
        self.name.setMaxLength(LONGEST_NAME)
        self.only.setPlaceholderText(self.tr("Only names with …"))
        self.only.setClearButtonEnabled(True)
        self.only.setAccessibleName(self.tr("Only names with"))
        self.states = QCheckBox(
            self.tr("Conditions begin the &states of the ruleset that are called so"), self
        )
        self.model, self.details = FoundModel(self), DetailsModel(self)
        self.found = TickedTable(self.model, self.tr("What was found"), self)
        self.beside = PlainTable(self.details, self.tr("What it becomes"), self)
        self.notes, self.told = QPlainTextEdit(self), QPlainTextEdit(self)
        self.columns = QPushButton(self.tr("What the col&umns are…"), self)
        self.columns.setAutoDefault(False)
        self.columns.hide()
        self.reason = ToneLabel("", self, tone="warn")
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.ok = self.buttons.button(standard.Ok)
        self.ok.setDefault(True)
        press_with_ctrl_return(self, self.ok)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in (
            (self.tr("&Where to"), self.target),
            (self.tr("Ru&leset"), self.ruleset),
            (self.tr("&Party"), self.party),
            (self.tr("&Name"), self.name),
            (self.tr("O&f it"), self.part),
        ):
            self._form.addRow(label_of_field(text, field), field)
        for text, box in ((self.tr("Notes"), self.notes), (self.tr("To look at"), self.told)):
            box.setReadOnly(True)
            box.setAccessibleName(text)
            box.setTabChangesFocus(True)
        self.notes.setPlaceholderText(self.tr("No notes"))
        self._lay_out_side_by_side()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self.summary)
        layout.addWidget(self.progress)
        layout.addLayout(self._form)
        layout.addWidget(self._split, 1)
        for widget in (self.told, self.states, self.reason):
            layout.addWidget(widget)
        below = QHBoxLayout()
        below.addWidget(self.columns)
        below.addWidget(self.buttons, 1)
        layout.addLayout(below)
        fields = (self.target, self.ruleset, self.party, self.name, self.part, self.only, self.found)
        order = (*fields, self.beside, self.notes, self.told, self.states, self.columns, self.buttons)
        for one, after in pairwise(order):
            QWidget.setTabOrder(one, after)
        self._show_parts(found=False)

    def _lay_out_side_by_side(self) -> None:
        """Put what one of them becomes beside all that were found."""
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.beside, 3)
        column.addWidget(self.notes, 2)
        left = QWidget(self)
        rows = QVBoxLayout(left)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.only)
        rows.addWidget(self.found, 1)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.addWidget(left)
        self._split.addWidget(right)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)

    def _show_parts(self, *, found: bool) -> None:
        """Show the fields once there is something to choose; before that only how far the reading is."""
        for row in range(self._form.rowCount()):
            self._form.setRowVisible(row, found)
        self._split.setVisible(found)
        self.states.setVisible(found)
        self.told.setVisible(False)
        self.ok.setEnabled(False)

    def _connect(self) -> None:
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._leave)
        self.columns.clicked.connect(self._ask_columns)
        self.target.currentIndexChanged.connect(self._on_target)
        self.ruleset.currentIndexChanged.connect(self._fit)
        self.part.currentIndexChanged.connect(self._fill)
        self.party.currentIndexChanged.connect(self._on_party)
        self.name.textChanged.connect(self._say)
        self.only.textChanged.connect(self._filter)
        self.model.ticked.connect(self._on_ticked)
        self.found.selectionModel().currentChanged.connect(self._show_details)
        self.model.modelReset.connect(self._show_details)

    # -- reading -------------------------------------------------------------------------------------

    def _read(self) -> None:
        self.progress.show()
        self.summary.set_tone("quiet")
        self.summary.say(self.tr("Reading…"))
        self._task = self._tasks.do(
            work.reading(self._origin, self._meanings, self._playable),
            self._on_read,
            self._on_failed,
            self._on_progress,
        )

    def _on_progress(self, report: object) -> None:
        assert isinstance(report, tuple)
        done, of = report
        self.progress.setRange(0, of)
        self.progress.setValue(done)
        fitted, read = self.tr("Looking at {done} of {all}…"), self.tr("Reading… creatures so far: {done}")
        self.summary.say((fitted if of else read).format(done=done, all=of))

    def _on_failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return  # of a ruleset that is not chosen any more
        self._task = None
        self.progress.hide()
        self.summary.set_tone("bad")
        self.summary.say(
            self.tr(
                "Nothing was taken: something unexpected happened ({what}). The file is as it was; try a "
                "part of it, or another of its formats."
            ).format(what=str(error) or type(error).__name__)
        )
        self.broke.emit(error)

    def _on_read(self, brought: work.Brought) -> None:
        if self.sender() is not self._task:
            return  # it was closed meanwhile
        reading = brought.reading
        self._task, self._reading, self._own = None, reading, brought.own
        self._columns = brought.columns
        self._rulesets = {rules.id: rules for rules in brought.rulesets}
        self.columns.setVisible(bool(self._columns))
        if reading.refused is not None or not reading.finding.creatures:
            self.progress.hide()
            self.columns.setFocus()
            self.summary.set_tone("bad")
            nothing = self.tr("There is nobody in it. Nothing was taken.")
            said = [str(reading.refused.told)] if reading.refused is not None else [nothing]
            self.summary.say("\n".join([*said, *map(str, reading.finding.told)]))
            return
        self._offer_targets()
        self._offer_rulesets()
        self._offer_parts()
        self._on_target()
        self._fit()

    def holds_typed(self) -> bool:
        """Return whether somebody has chosen from what was found, or given it a name."""
        return self._chose or (self.name.isModified() and bool(self.name.text().strip()))

    def _on_ticked(self) -> None:
        self._chose = True
        self._say()

    def _ask_columns(self) -> None:
        """Ask what the columns of a table are, and read it again."""
        is_read = self.ruleset.count() > 0
        usual = self._bridge.rules if self._bridge.is_open else next(iter(self._rulesets.values()))
        dialog = ColumnsDialog(self._columns, self.rules if is_read else usual, self)
        dialog.accepted.connect(partial(self._on_columns, dialog))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask(dialog)

    def _on_columns(self, dialog: ColumnsDialog) -> None:
        told = dialog.told()
        if told:
            self._meanings |= told
            self.columns_told.emit(told)
            self._fitted = []
            self._read()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _leave(self) -> None:
        self._unfinished = self._task is not None
        self._stop()

    def refresh(self) -> None:
        """Go on with what closing it has stopped: it was laid by with something chosen, and is back."""
        if self._unfinished and self._fitted:
            self._fit()
        elif self._unfinished:
            self._read()

    # -- what can be chosen --------------------------------------------------------------------------

    def _offer_targets(self) -> None:
        assert self._reading is not None
        if self.target.count():
            return  # it is read again: what was chosen stays
        fight = self._reading.finding.round is not None
        new = self.tr("A new encounter")
        as_it_stands = self.tr("A new encounter, with the fight as it stands (round {number})")
        offered = {
            Target.ENCOUNTER: self.tr("The encounter that is open"),
            Target.NEW: as_it_stands.format(number=self._reading.finding.round) if fight else new,
            Target.PREPARED: self.tr("A prepared encounter of the campaign"),
            Target.BLOCKS: self.tr("Own stat blocks"),
            Target.PARTY: self.tr("A party"),
        }
        if not self._bridge.is_open:
            del offered[Target.ENCOUNTER]
        self.target.blockSignals(True)
        for target, text in offered.items():
            self.target.addItem(text, target.value)
        self.target.setCurrentIndex(self.target.findData(self._likely(fight=fight).value))
        self.target.blockSignals(False)
        self._parties = self.campaign.parties()
        for file, told in entries(self._parties):
            self.party.addItem(told, file)
        self.party.addItem(self.tr("A new party"), "")
        stem = self._origin.stem if isinstance(self._origin, Path) else ""
        self.name.setText(next(iter(self._reading.finding.groups), "") or stem or self.tr("Brought in"))

    def _likely(self, *, fight: bool) -> Target:
        assert self._reading is not None
        creatures = self._reading.finding.creatures
        if fight:
            return Target.NEW
        if len(creatures) > MANY:
            return Target.BLOCKS
        if all(one.where == "character" for one in creatures):
            return Target.PARTY
        return Target.ENCOUNTER if self._bridge.is_open else Target.NEW

    def _offer_rulesets(self) -> None:
        assert self._reading is not None
        if self.ruleset.count():
            return
        self.ruleset.blockSignals(True)
        for ident, rules in self._rulesets.items():
            self.ruleset.addItem(entry_label(rules, ident), ident)
        known = tuple(self._rulesets.values())
        own = self._own.ruleset if self._own is not None else ""
        best = own if own in self._rulesets else propose(known, self._reading.finding)
        self.ruleset.setCurrentIndex(max(0, self.ruleset.findData(best)))
        self.ruleset.blockSignals(False)

    def _offer_parts(self) -> None:
        assert self._reading is not None
        creatures = self._reading.finding.creatures
        called = {
            "library": self.tr("The stat blocks"),
            "character": self.tr("The characters"),
            "combat": self.tr("The running fight"),
        }
        saved = self.tr("The encounter “{name}”")
        self.part.blockSignals(True)
        self.part.clear()
        self.part.addItem(self.tr("Everything"), "")
        for where in dict.fromkeys(one.where for one in creatures):
            name = saved.format(name=where.removeprefix("saved:"))
            self.part.addItem(called.get(where, name), where)
        if self._reading.finding.round is not None:
            self.part.setCurrentIndex(max(0, self.part.findData("combat")))
        self.part.blockSignals(False)

    # -- what it becomes -----------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The ruleset that it is for: that of the open fight, if it goes there."""
        return (
            self._bridge.rules if self.where_to == Target.ENCOUNTER else self._rulesets[chosen(self.ruleset)]
        )

    @property
    def _fitting_rules(self) -> Rules:
        """The same, with what it takes from other programs: fights of earlier versions do not say that."""
        rules, same = self.rules, self._rulesets.get(self.rules.id)
        if rules.imports is None and same is not None and same.imports is not None:
            return replace(rules, imports=same.imports)
        return rules

    @property
    def where_to(self) -> Target:
        """Where it is to go."""
        return Target(chosen(self.target) or Target.NEW.value)

    def _on_target(self) -> None:
        target, parts = self.where_to, self.part.count() > 2
        self._form.setRowVisible(self.ruleset, target != Target.ENCOUNTER)
        self._form.setRowVisible(self.party, target == Target.PARTY)
        self._form.setRowVisible(self.part, parts)
        self._on_party()
        self._fit()

    def _on_party(self) -> None:
        named = {Target.NEW, Target.PREPARED}
        new_party = self.where_to == Target.PARTY and not chosen(self.party)
        self._form.setRowVisible(self.name, self.where_to in named or new_party)
        self._fill()

    def _fit(self) -> None:
        """Make combatants of the chosen ruleset of everybody, off the window's thread."""
        if self._reading is None:
            return
        self._stop()
        self.ok.setEnabled(False)
        self.progress.show()
        doing = work.fitting(self._fitting_rules, self._reading, self._dice, self.campaign.blocks)
        self._task = self._tasks.do(doing, self._on_fitted, self._on_failed, self._on_progress)

    def _on_fitted(self, fitted: list[Fitted]) -> None:
        if self.sender() is not self._task:
            return  # of a ruleset that is not chosen any more
        self._task, self._fitted = None, fitted
        self.progress.hide()
        self._split.show()
        self._form.setRowVisible(self.target, True)
        told = tuple(all_told(self.rules, self._reading.finding, fitted)) if self._reading is not None else ()
        self.told.setPlainText("\n".join(map(str, told)))
        self.told.setFixedHeight((self.fontMetrics().height() + 4) * min(4, 1 + len(told)))
        self.told.setVisible(bool(told))
        fight = self.where_to in (Target.ENCOUNTER, Target.NEW)
        self.states.setVisible(fight and any(one.states for one in fitted))
        self._fill()
        self.found.setFocus()

    def _fill(self) -> None:
        """Show what of it was chosen, beside what is kept where it goes."""
        if not self._fitted or self._reading is None:
            return
        part = chosen(self.part)
        shown = [one for one in self._fitted if not part or one.creature.where == part]
        target, rules = self.where_to, self.rules
        if target != Target.BLOCKS and self._own is None and any(map(is_only_named, shown)):
            shown = with_own_numbers(shown, self.campaign.blocks(rules.id), rules)
        self.blocks = tuple(self.campaign.blocks(rules.id)) if target == Target.BLOCKS else ()
        kept = {Target.BLOCKS: kept_blocks(self.blocks)}
        if target == Target.PARTY:
            kept[target] = kept_members(self.party_chosen())
        found = compared(shown, kept.get(target, ()))
        for_fight = target in (Target.ENCOUNTER, Target.NEW, Target.PREPARED)
        ticked = not (for_fight and len(found) > MANY and not part)
        self.model.show_entries(rules, found, ticked=ticked, players=target == Target.PARTY)
        self._widths()
        self._filter()
        if found:
            self.found.setCurrentIndex(self.model.index(0, 0))
        self._say()

    def _widths(self) -> None:
        numbers = self.model.columnCount() - 5
        if numbers >= 0:
            self.found.set_widths(0, 24, 16 if self.model.has_dice() else 8, 10, *[7] * numbers, 24, 30)
        blank = self.model.blank_columns()
        for column in range(1, self.model.columnCount()):
            self.found.setColumnHidden(column, column in blank)
        self.beside.set_widths(1, 28, *[12] * (self.details.columnCount() - 1))

    def _filter(self) -> None:
        wanted = self.only.text().strip().casefold()
        for row, entry in enumerate(self.model.entries()):
            self.found.setRowHidden(row, wanted not in entry.fitted.name.casefold())

    def _show_details(self) -> None:
        entry = self.model.entry(self.found.row)
        self.details.show_entry(self.rules if entry is not None else None, entry)
        self.beside.set_widths(1, 28, *[12] * (self.details.columnCount() - 1))
        self.notes.setPlainText("" if entry is None else str(entry.fitted.given.get("notes", "")))

    def party_chosen(self) -> Party | None:
        """The party that it is to go into; None for a new one."""
        file = chosen(self.party)
        return next((one for one in self._parties if stem(one) == file), None)

    # -- what is said --------------------------------------------------------------------------------

    def _say(self) -> None:
        if self._reading is None or self._task is not None or not self._fitted:
            return
        wanted = self.wanted()
        label = self._reading.reader.label if self._reading.reader is not None else ""
        text = self.tr("{format}: {found} found, {ticked} ticked, {bodies} in all.")
        bodies = sum(max(1, one.fitted.creature.count) for one in wanted)
        found = len(self.model.entries())
        self.summary.set_tone("quiet")
        self.summary.say(text.format(format=label, found=found, ticked=len(wanted), bodies=bodies))
        actions = {
            Target.ENCOUNTER: self.tr("&Bring in"),
            Target.NEW: self.tr("&Begin"),
            Target.PREPARED: self.tr("&Prepare"),
            Target.BLOCKS: self.tr("&Keep"),
            Target.PARTY: self.tr("&Keep"),
        }
        self.ok.setText(actions[self.where_to])
        reason = ""
        if not wanted:
            reason = self.tr("Tick who is to be brought in (Space).")
        elif self._form.isRowVisible(self.name) and not self.name.text().strip():
            reason = self.tr("Give it a name.")
        elif self.where_to == Target.PARTY and (other := self._other_ruleset()):
            reason = self.tr("The numbers of this party are of another ruleset ({ruleset}).").format(
                ruleset=other
            )
        self.reason.say(reason)
        self.reason.setVisible(bool(reason))
        self.ok.setEnabled(not reason)

    def _other_ruleset(self) -> str:
        party = self.party_chosen()
        return party.ruleset if party is not None and party.ruleset != self.rules.id else ""

    def wanted(self) -> list[Entry]:
        """Return what is ticked."""
        return self.model.wanted()

    def fitted(self) -> list[Fitted]:
        """Return the combatants that are ticked."""
        return [entry.fitted for entry in self.wanted()]

    @property
    def title(self) -> str:
        """What the encounter or the party is to be called."""
        return self.name.text().strip()

    @property
    def options(self) -> dict[str, Any] | None:
        """The options that a file of ours is played with; None: those that are usual."""
        same = self._own is not None and self._own.ruleset == self.rules.id
        return self._own.options if same and self._own is not None else None

    def all_told(self) -> list[Told]:
        """Return what is to be looked at of those that are ticked."""
        return (
            [] if self._reading is None else list(all_told(self.rules, self._reading.finding, self.fitted()))
        )

    def orders(self, state: Encounter | None = None) -> list[Command]:
        """Return what brings them into a fight, or begins one; a running fight goes on as it stands.

        Raises:
            ValueError: for a file of ours that somebody has changed so that its ruleset does not take it.
        """
        found, as_states = self.fitted(), self.states.isChecked()
        if self._own is not None and self._own.ruleset == self.rules.id:
            ids = {id(one) for one in found}
            places = [place for place, one in enumerate(self._fitted) if id(one) in ids]
            everybody = len(places) == len(self._fitted)
            return self._own.orders(self.rules, None if everybody else places, state)
        if state is None and self._reading is not None and self._is_running_fight():
            going_on = standing(self.rules, found, self._reading.finding, as_states=as_states)
            if going_on is not None:
                return [going_on]
        return joining(found, state or Encounter(), as_states=as_states)

    def _is_running_fight(self) -> bool:
        return all(one.creature.where == "combat" for one in self.fitted())

    def accept(self) -> None:
        """Accept, if there is anything to bring in."""
        if self.ok.isEnabled():
            super().accept()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 150, (metrics.height() + 8) * 28)
