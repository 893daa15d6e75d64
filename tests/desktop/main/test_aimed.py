"""What a key acts on is shown before: whoever is selected, and the turn selects whoever acts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.files.samples import shipped
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_all_keys_of_the_list_are_for_whoever_is_selected(hands: Hands) -> None:
    under_way(hands)
    window, bridge = hands.window, hands.window.services.bridge
    people = bridge.state.combatants
    assert "Keys are for" not in window.status.texts[1]
    hands.choose("lug")
    lug, acting = people["lug"].name, people["sarlane"].name
    assert window.status.texts[1].startswith(f"Keys are for {lug}, Esc goes back to {acting} · Space")
    for key in (Qt.Key.Key_D, Qt.Key.Key_R):
        hands.key(key)
        assert hands.dialog().windowTitle().endswith(f": {lug}")
        hands.leave()
    before = bridge.state.combatants["sarlane"].pools
    hands.key(Qt.Key.Key_1)
    assert bridge.state.combatants["sarlane"].pools == before
    assert lug in window.messages.text
    hands.key(Qt.Key.Key_Escape)
    assert window.table.current() == "sarlane"
    assert "Keys are for" not in window.status.texts[1]
    hands.key(Qt.Key.Key_D)
    assert hands.dialog().windowTitle().endswith(f": {acting}")
    hands.leave()
    hands.spend("1")
    assert bridge.state.combatants["sarlane"].pools["standard"] == 0


@pytest.mark.slow
def test_what_is_spent_is_spent_by_all_who_are_selected_in_one_step(hands: Hands) -> None:
    """A group acts together: with all of it selected a digit spends for every one, as H hurts every one."""
    window, bridge = hands.window, hands.window.services.bridge
    window.files.open(shipped("toll-at-the-reed-ford"))
    hands.settle()
    assert bridge.dispatch(cmd.Start()) is not None
    group = next(one.group for one in bridge.state.combatants.values() if one.group)
    while bridge.state.walk.active != group:
        assert bridge.dispatch(cmd.EndTurn()) is not None
    members = [one.id for one in bridge.state.members(group)]
    hands.choose(members[0])
    for who in members[1:]:
        hands.also(who)
    full = [bridge.state.combatants[who].pools["standard"] for who in members]
    hands.key(Qt.Key.Key_1)
    assert len(members) > 1
    assert [bridge.state.combatants[who].pools["standard"] for who in members] == [0] * len(members)
    window.do("undo")
    assert [bridge.state.combatants[who].pools["standard"] for who in members] == full
