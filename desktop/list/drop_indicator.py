"""The drop indicator: a line where the row would come, and a sentence that says what the drop means."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from desktop.theme import metrics_of, theme_of

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class DropIndicator(QWidget):
    """Lies over the viewport of a list and lets the mouse through. Its sentence is never cut off."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        """Lie over ``view``, hidden."""
        super().__init__(view)
        self._view = view
        self._text = ""
        self._tone = "now"
        self._line = 0
        self._mouse = QPoint()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence that is shown, '' while there is none."""
        return self._text if self.isVisible() else ""

    @property
    def tone(self) -> str:
        """'now' if the drop will do what it says, 'bad' if it is refused, 'warn' if it is an override."""
        return self._tone

    def say(self, text: str, tone: str, line: int, mouse: QPoint) -> None:
        """Show the line at ``line`` and the sentence near the mouse, both in the viewport's coordinates."""
        self._text, self._tone, self._line, self._mouse = text, tone, line, mouse
        self.setGeometry(self._view.viewport().geometry())
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self.update()

    def bubble(self) -> QRect:
        """Return where the sentence stands: beside the line and the mouse, wholly inside the list."""
        metrics = metrics_of(self.font())
        padding = round(metrics.gap * 1.4)
        room = min(round(metrics.em * 34), self.width() - 4) - 2 * padding
        size = self._text_size(self._text, room)
        size += QSize(2 * padding, 2 * padding)
        below = self._line + round(metrics.gap * 1.5)
        above = self._line - round(metrics.gap * 1.5) - size.height()
        top = below if below + size.height() <= self.height() - 2 else above
        left = self._mouse.x() + round(metrics.em)
        left = max(2, min(left, self.width() - size.width() - 2))
        top = max(2, min(top, self.height() - size.height() - 2))
        return QRect(QPoint(left, top), size)

    def _text_size(self, text: str, width: int) -> QSize:
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), 10_000), _FLAGS, text).size()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, metrics = theme_of(self.palette()), metrics_of(self.font())
        colour = theme.tone(self._tone)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line = max(1, min(self._line, self.height() - 2))
            pen = QPen(colour, 3)
            if self._tone == "bad":
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(0, line, self.width(), line)
            bubble = self.bubble()
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(self.palette().color(QPalette.ColorRole.ToolTipBase))
            painter.drawRoundedRect(QRectF(bubble).adjusted(1, 1, -1, -1), metrics.gap, metrics.gap)
            padding = round(metrics.gap * 1.4)
            box = bubble.adjusted(padding, padding, -padding, -padding)
            painter.setPen(colour if self._tone != "now" else theme.text)
            painter.drawText(box, _FLAGS, self._text)
