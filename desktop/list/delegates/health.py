"""Hit points: the number, a bar, and temporary points as a part of their own."""

from __future__ import annotations

from collections.abc import Hashable

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
        box = inner(rect, metrics)
        thick = round(metrics.em * 0.42)
        space = metrics.gap * 0.6
        top = box.top() + (box.height() - metrics.name_height - space - thick) / 2
        self._numbers(
            painter, QRectF(box.left(), top, box.width(), metrics.name_height), health, look, metrics
        )
        bar = QRectF(box.left(), round(top + metrics.name_height + space), box.width(), thick)
        _paint_bar(painter, bar, health, look.theme)

    def _numbers(self, painter: QPainter, line: QRectF, health: Health, look: Look, metrics: Metrics) -> None:
        parts = [
            (font, colour, text)
            for (font, text), colour in zip(
                number_parts(health, metrics, line.width()), (look.text, look.quiet), strict=False
            )
        ]
        if health.extra:
            parts.append((metrics.small_bold, look.theme.extra, f"  +{health.extra}"))
        base = line.top() + line.height() * 0.5 + QFontMetricsF(metrics.name).capHeight() * 0.5
        x = line.left()
        for number, (font, colour, text) in enumerate(parts):
            wide = QFontMetricsF(font).horizontalAdvance(text)
            if number and x + wide > line.right() + 0.5:
                continue
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QPointF(x, base), text)
            x += wide


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
