"""On which line a key of a TOML text stands, so that a problem can be found again.

``tomllib`` gives values without places. This scanner follows keys only and expects a text that tomllib
has read; it is only ever used to say where to look, so what it cannot follow has line 0.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from typing import NamedTuple

from rulesets.reading.problems import Loc

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]+")
_SPACE = re.compile(r"(?:\s|#[^\n]*)+")
_VALUE = re.compile(r"[^,\]}#\n]+")
_QUOTES = ('"""', "'''", '"', "'")


class Again(NamedTuple):
    """A key or table that stands in the text a second time, which TOML does not allow."""

    loc: Loc
    first: int
    """Line of the first one."""
    line: int
    table: bool = False


class _Scanner:
    """Walks over the text once and notes where every key and list item begins."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.found: dict[Loc, int] = {}
        self.counts: dict[Loc, int] = {}
        self.given: dict[Loc, int] = {}
        self.tables: dict[Loc, int] = {}
        self.again: Again | None = None
        """The first key or table that is there a second time."""

    def scan(self) -> None:
        """Read headers and keys to the end of the text."""
        base: Loc = ()
        while True:
            self.skip(_SPACE)
            if self.at >= len(self.text):
                return
            base = self.header() if self.text[self.at] == "[" else self.pair(base)

    def header(self) -> Loc:
        """Read [a.b] or [[a.b]] and return the place it opens."""
        start, several = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if several else 1
        parts = self.key()
        self.skip(_BLANK)
        self.at += 2 if several else 1
        loc: Loc = ()
        for part in parts[:-1]:
            self.note((*loc, part), start)
            loc = self.inside((*loc, part))
        loc = (*loc, parts[-1])
        self.note(loc, start)
        self.open_table(loc, start, several)
        if several:
            self.counts[loc] = self.counts.get(loc, 0) + 1
        loc = self.inside(loc)
        self.note(loc, start)
        return loc

    def open_table(self, loc: Loc, start: int, several: bool) -> None:
        """Notice a table that was there before, or that has been given as a value."""
        line = bisect_right(self.starts, start)
        first = next((self.given[loc[:n]] for n in range(1, len(loc) + 1) if loc[:n] in self.given), 0)
        if not first and not several:
            first = self.tables.setdefault(loc, line)
        if first and first != line and self.again is None:
            self.again = Again(loc, first, line, True)

    def inside(self, loc: Loc) -> Loc:
        """Return the last table of an array of tables, or ``loc`` itself."""
        return (*loc, self.counts[loc] - 1) if loc in self.counts else loc

    def pair(self, base: Loc) -> Loc:
        """Read key = value below ``base``."""
        start, loc = self.at, base
        for part in self.key():
            loc = (*loc, part)
            self.note(loc, start)
        self.skip(_BLANK)
        self.at += 1  # the =
        self.skip(_BLANK)
        line = bisect_right(self.starts, start)
        first = next((self.given[loc[:n]] for n in range(len(loc), 0, -1) if loc[:n] in self.given), 0)
        if first and self.again is None:
            self.again = Again(loc, first, line)
        self.value(loc)
        self.given.setdefault(loc, line)
        return base

    def key(self) -> list[str]:
        """Read a key, dotted or not."""
        parts: list[str] = []
        while True:
            self.skip(_BLANK)
            if self.text[self.at] in "\"'":
                start = self.at
                self.string()
                parts.append(self.text[start + 1 : self.at - 1])
            else:
                match = _BARE.match(self.text, self.at)
                if match is None:
                    raise ValueError("no key")
                parts.append(match[0])
                self.at = match.end()
            self.skip(_BLANK)
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def value(self, loc: Loc) -> None:
        """Read a value and note what is in it."""
        first = self.text[self.at]
        if first in "\"'":
            self.string()
        elif first == "[":
            self.items(loc, "]")
        elif first == "{":
            self.items(loc, "}")
        else:
            self.skip(_VALUE)

    def items(self, loc: Loc, end: str) -> None:
        """Read a list or an inline table."""
        self.at += 1
        place = 0
        while True:
            self.skip(_SPACE)
            if self.text[self.at] == end:
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif end == "}":
                self.pair(loc)
            else:
                start = self.at
                self.note((*loc, place), start)
                self.value((*loc, place))
                if self.at == start:
                    raise ValueError("no value")
                place += 1

    def string(self) -> None:
        """Read over a string of any kind."""
        quote = next(quote for quote in _QUOTES if self.text.startswith(quote, self.at))
        self.at += len(quote)
        while not self.text.startswith(quote, self.at):
            if self.at >= len(self.text):
                raise ValueError("a string without an end")
            self.at += 2 if quote[0] == '"' and self.text[self.at] == "\\" else 1
        self.at += len(quote)
        while len(quote) == 3 and self.text.startswith(quote[0], self.at):
            self.at += 1

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Go on behind what ``pattern`` matches here."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def note(self, loc: Loc, start: int) -> None:
        """Remember the line of ``loc``, the first time it is seen."""
        self.found.setdefault(loc, bisect_right(self.starts, start))


def find_lines(text: str) -> dict[Loc, int]:
    """Return the line (counted from 1) of every key and list item that the scanner can follow."""
    return _scanned(text).found


def find_again(text: str) -> Again | None:
    """Return the first key or table of ``text`` that stands in it a second time."""
    return _scanned(text).again


def _scanned(text: str) -> _Scanner:
    scanner = _Scanner(text)
    with suppress(ValueError, IndexError, StopIteration):
        scanner.scan()
    return scanner
