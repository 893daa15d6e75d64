"""What the sheet beside the list says is noted along with the damage: it is said of whoever acts now."""

from __future__ import annotations

from desktop.bridge import Bridge
from desktop.damage.sheet import DamageSheet
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd

NOTED = "The attack is noted as a hit with it, with all that a hit costs."


def test_a_hit_that_would_be_noted_is_said_no_more_when_the_turn_has_passed(qtbot) -> None:
    """E-KAI-03: on the turn of the target the panel still spoke of the attack of the one before."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("kaiser"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    sides = {"ada": "party", "bandit": "foes"}
    for command in (
        *(cmd.Add(combatant={"id": who, "name": who.title(), "side": side}) for who, side in sides.items()),
        cmd.Start(),
        cmd.Declare(who=("ada",), name="attack"),
        *(cmd.Declare(who=(who,), done=True) for who in sides),
        cmd.RollInitiative(rolls={"ada": 20, "bandit": 15}),
    ):
        assert bridge.dispatch(command) is not None, command
    sheet = DamageSheet(bridge, texts, targets=("bandit",))
    qtbot.addWidget(sheet)
    sheet.show()
    assert sheet.by.currentData() == "ada"
    assert NOTED in sheet.problem
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert bridge.state.walk.active == "bandit"
    assert sheet.by.currentText() == "nobody named"
    assert NOTED not in sheet.problem
    assert [type(one) for one in sheet.commands()] == [cmd.Apply]
