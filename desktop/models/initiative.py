"""The initiative list as a Qt model: one row per combatant, exact signals for what a command changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from desktop.bridge import Bridge
from desktop.models import row_words
from desktop.models.row_maker import Moment, Roster, RowMaker, roster_of, row_order
from desktop.models.row_moves import moves
from desktop.models.row_words import Naming
from desktop.models.sides import sides_in
from desktop.roles import Role
from desktop.row_values import Column, RowValue
from rulesets.encounter.changes import Changes
from rulesets.encounter.encounter import Encounter

Index = QModelIndex | QPersistentModelIndex
MOST_MOVES = 12
"""Rows moved one by one; when more change places (initiative was rolled) the layout changes as a whole."""

_ITEM = Qt.ItemDataRole
_PAINTED = [int(role) for role in (Role.ROW, _ITEM.DisplayRole, _ITEM.AccessibleTextRole, _ITEM.ToolTipRole)]


class InitiativeModel(QAbstractTableModel):
    """One row per combatant: the order's slots from the top, members of a group next to each other."""

    def __init__(self, bridge: Bridge, texts: Naming, parent: QObject | None = None) -> None:
        """Show the bridge's encounter, and follow it."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._maker: RowMaker | None = None
        self._rows: list[RowValue] = []
        self._index: dict[str, int] = {}
        self._roster = Roster({}, {})
        self._must = ""
        self._load()
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._reset)

    # -- interface ---------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that this ruleset has."""
        return () if self._maker is None else self._maker.columns

    @property
    def rows(self) -> tuple[RowValue, ...]:
        """The prepared values from top to bottom."""
        return tuple(self._rows)

    @property
    def sides(self) -> dict[str, int]:
        """Number of the colour and shape of each side."""
        return self._roster.sides

    def row_of(self, combatant: str) -> int:
        """Return the row of a combatant, or -1."""
        return self._index.get(combatant, -1)

    def combatant_at(self, row: int) -> str:
        """Return the id of the combatant in a row, or '' where there is none."""
        return self._rows[row].id if 0 <= row < len(self._rows) else ""

    def value_at(self, row: int) -> RowValue:
        """Return the prepared value of a row; raises IndexError outside the list."""
        return self._rows[row]

    def rows_of_slot(self, slot: str) -> list[int]:
        """Return the rows of those who act in ``slot``, top first; empty if nobody does."""
        members = self._roster.members.get(slot, ())
        return sorted(self._index[ident] for ident in members if ident in self._index)

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _ITEM.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Role.ROW:
                return row
            case Role.COMBATANT:
                return row.id
            case Role.SLOT:
                return row.slot
            case _ITEM.DisplayRole:
                return row_words.shown(row, self.columns[index.column()].kind)
            case _ITEM.AccessibleTextRole:
                column = self.columns[index.column()]
                return row_words.spoken(row, column.kind, column.label)
            case _ITEM.ToolTipRole:
                column = self.columns[index.column()]
                return row_words.tip(row, column.kind, column.label)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ITEM.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].label if role == _ITEM.DisplayRole else None

    # -- following the encounter -------------------------------------------------------------------

    def _reset(self) -> None:
        self.beginResetModel()
        self._load()
        self.endResetModel()

    def _load(self) -> None:
        """Make everything anew."""
        self._maker, self._rows, self._roster, self._must = None, [], Roster({}, {}), ""
        if self._bridge.is_open:
            state = self._bridge.state
            self._maker = RowMaker(self._bridge.rules, self._texts)
            self._roster = roster_of(state, sides_in(self._bridge.log))
            moment = self._maker.moment(state, self._roster)
            self._must = moment.must
            ids = row_order(self._bridge.rules, state, self._roster)
            self._rows = [self._maker.row(moment, state.combatants[ident]) for ident in ids]
        self._count_rows()

    def _count_rows(self) -> None:
        self._index = {row.id: number for number, row in enumerate(self._rows)}

    def _follow(self, changes: Changes) -> None:
        """Carry out what changed: leavers, movers, joiners, then the rows that look different."""
        maker, state = self._maker, self._bridge.state
        if maker is None or maker.rules is not self._bridge.rules:
            self._reset()
            return
        redescribed = self._redescribed(state, changes.combatants)
        stirred = changes.whole or changes.order or redescribed or bool(changes.joined or changes.left)
        old = self._roster
        if stirred:
            self._roster = roster_of(state, old.sides)
        moment = maker.moment(state, self._roster)
        everything = changes.whole or changes.passes or changes.clock or redescribed
        everything = everything or old.sides != self._roster.sides or bool(changes.left and state.put_off)
        self._remove(state)
        if stirred or changes.clock:
            self._arrange(maker, moment)
        wanted = state.combatants.keys() if everything else self._touched(changes, old, moment.must)
        self._must = moment.must
        self._renew(maker, moment, wanted)

    def _redescribed(self, state: Encounter, combatants: Iterable[str]) -> bool:
        """Return whether somebody has another name, side or group, which other rows may show, too."""
        for ident in combatants:
            number, who = self._index.get(ident), state.combatants.get(ident)
            if number is not None and who is not None:
                row = self._rows[number]
                if (row.name, row.side, row.group) != (who.name, who.side, who.group):
                    return True
        return False

    def _touched(self, changes: Changes, old: Roster, must: str) -> set[str]:
        """Return the ids whose rows may look different."""
        found = set(changes.combatants)
        slots = set(changes.slots)
        if must != self._must:
            slots |= {must, self._must}
        for slot in slots:
            found.update(self._roster.members.get(slot, ()))
        if self._roster is not old:
            for slot, members in self._roster.members.items():
                if old.members.get(slot) != members:
                    found.update(members)
        return found

    def _remove(self, state: Encounter) -> None:
        gone = [number for number, row in enumerate(self._rows) if row.id not in state.combatants]
        for number in reversed(gone):
            self.beginRemoveRows(QModelIndex(), number, number)
            del self._rows[number]
            self._count_rows()
            self.endRemoveRows()

    def _arrange(self, maker: RowMaker, moment: Moment) -> None:
        """Bring the rows into the order of the encounter and put joiners in."""
        ids = row_order(maker.rules, moment.state, self._roster)
        old = [row.id for row in self._rows]
        if ids == old:
            return
        there = [ident for ident in ids if ident in self._index]
        steps = moves(old, there, MOST_MOVES)
        if steps is None:
            self._rearrange(there)
        else:
            for source, to in steps:
                self._move(source, to)
        for number, ident in enumerate(ids):
            if ident not in self._index:
                self.beginInsertRows(QModelIndex(), number, number)
                self._rows.insert(number, maker.row(moment, moment.state.combatants[ident]))
                self._count_rows()
                self.endInsertRows()

    def _move(self, source: int, to: int) -> None:
        """Move one row; ``to`` counts before the move, so one row down is ``source + 2``."""
        if not self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), to):
            return
        row = self._rows.pop(source)
        self._rows.insert(to if to < source else to - 1, row)
        self._count_rows()
        self.endMoveRows()

    def _rearrange(self, ids: list[str]) -> None:
        """Let many rows change places at once; selections stay with their combatants."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        names = [self._rows[index.row()].id for index in before]
        rows = {row.id: row for row in self._rows}
        self._rows = [rows[ident] for ident in ids]
        self._count_rows()
        after = [
            self.index(self._index[ident], index.column()) for ident, index in zip(names, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _renew(self, maker: RowMaker, moment: Moment, ids: Iterable[str]) -> None:
        """Make rows anew and tell of those that look different, in as few ranges as there are gaps."""
        differing: list[int] = []
        for ident in ids:
            number, who = self._index.get(ident), moment.state.combatants.get(ident)
            if number is None or who is None:
                continue
            row = maker.row(moment, who)
            if row != self._rows[number]:
                self._rows[number] = row
                differing.append(number)
        differing.sort()
        last = len(self.columns) - 1
        start = 0
        for at in range(1, len(differing) + 1):
            if at == len(differing) or differing[at] != differing[at - 1] + 1:
                top, bottom = differing[start], differing[at - 1]
                self.dataChanged.emit(self.index(top, 0), self.index(bottom, last), _PAINTED)
                start = at
