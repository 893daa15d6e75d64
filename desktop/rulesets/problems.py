"""What is wrong with a ruleset as a table: where, what, and what may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt

from desktop.widgets.plain_text import tip
from desktop.widgets.read_table import ReadTable
from rulesets.reading.problems import Advice, Problem

KIND, PLACE, KEY, WHAT, HINT = range(5)
ADVICE = "◆"
"""Mark before the words: nothing is wrong."""


class ProblemsModel(ReadTable):
    """One row per problem or piece of advice, errors before warnings."""

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

    # -- the table ---------------------------------------------------------------------------------

    def entries(self) -> Sequence[Problem]:
        return self._problems

    def titles(self) -> tuple[str, ...]:
        return (
            self.tr("Kind"),
            self.tr("File and line"),
            self.tr("Key"),
            self.tr("What is wrong"),
            self.tr("Suggestion"),
        )

    def beside(self, entry: Problem, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and column == PLACE:
            return tip(entry.file)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return None

    def cell(self, entry: Problem, column: int) -> str:
        if column == KIND and isinstance(entry, Advice):
            return f"{ADVICE} {self.tr('Advice')}"
        if column == KIND:
            return f"▲ {self.tr('Warning')}" if entry.warning else f"✖ {self.tr('Error')}"
        if column == PLACE:
            return place(entry.file, entry.line)
        hint = entry.told if isinstance(entry, Advice) else entry.hint
        return (entry.key, entry.message, hint)[column - KEY]


def place(file: str, line: int) -> str:
    """Return a file with the folder it lies in, and the line if it is known."""
    short = "/".join(Path(file).parts[-2:])
    return f"{short}:{line}" if line else short
