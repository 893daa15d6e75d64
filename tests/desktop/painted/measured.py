"""How well painted text can be read: ink and ground are taken from the pixels, never from a theme.

The texts are painted once more by themselves, white on black: where that mask is full there is nothing but
ink in the picture, and where it is empty close by there is nothing but ground: hatching, gradients and all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from desktop.theme import contrast
from tests.desktop.painted.writing import Written, writing

_FULL = re.compile(rb"[\xfd-\xff]")
_NEAR = (3, 4)
"""Pixels from a stroke's middle to its ground."""
_WHOLE = 0.5
"""Part of its ink that a text shows at least; of less something lies over it."""
_FRAYED = 2
"""Lines of pixels at the upper and lower end of letters that may be fainter than they should be."""
_RARE = 0.06
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
    masks = (_mask(picture, texts), _mask(picture, texts, smooth=False))
    layers = Layers(picture, *(bytes(mask.constBits()) for mask in masks), masks[0].bytesPerLine())
    return [found for text in texts if (found := _measure(text, layers))]


class Layers(NamedTuple):
    """A picture, and what of it is text."""

    picture: QImage
    ink: bytes
    """How much of each pixel the text covers; lines below and through letters are smooth in it."""
    rough: bytes
    """The same with lines as Qt's own widgets paint them."""
    line: int
    """Bytes from one line of these to the next."""


def _mask(picture: QImage, texts: Iterable[Written], *, smooth: bool = True) -> QImage:
    """Return all texts in white on black, exactly where they are in ``picture``."""
    mask = QImage(picture.size(), QImage.Format.Format_Grayscale8)
    mask.fill(0)
    with QPainter(mask) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        painter.setPen(QColor("white"))
        for text in texts:
            painter.setFont(text.font)
            painter.drawText(text.at, text.text)
    return mask


def _measure(text: Written, layers: Layers) -> Measured | None:
    """Return a text's contrast; None if it is not in the picture: cut off, or something lies over it."""
    pixels = memoryview(layers.picture.constBits()).cast("I")
    if text.font.underline() and len(text.text) == 1:
        return None  # a mnemonic: Qt draws its line elsewhere, and the rest of the word is measured
    ink, ground = Counter[int](), Counter[int]()
    lines: dict[int, list[int]] = {}
    wide = layers.picture.width()
    for x, y, around in _strokes(text, layers):
        pixel = pixels[y * wide + x]
        ink[pixel] += 1
        lines.setdefault(y, []).append(pixel)
        for at in around:
            ground[pixels[at]] += 1
    if not ink:
        return None
    colour, times = ink.most_common(1)[0]
    is_cut = sum(not any(_alike(pixel, colour) for pixel in line) for line in lines.values()) > _FRAYED
    if (
        is_cut
        or times < _WHOLE * ink.total()
        or (text.pen.alpha() == 255 and not _alike(colour, text.pen.rgb()))
    ):
        return None
    return _worst(text.text, colour, ground)


def _strokes(text: Written, layers: Layers) -> Iterator[tuple[int, int, list[int]]]:
    """Yield each pixel that is nothing but ink, and the places of the ground around it."""
    wide, high, line = layers.picture.width(), layers.picture.height(), layers.line
    left, top = round(text.at.x()), round(text.at.y() - text.height)
    box = QRect(left, top, round(text.width) + 1, round(text.height * 1.3)) & layers.picture.rect()
    for y in range(box.top(), box.bottom() + 1):
        start = y * line + box.left()
        for hit in _FULL.finditer(layers.ink, start, start + box.width()):
            x = hit.start() - y * line
            near = [(x + d, y) for n in _NEAR for d in (n, -n)] + [(x, y + d) for n in _NEAR for d in (n, -n)]
            places = [(b * line + a, b * wide + a) for a, b in near if 0 <= a < wide and 0 <= b < high]
            yield x, y, [at for byte, at in places if not layers.ink[byte] and not layers.rough[byte]]


def _alike(one: int, other: int) -> bool:
    """Return whether two pixels are of one ink, as far as smooth edges let one tell."""
    return all(abs((one >> shift & 255) - (other >> shift & 255)) <= 6 for shift in (16, 8, 0))


def _worst(text: str, ink: int, ground: Counter[int]) -> Measured:
    """Return the contrast with what can be read worst; a line under a letter in its own ink is none."""
    least = _RARE * ground.total()
    shown = [colour for colour, times in ground.items() if times >= least and colour != ink]
    values = [(_contrast(ink, colour), colour) for colour in shown] or [(1.0, ink)]
    value, worst = min(values)
    return Measured(text, round(value, 2), QColor(ink).name(), QColor(worst).name())


@cache
def _contrast(one: int, other: int) -> float:
    return contrast(QColor(one), QColor(other))
