"""One key leads to the declarations that are due, and to the end of the fight that is offered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.desktop.declare.declaring import PEOPLE
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow
CTRL = Qt.KeyboardModifier.ControlModifier


def test_ctrl_2_goes_to_declarations_and_to_the_end_that_is_offered(hands: Hands) -> None:
    """It led to rolls and hits alone, and said that nothing was to be answered."""
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, PEOPLE["kaiser"]))
    window, bridge = hands.window, hands.window.services.bridge
    assert bridge.dispatch(cmd.Start()) is not None
    hands.settle()
    window.table.setFocus()
    hands.key(Qt.Key.Key_2, CTRL)
    assert window.board.name.hasFocus()
    for command in (
        cmd.Declare(who=("ysolde", "orc", "imp"), done=True),
        cmd.RollInitiative(rolls={"ysolde": 20, "orc": 15, "imp": 12}),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.table.setFocus()
    assert not window.actions_.by_id["due"].isEnabled()
    for who in ("orc", "imp"):
        assert bridge.dispatch(cmd.Defeat(who=who)) is not None
    hands.settle()
    for again in (False, True):
        if again:
            window.messages.clear()
        hands.key(Qt.Key.Key_2, CTRL)
        assert window.messages.action.hasFocus()
        assert "Only one side has anybody left who can act." in window.messages.text
        hands.key(Qt.Key.Key_Escape, on=window.messages.action)
    window.table.setFocus()
    hands.key(Qt.Key.Key_2, CTRL)
    hands.key(Qt.Key.Key_Space, on=window.messages.action)
    hands.settle()
    assert bridge.state.clock.status != "running"
