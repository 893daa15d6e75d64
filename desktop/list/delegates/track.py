"""The main condition track: a pip for each step, the one reached filled and bold."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from desktop.list.delegates.look import Look, outline
from desktop.list.delegates.row import RowDelegate, inner
from desktop.list.rows.values import Pips, RowValue
from desktop.theme import Metrics, Theme

PADDINGS = (1.3, 0.5, 0.2)
"""Room beside a pip's text, in gaps: from what looks good to what still can be read."""


class TrackDelegate(RowDelegate):
    """Paints the steps of a track; in a narrow column only the one reached."""

    def shows(self, row: RowValue) -> Hashable:
        return row.pips

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        pips = row.pips
        if pips is None:
            return
        places = place_pips(pips.steps, rect, metrics)
        if places:
            _paint_all(painter, places, pips, look, metrics)
        else:
            _paint_reached(painter, _line(rect, metrics), pips, look, metrics)


def place_pips(steps: tuple[str, ...], rect: QRectF, metrics: Metrics) -> list[QRectF]:
    """Return where the pips of a track go in a cell; [] if there is only room for the one reached."""
    line = _line(rect, metrics)
    for padding in PADDINGS:
        if track_width(steps, metrics, padding) <= line.width() + 0.5:
            break
    else:
        return []
    x, places = line.left(), []
    for width in pip_widths(steps, metrics, padding):
        places.append(QRectF(x, line.top(), width, line.height()))
        x += width + _space(metrics, padding)
    return places


def _line(rect: QRectF, metrics: Metrics) -> QRectF:
    box = inner(rect, metrics)
    height = round(metrics.chip_height * 1.05)
    return QRectF(box.left(), box.center().y() - height / 2, box.width(), height)


def pip_widths(steps: tuple[str, ...], metrics: Metrics, padding: float) -> list[float]:
    """Return the width of each pip with ``padding`` gaps beside its text."""
    font, least = QFontMetricsF(metrics.small_bold), metrics.chip_height * 0.95
    return [round(max(least, font.horizontalAdvance(step) + metrics.gap * padding)) for step in steps]


def track_width(steps: tuple[str, ...], metrics: Metrics, padding: float) -> float:
    """Return the width of a whole track with ``padding``, one of PADDINGS."""
    return sum(pip_widths(steps, metrics, padding)) + _space(metrics, padding) * (len(steps) - 1)


def _space(metrics: Metrics, padding: float) -> float:
    return metrics.gap * min(0.5, padding)


def step_colour(theme: Theme, at: int, steps: int) -> QColor:
    """Return the fill of the step reached: the second half of a track is bad."""
    return theme.bad if at * 2 > steps - 1 else theme.warn


def _paint_all(painter: QPainter, places: list[QRectF], pips: Pips, look: Look, metrics: Metrics) -> None:
    for number, (step, rect) in enumerate(zip(pips.steps, places, strict=True)):
        _paint_pip(painter, rect, step, number == pips.at, pips, look, metrics)
        if 0 < number <= pips.persistent:
            thick = max(2.0, metrics.em * 0.12)
            painter.fillRect(QRectF(rect.left(), rect.bottom() + 2, rect.width(), thick), look.theme.bad)


def _paint_pip(
    painter: QPainter, rect: QRectF, step: str, here: bool, pips: Pips, look: Look, metrics: Metrics
) -> None:
    theme = look.theme
    radius = rect.height() * 0.2
    if not here:
        outline(painter, rect, radius, theme.edge, None)
        painter.setFont(metrics.small)
        painter.setPen(look.quiet)
    elif pips.at == 0:
        outline(painter, rect, radius, look.text, None, 1.5)
        painter.setFont(metrics.small_bold)
        painter.setPen(look.text)
    else:
        fill = step_colour(theme, pips.at, len(pips.steps))
        outline(painter, rect, radius, fill, fill)
        painter.setFont(metrics.small_bold)
        painter.setPen(theme.on_accent)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, step)


def reached(pips: Pips) -> str:
    """Return what stands behind the step reached: how far it is, but for a number that it is called by."""
    at, last = str(pips.at), len(pips.steps) - 1
    return f"/{last}" if pips.steps[pips.at] == at else f"{at}/{last}"


def _paint_reached(painter: QPainter, line: QRectF, pips: Pips, look: Look, metrics: Metrics) -> None:
    """Paint the step reached and its number: '-2  2/5', '3  /15' where it is called by its number."""
    step = pips.steps[pips.at]
    width = min(line.width(), pip_widths((step,), metrics, 1.0)[0])
    _paint_pip(
        painter, QRectF(line.left(), line.top(), width, line.height()), step, True, pips, look, metrics
    )
    rest = line.adjusted(width + metrics.gap * 0.5, 0, 0, 0)
    text = reached(pips)
    if QFontMetricsF(metrics.small).horizontalAdvance(text) <= rest.width() + 0.5:
        painter.setFont(metrics.small)
        painter.setPen(look.quiet)
        painter.drawText(rest, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
