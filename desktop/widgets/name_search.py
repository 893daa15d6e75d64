"""Names of a box that are found by typing, blanks and all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox

from desktop.widgets.field_note import FieldNote

PAUSE = 2000
"""Milliseconds after which a letter begins another name."""
_TYPED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class NameSearch:
    """What is typed into a box that is not edited; Qt's own search ends at a pause, its box at a blank."""

    def __init__(self, box: QComboBox, order: Callable[[], Sequence[int]] | None = None) -> None:
        """Search the texts of ``box``, from the top or in the ``order`` of its places that this returns."""
        self._box, self._order = box, order
        self._typed = ""
        self._before = -1
        """Place that was chosen before a name was begun."""
        self._found = 0
        """Letters that have found what is chosen."""
        self._since = QElapsedTimer()
        self._note: FieldNote | None = None

    def forget(self) -> None:
        """Begin another name with the next letter."""
        self._typed = ""
        self._say("")

    def take(self, event: QKeyEvent) -> bool:
        """Go to the name that a key continues or begins; return whether the key was taken for that.

        Which one it goes to depends on no name that stands there. A blank continues one, and begins none. The
        same letter again goes to the next name with it. What begins no name is said, and nothing more is
        chosen until another name is begun: after a pause, or with Backspace. Then what stood there before a
        single letter found something stands there again.
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
        if not self._typed:
            self._before, self._found = self._box.currentIndex(), 0
        places = self._order() if self._order is not None else range(self._box.count())
        at = self._box.currentIndex() if self._typed else -1
        here = places.index(at) if at in places else -1
        longer = self._typed + text
        found = self._find(longer, [*places[max(0, here) :], *places[: max(0, here)]])
        if found < 0 and set(longer) == {text}:
            longer, found = text, self._find(text, [*places[here + 1 :], *places[: here + 1]])
        self._typed = longer
        goes_to = found if found >= 0 else self._box.currentIndex()
        if found >= 0:
            self._found = len(longer)
        elif self._found <= 1:
            goes_to = self._before
        if found >= 0 or goes_to != self._box.currentIndex():
            self._box.setCurrentIndex(goes_to)
            self._box.activated.emit(goes_to)
        self._say(longer if found < 0 else "")
        return True

    def _find(self, typed: str, places: Sequence[int]) -> int:
        """Return the first of some places at which a name begins so, or -1.

        Where none does it is one of which a later word begins so: "hethe" is Old Hethe.
        """
        texts = [(n, self._box.itemText(n).casefold()) for n in places]
        begins = (n for n, text in texts if text.startswith(typed))
        within = (n for n, text in texts if f" {typed}" in text)
        return next(begins, next(within, -1))

    def _say(self, typed: str) -> None:
        """Say by the box that nothing there is called so; '' is nothing to say."""
        if self._note is None:
            if not typed:
                return
            self._note = FieldNote(self._box)
        said = QCoreApplication.translate("NameSearch", "Nothing here is called “{typed}”.")
        self._note.say(said.format(typed=typed) if typed else "", wrong=True, dice=False)


class _TypedNames(QObject):
    """Hands the keys of a box to its search."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box)
        self._search = NameSearch(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self._search.forget()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._search.take(event)
        return super().eventFilter(watched, event)


def let_names_be_typed(box: QComboBox) -> None:
    """Let a name be typed in a box that is no field."""
    if not box.isEditable() and not box.findChildren(_TypedNames):
        box.installEventFilter(_TypedNames(box))
