"""From what a game master chooses about paper to what devices are told, and how much room that leaves."""

from __future__ import annotations

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize

from desktop.services.paper_setup import Setup

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


def room(layout: QPageLayout, scale: int) -> tuple[float, float]:
    """Return width and height between the margins in units, before they are scaled."""
    inside = layout.paintRect(QPageLayout.Unit.Point)
    factor = POINT * 100 / scale
    return max(1.0, inside.width() * factor), max(1.0, inside.height() * factor)
