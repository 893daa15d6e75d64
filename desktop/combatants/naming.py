"""Names and ids of combatants that come several at once: 'Stormtrooper 1' to 'Stormtrooper 4'."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from rulesets.vocabulary import Rules

MOST = 99
"""Combatants that can be added at once."""
LONGEST = 60
"""Characters of a name that go into an id."""


def action_name(rules: Rules, action: str) -> str:
    """Return what an action of the catalogue is called; any other is called what the GM called it."""
    rule = rules.actions.get(action)
    return rule.label if rule is not None and rule.label else action


def slug(name: str) -> str:
    """Return a name as the beginning of an id: small letters and digits of any alphabet, single hyphens."""
    plain = unicodedata.normalize("NFKD", name)
    kept = "".join(c if c.isalnum() else "-" for c in plain.casefold() if not unicodedata.combining(c))
    return re.sub(r"-+", "-", kept[:LONGEST]).strip("-") or "combatant"


def unique_ids(name: str, count: int, taken: Collection[str]) -> list[str]:
    """Return ``count`` ids made from ``name`` that differ from each other and from all ``taken``.

    One combatant gets the plain slug if it is free; several are numbered from 1, past numbers in use.
    """
    base, used = slug(name), set(taken)
    if count == 1 and base not in used:
        return [base]
    found: list[str] = []
    number = 1 if count > 1 else 2
    while len(found) < count:
        candidate = f"{base}-{number}"
        if candidate not in used:
            found.append(candidate)
        number += 1
    return found


def numbered_names(name: str, count: int, taken: Collection[str]) -> list[str]:
    """Return the names of ``count`` combatants; several are numbered, going on behind those in ``taken``."""
    if count == 1:
        return [name]
    pattern = re.compile(re.escape(name) + r" (\d{1,6})")
    used = [int(match[1]) for other in taken if (match := pattern.fullmatch(other))]
    first = max(used, default=0) + 1
    return [f"{name} {number}" for number in range(first, first + count)]
