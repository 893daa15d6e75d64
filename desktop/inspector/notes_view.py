"""Notes on a combatant: plain text, kept when the GM leaves the field or presses Ctrl+Return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from rulesets.table.commands import Describe

if TYPE_CHECKING:
    from desktop.bridge import Bridge

LINES = 4


class NotesEdit(QPlainTextEdit):
    """The notes of one combatant. What is half typed survives every update."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None, *, shared: bool = False) -> None:
        """Begin with nobody; notes are the game master's alone, or ``shared`` with everybody."""
        super().__init__(parent)
        self._bridge = bridge
        self._key = "shared" if shared else "notes"
        self._who = ""
        self._kept = ""
        self.setTabChangesFocus(True)
        told = self.tr("What everybody may read") if shared else self.tr("What only you need to know")
        self.setPlaceholderText(told)
        self.setAccessibleName(self.tr("Notes for everybody") if shared else self.tr("Notes"))

    def show_notes(self, who: str, notes: str) -> None:
        """Show the notes of ``who``; unkept words of another combatant are kept first."""
        if who != self._who:
            self.commit()
        half_typed = who == self._who and self.toPlainText() != self._kept
        self._who, self._kept = who, notes
        if not half_typed and self.toPlainText() != notes:
            self.setPlainText(notes)

    def forget(self) -> None:
        """Drop what is shown: another encounter is open."""
        self._who, self._kept = "", ""
        self.clear()

    def commit(self) -> None:
        """Keep what was typed, if it differs."""
        text = self.toPlainText()
        if not self._who or text == self._kept:
            return
        if not self._bridge.is_open or self._who not in self._bridge.state.combatants:
            return
        before, self._kept = self._kept, text
        if self._bridge.dispatch(Describe(who=self._who, changes={self._key: text})) is None:
            self._kept = before

    # -- Qt ------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+Return before the window's primary button does."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_keep(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_keep(event):
            self.commit()
            event.accept()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().lineSpacing() * LINES + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())


def _is_keep(event: QEvent) -> bool:
    return (
        isinstance(event, QKeyEvent)
        and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    )
