"""Where something stands in the rules: ids of rules, for whoever looks them up, and places in books."""

from __future__ import annotations

import re
from functools import lru_cache

ID = r"[A-Z0-9]+(?:-[A-Z0-9]+)*-\d+(?:\.\.\d+)?"
"""What an id of a rule looks like, as a pattern."""
_RULE = re.compile(rf"{ID}(?: to {ID})?")
"""'R5E-55', 'E-SW-03', '002-6..12', 'R5E-02 to R5E-04'."""
MOST_READ = 1000
"""Citations that need not be read again: those of a panel come back with every turn."""


@lru_cache(MOST_READ)
def parted(cite: str) -> tuple[list[str], list[str]]:
    """Return the ids of rules in a citation, and what else is in it."""
    parts = [part.strip() for part in cite.split(",")]
    ids = [part for part in parts if _RULE.fullmatch(part)]
    return ids, [part for part in parts if part not in ids]


def places(cite: str) -> str:
    """Return a citation without ids of rules, which nobody looks up on paper; '' if it has nothing else."""
    return ", ".join(parted(cite)[1])
