"""Adding combatants: names, ids, numbers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.windows.dialogs.add_combatants import AddCombatantsDialog
from rulesets.encounter import commands as cmd


def make(table, qtbot):
    dialog = AddCombatantsDialog(table.bridge, table.texts)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


@pytest.fixture
def dialog(table, qtbot):
    return make(table, qtbot)


def count(dialog, qtbot, number):
    dialog.count.selectAll()
    qtbot.keyClicks(dialog.count, str(number))


def test_one_with_nothing_but_a_name(table, dialog, qtbot):
    assert not dialog.ok.isEnabled()
    assert dialog.reason
    qtbot.keyClicks(dialog.name, "Sarlane Vex")
    assert dialog.ok.isEnabled()
    (command,) = dialog.commands()
    assert command == cmd.Add(
        combatant={"id": "sarlane-vex", "name": "Sarlane Vex", "side": "party", "kind": "pc", "aware": True}
    )
    table.do(command)


def test_several_are_numbered_behind_those_that_are_there(table, dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Stormtrooper")
    count(dialog, qtbot, 3)
    assert dialog.reason == "Stormtrooper 3 to Stormtrooper 5"
    commands = dialog.commands()
    assert [c.combatant["name"] for c in commands] == [f"Stormtrooper {n}" for n in (3, 4, 5)]
    assert {c.combatant["kind"] for c in commands} == {"npc"}
    table.do(*commands)
    assert len(table.bridge.state.combatants) == 8


def test_a_side_keeps_to_its_kind_until_the_gm_says_otherwise(dialog, qtbot):
    dialog.side.setCurrentText("empire")
    assert dialog.kind.currentData() == "npc"
    dialog.kind.setCurrentIndex(0)
    dialog.kind.activated.emit(0)
    dialog.side.setCurrentText("party")
    dialog.side.setCurrentText("empire")
    assert dialog.kind.currentData() == "pc"


def test_a_group_shares_one_turn(table, dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Thug")
    count(dialog, qtbot, 2)
    dialog.together.click()
    assert dialog.group.currentText() == "Thug"
    table.do(*dialog.commands())
    assert {c.slot for c in table.bridge.state.combatants.values() if c.name.startswith("Thug")} == {"Thug"}
    dialog.group.setCurrentText("")
    assert not dialog.ok.isEnabled()


def test_numbers_up_front_and_below(table, dialog, qtbot):
    rules = table.bridge.rules
    assert set(dialog.first.fields) == {name for name, rule in rules.stats.items() if rule.edited}
    assert set(dialog.first.fields) | set(dialog.others.fields) == set(rules.stats)
    qtbot.keyClicks(dialog.name, "Rancor")
    qtbot.keyClicks(dialog.first.fields["max_hp"], "120")
    dialog.more.unfold()
    qtbot.keyClicks(dialog.others.fields["dr"], "10 except energy")
    qtbot.keyClicks(dialog.feats, "combat_reflexes")
    dialog.others.fields["heroic"].click()
    (command,) = dialog.commands()
    table.do(command)
    rancor = table.who("rancor")
    assert rancor.stats["hp"] == rancor.stats["max_hp"] == 120
    assert rancor.stats["dr"] == [{"value": 10, "bypass": ["energy"]}]
    assert rancor.stats["heroic"] is True
    assert list(rancor.feats) == ["combat_reflexes"]
    assert "level" not in command.combatant


def test_what_cannot_be_read_is_said_and_kept(dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Rancor")
    dialog.more.unfold()
    qtbot.keyClicks(dialog.others.fields["dr"], "thick skin")
    assert not dialog.ok.isEnabled()
    assert "thick skin" in dialog.reason
    assert dialog.others.fields["dr"].text() == "thick skin"


@pytest.mark.parametrize("number", ["0", "100", ""])
def test_one_to_ninety_nine(dialog, qtbot, number):
    qtbot.keyClicks(dialog.name, "Thug")
    count(dialog, qtbot, number) if number else dialog.count.clear()
    dialog.count.typed.emit()
    assert not dialog.ok.isEnabled()
    assert "99" in dialog.reason


def test_into_a_running_encounter_with_a_typed_total(fight, qtbot):
    dialog = make(fight, qtbot)
    qtbot.keyClicks(dialog.name, "Late")
    count(dialog, qtbot, 2)
    qtbot.keyClicks(dialog.roll, "19")
    assert [c.roll for c in dialog.commands()] == [19, 19]
    dialog.together.click()
    assert [c.roll for c in dialog.commands()] == [19, None]
    fight.do(*dialog.commands())
    assert fight.bridge.state.orders["initiative"].places["Late"].count == 19


def test_enter_adds(dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Vex")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
