"""Keys go to the fight whenever what had them is gone: Space must never press a button nobody went to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.desktop.fights import begun
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def typed_damage(hands: Hands, number: str) -> None:
    """Type into the first field of the sheet beside the list, and Enter."""
    hands.window.inspector.apply("damage")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    hands.type(field, number)
    hands.settle()
    hands.key(Qt.Key.Key_Return, on=field)


@pytest.mark.slow
def test_after_damage_the_keys_are_the_fights_again(hands: Hands) -> None:
    """Space goes on to the next turn and Ctrl+Z takes the damage back, right after Enter."""
    begun(hands)
    plays.surprise_round(hands)
    window, bridge = hands.window, hands.window.services.bridge
    hands.choose("sergeant")
    steps = bridge.cursor
    typed_damage(hands, "13")
    assert bridge.cursor == steps + 1
    assert QApplication.focusWidget() is window.table
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.cursor == steps
    active = bridge.state.walk.active
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active != active


@pytest.mark.slow
def test_when_the_field_with_the_keys_goes_the_list_has_them(hands: Hands) -> None:
    """Options changed while the cursor stood in the sheet: Space went to Undo (a game master's evening)."""
    begun(hands)
    plays.surprise_round(hands)
    window, bridge = hands.window, hands.window.services.bridge
    window.top_bar.buttons["undo"].setFocus(Qt.FocusReason.TabFocusReason)
    assert window.top_bar.buttons["undo"].hasFocus(), "who goes there by Tab may press it"
    for button in window.top_bar.buttons.values():
        button.clearFocus()
    line = QLineEdit(window)
    line.show()
    line.setFocus()
    window.setTabOrder(line, window.top_bar.buttons["undo"])
    steps = bridge.cursor
    line.hide()
    hands.settle()
    assert window.table.hasFocus()
    hands.key(Qt.Key.Key_Space)
    assert bridge.cursor > steps


@pytest.mark.slow
def test_one_escape_leaves_the_menus_and_the_list_has_the_keys_again(hands: Hands) -> None:
    """Qt leaves them with the bar, where each letter opens a menu: what was typed next ended the fight."""
    begun(hands)
    window = hands.window
    window.table.setFocus()
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    hands.until(lambda: QApplication.activePopupWidget() is not None, "the menu")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Escape):
        assert QApplication.activePopupWidget() is not None, "from one menu to the next it stays"
        QTest.keyClick(QApplication.activePopupWidget(), key)
        hands.settle()
    assert QApplication.activePopupWidget() is None
    assert QApplication.focusWidget() is window.table


def test_arrows_on_the_start_page_go_as_its_entries_lie(hands: Hands) -> None:
    """Two evenings: Down went to the entry on the right, and the wrong sample was opened."""
    hands.window.resize(1024, 640)
    page = hands.window.start_page
    hands.settle()
    first, right, below = page.samples.choices[:3]
    first.setFocus()
    for key, expected in (
        (Qt.Key.Key_Down, below),
        (Qt.Key.Key_Up, first),
        (Qt.Key.Key_Right, right),
        (Qt.Key.Key_Right, right),
        (Qt.Key.Key_Left, first),
    ):
        hands.key(key, on=page.focusWidget())
        assert page.focusWidget() is expected, key
    for _ in page.samples.choices:
        hands.key(Qt.Key.Key_Down, on=page.focusWidget())
    last = page.samples.choices[-2]
    assert page.focusWidget() is last
    assert page.viewport().rect().contains(last.mapTo(page.viewport(), last.rect().center())), (
        "it is in sight"
    )
