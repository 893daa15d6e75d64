"""Names of a box that are found by typing, blanks and all."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox

PAUSE = 2000
"""Milliseconds after which a letter begins another name."""
_TYPED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class NameSearch:
    """What is typed into a box that is not edited; Qt's own search ends at a pause, its box at a blank."""

    def __init__(self, box: QComboBox) -> None:
        """Search the texts of ``box``."""
        self._box = box
        self._typed = ""
        self._since = QElapsedTimer()

    def forget(self) -> None:
        """Begin another name with the next letter."""
        self._typed = ""

    def take(self, event: QKeyEvent) -> bool:
        """Go to the name that a key continues or begins; return whether the key was taken for that.

        A blank continues one, and begins none. A letter that continues none begins another one; the same
        letter again goes to the next name with it.
        """
        text = event.text().casefold()
        if not text.isprintable() or not text or event.modifiers() & ~_TYPED:
            if event.key() != Qt.Key.Key_Shift:
                self.forget()
            return False
        if text.isspace() and not self._typed:
            return False
        paused = self._since.isValid() and self._since.hasExpired(PAUSE)
        if paused and not text.isspace() and not self._typed.endswith(" "):
            self._typed = ""
        self._since.start()
        longer, at = self._typed + text, self._box.currentIndex()
        found = self._find(longer, at if self._typed else at + 1)
        if found < 0 and not text.isspace():
            longer, found = text, self._find(text, at + 1)
        self._typed = longer
        if found >= 0:
            self._box.setCurrentIndex(found)
        return True

    def _find(self, typed: str, start: int) -> int:
        """Return the first index from ``start`` on, and from the top after that, of a name that begins so."""
        number = self._box.count()
        found = ((start + n) % number for n in range(number))
        return next((n for n in found if self._box.itemText(n).casefold().startswith(typed)), -1)
