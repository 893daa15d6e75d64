"""How the cases of a ruleset came out, as a table: those that fail first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from desktop.models.read_table import ReadTable
from desktop.models.ruleset_problems import place
from rulesets.scenario import Result

OUTCOME, CASE, PLACE, WHAT = range(4)


class ResultsModel(ReadTable):
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

    # -- the table ---------------------------------------------------------------------------------

    def entries(self) -> Sequence[Result]:
        return self._results

    def titles(self) -> tuple[str, ...]:
        return (
            self.tr("Outcome"),
            self.tr("Case"),
            self.tr("File and line"),
            self.tr("What came of it"),
        )

    def beside(self, entry: Result, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and column == PLACE:
            return entry.file.replace("<", "&lt;")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return None

    def cell(self, entry: Result, column: int) -> str:
        if column == OUTCOME:
            return f"✖ {self.tr('failed')}" if entry.failure else f"✓ {self.tr('passed')}"
        if column == CASE:
            return ": ".join(part for part in (entry.case, entry.title) if part)
        if column == PLACE:
            return place(entry.file, entry.line)
        if not entry.step:
            return entry.failure
        told = self.tr("Step %1: ").replace("%1", str(entry.step))
        return f"{told}{entry.failure}" if entry.failure else ""
