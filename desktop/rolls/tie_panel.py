"""The ties under the table of rolls: who is tied, what decides it, and what only the game master can say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.rolls.model import RollingModel
from desktop.rolls.words import tie_text
from desktop.widgets.boxes import narrow
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import PlainLabel
from rulesets.table.outcome import COIN, PICK, Tie
from rulesets.vocabulary import Rules

_ID = Qt.ItemDataRole.UserRole
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class PickList(QListWidget):
    """The tied, in the order that the game master gives them."""

    reordered = Signal()
    typed = Signal()
    """A key was pressed that means nothing here: for the fight, which has not begun."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def ids(self) -> list[str]:
        """The slots from the top."""
        return [str(self.item(row).data(_ID)) for row in range(self.count())]

    def show_slots(self, names: Mapping[str, str]) -> None:
        """Show slots by their names, in this order."""
        if self.ids == list(names):
            return
        self.clear()
        for slot, name in names.items():
            self.addItem(name)
            self.item(self.count() - 1).setData(_ID, slot)
        self.setCurrentRow(0)

    def sizeHint(self) -> QSize:
        rows = self.count() * self.sizeHintForRow(0) if self.count() else 0
        return QSize(260, rows + 2 * self.frameWidth() + 2)

    def move_current(self, by: int) -> None:
        """Move the chosen one up or down."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + by < self.count():
            self.insertItem(row + by, self.takeItem(row))
            self.setCurrentRow(row + by)
            self.reordered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in moves:
            self.move_current(moves[Qt.Key(event.key())])
            return
        if event.text().isprintable() and event.text() and not event.modifiers() & _COMMANDS:
            self.typed.emit()
            return
        super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self.reordered.emit()


class TiePanel(QWidget):
    """One line for each tie, with a box for a coin and a list for an order of the game master's own."""

    answered = Signal()
    typed = Signal()
    """As of a list of the tied."""

    def __init__(self, model: RollingModel, rules: Rules, parent: QWidget | None = None) -> None:
        """Show the ties of ``model``."""
        super().__init__(parent)
        self._model, self._rules = model, rules
        self._shown: list[object] = []
        self._labels: list[ToneLabel] = []
        self.coins: list[QComboBox] = []
        self.picks: list[PickList] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.follow()

    @property
    def text(self) -> str:
        """What the lines say."""
        return "\n".join(label.text() for label in self._labels)

    @property
    def unanswered(self) -> QWidget | None:
        """Where the first tie is decided of which the game master has said nothing; None if there is none."""
        sheet = self._model.sheet
        ties = (tie for tie in sheet.ties if tie.by == PICK)
        for tie, asked in zip(ties, self.picks, strict=True):
            if not sheet.answers.picked_for((tie,)):
                return asked
        return next((box for box in self.coins if not box.currentData()), None)

    def follow(self) -> None:
        """Show the ties as they stand."""
        ties = self._model.sheet.ties
        shape = [(tie.order, frozenset(tie.slots), tie.by, tie.number) for tie in ties]
        if shape != self._shown:
            self._shown = list(shape)
            self._fill(ties)
        for tie, label in zip(ties, self._labels, strict=True):
            label.say(self._told(tie))
            label.set_tone("quiet" if tie.settled or tie.equal else "warn")
        for tie, chosen in zip((tie for tie in ties if tie.by == PICK), self.picks, strict=True):
            chosen.show_slots(self._in_order(tie))
        self.setVisible(bool(ties))

    def _told(self, tie: Tie) -> str:
        sheet = self._model.sheet
        total = self._model.told(tie.slots[0]) if tie.order == sheet.order else ""
        return tie_text(tie, self._rules, total, self._model.name)

    def _fill(self, ties: Sequence[Tie]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._labels, self.coins, self.picks = [], [], []
        for tie in ties:
            line = QWidget(self)
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            label = ToneLabel("", line)
            self._labels.append(label)
            row.addWidget(label, 1)
            if tie.by == COIN:
                row.addWidget(self._coin(tie, line))
            elif tie.by == PICK:
                row.addWidget(self._pick(tie, line))
            self._column.addWidget(line)

    def _coin(self, tie: Tie, parent: QWidget) -> QWidget:
        box = QComboBox(parent)
        narrow(box)
        box.setAccessibleName(self.tr("The coin"))
        box.addItem(self.tr("is flipped"), "")
        for slot in tie.slots:
            box.addItem(self.tr("for {name}").format(name=self._model.name(slot)), slot)
        box.setCurrentIndex(max(0, box.findData(self._model.sheet.answers.coin)))
        box.activated.connect(self._coin_chosen)
        self.coins.append(box)
        holder = QWidget(parent)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        label = PlainLabel(self.tr("The &coin"), holder)
        label.setBuddy(box)
        row.addWidget(label)
        row.addWidget(box)
        return holder

    def _pick(self, tie: Tie, parent: QWidget) -> QWidget:
        chosen = PickList(parent)
        chosen.setAccessibleName(self.tr("Who comes first"))
        chosen.setAccessibleDescription(self.tr("Alt+Up and Alt+Down move the chosen one."))
        chosen.show_slots(self._in_order(tie))
        chosen.setFixedHeight(chosen.sizeHint().height())
        chosen.reordered.connect(self._picked)
        chosen.typed.connect(self.typed)
        self.picks.append(chosen)
        return chosen

    def _in_order(self, tie: Tie) -> dict[str, str]:
        """Return the tied with their names, as the game master put them or as they stand without that."""
        sheet = self._model.sheet
        line = sheet.answers.picked_for((tie,)) or (sheet.line if tie.order == sheet.order else ())
        known = {slot: at for at, slot in enumerate(line)}
        slots = sorted(tie.slots, key=lambda slot: known.get(slot, len(known)))
        return {slot: self._model.name(slot) for slot in slots}

    def _coin_chosen(self, _index: int) -> None:
        self._model.sheet.answers.coin = next((str(box.currentData()) for box in self.coins), "")
        self._model.look_again()
        self.answered.emit()

    def _picked(self) -> None:
        self._model.sheet.answers.pick = [slot for chosen in self.picks for slot in chosen.ids]
        self._model.look_again()
        self.answered.emit()
