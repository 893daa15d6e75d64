"""Chips: short texts in pills, in one or more lines; what finds no room is counted in a last '+2'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from desktop.list.delegates.look import Look, outline
from desktop.list.rows.values import Chip
from desktop.theme import Metrics

_READABLE = 6
"""Letters of a chip that are to be read, or its first word; what has no room for them is counted."""


class Placed(NamedTuple):
    """A chip in its place."""

    rect: QRectF
    text: str
    tone: str


def place_chips(chips: Sequence[Chip], rect: QRectF, metrics: Metrics, lines: int = 1) -> list[Placed]:
    """Return where chips go in ``rect``, from the top left; none is wider than it."""
    font = QFontMetricsF(metrics.small)
    padding, space, height = metrics.gap * 2, metrics.gap * 0.8, metrics.chip_height
    placed: list[Placed] = []
    x, y, line = rect.left(), rect.top(), 1
    for number, chip in enumerate(chips):
        behind = len(chips) - number - 1
        width = font.horizontalAdvance(chip.text) + padding
        if x > rect.left() and line < lines and x + width > rect.right():
            x, y, line = rect.left(), y + height + space * 0.7, line + 1
        kept = _more_width(behind, font, padding) + space if behind and line == lines else 0.0
        room = rect.right() - x - kept
        if width > room and room - padding < _least(chip, font):
            more = f"+{behind + 1}"
            wide = min(_more_width(behind + 1, font, padding), max(0.0, rect.right() - x))
            placed.append(Placed(QRectF(x, y, wide, height), more, "neutral"))
            break
        width = min(width, max(room, 0.0))
        text = _cut(chip, font, max(0.0, width - padding) + 0.5)
        placed.append(Placed(QRectF(x, y, width, height), text, chip.tone))
        x += width + space
    return placed


def _least(chip: Chip, font: QFontMetricsF) -> float:
    """Return the width of as much of a chip's text as tells what it is."""
    word = chip.text.split(" ", 1)[0]
    first = min(len(word.rstrip(":,")), 2 * _READABLE)
    if word.endswith(":") and not chip.name:  # what stands before a colon alone tells nothing
        first += 2 + _READABLE
    text = chip.text[: min(len(chip.text), max(_READABLE, first))]
    return font.horizontalAdvance(text if text == chip.text else f"{text}…")


def place_in_two(chips: Sequence[Chip], first: QRectF, second: QRectF, metrics: Metrics) -> list[Placed]:
    """Return where chips go that find their room in ``first``, or the last of them in ``second`` besides."""
    found = place_chips(chips, first, metrics)
    worst = _lost(found, chips)
    least = _more_width(len(chips), QFontMetricsF(metrics.small), metrics.gap * 2)
    if not any(worst) or second.width() < least:
        return found
    for number in range(len(chips) - 1, 0, -1):
        some, rest = chips[:number], chips[number:]
        above, below = place_chips(some, first, metrics), place_chips(rest, second, metrics)
        lost = _lost(above, some)
        hidden, cut = (sum(two) for two in zip(lost, _lost(below, rest), strict=True))
        if not lost[0] and (hidden, cut) < worst:
            found, worst = [*above, *below], (hidden, cut)
    return found


def _lost(placed: Sequence[Placed], chips: Sequence[Chip]) -> tuple[int, int]:
    """Return how many chips are only counted, and how many are cut short."""
    shown = len(chips) if len(placed) == len(chips) and not _is_count(placed, chips) else len(placed) - 1
    cut = sum(one.text != chip.text for one, chip in zip(placed[:shown], chips, strict=False))
    return len(chips) - shown, cut


def _is_count(placed: Sequence[Placed], chips: Sequence[Chip]) -> bool:
    return bool(placed) and placed[-1].text == "+1" != chips[-1].text


def _cut(chip: Chip, font: QFontMetricsF, room: float) -> str:
    """Return a chip's text as far as there is room; of an effect the name is cut, never the rounds left."""
    rest = chip.text[len(chip.name) :] if chip.name and chip.text.startswith(chip.name) else ""
    if font.horizontalAdvance(chip.text) <= room or not rest:
        return font.elidedText(chip.text, Qt.TextElideMode.ElideRight, room)
    left = room - font.horizontalAdvance(rest)
    return font.elidedText(chip.name, Qt.TextElideMode.ElideRight, max(0.0, left)).rstrip() + rest


def _more_width(number: int, font: QFontMetricsF, padding: float) -> float:
    return font.horizontalAdvance(f"+{number}") + padding


def paint_chips(painter: QPainter, placed: Sequence[Placed], look: Look, metrics: Metrics) -> None:
    """Paint chips that have their places."""
    painter.setFont(metrics.small)
    for rect, text, tone in placed:
        colour = look.theme.tone(tone)
        edge = QColor(colour)
        edge.setAlphaF(0.65 if tone != "neutral" else 0.4)
        outline(painter, rect, rect.height() / 2, edge, None)
        painter.setPen(look.quiet if tone == "neutral" else colour)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
