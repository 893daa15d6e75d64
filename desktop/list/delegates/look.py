"""How a row looks: colours from the palette and the row's state, backgrounds that tell the states apart."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPalette, QPen

from desktop.list.rows.values import RowValue
from desktop.theme import Metrics, Theme, theme_of


class Look(NamedTuple):
    """Colours of one row. A state is never told by them alone: frame, hatch, strike and chips say it, too."""

    theme: Theme
    text: QColor
    quiet: QColor
    strong: QColor
    """The count of the active row."""
    selected: bool


def state_of(row: RowValue) -> tuple[bool, bool, bool, bool]:
    """Return all of a row's state that its ground and its colours depend on."""
    return row.active, row.waiting, bool(row.out), row.acted or row.missed or row.used_up


def look_of(palette: QPalette, row: RowValue, selected: bool) -> Look:
    """Return the colours for a row's state."""
    theme = theme_of(palette)
    text = theme.text
    active, _, out, over = state_of(row)
    if out:
        text = theme.out
    elif over:
        text = theme.acted
    return Look(theme, text, theme.quiet, theme.accent if active else text, selected)


def paint_ground(
    painter: QPainter, rect: QRect, row: RowValue, look: Look, metrics: Metrics, edges: tuple[bool, bool]
) -> None:
    """Paint a cell's part of the row's background and frame; ``edges``: it is the first, the last cell."""
    painter.fillRect(rect, _ground(rect, row, look, metrics))
    if row.waiting:
        painter.fillRect(rect, _hatch(rect, look, metrics))
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look.theme.edge)
    if row.active:
        _frame(painter, rect, look.theme.accent, 2, edges, inset=0)
    if look.selected:
        width, inset = (1, 3) if row.active else (2, 0)
        _frame(painter, rect, look.theme.selection, width, edges, inset)


def _ground(rect: QRect, row: RowValue, look: Look, metrics: Metrics) -> QBrush:
    theme = look.theme
    if row.active:
        fade = QLinearGradient(0, 0, metrics.em * 45, 0)
        fade.setColorAt(0, theme.active)
        fade.setColorAt(1, theme.active_end)
        return QBrush(fade)
    if row.waiting:
        return QBrush(theme.waiting)
    return QBrush(theme.selected if look.selected else theme.base)


def _hatch(rect: QRect, look: Look, metrics: Metrics) -> QBrush:
    """Return broad stripes that join from cell to cell and move along when the list scrolls."""
    start, step = QPointF(0, rect.top()), metrics.em * 0.55
    stripes = QLinearGradient(start, start + QPointF(step, step))
    stripes.setSpread(QLinearGradient.Spread.RepeatSpread)
    colour = QColor(look.theme.selected if look.selected else look.theme.hatch)
    clear = QColor(colour)
    clear.setAlpha(0)
    for at, stripe in ((0.0, clear), (0.499, clear), (0.5, colour), (1.0, colour)):
        stripes.setColorAt(at, stripe)
    return QBrush(stripes)


def _frame(
    painter: QPainter, rect: QRect, colour: QColor, width: int, edges: tuple[bool, bool], inset: int
) -> None:
    """Paint a cell's part of a frame around the whole row."""
    first, last = edges
    left = rect.left() + (inset if first else 0)
    right = rect.right() + 1 - (inset if last else 0)
    top, bottom = rect.top() + inset, rect.bottom() + 1 - inset
    painter.fillRect(QRect(left, top, right - left, width), colour)
    painter.fillRect(QRect(left, bottom - width, right - left, width), colour)
    if first:
        painter.fillRect(QRect(left, top, width, bottom - top), colour)
    if last:
        painter.fillRect(QRect(right - width, top, width, bottom - top), colour)


def outline(
    painter: QPainter, rect: QRectF, radius: float, edge: QColor, fill: QColor | None, width: float = 1.0
) -> None:
    """Paint a rounded box on whole pixels; ``fill`` None leaves the background."""
    half = width / 2
    box = QRectF(round(rect.left()) + half, round(rect.top()) + half, 0, 0)
    box.setSize(QRectF(0, 0, round(rect.width()) - width, round(rect.height()) - width).size())
    painter.setPen(QPen(edge, width))
    painter.setBrush(QBrush() if fill is None else fill)
    painter.drawRoundedRect(box, radius, radius)
