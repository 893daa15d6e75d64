"""Labels that the side panels, bars and dialogs share."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from desktop.theme import theme_of
from desktop.widgets.plain_text import PlainLabel


class ToneLabel(PlainLabel):
    """A label of plain text, wrapped, in one of the theme's text colours."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "quiet") -> None:
        """Show ``text``; ``tone`` is quiet, text, good, bad or warn."""
        super().__init__("", parent)
        self._tone = tone
        self._colouring = False
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.setText(text)
        self._colour()

    def set_tone(self, tone: str) -> None:
        """Change the tone."""
        if tone != self._tone:
            self._tone = tone
            self._colour()

    def say(self, text: str) -> None:
        """Show ``text``, or nothing and no room for it."""
        if text != self.text():
            self.setText(text)
        self.setVisible(bool(text))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ParentChange):
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        if self._colouring:
            return
        self._colouring = True
        parent = self.parentWidget()
        base = parent.palette() if parent is not None else QApplication.palette()
        theme = theme_of(base)
        palette = QPalette()
        colour = theme.quiet if self._tone == "quiet" else theme.tone(self._tone)
        palette.setColor(QPalette.ColorRole.WindowText, theme.text if self._tone == "text" else colour)
        self.setPalette(palette)
        self._colouring = False


def roomy(label: QLabel) -> QLabel:
    """Give a wrapped label a sensible least width: forms reserve the height that it needs at that width."""
    label.setMinimumWidth(label.fontMetrics().averageCharWidth() * 38)
    return label


def label_of_field(text: str, field: QWidget) -> QLabel:
    """Return the label of a field, with the key that leads there; screen readers call the field so, too."""
    label = PlainLabel(text, field.parentWidget())
    label.setBuddy(field)
    field.setAccessibleName(text.replace("&", ""))
    return label


def plain_label(text: str = "", parent: QWidget | None = None, *, bold: bool = False) -> QLabel:
    """Return a label of plain, wrapped text: names are whatever people have typed, HTML included."""
    label = PlainLabel(parent=parent)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setText(text)
    if bold:
        font = label.font()
        font.setBold(True)
        label.setFont(font)
    return label
