"""Where a widget writes which text, and in which font: told by a paint engine that paints nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPaintDevice, QPaintEngine, QPaintEngineState, QTextItem, QTransform
from PySide6.QtWidgets import QWidget

_ALL, _UNMOVED = QPaintEngine.PaintEngineFeature.AllFeatures, QTransform()


class Written(NamedTuple):
    """One run of text as it was painted."""

    text: str
    at: QPointF
    """Where its base line begins."""
    font: QFont
    width: float
    height: float
    pen: QColor
    """What it was meant to be painted in."""


class _Reader(QPaintEngine):
    """Takes down texts; whatever else is painted it lets go."""

    def __init__(self) -> None:
        super().__init__(_ALL)
        self.found: list[Written] = []
        self._moved, self._pen = _UNMOVED, QColor()

    def begin(self, pdev: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        if state.state() & QPaintEngine.DirtyFlag.DirtyTransform:
            self._moved = state.transform()
        if state.state() & QPaintEngine.DirtyFlag.DirtyPen:
            self._pen = QColor(state.pen().color())

    def drawTextItem(self, p: QPointF, textItem: QTextItem) -> None:
        height, flags = textItem.ascent() + textItem.descent(), textItem.renderFlags()
        at, font = self._moved.map(QPointF(p)), QFont(textItem.font())
        font.setUnderline(bool(flags & QTextItem.RenderFlag.Underline))
        font.setStrikeOut(bool(flags & QTextItem.RenderFlag.StrikeOut))
        self.found.append(Written(textItem.text(), at, font, textItem.width(), height, self._pen))

    def _let_go(self, *_args: Any) -> None:
        pass

    drawPixmap = drawPath = drawPolygon = drawRects = drawLines = _let_go
    drawEllipse = drawPoints = drawImage = drawTiledPixmap = _let_go


class _Paper(QPaintDevice):
    """As large and as fine as a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.reader, self._widget = _Reader(), widget

    def paintEngine(self) -> QPaintEngine:
        return self.reader

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        kinds, widget = QPaintDevice.PaintDeviceMetric, self._widget
        known = {
            kinds.PdmWidth: widget.width(),
            kinds.PdmHeight: widget.height(),
            kinds.PdmDevicePixelRatio: 1,
            kinds.PdmDevicePixelRatioScaled: 1 << 16,
            kinds.PdmDepth: 32,
        }
        return known.get(metric, widget.logicalDpiX())


def writing(widget: QWidget) -> list[Written]:
    """Return all texts that ``widget`` and what lies on it paint, in their order."""
    paper = _Paper(widget)
    widget.render(paper)
    return [one for one in paper.reader.found if one.text.strip()]
