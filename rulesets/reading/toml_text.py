"""TOML from anywhere: limits on the text before anything parses it, and one way to read it.

``tomllib`` has no limits of its own: 880 kB of dotted keys take it 8 GB and 40 seconds, and a number of
5,000 digits leaves it as a ValueError that is no TOMLDecodeError. So strings and comments are skipped and
the rest is counted first, in one pass over the characters: sizes, never seconds, so that every machine
refuses the same texts.
"""

from __future__ import annotations

import re
import tomllib
from tomllib import TOMLDecodeError
from typing import Any

from msgspec import Struct

__all__ = [
    "OTHER",
    "RULESET",
    "Limits",
    "TOMLDecodeError",
    "TooMuch",
    "check",
    "depth",
    "loads",
    "structure",
    "too_deep",
]

MAX_DEPTH, MAX_KEY, MAX_DIGITS = 24, 200, 30
"""Tables inside of tables (which is also how many parts a dotted key has); letters of a key; digits."""
_APART = re.compile(
    r"(?P<comment>#[^\n]*+)"
    r'|(?P<string>"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*""""{0,2}'
    r"|'''[^']*+(?:'(?!'')[^']*+)*''''{0,2}"
    r"|(?!\"\"\"|''')(?:\"[^\"\\\n]*+(?:\\[^\n][^\"\\\n]*+)*\"|'[^'\n]*+'))"
    r"|(?P<open>[\"'])",
    re.DOTALL,
)
"""What is no structure: comments and strings; 'open' is a string without an end, where parsing stops."""
_IS_KEY = re.compile(r"[ \t]*[.=]")
_LONG_WORD = re.compile(rf"(?<![^\s=.,\[\]{{}}\"])[^\s=.,\[\]{{}}\"]{{{MAX_KEY + 1}}}")
_LONG_CHAIN = re.compile(rf"(?<![^\s=.,\[\]{{}}])(?:[^\s=.,\[\]{{}}]++[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
_LONG_NUMBER = re.compile(rf"(?<![\w.-])[+-]?(?:0[xob][\da-fA-F_]{{{MAX_DIGITS}}}|\d[\d_]{{{MAX_DIGITS}}})")
_BRACKET = re.compile(r"[\[\]{}]")


class TooMuch(TOMLDecodeError):
    """A text above a limit; the message is a sentence that names the limit."""

    def __init__(self, message: str, line: int = 0) -> None:
        """Name the limit, and the line (from 1; 0 is the whole text) that is above it."""
        super().__init__(f"{message.removesuffix('.')} (at line {line})" if line else message)
        self.message, self.line = message, line


class Limits(Struct, frozen=True):
    """How much one text may hold."""

    what: str
    """What a text above the limits is not: 'a ruleset'."""
    characters: int
    line: int
    """Characters of one line."""
    keys: int
    parts: int
    """Dots between the parts of keys, in all."""
    brackets: int
    """Tables and lists, in all."""


RULESET = Limits("a ruleset", 1_000_000, 10_000, 60_000, 60_000, 60_000)
"""The largest shipped one has 51,000 characters and 750 keys."""
OTHER = Limits("such a file", 4_000_000, 4_000_000, 300_000, 60_000, 120_000)
"""Stat blocks by the thousand, prepared encounters, scenarios, templates."""


def loads(text: str, limits: Limits = OTHER) -> dict[str, Any]:
    """Return the tables of a text that is within ``limits``.

    Raises:
        TooMuch: if it is above one of them.
        tomllib.TOMLDecodeError: if it is no TOML.
    """
    check(text, limits)
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise too_deep() from None
    if depth(tables) > MAX_DEPTH:
        raise too_deep()
    return tables


def check(text: str, limits: Limits = OTHER) -> None:
    """Refuse a text that is above ``limits`` before it is parsed; whether it is TOML is not looked at.

    Raises:
        TooMuch: with the first limit it is above.
    """
    what = limits.what
    if len(text) > limits.characters:
        most = f"{limits.characters:,}"
        raise TooMuch(f"The file has {len(text):,} characters; {what} has at most {most}.")
    if limits.line < limits.characters:
        for number, row in enumerate(text.split("\n"), start=1):
            if len(row) > limits.line:
                raise TooMuch(f"This line is longer than {limits.line:,} characters.", number)
    bare = structure(text)
    counts = (
        ("keys", bare.count("="), limits.keys),
        ("dots between the parts of keys", bare.count("."), limits.parts),
        ("tables and lists", bare.count("[") + bare.count("{"), limits.brackets),
    )
    for name, count, most_of in counts:
        if count > most_of:
            raise TooMuch(f"The file has {count:,} {name}; {what} has at most {most_of:,}.")
    for pattern, message in (
        (_LONG_NUMBER, f"This number has more than {MAX_DIGITS} digits."),
        (_LONG_WORD, f"This key or value is longer than {MAX_KEY} characters."),
        (_LONG_CHAIN, f"This key has more than {MAX_DEPTH} parts."),
    ):
        found = pattern.search(bare)
        if found is not None:
            raise TooMuch(message, _line(bare, found.start()))
    _check_brackets(bare)


def depth(tables: Any) -> int:
    """Return how deep tables and lists stand inside of each other, at most one beyond the limit."""
    deep, level = 0, [tables]
    while level and deep <= MAX_DEPTH:
        deep += 1
        level = [
            inner
            for node in level
            for inner in (node.values() if isinstance(node, dict) else node)
            if isinstance(inner, dict | list)
        ]
    return deep


def too_deep(line: int = 0) -> TooMuch:
    """Return the error for tables inside of too many others."""
    return TooMuch("The tables and lists are nested too deeply.", line)


def structure(text: str) -> str:
    """Return ``text`` without comments and what stands in quotes, up to where a string does not end.

    Everything stands in the line in which it stood.
    """
    pieces, at = [], 0
    for match in _APART.finditer(text):
        pieces.append(text[at : match.start()])
        at = match.end()
        if match.lastgroup == "open":
            at = len(text)
            break
        if match.lastgroup == "string":
            if len(match[0]) > MAX_KEY + 2 and _IS_KEY.match(text, at):
                line = text.count("\n", 0, match.start()) + 1
                raise TooMuch(f"This key is longer than {MAX_KEY} characters.", line)
            pieces.append('""' + "\n" * match[0].count("\n"))
    pieces.append(text[at:])
    return "".join(pieces)


def _check_brackets(bare: str) -> None:
    deep = 0
    for match in _BRACKET.finditer(bare):
        deep = deep + 1 if match[0] in "[{" else max(0, deep - 1)
        if deep > MAX_DEPTH:
            raise too_deep(_line(bare, match.start()))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
