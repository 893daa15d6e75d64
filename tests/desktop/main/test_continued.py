"""A fight that is opened again stands as it stood: whoever acts is selected and shown, or else the first."""

from __future__ import annotations

import pytest

from desktop.files.samples import shipped
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_somebody_is_selected_and_shown_when_a_fight_goes_on(hands: Hands) -> None:
    """Also where nobody has the turn (cards are dealt), and where a board has its own one (Kaiser)."""
    window = hands.window
    bridge, files = window.services.bridge, {}
    for name in ("ambush-at-docking-bay-94", "the-salt-chapel", "the-mill-race"):
        window.files.open(shipped(name))
        assert bridge.dispatch(cmd.Start()) is not None
        for _ in range(4 if name == "ambush-at-docking-bay-94" else 30):
            if bridge.state.clock.round > 1 or bridge.dispatch(cmd.EndTurn()) is None:
                break
        files[name] = window.services.encounters.current.path
        window.do("close")
    for name, path in files.items():
        window.files.open(path)
        hands.settle()
        acting, who = bridge.state.walk.active, window.table.current()
        assert window.table.selected_ids() == [who], name
        assert who == acting or not acting, name
        assert window.inspector.shown == who, name
        window.do("close")
