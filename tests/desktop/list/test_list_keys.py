"""Keys of the initiative list: what they order at once, and what they ask for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.list.view import InitiativeList
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from tests.desktop.list.shown_list import ALT, NONE, Shown, fight, show
from tests.desktop.list.tables import SAGA, begun, gathered, opened

__all__ = ["fight"]


@pytest.mark.parametrize(
    ("key", "modifiers", "name"),
    [
        (Qt.Key.Key_Space, NONE, "primary"),
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
    assert (shown.wanted, shown.asked) == (["spend:reaction"], [])


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
    assert (len(pressed), wanted) == (1, ["primary"])


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


def test_home_and_end_lead_to_the_first_and_the_last_row(fight: Shown) -> None:
    """With Shift they select up to there, as in every list."""
    first, *_, last = ids = fight.ids()
    fight.view.select(ids[1])
    fight.key(Qt.Key.Key_End)
    assert fight.view.selected_ids() == [last]
    fight.key(Qt.Key.Key_Home)
    assert (fight.view.selected_ids(), fight.view.picked) == ([first], first)
    fight.key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert fight.view.selected_ids() == ids
