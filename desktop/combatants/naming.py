"""Names and ids of combatants that come several at once: 'Stormtrooper 1' to 'Stormtrooper 4'."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

MOST = 99
"""Combatants that can be added at once."""
LEAST_KIN = 3
"""Letters of what two names must have in common, at the least, to be of one kind."""
LONGEST = 60
"""Characters of a name that go into an id."""
_NUMBER = re.compile(r"\s+\d{1,6}$")
_NUMBERED = re.compile(r"(.*) (\d{1,6})", re.DOTALL)


def action_name(rules: Rules, action: str) -> str:
    """Return what an action of the catalogue is called; any other is called what the GM called it."""
    rule = rules.actions.get(action)
    return entry_label(rule, action)


def plain_name(name: str) -> str:
    """Return a name without the number behind it: 'Orc' of 'Orc 3', as several alike are called."""
    return _NUMBER.sub("", name).strip() or name


class Names:
    """What some are called, in the order in which they came: asked at once, however many they are."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Begin with ``names``."""
        self._count = 0
        self._folded: set[str] = set()
        self._last: dict[tuple[str, ...], int] = {}
        """Words of a name without its number → who has it, the last of them."""
        self._kin: dict[tuple[str, ...], int] = {}
        """Words that begin or end the name of one of several alike → who has it, the last of them."""
        self._numbers: dict[str, int] = {}
        """Name in small letters → the highest number behind it; one without a number counts as the first."""
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Let one more be called so."""
        words = tuple(_words(name))
        self._last[words] = self._count
        for size in range(1, len(words)) if plain_name(name) != name else ():
            for kin in (words[:size], words[-size:]):
                if len("".join(kin)) >= LEAST_KIN:
                    self._kin[kin] = self._count
        self._count += 1
        folded = name.casefold()
        self._folded.add(folded)
        self._numbers[folded] = max(1, self._numbers.get(folded, 1))
        if (numbered := _NUMBERED.fullmatch(folded)) is not None:
            base, number = numbered[1], int(numbered[2])
            self._numbers[base] = max(number, self._numbers.get(base, 0))

    def namesake(self, name: str) -> tuple[int, bool] | None:
        """Return which of them one called ``name`` takes after, and whether both are called the same.

        That is the last with the same name but for its number ('Orc' after 'Orc 3'), otherwise the last of
        those whose whole name begins or ends it ('Orc chief', 'Elite orc'), the longest first; otherwise the
        last of several alike with whom it begins or ends ('Orc chief' after 'Orc archer 3'). None if there
        is none.
        """
        words = _words(name)
        for known in (self._last, self._kin):
            for size in range(len(words), 0, -1):
                either = (tuple(words[:size]), tuple(words[-size:]))
                found = max((known[one] for one in either if one in known), default=None)
                if found is not None:
                    return found, known is self._last and size == len(words)
        return None

    def numbered(self, name: str, count: int) -> list[str]:
        """Return the names of ``count`` more: numbered where there are several, or namesakes of theirs.

        The numbers go on behind those in use. A name with a number stays what it is while it is free.
        """
        plain = plain_name(name)
        if count == 1 and plain != name and name.casefold() not in self._folded:
            return [name]
        base = plain if count == 1 else name
        used = self._numbers.get(base.casefold(), 0)
        if count == 1 and not used:
            return [name]
        return [f"{base} {number}" for number in range(used + 1, used + count + 1)]


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


def numbered_names(name: str, count: int, taken: Iterable[str]) -> list[str]:
    """Return what ``count`` are called who come beside those ``taken``, as :meth:`Names.numbered` does."""
    return Names(taken).numbered(name, count)


def _words(name: str) -> list[str]:
    return plain_name(name).casefold().split()
