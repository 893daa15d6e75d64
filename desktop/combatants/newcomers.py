"""Lines of combatants to be added, and the commands that they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from desktop.combatants.library import block_of
from desktop.combatants.naming import namesake, numbered_names, plain_name, unique_ids
from rulesets.table.commands import Add
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import OrderRule, Rules

_BEHIND = re.compile(
    r"(?P<name>.*\S)\s*(?:[x×*]\s?(?P<count>\d{1,3})|\((?P<inside>\d{1,3})\))", re.IGNORECASE
)
_BEFORE = re.compile(r"(?P<count>\d{1,3})\s*(?:[x×*]\s*|\s)(?P<name>[^\W\d].*)", re.IGNORECASE)


class Line(Struct, frozen=True):
    """One or several alike: 'Stormtrooper', 4."""

    name: str
    count: int = 1
    given: dict[str, Any] = {}
    """What they have in common, as a combatant is given."""
    roll: int | tuple[str, ...] | None = None
    """The total that was rolled, or every card that was drawn."""

    @property
    def text(self) -> str:
        """The line as it is shown."""
        name = self.name if self.count == 1 else f"{self.name} ×{self.count}"
        return f"{name} · {self.given.get('side', '')}"


def read_count(text: str, count: int) -> tuple[str, int]:
    """Return name and number of 'Stormtrooper x3', '×3', '(3)', '3 Stormtrooper' or '3x Stormtrooper'.

    Else what was given. 'Mark x' or 'TX-20' are names; so is what has 0 of them.
    """
    text = text.strip()
    behind = _BEHIND.fullmatch(text)
    if behind is not None:
        number = int(behind["count"] or behind["inside"])
        spaced = not behind["name"][-1].isalnum() or text[len(behind["name"])] in " ×*("
        if number and spaced:
            return behind["name"], number
    before = _BEFORE.fullmatch(text)
    if before is not None and int(before["count"]):
        return before["name"].strip(), int(before["count"])
    return text, count


def read_names(text: str, count: int) -> list[tuple[str, int]]:
    """Return the names and numbers of '4 Stormtrooper; Sergeant; 2 Rodian'; a single one has ``count``."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    return [read_count(part, count if len(parts) == 1 else 1) for part in parts]


class Model(Struct, frozen=True):
    """Whom a newcomer takes after: side and kind, and the numbers if both are called the same."""

    name: str
    given: dict[str, Any]
    """As a combatant is given, without id, name and group."""
    same: bool
    own_numbers: bool
    """Whether it was given more than side, kind and notes."""

    @property
    def plain(self) -> str:
        """The name without a number behind it."""
        return plain_name(self.name)


def model_for(name: str, rules: Rules, state: Encounter, lines: Sequence[Line]) -> Model | None:
    """Return whom one called ``name`` takes after, of those who are there and of the ``lines``, or None."""
    people = list(state.combatants.values())
    found = namesake(name, [*(one.name for one in people), *(line.name for line in lines)])
    if found is None:
        return None
    at, same = found
    if at < len(people):
        given = block_of(rules, people[at])
        name = people[at].name
    else:
        line = lines[at - len(people)]
        given, name = dict(line.given), line.name
    given = {key: value for key, value in given.items() if key not in ("id", "name", "group", "aware")}
    return Model(name, given, same, bool(given.keys() - {"side", "kind", "notes"}))


def adds(lines: Iterable[Line], state: Encounter) -> list[Add]:
    """Return a command for each combatant of ``lines``, numbered behind those that are there."""
    people = state.combatants.values()
    ids = {*state.combatants, *(c.group for c in people if c.group)}
    names = {c.name for c in people}
    running = state.clock.status == RUNNING
    found: list[Add] = []
    for line in lines:
        group = line.given.get("group", "")
        new_ids = unique_ids(line.name, line.count, {*ids, group})
        new_names = numbered_names(line.name, line.count, names)
        for number, (ident, name) in enumerate(zip(new_ids, new_names, strict=True)):
            own = not group and not isinstance(line.roll, tuple)  # a card is there once
            roll = line.roll if running and (number == 0 or own) else None
            found.append(Add(combatant={**line.given, "id": ident, "name": name}, roll=roll))
        ids |= {*new_ids, *([group] if group else [])}
        names |= set(new_names)
    return found


def rolls_on_joining(rules: Rules, state: Encounter) -> bool:
    """Return whether whoever joins now gets a place by a roll of its own, or by a card."""
    return bool(_joined(rules, state))


def deck_on_joining(rules: Rules, state: Encounter) -> str:
    """Return the deck from which whoever joins now is dealt a card, or ''."""
    return next((rule.roll.deck for rule in _joined(rules, state) if rule.roll is not None), "")


def _joined(rules: Rules, state: Encounter) -> list[OrderRule]:
    """Return the orders in which whoever joins now gets a place by a roll or card of its own."""
    if state.clock.status != RUNNING:
        return []
    return [
        rule
        for order, rule in rules.orders.items()
        if rule.roll is not None and rule.joins == "place" and rule.of != "side" and order in state.orders
    ]
