"""The number of sides in the bar."""

from __future__ import annotations

from desktop.bridge import Bridge
from desktop.main.side_count import SideCount
from rulesets.reading import loader
from rulesets.table import commands as cmd


def test_whoever_cannot_talk_to_the_others_is_a_side_of_its_own(qapp: object) -> None:
    """001-16: four sides rolled, and the bar said three."""
    bridge, sides = Bridge(), SideCount()
    bridge.open(loader.load("moon-swing"))
    bridge.changed.connect(sides.follow)
    for ident, side in (("ada", "party"), ("bo", "party"), ("cy", "foes")):
        assert bridge.dispatch(cmd.Add(combatant={"id": ident, "name": ident, "side": side})) is not None
    counted = [sides.number(bridge.rules, bridge.state)]
    for alone in (True, False):
        assert bridge.dispatch(cmd.SetNumbers(who="bo", stats={"separated": alone})) is not None
        counted.append(sides.number(bridge.rules, bridge.state))
    assert counted == [2, 3, 2]
