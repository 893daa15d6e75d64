"""In which order the sides came into the encounter, which gives them their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.seen.sides import numbered
from rulesets.table.combatant import PC
from rulesets.table.commands import Add, Describe

GIVING = (Add, Describe)
"""What gives somebody a side."""


def sides_in(commands: Iterable[Add | Describe]) -> dict[str, int]:
    """Return side → number, of all sides that there ever were."""
    sides: dict[str, int] = {}
    for command in commands:
        if isinstance(command, Add):
            given = {"side": "party", "kind": PC, **command.combatant}
        else:
            given = command.changes
        side = given.get("side")
        if isinstance(side, str):
            named = side or "party"
            sides = numbered((named,), (named,) if given.get("kind") == PC else (), sides)
    return sides
