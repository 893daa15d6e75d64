"""The parts of a printed row: each knows how much room it needs and draws itself in black on white."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPainter,
    QPen,
    QTextLayout,
    QTextOption,
)

from desktop.models.rows import Health, Pips, Token

BLACK, GREY, WHITE = QColor(0, 0, 0), QColor(110, 110, 110), QColor(255, 255, 255)


class Paper:
    """Fonts and lengths on one device, in its own units."""

    def __init__(self, device: QPagedPaintDevice) -> None:
        """Measure ``device``."""
        self.device = device
        self.mm = device.logicalDpiX() / 25.4
        page = device.pageLayout().paintRectPixels(device.logicalDpiX())
        self.width, self.height = float(page.width()), float(page.height())
        self.line = 0.25 * self.mm

    def font(self, points: float, *, bold: bool = False) -> QFont:
        """The sheet's font; whatever the window uses, paper has this one."""
        font = QFont("Sans Serif")
        font.setStyleHint(QFont.StyleHint.SansSerif)
        font.setPointSizeF(points)
        font.setBold(bold)
        return font

    def metrics(self, font: QFont) -> QFontMetricsF:
        """How large the font is on this device."""
        return QFontMetricsF(font, self.device)

    def pen(self, colour: QColor = BLACK, width: float = 1.0) -> QPen:
        """A pen ``width`` times as wide as the usual line."""
        return QPen(colour, self.line * width)


class Cell(Protocol):
    """Something that stands in a row."""

    height: float

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw with the upper left corner at ``at``."""


class Text:
    """Text broken into lines: between words, within one wider than its column, … after the last line."""

    def __init__(
        self, paper: Paper, text: str, font: QFont, width: float, *, most: int = 4, colour: QColor = BLACK
    ) -> None:
        """Break ``text`` so that it is at most ``width`` wide and has at most ``most`` lines."""
        self._colour = colour
        metrics = paper.metrics(font)
        self._room = metrics.height() * most
        text = text[:4000].replace("\r\n", "\n").replace("\n", "\u2028")
        self._layout, lines = self._broken(paper, text, font, width)
        while lines > most and text:
            last = self._layout.lineAt(most - 1)
            text = text[: max(0, last.textStart() + last.textLength() - 2)].rstrip("\u2028 …") + "…"
            self._layout, lines = self._broken(paper, text, font, width)
            if len(text) <= 1:
                break
        self.width = max((self._layout.lineAt(i).naturalTextWidth() for i in range(lines)), default=0.0)
        self.height = lines * metrics.height() if text else 0.0

    @staticmethod
    def _broken(paper: Paper, text: str, font: QFont, width: float) -> tuple[QTextLayout, int]:
        layout = QTextLayout(text, font, paper.device)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        height, y = paper.metrics(font).height(), 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, width))
            line.setPosition(QPointF(0, y))
            y += height
        layout.endLayout()
        return layout, layout.lineCount()

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw all lines."""
        painter.setPen(self._colour)
        self._layout.draw(painter, at)


class Stack:
    """Cells one below the other."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        """Stack ``cells``."""
        self._cells = [cell for cell in cells if cell.height]
        self.height = sum(cell.height for cell in self._cells)

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw from top to bottom."""
        y = at.y()
        for cell in self._cells:
            cell.draw(painter, QPointF(at.x(), y))
            y += cell.height


class Boxes:
    """Boxes side by side, to be ticked with a pencil; in as many rows as the width asks for."""

    def __init__(
        self,
        paper: Paper,
        words: Sequence[str],
        width: float,
        *,
        filled: int = -1,
        crossed: Sequence[bool] = (),
    ) -> None:
        """One box for each word; the one at index ``filled`` is black, ``crossed`` ones are struck out."""
        self._paper, self._filled, self._crossed = paper, filled, crossed
        self._font = paper.font(7)
        metrics = paper.metrics(self._font)
        self._tall = metrics.height() * 1.25
        gap = 0.6 * paper.mm
        self._boxes: list[tuple[QRectF, str]] = []
        x = y = 0.0
        for word in words:
            wide = max(metrics.horizontalAdvance(word) + 1.6 * paper.mm, self._tall)
            if x and x + wide > width:
                x, y = 0.0, y + self._tall + gap
            self._boxes.append((QRectF(x, y, wide, self._tall), word))
            x += wide + gap
        self.width = max((box.right() for box, _ in self._boxes), default=0.0)
        self.height = y + self._tall if self._boxes else 0.0

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw all boxes."""
        painter.setFont(self._font)
        for index, (box, word) in enumerate(self._boxes):
            where = box.translated(at)
            black = index == self._filled
            painter.setPen(self._paper.pen())
            painter.setBrush(BLACK if black else WHITE)
            painter.drawRoundedRect(where, 0.6 * self._paper.mm, 0.6 * self._paper.mm)
            painter.setPen(WHITE if black else BLACK)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, word)
            if index < len(self._crossed) and self._crossed[index]:
                painter.setPen(self._paper.pen(BLACK, 1.2))
                painter.drawLine(where.bottomLeft(), where.topRight())
        painter.setBrush(Qt.BrushStyle.NoBrush)


class Bar:
    """Hit points in a box with room to write behind them."""

    def __init__(self, paper: Paper, health: Health, width: float) -> None:
        """Show ``health`` in a box ``width`` wide."""
        self._paper, self.width = paper, width
        self._font = paper.font(8.5)
        self.height = paper.metrics(self._font).height() * 1.5
        extra = f" +{health.extra}" if health.extra else ""
        self._text = f"{health.now} / {health.full}{extra}"

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw the box and the numbers."""
        box = QRectF(at.x(), at.y(), self.width, self.height)
        painter.setPen(self._paper.pen())
        painter.drawRect(box)
        painter.setFont(self._font)
        inside = box.adjusted(self._paper.mm, 0, 0, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._text)


def track_boxes(paper: Paper, pips: Pips, width: float) -> Boxes:
    """The condition track as boxes, the step reached in black."""
    return Boxes(paper, pips.steps, width, filled=pips.at)


def token_boxes(paper: Paper, tokens: Sequence[Token], width: float) -> Boxes:
    """What is left to spend: a box each, struck out if it is spent."""
    words, crossed = [], []
    for token in tokens:
        word = token.short
        if token.number or (token.size or 0) > 1 or token.extra:
            left = "∞" if token.left is None else str(token.left + token.extra)
            of = "" if token.size is None or token.extra else f"/{token.size}"
            word = f"{word} {left}{of}"
        words.append(word)
        crossed.append(token.spent)
    return Boxes(paper, words, width, crossed=crossed)
