"""Where the lines of the strip stand: on one line each, in place while the mouse answers, a key away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop.list.due_lines import DueLine, DueRow
from desktop.main.window import MainWindow
from desktop.widgets.labels import shortened
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands

OGRES = tuple(
    {"id": f"o{n}", "name": f"Ogre chieftain {n}", "side": "foes", "kind": "npc", "max_hp": 90}
    for n in range(1, 7)
)


def blown(hands: Hands, number: int) -> MainWindow:
    """So many ogres owe a save against massive damage (E-SRD-35)."""
    window = hands.window
    window.resize(QSize(1024, 640))
    ogres = OGRES[:number]
    window.services.encounters.new_from(Prepared("Cave", "srd35", {}, ({"id": "ann", "name": "Ann"}, *ogres)))
    who = tuple(str(one["id"]) for one in ogres)
    for command in (
        cmd.Start(rolls={"ann": 20, **dict.fromkeys(who, 10)}),
        cmd.Apply(to=who, pipeline="damage", inputs={"amount": 60}, by="ann"),
    ):
        assert window.services.bridge.dispatch(command) is not None
    hands.settle()
    return window


def hover(widget: QWidget, *, there: bool) -> None:
    """Let the mouse come to a widget, or leave it."""
    at = QPointF(widget.rect().center())
    event = (
        QEnterEvent(at, at, QPointF(widget.mapToGlobal(at.toPoint()))) if there else QEvent(QEvent.Type.Leave)
    )
    QCoreApplication.sendEvent(widget, event)


def press(hands: Hands, button: QWidget) -> None:
    """Click with a mouse that is really there."""
    hover(button, there=True)
    hands.click(button)


def places(window: MainWindow) -> list[tuple[int, int]]:
    """Where the rows of the strip stand in the window, and how high each is."""
    rows = [*window.due.groups, *window.due.lines]
    return [(row.mapTo(window, QPoint(0, 0)).y(), row.height()) for row in rows]


def test_what_the_mouse_answers_stays_in_its_place_until_it_leaves(hands: Hands) -> None:
    """An evening at the table: the second roll slid under the pointer that had answered the first."""
    window = blown(hands, 2)
    strip, bridge = window.due, window.services.bridge
    before = places(window)
    first, second = strip.lines
    press(hands, first.buttons["success"])
    assert places(window) == before
    assert strip.lines == [first, second]
    assert first.label.text().startswith("✓")
    assert first.label.text().endswith("Success")
    assert not first.buttons["failure"].isEnabled()
    assert not first.total.isEnabled()
    assert second.buttons["failure"].isEnabled()
    assert window.focusWidget() is window.table
    hover(strip, there=False)
    assert strip.lines == [second]
    bridge.undo()
    hands.settle()
    press(hands, strip.lines[0].buttons["success"])
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert len(strip.lines) == 1, "the fight has gone on"
    press(hands, strip.lines[0].buttons["success"])
    assert strip.isHidden(), "nothing is left that could move"


def test_what_keys_answer_leaves_what_the_pointer_is_over(hands: Hands) -> None:
    """The second line's buttons went down by a line, under the mouse that was about to press them."""
    window = blown(hands, 2)
    strip, bridge = window.due, window.services.bridge
    before, (first, second) = places(window), strip.lines
    hover(strip, there=True)
    asked = second.due.asked
    assert asked.check is not None
    answer = cmd.Check(who=asked.who, name=asked.check.check, degree="success")
    assert bridge.dispatch(answer) is not None
    hands.settle()
    assert places(window) == before
    assert (first.answered, second.answered) == (False, True)
    hover(strip, there=False)
    assert strip.lines == [first]


def test_of_many_each_is_ticked_in_its_place_and_the_row_of_all_counts_the_others(hands: Hands) -> None:
    window = blown(hands, 4)
    window.resize(QSize(1900, 640))
    hands.settle()
    strip = window.due
    hands.click(strip.groups[0].buttons["each"])
    hands.settle()
    before, lines = places(window), strip.lines
    beside = [one.x() for one in strip.groups[0].buttons.values()]
    for line in lines[:2]:
        press(hands, line.buttons["failure"])
        hands.settle()
        assert places(window) == before
        assert [one.x() for one in strip.groups[0].buttons.values()] == beside, "fewer names moved them"
    (group,) = strip.groups
    assert strip.lines == lines
    assert [line.answered for line in lines] == [True, True, False, False]
    assert "Ogre chieftain 3, Ogre chieftain 4" in group.label.text()
    press(hands, group.buttons["success"])
    assert strip.isHidden()
    people = window.services.bridge.state.combatants
    assert ["dead" in people[f"o{n}"].states for n in range(1, 5)] == [True, True, False, False]


