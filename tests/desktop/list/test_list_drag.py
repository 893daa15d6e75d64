"""Rows of the initiative list are dragged as the rules say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.list.drop_command import Drop, drop_command
from desktop.list.view import InitiativeList
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules
from tests.desktop.list.shown_list import ALT, NONE, Shown, fight, show
from tests.desktop.list.tables import COUNTS, ORDER, SAGA, begun, crowd, do, gathered
from tests.rulesets.decisions import decisions

__all__ = ["fight"]


def test_before_the_start_a_drag_reorders(qtbot: QtBot) -> None:
    shown = show(qtbot, gathered())
    said = shown.hand.drop("s2", shown.hand.at("vex", 0.1))
    assert said == "Reorder: Stormtrooper 2 before Sarlane Vex"
    assert list(shown.bridge.state.combatants)[:2] == ["s2", "vex"]
    shown.hand.drop("s2", shown.hand.at("sgt", 0.9))
    assert shown.ids()[:3] == ["vex", "sgt", "s2"]
    assert shown.view.selected_ids() == ["s2"]


def test_dragging_the_active_row_down_delays_it(fight: Shown) -> None:
    """CR 144: act later on a lower count; the sentence stands there before the mouse is released."""
    said = fight.hand.drag("vex", fight.hand.at("k77", 0.9))
    assert said == "Delay Sarlane Vex to count 16, acts after K-77 “Lug”"
    assert fight.view.drag.indicator.tone == "now"
    assert fight.ids() == list(ORDER)
    fight.hand.release(fight.hand.at("k77", 0.9))
    assert fight.ids()[:4] == ["sgt", "k77", "vex", "deel"]
    assert fight.asked == [cmd.Delay(who="vex", after="k77")]
    assert fight.view.selected_ids() == ["vex"]
    assert fight.view.drag.indicator.text == ""
    fight.bridge.undo()
    assert fight.ids() == list(ORDER)


def test_a_drag_is_decided_once(fight: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the last hover has found is what the release goes by, and what is committed."""
    decided, to = decisions(monkeypatch, cmd.Delay), fight.hand.at("k77", 0.9)
    fight.hand.drag("vex", to)
    hovered = list(decided)
    assert hovered[-1] == cmd.Delay(who="vex", after="k77")
    fight.hand.release(to)
    assert fight.asked == hovered[-1:]
    assert fight.ids()[:4] == ["sgt", "k77", "vex", "deel"]
    assert decided == hovered


def test_below_the_last_row_is_after_the_last_that_still_has_to_act(fight: Shown) -> None:
    fight.hand.drop("vex", QPoint(150, fight.view.viewport().height() - 5))
    assert fight.asked == [cmd.Delay(who="vex", after="dock")]
    do(fight.bridge, cmd.Defeat(who="dock"))
    fight.hand.drop("sgt", fight.hand.at("vex", 0.95))
    assert fight.asked[1] == cmd.Delay(who="sgt", after="vex")


def test_below_the_last_row_never_means_behind_somebody_who_has_missed_its_turn(fight: Shown) -> None:
    """004-42: a joiner whose place has come by has no turn this time, wherever the GM moves it."""
    do(fight.bridge, cmd.EndTurn(), cmd.EndTurn())
    do(fight.bridge, cmd.Add(combatant={"id": "late", "name": "Late"}, roll=23))
    end = QPoint(150, fight.view.viewport().height() - 5)
    fight.hand.drop("late", end, ALT)
    assert fight.ids()[-1] == "late"
    fight.hand.drop("k77", end)
    assert fight.asked[1:] == [cmd.Delay(who="k77", after="dock")]


def test_a_group_is_passed_as_a_whole(fight: Shown) -> None:
    said = fight.hand.drag("vex", fight.hand.at("s1", 0.9))
    assert said.startswith("Delay Sarlane Vex to count 13, acts after ")
    line = fight.view.drag.indicator._line
    assert line == fight.view.rowViewportPosition(fight.view.initiative.row_of("dock"))
    fight.hand.release(fight.hand.at("s1", 0.9))
    assert fight.ids()[3:6] == ["s1", "s2", "vex"]


