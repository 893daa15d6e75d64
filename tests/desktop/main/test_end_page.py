"""The end of a fight is a page: rounds, time, who fell, what everybody did; to print it, or to carry on."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from desktop.paper.print_dialog import PrintDialog
from rulesets.table import commands as cmd
from rulesets.table.encounter import OVER, RUNNING
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands


def test_the_end_of_a_fight_is_a_page(hands: Hands) -> None:
    window, bridge = hands.window, hands.window.services.bridge
    under_way(hands)
    assert not window.actions_.by_id["ending"].isEnabled()
    for command in (
        cmd.Apply(to=("trooper-1",), pipeline="damage", inputs={"amount": 12}, by="sarlane"),
        cmd.Defeat(who="foreman"),
        cmd.Disable(who="ioan"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.menu("end-encounter")
    page = hands.dialog()
    assert bridge.state.clock.status == OVER
    assert page.time.text().startswith("Rounds completed: 0 · Game time: 0 s")
    sides = {who: one.side for who, one in bridge.state.combatants.items()}
    names = {who: one.name for who, one in bridge.state.combatants.items()}
    fell = "; ".join(f"{names[who]} ({sides[who]})" for who in ("trooper-1", "foreman"))
    assert page.fallen.text() == f"Fell: {fell}. Out for now: {names['ioan']} ({sides['ioan']})."
    model = page.totals.model()
    titles = model.titles()
    told = {
        model.index(row, 0).data(): {
            title: model.index(row, column).data() for column, title in enumerate(titles)
        }
        for row in range(model.rowCount())
    }
    assert told[names["sarlane"]]["Dealt"] == told[names["trooper-1"]]["Taken"] == "10", "all that there was"
    assert told[names["sarlane"]]["Turns"] == "1"
    hands.click(page.carry_on)
    hands.no_dialog()
    assert bridge.state.clock.status == RUNNING
    assert bridge.state.walk.active == "sergeant", "it goes on where it was"


def test_the_page_can_be_printed_and_seen_again(hands: Hands) -> None:
    window = hands.window
    under_way(hands)
    hands.menu("end-encounter")
    hands.click(hands.dialog().print_button)
    assert isinstance(hands.dialog(), PrintDialog)
    hands.leave()
    hands.menu("ending")
    page = hands.dialog()
    assert page.carry_on.isEnabled()
    hands.leave()
    assert QApplication.activeModalWidget() is None
    assert window.table.hasFocus(), "Space goes to what comes next"


def test_the_end_says_what_ends_with_it_and_what_lasts_until_it_is_ended_stays(hands: Hands) -> None:
    """004-30: durations end with the encounter; a curse that nobody gave rounds does not."""
    bridge, texts = hands.window.services.bridge, hands.window.services.texts
    under_way(hands)
    for command in (
        cmd.BeginEffect(on="sarlane", name="cursed by the hag"),
        cmd.BeginEffect(on="trooper-1", name="poisoned", rounds=3),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.menu("end-encounter")
    hands.leave()
    assert [effect.name for effect in bridge.state.effects.values()] == ["cursed by the hag"]
    name = bridge.state.combatants["trooper-1"].name
    said = texts.entry(bridge.log[-1])
    assert said.title == "The encounter is over"
    assert f"Poisoned on {name} ends" in said.lines
