"""What a key of a table takes, in plain words with links, by the annotation of its field."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from pydantic import BeforeValidator

from rulesets.vocabulary.actions import CostIfDef
from rulesets.vocabulary.base import (
    ID_PATTERN,
    IsForbidden,
    IsFormula,
    IsRefill,
    Model,
    Ref,
    checked_name,
)
from rulesets.vocabulary.phases import At
from rulesets.vocabulary.pipelines import RowDef

PLAIN = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`", Any: "any value"}
PAIRS = (CostIfDef, RowDef)
"""Tables that are written as pairs."""


def anchor(model: type[Model]) -> str:
    """Return the heading of a model, which is its anchor, too: ``CostIfDef`` is cost-if."""
    name = model.__name__.removesuffix("Def")
    return "".join(f"-{c.lower()}" if c.isupper() and place else c.lower() for place, c in enumerate(name))


def link(word: str, text: str = "") -> str:
    """Return a link to a heading of the reference."""
    return f"[{text or word}](#{word})"


def several(word: str) -> str:
    """Return the plural of a word that stands alone or in a link."""
    head, bracket, rest = word.partition("](")
    return f"{_plural(head)}{bracket}{rest}" if bracket else _plural(word)


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def takes(annotation: Any, marks: tuple[Any, ...] = ()) -> str:
    """Return what a key takes: 'whole number', 'list of ids of states', ..."""
    annotation, marks = _bare(annotation, marks)
    for mark in marks:
        said = _marked(mark)
        if said:
            return said
        if isinstance(mark, BeforeValidator) and get_origin(mark.json_schema_input_type) is not None:
            return f"{takes(annotation)}, or a single one"
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return link("moments", "moment") if args == get_args(At) else "one of " + _words(args)
    if origin is list:
        return f"list of {_many(args[0])}"
    if origin is dict:
        return f"for each {_what(args[0])}: {takes(args[1])}"
    if type(None) in args:
        return takes(next(arg for arg in args if arg is not type(None)))
    if isinstance(annotation, type) and issubclass(annotation, Model):
        what = "pair" if annotation in PAIRS else " or ".join(["table", *shorthands(annotation)])
        return f"{link(anchor(annotation))} ({what})"
    return PLAIN.get(annotation, "text")


def model_of(annotation: Any) -> type[Model] | None:
    """Return the table that an annotation holds somewhere inside, or None."""
    annotation, _ = _bare(annotation, ())
    if isinstance(annotation, type):
        return annotation if issubclass(annotation, Model) else None
    inner = (model_of(arg) for arg in get_args(annotation))
    return next((model for model in inner if model is not None), None)


def shorthands(model: type[Model]) -> list[str]:
    """Return what may stand instead of a table: 'text', 'list', ..."""
    kinds = [kind for other in model.model_json_schema().get("anyOf", ()) for kind in _types(other)]
    known = {"string": "text", "number": "number", "boolean": "`true` or `false`", "array": "list"}
    return [known[kind] for kind in kinds if kind in known]


def _types(schema: dict[str, Any]) -> list[str]:
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _words(args: tuple[Any, ...]) -> str:
    return ", ".join(f"`{word}`" for word in args if word != "")


def _what(annotation: Any) -> str:
    """Return what the keys of a table are: a link to their section, or a word."""
    bare, marks = _bare(annotation, ())
    for mark in marks:
        if isinstance(mark, Ref):
            return " or ".join(link(kind) for kind in mark.kinds)
    if get_origin(bare) is Literal:
        return "of " + _words(get_args(bare))
    said = takes(annotation)
    return "word" if said == "text" else said


def _bare(annotation: Any, marks: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    while hasattr(annotation, "__metadata__"):
        marks = (*marks, *annotation.__metadata__)
        annotation = get_args(annotation)[0]
    return annotation, marks


def _marked(mark: Any) -> str:
    """Return what a mark says of a text."""
    if isinstance(mark, IsFormula):
        words = "".join(f" or `{word}`" for word in mark.words)
        return f"{link('formulas', 'formula')}{words}"
    if isinstance(mark, Ref):
        kinds = [link(kind) for kind in mark.kinds if kind != "effect"]
        kinds += ["effect"] if "effect" in mark.kinds else []
        return f"id of {_article(mark.kinds[0])} {' or '.join(kinds)}"
    if isinstance(mark, IsRefill):
        return f"a moment of {link('refills', 'refilling')}"
    if isinstance(mark, IsForbidden):
        return link("what-can-be-forbidden", "what is forbidden")
    if getattr(mark, "func", None) is checked_name:
        return "name"
    return "id" if ID_PATTERN in (getattr(mark, "pattern", None), *_patterns(mark)) else ""


def _patterns(mark: Any) -> list[Any]:
    """Return the patterns that a mark of pydantic's holds."""
    return [getattr(inner, "pattern", None) for inner in getattr(mark, "metadata", ())]


def _many(annotation: Any) -> str:
    """Return the plural of what a list holds."""
    bare, marks = _bare(annotation, ())
    for mark in marks:
        if isinstance(mark, Ref):
            kinds = [several(link(kind)) for kind in mark.kinds if kind != "effect"]
            return f"ids of {' or '.join([*kinds, *(['effects'] if 'effect' in mark.kinds else [])])}"
    if isinstance(bare, type) and issubclass(bare, Model):
        what = "pairs" if bare in PAIRS else " or ".join(several(w) for w in ["table", *shorthands(bare)])
        return f"{several(link(anchor(bare)))} ({what})"
    if get_origin(bare) is Literal:
        return _words(get_args(bare))
    said = takes(annotation)
    return said if said.startswith("[what") else several(said)


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