def test_a_refused_drop_changes_nothing_and_is_told(fight: Shown) -> None:
    before = fight.bridge.state
    said = fight.hand.drop("dock", fight.hand.at("sgt", 0.9))
    assert said.startswith("It is the turn of Sarlane Vex, not of Dock foreman.")
    assert fight.refused == [(cmd.Delay(who="dock", after="sgt"), "not-active")]
    assert fight.bridge.state is before
    assert fight.bridge.log == fight.bridge.log
    assert fight.view.selected_ids() == ["dock"]
    assert fight.asked == []


def test_alt_overrides_and_is_shown_while_it_is_held(fight: Shown) -> None:
    do(fight.bridge, cmd.Act(who="vex", cost="standard"))
    to = fight.hand.at("k77", 0.9)
    refused = fight.hand.drag("vex", to)
    assert "already acted" in refused
    assert "Rulebook p. 144" in refused
    assert fight.view.drag.indicator.tone == "bad"
    QTest.keyPress(fight.view, Qt.Key.Key_Alt, ALT)
    assert fight.view.drag.indicator.text.startswith("GM override: Delay Sarlane Vex")
    assert fight.view.drag.indicator.tone == "warn"
    QTest.keyRelease(fight.view, Qt.Key.Key_Alt)
    assert fight.view.drag.indicator.text == refused
    fight.hand.move(to, ALT)
    fight.hand.release(to, ALT)
    assert fight.refused == []
    assert fight.ids()[:3] == ["sgt", "k77", "vex"]
    assert fight.bridge.log[-1].overridden


def test_a_refused_drop_with_alt_released_is_refused(fight: Shown) -> None:
    do(fight.bridge, cmd.Act(who="vex", cost="standard"))
    to = fight.hand.at("k77", 0.9)
    fight.hand.drag("vex", to, ALT)
    fight.hand.release(to)
    assert [code for _, code in fight.refused] == ["cannot-delay"]
    assert fight.ids() == list(ORDER)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_dragging_a_waiting_row_to_the_present_position_resumes_it(fight: Shown, part: float) -> None:
    do(fight.bridge, cmd.Delay(who="vex"), cmd.EndTurn())
    assert fight.bridge.state.walk.active == "k77"
    said = fight.hand.drop("vex", fight.hand.at("k77", part))
    assert said == "Sarlane Vex acts now, after Trooper sergeant"
    assert fight.asked == [cmd.Resume(who="vex")]
    assert fight.ids()[:3] == ["sgt", "vex", "k77"]
    assert fight.bridge.state.walk.active == "vex"


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_readied_row_dragged_to_the_marked_one_sets_its_action_off(fight: Shown, part: float) -> None:
    """CR 144: it acts just before whoever set it off: by the row on which it is dropped that is said."""
    triggered: list[cmd.Command] = []
    fight.view.triggers.connect(triggered.append)
    do(fight.bridge, cmd.Ready(who="vex", action="shoot", trigger="a trooper moves"), cmd.EndTurn())
    assert fight.bridge.state.walk.active == "sgt"
    said = fight.hand.drop("vex", fight.hand.at("sgt", part))
    assert said == "Sarlane Vex takes the readied action “shoot”, set off by Trooper sergeant"
    assert fight.view.drag.indicator.text == ""
    assert triggered == [cmd.Trigger(who="vex", by="sgt")]
    assert fight.refused == fight.asked == []
    fight.hand.drop("vex", fight.hand.at("dock", 0.9))
    assert len(triggered) == 1, "elsewhere it is a turn that is put off"
    assert [type(command) for command, _ in fight.refused] == [cmd.Delay]


