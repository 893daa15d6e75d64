"""The header of the initiative list: flat, in small capitals, long labels in two lines; clicks do nothing."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QRect, QSize, Qt
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
        height = round(metrics.small_height + metrics.gap * 2.2)
        wraps = any(self._wraps(number) for number in range(self.count()))
        return QSize(self.length(), height + (QFontMetrics(self._small()).lineSpacing() if wraps else 0))

    def _label(self, number: int) -> str:
        model = self.model()
        return str(model.headerData(number, Qt.Orientation.Horizontal) or "").upper() if model else ""

    def _before(self, number: int) -> int:
        """Return the space before a label."""
        metrics = metrics_of(self.font())
        return round(metrics.gap if number else metrics.stripe)

    def _wraps(self, number: int) -> bool:
        """True for a label of several words that finds no room in one line."""
        label, room = self._label(number), self.sectionSize(number) - self._before(number)
        return " " in label and QFontMetrics(self._small()).horizontalAdvance(label) > room

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Stay as it is: Qt would paint all labels anew whenever another row is selected."""

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = theme_of(self.palette())
        painter.save()
        painter.fillRect(rect, theme.window)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.edge)
        font = self._small()
        box = rect.adjusted(self._before(logicalIndex), 0, 0, 0)
        painter.setFont(font)
        painter.setPen(theme.quiet)
        label = self._label(logicalIndex)
        lines = label.split(" ", 1) if self._wraps(logicalIndex) else [label]
        end, small = Qt.TextElideMode.ElideRight, QFontMetrics(font)
        text = "\n".join(small.elidedText(line, end, box.width()) for line in lines)
        across = Qt.AlignmentFlag.AlignLeft if logicalIndex else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(box, across | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
