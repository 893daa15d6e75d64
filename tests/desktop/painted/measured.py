"""How well painted text can be read: ink and ground are taken from the pixels, never from a theme.

The texts are painted once more by themselves, black on white: where that mask is full there is nothing but ink
in the picture, and where it is empty close by there is nothing but ground: hatching, gradients and all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from desktop.theme import contrast
from tests.desktop.painted.writing import Written, writing

_FULL = re.compile(rb"[\xfd-\xff]")
_NEAR = (3, 4)
"""Pixels from a stroke's middle to its ground."""
_RARE = 0.03
"""Part of the ground that is nothing but a line that ends there."""


class Measured(NamedTuple):
    """A text, and its contrast with the worst of its ground."""

    text: str
    contrast: float
    ink: str
    ground: str


def measured(widget: QWidget, texts: list[Written] | None = None) -> list[Measured]:
    """Return every text that can be seen in ``widget`` with its contrast; ``texts`` if they are known."""
    texts = writing(widget) if texts is None else texts
    picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert picture.size() == widget.size()
    mask = _mask(picture, texts)
    covered = bytes(mask.constBits())
    return [found for text in texts if (found := _measure(text, picture, mask, covered))]


def _mask(picture: QImage, texts: Iterable[Written]) -> QImage:
    """Return all texts in white on black, exactly where they are in ``picture``."""
    mask = QImage(picture.size(), QImage.Format.Format_Grayscale8)
    mask.fill(0)
    with QPainter(mask) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor("white"))
        for text in texts:
            painter.setFont(text.font)
            painter.drawText(text.at, text.text)
    return mask


def _measure(text: Written, picture: QImage, mask: QImage, covered: bytes) -> Measured | None:
    """Return a text's contrast; None if it is not in the picture: cut off, or something lies over it."""
    pixels = memoryview(picture.constBits()).cast("I")
    ink, ground = Counter[int](), Counter[int]()
    wide = picture.width()
    for x, y, around in _strokes(text, mask, covered):
        ink[pixels[y * wide + x]] += 1
        for at in around:
            ground[pixels[at]] += 1
    if not ink:
        return None
    colour = ink.most_common(1)[0][0]
    if not _alike(QColor(colour), text.pen):
        return None
    return _worst(text.text, colour, ground)


def _strokes(text: Written, mask: QImage, covered: bytes) -> Iterator[tuple[int, int, list[int]]]:
    """Yield each pixel that is nothing but ink, and the places of the ground around it."""
    wide, high, line = mask.width(), mask.height(), mask.bytesPerLine()
    left, top = round(text.at.x()), round(text.at.y() - text.height)
    box = QRect(left, top, round(text.width) + 1, round(text.height * 1.3)) & mask.rect()
    for y in range(box.top(), box.bottom() + 1):
        start = y * line + box.left()
        for hit in _FULL.finditer(covered, start, start + box.width()):
            x = hit.start() - y * line
            near = [(x + d, y) for n in _NEAR for d in (n, -n)] + [(x, y + d) for n in _NEAR for d in (n, -n)]
            places = [(a, b) for a, b in near if 0 <= a < wide and 0 <= b < high]
            yield x, y, [b * wide + a for a, b in places if not covered[b * line + a]]


def _alike(one: QColor, other: QColor) -> bool:
    """Return whether a pixel can come from a pen: of one that lets something through nobody can tell."""
    parts = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return other.alpha() < 255 or all(abs(a - b) <= 3 for a, b in parts)


def _worst(text: str, ink: int, ground: Counter[int]) -> Measured:
    """Return the contrast with what can be read worst; a line under a letter in its own ink is none."""
    least = _RARE * ground.total()
    shown = [colour for colour, times in ground.items() if times >= least and colour != ink]
    values = [(_contrast(ink, colour), colour) for colour in shown] or [(1.0, ink)]
    value, worst = min(values)
    return Measured(text, round(value, 2), QColor(ink).name(), QColor(worst).name())


@lru_cache(maxsize=None)
def _contrast(one: int, other: int) -> float:
    return contrast(QColor(one), QColor(other))
