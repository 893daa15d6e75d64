"""What a game master chooses about paper: size, which way it lies, margins, scale, size of letters."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

PAPERS = ("A4", "Letter", "A5", "A3", "Legal")
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
            self.paper if self.paper in PAPERS else PAPERS[0],
            self.landscape,
            min(max(self.margin, MARGINS[0]), MARGINS[1]),
            min(max(self.scale, SCALES[0]), SCALES[1]),
            min(max(self.size, SIZES[0]), SIZES[1]),
        )


def usual_setup(known: Mapping[str, Setup], sheet: str, kind: str, *, landscape: bool = False) -> Setup:
    """Return how a kind of document is put on paper: as last time, on what any was printed on last.

    ``sheet`` is that paper, or '': then the country's. What was never printed lies as its template wants.
    """
    from PySide6.QtCore import QLocale  # texts of a fight are made without Qt

    american = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    first = Setup("Letter" if american else "A4", landscape)
    setup = known.get(kind, first)
    return replace(setup, paper=sheet or setup.paper).sound()
