"""What the command palette offers: everything that can be done and everybody there is, best match first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.palette.values import PaletteItem, PaletteRow, about
from desktop.widgets.fuzzy import Candidate, rank, target
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role

Index = QModelIndex | QPersistentModelIndex
COMMANDS, COMBATANTS = ">", "@"
"""Typed first, they leave only commands, or only combatants."""


class PaletteModel(QAbstractListModel):
    """The items that fit what is typed.

    It is no part of the fight: it is filled when the palette opens and starts anew with every letter.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._items: Sequence[PaletteItem] = ()
        self._candidates: list[tuple[int, Candidate]] = []
        self._left: list[tuple[int, Candidate]] = []
        """Candidates that fitted the query so far: typing on looks only through these."""
        self._recent: Sequence[str] = ()
        self._query = ""
        self._rows: list[tuple[int, tuple[int, ...]]] = []

    # -- interface -----------------------------------------------------------------------------------

    def fill(self, items: Sequence[PaletteItem], recent: Sequence[str]) -> None:
        """Offer ``items``; ``recent`` are keys of what was used, the last one first."""
        self._items, self._recent = items, recent
        self._candidates = [
            (
                number,
                Candidate(
                    item.key,
                    target(item.text),
                    target(f"{item.before} {item.kind}"),
                    item.enabled,
                    item.is_file or item.is_option,
                    target(item.words) if item.words else None,
                ),
            )
            for number, item in enumerate(items)
        ]
        self._left, self._query = self._candidates, ""
        self._show()

    def ask(self, query: str) -> None:
        """Show what fits ``query``, best first."""
        if not (self._query and query.startswith(self._query)):
            self._left = [entry for entry in self._candidates if self._is_meant(query[:1], entry[0])]
        self._query = query
        self._show()

    def item(self, index: Index) -> PaletteItem | None:
        """Return the item of an index."""
        row = self._row(index)
        return None if row is None else row.item

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.item.shown
            case Role.PALETTE:
                return row
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row.item)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return about(row.item)
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(part for part in (row.item.shown, about(row.item)) if part))
        return None

    # -- internal ------------------------------------------------------------------------------------

    def _is_meant(self, prefix: str, number: int) -> bool:
        return prefix not in (COMMANDS, COMBATANTS) or self._items[number].is_combatant == (
            prefix == COMBATANTS
        )

    def _row(self, index: Index) -> PaletteRow | None:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        number, hits = self._rows[index.row()]
        item = self._items[number]
        return PaletteRow(item, tuple(hit + len(item.before) for hit in hits))

    def _show(self) -> None:
        query = self._query
        words = query[1:] if query[:1] in (COMMANDS, COMBATANTS) else query
        rows = rank(words, self._left, self._recent)
        if words.strip() and len(rows) < len(self._left):
            fitting = {number for number, _ in rows}
            self._left = [entry for entry in self._left if entry[0] in fitting]
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _spoken(self, item: PaletteItem) -> str:
        parts = [item.shown, item.kind, item.shortcut]
        if not item.enabled:
            parts.append(
                self.tr("not now: {reason}").format(reason=item.reason) if item.reason else self.tr("not now")
            )
        return ", ".join(part for part in parts if part)
