"""What a change of rules comes to, in parts: options, numbers on the table, the fight, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QTextBrowser, QWidget

from rulesets.words.rulechanges import ChangeSection


class RulesPreview(QTextBrowser):
    """A text to be read; names in it are whatever people have typed, so all of it is escaped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("What the change would do"))
        self.setTabChangesFocus(True)
        self._html = ""

    def show_parts(self, parts: Sequence[ChangeSection]) -> None:
        """Show what a change comes to."""
        self._show("".join(_html(part) for part in parts))

    def say(self, text: str) -> None:
        """Show a sentence instead."""
        self._show(f"<p>{escape(text)}</p>")

    def _show(self, html: str) -> None:
        if html != self._html:
            self._html = html
            self.setHtml(html)

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        return QSize(em * 56, self.fontMetrics().lineSpacing() * 16)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme: rich text keeps the colours that it was made with."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._html:
            self.setHtml(self._html)


def _html(part: ChangeSection) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in part.lines)
    return f"<h4>{escape(part.title)}</h4><ul style='margin-left: 16px; -qt-list-indent: 0'>{lines}</ul>"