def test_a_waiting_row_dragged_elsewhere_is_refused(fight: Shown) -> None:
    do(fight.bridge, cmd.Delay(who="vex"), cmd.EndTurn())
    fight.hand.drop("vex", fight.hand.at("dock", 0.4))
    assert [command for command, _ in fight.refused] == [cmd.Delay(who="vex", after="squad")]


def test_a_turn_delayed_behind_somebody_can_come_back_where_the_count_allows_it(fight: Shown) -> None:
    do(fight.bridge, cmd.Delay(who="vex", after="k77"), cmd.EndTurn())
    fight.hand.drop("vex", fight.hand.at("k77"))
    assert fight.refused == []
    assert fight.bridge.state.walk.active == "vex"


def test_escape_leaves_everything_where_it_is(fight: Shown) -> None:
    to = fight.hand.at("k77", 0.9)
    fight.hand.drag("vex", to)
    fight.key(Qt.Key.Key_Escape)
    assert not fight.view.drag.active
    assert fight.view.drag.indicator.text == ""
    fight.hand.move(to + QPoint(0, 30))
    fight.hand.release(to + QPoint(0, 30))
    assert (fight.asked, fight.refused, fight.ids()) == ([], [], list(ORDER))


def test_letting_go_outside_the_list_does_nothing(fight: Shown) -> None:
    outside = QPoint(150, fight.view.viewport().height() + 40)
    said = fight.hand.drop("vex", outside)
    assert said == "Outside the list: nothing happens."
    assert (fight.asked, fight.refused) == ([], [])
    fight.hand.drag("vex", outside)
    fight.hand.move(fight.hand.at("k77", 0.9))
    assert fight.view.drag.indicator.text.startswith("Delay")
    fight.view.drag.cancel()


def test_a_row_dropped_on_itself_stays(fight: Shown) -> None:
    assert fight.hand.drop("s1", fight.hand.at("s2", 0.9)) == "Stays where it is."
    assert fight.hand.drop("vex", fight.hand.at("vex", 0.95)) == "Stays where it is."
    assert (fight.asked, fight.refused) == ([], [])


def test_a_click_is_no_drag(fight: Shown) -> None:
    fight.hand.press("deel")
    fight.hand.move(fight.hand.at("deel") + QPoint(1, 1))
    assert not fight.view.drag.active
    fight.hand.release(fight.hand.at("deel"))
    assert fight.view.selected_ids() == ["deel"]


def test_a_drag_ends_when_something_else_changes_the_fight(fight: Shown) -> None:
    fight.hand.drag("vex", fight.hand.at("k77", 0.9))
    do(fight.bridge, cmd.EndTurn())
    assert not fight.view.drag.active
    fight.hand.release(fight.hand.at("k77", 0.9))
    assert fight.asked == []


@pytest.mark.slow
def test_held_at_an_edge_the_list_scrolls(qtbot: QtBot) -> None:
    shown = show(qtbot, crowd(40))
    bar = shown.view.verticalScrollBar()
    shown.hand.drag("c0", QPoint(150, shown.view.viewport().height() - 2))
    qtbot.waitUntil(lambda: bar.value() > 100)
    low = bar.value()
    shown.hand.move(QPoint(150, 2))
    qtbot.waitUntil(lambda: bar.value() < low)
    assert shown.view.drag.indicator.geometry() == shown.view.viewport().geometry()
    shown.view.drag.cancel()
    before = bar.value()
    QTest.qWait(120)
    assert bar.value() == before


@pytest.mark.parametrize("size", [(900, 480), (360, 170)])
@pytest.mark.parametrize("where", ["top", "bottom", "right"])
def test_the_sentence_is_never_cut_off(qtbot: QtBot, size: tuple[int, int], where: str) -> None:
    shown = show(qtbot, begun(), size)
    do(shown.bridge, cmd.Describe(who="vex", changes={"name": "A name of many words " * 6}))
    area = shown.view.viewport().rect()
    y = {"top": 1, "bottom": area.bottom() - 1, "right": 100}[where]
    shown.hand.drag("vex", QPoint(area.right() - 2 if where == "right" else 3, y))
    indicator = shown.view.drag.indicator
    assert indicator.text
    assert indicator.rect().contains(indicator.bubble())
    shown.view.drag.cancel()


