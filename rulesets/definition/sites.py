"""Finds every formula and every reference in a definition, by what the types of its fields say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_origin

from rulesets.definition.base import IsForbidden, IsFormula, IsRefill, IsText, Model, Ref
from rulesets.definition.problems import Loc

Mark = IsFormula | Ref | IsRefill | IsForbidden | IsText


class Site(NamedTuple):
    """A marked text: where it stands, what it says, what it means."""

    loc: Loc
    text: str
    mark: Mark


def sites(model: Model, loc: Loc = ()) -> Iterator[Site]:
    """Yield every marked text in ``model``, which stands at ``loc``; a field that is empty is left out."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if value == "":
            continue
        yield from _walk(value, field.annotation, tuple(field.metadata), (*loc, field.alias or name))


def _walk(value: Any, annotation: Any, marks: tuple[Any, ...], loc: Loc) -> Iterator[Site]:
    while hasattr(annotation, "__metadata__"):
        marks = (*marks, *annotation.__metadata__)
        annotation = get_args(annotation)[0]
    if isinstance(value, Model):
        yield from sites(value, loc)
    elif isinstance(value, str):
        yield from (Site(loc, value, mark) for mark in marks if isinstance(mark, Mark))
    elif isinstance(value, dict) and get_origin(annotation) is dict:
        of_key, of_entry = get_args(annotation)
        for key, entry in value.items():
            yield from _walk(key, of_key, (), (*loc, key))
            yield from _walk(entry, of_entry, (), (*loc, key))
    elif isinstance(value, list) and get_origin(annotation) is list:
        for place, entry in enumerate(value):
            yield from _walk(entry, get_args(annotation)[0], (), (*loc, place))


def models(model: Model, loc: Loc = ()) -> Iterator[tuple[Loc, Model]]:
    """Yield every table inside of ``model`` with its place."""
    for name, field in type(model).model_fields.items():
        here = (*loc, field.alias or name)
        yield from _inside(getattr(model, name), here)


def _inside(value: Any, loc: Loc) -> Iterator[tuple[Loc, Model]]:
    if isinstance(value, Model):
        yield loc, value
        yield from models(value, loc)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _inside(entry, (*loc, key))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from _inside(entry, (*loc, place))
