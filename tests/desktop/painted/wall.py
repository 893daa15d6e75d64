"""A list of every state a row can be in, with everything in it that a row of any system can show."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTableView

from desktop.list.columns import Kind
from desktop.list.looks import LOOKS
from desktop.list.rows.values import Card, Chip, Health, Pips, Plain, RowValue, Token
from desktop.theme import metrics_of
from desktop.widgets.roles import Role

COLUMNS = tuple(Kind)
WIDTHS = {Kind.COUNT: 6, Kind.COMBATANT: 21, Kind.DECLARED: 58, Kind.ROLL: 8, Kind.BUDGET: 20}
"""In ems; whatever is not named here is 16 wide."""
HOWS = ("said", "to-come", "now", "done", "spare", "extra", "lost", "sealed")
TONES = ("good", "bad", "warn", "now", "neutral")
PLAIN = RowValue(
    id="x",
    slot="x",
    name="Deel",
    side="party",
    mark=0,
    group="",
    count="16",
    aside="+7",
    follows="",
    active=False,
    acted=False,
    waiting=False,
    out="",
    chips=tuple(Chip(tone, tone) for tone in TONES),
    tokens=(
        Token("Standard", "STD", 1, 1),
        Token("Move", "MOV", 0, 1),
        Token("Reaction", "RE", 2, 2, round=True, extra=2),
        Token("Points", "AP", 4, 6, number=True),
        Token("Power", "PP", 0, 6, number=True),
    ),
    health=Health(22, 48, 5),
    pips=Pips(("0", "−1", "−2", "−5"), 1, "−1", 1),
    effects=tuple(Chip(f"{tone} 2r", tone) for tone in TONES),
    cards=tuple(Card(how, f"{how} under", how) for how in HOWS),
    said=((Kind.ROLL, Plain("4D", "Blaster 5D")),),
)
HURT = replace(
    PLAIN, count="–", aside="", health=Health(9, 48), pips=Pips(("0", "−1", "−2", "−5"), 3, "−5"),
    said=((Kind.ROLL, Plain("no", "too many", good=False)),),
)  # fmt: skip
WELL = replace(PLAIN, follows="Deel", health=Health(48, 48), pips=Pips(("0", "−1", "−2", "−5"), 0, "0"))


def rows() -> list[tuple[str, RowValue, bool]]:
    """Return name, value and whether it is selected of every row."""
    found = []
    states = ("plain", "active", "acted", "waiting", "out", "acted waiting", "waiting out")
    for number, (state, selected) in enumerate(product(states, (False, True))):
        for kind, value in (("", PLAIN), ("hurt", HURT), ("well", WELL)):
            flags = {name: True for name in ("active", "acted", "waiting") if name in state}
            out = "defeated" if "out" in state else ""
            row = replace(value, **flags, out=out, mark=number % 6)
            found.append((" ".join(filter(None, (kind, state, "selected" * selected))), row, selected))
    return found


class Wall(QTableView):
    """The list's own delegates with all columns that there are."""

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self.setFont(font)
        self.names = [name for name, _, _ in rows()]
        self._values = QStandardItemModel(len(self.names), len(COLUMNS), self)
        self.setModel(self._values)
        metrics = metrics_of(font)
        self.setShowGrid(False)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(metrics.row_height)
        self.setSelectionMode(QAbstractItemView.SelectionMode.MultiSelection)
        for number, kind in enumerate(COLUMNS):
            self.setItemDelegateForColumn(number, LOOKS[kind].delegate(self))
            self.setColumnWidth(number, round(metrics.em * WIDTHS.get(kind, 16)))
        whole = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for at, (_, row, selected) in enumerate(rows()):
            for number in range(len(COLUMNS)):
                item = QStandardItem()
                item.setData(row, Role.ROW)
                self._values.setItem(at, number, item)
            if selected:
                self.selectionModel().select(self._values.index(at, 0), whole)
        self.resize(self.horizontalHeader().length() + 4, self.verticalHeader().length() + 4)
