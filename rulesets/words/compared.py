"""What differs between two stands of a fight, in words: who, what, from, to."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.seen.carrying import CarriedLine
from rulesets.seen.compared import Compared
from rulesets.table.encounter import OVER, RUNNING, SETUP, Effect
from rulesets.words import carrying
from rulesets.words.filling import Templates
from rulesets.words.terms import Terms

COMPARED: dict[str, Templates] = {
    "nothing": "–",
    "fight": "The fight",
    "there": "On the table",
    "yes": "yes",
    "count": "Initiative",
    "name": "Name",
    "side": "Side",
    "alias": "Name for the players",
    "hidden": "Hidden from the players",
    "readied": "Readied",
    "delays": "Waits for its turn",
    "asked": "Roll asked for: {check}",
    "about": "Notes",
    "waves": "To come later",
    "round": "Round",
    "turn": "Whose turn",
    "status": "Stands at",
    SETUP: "not begun",
    RUNNING: "under way",
    OVER: "over",
    "lasts": ("{size}, {lasts}", "{lasts}"),
}


class Row(NamedTuple):
    """A line of the small table 'who: from -> to'."""

    who: str
    what: str
    before: str
    after: str


def row(terms: Terms, one: Compared) -> Row:
    """Return a difference in words; what is not there is a dash."""
    who = terms.name(one.who) if one.who else _say(terms, "fight")
    if one.kind in _AS_CARRIED:
        said = carrying.told(terms, CarriedLine(one.kind, one.key, one.old, one.new))
        return Row(who, said.what, said.before, said.after)
    what = _what(terms, one)
    return Row(who, what, *(_value(terms, one, value) for value in (one.old, one.new)))


_AS_CARRIED = frozenset({"stat", "track", "state", "used", "out", "notes", "shared"})


def _what(terms: Terms, one: Compared) -> str:
    match one.kind:
        case "pool":
            return terms.pool(one.key)
        case "effect":
            return _effect(terms, one)
        case "asked":
            return _say(terms, "asked", check=terms.check(*one.key.split("|", 1)))
    return _say(terms, one.kind)


def _say(terms: Terms, key: str, **params: Any) -> str:
    return terms.say(COMPARED[key], params)


def _effect(terms: Terms, one: Compared) -> str:
    effect = one.old or one.new
    return terms.state(effect.name) if isinstance(effect, Effect) else ""


def _value(terms: Terms, one: Compared, value: Any) -> str:
    match value:
        case None | "" | () if one.kind != "status":
            return _say(terms, "nothing")
        case Effect():
            return _say(terms, "lasts", size=value.dice or value.size or None, lasts=terms.lasts(value))
        case True:
            return _say(terms, "yes")
        case tuple():
            return terms.together(value)
        case str() if one.kind == "turn":
            return terms.name(value) or _say(terms, "nothing")
        case str() if one.kind == "status":
            return _say(terms, value)
    return terms.value(value)
