"""What is typed behind the key of a command that asks for something, and was refused.

The key and what follows are typed in one go, and faster than anybody reads: D, 12, Enter. When no dialog
comes to take the number its digits would be commands of the list, and spend actions. They are dropped, and
told. So is the damage of an attack that has missed: 12, Enter, 7. There a digit alone is a command all the
same: it waits for a second one as long as the system gives keys that belong together.

A digit that begins the total of a roll which is open goes there.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

PAUSE = 1500
"""Milliseconds between two keys after which the second one is no part of what was typed before."""
_SIGNS = "0123456789+-.,"
_DIE = "d"
_ENDS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SHIFTED = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)


class Totals(Protocol):
    """Where totals of rolls are typed."""

    @property
    def waits_for_total(self) -> bool:
        """Whether a digit is the total of a roll that is open now."""

    def take_digit(self, digit: str) -> None:
        """Begin the total of that roll."""


class RefusedKeys(QObject):
    """Takes the keys of a number that nothing asks for, up to any other key or a pause."""

    dropped = Signal(str)
    """All that was typed for nothing so far: '12'."""

    def __init__(self, parent: QObject) -> None:
        """Begin with nothing refused."""
        super().__init__(parent)
        self._refused = False
        self._typed = ""
        self._at = 0
        """When the last key was pressed, in milliseconds of the system's."""
        self._since = QElapsedTimer()
        """Runs from what was answered elsewhere to the first key here."""
        self._after = False
        """What was typed last was answered elsewhere, and a digit alone is meant."""
        self._held: QWidget | None = None
        """Where the first digit was typed, as long as a second one may come."""
        self._totals: Totals | None = None
        """Where a digit goes that begins a total."""
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self.end)

    def watch(self, widget: QWidget) -> None:
        """Look at the keys that ``widget`` gets."""
        widget.installEventFilter(self)

    def lead_to(self, totals: Totals) -> None:
        """Bring a digit that begins the total of an open roll to where it is typed."""
        self._totals = totals

    def begin(self) -> None:
        """The key that was pressed last was refused what it asks for."""
        self.end()
        self._refused, self._after, self._typed = True, False, ""
        self._since.invalidate()

    def begin_after(self) -> None:
        """What was typed last elsewhere was answered, and nothing asks for what is typed on here."""
        self.begin()
        self._after = True
        self._since.start()

    def end(self) -> None:
        """What comes now is meant as it stands, and so was a digit that no other one has followed."""
        self._refused = False
        self._wait.stop()
        held, self._held = self._held, None
        keys = QKeySequence(self._typed)
        for action in () if held is None or not held.isVisible() else held.actions():
            if keys in action.shortcuts() and action.isEnabled():
                action.trigger()
                return

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        if not isinstance(event, QKeyEvent) or event.key() in _MODIFIERS:
            return False
        pressed, self._at = self._at, event.timestamp()
        if not self._refused:
            return self._lead(event)
        if self._paused(pressed) or not self._is_of_number(event):
            self.end()
            return False
        event.accept()  # no command
        if kind == QEvent.Type.KeyPress:
            if self._after and not self._typed and event.text().isdecimal():
                self._hold(watched, event)
            else:
                self._drop(event)
        return True

    def _lead(self, event: QKeyEvent) -> bool:
        """Bring a digit to the roll that is open now; False if it belongs to none."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._totals is None or not plain or not event.text().isdecimal():
            return False
        if not self._totals.waits_for_total:
            return False
        event.accept()  # no command
        if event.type() == QEvent.Type.KeyPress:
            self._totals.take_digit(event.text())
        return True

    def _paused(self, pressed: int) -> bool:
        """Return whether what is typed now is no part of what was typed before, ``pressed`` last."""
        if not self._since.isValid():
            return self._at - pressed > PAUSE
        late = self._since.hasExpired(PAUSE)
        self._since.invalidate()
        return late

    def _is_of_number(self, event: QKeyEvent) -> bool:
        """Return whether a key belongs to what is typed into a field of numbers: '3d8+4', Enter."""
        if event.modifiers() & ~_SHIFTED:
            return False
        if event.key() in (*_ENDS, Qt.Key.Key_Backspace):
            return not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        text = event.text()
        is_die = text == _DIE and self._typed[-1:].isdecimal()  # alone it is a key of the list
        return bool(text) and (text in _SIGNS or is_die)

    def _hold(self, watched: QObject, event: QKeyEvent) -> None:
        """Wait for what makes a number of the first digit."""
        if isinstance(watched, QWidget):
            self._held, self._typed = watched, event.text()
            self._wait.start(QGuiApplication.styleHints().keyboardInputInterval())

    def _drop(self, event: QKeyEvent) -> None:
        self._wait.stop()
        self._held = None
        if event.key() == Qt.Key.Key_Backspace:
            self._typed = self._typed[:-1]
        elif event.key() not in _ENDS:
            self._typed += event.text()
        if self._typed:
            self.dropped.emit(self._typed)
