"""Lines of combatants to be added, and the commands that they stand for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.combatants.library import block_of
from desktop.combatants.naming import Names, plain_name, unique_ids
from rulesets.seen.queries import value_of
from rulesets.seen.throws import attacks_noted
from rulesets.table.carried import Carried
from rulesets.table.combatant import PC
from rulesets.table.commands import Add
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import OrderRule, Rules

_BEHIND = re.compile(
    r"(?P<name>.*\S)\s*(?:[x×*]\s?(?P<count>\d{1,3})|\((?P<inside>\d{1,3})\))", re.IGNORECASE
)
_BEFORE = re.compile(r"(?P<count>\d{1,3})\s*(?:[x×*]\s*|\s)(?P<name>[^\W\d].*)", re.IGNORECASE)


_OWN = ("id", "name", "group", "aware", "hidden", "notes", "shared")
"""What a newcomer has not from whom it takes after: where one stands is noted on that one alone."""


class NewcomerLine(Struct, frozen=True):
    """One or several alike: 'Stormtrooper', 4."""

    name: str
    count: int = 1
    given: dict[str, Any] = {}
    """What they have in common, as a combatant is given."""
    roll: int | tuple[str, ...] | None = None
    """The total that was rolled, or every card that was drawn."""
    ident: str = ""
    """The id that it has, if nobody else has it; '' is one that is made of its name."""
    carried: Carried = Carried()
    """How it stands after the last fight."""
    typed: dict[str, str] = {}
    """What was typed besides, by its label: 'Hit points', '12'."""
    block: str = ""
    """The stat block that the numbers are of; '' if they are of none."""

    @property
    def called(self) -> str:
        """The name; with a number behind it where there are several, as those are called who come in."""
        return self.name if self.count == 1 else f"{self.name} {self.count}"

    @property
    def text(self) -> str:
        """The line as it is shown: what was typed can be read back."""
        name = self.name if self.count == 1 else f"{self.name} ×{self.count}"
        if self.block and self.block.casefold() != plain_name(self.name).casefold():
            name = f"{name} ({self.block})"
        typed = (f"{label} {text}" for label, text in self.typed.items())
        return " · ".join((name, str(self.given.get("side", "")), *typed))


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
    """As a combatant is given, without id, name and group; of its notes only the attacks."""
    same: bool
    own_numbers: bool
    """Whether it was given more than side and kind."""

    @property
    def plain(self) -> str:
        """The name without a number behind it."""
        return plain_name(self.name)


def model_for(name: str, rules: Rules, state: Encounter, lines: Sequence[NewcomerLine]) -> Model | None:
    """Return whom one called ``name`` takes after, or None.

    That is one of those who are there or come in a wave, or of the ``lines``.
    """
    planned = [one for wave in state.waves for one in wave.combatants]
    people = list(state.combatants.values())
    waiting = [str(one.get("name") or one["id"]) for one in planned]
    names = [*waiting, *(one.name for one in people), *(line.called for line in lines)]
    found = Names(names).namesake(name)
    if found is None:
        return None
    at, same = found[0] - len(planned), found[1]
    if at < 0:
        given, name = dict(planned[at]), waiting[at]
        given = {"side": party(), "kind": PC} | given
    elif at < len(people):
        given = block_of(rules, people[at])
        name = people[at].name
    else:
        line = lines[at - len(people)]
        given, name = dict(line.given), line.name
    noted = str(given.get("notes", ""))
    given = {key: value for key, value in given.items() if key not in _OWN}
    if attacks := attacks_noted(rules, noted):
        given["notes"] = attacks
    return Model(name, given, same, bool(given.keys() - {"side", "kind"}))


def owned_by(name: str, rules: Rules, state: Encounter) -> dict[str, Any] | None:
    """Return what one is given whose name says whom it belongs to: 'Dragon's lair', 'Lair of Old Tooth'.

    The stat that says to whom one belongs is called so: 'Lair of'. Part of a name will do if only one has it:
    'The wyrm's lair'. A bare 'Lair' belongs to the only opponent there is; {} if it cannot be told to whom,
    None if the name says nothing of the kind.
    """
    stat = rules.stats.get(rules.owner)
    label = stat.label.casefold().split() if stat is not None and stat.type == "text" else []
    said = name.casefold().replace("’", "'").split()
    if not label or label[0] not in said:
        return None
    rest = [word.removesuffix("'s").removesuffix("'") for word in said if word not in (*label, "the")]
    theirs = [one for one in state.combatants.values() if not value_of(rules, state, one, rules.owner)]
    if rest:
        found = [one for one in theirs if rest in (plain_name(one.name).casefold().split(), _words(one.name))]
        owns = said[-1] == label[0] or said[: len(label)] == label
        if not found and owns:
            found = [one for one in theirs if set(rest) <= set(_words(one.name))]
    else:
        found = [one for one in theirs if one.kind == "npc"]
    if len(found) == 1:
        return {rules.owner: found[0].id, "side": found[0].side, "kind": found[0].kind}
    return None if rest else {}


def owner_meant(text: str, state: Encounter) -> str:
    """Return the id of whom somebody is said to belong to: by that id, or by a name that only one has."""
    if text in state.combatants:
        return text
    named = [one.id for one in state.combatants.values() if _words(one.name) == _words(text)]
    return named[0] if len(named) == 1 else text


def _words(name: str) -> list[str]:
    return name.casefold().split()


Sides = Collection[tuple[str, str]]
"""Side and kind of all who are there, in their order."""


def opponents() -> str:
    """Return what the side of opponents is called as long as there are none."""
    return QCoreApplication.translate("AddForm", "opponents")


def party() -> str:
    """Return what the side of the players' characters is called as long as there is none."""
    return QCoreApplication.translate("AddForm", "party")


