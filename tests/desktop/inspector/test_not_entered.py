"""What a state goes by and nobody has entered stands beside it in the details."""

from __future__ import annotations

from rulesets.table.commands import Add, Start
from tests.hands.keys_and_mouse import Hands


def test_flat_footed_says_that_no_dexterity_is_entered(hands: Hands) -> None:
    """3.5: an armour class without a Dexterity lost nothing, and nothing said why."""
    people = (
        Add(combatant={"id": "Ada", "ac": 17, "dex": 16}),
        Add(combatant={"id": "Ogre", "ac": 15, "side": "foes"}),
        Start(rolls={"Ada": 20, "Ogre": 5}),
    )
    window = hands.window
    window.services.encounters.new("Bridge", "srd35", commands=people)
    hands.settle()
    told = "Dexterity is not entered: 10 counts"
    for who, lacks in (("Ogre", True), ("Ada", False)):
        hands.choose(who)
        line = next(one for one in window.inspector.effects.lines if one.row.label == "Flat-footed")
        assert line.about.startswith(told) == lacks
        assert "E-SRD" not in line.about, "ids of rules are for the tool tip"
