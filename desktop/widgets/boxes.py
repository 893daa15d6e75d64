"""Boxes to choose from: how wide they are, and what was chosen in them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget


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


_PICKING = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
"""Keys by which another name of a box is picked."""


class NameBox(QComboBox):
    """Names of the ruleset, and room for words of one's own: who types a name need not mind capitals."""

    left = Signal()
    """Something that was typed is over: a name stands there as the ruleset spells it, or it is no name."""

    def __init__(self, parent: QWidget | None = None, *, takes_words: bool = True) -> None:
        """Begin without a name; without ``takes_words`` nothing can be typed."""
        super().__init__(parent)
        self.setEditable(takes_words)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        if (line := self.lineEdit()) is not None:
            line.editingFinished.connect(self._on_left)
            self.activated.connect(line.selectAll)
            let_enter_through(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """What is typed behind a click takes the place of what stands there: "fi" became "nonefi"."""
        super().focusInEvent(event)
        line = self.lineEdit()
        if line is not None and event.reason() == Qt.FocusReason.MouseFocusReason:
            QTimer.singleShot(0, line, line.selectAll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is typed after a name was picked by the arrows takes its place, and is not put behind it."""
        before = self.currentIndex()
        super().keyPressEvent(event)
        line = self.lineEdit()
        if line is not None and self.currentIndex() != before and event.key() in _PICKING:
            line.selectAll()

    @property
    def place(self) -> int:
        """The place of the name that stands in the field, in capitals or not; -1 for other words, or none."""
        return self.findText(self.currentText().strip(), Qt.MatchFlag.MatchFixedString)

    @property
    def own_words(self) -> str:
        """What stands there and is no name; '' as long as one may come of it by typing on."""
        words, line = self.currentText().strip(), self.lineEdit()
        if not words or self.place >= 0:
            return ""
        begun = line is not None and line.hasFocus()
        return "" if begun and self.findText(words, Qt.MatchFlag.MatchStartsWith) >= 0 else words

    def _on_left(self) -> None:
        found = self.place
        if found >= 0 and self.currentText() != self.itemText(found):
            self.setCurrentIndex(found)
            self.setEditText(self.itemText(found))
            self.left.emit()
        elif found < 0 and self.currentText().strip():
            self.left.emit()


def narrow(box: QComboBox) -> None:
    """Keep a box from growing with its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)


def chosen(box: QComboBox) -> str:
    """Return the id chosen in a box, or ''."""
    return str(box.currentData() or "")
