"""Finds the commands that stand beside the current line."""

from collections.abc import Iterable, Sequence

from rulesets.fight.storage.values import Branch, Row


def branches_beside(journal: Iterable[Row], line: Sequence[int]) -> list[Branch]:
    """Every command that nothing follows and that is not on the line ends a branch; the newest first.

    Parents come before their children, so one pass carries length, ancestor and first label along.
    """
    on_line = {0, *line}
    ends: dict[int, Branch] = {}
    beginnings: dict[int, tuple[int, int, str]] = {}
    for row in journal:
        if row.kind != "command" or row.seq in on_line:
            continue
        beside = row.parent not in on_line
        ancestor, length, first = beginnings[row.parent] if beside else (row.parent, 0, row.label)
        beginnings[row.seq] = (ancestor, length + 1, first)
        ends.pop(row.parent, None)
        ends[row.seq] = Branch(row.seq, ancestor, length + 1, first, row.label, row.at)
    return sorted(ends.values(), key=lambda branch: branch.tip, reverse=True)
