"""How the cases of a ruleset came out, as a table: those that fail first."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.models.ruleset_problems import place
from rulesets.scenario import Result

Index = QModelIndex | QPersistentModelIndex
OUTCOME, CASE, PLACE, WHAT = range(4)


class ResultsModel(QAbstractTableModel):
    """One row per case; each is put in when it was played."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._results: list[Result] = []
        self.failed = 0
        """How many do not hold; they stand on top."""

    @property
    def passed(self) -> int:
        """How many hold."""
        return len(self._results) - self.failed

    def add(self, result: Result) -> None:
        """Put in how a case came out."""
        row = self.failed if result.failure else len(self._results)
        self.beginInsertRows(QModelIndex(), row, row)
        self._results.insert(row, result)
        self.failed += bool(result.failure)
        self.endInsertRows()

    def result(self, row: int) -> Result | None:
        """Return the case of a row."""
        return self._results[row] if 0 <= row < len(self._results) else None

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._results)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else WHAT + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Outcome"),
            self.tr("Case"),
            self.tr("File and line"),
            self.tr("What came of it"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        result = self.result(index.row())
        if result is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(result, index.column())
            case Qt.ItemDataRole.ToolTipRole if index.column() == PLACE:
                return result.file.replace("<", "&lt;")
            case Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return None

    def _cell(self, result: Result, column: int) -> str:
        if column == OUTCOME:
            return f"✖ {self.tr('failed')}" if result.failure else f"✓ {self.tr('passed')}"
        if column == CASE:
            return ": ".join(part for part in (result.case, result.title) if part)
        if column == PLACE:
            return place(result.file, result.line)
        if not result.step:
            return result.failure
        told = self.tr("Step %1: ").replace("%1", str(result.step))
        return f"{told}{result.failure}" if result.failure else ""
