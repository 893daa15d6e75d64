"""The fields of a declaration in the room there is: in large letters what does not fit is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

LEAST_LINES = 2
"""Lines of fields that are seen at once however small the window is."""
_GAP = 6


class FieldsArea(QScrollArea):
    """As high as its fields need to be, down to two lines of them."""

    def __init__(self, fields: QWidget, parent: QWidget | None = None) -> None:
        """Show ``fields``, whose layout has a height for each width."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(fields)
        fields.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        fields = self.widget()
        layout = None if fields is None else fields.layout()
        if fields is None or layout is None:
            return 0
        return max(fields.minimumHeight(), layout.heightForWidth(width))

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        fields = self.widget()
        layout = None if fields is None else fields.layout()
        if layout is None:
            return QSize()
        least = LEAST_LINES * (layout.sizeHint().height() + _GAP)
        return QSize(layout.minimumSize().width(), min(least, self.heightForWidth(self.width())))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell the board when the fields need another height."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
