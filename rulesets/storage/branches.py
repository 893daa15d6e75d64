"""Reads commands by their numbers, and finds those that stand beside the current line."""

import sqlite3
from collections.abc import Sequence

from rulesets.storage.values import Branch, Row

_COLUMNS = ", ".join(Row.__struct_fields__)


def rows_of(db: sqlite3.Connection, numbers: Sequence[int]) -> list[Row]:
    """The rows with these ascending numbers; reads everything between the first and the last once."""
    if not numbers:
        return []
    wanted = set(numbers)
    found = db.execute(
        f"SELECT {_COLUMNS} FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq",
        (numbers[0], numbers[-1]),
    )
    return [Row(*values) for values in found if values[0] in wanted]


def branches_beside(db: sqlite3.Connection, line: Sequence[int]) -> list[Branch]:
    """Every command that nothing follows and that is not on the line ends a branch; the newest first.

    Parents come before their children, so one pass carries length, ancestor and first label along.
    """
    on_line = {0, *line}
    ends: dict[int, Branch] = {}
    beginnings: dict[int, tuple[int, int, str]] = {}
    commands = db.execute("SELECT seq, parent, label, at FROM journal WHERE kind = 'command' ORDER BY seq")
    for seq, parent, label, at in commands:
        if seq in on_line:
            continue
        ancestor, length, first = (parent, 0, label) if parent in on_line else beginnings[parent]
        beginnings[seq] = (ancestor, length + 1, first)
        ends.pop(parent, None)
        ends[seq] = Branch(seq, ancestor, length + 1, first, label, at)
    return sorted(ends.values(), key=lambda branch: branch.tip, reverse=True)
