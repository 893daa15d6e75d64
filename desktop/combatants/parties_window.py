"""The window of parties: who is in each, how they stand, resting between two fights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QInputDialog,
    QListWidget,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.member_dialog import MemberDialog
from desktop.combatants.parties import called, stem
from desktop.combatants.ruleset_box import RulesetBox
from desktop.files.samples import label_of
from desktop.process.in_front import ask
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.menus import underline_letters
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.plain_text import PlainLabel
from desktop.widgets.read_table import ReadTable
from rulesets.campaign.parties import ident_of, members_in, rested, standing
from rulesets.campaign.things import Member, Party
from rulesets.fight.storage.errors import StorageError
from rulesets.seen.labels import entry_label
from rulesets.table.combatant import PC
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from desktop.bridge import Bridge
    from desktop.files.campaigns import Campaigns
    from desktop.widgets.texts import Texts
    from rulesets.campaign.folder import Change
    from rulesets.table.combatant import Combatant


class _Row(NamedTuple):
    name: str
    stands: str
    ident: str


class _Members(ReadTable):
    """The members of a party with how they stand."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self._rows: list[_Row] = []

    def show_members(self, members: Sequence[Member]) -> None:
        """Show others."""
        names = {ident_of(member): member.name for member in members}
        rows = [_Row(member.name, self._stands(member, names), ident_of(member)) for member in members]
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _stands(self, member: Member, names: dict[str, str]) -> str:
        told = [self._texts.carried(line, names).brief for line in standing(self._bridge.rules, member)]
        return ", ".join(told) or self.tr("as entered")

    def entries(self) -> Sequence[_Row]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        return (self.tr("Member"), self.tr("Stands"))

    def cell(self, entry: _Row, column: int) -> str:
        return entry[column]


