"""What every reader of a format is made of: how sure it is, how it reads, what columns it tells."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rulesets.incoming.found import Finding
from rulesets.incoming.source import Source

SIGNED, SURE, LIKELY, MAYBE, NO = 4, 3, 2, 1, 0
"""How sure a reader is that something is of its format; SIGNED by marks that nothing else has, whatever texts
with the words of other formats stand in it."""

IGNORED = "-"
"""Meaning of a column that is left out."""


class Column(Struct, frozen=True):
    """A column of a table, for whoever says what it is."""

    heading: str
    meaning: str
    """What it is taken for; '' where the heading does not tell: a stat may be called so."""
    examples: tuple[str, ...]
    """What stands in it, the first few."""


class Reader(Struct, frozen=True, kw_only=True):
    """A format: how it is recognised, and how it is read. Knows no ruleset."""

    id: str
    label: str
    """What the format is called, as its users call it."""
    recognise: Callable[[Source], int]
    """Says how sure it is, by what something is and not by what it is called; reads no more than it must."""
    read: Callable[[Source, Finding], None]
    """Adds every creature to the finding, in the order of the file; Refused if there is nothing to be had."""
    columns: Callable[[Source], list[Column]] | None = None
    """The columns of something whose headings say what they are, and can be told (`Source.meanings`)."""
