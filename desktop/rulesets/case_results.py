"""How the cases of a ruleset came out, as a table: those that fail first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from desktop.rulesets.problems import place
from desktop.widgets.plain_text import tip
from desktop.widgets.read_table import ReadTable
from rulesets.reading.problems import Problem
from rulesets.scenarios.play import Result

OUTCOME, CASE, PLACE, WHAT = range(4)


class ResultsModel(ReadTable):
    """One row per case and per thing that was found wrong; each is put in when it is known."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._entries: list[Result | Problem] = []
        self.failed = 0
        """How many cases do not hold or cannot be played; they stand on top."""
        self.doubts = 0
        """What is worth a look and keeps no case from being played; stands below them."""

    @property
    def passed(self) -> int:
        """How many cases hold."""
        return len(self._entries) - self.failed - self.doubts

    @property
    def cases(self) -> int:
        """How many cases are done with."""
        return self.passed + self.failed

    def add(self, entry: Result | Problem) -> None:
        """Put in how a case came out, or what is wrong with a file of scenarios."""
        bad, doubt = _bad(entry), _doubtful(entry)
        row = self.failed if bad else self.failed + self.doubts if doubt else len(self._entries)
        self.beginInsertRows(QModelIndex(), row, row)
        self._entries.insert(row, entry)
        self.failed += bad
        self.doubts += doubt
        self.endInsertRows()

    def entry(self, row: int) -> Result | Problem | None:
        """Return what a row shows."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    # -- the table ---------------------------------------------------------------------------------

    def entries(self) -> Sequence[Result | Problem]:
        return self._entries

    def titles(self) -> tuple[str, ...]:
        return (
            self.tr("Outcome"),
            self.tr("Case"),
            self.tr("File and line"),
            self.tr("What came of it"),
        )

    def beside(self, entry: Result | Problem, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and column == PLACE:
            return tip(entry.file)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return None

    def cell(self, entry: Result | Problem, column: int) -> str:
        if column == OUTCOME:
            if _bad(entry):
                return f"✖ {self.tr('failed')}"
            return f"▲ {self.tr('worth a look')}" if _doubtful(entry) else f"✓ {self.tr('passed')}"
        if column == PLACE:
            return place(entry.file, entry.line)
        if isinstance(entry, Problem):
            said = f"{entry.message} ({entry.hint})" if entry.hint else entry.message
            return entry.key if column == CASE else said
        if column == CASE:
            return ": ".join(part for part in (entry.case, entry.title) if part)
        if not entry.step:
            return entry.failure
        told = self.tr("Step {number}: ").format(number=entry.step)
        return f"{told}{entry.failure}" if entry.failure else ""


def _bad(entry: Result | Problem) -> bool:
    return not entry.warning if isinstance(entry, Problem) else bool(entry.failure)


def _doubtful(entry: Result | Problem) -> bool:
    return isinstance(entry, Problem) and entry.warning
