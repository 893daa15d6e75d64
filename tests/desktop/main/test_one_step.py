"""What is done in one go is taken back in one go, and done again so; also after the file was closed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def undo(hands: Hands) -> None:
    hands.key(Qt.Key.Key_Z, CONTROL)


def redo(hands: Hands) -> None:
    hands.key(Qt.Key.Key_Z, CONTROL | SHIFT)


@pytest.mark.slow
def test_a_dialog_is_one_step_and_so_is_a_key_on_several(hands):
    under_way(hands)
    bridge = hands.window.services.bridge
    before, people = bridge.state, set(bridge.state.combatants)
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    hands.type(dialog.name, "Orc x5; Orc chief")
    hands.accept()
    joined = bridge.state
    assert len(set(joined.combatants) - people) == 6
    undo(hands)
    assert bridge.state == before
    redo(hands)
    assert bridge.state == joined
    undo(hands)

    hands.choose("deel")
    hands.also("lug")
    hands.also("foreman")
    hands.key(Qt.Key.Key_C)
    dialog = hands.dialog()
    dialog.name.setCurrentText("Suppressed")
    hands.type(dialog.rounds, "2")
    hands.accept()
    assert {effect.on for effect in bridge.state.effects.values()} >= {"deel", "lug", "foreman"}
    undo(hands)
    assert bridge.state == before

    hands.key(Qt.Key.Key_K)  # the three are still chosen
    assert sum("condition" in one.tracks for one in bridge.state.combatants.values()) == 3
    undo(hands)
    assert bridge.state == before


def test_a_dialog_that_has_answered_is_not_asked_again(hands, monkeypatch):
    """Damage on three is foreseen while it is typed; with Enter nothing is worked out again for its sheet."""
    under_way(hands)
    bridge = hands.window.services.bridge
    hands.choose("deel")
    hands.also("lug")
    hands.also("foreman")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    QTest.keyClicks(QApplication.focusWidget(), "12")
    hands.key(Qt.Key.Key_Return, on=hands.dialog())  # nothing is rolled against them
    asked, preview = [], bridge.preview
    monkeypatch.setattr(bridge, "preview", lambda *of: asked.append(of) or preview(*of))
    given, command = [], sheet.command
    monkeypatch.setattr(sheet, "command", lambda: given.append(sheet) or command())
    hands.accept()
    assert set(bridge.line[bridge.cursor - 1].command.to) == {"deel", "lug", "foreman"}
    assert len(given) == 1
    assert not [one for (one, *_) in asked if isinstance(one, cmd.Apply)]


def test_what_came_before_a_refusal_is_said_to_be_done(hands):
    """Of a row the rest is not done; whoever wants all or nothing takes back what is, in one step."""
    under_way(hands)
    bridge = hands.window.services.bridge
    before = bridge.state
    row = [cmd.Describe(who=who, changes={"notes": "x"}) for who in ("deel", "nobody", "lug")]
    assert not bridge.dispatch_all(row)
    assert hands.window.messages.text.endswith("What came before it is done (1 of 3); Undo takes that back.")
    noted = {ident for ident, one in bridge.state.combatants.items() if one.notes == "x"}
    assert noted == {"deel"}
    undo(hands)
    assert bridge.state == before
    assert not bridge.dispatch_all(row[1:])
    assert "What came before" not in hands.window.messages.text, "nothing did"


@pytest.mark.slow
def test_two_steps_are_never_taken_for_one(hands, monkeypatch):
    """Not even where the clock stands still or goes back, as clocks do."""
    under_way(hands)
    bridge = hands.window.services.bridge
    clock = iter([2000.0, 2000.0, 1000.0, *[1000.0] * 50])
    monkeypatch.setattr("desktop.bridge.time.time", lambda: next(clock))
    states = [bridge.state]
    for _ in range(3):
        hands.choose("deel")
        hands.key(Qt.Key.Key_K)
        states.append(bridge.state)
    for state in reversed(states[:-1]):
        undo(hands)
        assert bridge.state == state


@pytest.mark.slow
def test_a_step_stays_one_after_the_file_was_closed(hands):
    under_way(hands)
    services = hands.window.services
    before = services.bridge.state
    hands.key(Qt.Key.Key_N)
    hands.type(hands.dialog().name, "Orc x3")
    hands.accept()
    path = services.encounters.current.path
    services.encounters.close()
    services.encounters.open(path)
    hands.settle()
    assert len(services.bridge.state.combatants) == len(before.combatants) + 3
    undo(hands)
    assert services.bridge.state == before


@pytest.mark.slow
def test_whose_turn_comes_back_with_undo_is_said(hands):
    """Ctrl+Z over *Next turn*: the list may be scrolled, and eyes are on the table."""
    under_way(hands)
    window, bar = hands.window, hands.window.messages
    hands.key(Qt.Key.Key_1)
    hands.key(Qt.Key.Key_Space)
    hands.key(Qt.Key.Key_Z, CONTROL)
    assert bar.text == "Sarlane Vex has the turn again."
    hands.key(Qt.Key.Key_Z, CONTROL)
    assert bar.text == "", "an action that is taken back leaves the turn where it is"
    hands.key(Qt.Key.Key_Space)
    hands.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.text.startswith("Sarlane Vex has the turn again.")
    assert window.services.bridge.state.walk.active == "sarlane"
