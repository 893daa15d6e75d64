"""Space is the primary button wherever the mouse has been; what was reached with Tab keeps its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from desktop.widgets.section import Section
from rulesets.seen.queries import acting_one
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def click(hands: Hands, widget: QWidget, place: QRect | None = None) -> None:
    """Click with the mouse as the system tells of it: what is clicked takes the keys, or does not."""
    window, handle = hands.window, hands.window.windowHandle()
    assert handle is not None
    at = widget.mapTo(window, (widget.rect() if place is None else place).center())
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    hands.settle()


def click_line(hands: Hands, view: QAbstractItemView, row: int) -> None:
    index = view.model().index(row, 0)
    view.scrollTo(index)
    click(hands, view.viewport(), view.visualRect(index))


def press(hands: Hands, *keys: Qt.Key) -> None:
    """Press keys as the system tells of them: whoever has the focus gets them."""
    handle = hands.window.windowHandle()
    assert handle is not None
    for key in keys:
        QTest.keyClick(handle, key)
    hands.settle()


ASKING = (
    *("about", "about-fight", "add", "attack", "belongs", "bind-keys", "blocks", "bring-back", "columns"),
    *("count", "damage", "delay", "dice", "effect", "export", "formula", "heal", "keys", "known", "new"),
    *("options", "print", "react", "ready", "rename", "show-parties", "wave"),
)


def left(hands: Hands, command: str) -> None:
    """Open the dialog of a command for whoever acts, and leave it."""
    bridge = hands.window.services.bridge
    hands.choose(acting_one(bridge.rules, bridge.state))
    hands.menu(command)
    hands.leave()


@pytest.mark.slow
def test_space_goes_on_after_any_click_and_after_every_dialog(hands):
    under_way(hands)
    window = hands.window
    window.panels.flush()
    window.resize(1440, 900)
    hands.settle()
    bridge, inspector, log = window.services.bridge, window.inspector, window.log.list
    headings = [one for one in inspector.findChildren(Section) if one.isVisible()]
    half = inspector.sheet.inputs.half
    moves: dict[str, Callable[[], None]] = {
        "a row": lambda: click(
            hands, window.table.viewport(), window.table.visualRect(window.table.initiative.index(2, 1))
        ),
        "a heading": lambda: click(hands, headings[0].heading),
        "it again": lambda: click(hands, headings[0].heading),
        "half": lambda: click(hands, half),
        "half while typing": lambda: (
            click(hands, inspector.sheet.inputs.amount),
            press(hands, Qt.Key.Key_9),
            click(hands, half),
        ),
        "an action": lambda: click_line(hands, inspector.action_list.rows, 1),
        "a line of the log": lambda: click_line(hands, log, log.model().rowCount() - 1),
        **{f"{command} left": partial(left, hands, command) for command in ASKING},
    }
    for what, move in moves.items():
        move()
        steps = bridge.cursor
        press(hands, Qt.Key.Key_Space)
        assert bridge.cursor == steps + 1, (what, QApplication.focusWidget())
        assert type(bridge.log[-1].command).__name__ == "EndTurn", what


@pytest.mark.slow
def test_a_control_reached_with_tab_keeps_its_own_space(hands):
    under_way(hands)
    window = hands.window
    window.panels.flush()
    bridge, heading = window.services.bridge, window.inspector.sections["effects"]
    heading.heading.setFocus(Qt.FocusReason.TabFocusReason)
    hands.settle()
    press(hands, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
    was_open, steps = heading.is_open, bridge.cursor
    assert heading.heading.hasFocus()
    press(hands, Qt.Key.Key_Space)
    assert (heading.is_open, bridge.cursor) == (not was_open, steps)


@pytest.mark.slow
def test_the_button_says_the_key_that_works(hands):
    under_way(hands)
    window = hands.window
    window.panels.flush()
    window.resize(1440, 900)
    hands.settle()
    assert window.top_bar.primary.text() == "Next turn  Space"
    click(hands, window.inspector.sheet.inputs.amount)
    assert window.top_bar.primary.text() == "Next turn  Ctrl+Return"
    press(hands, Qt.Key.Key_Escape)
    assert window.top_bar.primary.text() == "Next turn  Space"
