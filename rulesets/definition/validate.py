"""From raw tables to the definition: all findings of pydantic as sentences, and what is sound is kept."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rulesets.definition.base import ID_PATTERN
from rulesets.definition.problems import Loc, did_you_mean, listed
from rulesets.definition.ruleset import RulesetDef
from rulesets.definition.shapes import keys_at
from rulesets.definition.source import Source

_ROUNDS = 25
"""Passes of taking out what is wrong; each pass takes out all that pydantic has found."""
_QUOTED = re.compile(r"'([^']*)'")
_SHOULD_BE = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def validate(source: Source) -> RulesetDef | None:
    """Return the definition of what is sound in ``source``; all that is not becomes problems of it."""
    raw = source.raw
    for _ in range(_ROUNDS):
        try:
            return RulesetDef.model_validate(raw)
        except ValidationError as error:
            if raw is source.raw:
                raw = _copy(raw)
            details = error.errors(include_url=False)
        for detail in details:
            if source.written(_loc(detail)) not in source.taken:
                _report(source, detail)
        for detail in details:
            _take_out(raw, source, detail)
    return None


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(entry) for key, entry in value.items()}
    return [_copy(entry) for entry in value] if isinstance(value, list) else value


def _loc(detail: ErrorDetails) -> Loc:
    return tuple(part for part in detail["loc"] if part != "[key]")


def _report(source: Source, detail: ErrorDetails) -> None:
    loc, kind, given, context = _loc(detail), detail["type"], detail["input"], detail.get("ctx") or {}
    last = str(loc[-1]) if loc else ""
    hint = ""
    if kind == "extra_forbidden":
        known = keys_at(loc[:-1])
        hint = did_you_mean(last, known)
        message = f"There is no key {last!r} here."
        if not hint and known:
            message = f"There is no key {last!r} here; there are {listed(known)}."
    elif kind == "missing":
        message = f"The key {last!r} is missing."
    elif kind == "literal_error":
        allowed = [word for word in _QUOTED.findall(str(context.get("expected", ""))) if word]
        message, hint = f"{given!r} is none of {listed(allowed)}.", did_you_mean(str(given), allowed)
    elif kind == "string_pattern_mismatch":
        message = f"{given!r} are no dice such as 'd20' or '2d6'."
        if context.get("pattern") == ID_PATTERN:
            message = f"{given!r} is no id; ids are lower case letters, digits, - and _."
    elif kind == "string_too_long":
        message = f"{given!r} is longer than {context.get('max_length')} characters."
    elif kind == "value_error":
        message = _sentence(str(context.get("error", detail["msg"])))
    elif kind in _SHOULD_BE:
        message = f"This must be {_SHOULD_BE[kind]}, not {_shown(given)}."
    elif kind in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context.get('le')}"
        message = f"This must be {bound}, not {_shown(given)}."
    else:
        message = _sentence(detail["msg"].replace("Input should", "this should"))
    source.complain(loc, message, hint)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _take_out(raw: dict[str, Any], source: Source, detail: ErrorDetails) -> None:
    """Remove what a finding is about, so that the rest can be looked at.

    What stands in a list goes with its list: the places of the others must not shift. What misses a key
    goes as a whole; only the id of the ruleset gets a stand-in.
    """
    place = source.written(_loc(detail))
    if place == ("id",):
        raw["id"] = "unknown"
        return
    if detail["type"] == "missing":
        place = place[:-1]
    while place and isinstance(place[-1], int):
        place = place[:-1]
    source.taken.add(place)
    node: Any = raw
    for part in place[:-1]:
        try:
            node = node[part]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(node, dict) and place:
        node.pop(place[-1], None)
