"""Hit points: the numbers, and a bar in which temporary points are a part of their own."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from desktop.list.delegates.look import Look
from desktop.list.delegates.row import RowDelegate, fitted, inner
from desktop.list.rows.values import Health, RowValue
from desktop.theme import Metrics, Theme, scaled
from rulesets.seen.number_format import minus

_LEAST = 0.5
"""How small the numbers get so that both have room."""
_SEAM = 2.0
"""Width of the gap before temporary points."""


class HealthDelegate(RowDelegate):
    """Paints hit points."""

    def shows(self, row: RowValue) -> Hashable:
        return row.health

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        health = row.health
        if health is None:
            return
        numbers, bar = place_numbers(health, inner(rect, metrics), metrics)
        for number in numbers:
            painter.setFont(number.font)
            painter.setPen({"now": look.text, "full": look.quiet, "extra": look.theme.extra}[number.what])
            painter.drawText(number.at, number.text)
        _paint_bar(painter, bar, health, look.theme)


class PlacedNumber(NamedTuple):
    """A number in its place."""

    at: QPointF
    """Where its base line begins."""
    text: str
    font: QFont
    what: str
    """now · full · extra"""

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.at.x() + _wide(self.font, self.text)


def place_numbers(health: Health, box: QRectF, metrics: Metrics) -> tuple[list[PlacedNumber], QRectF]:
    """Return where the numbers go in a cell without its margins, and where the bar.

    Temporary points stand behind the others, or in the bar's line where there is no room: the bar gives way.
    """
    thick, space = round(metrics.em * 0.42), metrics.gap * 0.6
    top = box.top() + (box.height() - metrics.name_height - space - thick) / 2
    bar = QRectF(box.left(), round(top + metrics.name_height + space), box.width(), thick)
    base = top + metrics.name_height * 0.5 + QFontMetricsF(metrics.name).capHeight() * 0.5
    placed, x = [], box.left()
    for (font, text), what in zip(number_parts(health, metrics, box.width()), ("now", "full"), strict=False):
        placed.append(PlacedNumber(QPointF(x, base), text, font, what))
        x = placed[-1].right
    if not health.extra:
        return placed, bar
    text, font = f"+{health.extra}", metrics.small_bold
    behind = x + _wide(font, "  ")
    if behind + _wide(font, text) <= box.right() + 0.5:
        return [*placed, PlacedNumber(QPointF(behind, base), text, font, "extra")], bar
    font = fitted(font, text, box.width())
    left = max(box.left(), box.right() - _wide(font, text))
    below = bar.center().y() + QFontMetricsF(font).capHeight() * 0.5
    bar.setRight(max(bar.left(), left - metrics.gap * 0.6))
    return [*placed, PlacedNumber(QPointF(left, below), text, font, "extra")], bar


def number_parts(health: Health, metrics: Metrics, room: float) -> list[tuple[QFont, str]]:
    """Return what is left of how much, each with its letters: both get smaller before the second one goes."""
    now, full = minus(str(health.now)), str(health.full)
    fonts = metrics.name, metrics.small
    for text in (f" / {full}", f"/{full}"):
        wide = _wide(fonts[0], now) + _wide(fonts[1], text)
        if wide <= room:
            return [(fonts[0], now), (fonts[1], text)]
    factor = 1.0
    while wide > room and factor > _LEAST:
        factor = max(_LEAST, min(factor, factor * room / wide) * 0.95)
        fonts = scaled(metrics.name, factor), scaled(metrics.small, factor)
        wide = _wide(fonts[0], now) + _wide(fonts[1], text)
    if wide <= room:
        return [(fonts[0], now), (fonts[1], text)]
    return [(fitted(metrics.name, now, room), now)]


def _wide(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def _paint_bar(painter: QPainter, bar: QRectF, health: Health, theme: Theme) -> None:
    shape = QPainterPath()
    shape.addRoundedRect(bar, bar.height() * 0.4, bar.height() * 0.4)
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    painter.fillRect(bar, theme.groove)
    total = max(health.full, health.now + health.extra, 1)
    now = bar.width() * max(0, health.now) / total
    extra = bar.width() * max(0, health.extra) / total
    painter.fillRect(QRectF(bar.left(), bar.top(), now, bar.height()), bar_colour(theme, health.share))
    painter.fillRect(QRectF(bar.left() + now, bar.top(), extra, bar.height()), theme.bar_extra)
    if now > _SEAM and extra > _SEAM:  # the two parts are told apart by more than their colours
        painter.fillRect(QRectF(bar.left() + now - _SEAM / 2, bar.top(), _SEAM, bar.height()), theme.groove)
    painter.restore()


def bar_colour(theme: Theme, share: float) -> QColor:
    """Return the bar's colour for what is left; the number beside it says the same."""
    if share > 0.5:
        return theme.bar_good
    return theme.bar_warn if share > 0.25 else theme.bar_bad
