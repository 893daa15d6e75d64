"""What something comes to in place stands with its cost, before it is done."""

from __future__ import annotations

import pytest

from desktop.bridge import Bridge
from desktop.declare.react_dialog import ReactDialog
from desktop.main.phases import moment
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.inspector.inspecting import do, settle, shown
from tests.rulesets.small_rules import edition


@pytest.fixture
def clock(qtbot):
    """Ada acts at 12, Bo stands at 9."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("shots"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    do(bridge, cmd.Add(combatant={"id": "ada", "name": "Ada"}))
    do(bridge, cmd.Add(combatant={"id": "bo", "name": "Bo", "side": "foes"}))
    do(bridge, cmd.Start(rolls={"ada": 12, "bo": 9}))
    return bridge, texts, shown(bridge, texts, qtbot, "ada")


def costs(inspector) -> dict[str, str]:
    model = inspector.action_list.model
    rows = [model.row(model.index(number)) for number in range(model.rowCount())]
    return {row.id: row.cost for row in rows}


def test_the_list_says_when_one_acts_again(clock, qtbot):
    """SH-03, SH-06: of whoever acts, and of one who defends itself meanwhile."""
    _, _, inspector = clock
    assert costs(inspector)["attack"] == "Standard action · acts again on 9"
    assert costs(inspector)["free"] == ""
    inspector.show_combatant("bo")
    settle(qtbot, inspector)
    assert costs(inspector)["dodge"] == "1 shot · acts on 8, not 9"


def test_points_that_are_typed_say_so_at_once(clock):
    _, _, inspector = clock
    actions = inspector.action_list
    actions.ask(("type", "shots"))
    points = actions.form.widgets["points"]
    points.number = 5
    points.typed.emit()
    assert actions.rolled == "acts again on 7"
    points.number = 12
    points.typed.emit()
    assert actions.rolled == "Shot 12 → 0: no further turn this round"


def test_the_top_bar_shows_the_shot_that_is_played(clock):
    """SH-02, SH-05: who has paid acts again lower, and still holds the turn at the shot that was counted."""
    bridge, _, _ = clock

    def now() -> str:
        return next(step.detail for step in moment(bridge.scene).steps if step.now)

    assert now() == "Shot 12"
    do(bridge, cmd.Act(who="ada", name="attack"))
    assert (now(), bridge.scene.count(bridge.state.combatants["ada"])[0]) == ("Shot 12", "9")
    do(bridge, cmd.EndTurn())
    assert now() == "Shot 9"


@pytest.mark.slow
def test_the_dialog_for_reactions_says_what_a_defence_costs(clock, qtbot):
    bridge, texts, _ = clock
    dialog = ReactDialog(bridge, texts, "bo")
    qtbot.addWidget(dialog)
    dialog.name.setCurrentIndex(dialog.name.findData("dodge"))
    assert "acts on 8, not 9" in dialog.reason


CHOSEN = edition(
    """
[phase.turns]
turns = "again"
who = "not acted_this_round"
choice = { from = "side != last_side" }
"""
)


def test_no_count_is_shown_where_turns_come_again_without_one(qtbot):
    """Whoever can be chosen again has no place in time: a roll or a 0 would say that it has."""
    bridge = Bridge()
    bridge.open(loader.load_writing(CHOSEN), writing=CHOSEN)
    for who in ("ada", "bo"):
        do(bridge, cmd.Add(combatant={"id": who, "side": who}))
    do(bridge, cmd.Start(rolls={"ada": 12, "bo": 9}))
    do(bridge, cmd.Choose(who="ada"))
    assert bridge.state.walk.active == "ada"
    assert [step.detail for step in moment(bridge.scene).steps if step.now] == [""]
