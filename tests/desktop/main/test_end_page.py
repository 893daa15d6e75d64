"""The end of a fight is a page: rounds, time, who fell, what everybody did; to print it, or to fight on."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop import bridge as bridge_module
from desktop.combatants.carry_dialog import CarryDialog
from desktop.main import end_page
from desktop.paper.print_dialog import PrintDialog
from desktop.process.in_front import dialog_in_front
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from rulesets.table.encounter import OVER, RUNNING
from tests.desktop.fights import under_way
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
@pytest.mark.slow
def test_a_long_log_is_read_bit_by_bit(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is there at once, and whoever leaves it waits for nothing."""
    monkeypatch.setattr(end_page, "A_WHILE", 0.0)  # one step in one go
    bridge = hands.window.services.bridge
    under_way(hands)
    bridge.dispatch(cmd.EndTurn())
    hands.window.do("end-encounter")
    page = dialog_in_front(hands.window)
    assert isinstance(page, end_page.EndPage)
    assert (page.counting.isVisibleTo(page), page.totals.model().rowCount()) == (True, 0)
    hands.until(page.counting.isHidden, "the totals")
    assert page.totals.model().rowCount() == len(bridge.state.combatants)
    hands.leave()
    hands.menu("ending")
    hands.leave()
    assert hands.window.table.hasFocus()


