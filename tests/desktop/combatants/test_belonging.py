"""Before the fight: side, group, kind and awareness of several at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.combatants import belonging
from desktop.combatants.belonging_dialog import BelongsDialog
from rulesets.table import commands as cmd


@pytest.fixture
def ask(table, qtbot):
    def make(*who):
        dialog = BelongsDialog(table.bridge, table.texts, who)
        qtbot.addWidget(dialog)
        return dialog

    return make


def test_what_is_not_set_stays_as_it_is(table, ask):
    dialog = ask("deel", "boss")
    assert not dialog.ok.isEnabled()
    assert dialog.reason == "Nothing is different yet."
    dialog.side.setCurrentText("mercenaries")
    table.do(*dialog.commands())
    assert [table.who(who).side for who in ("deel", "boss")] == ["mercenaries"] * 2
    assert [table.who(who).kind for who in ("deel", "boss")] == ["pc", "npc"]


def test_kind_and_awareness_of_several(table, ask):
    dialog = ask("deel", "lug")
    dialog.kind.setCurrentIndex(dialog.kind.findData("npc"))
    dialog.aware.setCurrentIndex(dialog.aware.findData(False))
    table.do(*dialog.commands())
    assert {(table.who(who).kind, table.who(who).aware) for who in ("deel", "lug")} == {("npc", False)}


def test_who_changes_sides_is_of_the_kind_of_that_side_until_the_gm_says_otherwise(table, ask):
    """What was called a player character stayed one among the foes, and was carried over with the party."""
    dialog = ask("deel")
    assert dialog.kind.currentData() == "pc"
    dialog.side.setCurrentText("empire")
    assert dialog.kind.currentData() == "npc", "shown before it is done"
    dialog.side.setCurrentText("party")
    assert dialog.kind.currentData() == "pc"
    dialog.side.setCurrentText("empire")
    table.do(*dialog.commands())
    assert (table.who("deel").side, table.who("deel").kind) == ("empire", "npc")
    dialog = ask("deel")
    dialog.kind.setCurrentIndex(dialog.kind.findData("npc"))
    dialog.kind.activated.emit(dialog.kind.currentIndex())
    dialog.side.setCurrentText("party")
    assert dialog.kind.currentData() == "npc"


def test_tab_goes_from_row_to_row_as_the_eye_does(ask, qtbot):
    """It went from the side past the kind: what was typed for the kind became a group."""
    dialog = ask("deel")
    dialog.open()
    reached = []
    for _ in range(4):
        reached.append(dialog.focusWidget())
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert reached == [dialog.side, dialog.kind, dialog.group, dialog.aware]


def test_a_group_cannot_be_called_like_a_combatant(ask):
    dialog = ask("deel", "lug")
    dialog.group.setCurrentText("boss")
    assert not dialog.ok.isEnabled()
    assert "“boss”" in dialog.reason


def test_in_a_running_fight_nobody_changes_groups(fight, qtbot):
    dialog = BelongsDialog(fight.bridge, fight.texts, ["st-1"])
    qtbot.addWidget(dialog)
    assert dialog.group.isHidden()
    dialog.side.setCurrentText("party")
    fight.do(*dialog.commands())
    assert fight.who("st-1").side == "party"


def test_several_become_one_slot_and_one_by_one_again(table):
    state = table.bridge.state
    table.do(*belonging.grouped(state, ["deel", "lug"]))
    assert {table.who("deel").slot, table.who("lug").slot} == {"Deel Surool & co."}
    assert not belonging.grouped(table.bridge.state, ["deel", "lug"]), "they are one already"
    table.do(*belonging.ungrouped(table.bridge.state, ["deel", "lug", "boss"]))
    assert [table.who(who).slot for who in ("deel", "lug")] == ["deel", "lug"]


def test_a_group_of_alike_is_called_like_them_and_like_nobody_else(table):
    for ident in ("g-1", "g-2", "Guard"):
        table.do(cmd.Add(combatant={"id": ident, "name": f"Guard {ident[-1]}", "side": "empire"}))
    people = [table.who(who) for who in ("g-1", "g-2")]
    assert belonging.group_name(table.bridge.state, people) == "Guard 2", "a combatant is known as Guard"


def test_several_are_made_unaware_and_aware_again(table):
    who = ["deel", "lug"]
    table.do(*belonging.noticing(table.bridge.state, who))
    assert not any(table.who(one).aware for one in who)
    table.do(*belonging.noticing(table.bridge.state, who))
    assert all(table.who(one).aware for one in who)


def test_a_key_pressed_in_the_fight_changes_nobodys_awareness(fight):
    assert not belonging.noticing(fight.bridge.state, ["deel"])
