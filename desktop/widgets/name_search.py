"""Names of a box or a menu that are found by typing, blanks and all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QMenu, QWidget

from desktop.widgets.field_note import FieldNote

PAUSE = 2000
"""Milliseconds after which a letter begins another name."""
_TYPED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class Names(Protocol):
    """Names one below the other, of which one is gone to."""

    def texts(self) -> list[str]:
        """Return all of them."""

    def at(self) -> int:
        """Return the place of the one that was gone to last, or -1."""

    def go(self, place: int) -> None:
        """Go to one."""


class NamesOfBox:
    """The entries of a box, of which one is chosen."""

    def __init__(self, box: QComboBox) -> None:
        """Go through the entries of ``box``."""
        self._box = box

    def texts(self) -> list[str]:
        return [self._box.itemText(n) for n in range(self._box.count())]

    def at(self) -> int:
        return self._box.currentIndex()

    def go(self, place: int) -> None:
        self._box.setCurrentIndex(place)
        self._box.activated.emit(place)


class NamesOfMenu:
    """The entries of a menu, of which one is where the keys are."""

    def __init__(self, menu: QMenu) -> None:
        """Go through the entries of ``menu``."""
        self._menu = menu

    def texts(self) -> list[str]:
        return [action.text().replace("&&", "&") for action in self._menu.actions()]

    def at(self) -> int:
        action = self._menu.activeAction()
        return -1 if action is None else self._menu.actions().index(action)

    def go(self, place: int) -> None:
        if place >= 0:
            self._menu.setActiveAction(self._menu.actions()[place])


class NameSearch:
    """What is typed into a box that is not edited; Qt's own search ends at a pause, its box at a blank."""

    def __init__(
        self, names: Names, widget: QWidget, order: Callable[[], Sequence[int]] | None = None
    ) -> None:
        """Search ``names``, from the top or in the ``order`` of their places that this returns.

        By ``widget`` it is said where nothing is called as what was typed.
        """
        self._names, self._widget, self._order = names, widget, order
        self._typed = ""
        self._before = -1
        """Place that was chosen before a name was begun."""
        self._found = 0
        """Letters that have found what is chosen."""
        self._lost = False
        self._since = QElapsedTimer()
        self._note: FieldNote | None = None

    @property
    def begun(self) -> bool:
        """Whether the next letter goes on with a name."""
        return bool(self._typed) and not self._since.hasExpired(PAUSE)

    def forget(self) -> None:
        """Begin another name with the next letter."""
        self._typed = ""
        self._say("")

    @property
    def lost(self) -> bool:
        """Whether what was typed is the beginning of no name."""
        return self._lost

    def take_lost(self) -> str:
        """Return what was typed if it is the beginning of no name, or ''; another name is begun then."""
        typed = self._typed if self._lost else ""
        if typed:
            self.forget()
        return typed

    def continues(self, text: str) -> bool:
        """Return whether a name goes on with ``text`` behind what was typed: a blank may do other things."""
        return bool(self._typed) and self._find(self._typed + text, range(len(self._names.texts()))) >= 0

    def take(self, event: QKeyEvent) -> bool:
        """Go to the name that a key continues or begins; return whether the key was taken for that.

        Which one it goes to depends on no name that stands there. A blank continues one, and begins none. The
        same letter again goes to the next name with it. What begins no name is said, and nothing more is
        chosen until another name is begun: after a pause, or with Backspace. Then what stood there before a
        single letter found something stands there again.
        """
        text = event.text().casefold()
        if not text.isprintable() or not text or event.modifiers() & ~_TYPED:
            enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if event.key() != Qt.Key.Key_Shift and not (enters and self._lost):
                self.forget()
            return False
        if text.isspace() and not self._typed:
            return False
        paused = self._since.isValid() and self._since.hasExpired(PAUSE)
        if paused and not text.isspace() and not self._typed.endswith(" "):
            self._typed = ""
        self._since.start()
        if not self._typed:
            self._before, self._found = self._names.at(), 0
        places = self._order() if self._order is not None else range(len(self._names.texts()))
        at = self._names.at() if self._typed else -1
        here = places.index(at) if at in places else -1
        longer = self._typed + text
        found = self._find(longer, [*places[max(0, here) :], *places[: max(0, here)]])
        if found < 0 and set(longer) == {text}:
            longer, found = text, self._find(text, [*places[here + 1 :], *places[: here + 1]])
        self._typed = longer
        goes_to = found if found >= 0 else self._names.at()
        if found >= 0:
            self._found = len(longer)
        elif self._found <= 1:
            goes_to = self._before
        if found >= 0 or goes_to != self._names.at():
            self._names.go(goes_to)
        self._say(longer if found < 0 else "")
        return True

    def _find(self, typed: str, places: Sequence[int]) -> int:
        """Return the first of some places at which a name begins so, or -1.

        Where none does it is one of which a later word begins so: "hethe" is Old Hethe; else one that has it
        somewhere within, as the palette finds it. The same letter again goes on among names that begin so, a
        blank behind a part of a word with none: it may do other things.
        """
        from desktop.widgets.fuzzy import fold  # nobody types a name before the first frame

        all_, typed = self._names.texts(), fold(typed)
        texts = [(n, fold(all_[n])) for n in places]
        begins = (n for n, text in texts if text.startswith(typed))
        words = (n for n, text in texts if f" {typed}" in text)
        is_part = len(set(typed)) > 1 and not typed.endswith(" ")
        within = (n for n, text in texts if is_part and typed in text)
        return next((n for found in (begins, words, within) for n in found), -1)

    def _say(self, typed: str) -> None:
        """Say by its widget that nothing there is called so; '' is nothing to say."""
        self._lost = bool(typed)
        said = QCoreApplication.translate("NameSearch", "Nothing here is called “{typed}”.")
        self._show(said.format(typed=typed) if typed else "", wrong=True)

    def tell(self, text: str) -> None:
        """Say something by its widget until the next letter."""
        self._show(text, wrong=False)

    def _show(self, text: str, *, wrong: bool) -> None:
        if self._note is None:
            if not text:
                return
            self._note = FieldNote(self._widget)
        self._note.say(text, wrong=wrong, dice=False)


class _TypedNames(QObject):
    """Hands the keys of a box to its search."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box)
        self._search = NameSearch(NamesOfBox(box), box)

    @property
    def search(self) -> NameSearch:
        return self._search

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


def is_naming(box: QComboBox) -> bool:
    """Return whether the next letter typed in a box goes on with a name."""
    return any(one.search.begun for one in box.findChildren(_TypedNames))


def taken_for_no_name(widget: QWidget | None) -> str:
    """Return what was typed into a box in which nothing is called so, or '': it is told once."""
    searches = [] if widget is None else widget.findChildren(_TypedNames)
    return next(filter(None, (one.search.take_lost() for one in searches)), "")
