"""What is carried over from one fight to the next, in words: what it is, what it was, what it will be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.seen.carrying import CarriedLine
from rulesets.table.carried import CarriedEffect
from rulesets.table.combatant import TrackPlace
from rulesets.words.filling import Templates
from rulesets.words.terms import Terms

CARRIED: dict[str, Templates] = {
    "nothing": "–",
    "persistent": "{step} ({number} persistent)",
    "there": "yes",
    "brief": "{what} {now}",
    "times": "{number}×",
    "by": "{name}, by {by}",
    "out": "Out of the fight",
    "notes": "Notes",
    "shared": "Notes for everybody",
}


class CarriedWords(NamedTuple):
    """A line as people read it."""

    what: str
    before: str
    after: str
    brief: str
    """How it is from now on: 'Hit points 12', 'Poisoned'."""


def told(terms: Terms, line: CarriedLine, names: Mapping[str, str] | None = None) -> CarriedWords:
    """Return a line in words; what is not there is a dash.

    ``names`` are those of members who are in no fight, by their ids.
    """
    by = line.key.partition("|")[2] if line.kind == "effect" else ""
    author = (names or {}).get(by) or terms.name(by)
    said = _told(terms, line)
    if not author:
        return said
    what, brief = (terms.say(CARRIED["by"], {"name": text, "by": author}) for text in (said.what, said.brief))
    return said._replace(what=what, brief=brief)


def _told(terms: Terms, line: CarriedLine) -> CarriedWords:
    what = str(_WHAT[line.kind](terms, line))
    what = what[:1].upper() + what[1:]
    before, after = (_value(terms, line, value) for value in (line.old, line.new))
    plainly = after in (terms.say(CARRIED["there"], {}), terms.say(CARRIED["nothing"], {}))
    brief = what if plainly else terms.say(CARRIED["brief"], {"what": what, "now": after})
    return CarriedWords(what, before, after, brief)


def _used(terms: Terms, line: CarriedLine) -> str:
    return terms.thing(line.key.rpartition(":")[2])


_WHAT: dict[str, Any] = {
    "stat": lambda terms, line: terms.stat(line.key),
    "track": lambda terms, line: terms.track(line.key),
    "state": lambda terms, line: terms.state(line.key),
    "effect": lambda terms, line: terms.state(line.key.partition("|")[0]),
    "used": _used,
    "out": lambda terms, line: terms.say(CARRIED["out"], {}),
    "notes": lambda terms, line: terms.say(CARRIED["notes"], {}),
    "shared": lambda terms, line: terms.say(CARRIED["shared"], {}),
}


def _value(terms: Terms, line: CarriedLine, value: Any) -> str:
    nothing = terms.say(CARRIED["nothing"], {})
    match value:
        case TrackPlace(step, persistent):
            name = terms.step(line.key, step)
            told = {"step": name, "number": persistent}
            return terms.say(CARRIED["persistent"], told) if persistent else name
        case CarriedEffect():
            return value.dice or (str(value.size) if value.size else terms.say(CARRIED["there"], {}))
        case bool() if line.kind == "state":
            return terms.say(CARRIED["there"], {}) if value else nothing
        case int() if line.kind == "used":
            return terms.say(CARRIED["times"], {"number": value}) if value else nothing
        case str() if line.kind == "out" and value:
            return terms.field(value) or value
    return (terms.value(value, line.key) if line.kind == "stat" else str(value or "")) or nothing
