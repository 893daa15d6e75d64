"""A table that is only read: one entry a row, a text for every cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class ReadTable(QAbstractTableModel):
    """What all such tables have in common; subclasses say what their entries, titles and cells are."""

    def entries(self) -> Sequence[Any]:
        """Return what the rows show, the first row's first; none, unless a subclass has some."""
        return ()

    def titles(self) -> tuple[str, ...]:
        """Return the headers of the columns; none, unless a subclass has some."""
        return ()

    def cell(self, entry: Any, column: int) -> str:
        """Return the text of a cell: the entry itself, unless a subclass tells it by columns."""
        return str(entry)

    def beside(self, entry: Any, column: int, role: int) -> Any:
        """Return what a cell has besides its text; None for nothing."""
        return None

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.entries())

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.titles())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.titles()[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self.entries()):
            return None
        entry = self.entries()[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(entry, index.column())
        return self.beside(entry, index.column(), role)
