"""What is typed while a menu is open is the menu's, also where the mouse has opened it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from desktop.widgets.menus import let_scroll

PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("key", "text", "modifiers", "taken"),
    [
        (Qt.Key.Key_K, "k", PLAIN, True),
        (Qt.Key.Key_K, "K", SHIFT, True),
        (Qt.Key.Key_1, "1", PLAIN, True),
        (Qt.Key.Key_Z, "\x1a", CONTROL, False),
        (Qt.Key.Key_F2, "", PLAIN, False),
    ],
)
def test_a_letter_is_no_key_of_the_list_behind_an_open_menu(qtbot, key, text, modifiers, taken) -> None:
    """K, the letter of an entry, made a condition track worse: the mouse leaves the keys to the list.

    Qt asks the open menu first whether it wants a key for itself, and else gives it to whose shortcut it is.
    """
    menu = let_scroll(QMenu())
    qtbot.addWidget(menu)
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers, text)
    asked.ignore()
    QCoreApplication.sendEvent(menu, asked)
    assert asked.isAccepted() == taken
