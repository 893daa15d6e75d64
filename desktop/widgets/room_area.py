"""What is shown whole where there is room for it, and scrolled up and down where there is not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStyle, QWidget


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


class EvenArea(QScrollArea):
    """Leaves room for its scroll bar where there is none: no line breaks anew when that comes or goes."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        """Show ``content`` in the width that there is."""
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the fields; Tab to it would show nothing
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        self.verticalScrollBar().installEventFilter(self)
        self._leave_room(shown=False)

    def _leave_room(self, *, shown: bool) -> None:
        hint, extent = QStyle.StyleHint.SH_ScrollBar_Transient, QStyle.PixelMetric.PM_ScrollBarExtent
        above = bool(self.style().styleHint(hint, None, self))  # over the content it takes no room
        room = 0 if shown or above else self.style().pixelMetric(extent, None, self)
        self.setViewportMargins(0, 0, room, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.verticalScrollBar() and event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._leave_room(shown=event.type() == QEvent.Type.Show)
        return super().eventFilter(watched, event)
