"""The entries of the start page: what can be begun, in large letters, and a line about it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from desktop.theme import scaled, theme_of

AWAY = {
    Qt.Key.Key_Up: QPoint(0, -1),
    Qt.Key.Key_Down: QPoint(0, 1),
    Qt.Key.Key_Left: QPoint(-1, 0),
    Qt.Key.Key_Right: QPoint(1, 0),
}
"""Arrow → where it leads."""


class Choice(QAbstractButton):
    """A way to begin: what it does in large letters, and a line about it below."""

    cut = Qt.TextElideMode.ElideMiddle
    """Where the line below is cut if it is too long: of a path both ends matter."""

    def __init__(self, text: str, told: str, parent: QWidget | None = None) -> None:
        """Offer ``text``; its mnemonic is marked by &."""
        super().__init__(parent)
        self.setText(text)
        self._told = told
        self.setAccessibleName(text.replace("&&", "\0").replace("&", "").replace("\0", "&"))
        self.setAccessibleDescription(told)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def told(self) -> str:
        """The line below."""
        return self._told

    def tell(self, told: str) -> None:
        """Say something else below."""
        self._told = told
        self.setAccessibleDescription(told)
        self.update()

    def _large(self) -> QFont:
        font = scaled(self.font(), 1.12)
        font.setBold(True)
        return font

    def _pad(self) -> float:
        return QFontMetricsF(self.font()).height() * 0.6

    def sizeHint(self) -> QSize:
        """Two lines with some room around them."""
        lines = QFontMetricsF(self._large()).height() + QFontMetricsF(self.font()).height()
        wide = QFontMetricsF(self.font()).horizontalAdvance(self._told) + 2 * self._pad()
        return QSize(round(wide), round(lines + 1.6 * self._pad()))

    def minimumSizeHint(self) -> QSize:
        """It may become narrow: what does not fit ends in …."""
        return QSize(160, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return begins as Space does; arrows are the page's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif event.key() in AWAY:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def beside(self, others: Iterable[Choice], away: QPoint) -> Choice | None:
        """Return the nearest of others that lies ``away`` from it, rather straight on; None at the edge."""
        here, found = self._middle(), []
        for other in others:
            way = other._middle() - here
            ahead = QPoint.dotProduct(way, away)
            aside = abs(QPoint.dotProduct(way, QPoint(away.y(), away.x())))
            if ahead > 0 and (away.y() or aside < self.height()):  # to the side only in its own row
                found.append((ahead + aside, other))
        return min(found, key=lambda one: one[0])[1] if found else None

    def _middle(self) -> QPoint:
        return self.mapTo(self.window(), self.rect().center())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, more clearly under the mouse and with the focus, and both lines."""
        theme, pad = theme_of(self.palette()), self._pad()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        inside = box.adjusted(pad, 0.7 * pad, -pad, -0.7 * pad)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            hot = self.underMouse() or self.hasFocus()
            painter.setPen(QPen(theme.accent if self.hasFocus() else theme.edge, 2 if hot else 1))
            painter.setBrush(theme.selected if self.isDown() else theme.raised)
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(theme.text)
            painter.setFont(self._large())
            metrics = painter.fontMetrics()
            flag = Qt.TextFlag.TextShowMnemonic
            text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, round(inside.width()), flag)
            painter.drawText(inside, Qt.AlignmentFlag.AlignTop | flag, text)
            painter.setFont(self.font())
            painter.setPen(theme.quiet)
            metrics = painter.fontMetrics()
            told = metrics.elidedText(self._told, self.cut, round(inside.width()))
            painter.drawText(inside, Qt.AlignmentFlag.AlignBottom, told)


class Pairs(QWidget):
    """Choices, two beside each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.choices: list[Choice] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)

    def clear(self) -> None:
        """Take all of them out."""
        for choice in self.choices:
            self._grid.removeWidget(choice)
            choice.hide()
            choice.deleteLater()
        self.choices = []

    def add(self, choice: Choice) -> None:
        """Put another one in."""
        row, column = divmod(len(self.choices), 2)
        self._grid.addWidget(choice, row, column)
        self.choices.append(choice)
