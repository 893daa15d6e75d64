"""The stat blocks that are found, one a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from desktop.files.samples import label_of
from desktop.widgets.read_table import ReadTable
from rulesets.campaign.search import Finder
from rulesets.campaign.things import Block
from rulesets.vocabulary import Rules

MOST_NUMBERS = 5
"""Numbers that stand beside a name: the first of those that the ruleset asks for."""


class BlocksModel(ReadTable):
    """What fits what is typed; everything that is looked for is made ready once."""

    def __init__(self, rules: Rules, parent: QObject | None = None) -> None:
        """Begin without blocks."""
        super().__init__(parent)
        self._rules = rules
        self._typed = ""
        self._finder = Finder(())
        self._found: list[Block] = []
        self._all: tuple[Block, ...] = ()
        self._numbers = [(name, rule) for name, rule in rules.stats.items() if rule.when_added][:MOST_NUMBERS]

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Have other blocks; what was typed still counts."""
        self._finder, self._all = Finder(blocks, self._rules), tuple(blocks)
        self.search(self._typed)

    def search(self, typed: str) -> None:
        """Show what fits."""
        found = self._finder.find(typed)
        self.beginResetModel()
        self._typed, self._found = typed, found
        self.endResetModel()

    def block(self, row: int) -> Block | None:
        """Return the block in a row, or None."""
        return self._found[row] if 0 <= row < len(self._found) else None

    def blank_columns(self) -> frozenset[int]:
        """Return the columns that no block has anything for, found or not: they would only take room."""
        columns = range(1, self.columnCount())
        return frozenset(one for one in columns if not any(self.cell(block, one) for block in self._all))

    def row_of(self, name: str, *, own: bool) -> int:
        """Return the row of a block by its name, the user's own or not; -1 if it is not shown."""
        rows = (row for row, block in enumerate(self._found) if (block.name, block.own) == (name, own))
        return next(rows, -1)

    def known_by(self, row: int) -> tuple[str, bool]:
        """Return what a row's block is found by again: its name, and whether it is the user's own."""
        return self._found[row].name, self._found[row].own

    # -- ReadTable -----------------------------------------------------------------------------------

    def entries(self) -> Sequence[Block]:
        return self._found

    def titles(self) -> tuple[str, ...]:
        numbers = [rule.short or rule.label for _, rule in self._numbers]
        return (self.tr("Name"), self.tr("Tags"), self.tr("From"), *numbers)

    def cell(self, entry: Block, column: int) -> str:
        if column == 0:
            return entry.name
        if column == 1:
            return ", ".join(entry.tags)
        if column > 2:
            value = entry.given.get(self._numbers[column - 3][0])
            return "" if value is None or isinstance(value, dict | list) else str(value)
        if entry.ruleset and entry.ruleset != self._rules.id:
            return label_of(entry.ruleset)
        return self.tr("yours") if entry.own else ""

    def beside(self, entry: Block, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and column > 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None
