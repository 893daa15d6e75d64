"""The initiative list: keys, menu, selection, and rows that are dragged as the rules say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.row_values import Kind
from desktop.theme import apply_theme, dark_theme, light_theme
from desktop.views.drop_command import Drop, drop_command
from desktop.views.initiative_list import InitiativeList
from desktop.views.list_columns import spans, widths
from rulesets.compiled import Rules
from rulesets.encounter import commands as cmd
from rulesets.loader import load
from tests.desktop.models.tables import COUNTS, ORDER, PEOPLE, SAGA, begun, crowd, do, gathered, opened

NONE = Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """A mouse over a list."""

    def __init__(self, view: InitiativeList) -> None:
        self.view = view

    def at(self, who: str, part: float = 0.5) -> QPoint:
        """A point in somebody's row: 0 is its upper, 1 its lower edge."""
        row = self.view.initiative.row_of(who)
        assert row >= 0
        return QPoint(150, self.view.rowViewportPosition(row) + round(self.view.rowHeight(row) * part))

    def press(self, who: str) -> None:
        QTest.mousePress(self.view.viewport(), LEFT, NONE, self.at(who))

    def move(self, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
        viewport = self.view.viewport()
        place = QPointF(viewport.mapToGlobal(to))
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(to), place, Qt.MouseButton.NoButton, LEFT, modifiers
        )
        QApplication.sendEvent(viewport, event)

    def release(self, at: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseRelease(self.view.viewport(), LEFT, modifiers, at)

    def drag(self, who: str, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> str:
        """Take a row along without letting go; return what the indicator says."""
        self.press(who)
        self.move(self.at(who) + QPoint(0, 3 + QApplication.startDragDistance()), modifiers)
        self.move(to, modifiers)
        return self.view.drag.indicator.text

    def drop(self, who: str, to: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> str:
        """Drag a row and let go; return what the indicator said before."""
        said = self.drag(who, to, modifiers)
        self.release(to, modifiers)
        return said


class Shown:
    """A list in a window with everything that it tells."""

    def __init__(self, bridge: Bridge, view: InitiativeList) -> None:
        self.bridge, self.view, self.hand = bridge, view, Hand(view)
        warning = QAbstractItemModelTester.FailureReportingMode.Warning
        self.tester = QAbstractItemModelTester(view.initiative, warning)
        self.wanted: list[str] = []
        self.asked: list[Any] = []
        self.refused: list[tuple[Any, str]] = []
        self.current: list[str] = []
        view.wants.connect(self.wanted.append)
        view.asked.connect(self.asked.append)
        view.refused_drop.connect(self._refused)
        view.current_changed.connect(self.current.append)

    def _refused(self, command: cmd.Command, refusal: Any) -> None:
        self.refused.append((command, refusal.code))

    def ids(self) -> list[str]:
        model = self.view.initiative
        return [model.combatant_at(row) for row in range(model.rowCount())]

    def key(self, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, modifiers)


def show(qtbot: QtBot, opened_: tuple[Bridge, Any], size: tuple[int, int] = (900, 480)) -> Shown:
    bridge, texts = opened_
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    view.resize(*size)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return Shown(bridge, view)


@pytest.fixture
def fight(qtbot: QtBot) -> Shown:
    """A fight in which Sarlane Vex acts first."""
    return show(qtbot, begun())


# -- dragging --------------------------------------------------------------------------------------


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


def test_below_the_last_row_is_after_the_last_that_still_has_to_act(fight: Shown) -> None:
    fight.hand.drop("vex", QPoint(150, fight.view.viewport().height() - 5))
    assert fight.asked == [cmd.Delay(who="vex", after="dock")]
    do(fight.bridge, cmd.Defeat(who="dock"))
    fight.hand.drop("sgt", fight.hand.at("vex", 0.95))
    assert fight.asked[1] == cmd.Delay(who="sgt", after="vex")


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
    assert "CR 144" in refused
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
    shown = show(qtbot, begun(rules_with(rest_waiting="lowest-first")))
    do(shown.bridge, cmd.Delay(who="vex"), *[cmd.EndTurn()] * 5)
    assert shown.bridge.state.walk.active == ""
    shown.hand.drop("vex", shown.hand.at("dock", 0.9))
    assert shown.bridge.state.walk.active == "vex"


# -- keys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "modifiers", "name"),
    [
        (Qt.Key.Key_Space, NONE, "next"),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier, "back"),
        (Qt.Key.Key_D, NONE, "delay"),
        (Qt.Key.Key_R, NONE, "ready"),
        (Qt.Key.Key_T, NONE, "trigger"),
        (Qt.Key.Key_E, NONE, "react"),
        (Qt.Key.Key_P, NONE, "react"),
        (Qt.Key.Key_H, NONE, "damage"),
        (Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier, "heal"),
        (Qt.Key.Key_C, NONE, "effect"),
        (Qt.Key.Key_N, NONE, "add"),
        (Qt.Key.Key_Slash, NONE, "find"),
    ],
)
def test_keys_that_need_a_further_word(
    fight: Shown, key: Qt.Key, modifiers: Qt.KeyboardModifier, name: str
) -> None:
    fight.view.select("vex")
    fight.key(key, modifiers)
    assert fight.wanted == [name]
    assert fight.asked == []


@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("1", cmd.Act(who="vex", cost="standard")),
        ("2", cmd.Act(who="vex", cost="move")),
        ("3", cmd.Act(who="vex", cost="swift")),
        ("4", cmd.Act(who="vex", cost="full-round")),
        ("6", cmd.React(who="vex")),
        ("k", cmd.MoveTrack(who="vex", by=1)),
    ],
)
def test_keys_that_order_at_once(fight: Shown, key: str, command: cmd.Command) -> None:
    """Without a selection they mean whoever acts now."""
    fight.key(key)
    assert fight.asked == [command]
    assert fight.bridge.log[-1].command == command


