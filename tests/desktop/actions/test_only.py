"""Whom a state lets do one thing alone: tokens say for what they are good (E-S4-06)."""

from __future__ import annotations

import pytest

from desktop.widgets.roles import Role
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands

PEOPLE = (
    {"id": "oorla", "name": "Oorla", "max_hp": 30},
    {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
)


def chips(hands: Hands, who: str) -> list[str]:
    """Return the chips under a name in the list."""
    model = hands.window.table.initiative
    return [chip.text for chip in model.index(model.row_of(who), 0).data(Role.ROW).chips]


@pytest.mark.slow
def test_the_tokens_of_the_dying_are_for_the_death_save_alone(hands: Hands) -> None:
    """E-S4-06: nothing but a death save. The list says so, each token does, and a click rolls for it."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Dock", "sagas-hub", {}, PEOPLE))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.BeginEffect(on="thug", name="dying", rounds=-1),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    assert "only: Death save" in chips(hands, "thug")
    assert not any(text.startswith("only") for text in chips(hands, "oorla"))
    window.table.pick("thug")
    hands.settle()
    tiles = {tile.text(): tile for tile in window.inspector.budget.tiles}
    assert tiles["Standard"].lines == ("only: Death save",)
    assert tiles["Reactions"].count.startswith("0"), "nothing is paid from them now"
    hands.click(tiles["Standard"])
    assert bridge.line[bridge.cursor - 1].command == cmd.Act(who="thug", name="death_save")
    assert not any(text.startswith("only") for text in chips(hands, "thug")), "the turn's actions are gone"