def test_what_was_answered_before_gives_way_to_what_there_was_no_room_for(hands: Hands) -> None:
    """004-143, 004-160: a death save stood behind "1 more" while lines that were done with stood in sight."""
    window = hands.window
    window.resize(QSize(1024, 640))
    people = tuple({"id": one, "kind": "pc" if one in "ab" else "npc", "side": one} for one in "abxy")
    window.services.encounters.new_from(Prepared("Inn", "sagas-hub", {}, people))
    for command in (
        cmd.Start(rolls={"a": 20, "b": 15, "x": 10, "y": 5}),
        cmd.Apply(to=tuple("abxy"), pipeline="damage", inputs={"amount": 40}),
    ):
        assert window.services.bridge.dispatch(command) is not None
    hands.settle()
    strip = window.due
    first, second, third, fourth = strip.lines
    before = sorted(places(window))
    press(hands, first.buttons["success"])
    hover(first.buttons["success"], there=False)
    press(hands, second.buttons["success"])
    hands.settle()
    assert strip.lines[:3] == [second, third, fourth], "the one that was pressed last stays"
    assert strip.lines[3].due.text == "x: Going on without hit points"
    assert strip.lines[3].isVisible()
    assert sorted(places(window)) == before


def test_undone_what_was_ticked_is_asked_again(hands: Hands) -> None:
    window = blown(hands, 2)
    press(hands, window.due.lines[0].buttons["success"])
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert [line.answered for line in window.due.lines] == [False, False]


def test_one_key_leads_to_what_is_due_and_escape_back(hands: Hands) -> None:
    """It is in the table of commands, and so in menu, F1 and palette."""
    window = blown(hands, 2)
    strip = window.due
    hands.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is strip.lines[0].total
    QTest.keyClicks(strip.lines[0].total, "7")
    hands.key(Qt.Key.Key_Return, on=strip.lines[0].total)
    (line,) = strip.lines
    assert line.due.who == "o2"
    assert window.focusWidget() is line.total, "the next one can be typed at once"
    hands.key(Qt.Key.Key_Escape, on=line.total)
    assert window.focusWidget() is window.table
    hands.menu("due")
    hands.key(Qt.Key.Key_Tab, on=line.total)
    assert window.focusWidget() is line.buttons["roll"]
    window.services.bridge.session.dice = ListedDice((2,))
    hands.key(Qt.Key.Key_Space, on=line.buttons["roll"])
    assert strip.isHidden(), "Space is the button's own: the turn did not go on"
    assert window.services.bridge.state.walk.active == "ann"
    assert window.focusWidget() is window.table
    hands.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.messages.action.hasFocus(), "they are dead: the end of the fight is what is asked"
    assert window.services.bridge.dispatch(cmd.Restore(who="o1")) is not None
    hands.settle()
    assert not window.actions_.by_id["due"].isEnabled()
    hands.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.messages.text == "Nothing is to be answered now."


def test_enter_presses_the_button_that_has_the_keys(hands: Hands) -> None:
    """As Space does: in a strip of buttons whoever has come by Tab expects it."""
    window = blown(hands, 2)
    strip = window.due
    hands.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange), "a ring shows where the keys are"
    line = strip.lines[0]
    line.buttons["failure"].setFocus(Qt.FocusReason.TabFocusReason)
    hands.key(Qt.Key.Key_Return, on=line.buttons["failure"])
    assert [one.due.who for one in strip.lines] == ["o2"]
    assert window.focusWidget() is strip.lines[0].total


@pytest.fixture
def large(hands: Hands) -> Iterator[Hands]:
    """The least window in large text."""
    hands.window.resize(QSize(1024, 640))
    hands.window.do("text-size:14")
    yield hands
    hands.window.do("text-size:0")


def lines_of(row: DueRow) -> int:
    """How many lines a row takes."""
    tops = {one.mapTo(row, one.rect().center()).y() for one in row.buttons.values() if one.isVisible()}
    return len(tops)


@pytest.mark.slow
def test_in_large_text_an_open_roll_takes_one_line(large: Hands) -> None:
    """Who, and what is rolled, can be read; the tool tip has all, and a menu the buttons that this took."""
    window = blown(large, 2)
    for number, line in enumerate(window.due.lines, 1):
        assert lines_of(line) == 1
        assert line.height() < 2 * line.total.height()
        assert "…" in line.label.shown
        assert f"Ogre chieftain {number}: Fortit" in line.label.shown
        assert line.due.text in line.label.toolTip()
        assert [name for name, one in line.buttons.items() if one.isVisible()] == ["roll", "shows"]
        assert line.outcomes is not None
        said = [action.text().replace("&", "") for action in line.outcomes.menu().actions()]
        assert said == ["Success", "Failure"]


