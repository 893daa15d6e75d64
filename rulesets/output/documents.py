"""What stands on paper: headings, tables, boxes, charts, as plain values without fonts or lengths.

A document is made of a summary by a template (:mod:`rulesets.output.papers`); whoever draws or writes it
(paper, HTML, Markdown) knows these values alone.
"""

from __future__ import annotations

from msgspec import Struct


class Words(Struct, frozen=True, tag="words"):
    """Text in a cell."""

    text: str
    bold: bool = False
    small: bool = False
    large: bool = False


class Boxes(Struct, frozen=True, tag="boxes"):
    """Boxes side by side, to be ticked with a pencil."""

    words: tuple[str, ...]
    filled: int = -1
    """Index of the one that is black, -1 for none."""
    crossed: tuple[int, ...] = ()
    """Indexes of those that are struck out."""
    label: str = ""
    """Small, before them."""


class Gauge(Struct, frozen=True, tag="gauge"):
    """Points in a box with room to write behind them."""

    now: int | None
    """None: nothing is written, there is only room."""
    full: int = 0
    """0: nobody knows."""
    extra: int = 0
    room: int = 0
    """Lines to write on in the box, below the points."""


class Space(Struct, frozen=True, tag="space"):
    """Room to write on: so many lines."""

    lines: int = 1


Piece = Words | Boxes | Gauge | Space
Cell = tuple[Piece, ...]
"""Pieces one below the other; () is empty."""


class Column(Struct, frozen=True):
    """A column of a table."""

    title: str
    weight: float = 1.0
    """Its part of the width, beside the others'."""
    number: bool = False
    """Numbers stand to the right."""


class Row(Struct, frozen=True):
    """A row of a table; it never stands on two pages."""

    cells: tuple[Cell, ...]
    marked: bool = False
    """The one whose turn it is, or an override: told by a mark and never by colour alone."""


class Heading(Struct, frozen=True, tag="heading"):
    """A heading; it never stands alone at the foot of a page."""

    text: str
    small: bool = False


class Paragraph(Struct, frozen=True, tag="paragraph"):
    """A text that may wrap."""

    text: str


class Table(Struct, frozen=True, tag="table"):
    """A table; its header is repeated on every page."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    whole: bool = False
    """It stands on one page where that leaves no large part of another empty."""
    close: bool = False
    """Nobody writes in it: its rows stand closer."""
    runs: bool = False
    """What the first column says of several rows on end is printed once, and no line parts them."""


class Lines(Struct, frozen=True, tag="lines"):
    """Ruled lines to write on."""

    number: int
    spare: bool = False
    """They and the heading above them are left out rather than begin a page, on which nothing would stand."""


class Series(Struct, frozen=True):
    """Values of one line or set of bars; None where there is none."""

    name: str
    values: tuple[float | None, ...]


class Chart(Struct, frozen=True, tag="chart"):
    """A picture of numbers, readable in black and white, with the same in words."""

    kind: str
    """'lines' over the categories, or 'bars', one for each category."""
    title: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str
    told: str
    """What it shows, in words."""


class Card(Struct, frozen=True, tag="card"):
    """A combatant on a quarter of a page."""

    title: str
    blocks: tuple[Heading | Paragraph | Table | Lines, ...]


Block = Heading | Paragraph | Table | Lines | Chart | Card


class Document(Struct, frozen=True):
    """A whole document."""

    kind: str
    """'run-sheet', 'status', 'record' or 'cards'."""
    title: str
    """What the encounter is called."""
    name: str
    """What the document is called."""
    about: str
    """Ruleset and number of combatants."""
    place: str
    """Where the fight stands; with the title it heads every page."""
    printed: str
    """When it was made."""
    blocks: tuple[Block, ...]
    landscape: bool = False
