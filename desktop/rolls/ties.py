"""Which slots are tied before an order is made, and what decides: roll-offs, a coin, the game master.

The engine breaks ties by the ruleset's keys when the command comes. This looks at the same keys beforehand,
so that the dialog asks for a roll-off, a coin or an order only where one will be needed, and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from rulesets.compiled import Key, OrderRule
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import GHOST, Encounter, Place

ROLLOFF, COIN, PICK = "rolloff", "coin", "pick"
ASKING = (ROLLOFF, COIN, PICK)
_COMPARED = ("roll", "value", "rank", "kind", "order")
MOST_PASSES = 9
"""Roll-offs that are asked for, one after the other; the dice decide what is tied still."""


class Tie(Struct, frozen=True):
    """Slots that nothing compared tells apart, and what decides between them."""

    order: str
    slots: tuple[str, ...]
    by: str
    """rolloff · coin · pick"""
    number: int = 0
    """Which roll-off it is, from 0."""
    dice: str = ""
    """What is rolled: 'd20', or 'roll' for the order's own dice."""
    equal: bool = False
    """True if the roll-off was given and left some of them tied."""
    settled: bool = False
    """True if what was given decides it; else dice will, or there is another roll-off."""


class Given(Struct):
    """What the game master has answered so far."""

    offs: dict[tuple[str, str, int], int] = field(default_factory=dict)
    """(order, slot, which roll-off) → result."""
    coin: str = ""
    pick: list[str] = field(default_factory=list)


def asks(rule: OrderRule) -> bool:
    """Return whether an order's ties may need an answer."""
    return any(key.by in ASKING for key in rule.keys)


def standings(state: Encounter, events: Sequence[ev.Event]) -> dict[str, dict[str, Place]]:
    """Return order → slot → place of everybody who would get one, with those of the same keys there now."""
    found: dict[str, dict[str, Place]] = {}
    for event in events:
        if isinstance(event, ev.OrderMade) and event.new is not None:
            found[event.order] = dict(event.new.places)
        elif isinstance(event, ev.SlotPlaced) and not event.slot.startswith(GHOST):
            found.setdefault(event.order, {})[event.slot] = event.place
    for order, places in found.items():
        there = state.orders.get(order)
        keys = {place.keys for place in places.values()}
        for slot, place in {} if there is None else there.places.items():
            if slot not in places and not slot.startswith(GHOST) and place.keys in keys:
                places[slot] = place
    return found


class TieFinder:
    """Goes through an order's keys as the engine does."""

    def __init__(
        self, order: str, rule: OrderRule, members: Callable[[str], Sequence[Combatant]], given: Given
    ) -> None:
        """``members`` are the combatants of a slot of this order."""
        self._order, self._rule, self._members, self._given = order, rule, members, given
        self._found: list[Tie] = []
        self._passes = 0

    def find(self, places: Mapping[str, Place]) -> list[Tie]:
        """Return the ties among ``places``, in the order in which they are broken."""
        groups, at = [list(places)], 0
        for key in self._rule.keys:
            if key.by in _COMPARED:
                groups = [part for group in groups for part in _split(group, _compared(places, at))]
                at += 1
            elif key.by == ROLLOFF:
                groups = self._roll_off(key, groups)
            else:
                groups = [part for group in groups for part in self._decided(key, group)]
        return self._found

    def _roll_off(self, key: Key, groups: list[list[str]]) -> list[list[str]]:
        """Split by the results given. Who is left to the dice is tied with nobody from then on."""
        for _ in range(1 if key.once else MOST_PASSES):
            if not any(len(group) > 1 for group in groups):
                break
            number, parts = self._passes, []
            for group in groups:
                if len(group) == 1:
                    parts.append(group)
                    continue
                results = {slot: self._given.offs.get((self._order, slot, number)) for slot in group}
                whole = all(result is not None for result in results.values())
                settled = whole and len(set(results.values())) == len(group)
                self._found.append(
                    Tie(self._order, tuple(group), ROLLOFF, number, key.dice, whole and not settled, settled)
                )
                if whole:
                    sign = -1 if key.descending else 1
                    known = {slot: sign * (result or 0) for slot, result in results.items()}
                    parts += _split(group, known.__getitem__)
                else:
                    parts += [[slot] for slot in group]
            groups = parts
            self._passes += 1
        return groups

    def _decided(self, key: Key, group: list[str]) -> list[list[str]]:
        if len(group) == 1:
            return [group]
        people = [one for slot in group for one in self._members(slot)]
        kinds = {one.kind for one in people}
        if key.by == COIN:
            settled = self._given.coin in group and len(group) == 2  # a coin has two sides
            self._found.append(Tie(self._order, tuple(group), COIN, settled=settled))
        elif key.by == PICK and kinds == {key.value}:
            places = {slot: at for at, slot in enumerate(self._given.pick)}
            group = sorted(group, key=lambda slot: places.get(slot, len(places)))
            self._found.append(Tie(self._order, tuple(group), PICK, settled=True))
        elif key.by == PICK or (key.alike and (kinds != {"npc"} or len({one.side for one in people}) > 1)):
            return [group]
        return [[slot] for slot in group]


def _compared(places: Mapping[str, Place], at: int) -> Callable[[str], int]:
    return lambda slot: places[slot].keys[at]


def _split(group: list[str], number: Callable[[str], int]) -> list[list[str]]:
    by_number: dict[int, list[str]] = {}
    for slot in group:
        by_number.setdefault(number(slot), []).append(slot)
    return [by_number[value] for value in sorted(by_number)]