@pytest.mark.slow
def test_what_is_due_is_not_cut_out_of_the_middle(large: Hands) -> None:
    """E-SRD-32: "Reed goblin 1: … (d100), 10 or less: stable" left out just that it was dying."""
    window = large.window
    goblins = tuple(
        {"id": f"g{n}", "name": f"Reed goblin {n}", "hp": hp, "max_hp": 9, "side": "foes"}
        for n, hp in ((1, -3), (2, 9))
    )
    window.services.encounters.new_from(Prepared("Reeds", "srd35", {}, ({"id": "ann"}, *goblins)))
    bridge = window.services.bridge
    for command in (cmd.Start(rolls={"ann": 20, "g1": 9, "g2": 5}), cmd.EndTurn()):
        assert bridge.dispatch(command) is not None
    for size, shown in ((QSize(1440, 900), "≤ 10"), (QSize(1024, 640), "")):
        window.resize(size)
        large.settle()
        (line,) = window.due.lines
        assert line.due.text == "Reed goblin 1: Dying (d100), 10 or less: stable"
        assert line.label.shown.startswith("!  Reed goblin 1: Dyin")
        assert shown in line.label.shown
        assert line.due.text in line.label.toolTip()


@pytest.mark.slow
def test_where_a_line_has_no_room_for_every_outcome_a_menu_has_them(large: Hands) -> None:
    """R5E-48: a death save comes out in four ways."""
    window = large.window
    people = ({"id": "ann", "name": "Ann", "kind": "pc", "max_hp": 20}, {"id": "imp", "name": "Imp"})
    window.services.encounters.new_from(Prepared("Pit", "dnd5e", {}, people))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"imp": 20, "ann": 10}),
        cmd.Apply(to=("ann",), pipeline="damage", inputs={"amount": 22}),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(command) is not None
    large.settle()
    (line,) = window.due.lines
    assert isinstance(line, DueLine)
    assert lines_of(line) == 1
    assert line.outcomes is not None
    assert line.outcomes.isVisible()
    assert not line.buttons["critical-failure"].isVisible()
    menu = line.outcomes.menu()
    said = [action.text().replace("&", "") for action in menu.actions()]
    assert said == ["Critical success", "Success", "Failure", "Critical failure"]
    menu.actions()[3].trigger()
    large.settle()
    assert bridge.state.combatants["ann"].stats["death_failures"] == 2
    window.do("text-size:0")
    window.resize(QSize(1440, 900))
    bridge.undo()
    large.settle()
    (line,) = window.due.lines
    assert line.buttons["critical-failure"].isVisible()
    assert line.outcomes is not None
    assert not line.outcomes.isVisible()


def test_of_a_row_of_many_names_are_cut_short_and_not_what_is_rolled(hands: Hands) -> None:
    """E-SRD-32: "… (d100), 10 or less: Reed gobli…" did not say that they were dying."""
    window = hands.window
    window.resize(QSize(1024, 640))
    goblins = tuple({"id": f"g{n}", "name": f"Reed goblin {n}", "hp": -3, "max_hp": 9} for n in range(1, 5))
    window.services.encounters.new_from(Prepared("Reeds", "srd35", {}, ({"id": "ann"}, *goblins)))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, **{f"g{n}": 9 for n in range(1, 5)}})) is not None
    assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    (group,) = window.due.groups
    assert group.label.shown != group.label.text(), "there is no room for all of it"
    assert group.label.shown.startswith("!  Dying")


def test_what_is_missed_the_least_is_cut_short_first(window: MainWindow) -> None:
    metrics = window.fontMetrics()
    text, least = "Ann: Fortitude save, 15 or more", "Fortitude save"

    def cut(letters: int) -> str:
        return shortened(text, least, metrics, metrics.horizontalAdvance(text[:letters]))

    assert cut(len(text)) == text
    assert cut(len(text) - 3).startswith("Ann: Fort")
    assert cut(len(text) - 3).endswith("…, 15 or more")
    assert cut(len(text) - 14).startswith("Ann: Fort"), "what it is called stands before the number"
    assert shortened("Ann is asked", "", metrics, metrics.horizontalAdvance("Ann is as")).startswith("Ann is")


def test_in_large_text_fewer_lines_are_shown_at_once(hands: Hands) -> None:
    """Open rolls took half the list, and at 14 points the log."""
    shown = []
    for points in (0, 14):
        hands.window.do(f"text-size:{points}")
        window = blown(hands, 6)
        (group,) = window.due.groups
        group.opens.emit(group.due.key, True)
        hands.settle()
        shown.append(len(window.due.lines))
    hands.window.do("text-size:0")
    assert shown == [4, 2]
