"""Reacting where acts are declared: a dodge with a spare or on top, the attack recorded along with it."""

from __future__ import annotations

import pytest

from desktop.bridge import Bridge
from desktop.declare.react_dialog import ReactDialog
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd


@pytest.fixture
def fight(qapp) -> tuple[Bridge, Texts]:
    """A trooper acts first; Ace has two actions, the second one open (001-67)."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("moon-swing")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
    for one in (
        {"id": "ace", "name": "Ace", "dex": "3D", "dodge": "4D"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "dex": "4D"},
    ):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": "fire"}),
        cmd.Declare(who=("ace",), fields={"actions": 2, "first": "fire"}),
    ):
        assert bridge.dispatch(command) is not None
    return bridge, texts


def test_a_spare_action_is_used_and_the_attack_is_recorded(fight, qtbot) -> None:
    """Fired upon by whoever acts (001-78); the open action is the dodge (001-68), no further die is lost."""
    bridge, texts = fight
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    assert dialog.spare.isChecked()
    assert dialog.reason == "Rolls 3D: Dodge 4D − 1D"
    for command in dialog.commands():
        assert bridge.dispatch(command) is not None
    assert bridge.state.notes.attacks[-1].by == "orc"
    assert bridge.state.combatants["ace"].pools["declared"] == 1
    assert bridge.state.combatants["ace"].tallies["actions"] == 2


def test_on_top_the_penalty_grows(fight, qtbot) -> None:
    """An undeclared dodge takes the raised penalty itself (001-85)."""
    bridge, texts = fight
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    dialog.extra.setChecked(True)
    assert dialog.reason == "Rolls 2D: Dodge 4D − 2D"
    for command in dialog.commands():
        assert bridge.dispatch(command) is not None
    assert bridge.state.combatants["ace"].tallies["actions"] == 3


def test_an_attack_that_is_recorded_is_not_recorded_twice(fight, qtbot) -> None:
    bridge, texts = fight
    bridge.dispatch(cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    dialog = ReactDialog(bridge, texts, "ace")
    qtbot.addWidget(dialog)
    assert [type(command) for command in dialog.commands()] == [cmd.React]


def test_without_a_spare_it_comes_on_top(fight, qtbot) -> None:
    """The stated first action is no spare (001-67)."""
    bridge, texts = fight
    bridge.dispatch(cmd.EndTurn())
    bridge.dispatch(cmd.RecordAttack(who="ace", target="orc", kind="ranged"))
    dialog = ReactDialog(bridge, texts, "orc")
    qtbot.addWidget(dialog)
    assert dialog.extra.isChecked()
