"""From raw tables to the definition: all findings of pydantic as sentences, and what is sound is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rulesets.formula.fuzzy import did_you_mean, most_like
from rulesets.reading.earlier import EARLIER
from rulesets.reading.keys import beside, keys_of, name_of
from rulesets.reading.models import ID_PATTERN, STAGE, ruleset_from
from rulesets.reading.names import moment_meant, moment_named
from rulesets.reading.problems import Loc, listed
from rulesets.reading.shapes import keys_at, table_at
from rulesets.reading.source import Source
from rulesets.vocabulary.base import Moment
from rulesets.vocabulary.budget import RESERVED
from rulesets.vocabulary.stages import STAGES, VERBS
from rulesets.vocabulary.written import Ruleset

_AT_ONCE = 500
_ROUNDS = 25
"""Passes of taking out what is wrong; each pass takes out all that pydantic has found."""
_QUOTED = re.compile(r"'([^']*)'")
_BEFORE_ALL = "keys of the whole ruleset stand before the first [table]"
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


def validate(source: Source) -> Ruleset | None:
    """Return the definition of what is sound in ``source``; all that is not becomes problems of it."""
    raw = source.mended = source.raw
    for _ in range(_ROUNDS):
        try:
            return ruleset_from(raw)
        except ValidationError as error:
            if raw is source.raw:
                raw = _copy(raw)
            details = error.errors(include_url=False)[:_AT_ONCE]
        source.mended = raw
        unknown = [detail for detail in details if detail["type"] == "extra_forbidden"]
        for detail in details:
            if not _known(source, detail) and not _meant(raw, source, detail, unknown):
                _report(source, detail, {str(other["loc"][-1]) for other in _beside(detail, details)})
        wrong = [detail for detail in details if not _rename(raw, source, detail)]
        for detail in wrong:
            if detail["type"] == "missing" and not _is_missing(raw, source, detail):
                continue
            if not _filled_in(raw, source, detail):
                _take_out(raw, source, detail)
    return None


def _known(source: Source, detail: ErrorDetails) -> bool:
    """Return whether this is only what is left of something that was found before."""
    place = source.written(_loc(detail))
    return place in source.taken or (detail["type"] == "value_error" and source.damaged(*place))


def _beside(detail: ErrorDetails, others: list[ErrorDetails]) -> list[ErrorDetails]:
    """Return the findings of a missing key in the same table."""
    return [one for one in others if one["type"] == "missing" and one["loc"][:-1] == detail["loc"][:-1]]


def _meant(raw: dict[str, Any], source: Source, detail: ErrorDetails, unknown: list[ErrorDetails]) -> bool:
    """Return whether a key is only missing because it, or a table that it stands in, is misspelt."""
    if detail["type"] != "missing":
        return False
    for one in unknown:
        above, loc = one["loc"][:-1], detail["loc"]
        if (
            len(loc) > len(above)
            and loc[: len(above)] == above
            and _target(raw, source, one) == loc[len(above)]
        ):
            holder = (*source.written(_loc(one)), *loc[len(above) + 1 :])
            if holder[-1] in (_table(raw, holder[:-1]) or {}):
                return True
    return False


def _is_missing(raw: dict[str, Any], source: Source, detail: ErrorDetails) -> bool:
    place = source.written(_loc(detail))
    return detail["loc"][-1] not in (_table(raw, place[:-1]) or {})


def _filled_in(raw: dict[str, Any], source: Source, detail: ErrorDetails) -> bool:
    """Leave empty what the verb of a stage needs beside it: it is told with the rest that it is missing."""
    table = _table(raw, source.written(_loc(detail))[:-1])
    if detail["type"] != "missing" or not _verb(detail) or table is None:
        return False
    table[str(detail["loc"][-1])] = ""
    return True


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(entry) for key, entry in value.items()}
    return [_copy(entry) for entry in value] if isinstance(value, list) else value


def _loc(detail: ErrorDetails) -> Loc:
    return tuple(part for part in detail["loc"] if part != "[key]" and not str(part).startswith(STAGE))


def _verb(detail: ErrorDetails) -> str:
    """Return the verb of the stage in which something was found, or ''."""
    marks = [part for part in detail["loc"][-2:] if str(part).startswith(STAGE)]
    return next((kind.verb for kind in STAGES if marks and marks[0] == f"{STAGE}{name_of(kind)}"), "")


def _report(source: Source, detail: ErrorDetails, missing: Iterable[str] = ()) -> None:
    loc, kind, given, context = _loc(detail), detail["type"], detail["input"], detail.get("ctx") or {}
    last = str(loc[-1]) if loc else ""
    hint = ""
    if _of_a_stage(source, detail, loc, last):
        return
    if kind == "extra_forbidden" and _of_the_whole(loc):
        message, hint = f"There is no key {last!r} here.", _BEFORE_ALL
    elif kind == "extra_forbidden":
        known = keys_at(loc[:-1])
        free = _free(known, _table(source.mended, source.written(loc)[:-1]))
        hint = did_you_mean(last, missing) or did_you_mean(last, free) or did_you_mean(last, known)
        message = f"There is no key {last!r} here."
        hint = _now(loc) or hint
        if not hint and known:
            message = f"There is no key {last!r} here; there are {listed(known)}."
    elif kind == "missing":
        message = f"The key {last!r} is missing."
    elif kind == "literal_error":
        allowed = [word for word in _QUOTED.findall(str(context.get("expected", ""))) if word]
        message, hint = (
            f"{given!r} is none of {listed(allowed)}.",
            moment_meant(str(given), allowed) or _now(loc),
        )
    elif kind == "string_pattern_mismatch":
        message = f"{given!r} are no dice such as 'd20' or '2d6'."
        if context.get("pattern") == ID_PATTERN:
            message = f"{given!r} is no id; ids are lower case letters, digits, - and _."
    elif kind == "string_too_long":
        message = f"{given!r} is longer than {context.get('max_length')} characters."
    elif kind == "value_error":
        message = _sentence(str(context.get("error", detail["msg"])))
    elif kind == "string_type" and loc[-2:-1] == ("pay",) and did_you_mean(last, RESERVED):
        message, hint = f"There is no key {last!r} here, and no pool.", did_you_mean(last, RESERVED)
    elif kind in _SHOULD_BE:
        message = f"This must be {_SHOULD_BE[kind]}, not {_shown(given)}."
        if isinstance(given, str) and Moment in (table_at(loc), table_at((*loc, 0))):
            message = f"This must be a table, not {_shown(given)}."
            hint = f"write {{ at = {_quoted(moment_named(given))} }}"
    elif kind in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context.get('le')}"
        message = f"This must be {bound}, not {_shown(given)}."
    else:
        message = _sentence(detail["msg"].replace("Input should", "this should"))
    source.complain(loc, message, hint)


def _of_a_stage(source: Source, detail: ErrorDetails, loc: Loc, key: str) -> bool:
    """Complain about a key beside the wrong verb and about a second verb; return whether that was found."""
    owners = _owners(loc)
    if detail["type"] == "missing":
        return bool(_verb(detail))
    if detail["type"] != "extra_forbidden" or not owners:
        return False
    verbs = [word for word in VERBS if word in (_table(source.mended, source.written(loc)[:-1]) or {})]
    if key in owners:
        several = " and ".join(map(repr, verbs))
        source.complain(loc[:-1], f"A stage does one thing; this one has {several}.")
    elif not ({*verbs} & {*owners} or _misspelt_verb(source, loc[:-1])):  # else it goes with one of these
        source.complain(loc, f"{key!r} means something only beside {listed(owners)}.")
    return True


def _misspelt_verb(source: Source, loc: Loc) -> bool:
    """Return whether a stage has a key that it does not know: what was meant may be its verb."""
    known = {*keys_at(loc), *VERBS}
    return not known.issuperset(_table(source.mended, source.written(loc)) or {})


def _owners(loc: Loc) -> list[str]:
    """Return the verbs of stages beside which the key at a place means something."""
    table = table_at(loc[:-1]) if loc else None
    return beside(table, str(loc[-1])) if table is not None else []


def _now(loc: Loc) -> str:
    """Return how a key is written now that had another name, or other words, or ''."""
    path = ("", *map(str, loc)) if len(loc) == 1 else tuple(map(str, loc))
    return EARLIER.get(path, "") or EARLIER.get((*path[:1], *path[2:]), "")


def _of_the_whole(loc: Loc) -> bool:
    """Return whether an unknown key of some table is one that says something of the whole ruleset."""
    key = keys_of(Ruleset).get(str(loc[-1])) if len(loc) > 1 else None
    return key is not None and key.name == key.written


def _quoted(word: str) -> str:
    return f'"{word}"'


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


def _rename(raw: dict[str, Any], source: Source, detail: ErrorDetails) -> bool:
    """Read a misspelt key as the one that was meant, if that is clear; its entries are looked at, too."""
    place, meant = source.written(_loc(detail)), _target(raw, source, detail)
    table = _table(raw, place[:-1])
    if not meant or table is None:
        return False
    given = table[str(place[-1])]
    if meant in table and not isinstance(given, dict):
        return False
    del table[str(place[-1])]
    _put_in(source, table, meant, given, (*place[:-1], meant), place)
    return True


def _put_in(source: Source, table: dict[str, Any], key: str, given: Any, meant: Loc, place: Loc) -> None:
    """Let ``key`` of ``table`` hold what was written at ``place``; tables are joined."""
    if key not in table:
        table[key] = given
        source.renamed(meant, place)
    elif isinstance(table[key], dict) and isinstance(given, dict):
        for inner, entry in given.items():
            _put_in(source, table[key], inner, entry, (*meant, inner), (*place, inner))


def _target(raw: dict[str, Any], source: Source, detail: ErrorDetails) -> str:
    """Return the key that a misspelt one was meant to be, or ''."""
    place = source.written(_loc(detail))
    table = _table(raw, place[:-1])
    if not place or table is None or place[-1] not in table:
        return ""
    if detail["type"] == "literal_error" and "[key]" in detail["loc"]:
        allowed = _QUOTED.findall(str((detail.get("ctx") or {}).get("expected", "")))
        return most_like(str(place[-1]), [word for word in allowed if word not in table])
    loc = _loc(detail)
    if detail["type"] != "extra_forbidden" or _of_the_whole(loc) or _now(loc) or _owners(loc):
        return ""
    needed = [key for key in _needed(loc[:-1]) if key not in table]
    return most_like(str(place[-1]), needed) or most_like(str(place[-1]), _free(keys_at(loc[:-1]), table))


def _free(known: list[str], table: dict[str, Any] | None) -> list[str]:
    """Return the keys that are not in ``table`` yet, or hold a table that can hold more."""
    return [key for key in known if table is None or not table.get(key) or isinstance(table[key], dict)]


def _table(raw: dict[str, Any], place: Loc) -> dict[str, Any] | None:
    """Return the table at ``place``, or None."""
    node: Any = raw
    for part in place:
        try:
            node = node[part]
        except (KeyError, IndexError, TypeError):
            return None
    return node if isinstance(node, dict) else None


def _needed(loc: Loc) -> list[str]:
    """Return the keys that the table at ``loc`` must have."""
    table = table_at(loc)
    return [key.written for key in keys_of(table).values() if key.needed] if table is not None else []
