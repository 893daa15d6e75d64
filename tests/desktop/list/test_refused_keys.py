"""What is typed behind a key of the list that was refused what it asks for: none of it is a command."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest

from desktop.files.samples import read_sample, samples, shipped
from desktop.list.actions import own_commands
from desktop.list.refused_keys import PAUSE
from desktop.process.in_front import dismiss_all
from rulesets.table import commands as cmd
from rulesets.table.commands import Start
from tests.hands.keys_and_mouse import Hands

NONE = Qt.KeyboardModifier.NoModifier
ENTER = Qt.Key.Key_Return
FIFTH = "the-salt-stair"


def begin(hands: Hands, sample: str, first: str = "") -> None:
    hands.window.services.encounters.new_from(read_sample(shipped(sample)))
    rolls = {first: 40} if first else {}
    assert hands.window.services.bridge.dispatch(Start(rolls=rolls)) is not None
    hands.settle()


def burst(hands: Hands, *keys: Qt.Key | str) -> None:
    """Press keys one after the other, with nothing in between: whoever has them by then gets them."""
    window = hands.window
    window.activateWindow()
    hands.until(window.isActiveWindow, "the window")
    window.table.setFocus()
    for key in keys:
        pressed = QKeySequence(key)[0]
        QTest.keyClick(window.windowHandle(), pressed.key(), pressed.keyboardModifiers())


@pytest.mark.slow
def test_digits_behind_a_refused_key_spend_nothing_and_are_told(hands):
    """Fifth edition lets no turn be put off (R5E-14): D 12 spent an action and a bonus action."""
    begin(hands, FIFTH, "ysolde")
    bridge, bar = hands.window.services.bridge, hands.window.messages
    steps = bridge.cursor
    burst(hands, "d", "1", "2")
    assert bar.text == "This ruleset does not let a turn be put off. “12” was not taken."
    burst(hands, Qt.Key.Key_Backspace, "d", "6", "+", "1", ENTER)
    assert bar.text.endswith("“1d6+1” was not taken.")
    assert bridge.cursor == steps
    burst(hands, Qt.Key.Key_Escape, "1")  # any other key, and digits are what they were
    assert bridge.log[-1].command == cmd.Act(who="ysolde", cost="action")
    assert bridge.cursor == steps + 1


@pytest.mark.slow
def test_digits_mean_what_they_do_after_a_pause(hands):
    begin(hands, FIFTH)
    bridge, table = hands.window.services.bridge, hands.window.table
    steps = bridge.cursor
    burst(hands, "d")

    def press(at: int) -> bool:
        """Tell of a key, pressed so many milliseconds after the system began; True if it is no command."""
        told = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_1, NONE, "1")
        told.setTimestamp(at)
        told.ignore()
        QCoreApplication.sendEvent(table, told)
        return told.isAccepted()

    pressed = 10**9
    table.refused_keys.begin()
    press(pressed)
    table.refused_keys.begin()
    assert press(pressed + PAUSE)
    assert press(pressed + 2 * PAUSE)
    assert not press(pressed + 3 * PAUSE + 1)
    assert bridge.cursor == steps


@pytest.mark.slow
def test_digits_in_the_log_are_no_commands_then_either(hands):
    """The keys of the list work in the log, too."""
    begin(hands, FIFTH)
    window, bridge = hands.window, hands.window.services.bridge
    window.panels.flush()
    window.log.list.setFocus()
    steps = bridge.cursor
    for key in ("d", "1", "2"):
        QTest.keyClick(window.windowHandle(), key)
    assert window.messages.text.endswith("“12” was not taken.")
    assert bridge.cursor == steps


@pytest.mark.slow
def test_a_key_of_the_window_that_is_refused_takes_its_digits_along(hands):
    """Shift+F2 with two selected, 12, Enter."""
    begin(hands, FIFTH)
    window, bridge = hands.window, hands.window.services.bridge
    window.table.pick_all([one.id for one in bridge.state.combatants.values()][:2])
    steps = bridge.cursor
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F2, Qt.KeyboardModifier.ShiftModifier)
    for key in ("1", "2", ENTER):
        QTest.keyClick(window.windowHandle(), key)
    assert window.messages.text == "Select a single combatant. “12” was not taken."
    assert bridge.cursor == steps


@pytest.mark.slow
def test_digits_behind_d_are_the_count_to_which_the_turn_is_put_off(hands):
    """A shot clock (SH-11) proposes to wait without a count; the window begins there."""
    begin(hands, "the-lantern-pier")
    burst(hands, "d", "1", "2")
    dialog = hands.dialog()
    assert (dialog.count.text(), dialog.radios["count"].isChecked()) == ("12", True)
    assert dialog.round.text() == ""
    dialog.ok.setFocus()
    QTest.keyClicks(dialog.ok, "3")
    assert dialog.count.text() == "3", "wherever the keys are"
    hands.leave()


@pytest.mark.slow
def test_digits_behind_d_are_said_to_be_nothing_where_nobody_waits_for_a_count(hands):
    """Three actions: one delays without a count, and for no later round (PF-20, PF-22): none is asked for."""
    begin(hands, "the-kiln-yard")
    bridge = hands.window.services.bridge
    steps = bridge.cursor
    burst(hands, "d", "1", "2", ENTER)
    dialog = hands.dialog()
    said = "“12” was not taken: this ruleset lets nobody wait for a count."
    assert dialog.reason.startswith(f"{said} Press once more for this: "), "the first Enter says what comes"
    assert bridge.cursor == steps
    assert not dialog.round.isVisible()
    hands.accept()
    assert bridge.log[-1].command == cmd.Delay(who=bridge.log[-1].command.who)


MEANT = {
    "add": (cmd.Add,),
    "attack": (cmd.Act, cmd.RecordAttack),
    "belongs": (cmd.Describe,),
    "damage": (cmd.Act, cmd.Apply),
    "effect": (cmd.BeginEffect,),
    "heal": (cmd.Act, cmd.Apply),
    "known": (cmd.Describe,),
    "ready": (cmd.Ready,),
    "react": (cmd.React,),
    "send-away": (cmd.Leave, cmd.PlanWave),
    "wave": (cmd.PlanWave,),
}
"""Command → what its dialog records when a number is typed into it."""


@pytest.mark.slow
@pytest.mark.parametrize("sample", [one.name for one in samples()])
def test_a_burst_of_every_asking_key_records_nothing_that_was_not_meant(hands, sample):
    """Key, 12, Enter: what the dialog is for, or nothing; a turn is put off to 12, or not at all."""
    begin(hands, sample)
    bridge = hands.window.services.bridge
    asking = {key: one.id for one in own_commands() if one.asks for key in one.list_keys.split()}
    assert {"D", "R", "E", "H", "Shift+H", "C", "N", "A", "F", "I", "T"} <= asking.keys()
    for key, command in asking.items():
        steps = bridge.cursor
        burst(hands, key, "1", "2", ENTER)
        recorded = [entry.command for entry in bridge.log[steps:]]
        if command == "delay":
            assert all(one.count == 12 for one in recorded), key
        else:
            assert all(isinstance(one, MEANT.get(command, ())) for one in recorded), key
        dismiss_all()
        hands.settle()
        while bridge.cursor > steps:
            bridge.undo()
