"""What can be done now: the model and the list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.actions.model import ActionsModel
from desktop.actions.view import ActionList
from desktop.bridge import Bridge
from desktop.widgets.roles import Role
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd


def rows(model):
    return [model.index(n).data(Role.OFFER) for n in range(model.rowCount())]


def test_legal_offers_come_first_and_others_say_why(fight, watched):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    fight.do(cmd.Act(who="deel", name="full_attack"))
    model.show_offers("deel")
    found = rows(model)
    legal = [not row.reason for row in found]
    assert legal == sorted(legal, reverse=True)
    attack = next(row for row in found if row.key == ("action", "attack"))
    assert attack.reason
    assert attack.cite == "Rulebook p. 144-145"
    assert attack.cost == "Standard action"
    free = next(row for row in found if row.key == ("type", "free"))
    assert not free.reason


def test_only_rows_that_differ_change(fight, watched, qtbot):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.rowsInserted):
        model.show_offers("deel")
        assert changed == []
        fight.do(cmd.Act(who="deel", name="aim"), cmd.SetNumbers(who="deel", stats={"hp": 20}))
        fight.do(cmd.Act(who="deel", cost="free"))
    model.show_offers("deel")


def test_parts_count_up(fight, watched):
    """E-SW-06: recovering takes three swift actions."""
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    fight.do(cmd.MoveTrack(who="deel", by=1), cmd.Act(who="deel", name="recover"))
    model.show_offers("deel")
    row = next(row for row in rows(model) if row.id == "recover")
    assert (row.step, row.steps) == (2, 3)
    assert "2 of 3" in model.find(row.key).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_filter_keeps_what_matches_every_word(fight, watched):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    everything = model.rowCount()
    model.set_filter("full ATTACK")
    assert [row.id for row in rows(model)] == ["full_attack"]
    model.show_offers("boss")
    assert [row.id for row in rows(model)] == ["full_attack"]
    model.set_filter("")
    assert model.rowCount() == everything


def test_enter_in_the_filter_does_the_first_match(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    qtbot.keyClicks(view.filter, "full attack")
    qtbot.keyClick(view.filter, Qt.Key.Key_Return)
    assert fight.who("deel").pools["standard"] == 0
    assert isinstance(fight.bridge.log[-1].command, cmd.Act)


def test_enter_and_button_and_double_click_do_the_selected(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitExposed(view)
    view.show_offers("deel")
    assert not view.button.isEnabled()
    view.rows.setCurrentIndex(view.model.find(("type", "swift")))
    qtbot.mouseClick(view.button, Qt.MouseButton.LeftButton)
    assert fight.who("deel").pools["swift"] == 0
    view.rows.setCurrentIndex(view.model.find(("type", "move")))
    qtbot.keyClick(view.rows, Qt.Key.Key_Return)
    assert fight.who("deel").pools["move"] == 0
    index = view.model.find(("action", "attack"))
    view.rows.scrollTo(index)
    at = view.rows.visualRect(index).center()
    qtbot.mouseClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert fight.who("deel").pools["standard"] == 0


def test_what_needs_words_is_asked_for(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    before = len(fight.bridge.log)
    for kind in ("ready", "delay"):
        with qtbot.waitSignal(view.wants) as asked:
            view.do(view.model.find((kind, kind)))
        assert asked.args == [kind]
    assert len(fight.bridge.log) == before


def test_an_illegal_one_is_refused_aloud(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("boss")
    with qtbot.waitSignal(fight.bridge.refused) as refused:
        view.do(view.model.find(("action", "attack")))
    assert refused.args[1].code == "not-active"


def test_the_rule_behind_the_selected_offer_is_told(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    view.rows.setCurrentIndex(view.model.find(("action", "charge")))
    assert view.rule.startswith("Move in a straight line")
    assert view.rule.endswith("Rulebook p. 145, E-SW-04")
    fight.do(cmd.Act(who="deel", name="attack"))
    view.show_offers("deel")
    refusal = fight.bridge.preview(cmd.Act(who="deel", name="charge"))
    assert view.rule.startswith(fight.texts.refusal(refusal))


def test_the_selected_offer_stays_selected_wherever_it_goes(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    view.rows.setCurrentIndex(view.model.find(("action", "attack")))
    fight.do(cmd.Act(who="deel", name="attack"))
    view.show_offers("deel")
    assert view.model.row(view.rows.currentIndex()).key == ("action", "attack")


@pytest.mark.parametrize(
    ("ruleset", "command", "never"),
    [
        ("dnd5e", cmd.BeginEffect(on="g1", name="unconscious"), {"crawl", "drop_prone"}),
        ("sagas-hub", cmd.Defeat(who="g1"), {"delay"}),
        ("srd35", cmd.Apply(to=("g1",), pipeline="damage", inputs={"amount": 90}), {"delay"}),
    ],
)
def test_who_is_down_is_offered_nothing_that_only_the_rest_of_the_group_can_do(
    qapp, ruleset: str, command: cmd.Command, never: set[str]
) -> None:
    """R5E-47, 003-2: it is the group's turn, and that of the living in it."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for one in (
        *(
            {"id": who, "name": who, "side": "foes", "kind": "npc", "group": "Goblins"}
            for who in ("g1", "g2")
        ),
        {"id": "tib", "name": "Tib"},
    ):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    for each in (cmd.Start(rolls={"Goblins": 20, "tib": 10}), command):
        assert bridge.dispatch(each) is not None
    assert bridge.state.walk.active == "Goblins"
    model = ActionsModel(bridge, texts)
    model.show_offers("g1")
    assert [row.id for row in rows(model) if not row.reason and row.id in never] == []
    model.show_offers("g2")
    assert [row.id for row in rows(model) if not row.reason], "the other one acts"
