"""The page at the end of a fight: rounds, time, who fell, what everybody did; to print it, or to fight on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from desktop.commands.table import on_button
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.read_table import ReadTable
from desktop.widgets.texts import translated
from rulesets.output.documents import Row, Table, Words
from rulesets.output.papers.figures import (
    account_table,
    duration,
    everybody,
    fates_told,
    rounds_told,
    what_is_counted,
)
from rulesets.seen.accounts import BREAK, Accounts, Reading
from rulesets.seen.fates import fates
from rulesets.seen.harm import counted
from rulesets.seen.labels import label_in
from rulesets.seen.queries import elapsed, rounds_done
from rulesets.table.commands import EndEncounter
from rulesets.words.filling import fill
from rulesets.words.papers import PAPERS

if TYPE_CHECKING:
    from desktop.bridge import Bridge


LEAST_NAME, MOST_NAME = 22, 34
"""Letters for which the names of rows have room."""
A_WHILE = 0.03
"""Seconds that the log is read for in one go: less than anybody notices."""


class EndPage(FightDialog):
    """What a fight came to. Carrying on takes its end back, as long as nothing has followed."""

    printing = Signal()
    """The GM wants it on paper."""
    carrying = Signal()
    """What the fight has made of the party is to be kept."""

    def __init__(
        self,
        bridge: Bridge,
        title: str,
        parent: QWidget | None = None,
        *,
        keys: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Show what the open encounter, called ``title``, has come to.

        ``keys`` of commands print and carry over without a page, and do so here.
        """
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle(self.tr("The fight is over: {title}").format(title=title))
        self.time = plain_label(_time(bridge, Accounts({}, {}, {})), self, bold=True)
        self.fallen = ToneLabel(self._fallen(Accounts({}, {}, {})), self, tone="text")
        self.counting = ToneLabel(self.tr("Counting what everybody did…"), self)
        self.counted = ToneLabel("", self)
        """What is counted as dealt and taken."""
        self.counted.hide()
        self._model = _Totals(_table(Accounts({}, {}, {})), self)
        self.totals = PlainTable(self._model, _say("totals"), self)
        self._letters = 0
        self._reading = Reading(bridge.rules, bridge.log, bridge.session.base)
        self._later = QTimer(self)
        self._later.setInterval(0)
        self._later.timeout.connect(self._go_on)
        self.finished.connect(self._later.stop)
        close = self._make_buttons(keys or {})
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        for widget in (self.time, self.fallen, self.counting):
            widget.setWordWrap(True)
            layout.addWidget(widget)
        layout.addWidget(self.totals, 1)
        self.counted.setWordWrap(True)
        layout.addWidget(self.counted)
        layout.addWidget(self.buttons)
        close.setFocus()
        self._go_on()
        fit(self, self.sizeHint())

    def _make_buttons(self, keys: Mapping[str, Sequence[str]]) -> QPushButton:
        """Make the buttons, and return the one that closes."""
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Close, Qt.Orientation.Horizontal, self)
        roles = QDialogButtonBox.ButtonRole
        self.print_button = self.buttons.addButton(on_button("print"), roles.ActionRole)
        self.carry_over = self.buttons.addButton(on_button("carry-over"), roles.ActionRole)
        self.carry_over.setToolTip(self.tr("Writes what the fight has made of the party back, line by line."))
        self.fight_on = self.buttons.addButton(self.tr("&Fight on"), roles.ActionRole)
        self.fight_on.setToolTip(self.tr("Takes the end back: the fight goes on where it was."))
        log = self._bridge.log
        self.fight_on.setEnabled(bool(log) and isinstance(log[-1].command, EndEncounter))
        close = self.buttons.button(standard.Close)
        close.setDefault(True)
        press_with_ctrl_return(self, close)
        self.buttons.rejected.connect(self.accept)
        self.print_button.clicked.connect(self._print)
        self.fight_on.clicked.connect(self._fight_on)
        self.carry_over.clicked.connect(self._carry_over)
        for ident, button in (("print", self.print_button), ("carry-over", self.carry_over)):
            for key in keys.get(ident, ()):
                QShortcut(QKeySequence(key), self).activated.connect(button.click)
        return close

    def _go_on(self) -> None:
        """Read on in the log for as long as nobody minds; show the totals at its end."""
        numbers = self._reading.go_on(A_WHILE)
        if numbers is None:
            self._later.start()
            return
        self._later.stop()
        numbers = numbers.ordered(self._bridge.scene.order)
        self.counting.hide()
        self.time.setText(_time(self._bridge, numbers))
        self.fallen.setText(self._fallen(numbers))
        rules = self._bridge.rules
        tracks = (label_in(rules.tracks, name) for name in rules.tracks)
        self.counted.say(what_is_counted(numbers, counted(rules), tracks, _say))
        self._model.show_table(_table(numbers))
        letters = [max(6, len(name) + 2) for name in self._model.titles()[1:]]
        named = max((len(self._model.cell(row, 0)) + 2 for row in self._model.entries()), default=0)
        names = max(LEAST_NAME, min(named, MOST_NAME))
        self.totals.set_widths(0, names, *letters)
        self._letters = names + sum(letters)
        if self.isVisible():
            fit(self, self.size().expandedTo(self.sizeHint()))

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        rows = min(16, self._model.rowCount()) + 8
        wide = max(90, self._letters + 8)
        return QSize(metrics.averageCharWidth() * wide, (metrics.height() + 8) * rows)

    def _fallen(self, numbers: Accounts) -> str:
        """Return who fell, who is out for now and, once everything is counted, who was down."""
        return fates_told(fates(self._bridge.scene, numbers), _say)

    def _print(self) -> None:
        self.accept()
        self.printing.emit()

    def _carry_over(self) -> None:
        self.accept()
        self.carrying.emit()

    def _fight_on(self) -> None:
        self.accept()
        self._bridge.undo()


class _Totals(ReadTable):
    """The totals of everybody, as paper has them."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table

    def show_table(self, table: Table) -> None:
        """Show other totals."""
        self.beginResetModel()
        self._table = table
        self.endResetModel()

    def entries(self) -> Sequence[Row]:
        return self._table.rows

    def titles(self) -> tuple[str, ...]:
        return tuple(column.title for column in self._table.columns)

    def cell(self, entry: Row, column: int) -> str:
        return " ".join(piece.text for piece in entry.cells[column] if isinstance(piece, Words))

    def beside(self, entry: Row, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and self._table.columns[column].number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


def _say(key: str, **params: object) -> str:
    return fill(translated(PAPERS[key]), params)


def _time(bridge: Bridge, numbers: Accounts) -> str:
    """Return rounds and time, in the words of paper."""
    surprised, round_ = numbers.surprised is not None, bridge.state.clock.round
    parts = rounds_told(_say, round_, rounds_done(bridge.state), surprised=surprised)
    parts.append(_say("game-time", time=duration(elapsed(bridge.rules, bridge.state))))
    if numbers.played:
        key = "real-time-played" if numbers.breaks else "real-time"
        parts.append(_say(key, time=duration(numbers.played), minutes=int(BREAK // 60)))
    return " · ".join(parts)


def _table(numbers: Accounts) -> Table:
    return account_table(_say("combatant"), everybody(numbers, _say), _say)
