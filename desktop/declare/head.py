"""The first line of the declaration board: who declares, and beside or below it how far all others are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.theme import scaled
from desktop.widgets.labels import ToneLabel, wrapped_height
from desktop.widgets.plain_text import tip

_BETWEEN, _GAP = 12, 6
"""Pixels between title and facts in one line, and before each button."""

_Words = tuple[str, str, tuple[str, ...]]
"""A title in full, the same short, and facts."""


class DeclareHead(QWidget):
    """Takes one line where there is room: what the board leaves belongs to the list.

    It is as high for everybody who declares in a phase: the list below stays where it is. Where the facts
    have a line of their own, that is one line: what does not fit there is in its tool tip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without words."""
        super().__init__(parent)
        self.title, self.facts = ToneLabel("", self, tone="text"), ToneLabel("", self)
        self._said: _Words = ("", "", ())
        """The title in full, and short; the facts."""
        self._widest: _Words = ("", "", ())
        self._two_lines = False
        self._buttons: list[QWidget] = []
        self._first = QHBoxLayout()
        self._first.setSpacing(_GAP)
        self._first.addWidget(self.title, 1)
        self._first.addWidget(self.facts, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._first)
        self._enlarge()

    def add_button(self, button: QWidget) -> None:
        """Put a button behind what stands in the first line."""
        self._buttons.append(button)
        self._first.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def say(self, title: str, facts: Sequence[str], *, short: str = "") -> None:
        """Show other words; the ``short`` title where the long one would not stand in its line.

        Of the facts those that matter most stand first.
        """
        self._said = (title, short or title, tuple(facts))
        self._fit()

    def make_room(self, title: str, facts: Sequence[str], *, short: str) -> None:
        """Be as high as the longest title and facts of a phase need."""
        if (title, short, tuple(facts)) != self._widest:
            self._widest = (title, short, tuple(facts))
        self._reserve()

    @property
    def said(self) -> tuple[str, str]:
        """Title and facts in full."""
        return self._said[0], joined(self._said[2])

    def _enlarge(self) -> None:
        font = scaled(self.font(), 1.3)
        font.setBold(True)
        if font != self.title.font():
            self.title.setFont(font)

    def _wide(self, label: QLabel, text: str) -> int:
        return QFontMetrics(label.font()).horizontalAdvance(text) + 4

    def _room(self) -> int:
        """Return what the buttons leave of the first line."""
        shown = (one.sizeHint().width() for one in self._buttons if not one.isHidden())
        return self.width() - sum(wide + _GAP for wide in shown)

    def _needs_two_lines(self, title: str, facts: Sequence[str]) -> bool:
        wide = self._wide(self.title, title) + self._wide(self.facts, joined(facts))
        return wide + _BETWEEN > self._room()

    def _title_of(self, words: _Words) -> str:
        """Return the title that stands in the first line alone."""
        full, short, _ = words
        return full if self._wide(self.title, full) <= self._room() else short

    def _facts_of(self, words: _Words) -> str:
        """Return as many of the facts as fit in a line of their own."""
        facts = words[2]
        fitting = (joined(facts[:number]) for number in range(len(facts), 0, -1))
        return next(
            (text for text in fitting if self._wide(self.facts, text) <= self.width()), joined(facts[:1])
        )

    def _reserve(self) -> None:
        """Keep the height of the longest words."""
        self._two_lines = self._needs_two_lines(self._widest[0], self._widest[2])
        if not self._two_lines or not self._widest[0]:
            self.setMinimumHeight(0)
            return
        title = _high(self.title, self._title_of(self._widest), self._room())
        buttons = (one.sizeHint().height() for one in self._buttons if not one.isHidden())
        facts = _high(self.facts, self._facts_of(self._widest), self.width())
        self.setMinimumHeight(max((title, *buttons)) + facts)

    def _fit(self) -> None:
        full, short, facts = self._said
        one_line = next((text for text in (full, short) if not self._needs_two_lines(text, facts)), None)
        two = self._two_lines or one_line is None
        shown = self._title_of(self._said) if two or one_line is None else one_line
        told = self._facts_of(self._said) if two else joined(facts)
        if shown != self.title.text():
            self.title.setText(shown)
        self.title.setToolTip(tip(full) if shown != full else "")
        self.facts.setText(told)
        self.facts.setToolTip(tip(joined(facts)) if told != joined(facts) else "")
        if two and self._column.count() == 1:
            self._first.removeWidget(self.facts)
            self._column.addWidget(self.facts)
        elif not two and self._column.count() > 1:
            self._column.removeWidget(self.facts)
            self._first.insertWidget(1, self.facts, 1)
        self._first.setStretch(0, 1 if two else 0)
        self.title.setMinimumWidth(1 if two else self._wide(self.title, shown) + _BETWEEN - _GAP)

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


def joined(facts: Sequence[str]) -> str:
    """Return facts in one line."""
    return " · ".join(facts)


def _high(label: QLabel, text: str, width: int) -> int:
    return wrapped_height(QFontMetrics(label.font()), text, width)