def test_a_digit_of_a_reaction_that_must_say_what_it_answers_asks_for_it(qtbot: QtBot) -> None:
    shown = show(qtbot, begun(load(SAGA, {"reactions": "per_trigger"})))
    shown.key("6")
    assert (shown.wanted, shown.asked) == (["react"], [])


def test_track_keys_move_all_selected(fight: Shown) -> None:
    fight.view.select("s1")
    fight.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert fight.view.selected_ids() == ["s1", "s2"]
    fight.key(Qt.Key.Key_K)
    fight.key(Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert [(each.who, each.by) for each in fight.asked] == [("s1", 1), ("s2", 1), ("s1", -1), ("s2", -1)]


def test_before_the_start_alt_and_arrows_reorder(qtbot: QtBot) -> None:
    shown = show(qtbot, gathered())
    shown.view.select("vex")
    shown.key(Qt.Key.Key_Up, ALT)
    assert shown.asked == []
    shown.key(Qt.Key.Key_Down, ALT)
    assert shown.ids()[:2] == ["sgt", "vex"]
    assert shown.view.selected_ids() == ["vex"]


def test_keys_do_not_reach_the_list_from_a_button(qtbot: QtBot) -> None:
    """A focused button keeps its own Space."""
    window = QWidget()
    qtbot.addWidget(window)
    bridge, texts = begun()
    view, button = InitiativeList(bridge, texts, window), QPushButton("Button", window)
    layout = QVBoxLayout(window)
    layout.addWidget(view)
    layout.addWidget(button)
    pressed: list[bool] = []
    wanted: list[str] = []
    button.clicked.connect(lambda: pressed.append(True))
    view.wants.connect(wanted.append)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert (len(pressed), wanted) == (1, [])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert (len(pressed), wanted) == (1, ["next"])


def test_letters_without_a_meaning_select_nobody(fight: Shown) -> None:
    fight.key(Qt.Key.Key_S)
    assert fight.view.selected_ids() == []
    assert (fight.wanted, fight.asked) == ([], [])


def test_without_an_encounter_keys_do_nothing(qtbot: QtBot) -> None:
    bridge, texts = opened()
    bridge.close()
    shown = show(qtbot, (bridge, texts))
    shown.key(Qt.Key.Key_Space)
    shown.key(Qt.Key.Key_1)
    shown.key(Qt.Key.Key_K)
    assert (shown.wanted, shown.asked, shown.view.current(), shown.view.selected_ids()) == ([], [], "", [])


# -- menu, selection, sight ------------------------------------------------------------------------


def menu_of(shown: Shown) -> list[str]:
    """Object names of what the context menu offers for the selection."""
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(shown.view.viewport(), event)
    menu = shown.view.findChild(QMenu)
    assert menu is not None
    names = [action.objectName() for action in menu.actions() if action.objectName()]
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return names


def test_the_menu_offers_what_makes_sense(fight: Shown) -> None:
    fight.view.select("vex")
    names = menu_of(fight)
    assert {"delay", "ready", "react", "damage", "heal", "defeat", "disable", "remove"} <= set(names)
    assert not {"resume", "trigger", "restore", "up"} & set(names)
    do(fight.bridge, cmd.Delay(who="vex"), cmd.Defeat(who="dock"))
    assert "resume" in menu_of(fight)
    fight.view.select("dock")
    assert {"restore", "remove"} <= set(menu_of(fight))


def test_the_menu_before_the_start(qtbot: QtBot) -> None:
    shown = show(qtbot, gathered())
    shown.view.select("vex")
    names = menu_of(shown)
    assert {"up", "down", "remove", "add"} <= set(names)
    assert not {"delay", "next", "ready"} & set(names)
    do(shown.bridge, *(cmd.Leave(who=person["id"]) for person in PEOPLE))
    assert menu_of(shown) == ["add", "find"]


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("defeat", cmd.Defeat(who="dock")),
        ("disable", cmd.Disable(who="dock")),
        ("remove", cmd.Leave(who="dock")),
    ],
)
def test_the_menu_dispatches_what_needs_no_further_word(
    fight: Shown, name: str, command: cmd.Command
) -> None:
    fight.view.select("dock")
    fight.view.keys.by_name[name].trigger()
    assert fight.bridge.log[-1].command == command
    fight.bridge.undo()
    assert fight.view.initiative.row_of("dock") == 6


