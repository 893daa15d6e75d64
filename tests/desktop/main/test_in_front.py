"""What is typed after a command belongs to what the command opens, before that has the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.process.in_front import dialog_in_front
from rulesets.seen.aiming import possible_targets
from rulesets.table.commands import Apply
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def burst(hands: Hands, *keys: Qt.Key) -> None:
    """Send keys to the window, which has the keyboard when the first of them is pressed, without a pause."""
    handle = hands.window.windowHandle()
    assert handle is not None
    for key in keys:
        QTest.keyClick(handle, key)


@pytest.mark.slow
def test_a_burst_goes_to_the_sheet_and_not_to_the_list(hands):
    under_way(hands)
    hands.choose("deel")
    hands.window.table.setFocus()
    bridge = hands.window.services.bridge
    steps = bridge.session.cursor
    burst(hands, Qt.Key.Key_H, Qt.Key.Key_3, Qt.Key.Key_0, Qt.Key.Key_Return)
    assert dialog_in_front() is None  # applied before the sheet was ever painted
    assert bridge.session.cursor == steps + 1
    last = bridge.log[-1].command
    assert isinstance(last, Apply)
    assert (last.to, last.inputs["amount"]) == (("deel",), 30)
    hands.no_dialog()
    burst(hands, Qt.Key.Key_N, Qt.Key.Key_O, Qt.Key.Key_R, Qt.Key.Key_C)
    assert hands.dialog().name.text() == "orc"
    burst(hands, Qt.Key.Key_Escape)  # Escape, too, though the window has the keys
    hands.no_dialog()
    assert bridge.session.cursor == steps + 1


@pytest.mark.slow
def test_the_window_behind_does_nothing_while_a_dialog_is_in_front(hands):
    under_way(hands)
    hands.choose("deel")
    hands.key(Qt.Key.Key_H)
    dialog = hands.dialog()
    handle, button = hands.window.windowHandle(), hands.window.top_bar.buttons["primary"]
    assert handle is not None
    turn = hands.window.services.bridge.state.walk.active
    at = button.mapTo(hands.window, QPoint(button.width() // 2, button.height() // 2))
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert hands.window.services.bridge.state.walk.active == turn
    assert dialog_in_front(hands.window) is dialog
    hands.leave()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert hands.window.services.bridge.state.walk.active != turn


@pytest.mark.slow
def test_damage_where_nobody_was_picked_is_by_whoever_acts_and_on_nobody(hands):
    """The caster stood ticked for the own area, by nobody; what is typed waits for who is hit."""
    under_way(hands)
    bridge, table = hands.window.services.bridge, hands.window.table
    assert (table.selected_ids(), table.picked) == (["sarlane"], "")
    steps = bridge.session.cursor
    table.setFocus()
    burst(hands, Qt.Key.Key_H, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Return)
    shown = hands.dialog()
    sheet = shown.sheet
    assert (sheet.targets, sheet.by.currentData(), bridge.session.cursor) == ((), "sarlane", steps)
    assert "Pick who is hit" in sheet.problem
    people = shown.targets.menu()
    assert people.isVisible(), "Enter asks for them"
    ticks = [action.data() for action in people.actions()]
    aims = [who.id for who in possible_targets(bridge.scene, "sarlane")]
    assert ticks == aims, "foes first, each as they act"
    likely = people.activeAction().data()
    assert bridge.state.combatants[likely].side != bridge.state.combatants["sarlane"].side
    QTest.keyClick(people, Qt.Key.Key_Space)
    own = next(action for action in people.actions() if action.data() == "sarlane")
    own.toggle()
    QTest.keyClick(people, Qt.Key.Key_Escape)
    assert sheet.by.currentData() == "sarlane", "the own area, too, may catch whoever makes it"
    own.toggle()
    hands.key(Qt.Key.Key_Return, on=sheet.inputs.amount)
    hands.key(Qt.Key.Key_Return, on=sheet.roll.told)  # nothing is rolled against them
    hands.no_dialog()
    last = bridge.log[-1].command
    assert isinstance(last, Apply)
    assert (last.to, last.by, last.inputs["amount"]) == ((likely,), "sarlane", 12)
