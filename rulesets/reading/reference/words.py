"""What a key of a table takes, in plain words with links, by its type."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from rulesets.reading.keys import PAIRS, TEXTS, is_table, name_of, one_table, unwrapped
from rulesets.reading.shorthands import SHORTHANDS
from rulesets.vocabulary.base import (
    AsList,
    At,
    IsForbidden,
    IsFormula,
    IsId,
    IsName,
    IsRefill,
    IsWord,
    OfTable,
    Ref,
    Several,
)

PLAIN = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`", Any: "any value"}
_KINDS = {"string": "text", "number": "number", "boolean": "`true` or `false`", "array": "list"}
"""Kind of a value in JSON schemas → the same in plain words."""


def anchor(table: type) -> str:
    """Return the heading of a table, which is its anchor, too: ``CostIf`` is cost-if."""
    name = name_of(table)
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


def takes(hint: Any) -> str:
    """Return what a key takes: 'whole number', 'list of ids of states', ..."""
    bare, marks = unwrapped(hint)
    for mark in marks:
        said = _marked(mark)
        if said:
            return said
        if isinstance(mark, Several):
            return f"{takes(bare)}, or a single one"
        if isinstance(mark, AsList):
            return f"{takes(bare)}, or list of ids"
        if isinstance(mark, OfTable):
            return f"{takes(bare)}, or id of a {link('table')}"
    origin, args = get_origin(bare), get_args(bare)
    if origin is Literal:
        return link("moments", "moment") if bare == At else "one of " + _words(args)
    if origin is tuple:
        return f"list of {_many(args[0])}"
    if origin is dict:
        return f"for each {_what(args[0])}: {takes(args[1])}"
    if type(None) in args:
        return takes(next(arg for arg in args if arg is not type(None)))
    if bare in TEXTS:
        return link("sort-keys", "sort key")
    if is_table(bare):
        what = "pair" if bare in PAIRS else " or ".join(["table", *shorthands(bare)])
        return f"{link(anchor(bare))} ({what})"
    return PLAIN.get(bare, "text")


def shorthands(table: type) -> list[str]:
    """Return what may stand instead of a table: 'text', 'list', ..."""
    short = SHORTHANDS.get(table)
    return [_KINDS[kind] for kind in short.kinds] if short is not None else []


def _words(args: tuple[Any, ...]) -> str:
    return ", ".join(f"`{word}`" for word in args if word != "")


def _what(hint: Any) -> str:
    """Return what the keys of a table are: a link to their section, or a word."""
    bare, marks = unwrapped(hint)
    for mark in marks:
        if isinstance(mark, Ref):
            return " or ".join(link(kind) for kind in mark.kinds)
    if get_origin(bare) is Literal:
        return "of " + _words(get_args(bare))
    said = takes(hint)
    return "word" if said == "text" else said


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
    if isinstance(mark, IsWord):
        return "word of an action"
    if isinstance(mark, IsName):
        return "name"
    return "id" if isinstance(mark, IsId) else ""


def _many(hint: Any) -> str:
    """Return the plural of what a list holds."""
    bare, marks = unwrapped(hint)
    bare = one_table(bare)
    for mark in marks:
        if isinstance(mark, Ref):
            kinds = [several(link(kind)) for kind in mark.kinds if kind != "effect"]
            return f"ids of {' or '.join([*kinds, *(['effects'] if 'effect' in mark.kinds else [])])}"
    if bare in TEXTS:
        return several(takes(bare))
    if is_table(bare):
        what = "pairs" if bare in PAIRS else " or ".join(several(w) for w in ["table", *shorthands(bare)])
        return f"{several(link(anchor(bare)))} ({what})"
    if get_origin(bare) is Literal:
        return _words(get_args(bare))
    said = takes(hint)
    return said if said.startswith("[what") else several(said)


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
