"""The catalogue, third part: what a change of rules alters, in plain sentences.

What the keys are called stands with the keys, in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from rulesets.seen.labels import plain
from rulesets.vocabulary import SECTIONS, Rules
from rulesets.vocabulary.base import AT_MOMENTS, IsFormula, IsRefill, called_in
from rulesets.words.filling import Templates

HEADINGS: dict[str, str] = {
    "options": "Options",
    "numbers": "Numbers on the table",
    "fight": "In this encounter",
    "rules": "Rules",
}
"""Headings of the parts of a change."""

CHANGES: dict[str, Templates] = {
    "set": "{name}: {new} instead of {old}",
    "added": ("{part} {name} is new", "{part} is new"),
    "removed": ("{part} {name} is gone", "{part} is gone"),
    "changed": ("{part} {name}: {details}", "{part}: {details}"),
    "general": "{details:u}",
    "value": ("{what} {new} instead of {old}", "{what} {new} (new)", "{what} {old} no longer"),
    "text": "{what} says “{new}” now",
    "other": "{what} changed",
    "number": ("{what} {old} → {new}", "{what} {new} (new)", "{what} {old} → –"),
    "numbers": "{who}: {numbers}",
}
"""What became of an entry, a value, a number. A part that is one table has no name of its own."""


# -- what the vocabulary says of its keys ----------------------------------------------------------


@cache
def _hints(table: type) -> Mapping[str, Any]:
    return get_type_hints(table, include_extras=True)


def formula_in(table: type, field: str, *, inside: bool) -> IsFormula | None:
    """Return how the text of a key is a formula, or with ``inside`` the texts of the table that it is."""
    hint = _hints(table)[field]
    if inside:
        hint = (get_args(hint) or (hint,))[-1]
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, IsFormula)), None)


def codes_in(table: type, field: str) -> frozenset[str]:
    """Return the words of the vocabulary's own that a key can have as a value: 'turn-end'."""
    return frozenset(code for code in _words(_hints(table)[field]) if code)


def _words(hint: Any) -> Iterator[str]:
    if any(isinstance(mark, IsRefill) for mark in getattr(hint, "__metadata__", ())):
        yield from AT_MOMENTS
    for part in get_args(hint):
        if isinstance(part, str) and get_origin(hint) is Literal:
            yield part
        else:
            yield from _words(part)


def tables() -> Iterator[type[Struct]]:
    """Yield the ruleset as a whole, and the table of each entry that it can have."""
    yield Rules
    for section in SECTIONS:
        yield from _tables(_hints(Rules)[section])


def _tables(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _tables(part)


def parts() -> dict[str, str]:
    """Return everything that the keys of entries are called, each under itself, for translators."""
    said = (called_in(table, field) for table in tables() for field in table.__struct_fields__)
    return {word: word for word in said if word}


def codes() -> dict[str, str]:
    """Return what people read of each word of the vocabulary that a key of an entry can have as a value."""
    found = (codes_in(table, field) for table in tables() for field in table.__struct_fields__)
    return {code: plain(code) for code in sorted(frozenset[str]().union(*found))}
