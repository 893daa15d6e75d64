"""A latecomer whose typed total ties with somebody's: roll-offs, a coin or the GM decide it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from desktop.rolls.ties import Given, tried_out
from desktop.rolls.words import tie_text
from desktop.widgets.boxes import narrow
from desktop.widgets.fields import NumberField
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel
from rulesets.table.commands import Add
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import COIN, PICK, ROLLOFF, Tie

if TYPE_CHECKING:
    from desktop.bridge import Bridge


class JoinTies(QWidget):
    """One line for each tie of the one who comes in; nothing while there is none."""

    answered = Signal()
    grown = Signal()
    """There are other ties than before, which need another height."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Begin without ties."""
        super().__init__(parent)
        self._bridge = bridge
        self._given = Given()
        self._ties: list[Tie] = []
        self._shown: list[object] = []
        self.fields: dict[tuple[str, int], NumberField] = {}
        """(slot, which roll-off) → its result."""
        self.coins: list[QComboBox] = []
        self.picks: list[QComboBox] = []
        """Who comes first of two, where that is for the GM to say."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def follow(self, command: Add | None) -> None:
        """Show the ties that ``command`` makes, if it brings a total with it."""
        self._ties = []
        if command is not None and command.roll is not None:
            self._ties, state = self._found(command)
        shape = [(tie.order, frozenset(tie.slots), tie.by, tie.number) for tie in self._ties]
        if shape != self._shown:
            self._shown = list(shape)
            self._fill(state if self._ties else self._bridge.state, command)
            self.setVisible(bool(self._ties))
            self.grown.emit()

    def with_answers(self, command: Add) -> Add:
        """Return ``command`` with what was answered."""
        return self._answered(command, self._ties)

    def _answered(self, command: Add, ties: Sequence[Tie]) -> Add:
        given = self._given
        coin, pick = given.coin_for(ties), given.picked_for(ties)
        return replace(command, rolloffs=given.rolloffs(ties), coin=coin, pick=pick)

    def _found(self, command: Add) -> tuple[list[Tie], Encounter]:
        """Return the ties where initiative is rolled, and the encounter with the newcomer in it."""
        found = tried_out(lambda ties: self._bridge.preview(self._answered(command, self._rolled(ties))))
        if found is None:
            return [], self._bridge.state
        result, ties = found
        return self._rolled(ties), result.state

    def _rolled(self, ties: Sequence[Tie]) -> list[Tie]:
        orders = self._bridge.rules.orders
        return [tie for tie in ties if orders[tie.order].roll is not None]

    def _fill(self, state: Encounter, command: Add | None) -> None:
        while (item := self._column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.fields, self.coins, self.picks = {}, [], []

        def name(slot: str) -> str:
            members = list(state.members(slot))
            return members[0].name if len(members) == 1 else slot

        for tie in self._ties:
            total = "" if command is None or command.roll is None else str(command.roll)
            self._column.addWidget(
                roomy(
                    ToneLabel(tie_text(tie, self._bridge.rules, total, name, listed=False), self, tone="warn")
                )
            )
            line = QWidget(self)
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            if tie.by == COIN:
                row.addWidget(self._coin(tie, name, line))
            elif tie.by == PICK:
                row.addWidget(self._pick(tie, state, name, line))
            for slot in tie.slots if tie.by == ROLLOFF else ():
                self._add_field(row, tie, slot, name(slot))
            row.addStretch(1)
            self._column.addWidget(line)

    def _add_field(self, row: QHBoxLayout, tie: Tie, slot: str, name: str) -> None:
        field = NumberField(self)
        field.number = self._given.offs.get((tie.order, slot, tie.number))
        field.setPlaceholderText(tie.dice if tie.dice != "roll" else "")
        field.setAccessibleName(self.tr("Roll-off: {name}").format(name=name))
        field.setProperty("answers", [tie.order, slot, tie.number])
        field.typed.connect(self._typed)
        self.fields[slot, tie.number] = field
        row.addWidget(PlainLabel(name, self))
        row.addWidget(field)

    def _coin(self, tie: Tie, name: Any, parent: QWidget) -> QComboBox:
        box = QComboBox(parent)
        narrow(box)
        box.setAccessibleName(self.tr("The coin"))
        box.addItem(self.tr("is flipped"), "")
        for slot in tie.slots:
            box.addItem(self.tr("for {name}").format(name=name(slot)), slot)
        box.setCurrentIndex(max(0, box.findData(self._given.coin)))
        box.activated.connect(self._flipped)
        self.coins.append(box)
        return box

    def _pick(self, tie: Tie, state: Encounter, name: Any, parent: QWidget) -> QComboBox:
        """Return the choice of who comes first of two; as they would stand without it, it begins."""
        box, line = QComboBox(parent), state.orders[tie.order].slots
        narrow(box)
        box.setAccessibleName(self.tr("Who comes first"))
        for slot in sorted(tie.slots, key=line.index):
            box.addItem(self.tr("{name} comes first").format(name=name(slot)), slot)
        box.activated.connect(self._picked)
        self.picks.append(box)
        return box

    def _picked(self, _index: int) -> None:
        """Have the newcomer, who is in every tie, behind those who come first and before the others."""
        met = [tie for tie in self._ties if tie.by == PICK]
        first = [str(box.currentData()) for box in self.picks]
        tied = dict.fromkeys(slot for tie in met for slot in tie.slots)
        new = [
            slot for slot in tied if all(slot in tie.slots for tie in met) and slot not in self._standing()
        ]
        ahead = [slot for slot in first if slot not in new]
        self._given.pick = [*ahead, *new, *(slot for slot in tied if slot not in ahead and slot not in new)]
        self.answered.emit()

    def _standing(self) -> set[str]:
        """Return the slots of those who are there already."""
        return {who.slot for who in self._bridge.state.combatants.values()}

    def _typed(self) -> None:
        field = self.sender()
        if isinstance(field, NumberField):
            order, slot, number = field.property("answers")
            if field.number is None:
                self._given.offs.pop((order, slot, number), None)
            else:
                self._given.offs[order, slot, number] = field.number
            self.answered.emit()

    def _flipped(self, _index: int) -> None:
        self._given.coin = next((str(box.currentData()) for box in self.coins), "")
        self.answered.emit()
