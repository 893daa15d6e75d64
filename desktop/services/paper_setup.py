"""What a game master chooses about paper: size, which way it lies, margins, scale, size of letters."""

from __future__ import annotations

from msgspec import Struct

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
