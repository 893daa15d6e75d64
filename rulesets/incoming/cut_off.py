"""JSON that breaks off: the entries before that are whole, and the one in which it does is named.

Only lists and objects of entries are taken up to there. One creature by itself that breaks off is none: it
would be half a creature.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},]', re.DOTALL)
_NAME = re.compile(r'"[Nn]ame"\s{0,9}:\s{0,9}"([^"\\]{1,100})')
_CLOSING = {"]": "[", "}": "{"}
_DEEPEST = 100
"""Lists in lists beyond which nothing is looked for: a source takes fewer."""


class Beginning(Struct, frozen=True):
    """What is whole of it."""

    value: Any
    line: int
    """Where it breaks off."""
    name: str
    """Who comes last and is not whole, '' if that is not to be seen."""


def beginning_of(text: str) -> Beginning | None:
    """Return the whole entries of JSON that breaks off; None if it has none, or is broken elsewhere."""
    cut = _cut(text)
    if cut is None:
        return None
    at, closing = cut
    try:
        value = msgspec.json.decode(text[:at] + closing)
    except (msgspec.DecodeError, RecursionError):
        return None
    named = _NAME.search(text, at)
    return Beginning(value, text.count("\n") + 1, named[1] if named else "")


def _cut(text: str) -> tuple[int, str] | None:
    """Return where the last whole entry ends, and what closes all that is open there; None: nowhere."""
    open_: list[str] = []
    outer = inner = -1
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign[0] == '"':
            if len(open_) == 1 and open_[0] == "{" and sign.lower() == '"name"':
                return None
        elif sign in "[{":
            open_.append(sign)
            inner = -1 if len(open_) == 2 else inner
            if len(open_) > _DEEPEST:
                return None
        elif sign == ",":
            outer = token.start() if len(open_) == 1 else outer
            inner = token.start() if len(open_) == 2 else inner
        elif not open_ or open_.pop() != _CLOSING[sign] or not open_:
            return None
    if open_[:2] == ["{", "["] and inner > outer:
        return inner, "]}"
    return (outer, "]" if open_[0] == "[" else "}") if open_ and outer > 0 else None
