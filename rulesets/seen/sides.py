"""The numbers of the sides, by which all who show them choose colour and shape: in one place for everybody.

The side of the players is the same in every fight, whoever came first. Every other side keeps the number that
it got when it came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from rulesets.table.combatant import PC, Combatant

LOOKS = 6
"""Colours and shapes that there are: numbers beyond them begin again."""
PLAYERS = 0
"""The number of the players' side, whose look no other side has."""


def numbered(
    sides: Iterable[str], played: Iterable[str], known: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return side → number for all ``sides`` in the order in which they came, and for those ``known`` before.

    The first of them that is ``played`` is the players'. No two have the same number.
    """
    found = dict(known or {})
    own = next(iter(played), "")
    if own and PLAYERS not in found.values():
        found[own] = PLAYERS
    taken = set(found.values())
    for side in sides:
        if side not in found:
            found[side] = next(number for number in count(1) if number % LOOKS and number not in taken)
            taken.add(found[side])
    return found


def played_sides(people: Iterable[Combatant]) -> tuple[str, ...]:
    """Return the sides that player characters are on, in the order in which they came."""
    return tuple(dict.fromkeys(who.side for who in people if who.kind == PC))
