"""Finds every formula and every reference in a definition, by what the types of its fields say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from rulesets.reading.problems import Loc
from rulesets.vocabulary.base import IsForbidden, IsFormula, IsRefill, IsText, Model, Ref

Found = TypeVar("Found")
Mark = IsFormula | Ref | IsRefill | IsForbidden | IsText


class Site(NamedTuple):
    """A marked text: where it stands, what it says, what it means."""

    loc: Loc
    text: str
    mark: Mark


def _once(look: Callable[[Model], Iterable[Found]]) -> Callable[[Model], tuple[Found, ...]]:
    """Keep what was found in the model looked through last: a dozen checks go through the same one."""
    last: tuple[Model, tuple[Found, ...]] | None = None

    @wraps(look)
    def found(model: Model) -> tuple[Found, ...]:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not model:
            kept = last = (model, tuple(look(model)))
        return kept[1]

    return found


@_once
def sites(model: Model) -> Iterable[Site]:
    """Return every marked text in ``model``; a field that is empty is left out."""
    return _sites(model, ())


def _sites(model: Model, loc: Loc) -> Iterator[Site]:
    values = model.__dict__
    for name, key, annotation, marks in _fields(type(model)):
        value = values[name]
        if value:
            yield from _walk(value, annotation, marks, (*loc, key))


@cache
def _fields(model: type[Model]) -> tuple[tuple[str, str, Any, tuple[Any, ...]], ...]:
    """Return name, key, type and marks of every field in which a marked text may stand."""
    return tuple(
        (name, field.alias or name, field.annotation, tuple(field.metadata))
        for name, field in model.model_fields.items()
        if field.annotation not in (bool, int, float)
    )


def _walk(value: Any, annotation: Any, marks: tuple[Any, ...], loc: Loc) -> Iterator[Site]:
    if isinstance(value, Model):
        yield from _sites(value, loc)
        return
    while hasattr(annotation, "__metadata__"):
        marks = (*marks, *annotation.__metadata__)
        annotation = get_args(annotation)[0]
    if isinstance(value, str):
        yield from (Site(loc, value, mark) for mark in marks if isinstance(mark, Mark))
    elif isinstance(value, dict) and get_origin(annotation) is dict:
        of_key, of_entry = get_args(annotation)
        for key, entry in value.items():
            yield from _walk(key, of_key, (), (*loc, key))
            yield from _walk(entry, of_entry, (), (*loc, key))
    elif isinstance(value, list) and get_origin(annotation) is list:
        for place, entry in enumerate(value):
            yield from _walk(entry, get_args(annotation)[0], (), (*loc, place))


@_once
def models(model: Model) -> Iterable[tuple[Loc, Model]]:
    """Return every table inside of ``model`` with its place."""
    return _models(model, ())


def _models(model: Model, loc: Loc) -> Iterator[tuple[Loc, Model]]:
    values = model.__dict__
    for name, key, _, _ in _fields(type(model)):
        value = values[name]
        if value and not isinstance(value, str):
            yield from _inside(value, (*loc, key))


def _inside(value: Any, loc: Loc) -> Iterator[tuple[Loc, Model]]:
    if isinstance(value, Model):
        yield loc, value
        yield from _models(value, loc)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _inside(entry, (*loc, key))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from _inside(entry, (*loc, place))
