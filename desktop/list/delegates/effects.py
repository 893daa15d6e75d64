"""Effects: chips with the rounds they have left, in as many lines as the row is high."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from desktop.list.delegates.chips import paint_chips, place_chips
from desktop.list.delegates.look import Look
from desktop.list.delegates.row import RowDelegate, inner
from desktop.list.rows.values import RowValue
from desktop.theme import Metrics


class EffectsDelegate(RowDelegate):
    """Paints the effects on a combatant."""

    def shows(self, row: RowValue) -> Hashable:
        return row.effects

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        if not row.effects:
            return
        box = inner(rect, metrics)
        placed = place_chips(row.effects, box, metrics, lines=2)
        down = (box.height() - (placed[-1].rect.bottom() - box.top())) / 2
        paint_chips(
            painter, [one._replace(rect=one.rect.translated(0, down)) for one in placed], look, metrics
        )
