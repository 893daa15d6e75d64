"""The first line of the declaration board: who declares, and beside or below it how far all others are."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from desktop.theme import scaled
from desktop.widgets.labels import ToneLabel

_BETWEEN = 12
"""Pixels between title and facts in one line."""


class DeclareHead(QWidget):
    """Takes one line where there is room: what the board leaves belongs to the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without words."""
        super().__init__(parent)
        self.title, self.facts = ToneLabel("", self, tone="text"), ToneLabel("", self)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self.title)
        self._box.addWidget(self.facts, 1)
        self._enlarge()

    def say(self, title: str, facts: str) -> None:
        """Show other words."""
        self.title.setText(title)
        self.facts.setText(facts)
        self._fit()

    def _enlarge(self) -> None:
        font = scaled(self.font(), 1.3)
        font.setBold(True)
        if font != self.title.font():
            self.title.setFont(font)

    def _fit(self) -> None:
        labels = (self.title, self.facts)
        needs = [QFontMetrics(one.font()).horizontalAdvance(one.text()) + 4 for one in labels]
        is_wide = sum(needs) + _BETWEEN <= self.width()
        kinds = QBoxLayout.Direction
        self._box.setDirection(kinds.LeftToRight if is_wide else kinds.TopToBottom)
        self._box.setSpacing(_BETWEEN if is_wide else 0)
        self.title.setMinimumWidth(needs[0] if is_wide else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the best of the room there is."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._enlarge()
            self._fit()