def side_of_kind(kind: str, sides: Sides, otherwise: str) -> str:
    """Return on which side others of a kind are; those who side with players' characters are no measure."""
    heroes = {side for side, of in sides if of == PC}
    return next((side for side, of in sides if of == kind and (kind == PC or side not in heroes)), otherwise)


def _with_side(line: NewcomerLine, like: tuple[str, str] | None, sides: Sides) -> dict[str, Any]:
    """Return what a line is given, with a side: its own, that of its namesakes, or that of its kind.

    ``like``: side and kind of its namesake, if there is one.
    """
    if line.given.get("side"):
        return line.given
    kind = str(line.given.get("kind", ""))
    if like is not None and kind in ("", like[1]):
        side, kind = like
    else:
        kind = kind or PC
        side = side_of_kind(kind, sides, party() if kind == PC else opponents())
    return {**line.given, "side": side, "kind": kind}


def adds(lines: Iterable[NewcomerLine], state: Encounter, anew: str = "") -> list[Add]:
    """Return a command for each combatant of ``lines``, numbered behind those that are there or to come.

    Whose stat block says no side comes in on that of its namesakes, or of its kind. ``anew`` is the id of a
    wave that is planned anew: its own names are free.
    """
    people = state.combatants.values()
    ids = {*state.combatants, *(c.group for c in people if c.group)}
    called, taken = (Names(c.name for c in people) for _ in range(2))
    belongs = [(c.side, c.kind) for c in people]
    sides = dict.fromkeys(belongs)
    for wave in state.waves:
        if wave.id != anew:
            ids |= wave.ids
            for one in wave.combatants:
                taken.add(str(one.get("name") or one["id"]))
    running = state.clock.status == RUNNING
    found: list[Add] = []
    for line in lines:
        group = line.given.get("group", "")
        own_id = [line.ident] if line.ident and line.ident not in {*ids, group} else []
        new_ids = own_id or unique_ids(line.name, line.count, {*ids, group})
        new_names = taken.numbered(line.name, line.count)
        like = called.namesake(line.name)
        shared = _with_side(line, None if like is None else belongs[like[0]], sides)
        for number, (ident, name) in enumerate(zip(new_ids, new_names, strict=True)):
            own = not group and not isinstance(line.roll, tuple)  # a card is there once
            roll = line.roll if running and (number == 0 or own) else None
            carried = None if line.carried == Carried() else line.carried
            given = {**shared, "id": ident, "name": name}
            found.append(Add(combatant=given, carried=carried, roll=roll))
            taken.add(name)
        ids |= {*new_ids, *([group] if group else [])}
        called.add(line.called)
        belongs.append((str(shared["side"]), str(shared.get("kind", PC))))
        sides[belongs[-1]] = None
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
