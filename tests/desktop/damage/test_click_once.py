"""The second half of a double click on a dialog that closes is none on what was below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from desktop.damage.dialog import DamageDialog
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def test_a_double_click_on_apply_takes_nothing_back(hands: Hands) -> None:
    """*Undo to here* of the log lay below it: what had just been applied was gone."""
    under_way(hands)
    window, bridge = hands.window, hands.window.services.bridge
    hands.choose("sergeant")
    hands.key(Qt.Key.Key_H)
    dialog = hands.dialog()
    assert isinstance(dialog, DamageDialog)
    QTest.keyClicks(QApplication.focusWidget(), "7")
    apply = next(one for one in dialog.findChildren(QPushButton) if one.isVisible() and "Apply" in one.text())
    row = window.table.visualRect(window.table.initiative.index(3, 1)).center()
    below = window.table.viewport().mapToGlobal(row)
    dialog.move(dialog.pos() + below - apply.mapToGlobal(apply.rect().center()))
    QCursor.setPos(below)
    steps = bridge.cursor
    QTest.mouseClick(apply, Qt.MouseButton.LeftButton)
    hands.no_dialog()
    assert bridge.cursor == steps + 1
    QTest.mouseDClick(window.table.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert window.table.current() == "sergeant"

    def is_picked() -> bool:
        QTest.mouseClick(window.table.viewport(), Qt.MouseButton.LeftButton, pos=row)
        return window.table.current() != "sergeant"

    hands.until(is_picked, "a click of its own counts")
