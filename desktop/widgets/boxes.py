"""Boxes to choose from: how wide they are, and what was chosen in them."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QCompleter, QLineEdit


class _EnterThrough(QObject):
    """Qt keeps the Enter that accepts the rest of a word for itself: it goes on to the dialog, too."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        enters = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        line = watched.lineEdit() if isinstance(watched, QComboBox) else watched
        if pressed and isinstance(event, QKeyEvent) and event.key() in enters and isinstance(line, QLineEdit):
            completer = line.completer()
            inline = (
                completer is not None
                and completer.completionMode() == QCompleter.CompletionMode.InlineCompletion
            )
            if inline and line.hasSelectedText() and completer.completionPrefix():
                line.setText(completer.currentCompletion() or line.text())
        return super().eventFilter(watched, event)


def let_enter_through(box: QComboBox) -> None:
    """Let Enter in a box that is typed into press the dialog's button, as it does in every other field.

    The box has the focus for its line, and hands it keys past every filter.
    """
    line = box.lineEdit()
    if line is not None and not box.findChildren(_EnterThrough):
        through = _EnterThrough(box)
        for widget in (box, line):
            widget.installEventFilter(through)


class _Search(QObject):
    """Qt opens the list at every space: in the midst of a name it is part of the name, as in "Guard 2"."""

    def __init__(self, box: QComboBox) -> None:
        super().__init__(box)
        self._box, self._typed = box, QElapsedTimer()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            typing = self._typed.isValid() and self._typed.elapsed() < QApplication.keyboardInputInterval()
            if event.text() == " " and not typing:
                return False
            if event.text().isprintable() and event.text() and not _COMMANDING & event.modifiers():
                self._typed.start()
                if event.text() == " ":
                    self._go_on()
                    return True
        return super().eventFilter(watched, event)

    def _go_on(self) -> None:
        """Search for what was typed and a space, as the box does for every other sign."""
        box, view = self._box, self._box.view()
        before = box.currentIndex()
        view.setCurrentIndex(box.model().index(before, box.modelColumn(), box.rootModelIndex()))
        view.keyboardSearch(" ")
        found = view.currentIndex().row()
        if found != before:
            box.setCurrentIndex(found)
            box.activated.emit(found)


_COMMANDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


def let_names_be_typed(box: QComboBox) -> None:
    """Let a name with a space in it be typed in a box that is no field."""
    if not box.isEditable() and not box.findChildren(_Search):
        box.installEventFilter(_Search(box))


def narrow(box: QComboBox) -> None:
    """Keep a box from growing with its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)


def chosen(box: QComboBox) -> str:
    """Return the id chosen in a box, or ''."""
    return str(box.currentData() or "")
