"""All rulesets as a table: what they are called, how sound they are, what they build on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from desktop.services.ruleset_cards import RulesetCard

Index = QModelIndex | QPersistentModelIndex
LABEL, ID, STATE, WHERE, VERSION, EXTENDS, LANGUAGES, CASES = range(8)
SOUND, DOUBT, BAD, OPEN = "✓", "▲", "✖", "…"
"""Marks before the words: sound, warnings, errors, not known yet."""


class RulesetsModel(QAbstractTableModel):
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

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._cards)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else CASES + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Ruleset"),
            self.tr("Id"),
            self.tr("State"),
            self.tr("Whose"),
            self.tr("Version"),
            self.tr("Extends"),
            self.tr("Languages"),
            self.tr("Cases"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        card = self.card(index.row())
        if card is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(card, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return str(card.file).replace("<", "&lt;")
            case Qt.ItemDataRole.FontRole if index.column() == STATE and card.errors:
                font = QFont()
                font.setBold(True)
                return font
        return None

    def _cell(self, card: RulesetCard, column: int) -> str:
        cells = {
            LABEL: card.label,
            ID: card.id,
            STATE: self.state(card),
            WHERE: self.tr("yours") if card.own else self.tr("shipped"),
            VERSION: card.version,
            EXTENDS: card.extends or "–",
            LANGUAGES: ", ".join(card.languages) or "–",
            CASES: str(card.cases) if card.checked else OPEN,
        }
        return cells[column]

    def state(self, card: RulesetCard) -> str:
        """Say how sound a ruleset is, with a mark before the words."""
        if not card.checked:
            return f"{OPEN} {self.tr('being checked')}"
        said = []
        if card.errors:
            one, more = self.tr("1 error"), self.tr("%1 errors")
            said.append(one if card.errors == 1 else more.replace("%1", str(card.errors)))
        if card.warnings:
            one, more = self.tr("1 warning"), self.tr("%1 warnings")
            said.append(one if card.warnings == 1 else more.replace("%1", str(card.warnings)))
        mark = BAD if card.errors else DOUBT if card.warnings else SOUND
        return f"{mark} {', '.join(said) or self.tr('sound')}"
