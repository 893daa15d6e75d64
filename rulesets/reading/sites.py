"""Finds every formula and every reference in a ruleset, by what the types of its keys say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from rulesets.reading.keys import is_table, keys_of, unwrapped
from rulesets.reading.problems import Loc
from rulesets.vocabulary.base import IsForbidden, IsFormula, IsRefill, IsText, IsWord, Keyed, Ref

Found = TypeVar("Found")
Mark = IsFormula | Ref | IsRefill | IsForbidden | IsText | IsWord


class Site(NamedTuple):
    """A marked text: where it stands, what it says, what it means."""

    loc: Loc
    text: str
    mark: Mark


def _once(look: Callable[[Keyed], Iterable[Found]]) -> Callable[[Keyed], tuple[Found, ...]]:
    """Keep what was found in the table looked through last: a dozen checks go through the same one."""
    last: tuple[Keyed, tuple[Found, ...]] | None = None

    @wraps(look)
    def found(table: Keyed) -> tuple[Found, ...]:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not table:
            kept = last = (table, tuple(look(table)))
        return kept[1]

    return found


@_once
def sites(table: Keyed) -> Iterable[Site]:
    """Return every marked text in ``table``; a key that is empty is left out."""
    return _sites(table, ())


def _sites(table: Any, loc: Loc) -> Iterator[Site]:
    kind: type = type(table)
    for name, written, hint in _keys(kind):
        value = getattr(table, name)
        if value:
            yield from _walk(value, hint, (*loc, written))


@cache
def _keys(table: type) -> tuple[tuple[str, str, Any], ...]:
    """Return field, key and type of every key in which a marked text may stand."""
    keys = keys_of(table).values()
    return tuple((key.name, key.written, key.hint) for key in keys if key.hint not in (bool, int, float))


def _walk(value: Any, hint: Any, loc: Loc) -> Iterator[Site]:
    if is_table(type(value)):
        yield from _sites(value, loc)
        return
    origin, args, marks = _form(hint)
    if isinstance(value, str):
        for mark in marks:
            yield Site(loc, value, mark)
    elif isinstance(value, dict) and origin is dict:
        of_key, of_entry = args
        for key, entry in value.items():
            yield from _walk(key, of_key, (*loc, key))
            yield from _walk(entry, of_entry, (*loc, key))
    elif isinstance(value, tuple) and origin is tuple:
        for place, entry in enumerate(value):
            yield from _walk(entry, args[0], (*loc, place))


@cache
def _form(hint: Any) -> tuple[Any, tuple[Any, ...], tuple[Mark, ...]]:
    """Return what a type is made of: dict or tuple, of what, and the marks of a text."""
    bare, marks = unwrapped(hint)
    return get_origin(bare), get_args(bare), tuple(mark for mark in marks if isinstance(mark, Mark))


@_once
def tables(table: Keyed) -> Iterable[tuple[Loc, Any]]:
    """Return every table inside of ``table`` with its place."""
    return _tables(table, ())


def _tables(table: Any, loc: Loc) -> Iterator[tuple[Loc, Any]]:
    kind: type = type(table)
    for name, written, _ in _keys(kind):
        value = getattr(table, name)
        if value and not isinstance(value, str):
            yield from _inside(value, (*loc, written))


def _inside(value: Any, loc: Loc) -> Iterator[tuple[Loc, Any]]:
    if is_table(type(value)):
        yield loc, value
        yield from _tables(value, loc)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _inside(entry, (*loc, key))
    elif isinstance(value, tuple):
        for place, entry in enumerate(value):
            yield from _inside(entry, (*loc, place))
