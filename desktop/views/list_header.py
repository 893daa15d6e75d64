"""The header of the initiative list: flat, in small capitals; clicking it does nothing."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop.theme import metrics_of, scaled, theme_of


class ListHeader(QHeaderView):
    """Paints labels only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Be horizontal and passive."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(8)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _small(self) -> QFont:
        return scaled(metrics_of(self.font()).small, 0.95)

    def sizeHint(self) -> QSize:
        metrics = metrics_of(self.font())
        return QSize(self.length(), round(metrics.small_height + metrics.gap * 2.2))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, metrics, model = theme_of(self.palette()), metrics_of(self.font()), self.model()
        painter.save()
        painter.fillRect(rect, theme.window)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.edge)
        font = self._small()
        label = str(model.headerData(logicalIndex, Qt.Orientation.Horizontal) or "") if model else ""
        box = rect.adjusted(round(metrics.gap if logicalIndex else metrics.stripe), 0, 0, 0)
        painter.setFont(font)
        painter.setPen(theme.quiet)
        text = QFontMetrics(font).elidedText(label.upper(), Qt.TextElideMode.ElideRight, box.width())
        across = Qt.AlignmentFlag.AlignLeft if logicalIndex else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(box, across | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
