"""Points are spent on what the rules have a name for: in the list of what can be done, and at their token."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QMenu

from desktop.bridge import Bridge
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.inspector.inspecting import do, settle, shown

FATE = """
id = "fate"
label = "Fate"
[stat]
fate = { value = 2, label = "Fate", least = 0 }
[order.list]
label = "List"
keys = ["list"]
[phase.turns]
label = "Turns"
activity = "act"
order = "list"
[state.tripped]
label = "Tripped"
[resource.fate]
label = "Fate"
stat = "fate"
[resource.fate.uses.rise]
label = "Up & at them"
needs = "has_state('tripped')"
needs_text = "only who lies there"
does = [{ end = ["tripped"] }]
[resource.fate.uses.trip]
label = "Trip somebody"
does = [{ on = "target", begin = ["tripped"] }]
"""


@pytest.fixture
def fight(qtbot):
    """Ada's turn; she has two points, and Bo has none."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load_text(FATE, "fate"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    do(bridge, cmd.Add(combatant={"id": "ada", "name": "Ada"}))
    do(bridge, cmd.Add(combatant={"id": "bo", "name": "Bo", "side": "foes", "fate": 0}))
    do(bridge, cmd.Start())
    return bridge, shown(bridge, texts, qtbot, "ada")


def uses(inspector) -> dict[str, str]:
    """What points can be spent on, with the reason against it."""
    model = inspector.action_list.model
    rows = [model.row(model.index(number)) for number in range(model.rowCount())]
    return {row.id: row.reason for row in rows if row.kind == "point"}


def test_what_a_point_can_be_spent_on_is_offered_with_the_reason_against_it(fight, qtbot):
    _, inspector = fight
    found = uses(inspector)
    assert found["fate.trip"] == ""
    assert "only who lies there" in found["fate.rise"]
    inspector.show_combatant("bo")
    settle(qtbot, inspector)
    assert uses(inspector) == {}  # there is no point to spend


def test_the_list_asks_on_whom_and_spends_the_point(fight, qtbot):
    bridge, inspector = fight
    actions = inspector.action_list
    actions.rows.setCurrentIndex(actions.model.find(("point", "fate.trip")))
    target = actions.form.widgets["target"]
    target.setCurrentIndex(target.findData("bo"))
    actions.do_selected()
    assert bridge.log[-1].command == cmd.SpendPoint(who="ada", resource="fate", on="trip", target="bo")
    assert bridge.state.combatants["bo"].states == ("tripped",)
    assert bridge.state.combatants["ada"].stats["fate"] == 1


def test_the_token_asks_on_what_a_point_is_spent(fight, qtbot):
    bridge, inspector = fight
    tile = next(tile for tile in inspector.budget.tiles if tile.token.label == "Fate")
    tile.click()
    menu = tile.findChild(QMenu)
    entries = {
        re.sub("(?<!&)&(?!&)", "", action.text()): action
        for action in menu.actions()
        if not action.isSeparator()
    }
    assert {text: action.isEnabled() for text, action in entries.items()} == {
        "Up && at them": False,
        "Trip somebody": True,
        "Something else": True,
    }
    entries["Something else"].trigger()
    menu.close()
    settle(qtbot, inspector)
    assert bridge.log[-1].command == cmd.SpendPoint(who="ada", resource="fate")


def test_the_log_says_on_what_in_the_words_of_the_rules(fight):
    bridge, _ = fight
    do(bridge, cmd.BeginEffect(on="ada", name="tripped"))
    do(bridge, cmd.SpendPoint(who="ada", resource="fate", on="rise"))
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    assert "Up & at them" in texts.entry(bridge.log[-1]).title


def test_a_dying_hero_is_kept_from_dying_by_a_click(qtbot) -> None:
    """All hero points, at least one: no longer dying (PF-71); who is no hero has none (PF-70)."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("pf2e"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    do(bridge, cmd.Add(combatant={"id": "ada", "name": "Ada", "hp": 9}))
    do(bridge, cmd.Add(combatant={"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"}))
    do(bridge, cmd.Start(rolls={"ada": 20, "orc": 10}))
    inspector = shown(bridge, texts, qtbot, "ada")
    assert uses(inspector)["hero.stabilize"].startswith("Ada cannot use “Hero point”: only who is dying")
    do(bridge, cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 9}))
    settle(qtbot, inspector)
    model = inspector.action_list.model
    assert model.row(model.find(("point", "hero.stabilize"))).reason == ""
    inspector.action_list.do(model.find(("point", "hero.stabilize")))
    assert bridge.scene.state.combatants["ada"].stats["hero_points"] == 0
    assert "dying" not in {effect.name for effect in bridge.scene.effects(bridge.state.combatants["ada"])}
    inspector.show_combatant("orc")
    assert uses(inspector) == {}
