"""Short ways of writing a table, as a bare value, as a text or as a pair, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from rulesets.formula.fuzzy import did_you_mean
from rulesets.vocabulary.base import Keyed
from rulesets.vocabulary.budget import RESERVED, Alternative, CostIf
from rulesets.vocabulary.checks import DegreeRule
from rulesets.vocabulary.harm import Step
from rulesets.vocabulary.rounds import Key, OrderRoll
from rulesets.vocabulary.values import FormulaRule
from rulesets.vocabulary.written import WrittenStat

_ROLL = re.compile(r"^\s*(\d{0,2}d\d{1,3})\s*(?:\+\s*(.+)|(-.+))?$", re.DOTALL)
_DICE = re.compile(r"^\d{0,2}d\d{1,3}$")
_WORDS = ("rolloff", "coin", "list", "kind", "pick", "order", "rank")
"""Words with which a sort key begins that is no formula."""
_WITH = {
    "dice": ("another_die_at", "fumble_at", "plus", "marked"),
    "code": ("wild", "plus", "marked"),
    "deck": ("draws", "keep", "redraw"),
}
"""What is rolled, or drawn → the keys of a roll that go with it."""
_ROLLED = {"dice": "dice", "code": "a code", "deck": "a deck"}
_DIRECTIONS = {"desc": True, "asc": False}


class Shorthand(NamedTuple):
    """Another way to write a table."""

    spelled: Callable[[object], Any]
    """Returns the table that is meant; raises ValueError if none is."""
    kinds: tuple[str, ...] = ()
    """What may stand in place of the table, in words of JSON schemas."""
    schema: Callable[[dict[str, Any]], None] | None = None
    """Makes the schema of the table say so, where that is not a matter of ``kinds``."""


def _bare(table: type[Keyed], data: object) -> Any:
    """Return a table for an entry that may be written as a bare value."""
    return data if isinstance(data, dict) else {table.bare: data}


# -- pairs and amounts -----------------------------------------------------------------------------------


def _cost_if(data: object) -> Any:
    if not isinstance(data, list) or len(data) != 2:
        raise ValueError("another cost is a pair of a formula and a cost")
    return {"if": data[0], "cost": data[1]}


def _schema_pair(schema: dict[str, Any]) -> None:
    """Make the schema of a table that is written as a pair say so."""
    kept: dict[str, Any] = {key: schema[key] for key in ("title", "description") if key in schema}
    items = list(schema["properties"].values())
    schema.clear()
    schema.update({**kept, "type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2})


def _schema_text(schema: dict[str, Any]) -> None:
    """Make the schema of a table that is only written as a text say so."""
    kept: dict[str, Any] = {key: schema[key] for key in ("title", "description") if key in schema}
    schema.clear()
    schema.update({**kept, "type": "string"})


def _gathered(data: object) -> Any:
    """Return a way to pay with its pools gathered: they stand beside its other keys."""
    if not isinstance(data, dict):
        return data
    known = {key: value for key, value in data.items() if key in RESERVED}
    return {**known, "pay": {key: value for key, value in data.items() if key not in RESERVED}}


def _schema_gathered(schema: dict[str, Any]) -> None:
    amounts = schema["properties"].pop("pay")
    schema["additionalProperties"] = amounts["additionalProperties"]


# -- rolls and sort keys ---------------------------------------------------------------------------------


def _roll(data: object) -> Any:
    if isinstance(data, dict):
        ways = [way for way in _WITH if data.get(way)]
        if not ways and data.get("fixed"):
            raise ValueError("'fixed' needs 'dice', a 'code' or a 'deck' for those who have no fixed count")
        if len(ways) != 1:
            raise ValueError("a roll has either 'dice', a 'code' or a 'deck'")
        words = {word for way in _WITH.values() for word in way}.difference(_WITH[ways[0]])
        other = sorted(word for word in words if data.get(word))
        if other:
            raise ValueError(f"{other[0]!r} means nothing beside {_ROLLED[ways[0]]}")
        return data
    match = _ROLL.match(data) if isinstance(data, str) else None
    if match is None:
        raise ValueError(
            "a roll is dice and what is added, such as 'd20 + initiative'; a die code is { code = '...' }"
        )
    return {"dice": match[1], "plus": (match[2] or match[3] or "").strip()}


def _key(data: object) -> Any:
    if isinstance(data, str):
        return key_from_text(data)
    raise ValueError("a sort key is a text such as 'agility desc'")


def key_from_text(text: str) -> dict[str, Any]:
    """Return one sort key from its text.

    Raises:
        ValueError: if it is none of the forms of a key.
    """
    words = text.split()
    if words[:1] == ["then"] and len(words) > 2:
        return {**key_from_text(" ".join(words[1:])), "then": True}
    if words in (["coin"], ["list"], ["pick"]):
        return {"by": words[0]}
    if words == ["list", "alike"]:
        return {"by": "list", "alike": True}
    if len(words) == 2 and words[0] == "count" and words[1] in _DIRECTIONS:
        return {"by": "count", "descending": _DIRECTIONS[words[1]]}
    if len(words) == 2 and words[0] in ("kind", "pick") and words[1] in ("npc", "pc"):
        return {"by": words[0], "value": words[1]}
    if len(words) == 2 and words[0] == "order":
        return {"by": "order", "value": words[1]}
    if len(words) == 3 and words[0] == "order" and words[2] == "reversed":
        return {"by": "order", "value": words[1], "descending": False}
    if words and words[0] == "rolloff":
        rest = [word for word in words[1:] if word != "once"]
        dice = [word for word in rest if word == "roll" or _DICE.match(word)]
        ways = [word for word in rest if word in _DIRECTIONS]
        if max(len(dice), len(ways), words.count("once")) <= 1 and len(rest) == len(dice) + len(ways):
            down = _DIRECTIONS[ways[0]] if ways else True
            return {"by": "rolloff", "dice": [*dice, "d20"][0], "descending": down, "once": "once" in words}
    elif len(words) >= 2 and words[-1] in _DIRECTIONS and not (_meant(words) and _DICE.match(words[1])):
        value, ranked = " ".join(words[:-1]), words[0] == "rank" and len(words) > 2
        if value == "roll":
            return {"by": "roll", "descending": _DIRECTIONS[words[-1]]}
        if ranked:
            return {"by": "rank", "value": " ".join(words[1:-1]), "descending": _DIRECTIONS[words[-1]]}
        return {"by": "value", "value": value, "descending": _DIRECTIONS[words[-1]]}
    raise ValueError(
        f"{_meant(words)}a key is 'roll desc', 'count desc', '<formula> desc' or 'asc', "
        "'rank <formula> desc', 'rolloff d20 desc' ('once' behind it: a single pass), 'coin', 'kind npc', "
        "'pick', 'pick npc', 'list', 'list alike' or 'order <id>' ('reversed' behind it: from its end), each "
        "also with 'then' before it"
    )


def _meant(words: list[str]) -> str:
    """Return a question for a key that begins almost like one of the words of keys, or ''."""
    hint = did_you_mean(words[0], _WORDS) if words and words[0] not in (*_WORDS, "roll") else ""
    return f"{words[0]!r} begins no key, {hint}; " if hint else ""


SHORTHANDS: dict[type, Shorthand] = {
    WrittenStat: Shorthand(partial(_bare, WrittenStat), ("number", "boolean", "string", "array")),
    Step: Shorthand(partial(_bare, Step), ("string",)),
    DegreeRule: Shorthand(partial(_bare, DegreeRule), ("array",)),
    FormulaRule: Shorthand(partial(_bare, FormulaRule), ("string",)),
    OrderRoll: Shorthand(_roll, ("string",)),
    Key: Shorthand(_key, ("string",), _schema_text),
    CostIf: Shorthand(_cost_if, schema=_schema_pair),
    Alternative: Shorthand(_gathered, schema=_schema_gathered),
}
"""Table → the short way to write it."""
