"""What every menu has: it scrolls if it is longer than the screen, and its entries have letters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from desktop.widgets.letters import lettered

_OF_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier


class _KeepsLetters(QObject):
    """Lets an open menu have what is typed: Qt asks it first, and then the shortcuts of who has the focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        is_letter = bool(event.text()) and event.text().isprintable()
        if not is_letter or event.modifiers() & _OF_COMMANDS:
            return super().eventFilter(watched, event)
        event.accept()
        return True


def let_scroll(menu: QMenu) -> QMenu:
    """Let a menu stay one column, however large its text is; said of one menu, it costs others nothing.

    Fusion would break it into columns. Letters typed while it is open are the menu's.
    """
    if not menu.styleSheet():
        menu.setStyleSheet("QMenu { menu-scrollable: 1; }")
        menu.installEventFilter(_KeepsLetters(menu))
    return menu


def underline_letters(menu: QMenu) -> QMenu:
    """Underline a letter in every entry that is shown, in each another one; letters that differ stay."""
    shown = [action for action in menu.actions() if action.isVisible() and action.text()]
    for action, text in zip(shown, lettered([action.text() for action in shown]), strict=True):
        if action.text() != text:
            action.setText(text)
    return menu
