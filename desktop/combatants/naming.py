"""Names and ids of combatants that come several at once: 'Stormtrooper 1' to 'Stormtrooper 4'."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from rulesets.vocabulary import Rules

MOST = 99
"""Combatants that can be added at once."""
LONGEST = 60
"""Characters of a name that go into an id."""
_NUMBER = re.compile(r"\s+\d{1,6}$")


def action_name(rules: Rules, action: str) -> str:
    """Return what an action of the catalogue is called; any other is called what the GM called it."""
    rule = rules.actions.get(action)
    return rule.label if rule is not None and rule.label else action


def plain_name(name: str) -> str:
    """Return a name without the number behind it: 'Orc' of 'Orc 3', as several alike are called."""
    return _NUMBER.sub("", name).strip() or name


def namesake(name: str, others: Sequence[str]) -> tuple[int, bool] | None:
    """Return which of ``others`` one called ``name`` takes after, and whether both are called the same.

    That is the last with the same name but for its number ('Orc' after 'Orc 3'), otherwise the last of those
    whose whole name begins or ends it ('Orc chief', 'Elite orc'), the longest first. None if there is none.
    """
    words = plain_name(name).casefold().split()
    found, longest = None, 0
    for at, other in enumerate(others):
        theirs = plain_name(other).casefold().split()
        size = len(theirs)
        if longest <= size <= len(words) and theirs in (words[:size], words[-size:]):
            found, longest = at, size
    return None if found is None else (found, longest == len(words))


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
    """Return the names of ``count`` combatants: numbered where there are several, or namesakes in ``taken``.

    The numbers go on behind those in use; one without a number counts as the first. A name with a number
    stays what it is while it is free.
    """
    folded = {other.casefold() for other in taken}
    if count == 1 and plain_name(name) != name and name.casefold() not in folded:
        return [name]
    base = plain_name(name) if count == 1 else name
    pattern = re.compile(re.escape(base.casefold()) + r"(?: (\d{1,6}))?")
    used = [int(match[1] or 1) for other in folded if (match := pattern.fullmatch(other))]
    if count == 1 and not used:
        return [name]
    first = max(used, default=0) + 1
    return [f"{base} {number}" for number in range(first, first + count)]
