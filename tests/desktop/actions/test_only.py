"""Whom a state lets do one thing alone: tokens say for what they are good (E-S4-06)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.list.columns import Kind
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


def limits(hands: Hands, who: str) -> dict[str, str]:
    """Return of the tokens in the list for what each is good: '' for everything."""
    model = hands.window.table.initiative
    return {one.label: one.limited for one in model.index(model.row_of(who), 0).data(Role.ROW).tokens}


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
    assert limits(hands, "thug")["Standard"] == "only: Death save", "hollow: it is free for nothing else"
    assert limits(hands, "oorla")["Standard"] == ""
    window.table.pick("thug")
    hands.settle()
    tiles = {tile.text(): tile for tile in window.inspector.budget.tiles}
    assert tiles["Standard"].lines == ("only: Death save",)
    assert tiles["Reactions"].count.startswith("0"), "nothing is paid from them now"
    hands.click(tiles["Standard"])
    assert bridge.line[bridge.cursor - 1].command == cmd.Act(who="thug", name="death_save")
    assert not any(text.startswith("only") for text in chips(hands, "thug")), "the turn's actions are gone"


@pytest.mark.slow
def test_the_tokens_of_the_disabled_say_that_they_are_one_action(hands: Hands) -> None:
    """E-SRD-31: a standard or a move action a turn, not both; the list must not promise two."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, PEOPLE))
    for command in (
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.Apply(pipeline="damage", to=("oorla",), inputs={"amount": 30}),
    ):
        assert window.services.bridge.dispatch(command) is not None
    hands.settle()
    found = limits(hands, "oorla")
    assert (found["Standard"], found["Move"]) == ("instead of: Move", "instead of: Standard")
    assert (found["Swift"], limits(hands, "thug")["Move"]) == ("", "")
    model, kind = window.table.initiative, Kind.BUDGET
    cell = model.index(model.row_of("oorla"), [column.kind for column in model.columns].index(kind))
    assert "Standard: 1 of 1 left (instead of: Move)" in cell.data(Qt.ItemDataRole.ToolTipRole)
