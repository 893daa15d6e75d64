"""In which order the sides came into the encounter, which gives them their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesets.seen.sides import numbered
from rulesets.table.combatant import PC
from rulesets.table.commands import Add, Describe

if TYPE_CHECKING:
    from desktop.bridge import Entry

GIVING = (Add, Describe)
"""What gives somebody a side."""


def sides_in(log: Iterable[Entry]) -> dict[str, int]:
    """Return side → number, of all sides that there ever were."""
    sides: dict[str, int] = {}
    for entry in log:
        command, given = entry.command, {}
        if isinstance(command, Add):
            given = {"side": "party", "kind": PC, **command.combatant}
        elif isinstance(command, Describe):
            given = command.changes
        side = given.get("side")
        if isinstance(side, str):
            named = side or "party"
            sides = numbered((named,), (named,) if given.get("kind") == PC else (), sides)
    return sides