def test_the_sentence_is_painted(fight: Shown) -> None:
    before = fight.view.grab().toImage()
    fight.hand.drag("vex", fight.hand.at("k77", 0.9))
    during = fight.view.grab().toImage()
    bubble = fight.view.drag.indicator.bubble().translated(fight.view.viewport().pos())
    assert before.copy(bubble) != during.copy(bubble)
    fight.view.drag.cancel()
    assert fight.view.grab().toImage().copy(bubble) == before.copy(bubble)


def test_a_key_press_of_escape_reaches_the_drag_before_any_dialog(fight: Shown) -> None:
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, NONE)
    override.ignore()
    QApplication.sendEvent(fight.view, override)
    assert not override.isAccepted()
    fight.hand.drag("vex", fight.hand.at("k77", 0.9))
    QApplication.sendEvent(fight.view, override)
    assert override.isAccepted()
    fight.view.drag.cancel()


# -- which command a drop is -----------------------------------------------------------------------


def rules_with(**changes: Any) -> Rules:
    rules = load(SAGA)
    assert rules.delay is not None
    return replace(rules, delay=replace(rules.delay, **changes))


@pytest.mark.parametrize(
    ("to", "gap", "command"),
    [
        (("after",), 3, cmd.Delay(who="vex", after="k77")),
        (("count", "after"), 3, cmd.Delay(who="vex", after="k77")),
        (("count",), 3, cmd.Delay(who="vex", count=16)),
        (("count",), 7, cmd.Delay(who="vex", count=10)),
        (("wait",), 3, cmd.Delay(who="vex")),
        ((), 3, cmd.Delay(who="vex")),
    ],
)
def test_a_drop_is_the_kind_of_delay_that_the_ruleset_has(
    qtbot: QtBot, to: tuple[str, ...], gap: int, command: cmd.Command
) -> None:
    bridge, texts = begun(rules_with(to=to))
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    rows = view.initiative.rows
    assert drop_command(bridge.rules, bridge.state, rows, Drop(0, gap)) == command


def test_a_drop_between_the_tied_keeps_their_count(qtbot: QtBot) -> None:
    bridge, texts = gathered(rules_with(to=("count",)))
    do(bridge, cmd.Start(rolls={**COUNTS, "k77": 16}))
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    found = drop_command(bridge.rules, bridge.state, view.initiative.rows, Drop(0, 3))
    assert found == cmd.Delay(who="vex", count=16)


def test_a_drop_above_everybody_is_a_count_above_everybodys(fight: Shown) -> None:
    do(fight.bridge, cmd.EndTurn())
    fight.hand.drop("sgt", fight.hand.at("vex", 0.1))
    assert fight.refused == [(cmd.Delay(who="sgt", count=25), "not-lower")]


def test_when_the_fight_is_over_nothing_can_be_dragged(fight: Shown) -> None:
    do(fight.bridge, cmd.EndEncounter())
    assert fight.hand.drop("vex", fight.hand.at("dock", 0.9)) == "Stays where it is."


def test_a_waiting_row_comes_back_anywhere_when_nobody_acts(qtbot: QtBot) -> None:
    shown = show(qtbot, begun(rules_with(until="pass", then="must-act")))
    do(shown.bridge, cmd.Delay(who="vex"), *[cmd.EndTurn()] * 5)
    assert shown.bridge.state.walk.active == ""
    shown.hand.drop("vex", shown.hand.at("dock", 0.9))
    assert shown.bridge.state.walk.active == "vex"
