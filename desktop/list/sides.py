"""The numbers of the sides, which choose their colours and shapes: a side keeps its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from desktop.theme import SIDE_SHAPES
from rulesets.table.commands import Add, Describe

if TYPE_CHECKING:
    from desktop.bridge import Entry


def free_number(used: Collection[int]) -> int:
    """Return the number that was given least often, the lowest of those."""
    times = Counter(used)
    return min(range(len(SIDE_SHAPES)), key=lambda number: (times[number], number))


GIVING = (Add, Describe)
"""What gives somebody a side."""


def sides_in(log: Iterable[Entry]) -> dict[str, int]:
    """Return side → number, in the order in which the sides came into the encounter."""
    sides: dict[str, int] = {}
    for entry in log:
        command, given = entry.command, {}
        if isinstance(command, Add):
            given = {"side": "party", **command.combatant}
        elif isinstance(command, Describe):
            given = command.changes
        side = given.get("side")
        if isinstance(side, str) and side not in sides:
            sides[side or "party"] = free_number(sides.values())
    return sides
