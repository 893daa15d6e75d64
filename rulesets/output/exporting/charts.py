"""Charts as inline SVG: told apart by dashes, marks and labels, never by colour; with a text alternative.

Everything is drawn in ``currentColor``, so that it is black on paper and light on a dark screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulesets.output.documents import Chart

WIDTH, LEFT, RIGHT, TOP, HEIGHT, FOOT = 640, 56, 150, 14, 220, 30
DASHES = ("", "7 4", "2 3", "10 3 2 3", "1 4", "14 4")
BAR, GAP, NAMES, AFTER = 18, 8, 200, 70
LONGEST = 20
"""Characters of a name beside a bar or a line; the whole one stands in the text alternative."""
LABEL = 15


def svg(chart: Chart, ident: str) -> str:
    """Return a chart as an SVG element; ``ident`` tells its ids from others' on the page."""
    body, height = _bars(chart) if chart.kind == "bars" else _lines(chart)
    head = (
        f'<svg role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'aria-labelledby="{ident}-title {ident}-desc" fill="none" stroke="currentColor" font-size="12">'
        f'<title id="{ident}-title">{_text(chart.title)}</title>'
        f'<desc id="{ident}-desc">{_text(chart.told)}</desc>'
    )
    return head + "".join(body) + "</svg>"


def _lines(chart: Chart) -> tuple[Iterator[str], int]:
    return _drawn_lines(chart), TOP + _height(chart) + FOOT


def _drawn_lines(chart: Chart) -> Iterator[str]:
    most = _ceiling(max((value or 0.0 for one in chart.series for value in one.values), default=0.0))
    height = _height(chart)
    right, floor = WIDTH - RIGHT, TOP + height
    count = max(2, len(chart.categories))
    across = [LEFT + number * (right - LEFT) / (count - 1) for number in range(count)]
    for part in range(5):
        y = floor - part * height / 4
        yield f'<path d="M{LEFT} {y:g}H{right}" stroke-opacity="{0.9 if not part else 0.25}"/>'
        yield _label(LEFT - 8, y + 4, f"{most * part / 4:g}", "end")
    every = -(-len(chart.categories) // 16) or 1
    for number, category in enumerate(chart.categories):
        if number % every == 0:
            yield _label(across[number], floor + 18, category, "middle")
    ends: list[float] = []
    for number, one in enumerate(chart.series):
        points = [
            (across[at], floor - value / most * height)
            for at, value in enumerate(one.values)
            if value is not None
        ]
        if not points:
            continue
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dash = DASHES[number % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        yield f'<path d="M{path}" stroke-width="2"{dashed}/>'
        yield "".join(_mark(number, x, y) for x, y in points)
        end = _free(points[-1][1], ends, floor)
        ends.append(end)
        yield _label(right + 10, end + 4, _short(one.name), "start")


def _bars(chart: Chart) -> tuple[Iterator[str], int]:
    return _drawn_bars(chart), TOP + len(chart.categories) * (BAR + GAP) + GAP


def _drawn_bars(chart: Chart) -> Iterator[str]:
    values = chart.series[0].values if chart.series else ()
    most = max((value or 0.0 for value in values), default=0.0) or 1.0
    room = WIDTH - NAMES - AFTER
    for number, (name, value) in enumerate(zip(chart.categories, values, strict=False)):
        y = TOP + number * (BAR + GAP)
        width = (value or 0.0) / most * room
        yield _label(NAMES - 8, y + BAR - 5, _short(name), "end")
        yield (
            f'<rect x="{NAMES}" y="{y}" width="{width:.1f}" height="{BAR}" fill="currentColor" '
            f'fill-opacity="0.35"/>'
        )
        shown = "–" if value is None else f"{value:.0f} {chart.unit}".rstrip()
        yield _label(NAMES + width + 8, y + BAR - 5, shown, "start")


def _mark(number: int, x: float, y: float) -> str:
    """Return the mark of a line's point: a dot, a square, a rhomb, a triangle, hollow the next time round."""
    fill = ' fill="currentColor"' if number // 4 % 2 == 0 else ""
    match number % 4:
        case 0:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"{fill}/>'
        case 1:
            return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"{fill}/>'
        case 2:
            return f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"{fill}/>'
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z"{fill}/>'


def _height(chart: Chart) -> int:
    """Return a height at which every line's name has its room."""
    return max(HEIGHT, LABEL * len(chart.series))


def _free(y: float, taken: Sequence[float], floor: float) -> float:
    """Return the place nearest to ``y`` where a label lies on none that stand there."""
    places = [TOP + LABEL / 3 * step for step in range(int((floor - TOP) * 3 / LABEL) + 1)]
    free = [place for place in places if all(abs(place - other) >= LABEL - 1 for other in taken)]
    return min(free, key=lambda place: abs(place - y), default=y)


def _ceiling(most: float) -> float:
    """Return a round number not below ``most``, quarters of which are plain to read."""
    size = 1.0
    while True:
        for top in (4, 8, 10, 20):
            if top * size >= most:
                return top * size
        size *= 10


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor" stroke="none">'
        f"{_text(text)}</text>"
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _text(text: str) -> str:
    return escape("".join(c if c.isprintable() else " " for c in text))
