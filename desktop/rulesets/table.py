"""All rulesets as a table: what they are called, how sound they are, what they build on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont

from desktop.rulesets.cards import RulesetCard
from desktop.widgets.plain_text import tip
from desktop.widgets.read_table import ReadTable

LABEL, ID, STATE, WHERE, VERSION, EXTENDS, LANGUAGES, CASES = range(8)
SOUND, DOUBT, BAD, OPEN = "✓", "▲", "✖", "…"
"""Marks before the words: sound, warnings, errors, not known yet."""


class RulesetsModel(ReadTable):
    """One row per ruleset; rows come and go one by one, so that whoever has chosen one keeps it."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._cards: list[RulesetCard] = []

    def card(self, row: int) -> RulesetCard | None:
        """Return the ruleset of a row."""
        return self._cards[row] if 0 <= row < len(self._cards) else None

    def row_of(self, ident: str) -> int:
        """Return the row of a ruleset, or -1."""
        return next((row for row, card in enumerate(self._cards) if card.id == ident), -1)

    def show_cards(self, cards: Sequence[RulesetCard]) -> None:
        """Show these rulesets in this order."""
        wanted = {card.file for card in cards}
        for row in reversed(range(len(self._cards))):
            if self._cards[row].file not in wanted:
                self._take(row)
        for row, card in enumerate(cards):
            if row < len(self._cards) and self._cards[row].file == card.file:
                self.renew(row, card)
                continue
            earlier = next((at for at, known in enumerate(self._cards) if known.file == card.file), -1)
            if earlier >= 0:
                self._take(earlier)
            self.beginInsertRows(QModelIndex(), row, row)
            self._cards.insert(row, card)
            self.endInsertRows()

    def renew(self, row: int, card: RulesetCard) -> None:
        """Show what is known now of the ruleset in a row."""
        if self._cards[row] != card:
            self._cards[row] = card
            self.dataChanged.emit(self.index(row, 0), self.index(row, CASES))

    def _take(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._cards[row]
        self.endRemoveRows()

    # -- the table ---------------------------------------------------------------------------------

    def entries(self) -> Sequence[RulesetCard]:
        return self._cards

    def titles(self) -> tuple[str, ...]:
        return (
            self.tr("Ruleset"),
            self.tr("Id"),
            self.tr("State"),
            self.tr("Whose"),
            self.tr("Version"),
            self.tr("Extends"),
            self.tr("Languages"),
            self.tr("Cases"),
        )

    def beside(self, entry: RulesetCard, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(str(entry.file))
        if role == Qt.ItemDataRole.FontRole and column == STATE and entry.errors:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def cell(self, entry: RulesetCard, column: int) -> str:
        cells = {
            LABEL: entry.label,
            ID: entry.id,
            STATE: self.state(entry),
            WHERE: self.tr("yours") if entry.own else self.tr("shipped"),
            VERSION: entry.version,
            EXTENDS: entry.extends or "–",
            LANGUAGES: ", ".join(entry.languages) or "–",
            CASES: str(entry.cases) if entry.checked else OPEN,
        }
        return cells[column]

    def state(self, card: RulesetCard) -> str:
        """Say how sound a ruleset is, with a mark before the words."""
        if not card.checked:
            return f"{OPEN} {self.tr('being checked')}"
        said = []
        if card.errors:
            one, more = self.tr("1 error"), self.tr("{count} errors")
            said.append(one if card.errors == 1 else more.format(count=card.errors))
        if card.warnings:
            one, more = self.tr("1 warning"), self.tr("{count} warnings")
            said.append(one if card.warnings == 1 else more.format(count=card.warnings))
        said = said or [self.tr("sound")]
        if card.advice:
            one, more = self.tr("1 piece of advice"), self.tr("{count} pieces of advice")
            said.append(one if card.advice == 1 else more.format(count=card.advice))
        mark = BAD if card.errors else DOUBT if card.warnings else SOUND
        return f"{mark} {', '.join(said)}"
