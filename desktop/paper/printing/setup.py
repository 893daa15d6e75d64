"""From what a game master chooses about paper to what devices are told, and how much room that leaves."""

from __future__ import annotations

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize

from desktop.process.paper_setup import Setup

__all__ = ["MM", "POINT", "UNIT", "Setup", "page_layout", "room"]

UNIT = 1200
"""Units of length to the inch in which pages are laid out, whatever they are painted on."""
MM = UNIT / 25.4
POINT = UNIT / 72


def page_layout(setup: Setup) -> QPageLayout:
    """Return what printers and PDF writers are told."""
    way = QPageLayout.Orientation.Landscape if setup.landscape else QPageLayout.Orientation.Portrait
    margins = QMarginsF(setup.margin, setup.margin, setup.margin, setup.margin)
    size = QPageSize(getattr(QPageSize.PageSizeId, setup.paper))
    return QPageLayout(size, way, margins, QPageLayout.Unit.Millimeter)


LEAST_ROOM = (80 * MM, 80 * MM)
"""Width and height that a page has to have, before it is scaled: rather than less, the scale is smaller."""


def room(layout: QPageLayout, scale: int) -> tuple[float, float, float]:
    """Return width and height between the margins in units, and the scale in percent that this leaves."""
    inside = layout.paintRect(QPageLayout.Unit.Point)
    width, height = max(1.0, inside.width()) * POINT, max(1.0, inside.height()) * POINT
    kept = min(scale, 100 * width / LEAST_ROOM[0], 100 * height / LEAST_ROOM[1])
    return width * 100 / kept, height * 100 / kept, kept
