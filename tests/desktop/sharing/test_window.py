"""The players' page in the window: the command, one key for a slip, and rolls that stand in the dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.rolls.start_dialog import StartDialog
from desktop.sharing import protocol
from rulesets.table.slip import Slip
from tests.desktop.sharing.wire import Wire
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_one_key_accepts_a_slip_and_a_roll_stands_in_the_dialog(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while something else has the keyboard; without a slip it says that there is none."""
    wire, window = Wire(), hands.window
    wire.put_in(monkeypatch)
    window.files.open_sample()
    bridge = window.services.bridge
    hands.key(Qt.Key.Key_F8)
    assert "No slip" in window.messages.text
    window.do("share")
    page = window.players_page
    assert page.dialog is not None
    page.dialog.on.click()
    wire.report(protocol.Opened("127.0.0.1", 8765))
    link = page.sharing.make_link("deel")
    wire.report(protocol.Came(link.token, Slip("01234567", "roll", total=17)))
    assert not page.strip.isHidden()
    hands.key(Qt.Key.Key_F8)
    assert page.strip.isHidden()
    page.dialog.close()
    window.do("primary")
    dialog = hands.dialog()
    assert isinstance(dialog, StartDialog)
    assert dialog.model.given() == {"deel": 17}
    hands.accept()
    assert bridge.state.orders[bridge.rules.main_order].places["deel"].count == 17
    assert page.sharing.desk.rolled == {}
    wire.report(protocol.Came(link.token, Slip("01234568", "delay")))
    hands.settle()
    window.table.setFocus()
    for button in page.strip.lines[0].buttons:
        hands.key(Qt.Key.Key_Tab)
        assert button.hasFocus(), "Tab leads from the list to what stands below it"
    hands.key(Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert [fate.state for fate in page.sharing.desk.fates(link.token)] == ["dismissed", "accepted"]
    window.close()
    assert not page.sharing.is_on


def test_that_it_is_shared_stays_in_sight(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the dialog closed nothing in the window said so; a click leads back to it."""
    wire, window = Wire(), hands.window
    wire.put_in(monkeypatch)
    window.files.open_sample()
    window.do("share")
    page, shared = window.players_page, window.status.shared
    assert page.dialog is not None
    assert shared.isHidden()
    page.dialog.on.click()
    wire.report(protocol.Opened("127.0.0.1", 8765))
    page.dialog.close()
    assert shared.isVisible()
    assert shared.text() == "Shared: nobody yet"
    link = page.sharing.make_link("deel")
    wire.report(protocol.Visitors((protocol.Visitor("10.0.0.2", link.token), protocol.Visitor("10.0.0.3"))))
    assert shared.text() == "Shared: 2 pages open"
    assert "Deel Surool" in shared.toolTip()
    assert "8765" in shared.toolTip()
    hands.click(shared)
    assert page.dialog.isVisible()
    page.dialog.on.click()
    assert shared.isHidden()