def test_who_is_looked_at_is_told(fight: Shown) -> None:
    fight.view.select("deel")
    assert (fight.current[-1], fight.view.current()) == ("deel", "deel")
    fight.hand.press("dock")
    fight.hand.release(fight.hand.at("dock"))
    assert fight.current[-1] == "dock"
    fight.view.select("nobody")
    assert fight.view.current() == "dock"
    fight.bridge.open(load(SAGA))
    assert fight.current[-1] == ""


def test_the_selection_stays_with_its_combatant(fight: Shown) -> None:
    fight.view.select("vex")
    do(fight.bridge, cmd.Delay(who="vex", after="dock"))
    assert fight.view.selected_ids() == ["vex"]
    do(fight.bridge, cmd.Leave(who="sgt"))
    assert fight.view.selected_ids() == ["vex"]


def test_whoever_acts_is_kept_in_sight(qtbot: QtBot) -> None:
    shown = show(qtbot, crowd(40))
    for _ in range(39):
        do(shown.bridge, cmd.EndTurn())
    active = shown.view.visualRect(shown.view.initiative.index(39, 0))
    assert shown.view.viewport().rect().contains(active.center())
    do(shown.bridge, cmd.EndTurn())
    assert shown.view.verticalScrollBar().value() == 0


# -- looks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [330, 480, 700, 1024, 1440, 3000])
@pytest.mark.parametrize("points", [9, 24])
def test_there_is_never_anything_to_scroll_sideways(qtbot: QtBot, width: int, points: float) -> None:
    bridge, texts = begun()
    view = InitiativeList(bridge, texts)
    qtbot.addWidget(view)
    font = view.font()
    font.setPointSizeF(points)
    view.setFont(font)
    view.resize(width, 600)
    with qtbot.waitExposed(view):
        view.show()
    columns = range(view.initiative.columnCount())
    assert sum(view.columnWidth(column) for column in columns) == view.viewport().width()
    assert min(view.columnWidth(column) for column in columns) > 10
    assert view.rowHeight(0) >= view.fontMetrics().height() * 2


def test_at_a_window_of_1024_names_and_tokens_have_room(qtbot: QtBot) -> None:
    shown = show(qtbot, begun(), (1024 - 300, 500))
    kinds = [column.kind for column in shown.view.initiative.columns]
    em = shown.view.fontMetrics().height()
    assert shown.view.columnWidth(kinds.index(Kind.COMBATANT)) >= em * 8
    needs = spans(shown.view.initiative.columns, shown.bridge.rules, shown.view.font())
    assert shown.view.columnWidth(kinds.index(Kind.BUDGET)) >= needs[kinds.index(Kind.BUDGET)].least
    assert sum(widths(needs, 1)) == 1


def test_other_rulesets_get_other_columns(fight: Shown) -> None:
    rules = load(SAGA)
    fight.bridge.open(replace(rules, pipelines={}, main_track="", tracks={}))
    do(fight.bridge, *(cmd.Add(combatant=dict(person)) for person in PEOPLE))
    header = fight.view.initiative.headerData
    labels = [header(number, Qt.Orientation.Horizontal) for number in range(4)]
    assert labels == ["Count", "Combatant", "Actions left", "Effects"]
    assert not fight.view.grab().isNull()


def test_an_empty_list_says_what_to_do(qtbot: QtBot) -> None:
    empty, closed = show(qtbot, opened()), opened()
    closed[0].close()
    nothing = show(qtbot, closed)
    assert empty.view.grab().toImage() != nothing.view.grab().toImage()


def test_light_and_dark_follow_the_palette(qtbot: QtBot, qapp: QApplication) -> None:
    shown = show(qtbot, begun())
    pictures = []
    try:
        for scheme, theme in (("light", light_theme()), ("dark", dark_theme())):
            assert apply_theme(qapp, scheme) == theme  # type: ignore[arg-type]
            qtbot.waitUntil(lambda base=theme.base: shown.view.palette().base().color() == base)
            picture = shown.view.grab().toImage()
            below = QPoint(picture.width() // 2, picture.height() - 4)
            assert picture.pixelColor(below) == theme.base
            pictures.append(picture)
        assert pictures[0] != pictures[1]
    finally:
        apply_theme(qapp, "system")


def test_a_key_press_of_escape_reaches_the_drag_before_any_dialog(fight: Shown) -> None:
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, NONE)
    override.ignore()
    QApplication.sendEvent(fight.view, override)
    assert not override.isAccepted()
    fight.hand.drag("vex", fight.hand.at("k77", 0.9))
    QApplication.sendEvent(fight.view, override)
    assert override.isAccepted()
    fight.view.drag.cancel()
