"""Plain text, whatever it looks like: the one place that keeps Qt from reading texts as HTML.

Names are whatever people have typed, labels whatever a ruleset says, and both come in files. Qt takes a tool
tip or a label for HTML if it looks like it, and HTML opens files: `<img src="file:...">` in a name reads a
path, hangs on a pipe, and calls a share on a network. Every label of the window is a :class:`PlainLabel`, and
every tool tip that is not a sentence of the program's own goes through :func:`tip`.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget


class PlainLabel(QLabel):
    """A label that shows its text letter by letter; a `&` underlines the next one only beside a buddy."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        """Show ``text``."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class FieldLabel(PlainLabel):
    """The label of a field: its letter selects what stands in a line, also where the keys are there already.

    Qt does that only for a line that it brings the keys to: what was typed next stood behind the old number.
    """

    def event(self, event: QEvent) -> bool:
        done, buddy = super().event(event), self.buddy()
        if event.type() == QEvent.Type.Shortcut and isinstance(buddy, QLineEdit) and buddy.hasFocus():
            buddy.selectAll()
        return done


def tip(text: str, *, wrapped: bool = False) -> str:
    """Return ``text`` as a tool tip that shows it letter by letter; what is plain already stays as it is.

    Qt breaks the lines of HTML alone: with ``wrapped`` a long text becomes such, and shows letter by letter
    all the same.
    """
    if not text or not (wrapped or Qt.mightBeRichText(text)):
        return text
    return Qt.convertFromPlainText(text, Qt.WhiteSpaceMode.WhiteSpaceNormal)