class PartiesWindow(QDialog):
    """What is done here is written at once, and can be taken back step by step."""

    bringing = Signal(str)
    """File of a party that is to come into the fight, without its ending."""
    exporting = Signal(object, object)
    """Party that is to be taken elsewhere, and the ids of its members that are selected."""
    copying = Signal(object, object)
    """Party, and the ids of those of it who are to be put on the clipboard."""
    adding = Signal(object)
    """Party whose new members are to be asked for."""
    joining = Signal(object, object)
    """Party, and the ids of those in the fight who are to be of it."""
    turned = Signal(str)
    """Id of a ruleset by which those are to be shown that are of it."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        campaigns: Campaigns,
        said: Callable[[Exception], str],
        parent: QWidget | None = None,
        *,
        rulesets: Sequence[tuple[str, str]] = (),
        done: list[Change] | None = None,
    ) -> None:
        """Show the parties of the campaign; ``said`` puts an error into words.

        ``done`` is what was done to them before, which is taken back here, too; what is done here is added.
        ``rulesets`` (id, name) can be turned to: then no encounter is open, and nobody comes into a fight.
        """
        super().__init__(parent)
        self.ruleset = RulesetBox(rulesets, bridge.rules.id, self)
        self._bridge, self._texts, self._campaigns, self._said = bridge, texts, campaigns, said
        self._parties: tuple[Party, ...] = ()
        self._done: list[Change] = [] if done is None else done
        self._left_names: dict[tuple[str, str], str] = {}
        """What asks for a name, and which one stood there → the name that was typed and not given."""
        self.setWindowTitle(self.tr("Parties"))
        self._make_fields()
        self._lay_out()
        self._connect()
        self.look_again()
        fit(self, self.sizeHint())
        self.list.setFocus()

    def _make_fields(self) -> None:
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Parties"))
        self.model = _Members(self._bridge, self._texts, self)
        self.members = PlainTable(self.model, self.tr("Members"), self)
        self.members.setSelectionMode(PlainTable.SelectionMode.ExtendedSelection)
        self.members.set_widths(1, 24, 40)
        self.members.wrap()
        self.told, self.troubles = ToneLabel("", self), ToneLabel("", self, tone="warn")
        roomy(self.told)
        self.bring_in = side_button(self.tr("&Bring in"), self, self._bring_in)
        self.bring_in.setHidden(self.ruleset.is_offered)
        self.rest = side_button(self.tr("&Rest"), self)
        self.rests = self._rest_menu()
        self.rest.setMenu(self.rests)
        self.new = side_button(self.tr("&New…"), self, self._ask_new)
        self.rename = side_button(self.tr("Rena&me…"), self, self._ask_rename)
        self.add = side_button(self.tr("&Add members…"), self, self._add)
        self.join = side_button(self.tr("From the &fight"), self)
        self.people = QMenu(self)
        self.join.setMenu(self.people)
        self.join.setHidden(self.ruleset.is_offered)
        self.change = side_button(self.tr("&Change…"), self, self._ask_change)
        self.leave = side_button(self.tr("&Take out of the party"), self, self._leave)
        self.remove = side_button(self.tr("&Delete the party"), self, self._remove)
        self.undo = side_button(self.tr("&Undo"), self, self._undo)
        self.export = side_button(self.tr("&Export…"), self, self._export)

    def _connect(self) -> None:
        self.ruleset.turned.connect(self.turned)
        self.list.currentRowChanged.connect(self._show)
        self.members.selectionModel().selectionChanged.connect(self._enable)
        self.list.itemActivated.connect(self._bring_in)
        self._campaigns.changed.connect(self._changed_outside)
        self.people.aboutToShow.connect(self._fill_people)
        self.people.triggered.connect(self._join)
        QShortcut(QKeySequence("Ctrl+Z"), self).activated.connect(self._undo)
        QShortcut(QKeySequence("F2"), self).activated.connect(self._ask_rename)
        self.members.copying.connect(self._copy_members)
        self.members.opened.connect(self._ask_change)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self._copy_party)

    def _rest_menu(self) -> QMenu:
        menu = QMenu(self)
        for ident, rule in self._bridge.rules.rests.items():
            action = QAction(entry_label(rule, ident).replace("&", "&&"), menu)
            action.setObjectName(ident)
            menu.addAction(action)
        menu.triggered.connect(self._rested)
        return underline_letters(menu)

    def _lay_out(self) -> None:
        label = PlainLabel(self.tr("&Party"), self)
        label.setBuddy(self.list)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(label)
        left.addWidget(self.list, 1)
        right.addWidget(self.members, 1)
        right.addWidget(self.told)
        right.addWidget(self.troubles)
        of_members = (self.bring_in, self.rest, self.add, self.join, self.change, self.leave)
        of_parties = (self.new, self.rename, self.remove, self.undo, self.export)
        for buttons in (of_members, of_parties):
            lines = FlowLayout()
            for button in buttons:
                lines.addWidget(button)
            right.addLayout(lines)
        across = QHBoxLayout()
        across.addLayout(left, 1)
        across.addLayout(right, 3)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.ruleset)
        layout.addLayout(across, 1)
        layout.addWidget(close)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 124, metrics.height() * 24)

    # -- what is shown -------------------------------------------------------------------------------

    @property
    def party(self) -> Party | None:
        """The party that is chosen."""
        row = self.list.currentRow()
        return self._parties[row] if 0 <= row < len(self._parties) else None

    def look_again(self) -> None:
        """Read what there is now, and stay at the party that was chosen."""
        party, row = self.party, self.list.currentRow()
        self._parties = self._campaigns.current.parties()
        files = [stem(one) for one in self._parties]
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(called(self._parties))
        at = files.index(stem(party)) if party is not None and stem(party) in files else max(0, row)
        self.list.setCurrentRow(min(at, len(files) - 1))
        self.list.blockSignals(False)
        told = self.tr("Left out, the files are as they were: {files}")
        wrong = "; ".join(map(str, self._campaigns.current.troubles_of_parties()))
        self.troubles.say(told.format(files=wrong) if wrong else "")
        with self.members.keeping_rows(lambda row: self.model.entries()[row].ident):
            self._show()

    def _changed_outside(self) -> None:
        """Read anew; what was said of one's own last step stays, which comes back as such a change, too."""
        before, said, party = self._parties, self.told.text(), self.party
        self.look_again()
        if said and self._parties == before:
            self.told.say(said)
        elif party is not None and stem(party) not in map(stem, self._parties):
            gone = self.tr("“{party}” is not there any more: its file was removed, or cannot be read.")
            self._tell(gone.format(party=party.name), "warn")

    def _show(self, _row: int = 0) -> None:
        party = self.party
        self.model.show_members(() if party is None else party.members)
        about = "" if party is None else party.notes
        if party is None:
            about = self.tr("There is no party yet: New begins one, and then you say who is of it.")
        elif not party.members:
            about = self.tr("Nobody is of it yet.")
        elif not self._fits():
            about = self.tr("Its numbers are of another ruleset ({ruleset}).")
            about = about.format(ruleset=label_of(party.ruleset))
            if self.ruleset.is_offered:
                about += " " + self.tr("Choose that one above to let them rest.")
        elif not about and not self._bridge.rules.rests:
            about = self.tr(
                "This ruleset does not say what a rest gives back: they stay as they are until you change it."
            )
        self._tell(about)
        self._enable()

    def _enable(self) -> None:
        party, fits = self.party, self._fits()
        self.bring_in.setEnabled(party is not None and not self.ruleset.is_offered)
        self.rest.setEnabled(fits and bool(self._bridge.rules.rests))
        self.rest.setToolTip(
            "" if self._bridge.rules.rests else self.tr("This ruleset says nothing of rests.")
        )
        self.rename.setEnabled(party is not None)
        self.add.setEnabled(fits)
        self.join.setEnabled(fits and bool(self._not_of_it()))
        self.join.setToolTip("" if self.join.isEnabled() else self.tr("Everybody in the fight is of it."))
        self.change.setEnabled(fits and len(self.members.rows()) == 1)
        self.leave.setEnabled(party is not None and bool(self.members.rows()))
        self.remove.setEnabled(party is not None)
        self.export.setEnabled(party is not None and bool(party.members))
        self.undo.setEnabled(bool(self._done))

    def _fits(self) -> bool:
        return self.party is not None and self.party.ruleset == self._bridge.rules.id

    def _tell(self, text: str, tone: str = "quiet") -> None:
        self.told.set_tone(tone)
        self.told.say(text)

    # -- what is done --------------------------------------------------------------------------------

    def _bring_in(self) -> None:
        if self.party is not None and self.bring_in.isEnabled():
            file = stem(self.party)
            self.accept()
            self.bringing.emit(file)

    def _rested(self, action: QAction) -> None:
        party = self.party
        if party is None:
            return
        after = rested(self._bridge.rules, party, action.objectName(), self._bridge.dice)
        if isinstance(after, Refusal):
            self._tell(self._texts.refusal(after), "bad")
        elif after.members == party.members:
            told = self.tr("{rest}: everybody stands as before.").format(rest=action.text())
            self._tell(f"{told} {self._texts.rest(action.objectName())}".strip())
        else:
            told = self.tr("{rest} for {party}.").format(rest=action.text(), party=party.name)
            self._write(after, f"{told} {self._texts.rest(action.objectName())}".strip())

    # -- who is of it --------------------------------------------------------------------------------

    def _ask_new(self) -> None:
        self._ask_name(self.tr("New party"), "", self._begin)

    def _ask_rename(self) -> None:
        if self.party is not None:
            self._ask_name(self.tr("Rename the party"), self.party.name, self._renamed)

    def _ask_name(self, title: str, name: str, act: Callable[[str], None]) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(title)
        dialog.setLabelText(self.tr("Name of the party"))
        dialog.setTextValue(self._left_names.pop((title, name), name))
        dialog.textValueSelected.connect(act)
        dialog.rejected.connect(partial(self._keep_name, dialog, title, name))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask(dialog)

    def _keep_name(self, dialog: QInputDialog, title: str, name: str) -> None:
        """Keep a name that was typed and left: it stands there again when the same is asked."""
        typed = dialog.textValue()
        if typed.strip() and typed != name:
            self._left_names[title, name] = typed
            told = self.tr("“{title}” was closed. “{typed}” is kept there until it is asked again.")
            self._tell(told.format(title=title, typed=typed.strip()))

    def _begin(self, name: str) -> None:
        if self._may_be_called(name, self._parties):
            told = self.tr("“{party}” begins: say who is of it.").format(party=name.strip())
            self._write(Party(name=name.strip(), ruleset=self._bridge.rules.id, members=()), told)

    def _renamed(self, name: str) -> None:
        party = self.party
        others = [one for one in self._parties if one is not party]
        if party is not None and name.strip() != party.name and self._may_be_called(name, others):
            told = self.tr("“{old}” is called “{party}” now.")
            self._write(replace(party, name=name.strip()), told.format(old=party.name, party=name.strip()))

    def _may_be_called(self, name: str, others: Sequence[Party]) -> bool:
        """Return whether a party can have a name; that another one has it is told."""
        typed = name.strip().casefold()
        taken = any(one.name.casefold() == typed for one in others)
        if taken:
            told = self.tr("There is a party “{party}” already; nothing was changed.")
            self._tell(told.format(party=name.strip()), "warn")
        return bool(typed) and not taken

    def _add(self) -> None:
        if self.party is not None and self.add.isEnabled():
            self.adding.emit(self.party)

    def _not_of_it(self) -> list[Combatant]:
        """Return those in the fight who are not of the party, player characters first."""
        if self.party is None or self.ruleset.is_offered:
            return []
        state = self._bridge.state
        there = {one.id for one in members_in(self.party, state).values()}
        others = [one for one in state.combatants.values() if one.id not in there]
        return sorted(others, key=lambda one: one.kind != PC)

    def _fill_people(self) -> None:
        self.people.clear()
        people = self._not_of_it()
        heroes = [one.id for one in people if one.kind == PC]
        if len(heroes) > 1:
            self.people.addAction(self.tr("All player characters")).setData(heroes)
            self.people.addSeparator()
        for one in people:
            self.people.addAction(one.name.replace("&", "&&")).setData([one.id])
        underline_letters(self.people)

    def _join(self, action: QAction) -> None:
        if self.party is not None:
            self.joining.emit(self.party, action.data())

    def add_members(self, members: Sequence[Member]) -> None:
        """Let others be of the party that is chosen."""
        party = self.party
        if party is not None and members:
            names = ", ".join(one.name for one in members)
            told = self.tr("Now in “{party}”: {names}.").format(party=party.name, names=names)
            self._write(replace(party, members=(*party.members, *members)), told)

    def _ask_change(self) -> None:
        """Ask what the member that is selected has learnt, lost or been given back."""
        party, rows = self.party, self.members.rows()
        if party is None or not self.change.isEnabled():
            return
        member = party.members[rows[0]]
        others = [one.name for one in party.members if one is not member]
        dialog = MemberDialog(self._bridge.rules, member, others, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(partial(self._changed, dialog, party, rows[0]))
        ask(dialog)

    def _changed(self, dialog: MemberDialog, party: Party, row: int) -> None:
        members = list(party.members)
        members[row] = dialog.member()
        told = self.tr("{name} is changed; Undo takes it back.").format(name=members[row].name)
        self._write(replace(party, members=tuple(members)), told)

    def _leave(self) -> None:
        party, rows = self.party, self.members.rows()
        if party is not None and rows:
            members = tuple(one for number, one in enumerate(party.members) if number not in rows)
            names = ", ".join(party.members[row].name for row in rows)
            told = self.tr("No longer in “{party}”: {names}.").format(party=party.name, names=names)
            self._write(replace(party, members=members), told)

    # -- taken elsewhere -----------------------------------------------------------------------------

    def _export(self) -> None:
        if self.party is not None and self.export.isEnabled():
            self.exporting.emit(self.party, self._selected())

    def _copy_members(self) -> None:
        if self.party is not None and (ids := self._selected()):
            self.copying.emit(self.party, ids)

    def _copy_party(self) -> None:
        if self.party is not None and self.party.members:
            self.copying.emit(self.party, ())

    def _selected(self) -> tuple[str, ...]:
        members = () if self.party is None else self.party.members
        return tuple(ident_of(members[row]) for row in self.members.rows())

    def tell_taken(self, text: str) -> None:
        """Say what was taken elsewhere."""
        self._tell(text, "good")

    def tell_failed(self, error: Exception) -> None:
        """Say why nothing was."""
        self._tell(self._said(error), "bad")

    # -- in its file ---------------------------------------------------------------------------------

    def _write(self, party: Party, told: str) -> None:
        try:
            written = self._campaigns.write(party)
        except StorageError as error:
            self._tell(self._said(error), "bad")
            return
        self._done.append(written.change)
        self._choose(written.change.path)
        if written.beside:
            beside = self.tr(
                "Its file was changed by somebody else meanwhile: both are kept, this one as {name}."
            )
            told = f"{told} {beside.format(name=written.change.path.name)}"
        self._tell(told)

    def _choose(self, path: Path) -> None:
        """Show the party that a file holds."""
        paths = [None if one.origin is None else one.origin.path for one in self._parties]
        if path in paths:
            self.list.setCurrentRow(paths.index(path))
        self._enable()

    def _remove(self) -> None:
        party = self.party
        if party is None:
            return
        try:
            change = self._campaigns.remove(party)
        except StorageError as error:
            self._tell(self._said(error), "bad")
            return
        self._done.append(change)
        self._enable()
        self._tell(self.tr("“{name}” is deleted; Undo brings it back.").format(name=party.name))

    def _undo(self) -> None:
        """Take back what was done here last."""
        if not self._done:
            return
        try:
            self._campaigns.take_back(self._done[-1])
        except StorageError as error:
            self._tell(self._said(error), "bad")
            return
        self._done.pop()
        self._enable()
        self._tell(self.tr("It is as it was before."))
