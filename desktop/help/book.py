"""A page of help as chapters that are shown one at a time: its headings, its links, and where words stand.

A long page takes a tenth of a second and more to be laid out; a chapter takes some milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

CHAPTER = 2
"""Level of the headings at which a page is cut."""
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,6}) (.+)$")
_NO_ANCHOR = re.compile(r"[^\w -]")
_SIGNS = re.compile(r"\]\([^)]*\)|^```.*$|[`*\[]|^#+ |^\|?[ -]*\|[-| ]*$", re.MULTILINE)
"""What stands in the text of a page and is not shown."""


class Heading(NamedTuple):
    """A heading, and the chapter in which it stands."""

    level: int
    text: str
    anchor: str
    chapter: int


class Hit(NamedTuple):
    """A place where words were found: the chapter, and which of the places in it."""

    chapter: int
    number: int


class Book(Struct, frozen=True):
    """A page of help."""

    name: str
    """Its file."""
    chapters: tuple[str, ...]
    """Their texts, in Markdown; the first one has the title."""
    headings: tuple[Heading, ...]

    def chapter_of(self, anchor: str) -> int:
        """Return the chapter in which a heading stands, or the first one."""
        return next((heading.chapter for heading in self.headings if heading.anchor == anchor), 0)

    def find(self, words: str) -> list[Hit]:
        """Return all places where ``words`` stand, whatever their case."""
        wanted = words.strip().casefold()
        if not wanted:
            return []
        return [
            Hit(chapter, number)
            for chapter, text in enumerate(self.chapters)
            for number in range(_SIGNS.sub("", text).casefold().count(wanted))
        ]


def anchor_of(text: str) -> str:
    """Return the anchor of a heading, as it is made wherever Markdown is shown: 'Die codes' is die-codes."""
    return _NO_ANCHOR.sub("", text.replace("`", "")).lower().replace(" ", "-")


def read_book(name: str, text: str) -> Book:
    """Return the page ``name`` cut into chapters; comments are left out."""
    chapters: list[list[str]] = [[]]
    headings: list[Heading] = []
    for line, found in _lines(_COMMENT.sub("", text)):
        if found is not None:
            level, title = len(found[1]), found[2]
            if level == CHAPTER:
                chapters.append([])
            headings.append(Heading(level, title, anchor_of(title), len(chapters) - 1))
        chapters[-1].append(line)
    return Book(name, tuple("\n".join(lines) for lines in chapters), tuple(headings))


def _lines(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield every line, with what it says if it is a heading; a # in a block of code is none."""
    code = False
    for line in text.splitlines():
        code ^= line.startswith("```")
        yield line, None if code else _HEADING.match(line)
