"""The table of initiative before a roll: slot, aware, modifier, the total typed, a roll-off for the tied."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from rulesets.compiled import OrderRule
from rulesets.dice import print_code
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import RUNNING
from rulesets.engine.queries import unrolled
from rulesets.engine.ruling import find_phase
from rulesets.engine.scope import value_of

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts

Index = QModelIndex | QPersistentModelIndex
LARGEST = 10**6


class Column(IntEnum):
    """Columns of the table."""

    NAME = 0
    AWARE = 1
    MODIFIER = 2
    ROLL = 3
    TIE = 4


class RollingModel(QAbstractTableModel):
    """One row for each slot (or side) that rolls. It lives as long as the dialog, and keeps what is typed."""

    edited = Signal()

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Take the slots as they stand."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._rule = self._order_rule()
        self._slots: dict[str, list[Combatant]] = self._find_slots()
        self._ids = list(self._slots)
        self._aware = {slot: self._awareness(members) for slot, members in self._slots.items()}
        self._rolls: dict[str, int] = {}
        self._ties: dict[str, int] = {}

    # -- interface -----------------------------------------------------------------------------------

    @property
    def rolls(self) -> bool:
        """True if something is rolled now."""
        return self._rule is not None

    @property
    def rule_text(self) -> str:
        """What the ruleset says about this roll."""
        return "" if self._rule is None else " ".join(t for t in (self._rule.text, self._rule.cite) if t)

    @property
    def knows_surprise(self) -> bool:
        """True if it matters to the ruleset who is aware."""
        return self._bridge.rules.surprise not in ("", "false")

    def given(self) -> dict[str, int]:
        """Return the totals typed, by slot."""
        return dict(self._rolls)

    def tie_breaks(self) -> dict[str, int]:
        """Return the roll-offs typed, of slots that are tied."""
        tied = self._tied()
        return {slot: number for slot, number in self._ties.items() if slot in tied}

    def tied_names(self) -> list[dict[str, Any]]:
        """Return total and names of slots with the same total typed."""
        by_total: dict[int, list[str]] = {}
        for slot, total in self._rolls.items():
            by_total.setdefault(total, []).append(slot)
        return [
            {"total": total, "names": ", ".join(self._name(slot) for slot in slots)}
            for total, slots in sorted(by_total.items(), reverse=True)
            if len(slots) > 1
        ]

    def changed_awareness(self) -> list[tuple[str, bool]]:
        """Return who is aware now and was not, or the other way round."""
        state = self._bridge.state
        changed = []
        for slot, members in self._slots.items():
            aware = self._aware[slot]
            for member in members:
                now = state.combatants.get(member.id)
                if aware is not None and now is not None and now.aware != aware:
                    changed.append((member.id, aware))
        return changed

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.NAME: self.tr("Combatant"),
            Column.AWARE: self.tr("Aware"),
            Column.MODIFIER: self.tr("Rolls"),
            Column.ROLL: self.tr("Total (blank = rolled)"),
            Column.TIE: self.tr("Roll-off"),
        }[Column(section)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        match index.column():
            case Column.AWARE:
                flags |= Qt.ItemFlag.ItemIsUserCheckable
            case Column.ROLL:
                flags |= Qt.ItemFlag.ItemIsEditable
            case Column.TIE if self._ids[index.row()] in self._tied():
                flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        slot = self._ids[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._shown(index.column(), slot)
            case Qt.ItemDataRole.EditRole:
                numbers = self._ties if index.column() == Column.TIE else self._rolls
                return str(numbers.get(slot, ""))
            case Qt.ItemDataRole.CheckStateRole if index.column() == Column.AWARE:
                return self._check_state(slot)
            case Qt.ItemDataRole.AccessibleTextRole:
                header = self.headerData(index.column(), Qt.Orientation.Horizontal)
                return f"{self._name(slot)}, {header}: {self._shown(index.column(), slot)}"
            case Qt.ItemDataRole.TextAlignmentRole if index.column() > Column.AWARE:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        slot = self._ids[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == Column.AWARE:
            self._aware[slot] = Qt.CheckState(value) == Qt.CheckState.Checked
            self.dataChanged.emit(index, index)
            self.edited.emit()
            return True
        if role != Qt.ItemDataRole.EditRole or index.column() not in (Column.ROLL, Column.TIE):
            return False
        return self._take_number(index, slot, str(value))

    # -- internal ------------------------------------------------------------------------------------

    def _take_number(self, index: Index, slot: str, text: str) -> bool:
        numbers = self._ties if index.column() == Column.TIE else self._rolls
        text = text.strip().replace("−", "-")
        try:
            number = int(text) if text.strip("+-") else None
        except ValueError:
            return False
        if number is not None and abs(number) > LARGEST:
            return False
        if number is None:
            numbers.pop(slot, None)
        else:
            numbers[slot] = number
        last = len(self._ids) - 1
        self.dataChanged.emit(index, index)
        self.dataChanged.emit(self.index(0, Column.TIE), self.index(last, Column.TIE))
        self.edited.emit()
        return True

    def _order_rule(self) -> OrderRule | None:
        """Return the order that is rolled now: by the phase that waits for it, or by the first phase."""
        rules, state = self._bridge.rules, self._bridge.state
        phase = find_phase(rules, state.clock.phase) if state.clock.status == RUNNING else None
        if phase is None:
            started = [p for p in rules.phases if p.when == "start"]
            phase = next(iter(started or [p for p in rules.phases if p.when == "round"]), None)
        if phase is None:
            return None
        if phase.activity != "roll" and phase.closes != "roll":
            return None
        rule = rules.orders.get(phase.order)
        if rule is not None and rule.roll is None:
            rule = next((order for order in rules.orders.values() if order.roll is not None), None)
        return rule if rule is not None and rule.roll is not None else None

    def _find_slots(self) -> dict[str, list[Combatant]]:
        rules, state = self._bridge.rules, self._bridge.state
        running = state.clock.status == RUNNING
        found: dict[str, list[Combatant]] = {}
        for who in state.combatants.values():
            slot = who.slot
            if self._rule is not None and self._rule.of == "side":
                slot = str(value_of(rules, state, who, rules.side_of or "side"))
            found.setdefault(slot, []).append(who)
        if running and self._rule is not None and self._rule.rolled == "encounter":
            left = set(unrolled(rules, state))
            found = {slot: members for slot, members in found.items() if slot in left}
        return found

    def _awareness(self, members: list[Combatant]) -> bool | None:
        """Return whether all or none are aware; None if some are."""
        aware = {member.aware for member in members}
        return aware.pop() if len(aware) == 1 else None

    def _check_state(self, slot: str) -> Qt.CheckState:
        aware = self._aware[slot]
        if aware is None:
            return Qt.CheckState.PartiallyChecked
        return Qt.CheckState.Checked if aware else Qt.CheckState.Unchecked

    def _tied(self) -> set[str]:
        if self._rule is None or not any(key.by == "rolloff" for key in self._rule.keys):
            return set()
        totals = list(self._rolls.values())
        return {slot for slot, total in self._rolls.items() if totals.count(total) > 1}

    def _name(self, slot: str) -> str:
        members = self._slots[slot]
        if len(members) == 1 and slot == members[0].id:
            return members[0].name
        return f"{self._texts.name(slot)} ×{len(members)}"

    def _shown(self, column: int, slot: str) -> str:
        match column:
            case Column.NAME:
                return self._name(slot)
            case Column.AWARE:
                return "" if self._aware[slot] is not None else self.tr("some")
            case Column.MODIFIER:
                return self._dice(slot)
            case Column.ROLL:
                return str(self._rolls.get(slot, ""))
            case Column.TIE if slot in self._tied():
                return str(self._ties.get(slot, self.tr("rolled")))
        return ""

    def _dice(self, slot: str) -> str:
        """Return what is rolled for a slot; a group rolls with its lowest modifier."""
        rules, state = self._bridge.rules, self._bridge.state
        roll = self._rule.roll if self._rule is not None else None
        if roll is None:
            return ""
        members = self._slots[slot]
        if roll.code:
            return print_code(max(int(value_of(rules, state, who, roll.code) or 0) for who in members))
        if not roll.plus:
            return roll.dice
        plus = min(int(value_of(rules, state, who, roll.plus) or 0) for who in members)
        return f"{roll.dice} {'+' if plus >= 0 else '−'} {abs(plus)}"
