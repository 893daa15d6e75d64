"""What a game master chooses about paper: its size, which way it lies, margins, scale, size of letters."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize

UNIT = 1200
"""Units of length to the inch in which pages are laid out, whatever they are painted on."""
MM = UNIT / 25.4
POINT = UNIT / 72
PAPERS: dict[str, QPageSize.PageSizeId] = {
    "A4": QPageSize.PageSizeId.A4,
    "Letter": QPageSize.PageSizeId.Letter,
    "A5": QPageSize.PageSizeId.A5,
    "A3": QPageSize.PageSizeId.A3,
    "Legal": QPageSize.PageSizeId.Legal,
}
SCALES = (50, 200)
MARGINS = (0, 50)
SIZES = (7, 16)


class Setup(Struct, frozen=True, omit_defaults=True):
    """How a document is put on paper."""

    paper: str = "A4"
    landscape: bool = False
    margin: int = 14
    """Millimetres on all four sides."""
    scale: int = 100
    """Percent: letters, lines and boxes together."""
    size: int = 9
    """Points of the usual text."""

    def sound(self) -> Setup:
        """Return the same with whatever cannot be put within its limits."""
        return Setup(
            self.paper if self.paper in PAPERS else "A4",
            self.landscape,
            min(max(self.margin, MARGINS[0]), MARGINS[1]),
            min(max(self.scale, SCALES[0]), SCALES[1]),
            min(max(self.size, SIZES[0]), SIZES[1]),
        )

    def page_layout(self) -> QPageLayout:
        """Return what printers and PDF writers are told."""
        way = QPageLayout.Orientation.Landscape if self.landscape else QPageLayout.Orientation.Portrait
        margins = QMarginsF(self.margin, self.margin, self.margin, self.margin)
        return QPageLayout(QPageSize(PAPERS[self.paper]), way, margins, QPageLayout.Unit.Millimeter)


def room(layout: QPageLayout, scale: int) -> tuple[float, float]:
    """Return width and height between the margins in units, before they are scaled."""
    inside = layout.paintRect(QPageLayout.Unit.Point)
    factor = POINT * 100 / scale
    return max(1.0, inside.width() * factor), max(1.0, inside.height() * factor)
