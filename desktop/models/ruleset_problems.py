"""What is wrong with a ruleset as a table: where, what, and what may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from rulesets.definition.problems import Problem

Index = QModelIndex | QPersistentModelIndex
KIND, PLACE, KEY, WHAT, HINT = range(5)


class ProblemsModel(QAbstractTableModel):
    """One row per problem, errors before warnings."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._problems: Sequence[Problem] = ()

    @property
    def problems(self) -> Sequence[Problem]:
        """What is shown."""
        return self._problems

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these; nothing happens if they are those already shown."""
        if tuple(problems) != tuple(self._problems):
            self.beginResetModel()
            self._problems = tuple(problems)
            self.endResetModel()

    def problem(self, row: int) -> Problem | None:
        """Return the problem of a row."""
        return self._problems[row] if 0 <= row < len(self._problems) else None

    def text(self, rows: Iterable[int]) -> str:
        """Return problems as the command line prints them, a line each."""
        return "\n".join(str(self._problems[row]) for row in sorted(set(rows)))

    # -- Qt ----------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._problems)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else HINT + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Kind"),
            self.tr("File and line"),
            self.tr("Key"),
            self.tr("What is wrong"),
            self.tr("Suggestion"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        problem = self.problem(index.row())
        if problem is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(problem, index.column())
            case Qt.ItemDataRole.ToolTipRole if index.column() == PLACE:
                return problem.file.replace("<", "&lt;")
            case Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return None

    def _cell(self, problem: Problem, column: int) -> str:
        if column == KIND:
            return f"▲ {self.tr('Warning')}" if problem.warning else f"✖ {self.tr('Error')}"
        if column == PLACE:
            return place(problem.file, problem.line)
        return (problem.key, problem.message, problem.hint)[column - KEY]


def place(file: str, line: int) -> str:
    """Return a file with the folder it lies in, and the line if it is known."""
    short = "/".join(Path(file).parts[-2:])
    return f"{short}:{line}" if line else short
