"""*Why so?* is read by whoever plays: it names the numbers, and no name of the rules' own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.why.model import Whys
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_steps_by_a_threshold_are_told_with_its_number(hands: Hands) -> None:
    """004-140, 004-141. It said "+5 No step of the track at 0 hit points", and no threshold."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes", "max_hp": 60})
    window = hands.window
    window.services.encounters.new_from(Prepared("Gate", "sagas-hub", {}, people))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10})) is not None
    hands.settle()
    window.table.pick("orc")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    put(hands, sheet.inputs.amount, 30)
    found = Whys(bridge, window.services.texts).stages(sheet.command(), "orc").values()
    threshold = next(one for one in found if one.title == "Threshold")
    told = [(line.value, line.label) for line in threshold.lines]
    assert told[:6] == [
        ("+5", "Steps by the damage threshold"),
        ("+5", "Multiples of the damage threshold"),
        ("+1", "fixed by the rule"),
        ("+4", "the highest of 0, Damage dealt ÷ Damage threshold, rounded up − 2"),
        ("30", "Damage dealt"),
        ("5", "Damage threshold"),
    ]
    assert "No step of the track" not in str(threshold)
    hands.leave()
