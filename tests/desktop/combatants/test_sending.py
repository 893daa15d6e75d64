"""Somebody who is there waits again: before the fight and in its midst, alone or with others (issue 17)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.combatants.sending_dialog import SendingDialog
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands

SAMPLES = ("ambush-at-docking-bay-94", "the-glass-tram", "the-mill-race")


def sent(hands: Hands, when: str = "") -> None:
    """L, when they come, Enter."""
    hands.key(Qt.Key.Key_L)
    dialog = hands.dialog()
    assert isinstance(dialog, SendingDialog)
    hands.type(dialog.when, when)
    assert dialog.ok.isEnabled(), dialog.reason
    hands.key(Qt.Key.Key_Return, on=dialog.when)
    hands.window.activateWindow()
    hands.until(hands.window.isActiveWindow, "the window to have the keys again")


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("begun", [False, True], ids=["before", "in the fight"])
def test_who_is_there_waits_and_comes_back_as_it_was(hands: Hands, sample: str, begun: bool) -> None:
    window = hands.window
    window.do(f"sample:{sample}")
    bridge = window.services.bridge
    if begun:
        assert bridge.dispatch(cmd.Start())
    who = list(bridge.state.combatants)[-1]
    hurt = next((name for name, rule in bridge.rules.stats.items() if rule.to_begin_with), "")
    if begun and hurt:
        assert bridge.dispatch(cmd.SetNumbers(who=who, stats={hurt: 3}))
    before = bridge.state
    window.table.select(who)
    sent(hands, "round 3")
    assert who not in bridge.state.combatants
    (wave,) = bridge.state.waves
    assert (wave.round, [one["id"] for one in wave.combatants]) == (3, [who])
    assert window.waves.lines, "the line under the list"
    bridge.undo()
    assert bridge.state == before, "one step"
    bridge.redo()
    window.table.setFocus()
    hands.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert who in bridge.state.combatants, window.messages.text
    back = bridge.state.combatants[who]
    old = before.combatants[who]
    assert (back.name, back.side, back.kind, back.group) == (old.name, old.side, old.kind, old.group)
    if begun and hurt:
        assert back.stats[hurt] == 3


@pytest.mark.slow
def test_several_wait_with_those_who_are_to_come(hands: Hands) -> None:
    window = hands.window
    window.do("sample")
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.PlanWave(wave="w", when="the alarm", combatants=({"id": "x", "name": "X"},)))
    window.table.select("trooper-1")
    chosen = window.table.selectionModel()
    flags = chosen.SelectionFlag
    chosen.select(
        window.table.initiative.index(window.table.initiative.row_of("trooper-2"), 0),
        flags.Select | flags.Rows,
    )
    hands.key(Qt.Key.Key_L)
    dialog = hands.dialog()
    assert isinstance(dialog, SendingDialog)
    dialog.wave.setCurrentIndex(1)
    assert not dialog.when.isVisible(), "the wave says when"
    dialog.ok.click()
    hands.settle()
    (wave,) = bridge.state.waves
    assert {one["id"] for one in wave.combatants} == {"x", "trooper-1", "trooper-2"}
    assert wave.when == "the alarm"
