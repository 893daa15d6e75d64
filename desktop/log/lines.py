"""Which lines of the log there are: entries, and above each part of the fight its heading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.table import commands as cmd, events as ev
from rulesets.words.texts import EntryText

if TYPE_CHECKING:
    from rulesets.table.entry import Entry


class Place(Struct, frozen=True):
    """A row of the log: an entry, or the heading above it."""

    number: int
    """Of the entry, from 0; a heading has the number of the entry below it."""
    heading: str = ""
    """'' for an entry."""


number_of = attrgetter("number")


class LogLine(Struct, frozen=True, cache_hash=True):
    """A row as it is painted."""

    heading: str = ""
    """'' for an entry."""
    text: EntryText | None = None
    """None for a heading."""
    spot: str = ""
    """Where in its part of the fight the entry stands; the heading says the rest: 'R1 · 17', 'R1 · Seg 2'."""
    undone: bool = False
    """It was taken back and can be redone."""
    newest: bool = False
    """It is the last one in force: there is nothing behind it to take back."""
    first_undone: bool = False
    """It is what redo would do next."""
    routine: bool = False
    """It keeps the books and is no news: it is painted lighter than what happens at the table."""


def placed(numbers: Sequence[int], section: Callable[[int], str], before: str | None) -> list[Place]:
    """Return the rows of entries: a heading wherever the section is another one than that ``before``."""
    rows: list[Place] = []
    for number in numbers:
        here = section(number)
        if here != before:
            rows.append(Place(number, here))
            before = here
        rows.append(Place(number))
    return rows


def spot(place: str, section: str) -> str:
    """Return a place in time in short, as the heading above says it in full: 'R2 · Seg 1', 'R2'."""
    head, dot, tail = place.partition(" · ")
    if not dot or not section.endswith(f"{dot}{tail}"):
        return place
    word, _, number = tail.rpartition(" ")
    return f"{head} · {word[:3]} {number}" if word and number.isdecimal() else head


def is_routine(entry: Entry, text: EntryText) -> bool:
    """Return whether an entry only says who is next, or who takes part before there is a fight."""
    if text.overridden or text.marked:
        return False
    return isinstance(entry.command, cmd.EndTurn) or (isinstance(entry.command, cmd.Add) and not text.place)


_PEOPLE = frozenset({"who", "by", "to", "on", "slot", "target", "after"})
"""Fields of a command and parameters of a told line that hold ids."""


def concerned(entry: Entry) -> frozenset[str]:
    """Return the ids of everybody a log entry is about: who was ordered, who is told of, who changed."""
    found: set[str] = set()
    for event in entry.events:
        if type(event) is ev.Told:
            for name in _PEOPLE & event.params.keys():
                _collect(event.params[name], found)
        elif hasattr(event, "who"):
            found.add(event.who)
        elif type(event) in _ABOUT:
            found.update(_ABOUT[type(event)](event))
    command = entry.command
    for name in _PEOPLE.intersection(command.__struct_fields__):
        _collect(getattr(command, name), found)
    found.discard("")
    return frozenset(found)


def _tied(event: ev.RelationChanged) -> tuple[str, ...]:
    tie = event.new or event.old
    return () if tie is None else (tie.of, tie.over)


_ABOUT: dict[type[Any], Callable[[Any], tuple[str, ...]]] = {
    ev.Joined: lambda event: (event.combatant.id,),
    ev.Left: lambda event: (event.combatant.id,),
    ev.EffectBegan: lambda event: (event.effect.on,),
    ev.EffectEnded: lambda event: (event.effect.on,),
    ev.EffectChanged: lambda event: (event.new.on,),
    ev.CheckAsked: lambda event: (event.check.who,),
    ev.CheckClosed: lambda event: (event.check.who,),
    ev.RelationChanged: _tied,
}
"""Event → whom it is about, where no field of it is called ``who``."""


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, list | tuple):
        found.update(item for item in value if isinstance(item, str))
