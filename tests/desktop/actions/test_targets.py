"""What works on somebody else asks on whom: in the list of actions, at a token, in the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.actions.budget import tokens
from desktop.bridge import Bridge
from desktop.declare.react_dialog import ReactDialog
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.inspector.inspecting import do, pick, settle, shown
from tests.rulesets.engine.reaching import rules_of

SYSTEM = Path(__file__).parents[2] / "systems" / "iron-hour"


def opened(rules) -> tuple[Bridge, Texts]:
    bridge, texts = Bridge(), Texts()
    bridge.open(rules)
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for ident, side in (("ada", "party"), ("bo", "foes"), ("cy", "foes")):
        do(bridge, cmd.Add(combatant={"id": ident, "name": ident.title(), "side": side}))
    do(bridge, cmd.Start())
    return bridge, texts


@pytest.fixture
def picked(qtbot):
    """Everybody has picked a tempo, and Ada acts."""
    bridge, texts = opened(loader.load(SYSTEM))
    do(bridge, cmd.Declare(who=("ada",), name="quick"))
    do(bridge, *(cmd.Declare(who=(who,), name="heavy") for who in ("bo", "cy")))
    return bridge, shown(bridge, texts, qtbot, "ada")


def test_the_form_asks_for_the_target_and_one_click_does_it(picked, qtbot):
    bridge, inspector = picked
    actions = inspector.action_list
    index = pick(inspector, "feint")
    row = actions.model.row(index)
    assert (row.reason, row.asks) == ("", True)
    target = actions.form.widgets["target"]
    assert target.accessibleName() == "Target"
    foes = [who for who in bridge.scene.order if who != "ada"]  # of two that are tied the dice say who
    assert [target.itemText(n) for n in range(target.count())] == ["choose whom", *map(str.title, foes)]
    before = len(bridge.log)
    qtbot.mouseClick(actions.button, Qt.MouseButton.LeftButton)
    assert len(bridge.log) == before
    assert target.hasFocus()
    assert actions.rule.startswith("Still to enter: Target")
    qtbot.keyClick(target, Qt.Key.Key_Down)
    assert not actions.rule.startswith("Still")
    qtbot.mouseClick(actions.button, Qt.MouseButton.LeftButton)
    assert bridge.log[-1].command == cmd.Act(who="ada", name="feint", target=foes[0])
    assert bridge.state.combatants[foes[0]].pools["reaction"] == 0
    assert not target.currentData()


def test_an_offer_can_be_asked_about_from_elsewhere(picked, qtbot):
    """The palette hands over what has still to be told something."""
    _, inspector = picked
    inspector.ask(("action", "feint"), inspector.shown)
    assert inspector.action_list.form.widgets["target"].hasFocus()


def test_what_comes_back_of_a_pool_stands_on_its_token(picked, qtbot):
    _, inspector = picked
    tile = next(tile for tile in inspector.budget.tiles if tile.token.label == "Breath")
    assert tile.count == "4 of 4"
    assert "+2 each round" in tile.lines
    assert "+2 each round" in tile.accessibleName()


def test_a_point_asks_on_whom_it_is_spent(qtbot):
    bridge, texts = opened(rules_of())
    inspector = shown(bridge, texts, qtbot, "ada")
    tile = next(tile for tile in inspector.budget.tiles if tile.token.label == "Luck")
    assert tile.token.targets == (("bo", "Bo"), ("cy", "Cy"))
    tile.click()
    menu = tile.findChild(QMenu)
    assert [action.text().replace("&", "") for action in menu.actions()] == ["Bo", "Cy"]
    menu.actions()[1].trigger()
    menu.close()
    settle(qtbot, inspector)
    assert bridge.log[-1].command == cmd.SpendPoint(who="ada", resource="luck", target="cy")


def test_a_reaction_that_answers_nothing_asks_for_its_target(qtbot):
    bridge, texts = opened(rules_of())
    inspector = shown(bridge, texts, qtbot, "bo")
    actions = inspector.action_list
    actions.rows.setCurrentIndex(actions.model.find(("reaction", "curse")))
    target = actions.form.widgets["target"]
    target.setCurrentIndex(target.findData("cy"))
    actions.do_selected()
    assert bridge.log[-1].command == cmd.React(who="bo", name="curse", target="cy")


def test_the_dialog_for_reactions_asks_too(qtbot):
    bridge, texts = opened(rules_of())
    dialog = ReactDialog(bridge, texts, "bo")
    qtbot.addWidget(dialog)
    dialog.name.setCurrentIndex(dialog.name.findData("curse"))
    assert dialog.form.isRowVisible(dialog.by)
    dialog.by.setCurrentIndex(dialog.by.findData("ada"))
    assert dialog.wanted() == [cmd.React(who="bo", name="curse", target="ada")]
    dialog.name.setCurrentIndex(dialog.name.findData("riposte"))
    assert dialog.wanted()[0].target == ""


def test_nobody_is_asked_where_nothing_reaches_anybody(qtbot):
    bridge, _ = opened(loader.load(SYSTEM))
    found = tokens(bridge.scene, bridge.state.combatants["ada"])
    assert not any(token.targets for token in found)


# -- marks before the roll -------------------------------------------------------------------------


@pytest.fixture
def marked(qtbot):
    """Ada, who is poisoned, acts; Bo is prone, and Cy has charmed her."""
    bridge, texts = opened(loader.load("dnd5e"))
    do(bridge, cmd.SetNumbers(who="ada", initiative=30))
    if bridge.state.walk.active != "ada":
        do(bridge, cmd.EndEncounter(), cmd.Start(rolls={"ada": 20, "bo": 10, "cy": 5}))
    for who, name, by in (("ada", "poisoned", "bo"), ("bo", "prone", "ada"), ("ada", "charmed", "cy")):
        do(bridge, cmd.BeginEffect(on=who, name=name, by=by))
    return bridge, shown(bridge, texts, qtbot, "ada")


def test_the_form_says_what_a_roll_is_marked_by_before_it_is_made(marked):
    """R5E-30, R5E-43, R5E-44: its own marks, and those of whom it is aimed at, near and far."""
    _, inspector = marked
    actions = inspector.action_list
    pick(inspector, "attack")
    assert actions.rolled == "Attacks: disadvantage — Poisoned"
    target = actions.form.widgets["target"]
    target.setCurrentIndex(target.findData("bo"))
    assert actions.rolled.split("\n") == [
        "Attacks: disadvantage — Poisoned",
        "Attacks against it from within 5 feet: disadvantage — Poisoned; advantage — Prone of Bo → straight",
        "Attacks against it from farther away: disadvantage — Poisoned, Prone of Bo",
    ]
    pick(inspector, "dash")
    assert actions.rolled == ""


def test_the_form_says_who_cannot_be_attacked(marked):
    """R5E-35."""
    _, inspector = marked
    actions = inspector.action_list
    pick(inspector, "attack")
    target = actions.form.widgets["target"]
    target.setCurrentIndex(target.findData("cy"))
    assert "Ada cannot do that to Cy: “Charmed” stands against it" in actions.rule
    target.setCurrentIndex(target.findData("bo"))
    assert "cannot" not in actions.rule


def test_what_one_alone_can_do_stands_among_what_can_be_done(qtbot):
    """R5E-68: with its name in words, and once it is spent with what gives it back."""
    bridge, texts = opened(loader.load("dnd5e"))
    do(bridge, cmd.SetNumbers(who="cy", stats={"recharge": ["fire-breath:5"]}))
    do(bridge, cmd.EndEncounter(), cmd.Start(rolls={"ada": 10, "bo": 5, "cy": 20}))
    inspector = shown(bridge, texts, qtbot, "cy")
    model = inspector.action_list.model
    index = model.find(("power", "fire-breath"))
    row = model.row(index)
    assert (row.label, row.cost, row.reason) == ("Fire breath", "Action", "")
    inspector.action_list.do(index)
    assert bridge.log[-1].command == cmd.Act(who="cy", name="fire-breath")
    settle(qtbot, inspector)
    row = model.row(model.find(("power", "fire-breath")))
    assert "is spent until a roll of 5 or more gives it back" in row.reason
