"""Charts in black: lines that differ by dashes and markers and are named at their ends, bars with numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from desktop.paper.printing.letters import Letters, Style
from desktop.paper.printing.marks import DASHES, Path, Point, Shapes, Strip, Text
from desktop.paper.printing.setup import MM
from rulesets.output.documents import Chart
from rulesets.output.papers.figures import duration

HEIGHT = 58 * MM
"""Of a chart of lines, if its names need no more."""
_MARKER = 1.0 * MM
_STEPS = 4
_MOST_MARKERS = 15
"""On one line; where there are more points, not every one is marked."""


def strips(letters: Letters, chart: Chart, width: float) -> list[Strip]:
    """Return a chart as strips: one for lines, one for every bar."""
    if chart.kind == "bars":
        return list(_bars(letters, chart, width))
    return [_lines(letters, chart, width)] if chart.categories and chart.series else []


def told(value: float, unit: str) -> str:
    """Return a value as people read it."""
    return duration(value) if unit == "s" else f"{value:g}".replace("-", "−")


# -- lines -----------------------------------------------------------------------------------------


def _lines(letters: Letters, chart: Chart, width: float) -> Strip:
    tall = letters.heights[Style.SMALL]
    height = max(HEIGHT, (len(chart.series) + 1) * tall)
    top = step_above(max((v for s in chart.series for v in s.values if v is not None), default=1.0))
    marks = [told(top * number / _STEPS, chart.unit) for number in range(_STEPS + 1)]
    left = max(letters.width(Style.SMALL, mark) for mark in marks) + 2 * MM
    names = [letters.lines(Style.BOLD, series.name, 0.25 * width, 1) for series in chart.series]
    right = max((letters.width(Style.BOLD, name[0]) for name in names if name), default=0.0) + 4 * MM
    wide, high = max(1.0, width - left - right), height - 2.1 * tall
    count = len(chart.categories)

    def at(number: int, value: float) -> Point:
        return left + wide * (number / (count - 1) if count > 1 else 0.5), tall / 2 + high * (1 - value / top)

    texts = list(_scale(letters, marks, left, at))
    texts += _categories(letters, chart.categories, wide, height - letters.heights[Style.SMALL], at)
    grid = [
        (left, at(0, top * n / _STEPS)[1], left + wide if n == 0 else left + MM, at(0, top * n / _STEPS)[1])
        for n in range(_STEPS + 1)
    ]
    grid.append((left, at(0, top)[1], left, at(0, 0)[1]))
    paths: list[Path] = []
    ends: list[tuple[float, str]] = []
    for number, (series, name) in enumerate(zip(chart.series, names, strict=True)):
        points = [at(n, value) for n, value in enumerate(series.values) if value is not None]
        paths += _drawn(points, number)
        if points and name:
            ends.append((points[-1][1], name[0]))
    for y, end in _apart(ends, letters.heights[Style.BOLD], 0.0, height):
        base = y - letters.heights[Style.BOLD] / 2 + letters.ascents[Style.BOLD]
        texts.append((Style.BOLD, left + wide + 3 * MM, base, end))
    return Strip(height + MM, tuple(texts), Shapes(lines=tuple(grid), paths=tuple(paths)), 2 * MM)


def _scale(
    letters: Letters, marks: Sequence[str], left: float, at: Callable[[int, float], Point]
) -> Iterator[Text]:
    zero, full = at(0, 0.0)[1], letters.heights[Style.SMALL] / 2
    for number, mark in enumerate(marks):
        y = zero + (full - zero) * number / _STEPS
        base = y - letters.heights[Style.SMALL] / 2 + letters.ascents[Style.SMALL]
        yield (Style.SMALL, left - letters.width(Style.SMALL, mark) - 1.2 * MM, base, mark)


def _categories(
    letters: Letters, names: Sequence[str], wide: float, y: float, at: Callable[[int, float], Point]
) -> Iterator[Text]:
    """Name as many places below the axis as there is room for."""
    shown = ["".join(letters.lines(Style.SMALL, name, wide / 2, 1)) for name in names]
    widths = [letters.width(Style.SMALL, name) for name in shown]
    every = max(1, math.ceil(len(names) * (max(widths) + 2 * MM) / max(1.0, wide)))
    for number in range(0, len(names), every):
        x = at(number, 0.0)[0] - widths[number] / 2
        x = min(max(0.0, x), at(0, 0.0)[0] + wide - widths[number] / 2)
        yield (Style.SMALL, x, y + letters.ascents[Style.SMALL], shown[number])


def _drawn(points: Sequence[Point], number: int) -> Iterator[Path]:
    """Yield a line in its own dashes and its own markers: round, square, triangle, diamond, filled or not."""
    if len(points) > 1:
        yield Path(tuple(points), number % len(DASHES))
    shape, filled = _SHAPES[number % len(_SHAPES)], number % (2 * len(_SHAPES)) < len(_SHAPES)
    every = -(-len(points) // _MOST_MARKERS)
    for x, y in points[::every] if points else ():
        corners = tuple((x + dx * _MARKER, y + dy * _MARKER) for dx, dy in shape)
        yield Path(corners if filled else (*corners, corners[0]), -1 if filled else 0)


_SHAPES: tuple[tuple[Point, ...], ...] = (
    tuple((math.cos(n * math.pi / 5), math.sin(n * math.pi / 5)) for n in range(10)),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    ((0.0, -1.3), (1.0, 0.0), (0.0, 1.3), (-1.0, 0.0)),
)


def step_above(value: float) -> float:
    """Return a round number that is not below ``value``, to end a scale of four steps with."""
    if not 0 < value < math.inf:
        return float(_STEPS)
    power: float = 10.0 ** math.floor(math.log10(value))
    tops = (part * power for part in (1, 1.2, 2, 4, 6, 8, 10))
    return next((max(top, float(_STEPS)) for top in tops if top >= value), 10 * power)


def _apart(
    ends: Sequence[tuple[float, str]], tall: float, top: float, bottom: float
) -> list[tuple[float, str]]:
    """Return names at the ends of their lines, moved apart until none stands on another."""
    placed: list[tuple[float, str]] = []
    at = top + tall / 2
    for y, name in sorted(ends):
        at = max(at, y)
        placed.append((at, name))
        at += tall
    low = bottom - tall / 2
    for number in range(len(placed) - 1, -1, -1):
        y, name = placed[number]
        placed[number] = (min(y, low), name)
        low = placed[number][0] - tall
    return placed


# -- bars ------------------------------------------------------------------------------------------


def _bars(letters: Letters, chart: Chart, width: float) -> Iterator[Strip]:
    values = [value or 0.0 for value in chart.series[0].values] if chart.series else []
    shown = [told(value, chart.unit) for value in values]
    most = max(values, default=0.0) or 1.0
    named = 0.32 * width
    left = min(max((letters.width(Style.NORMAL, c) for c in chart.categories), default=0.0), named) + 2 * MM
    right = max((letters.width(Style.SMALL, text) for text in shown), default=0.0) + 2 * MM
    room = max(1.0, width - left - right)
    tall = letters.heights[Style.NORMAL]
    for name, value, text in zip(chart.categories, values, shown, strict=True):
        lines = letters.lines(Style.NORMAL, name, left - 2 * MM, 3)
        height = tall * max(1, len(lines)) + 0.8 * MM
        texts = [
            (Style.NORMAL, 0.0, 0.4 * MM + n * tall + letters.ascents[Style.NORMAL], line)
            for n, line in enumerate(lines)
        ]
        long = max(0.3 * MM, room * max(0.0, value) / most)
        texts.append((Style.SMALL, left + long + 1.2 * MM, texts[0][2] if texts else tall, text))
        bar = (left, 0.4 * MM + 0.2 * tall, long, 0.6 * tall)
        yield Strip(height, tuple(texts), Shapes(fills=(bar,), lines=((left, 0.0, left, height),)))