@pytest.mark.slow
def test_the_end_is_whole_and_counts_whom_was_there(hands: Hands) -> None:
    """Whoever was taken away before the fight is not listed; the dead have nothing left to spend."""
    window, bridge = hands.window, hands.window.services.bridge
    window.resize(1024, 640)
    plays.open_sample(hands)
    gone = bridge.state.combatants["ioan"].name
    for command in (
        cmd.Leave(who="ioan"),
        cmd.Describe(who="lug", changes={"group": "Droids"}),
        cmd.Describe(who="deel", changes={"group": "Band"}),
        cmd.Describe(who="deel", changes={"group": ""}),
    ):
        assert bridge.dispatch(command) is not None
    said = [window.services.texts.entry(entry).title for entry in bridge.log[-3:]]
    lug, deel = (bridge.state.combatants[who].name for who in ("lug", "deel"))
    assert said == [
        f"{lug}: group is now Droids",
        f"{deel}: group is now Band",
        f"{deel}: no longer group Band",
    ]
    hands.primary()
    rolls = hands.dialog().model
    assert lug in [rolls.index(row, 0).data() for row in range(rolls.rowCount())], "one alone is no group"
    hands.leave()
    for command in (cmd.Start(), cmd.Defeat(who="foreman"), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None
    window.do("end-encounter")
    page = hands.dialog()
    names = [page.totals.model().index(row, 0).data() for row in range(page.totals.model().rowCount())]
    assert gone not in names
    assert page.totals.horizontalScrollBar().maximum() == 0
    assert page.width() <= 1024
    hands.leave()
    row = window.table.initiative.value_at(window.table.initiative.row_of("foreman"))
    assert all(token.spent for token in row.tokens)


@pytest.mark.slow
def test_an_evening_left_open_is_not_played(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the page is that in which steps were taken, and it says what is left out."""
    now = [time.time()]
    monkeypatch.setattr(bridge_module, "time", SimpleNamespace(time=lambda: now[0]))
    under_way(hands)
    bridge = hands.window.services.bridge
    now[0] = max(now[0], bridge.line[bridge.cursor - 1].at)
    for seconds in (60.0, 5 * 3600.0, 30.0):
        now[0] += seconds
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.menu("end-encounter")
    page = hands.dialog()
    hands.until(page.counting.isHidden, "the totals")
    said = page.time.text().rpartition("Real time: ")[2]
    assert said in {f"1:{rest} without breaks of more than 30 minutes" for rest in ("30,", "31,")}


def test_the_end_of_a_fight_is_a_page(hands: Hands) -> None:
    window, bridge = hands.window, hands.window.services.bridge
    under_way(hands)
    assert not window.actions_.by_id["ending"].isEnabled()
    for command in (
        cmd.Apply(to=("trooper-1",), pipeline="damage", inputs={"amount": 12}, by="sarlane"),
        cmd.Defeat(who="foreman"),
        cmd.Disable(who="ioan"),
        cmd.SetNumbers(who="lug", stats={"hp": 0}),
        cmd.BeginEffect(on="deel", name="unconscious"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.menu("end-encounter")
    page = hands.dialog()
    assert bridge.state.clock.status == OVER
    assert page.time.text().startswith("Rounds played: 0 · Game time: 0 s")
    sides = {who: one.side for who, one in bridge.state.combatants.items()}
    names = {who: one.name for who, one in bridge.state.combatants.items()}
    fell = "; ".join(f"{names[who]} ({sides[who]})" for who in ("trooper-1", "foreman"))
    assert page.counted.text().startswith("Dealt and taken are what was lost of hit points")
    said, _, out = page.fallen.text().partition(". Out for now: ")
    assert said == f"Fell: {fell}"
    assert all(names[who] in out for who in ("ioan", "lug", "deel")), (
        "who has nothing left or cannot act, too"
    )
    assert names["sarlane"] not in out
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
    hands.click(page.fight_on)
    hands.no_dialog()
    assert bridge.state.clock.status == RUNNING
    assert bridge.state.walk.active == "sergeant", "it goes on where it was"


@pytest.mark.slow
def test_a_place_in_the_order_that_fights_for_nobody_is_not_out(hands: Hands) -> None:
    """R5E-71: a lair is nobody's turn, and nobody fells it."""
    window = hands.window
    people = ({"id": "wyrm", "name": "Wyrm", "max_hp": 90}, {"id": "den", "name": "Den", "lair": "wyrm"})
    window.services.encounters.new_from(Prepared("Stair", "dnd5e", {}, people))
    for command in (cmd.Start(rolls={"wyrm": 20}), cmd.EndEncounter()):
        assert window.services.bridge.dispatch(command) is not None
    hands.menu("ending")
    assert hands.dialog().fallen.text() == "Nobody fell."


@pytest.mark.slow
def test_rolls_that_are_open_are_named_before_the_end_and_told_in_the_log(hands: Hands) -> None:
    """E-SRD-32: whoever is dying would roll on; nobody ends that without knowing."""
    window = hands.window
    bo = {"id": "bo", "name": "Bo", "hp": -3, "max_hp": 8}
    window.services.encounters.new_from(Prepared("Cave", "srd35", {}, (bo, {"id": "ann", "name": "Ann"})))
    bridge = window.services.bridge
    for command in (cmd.Start(rolls={"ann": 20, "bo": 10}), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.do("end-encounter")
    asked = hands.dialog()
    assert "Bo: Dying (d100), 10 or less: stable" in asked.about.text()
    hands.leave()
    assert (bridge.state.clock.status, len(bridge.state.asked)) == (RUNNING, 1), "nothing is done by looking"
    window.do("end-encounter")
    hands.click(hands.dialog().ok)
    assert bridge.state.clock.status == OVER
    assert "Not rolled any more: Bo, Dying" in window.services.texts.entry(bridge.log[-1]).lines
    assert bridge.state.asked == ()
    page = hands.dialog()
    assert isinstance(page, end_page.EndPage)
    hands.click(page.fight_on)
    assert len(bridge.state.asked) == 1, "who fights on rolls on"


@pytest.mark.slow
def test_a_fight_that_is_started_again_says_who_stays_dead_and_has_them_whole(hands: Hands) -> None:
    """Who fell stays where he fell, unless the game master wants the fight once more from its beginning."""
    window = hands.window
    people = (
        {"id": "ann", "name": "Ann", "max_hp": 30},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "max_hp": 10},
    )
    window.services.encounters.new_from(Prepared("Cave", "saga-edition", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 10}),
        cmd.Apply(to=("ann",), pipeline="damage", inputs={"amount": 4}, by="orc"),
        cmd.Apply(to=("orc",), pipeline="damage", inputs={"amount": 30}, by="ann"),
        cmd.EndEncounter(),
    ):
        assert bridge.dispatch(command) is not None, command
    ended = bridge.state
    hands.settle()
    hands.primary()
    again = hands.dialog()
    assert "Orc: Hit points 0, Condition track Helpless, Dead" in again.about.text()
    assert "Ann: Hit points 26" in again.about.text()
    hands.leave()
    assert bridge.state is ended
    for choice, left in (("stand", (26, 0)), ("others", (26, 10)), ("all", (30, 10))):
        hands.primary()
        again = hands.dialog()
        again.whole.setCurrentIndex(again.whole.findData(choice))
        hands.click(again.ok)
        assert hands.dialog().windowTitle() == "Start the encounter"
        hands.leave()
        assert tuple(bridge.state.combatants[who].stats["hp"] for who in ("ann", "orc")) == left
        assert (bridge.state.combatants["orc"].out == "") == (choice != "stand")
        if choice != "stand":
            bridge.undo()
        assert bridge.state == ended, "one step takes it back"


@pytest.mark.slow
def test_a_fight_that_is_started_again_says_the_states_in_force_and_none_that_is_over(hands: Hands) -> None:
    """E-SRD-33: the stable one was listed as dying, too, and the dying one as nothing but hurt."""
    window = hands.window
    goblin = {"side": "foes", "kind": "npc", "max_hp": 5}
    people = (
        {"id": "ann", "name": "Ann"},
        *({"id": one, "name": one.title(), **goblin} for one in ("bo", "cy")),
    )
    window.services.encounters.new_from(Prepared("Cave", "srd35", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "bo": 10, "cy": 5}),
        cmd.Apply(to=("bo", "cy"), pipeline="damage", inputs={"amount": 7}),
        cmd.Apply(to=("bo",), pipeline="first_aid", inputs={"check": 20}),
        cmd.EndEncounter(),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.primary()
    told = dict(line.strip().split(": ", 1) for line in hands.dialog().about.text().splitlines()[1:])
    assert told["Bo"].split(", ")[:3] == ["Hit points −2", "Stable", "Unconscious"]
    assert told["Cy"].split(", ")[:3] == ["Hit points −2", "Dying", "Unconscious"]
    rows = window.table.initiative
    for who, name in (("bo", "Bo"), ("cy", "Cy")):
        chips = [chip.text for chip in rows.value_at(rows.row_of(who)).chips]
        said = told[name].split(", ")[1:]
        assert [text for text in chips if text in said] == said, "as the list has it"
    hands.leave()


@pytest.mark.slow
def test_the_page_can_be_printed_and_seen_again(hands: Hands) -> None:
    window = hands.window
    under_way(hands)
    hands.menu("end-encounter")
    hands.key(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier, on=hands.dialog())
    printing = hands.dialog()
    assert isinstance(printing, PrintDialog), "the key that prints does so here, too"
    assert printing.options.kind.currentData() == "record", "of the fight that is over"
    hands.leave()
    hands.menu("ending")
    page = hands.dialog()
    assert page.fight_on.isEnabled()
    hands.key(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, on=page)
    assert isinstance(hands.dialog(), CarryDialog), "the key that carries over does so here, too"
    hands.leave()
    assert QApplication.activeModalWidget() is None
    assert window.table.hasFocus(), "Space goes to what comes next"


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_name_of_every_row_has_room(hands: Hands) -> None:
    """ "Bleeding, strain and …" was cut at the width of a name."""
    window, bridge = hands.window, hands.window.services.bridge
    window.resize(1024, 640)
    under_way(hands)
    assert (
        bridge.dispatch(cmd.Describe(who="deel", changes={"name": "Bleeding, strain and such"})) is not None
    )
    window.do("end-encounter")
    page = dialog_in_front(window)
    assert isinstance(page, end_page.EndPage)
    hands.until(page.counting.isHidden, "the totals")
    wanted = page.totals.fontMetrics().horizontalAdvance("Bleeding, strain and such")
    assert page.totals._least >= wanted
    hands.leave()
