"""What is put on a page: texts and strokes at their places, in units of 1/1200 inch, kept by kind.

A strip is a piece of a page that is never cut: a line of text, a row of boxes, a chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct, field

from desktop.paper.printing.letters import Style

Point = tuple[float, float]


Line = tuple[float, float, float, float]
"""From a point to another one."""
Box = tuple[float, float, float, float]
"""A rectangle: x, y, width, height."""
Text = tuple[Style, float, float, str]
"""A text on one line with its left end and its baseline."""


class Path(NamedTuple):
    """A line through points, or what they enclose in black."""

    points: tuple[Point, ...]
    dash: int = 0
    """Which dashes it has, an index of DASHES; -1: filled."""


DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (1.5, 2.5), (9, 2.5, 1.5, 2.5), (12, 4))
"""Lengths of strokes and gaps, in widths of the line."""


class Shapes(NamedTuple):
    """What is drawn besides texts."""

    boxes: tuple[Box, ...] = ()
    fills: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()
    paths: tuple[Path, ...] = ()


class Strip(Struct, frozen=True, gc=False):
    """Marks within a height; places are those from its upper left corner."""

    height: float
    texts: tuple[Text, ...] = ()
    shapes: Shapes | None = None
    after: float = 0.0
    """Room below it that is not needed at the foot of a page."""


class Page(Struct, eq=False):
    """Everything that stands on one page."""

    texts: list[list[tuple[float, float, str]]] = field(default_factory=lambda: [[] for _ in Style])
    """By style."""
    boxes: list[Box] = field(default_factory=list)
    fills: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    """Thin ones."""
    rules: list[Line] = field(default_factory=list)
    """Stronger ones: below headers."""
    paths: list[Path] = field(default_factory=list)

    def text(self, style: Style, x: float, y: float, text: str) -> None:
        """Put a text."""
        self.texts[style].append((x, y, text))

    def put(self, strips: Sequence[Strip], x: float, y: float) -> None:
        """Put strips one below the other, the first with its upper left corner there."""
        texts = self.texts
        for strip in strips:
            for style, dx, dy, text in strip.texts:
                texts[style].append((x + dx, y + dy, text))
            if strip.shapes is not None:
                self._draw(strip.shapes, x, y)
            y += strip.height

    def _draw(self, shapes: Shapes, x: float, y: float) -> None:
        boxes, fills, lines, paths = shapes
        self.boxes += [(x + dx, y + dy, wide, high) for dx, dy, wide, high in boxes]
        self.fills += [(x + dx, y + dy, wide, high) for dx, dy, wide, high in fills]
        self.lines += [(x + a, y + b, x + c, y + d) for a, b, c, d in lines]
        for points, dash in paths:
            self.paths.append(Path(tuple((x + dx, y + dy) for dx, dy in points), dash))

    def words(self) -> list[str]:
        """Return all texts, line by line from the top, from left to right: what a screen reader reads."""
        found = [(y, x, text) for texts in self.texts for x, y, text in texts]
        return [text for _, _, text in sorted(found)]
