"""The shapes that tell sides apart without their colours."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from desktop.theme import SIDE_SHAPES

_POINTS = {
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "triangle": ((0, -0.9), (1, 0.85), (-1, 0.85)),
    "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    "cross": (
        (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35), (0.35, 0.35),
        (0.35, 1), (-0.35, 1), (-0.35, 0.35), (-1, 0.35), (-1, -0.35), (-0.35, -0.35),
    ),
}  # fmt: skip


def paint_mark(painter: QPainter, centre: QPointF, radius: float, mark: int, colour: QColor) -> None:
    """Paint the shape of a side, by the side's number."""
    shape = SIDE_SHAPES[mark % len(SIDE_SHAPES)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if shape == "disc":
        painter.drawEllipse(centre, radius, radius)
    elif shape == "ring":
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, radius * 0.6))
        painter.drawEllipse(centre, radius * 0.75, radius * 0.75)
    else:
        points = [centre + QPointF(x, y) * radius for x, y in _POINTS[shape]]
        painter.drawPolygon(QPolygonF(points))
