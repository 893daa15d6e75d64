"""The first line of the declaration board: who declares, and beside or below it how far all others are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from desktop.theme import scaled
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip

HIGH = 10_000
"""Pixels within which texts are measured."""
_BETWEEN = 12
"""Pixels between title and facts in one line."""


class DeclareHead(QWidget):
    """Takes one line where there is room: what the board leaves belongs to the list.

    It is as high for everybody who declares in a phase: the list below stays where it is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without words."""
        super().__init__(parent)
        self.title, self.facts = ToneLabel("", self, tone="text"), ToneLabel("", self)
        self._said = ("", "")
        """The title in full, and short."""
        self._widest = ("", "")
        self._two_lines = False
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self.title)
        self._box.addWidget(self.facts, 1)
        self._enlarge()

    def say(self, title: str, facts: str, *, short: str = "") -> None:
        """Show other words; the ``short`` title where two lines are not needed but for this one."""
        self._said = (title, short or title)
        self.facts.setText(facts)
        self._fit()

    def make_room(self, title: str, facts: str) -> None:
        """Be as high as the longest title and facts of a phase need."""
        if (title, facts) != self._widest:
            self._widest = (title, facts)
            self._reserve()

    def _enlarge(self) -> None:
        font = scaled(self.font(), 1.3)
        font.setBold(True)
        if font != self.title.font():
            self.title.setFont(font)

    def _wide(self, label: QLabel, text: str) -> int:
        return QFontMetrics(label.font()).horizontalAdvance(text) + 4

    def _needs_two_lines(self, title: str, facts: str) -> bool:
        return self._wide(self.title, title) + self._wide(self.facts, facts) + _BETWEEN > self.width()

    def _reserve(self) -> None:
        """Keep the height of the longest words, which take more than two lines in large letters."""
        self._two_lines = self._needs_two_lines(*self._widest)
        room, wrap = QRect(0, 0, self.width(), HIGH), int(Qt.TextFlag.TextWordWrap)
        parts = zip((self.title, self.facts), self._widest, strict=True)
        high = sum(QFontMetrics(one.font()).boundingRect(room, wrap, text).height() for one, text in parts)
        self.setMinimumHeight(high if self._two_lines and self._widest[0] else 0)

    def _fit(self) -> None:
        full, short = self._said
        facts = self.facts.text()
        shown = full if self._two_lines or not self._needs_two_lines(full, facts) else short
        two = self._two_lines or self._needs_two_lines(shown, facts)
        if shown != self.title.text():
            self.title.setText(shown)
        self.title.setToolTip(tip(full) if shown != full else "")
        kinds = QBoxLayout.Direction
        self._box.setDirection(kinds.TopToBottom if two else kinds.LeftToRight)
        self._box.setSpacing(0 if two else _BETWEEN)
        self.title.setMinimumWidth(1 if two else self._wide(self.title, shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the best of the room there is."""
        super().resizeEvent(event)
        self._reserve()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._enlarge()
            self._reserve()
            self._fit()
