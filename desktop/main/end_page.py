"""The page at the end of a fight: rounds, time, who fell, what everybody did; to print it, or to carry on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from desktop.widgets.fields import ToneLabel, plain_label
from desktop.widgets.people import fit, press_with_ctrl_return
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.read_table import ReadTable
from desktop.widgets.texts import translated
from rulesets.output.documents import Row, Table, Words
from rulesets.output.papers.figures import account_table, duration
from rulesets.seen.accounts import Account, Accounts, accounts
from rulesets.seen.queries import elapsed
from rulesets.table.commands import EndEncounter
from rulesets.words.filling import fill
from rulesets.words.papers import PAPERS

if TYPE_CHECKING:
    from desktop.bridge import Bridge


class EndPage(QDialog):
    """What a fight came to. Carrying on takes its end back, as long as nothing has followed."""

    printing = Signal()
    """The GM wants it on paper."""

    def __init__(self, bridge: Bridge, title: str, parent: QWidget | None = None) -> None:
        """Show what the open encounter, called ``title``, has come to."""
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle(self.tr("The fight is over: {title}").format(title=title))
        numbers = accounts(bridge.rules, bridge.log, bridge.session.base)
        self.time = plain_label(_time(bridge, numbers), self, bold=True)
        self.fallen = ToneLabel(self._fallen(), self, tone="text")
        self._model = _Totals(_table(numbers), self)
        self.totals = PlainTable(self._model, _say("totals"), self)
        letters = [max(10, len(name) + 3) for name in self._model.titles()[1:]]
        self.totals.set_widths(0, 22, *letters)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Close, Qt.Orientation.Horizontal, self)
        roles = QDialogButtonBox.ButtonRole
        self.print_button = self.buttons.addButton(self.tr("&Print…"), roles.ActionRole)
        self.carry_on = self.buttons.addButton(self.tr("&Carry on"), roles.ActionRole)
        self.carry_on.setToolTip(self.tr("Takes the end back: the fight goes on where it was."))
        log = bridge.log
        self.carry_on.setEnabled(bool(log) and isinstance(log[-1].command, EndEncounter))
        close = self.buttons.button(standard.Close)
        close.setDefault(True)
        press_with_ctrl_return(self, close)
        self.buttons.rejected.connect(self.accept)
        self.print_button.clicked.connect(self._print)
        self.carry_on.clicked.connect(self._carry_on)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        for widget in (self.time, self.fallen):
            widget.setWordWrap(True)
            layout.addWidget(widget)
        layout.addWidget(self.totals, 1)
        layout.addWidget(self.buttons)
        close.setFocus()
        fit(self, self.sizeHint())

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        rows = min(16, self._model.rowCount()) + 8
        return QSize(metrics.averageCharWidth() * 90, (metrics.height() + 8) * rows)

    def commands(self) -> list[object]:
        """Return nothing to dispatch."""
        return []

    def _fallen(self) -> str:
        """Return who fell, side by side, and who is out for now."""
        fell, out = self._by_sides("defeated"), self._by_sides("disabled")
        parts = [self.tr("Fell: {names}.").format(names=fell) if fell else self.tr("Nobody fell.")]
        if out:
            parts.append(self.tr("Out for now: {names}.").format(names=out))
        return " ".join(parts)

    def _by_sides(self, out: str) -> str:
        sides: dict[str, list[str]] = {}
        for who in self._bridge.state.combatants.values():
            if who.out == out:
                sides.setdefault(who.side, []).append(who.name)
        return "; ".join(f"{', '.join(names)} ({side})" for side, names in sides.items())

    def _print(self) -> None:
        self.accept()
        self.printing.emit()

    def _carry_on(self) -> None:
        self.accept()
        self._bridge.undo()


class _Totals(ReadTable):
    """The totals of everybody, as paper has them."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table

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
    parts = [_say("rounds-done", rounds=bridge.state.clock.completed)]
    parts.append(_say("game-time", time=duration(elapsed(bridge.rules, bridge.state))))
    if numbers.began and numbers.ended > numbers.began:
        parts.append(_say("real-time", time=duration(numbers.ended - numbers.began)))
    return " · ".join(parts)


def _table(numbers: Accounts) -> Table:
    named = [(numbers.names[ident], account) for ident, account in numbers.combatants.items()]
    if numbers.unattributed:
        named.append((_say("nobody"), Account(dealt=numbers.unattributed)))
    return account_table(_say("combatant"), named, _say)
