"""What a fight has made of a party, line by line: what is ticked is written back, as one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.parties import called, of_another
from desktop.files.samples import label_of
from desktop.widgets.boxes import narrow
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, label_of_field, roomy
from desktop.widgets.ticked_table import TickedModel, TickedTable
from rulesets.campaign.parties import Change, carried_over, changes, members_in
from rulesets.seen.carrying import CarriedLine
from rulesets.table.combatant import PC

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.campaign.things import Party

LONGEST = 100
"""Letters of a party's name."""


class Row(NamedTuple):
    """One line of one member."""

    change: Change
    line: CarriedLine
    texts: tuple[str, str, str, str]
    """Who, what, before, after."""


class CarryModel(TickedModel):
    """The lines, each with a tick before it."""

    def __init__(self, texts: Texts, parent: QObject | None = None) -> None:
        """Begin without lines."""
        super().__init__(parent)
        self._texts = texts
        self._rows: list[Row] = []
        self._heads = (self.tr("Who"), self.tr("What"), self.tr("Before"), self.tr("From now on"))

    def show_changes(self, found: Sequence[Change]) -> None:
        """Show other lines, all of them ticked."""
        rows = []
        for change in found:
            name = self._texts.name(change.who)
            for line in change.lines:
                told = self._texts.carried(line)
                rows.append(Row(change, line, (name, told.what, told.before, told.after)))
        unticked: set[int] = set()
        self.beginResetModel()
        self._rows, self._off = rows, unticked
        self.endResetModel()

    def wanted(self) -> list[tuple[Change, list[CarriedLine]]]:
        """Return the ticked lines by member."""
        found: dict[int, tuple[Change, list[CarriedLine]]] = {}
        for number, row in enumerate(self._rows):
            some = found.setdefault(row.change.place, (row.change, []))[1]
            if self.is_ticked(number):
                some.append(row.line)
        return list(found.values())

    # -- ReadTable -----------------------------------------------------------------------------------

    def entries(self) -> Sequence[Row]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        return self._heads

    def cell(self, entry: Row, column: int) -> str:
        return entry.texts[column]


class CarryDialog(FightDialog):
    """Which party, and which lines; a party that there is not yet is made of the player characters."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        parties: Sequence[Party],
        new: Party,
        parent: QWidget | None = None,
    ) -> None:
        """Offer ``parties``, the one that has most members in the fight first chosen, and a ``new`` one."""
        super().__init__(parent)
        self._bridge = bridge
        self._parties = [*parties, *([new] if new.members else [])]
        self._new = new
        self.setWindowTitle(self.tr("Carry over"))
        self.party, self.name = QComboBox(self), QLineEdit(self)
        narrow(self.party)
        for party, told in zip(parties, called(parties), strict=True):
            ruleset = of_another(bridge.rules, party) if told == party.name else ""
            self.party.addItem(f"{told} ({ruleset})" if ruleset else told)
        if new.members:
            self.party.addItem(self.tr("A new party of the player characters"))
        self.name.setMaxLength(LONGEST)
        self.name.setText(new.name)
        self.model = CarryModel(texts, self)
        self.lines = TickedTable(self.model, self.tr("What is carried over"), self)
        self.lines.set_widths(3, 22, 24, 18, 18)
        self._told = ToneLabel("", self)
        roomy(self._told)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.ok = self.buttons.button(standard.Ok)
        self.ok.setText(self.tr("&Carry over"))
        self.ok.setDefault(True)
        press_with_ctrl_return(self, self.ok)
        self._lay_out()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.party.currentIndexChanged.connect(self._choose)
        self.name.textChanged.connect(self._say)
        self.model.ticked.connect(self._say)
        self.party.setCurrentIndex(self._likely())
        self._choose()
        fit(self, self.sizeHint())
        self.ok.setFocus()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in ((self.tr("&Party"), self.party), (self.tr("&Name"), self.name)):
            self._form.addRow(label_of_field(text, field), field)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addLayout(self._form)
        layout.addWidget(self.lines, 1)
        layout.addWidget(self._told)
        layout.addWidget(self.buttons)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def told(self) -> str:
        """What carrying over comes to, or why there is nothing."""
        return self._told.text()

    def written(self) -> Party:
        """Return the party as it is to be kept."""
        party = carried_over(self._bridge.rules, self._chosen(), self.model.wanted())
        return replace(party, name=self.name.text().strip()) if self._is_new() else party

    def accept(self) -> None:
        """Accept, if there is anything to write."""
        if self.ok.isEnabled():
            super().accept()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        rows = max(6, min(18, self.model.rowCount())) + 9
        return QSize(metrics.averageCharWidth() * 96, (metrics.height() + 8) * rows)

    # -- internal ------------------------------------------------------------------------------------

    def _likely(self) -> int:
        """Return the party of this ruleset that has most members in the fight; else the new one."""
        own, state = self._bridge.rules.id, self._bridge.state
        counts = [len(members_in(party, state)) if party.ruleset == own else 0 for party in self._parties]
        if self._new.members:
            counts[-1] = 0
        best = max(counts, default=0)
        return counts.index(best) if best else len(counts) - 1

    def _chosen(self) -> Party:
        return self._parties[max(0, self.party.currentIndex())] if self._parties else self._new

    def _not_of(self, party: Party) -> list[str]:
        """Return the player characters in the fight who are not of a party: who has joined late."""
        there = {one.id for one in members_in(party, self._bridge.state).values()}
        people = self._bridge.state.combatants.values()
        return [one.name for one in people if one.kind == PC and one.id not in there]

    def _is_new(self) -> bool:
        return self._chosen() is self._new

    def _choose(self) -> None:
        party = self._chosen()
        self._form.setRowVisible(self.name, self._is_new())
        fits = party.ruleset == self._bridge.rules.id
        self.model.show_changes(changes(self._bridge.rules, self._bridge.state, party) if fits else ())
        if self.model.rowCount():
            self.lines.setCurrentIndex(self.model.index(0, 0))
        self._say()

    def _say(self) -> None:
        party, count = self._chosen(), self.model.count
        reason = ""
        if not party.members:
            reason = self.tr("There is no player character in this fight, and no party.")
        elif party.ruleset != self._bridge.rules.id:
            reason = self.tr("The numbers of this party are of another ruleset ({ruleset}).")
            reason = reason.format(ruleset=label_of(party.ruleset))
        elif self._is_new() and not self.name.text().strip():
            reason = self.tr("Give the party a name.")
        elif not self._is_new() and not self.model.rowCount():
            there = members_in(party, self._bridge.state)
            nobody = self.tr("Nobody of this party is in the fight.")
            reason = (
                self.tr("Everybody stands as before: there is nothing to carry over.") if there else nobody
            )
        elif not self._is_new() and not count:
            reason = self.tr("Tick what is to be carried over (Space).")
        names = ", ".join(member.name for member in party.members)
        made = self.tr("{names}. The next fight begins with what is ticked.").format(names=names)
        if others := self._not_of(party):
            aside = self.tr("Not of this party, and not carried over: {names}. Campaign → Parties adds them.")
            made = f"{made} {aside.format(names=', '.join(others))}"
        self._told.set_tone("warn" if reason else "quiet")
        self._told.say(reason or made)
        self.ok.setEnabled(not reason)
