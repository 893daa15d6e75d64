"""The letters of a printed page: how wide every text is and where its lines break.

Widths are added up letter by letter without kerning, which makes them exact and nearly free; only texts with
letters that join, combine or run from right to left ask Qt.
"""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum

from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from desktop.paper.printing.setup import POINT


class Style(IntEnum):
    """What a text is printed in."""

    NORMAL = 0
    BOLD = 1
    SMALL = 2
    LARGE = 3
    TITLE = 4
    HEADING = 5
    SUBHEADING = 6
    LABEL = 7
    """Heads of columns."""
    BOX = 8
    BOX_BLACK = 9
    """White in a black box."""


_SIZES: dict[Style, tuple[float, bool]] = {
    Style.NORMAL: (1.0, False),
    Style.BOLD: (1.03, True),
    Style.SMALL: (0.86, False),
    Style.LARGE: (1.4, True),
    Style.TITLE: (1.85, True),
    Style.HEADING: (1.3, True),
    Style.SUBHEADING: (1.08, True),
    Style.LABEL: (0.84, True),
    Style.BOX: (0.78, False),
    Style.BOX_BLACK: (0.78, True),
}
"""Size as a part of the usual one, and whether it is bold."""
_PLAIN = re.compile(r"[ -~\xa0-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2212\u221e\u25a0-\u25ff]*\Z")
"""Letters that stand one after the other as they are written."""
_DIRECTIONS = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_MOST_MARKS = 3
"""Marks that may be piled on one letter: more would reach into other rows."""
_KEPT = 20_000
"""Texts of which the width is remembered."""


def clean(text: str) -> str:
    """Return a text as one can print it: no control characters, none that turn what follows around."""
    if (text.isascii() and text.isprintable()) or _PLAIN.match(text):
        return text
    text = text.replace("\r\n", "\n").translate(_DIRECTIONS)
    kept: list[str] = []
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char == "\n" or kind in ("Zl", "Zp"):
            kept.append("\n")
        elif kind == "Cc":
            kept.append(" ")
        elif kind == "Cs":
            kept.append("\ufffd")
        elif marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


class Letters:
    """Fonts of one size, with all that is known about their widths."""

    def __init__(self, size: float) -> None:
        """Take ``size`` points as the usual size."""
        self.fonts = [_font(size * part, bold=bold) for part, bold in _SIZES.values()]
        self._metrics = [QFontMetricsF(font) for font in self.fonts]
        self.heights = [metrics.ascent() + metrics.descent() for metrics in self._metrics]
        self.ascents = [metrics.ascent() for metrics in self._metrics]
        self._widths = [_Widths(metrics) for metrics in self._metrics]

    def width(self, style: Style, text: str) -> float:
        """Return how wide a clean text is on one line."""
        return self._widths[style][text]

    def longest_word(self, style: Style, text: str) -> float:
        """Return how wide the widest word of a clean text is."""
        if " " not in text and "\n" not in text:
            return self.width(style, text)
        return max([self.width(style, word) for word in text.replace("\n", " ").split(" ")])

    def lines(self, style: Style, text: str, width: float, most: int = 0) -> tuple[str, ...]:
        """Return a text broken into lines: between words, within one that is wider than ``width``.

        With ``most`` there are at most so many, and … stands for what was left out.
        """
        if not text:
            return ()
        text = clean(text)
        if self._widths[style][text] <= width and "\n" not in text:
            return (text,)
        found = tuple(self._broken(style, text, width))
        return found if not most or len(found) <= most else self._cut(style, found[:most], width)

    def _broken(self, style: Style, text: str, width: float) -> list[str]:
        lines: list[str] = []
        for part in text.split("\n"):
            if self.width(style, part) <= width:
                lines.append(part)
            elif _PLAIN.match(part):
                lines += self._by_words(style, part, width)
            else:
                lines += self._by_layout(style, part, width)
        while len(lines) > 1 and not lines[-1]:
            lines.pop()
        return lines

    def _by_words(self, style: Style, text: str, width: float) -> list[str]:
        space = self._widths[style][" "]
        lines: list[str] = []
        line, at = "", 0.0
        for word in text.split(" "):
            wide = self.width(style, word)
            if line and at + space + wide <= width:
                line, at = f"{line} {word}", at + space + wide
                continue
            if line.strip(" "):
                lines.append(line)
            line, at = word, wide
            if wide > width:
                *whole, line = self._chopped(style, word, width)
                lines += whole
                at = self.width(style, line)
        return [*lines, line] if line.strip(" ") or not lines else lines

    def _chopped(self, style: Style, word: str, width: float) -> list[str]:
        """Break a word that is wider than a line, at least a letter to each."""
        advances = self._widths[style]
        parts: list[str] = []
        begin, at = 0, 0.0
        for number, letter in enumerate(word):
            at += advances[letter]
            if at > width and number > begin:
                parts.append(word[begin:number])
                begin, at = number, advances[letter]
        return [*parts, word[begin:]]

    def _by_layout(self, style: Style, text: str, width: float) -> list[str]:
        layout = QTextLayout(text, self.fonts[style])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        units = text.encode("utf-16-le")  # Qt counts those, not characters
        lines: list[str] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, width))
            begin, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            lines.append(units[begin:end].decode("utf-16-le", "replace").rstrip())
        layout.endLayout()
        return lines or [text]

    def _cut(self, style: Style, lines: tuple[str, ...], width: float) -> tuple[str, ...]:
        last = lines[-1]
        while last and self.width(style, last + "…") > width:
            last = last[:-1].rstrip()
        return (*lines[:-1], last + "…")


class _Widths(dict[str, float]):
    """Text, or single letter → how wide it is."""

    def __init__(self, metrics: QFontMetricsF) -> None:
        super().__init__()
        self._metrics = metrics
        self._letters: dict[str, float] = {}

    def __missing__(self, text: str) -> float:
        letters = self._letters
        try:
            wide = sum(map(letters.__getitem__, text))
        except KeyError:
            wide = self._learned(text)
        if len(self) < _KEPT:
            self[text] = wide
        return wide

    def _learned(self, text: str) -> float:
        """Ask Qt about the letters of a text; about the whole text, if they do not just follow each other."""
        if not _PLAIN.match(text):
            return self._metrics.horizontalAdvance(text)
        for letter in set(text) - self._letters.keys():
            self._letters[letter] = self._metrics.horizontalAdvance(letter)
        return sum(map(self._letters.__getitem__, text))


def _font(points: float, *, bold: bool) -> QFont:
    """Return the font of paper, whatever the window uses: the same on all devices, so no hints for pixels."""
    font = QFont("Sans Serif")
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(max(1, round(points * POINT)))
    font.setBold(bold)
    font.setKerning(False)
    font.setStyleStrategy(QFont.StyleStrategy.PreferNoShaping)  # where letters need it, they are shaped
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
