"""What is typed and ticked in the panel is for whoever was selected then, and never for another one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from rulesets.table import commands as cmd
from tests.desktop.inspector.inspecting import settle, shown


@pytest.fixture
def inspector(fight, qtbot):
    return shown(fight.bridge, fight.texts, qtbot, "boss")


def typed(sheet):
    return sheet.inputs.amount.text(), sheet.inputs.fields["critical"].isChecked()


def fill_in(qtbot, sheet, text):
    qtbot.keyClicks(sheet.inputs.amount, text)
    sheet.inputs.fields["critical"].setChecked(True)


def look_at(inspector, qtbot, *people):
    inspector.select(people)
    inspector.show_combatant(people[0])
    settle(qtbot, inspector)


def test_what_is_typed_for_one_waits_for_that_one(fight, inspector, qtbot):
    """A look at another one loses nothing, not even dice half typed, and hurts nobody else."""
    sheet = inspector.sheet
    fill_in(qtbot, sheet, "3d8+4")
    look_at(inspector, qtbot, "lug")
    assert typed(sheet) == ("", False)
    assert sheet.kept_back == "Put aside until selected again: Sergeant"
    qtbot.keyClicks(sheet.inputs.amount, "7")
    look_at(inspector, qtbot, "boss")
    assert typed(sheet) == ("6d8+8", True), "doubled once, when it was ticked"
    assert sheet.kept_back.endswith(": K-77 <b>Lug</b>")
    sheet.inputs.amount.throw()
    fallen = sheet.inputs.amount.fallen
    look_at(inspector, qtbot, "lug")
    assert typed(sheet) == ("7", False)
    assert sheet.apply()
    applied = fight.bridge.log[-1].command
    assert (applied.to, applied.inputs["amount"], applied.inputs["critical"]) == (("lug",), 7, False)
    look_at(inspector, qtbot, "boss")
    assert sheet.inputs.amount.fallen == fallen, "the dice are told as they fell"
    assert sheet.kept_back == ""


def test_more_or_fewer_take_along_what_was_typed(inspector, qtbot):
    sheet = inspector.sheet
    fill_in(qtbot, sheet, "9")
    look_at(inspector, qtbot, "boss", "lug")
    assert typed(sheet) == ("9", True)
    look_at(inspector, qtbot, "lug")
    assert typed(sheet) == ("", False), "it was typed for the first one"
    look_at(inspector, qtbot, "boss")
    assert typed(sheet) == ("9", True)


def test_nothing_typed_or_ticked_outlasts_the_turn(fight, inspector, qtbot):
    """Neither what stands in the fields nor what is put aside, and it is said for whom it was."""
    sheet = inspector.sheet
    fill_in(qtbot, sheet, "9")
    look_at(inspector, qtbot, "lug")
    sheet.inputs.fields["critical"].setChecked(True)
    fight.do(cmd.EndTurn())
    settle(qtbot, inspector)
    assert typed(sheet) == ("", False)
    words = "The turn has passed on. Cleared, not applied: K-77 <b>Lug</b>, Sergeant"
    assert sheet.kept_back == words
    look_at(inspector, qtbot, "boss")
    assert typed(sheet) == ("", False)
    qtbot.keyClicks(sheet.inputs.amount, "2")
    assert sheet.kept_back == ""


def test_what_another_sheet_applied_is_not_ready_here_a_second_time(fight, inspector, qtbot):
    """A mistyped second Return would strike again."""
    sheet = inspector.sheet
    fill_in(qtbot, sheet, "9")
    fight.do(cmd.Apply(pipeline="damage", to=("boss",), inputs={"amount": 9}))
    assert typed(sheet) == ("", False)
    assert sheet.kept_back == "Something else was applied. Cleared, not applied: Sergeant"
    fill_in(qtbot, sheet, "5")
    qtbot.keyClick(sheet.inputs.amount, Qt.Key.Key_Return)
    assert typed(sheet) == ("", False), "an applied sheet keeps no tick"
    assert sheet.kept_back == ""
