"""The initiative list as a Qt model: one row per combatant, exact signals for what a command changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop.bridge import Bridge
from desktop.list.columns import Column, column_of, columns_of
from desktop.list.rows.maker import Moment, RowMaker, roster_of
from desktop.list.rows.moves import moves
from desktop.list.rows.values import RowValue
from desktop.list.rows.words import Naming
from desktop.list.sides import GIVING, sides_in
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role
from rulesets.table.changes import Changes
from rulesets.table.encounter import SETUP, Encounter

Index = QModelIndex | QPersistentModelIndex
MOST_MOVES = 12
"""Rows moved one by one; when more change places (initiative was rolled) the layout changes as a whole."""
SCREENFUL = 60
"""Rows of a list whose rows are all made at once; those of a longer one are made when they are looked at."""

_ITEM = Qt.ItemDataRole
_PAINTED = [int(role) for role in (Role.ROW, _ITEM.DisplayRole, _ITEM.AccessibleTextRole, _ITEM.ToolTipRole)]


class _Made(Struct, frozen=True):
    """A whole list, made before it is shown."""

    maker: RowMaker | None = None
    moment: Moment | None = None
    ids: list[str] = []
    rows: dict[str, RowValue] = {}
    """Those of a short list; of a longer one they are made when they are looked at."""


class InitiativeModel(QAbstractTableModel):
    """One row per combatant: the order's slots from the top, members of a group next to each other."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Naming,
        parent: QObject | None = None,
        *,
        chosen: Callable[[str], tuple[str, ...]] = lambda ruleset: (),
    ) -> None:
        """Show the bridge's encounter, and follow it; ``chosen`` tells which columns a ruleset is to have."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._chosen = chosen
        self._maker: RowMaker | None = None
        self._columns: tuple[Column, ...] = ()
        self._moment: Moment | None = None
        self._ids: list[str] = []
        self._index: dict[str, int] = {}
        self._made: dict[str, RowValue] = {}
        self._reset()
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._reset)

    # -- interface ---------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that this ruleset has."""
        return self._columns

    @property
    def rows(self) -> tuple[RowValue, ...]:
        """The prepared values from top to bottom."""
        return tuple(map(self.value_at, range(len(self._ids))))

    @property
    def sides(self) -> dict[str, int]:
        """Number of the colour and shape of each side."""
        return {} if self._moment is None else self._moment.roster.sides

    def row_of(self, combatant: str) -> int:
        """Return the row of a combatant, or -1."""
        return self._index.get(combatant, -1)

    def combatant_at(self, row: int) -> str:
        """Return the id of the combatant in a row, or '' where there is none."""
        return self._ids[row] if 0 <= row < len(self._ids) else ""

    def value_at(self, row: int) -> RowValue:
        """Return the prepared value of a row; raises IndexError outside the list."""
        ident = self._ids[row]
        made = self._made.get(ident)
        if made is None:
            made = self._made[ident] = self._make(ident)
        return made

    def rows_of_slot(self, slot: str) -> list[int]:
        """Return the rows of those who act in ``slot``, top first; empty if nobody does."""
        members = () if self._moment is None else self._moment.roster.members.get(slot, ())
        return sorted(self._index[ident] for ident in members if ident in self._index)

    def places(self) -> dict[str, int]:
        """Return every combatant's row, as it is now."""
        return dict(self._index)

    def renew_columns(self) -> None:
        """Show the columns that are chosen now; rows, and who is selected, stay."""
        if self._maker is not None and self._bridge.is_open:
            self._exchange_rules()
            self._renew_all()

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _ITEM.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.value_at(index.row())
        match role:
            case Role.ROW:
                return row
            case Role.COMBATANT:
                return row.id
            case Role.SLOT:
                return row.slot
            case _ITEM.DisplayRole:
                return column_of(self.columns[index.column()].kind).short(row)
            case _ITEM.AccessibleTextRole:
                column = self.columns[index.column()]
                return column_of(column.kind).read(row, column.label)
            case _ITEM.ToolTipRole:
                column = self.columns[index.column()]
                return tip(column_of(column.kind).told(row, column.label), wrapped=True)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ITEM.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        label = self.columns[section].label
        return label if role == _ITEM.DisplayRole else tip(label) if role == _ITEM.ToolTipRole else None

    # -- following the encounter -------------------------------------------------------------------

    def _reset(self) -> None:
        """Show another encounter: all of it is made before anything is exchanged, or nothing is shown."""
        try:
            made = self._made_anew()
        except Exception:
            self._exchange(_Made())
            raise
        self._exchange(made)

    def _made_anew(self) -> _Made:
        """Make everything that a list of this length shows at once."""
        if not self._bridge.is_open:
            return _Made()
        scene, maker = self._bridge.scene, self._new_maker()
        moment = Moment(scene, roster_of(scene, sides_in(self._bridge.commands_of(*GIVING))))
        ids = list(scene.order)
        seen = ids if len(ids) <= SCREENFUL else ()
        rows = {ident: maker.row(moment, scene.state.combatants[ident]) for ident in seen}
        return _Made(maker, moment, ids, rows)

    def _exchange(self, made: _Made) -> None:
        wanted = () if made.maker is None else columns_of(made.maker.viewer, self._wanted)
        index = {ident: number for number, ident in enumerate(made.ids)}
        self.beginResetModel()
        self._maker, self._moment, self._columns = made.maker, made.moment, wanted
        self._ids, self._index, self._made = made.ids, index, made.rows
        self.endResetModel()

    @property
    def _wanted(self) -> tuple[str, ...]:
        """The columns that the game master has chosen for this ruleset."""
        return self._chosen(self._bridge.rules.id)

    def _new_maker(self) -> RowMaker:
        return RowMaker(self._bridge.viewer, self._texts, self._wanted)

    def _make(self, ident: str) -> RowValue:
        if self._maker is None or self._moment is None:
            raise LookupError(ident)
        return self._maker.row(self._moment, self._moment.scene.state.combatants[ident])

    def _make_all(self) -> None:
        """Make the rows of a short list, so that what looks the same afterwards is known."""
        if len(self._ids) <= SCREENFUL:
            for ident in self._ids:
                if ident not in self._made:
                    self._made[ident] = self._make(ident)

    def _count_rows(self, first: int, end: int) -> None:
        for number in range(first, end):
            self._index[self._ids[number]] = number

    def _follow(self, changes: Changes) -> None:
        """Carry out what changed; where that fails in the midst of it, the list is made anew."""
        try:
            self._follow_closely(changes)
        except Exception:
            self._reset()
            raise

    def _follow_closely(self, changes: Changes) -> None:
        """Carry out what changed: leavers, movers, joiners, then the rows that look different."""
        maker, before = self._maker, self._moment
        if maker is None or before is None:
            self._reset()
            return
        scene, state = self._bridge.scene, self._bridge.state
        if maker.viewer is not scene.viewer:
            self._exchange_rules()
        redescribed = _redescribed(before.scene.state, state, changes.combatants)
        peopled = changes.whole or redescribed or bool(changes.joined or changes.left)
        listed = changes.order and SETUP in (state.clock.status, before.scene.state.clock.status)
        roster = before.roster
        if peopled or listed:
            roster = roster_of(scene, before.roster.sides)
        moment = self._moment = Moment(scene, roster)
        self._remove(state, self._ids if changes.whole else changes.left)
        if peopled or changes.order or changes.clock or (changes.combatants and scene.out_last):
            self._arrange(list(scene.order))
        everything = changes.whole or changes.passes or changes.clock or redescribed
        everything = everything or before.roster.sides != moment.roster.sides
        everything = everything or before.scene.sealed != scene.sealed
        if everything or ((changes.left or changes.joined) and state.put_off):
            self._renew_all()
        else:
            self._renew(_touched(changes, before, moment))
        self._make_all()

    def _exchange_rules(self) -> None:
        """Show what the new rules have columns for; rows, and who is selected, stay.

        A column that stands behind another one now goes, and comes in anew there.
        """
        self._make_all()
        self._maker = self._new_maker()
        new = columns_of(self._bridge.viewer, self._wanted)
        places = {column.kind: at for at, column in enumerate(new)}
        kept, last = set[str](), -1
        for column in self._columns:
            if places.get(column.kind, -1) > last:
                kept.add(column.kind)
                last = places[column.kind]
        for number in range(len(self._columns) - 1, -1, -1):
            if self._columns[number].kind not in kept:
                self.beginRemoveColumns(QModelIndex(), number, number)
                self._columns = (*self._columns[:number], *self._columns[number + 1 :])
                self.endRemoveColumns()
        for number, column in enumerate(new):
            if number >= len(self._columns) or self._columns[number].kind != column.kind:
                self.beginInsertColumns(QModelIndex(), number, number)
                self._columns = (*self._columns[:number], column, *self._columns[number:])
                self.endInsertColumns()
        if self._columns != new:
            self._columns = new
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)

    def _remove(self, state: Encounter, left: Iterable[str]) -> None:
        gone = [
            self._index[ident] for ident in left if ident in self._index and ident not in state.combatants
        ]
        for number in sorted(gone, reverse=True):
            self.beginRemoveRows(QModelIndex(), number, number)
            ident = self._ids.pop(number)
            del self._index[ident]
            self._made.pop(ident, None)
            self._count_rows(number, len(self._ids))
            self.endRemoveRows()

    def _arrange(self, ids: list[str]) -> None:
        """Bring the rows into the order of the encounter and put joiners in."""
        if ids == self._ids:
            return
        there = ids if len(ids) == len(self._ids) else [ident for ident in ids if ident in self._index]
        if len(there) != len(self._ids):
            raise LookupError("somebody has a row, and no place in the encounter")
        steps = moves(self._ids, there, MOST_MOVES)
        if steps is None:
            self._rearrange(there)
        else:
            for source, to in steps:
                self._move(source, to)
        for number, ident in enumerate(ids if len(ids) > len(self._ids) else ()):
            if ident not in self._index:
                self.beginInsertRows(QModelIndex(), number, number)
                self._ids.insert(number, ident)
                self._count_rows(number, len(self._ids))
                self.endInsertRows()

    def _move(self, source: int, to: int) -> None:
        """Move one row; ``to`` counts before the move, so one row down is ``source + 2``."""
        if not self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), to):
            return
        target = to if to < source else to - 1
        self._ids.insert(target, self._ids.pop(source))
        self._count_rows(min(source, target), max(source, target) + 1)
        self.endMoveRows()

    def _rearrange(self, ids: list[str]) -> None:
        """Let many rows change places at once; selections stay with their combatants."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        names = [self._ids[index.row()] for index in before]
        self._ids = ids
        self._count_rows(0, len(ids))
        after = [
            self.index(self._index[ident], index.column()) for ident, index in zip(names, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _renew_all(self) -> None:
        """Anybody may look different: a long list forgets what it looked like and is told of as a whole."""
        if len(self._ids) <= SCREENFUL:
            self._renew(self._ids)
            return
        self._made.clear()
        self._tell(0, len(self._ids) - 1)

    def _renew(self, ids: Iterable[str]) -> None:
        """Make rows anew and tell of those that look different, in as few ranges as there are gaps."""
        differing: list[int] = []
        for ident in ids:
            number = self._index.get(ident)
            if number is None:
                continue
            row = self._make(ident)
            if row != self._made.get(ident):
                self._made[ident] = row
                differing.append(number)
        differing.sort()
        start = 0
        for at in range(1, len(differing) + 1):
            if at == len(differing) or differing[at] != differing[at - 1] + 1:
                self._tell(differing[start], differing[at - 1])
                start = at

    def _tell(self, top: int, bottom: int) -> None:
        self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(self.columns) - 1), _PAINTED)


def _redescribed(before: Encounter, state: Encounter, combatants: Iterable[str]) -> bool:
    """Return whether somebody has another name, side, kind or group, which other rows may show, too."""
    for ident in combatants:
        old, new = before.combatants.get(ident), state.combatants.get(ident)
        if old is None or new is None:
            continue
        if (old.name, old.side, old.kind, old.group) != (new.name, new.side, new.kind, new.group):
            return True
    return False


def _choosing(moment: Moment) -> set[tuple[str, str]]:
    """Return who can be chosen to go next, and who chooses."""
    choice = moment.scene.choice
    if choice is None:
        return set()
    return {("can", slot) for slot in choice.slots} | {("by", choice.who)}


def _touched(changes: Changes, before: Moment, now: Moment) -> set[str]:
    """Return the ids whose rows may look different."""
    found = set(changes.combatants)
    slots = set(changes.slots)
    if now.scene.must_act != before.scene.must_act:
        slots |= {now.scene.must_act, before.scene.must_act}
    slots.update(slot for _, slot in _choosing(before) ^ _choosing(now))
    for slot in slots:
        found.update(now.roster.members.get(slot, ()))
    if now.roster is not before.roster:
        for slot, members in now.roster.members.items():
            if before.roster.members.get(slot) != members:
                found.update(members)
    return found
