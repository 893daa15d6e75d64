"""What is shown whole where there is room for it, and scrolled up and down where there is not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class RoomArea(QScrollArea):
    """Has the height that its content needs for a width; whoever inherits says how low it can be."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        """Show ``content``, which has a layout."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(content)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        content = self.widget()
        layout = None if content is None else content.layout()
        if content is None or layout is None:
            return 0
        return max(content.minimumHeight(), layout.totalHeightForWidth(width))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell what it stands in when its content needs other room."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
