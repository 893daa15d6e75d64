"""The table of initiative before a roll: slot, side, aware, what is rolled, the total, roll-offs."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop.rolls.answers import RollSheet, Row
from desktop.rolls.slots import sides_text, slot_name
from desktop.rolls.words import dice_text, shift_text, value_text
from desktop.widgets.citations import followed_by
from desktop.widgets.playing_cards import card_words
from rulesets.formula.amounts import Amount, AmountError, read_amount
from rulesets.seen.number_format import card_parts, card_shown, cards_typed, minus
from rulesets.table.commands import Command, Result
from rulesets.table.outcome import ROLLOFF
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

Index = QModelIndex | QPersistentModelIndex
LARGEST = 10**6


class Column(IntEnum):
    """Columns of the table. Further roll-offs stand behind the first."""

    NAME = 0
    SIDE = 1
    AWARE = 2
    MODIFIER = 3
    ROLL = 4
    TIE = 5


class RollingModel(QAbstractTableModel):
    """One row for each slot (or side) that rolls. It lives as long as the dialog, and keeps what is typed."""

    edited = Signal()

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Take the slots as they stand."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self.sheet = RollSheet(bridge)
        self._rows = self.sheet.rows
        self._unread: dict[tuple[str, str, int], str] = {}
        """What was typed into cells (order, slot, column) and is no number: it stays until it is mended."""
        self._passes = max(1, self.sheet.passes)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def rolls(self) -> bool:
        """True if something is rolled now."""
        return bool(self.sheet.order)

    @property
    def rolls_off(self) -> bool:
        """True if ties may be rolled off."""
        orders = self._bridge.rules.orders
        mentioned = {row.order for row in self._rows if row.order in orders}
        return any(key.by == ROLLOFF for order in mentioned for key in orders[order].keys)

    @property
    def has_sides(self) -> bool:
        """True if the rows are combatants or groups, whose side is worth telling."""
        rule = self.sheet.rule
        return rule is None or rule.of != "side"

    @property
    def rule_text(self) -> str:
        """What the ruleset says about this roll."""
        rule = self.sheet.rule
        return "" if rule is None else followed_by(rule.text, rule.cite)

    @property
    def knows_surprise(self) -> bool:
        """True if it matters to the ruleset who is aware."""
        return self._bridge.rules.surprise not in ("", "false")

    @property
    def draws(self) -> bool:
        """True if cards are drawn instead of rolling dice."""
        return bool(self.sheet.deck)

    def takes_cards(self, index: Index) -> bool:
        """Return whether cards are typed into a cell, and no number."""
        return self.draws and index.column() == Column.ROLL

    @property
    def trouble(self) -> str:
        """Why the cards that were typed cannot be drawn, in words, or ''."""
        refusal, sheet = self.sheet.refusal, self.sheet
        if refusal is None or not self.draws:
            return ""
        said, card = self._texts.refusal(refusal), str(refusal.params.get("card", ""))
        slots = [slot for slot in sheet.totals if card in sheet.cards(slot)]
        holder = sheet.holder(card, but=slots[-1] if slots else "")
        if refusal.reason != "card-out" or not holder:
            return said
        return f"{said} " + self.tr("{name} has it.").format(name=self.name(holder))

    @property
    def doubtful(self) -> str:
        """Which totals cannot be rolled, and what can, in words, or ''."""
        told = []
        for one in self.sheet.beyond():
            text = self.tr("{name} {total} ({dice} gives {low} to {high})")
            if one.high is None:
                text = self.tr("{name} {total} ({dice} gives {low} or more)")
            name, dice = self.name(one.row.slot), self._rolled(one.row, plain=True)
            told.append(
                text.format(name=name, total=one.total, dice=dice, low=minus(str(one.low)), high=one.high)
            )
        return self.tr("This cannot be rolled: {told}").format(told=", ".join(told)) if told else ""

    def told(self, slot: str) -> str:
        """Return the total of a slot, or the card of its hand that counts, as far as it is known."""
        sheet, total = self.sheet, self.sheet.totals.get(slot)
        if not isinstance(total, tuple):
            return "" if total is None else str(total)
        hand = sheet.hands.get(slot)
        if hand is not None and hand.counts and sheet.refusal is None:
            return card_shown(self._bridge.rules, sheet.deck, hand.counts)
        cards = " ".join(card_shown(self._bridge.rules, sheet.deck, card) for card in total)
        return f"{cards} …" if slot in sheet.blank else cards

    def given(self) -> dict[str, Result]:
        """Return the totals or cards that stand there, by slot."""
        return dict(self.sheet.totals)

    def commands(self) -> list[Command]:
        """Return what the answers come to."""
        return self.sheet.commands()

    @property
    def is_answered(self) -> bool:
        """True if anything was answered, rolled or typed here, be it readable or not."""
        return self.sheet.is_answered or bool(self._unread)

    def take_up(self, left: RollingModel) -> None:
        """Take over the answers of a table that was closed."""
        self.sheet.take_up(left.sheet)
        places = {(row.order, row.slot) for row in self._rows}
        self._unread |= {place: text for place, text in left._unread.items() if place[:2] in places}
        self.look_again(who=True)

    def name(self, slot: str) -> str:
        """Return what a slot is called."""
        members = next((row.members for row in self._rows if row.slot == slot), ())
        return slot_name(self._texts, slot, members)

    def roll_blanks(self) -> Refusal | None:
        """Roll what is left blank and show it."""
        refusal = self.sheet.roll_blanks()
        self._show_all()
        return refusal

    def look_again(self, *, who: bool = False) -> None:
        """Show what changed answers come to."""
        self.sheet.look(who=who)
        self._show_all()

    def set_aware(self, rows: list[int], aware: bool) -> None:
        """Make the members of rows aware or not."""
        for row in rows:
            self.sheet.aware.update(dict.fromkeys((one.id for one in self._rows[row].members), aware))
        self.look_again(who=True)

    def next_blank(self) -> QModelIndex:
        """Return the first cell that still wants a number: a total, then a roll-off."""
        columns, rows = range(Column.ROLL, self.columnCount()), range(len(self._rows))
        cells = (self.index(row, column) for column in columns for row in rows)
        return next((cell for cell in cells if self._wants_number(cell)), QModelIndex())

    def number_of(self, index: Index) -> QModelIndex:
        """Return the cell of a row for which digits are meant: one that wants a number, else the last one."""
        cells = [self.index(index.row(), column) for column in range(Column.ROLL, self.columnCount())]
        taking = [cell for cell in cells if self.flags(cell) & Qt.ItemFlag.ItemIsEditable]
        open_ones = [cell for cell in taking if self._wants_number(cell)]
        return next(iter([*open_ones, *taking[-1:]]), QModelIndex())

    def _wants_number(self, index: Index) -> bool:
        editable = bool(self.flags(index) & Qt.ItemFlag.ItemIsEditable)
        return editable and not index.data(Qt.ItemDataRole.EditRole)

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else Column.TIE + self._passes

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        if section > Column.TIE:
            return self.tr("{number}. roll-off").format(number=section - Column.TIE + 1)
        return {
            Column.NAME: self.tr("Combatant") if self.has_sides else self.tr("Side"),
            Column.SIDE: self.tr("Side"),
            Column.AWARE: self.tr("Aware"),
            Column.MODIFIER: self.tr("Draws") if self.draws else self.tr("Rolls"),
            Column.ROLL: self.tr("Card") if self.draws else self.tr("Total"),
            Column.TIE: self.tr("Roll-off"),
        }[Column(section)]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        row, column = self._rows[index.row()], index.column()
        if column == Column.AWARE and row.rolls and not self.sheet.running:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        elif self._takes_number(row, column):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def _takes_number(self, row: Row, column: int) -> bool:
        if column == Column.ROLL:
            return row.rolls and self.sheet.rolls_now(row.slot)
        return column >= Column.TIE and self.sheet.tie_of(row, column - Column.TIE) is not None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._shown(index.column(), row)
            case Qt.ItemDataRole.EditRole:
                number = self._number(index.column(), row)
                if unread := self._unread.get((row.order, row.slot, index.column())):
                    return unread
                if isinstance(number, tuple):
                    return " ".join(number)
                return "" if number is None else str(number)
            case Qt.ItemDataRole.CheckStateRole if index.column() == Column.AWARE and row.rolls:
                return self._check_state(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                header = self.headerData(index.column(), Qt.Orientation.Horizontal)
                return f"{slot_name(self._texts, row.slot, row.members)}, {header}: " + self._spoken(
                    index.column(), row
                )
            case Qt.ItemDataRole.TextAlignmentRole if index.column() > Column.SIDE:
                return Qt.AlignmentFlag.AlignCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == Column.AWARE:
            self.set_aware([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
            return True
        if role != Qt.ItemDataRole.EditRole or index.column() < Column.ROLL:
            return False
        if self.takes_cards(index):
            return self._take_cards(self._rows[index.row()], str(value))
        return self._take_number(index.column(), self._rows[index.row()], str(value))

    # -- internal ------------------------------------------------------------------------------------

    def _take_cards(self, row: Row, text: str) -> bool:
        cards = cards_typed(self._bridge.rules, self.sheet.deck, text)
        if cards != self.sheet.cards(row.slot):
            _put(self.sheet.totals, row.slot, cards or None)
            self.look_again()
        return True

    def _take_number(self, column: int, row: Row, text: str) -> bool:
        place, had = (row.order, row.slot, column), bool(self._unread)
        self._unread.pop(place, None)
        try:
            amount = read_amount(text)
        except AmountError:
            amount = Amount(())
        number = amount.number if amount is not None and amount.terms else None
        if amount is not None and (number is None or abs(number) > LARGEST):
            self._unread[place] = text.strip()
            self._show_all()
            return True
        if number == self._number(column, row):
            if had:
                self._show_all()
            return True
        sheet, offs = self.sheet, self.sheet.answers.offs
        if column == Column.ROLL:
            _put(sheet.totals, row.slot, number)
            sheet.dice.pop(row.slot, None)
            if amount is not None and amount.fell:
                sheet.dice[row.slot] = amount.fell
            for key in [key for key in offs if key[:2] == (row.order, row.slot)]:
                del offs[key]  # it was rolled against others
        else:
            _put(offs, (row.order, row.slot, column - Column.TIE), number)
        self.look_again()
        return True

    @property
    def unread(self) -> str:
        """What was typed that is no total, with whose it is, in words, or ''."""
        for (_, slot, _), text in self._unread.items():
            said = self.tr("{name}: “{text}” is no total. Type 17, 12+5 or d20+4.")
            return said.format(name=self.name(slot), text=text)
        return ""

    def _number(self, column: int, row: Row) -> Result | None:
        if column == Column.ROLL:
            return self.sheet.totals.get(row.slot) if row.rolls else None
        return self.sheet.answers.offs.get((row.order, row.slot, column - Column.TIE))

    def _show_all(self) -> None:
        """Show another number of roll-offs, and whatever else may look different."""
        wanted, there = max(1, self.sheet.passes), self._passes
        if wanted > there:
            self.beginInsertColumns(QModelIndex(), Column.TIE + there, Column.TIE + wanted - 1)
            self._passes = wanted
            self.endInsertColumns()
        elif wanted < there:
            self.beginRemoveColumns(QModelIndex(), Column.TIE + wanted, Column.TIE + there - 1)
            self._passes = wanted
            self.endRemoveColumns()
        if self._rows:
            last = self.index(len(self._rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        self.edited.emit()

    def _check_state(self, row: Row) -> Qt.CheckState:
        aware = {self.sheet.aware[one.id] for one in row.members if one.id in self.sheet.aware}
        if len(aware) > 1:
            return Qt.CheckState.PartiallyChecked
        return Qt.CheckState.Checked if True in aware else Qt.CheckState.Unchecked

    def _shown(self, column: int, row: Row) -> str:
        if unread := self._unread.get((row.order, row.slot, column)):
            return f"{unread} ?"
        match column:
            case Column.NAME:
                return slot_name(self._texts, row.slot, row.members)
            case Column.SIDE:
                return sides_text(row.members)
            case Column.AWARE:
                some = row.rolls and self._check_state(row) == Qt.CheckState.PartiallyChecked
                return self.tr("some") if some else ""
            case Column.MODIFIER:
                return self._rolled(row)
            case Column.ROLL:
                return self._total(row)
        tie = self.sheet.tie_of(row, column - Column.TIE)
        if tie is None:
            return ""
        number = self._number(column, row)
        die = self._rolled(row, plain=True) if tie.dice == "roll" else tie.dice
        return f"{die} ?" if number is None else str(number)

    def _total(self, row: Row) -> str:
        if not row.rolls:
            return ""
        if not self.sheet.rolls_now(row.slot):
            return self.tr("later") if self.rolls else ""
        return self.told(row.slot)

    def _spoken(self, column: int, row: Row) -> str:
        """Return a cell for the screen reader: a card that counts in words."""
        hand = self.sheet.hands.get(row.slot)
        if column == Column.ROLL and self.draws and hand is not None and hand.counts:
            return card_words(*card_parts(self._bridge.rules, self.sheet.deck, hand.counts))
        return self._shown(column, row)

    def _rolled(self, row: Row, *, plain: bool = False) -> str:
        """Return what is rolled for a row, with the dice that were rolled here."""
        rules = self._bridge.rules
        if not row.rolls:
            return value_text(rules, self._bridge.state, row.members, rules.orders[row.order])
        if self.sheet.rule is None:
            return ""
        if self.draws:
            return self._hand(row)
        roller = self.sheet.roller(row.slot)
        text = dice_text(rules, self._bridge.state, row.members, self.sheet.rule, roller)
        if plain:
            return text
        dice = self.sheet.dice.get(row.slot)
        if roller is not None and len(row.members) > 1:
            text = f"{roller.name}: {text}"
        text = f"{text} ({'+'.join(map(str, dice))})" if dice else text
        shift = shift_text(rules, self._bridge.state, row.members, self.sheet.rule)
        return self.tr("{dice}, then {shift}").format(dice=text, shift=shift) if shift else text

    def _hand(self, row: Row) -> str:
        """Return how many cards are drawn for a row, and which, where there are several."""
        sheet, hand = self.sheet, self.sheet.hands.get(row.slot)
        number = 1 if hand is None else hand.number
        text = self.tr("1 card") if number == 1 else self.tr("{number} cards").format(number=number)
        cards = [card_shown(self._bridge.rules, sheet.deck, card) for card in sheet.cards(row.slot)]
        return f"{text} ({', '.join(cards)})" if len(cards) > 1 else text


def _put(numbers: dict[Any, Any], key: Any, number: Result | None) -> None:
    if number is None:
        numbers.pop(key, None)
    else:
        numbers[key] = number
