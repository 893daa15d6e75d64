"""Adding combatants: names, ids, numbers."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QLineEdit

from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.library import Library
from desktop.combatants.newcomers import NewcomerLine, adds, read_names
from desktop.process.paths import resources
from rulesets.campaign.folder import Campaign
from rulesets.campaign.things import Block, Member, Party, Prepared
from rulesets.seen.attacks import ways
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands


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
    assert dialog.reason == "Stormtrooper 3 to Stormtrooper 5 (empire)"
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
    assert set(dialog.first.fields) == {name for name, rule in rules.stats.items() if rule.when_added}
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


def test_a_box_that_the_ruleset_ticks_says_so_until_it_is_ticked_by_hand(table, dialog, qtbot):
    """E-SW-11: a hero's box stood empty as if it were none, and could not be emptied by hand."""
    box = dialog.others.fields["heroic"]
    qtbot.keyClicks(dialog.name, "Rancor")
    dialog.more.unfold()
    assert (box.checkState(), box.text()) == (Qt.CheckState.PartiallyChecked, "auto")
    (command,) = dialog.commands()
    assert "heroic" not in command.combatant
    for state, said in ((Qt.CheckState.Checked, True), (Qt.CheckState.Unchecked, False)):
        box.click()
        assert (box.checkState(), box.text()) == (state, "")
        (command,) = dialog.commands()
        assert command.combatant["heroic"] is said


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


def test_who_comes_late_is_proposed_as_an_opponent(fight, qtbot, tmp_path):
    """One unknown name was a player's character in mid-fight, too; one of a party is, in capitals or not."""
    campaign = Campaign.open(tmp_path)
    campaign.write(Party(name="Us", ruleset="saga-edition", members=(Member({"name": "Bo"}),)))
    library = Library(resources() / "library", lambda: campaign)
    dialog = AddCombatantsDialog(fight.bridge, fight.texts, library=library)
    qtbot.addWidget(dialog)
    dialog.open()
    assert (dialog.side.currentText(), dialog.kind.currentData()) == ("empire", "npc")
    for name, wanted in (
        ("Late", ("empire", "npc")),
        ("bo", ("party", "pc")),
        ("Deel Surool", ("party", "pc")),
    ):
        dialog.name.setText(name)
        (command,) = dialog.commands()
        assert (command.combatant["side"], command.combatant["kind"]) == wanted


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


def test_what_was_typed_into_a_line_can_be_read_back(fight, qtbot):
    """In the list of lines, and in the fields when it is taken back; no two fields are called the same."""
    dialog = make(fight, qtbot)
    names = [field.accessibleName() for field in dialog.findChildren(QLineEdit) if field.accessibleName()]
    assert sorted(names) == sorted(set(names))
    assert dialog.roll.accessibleName() == "Initiative roll"
    qtbot.keyClicks(dialog.name, "Orc")
    qtbot.keyClicks(dialog.roll, "17")
    points = dialog.first.fields["max_hp"]
    qtbot.keyClicks(points, "12+5")
    qtbot.keyClicks(dialog.notes, "limps")
    before = dialog.commands()
    dialog.more_button.click()
    (line,) = dialog.lines.lines
    assert line.text.endswith(f"Initiative roll 17 · {points.accessibleName()} 12+5 · Notes limps")
    assert dialog.commands() == before
    qtbot.keyClick(dialog.lines, Qt.Key.Key_Return)
    assert (dialog.roll.text(), points.text(), dialog.notes.text()) == ("17", "12+5", "limps")
    assert dialog.commands() == before


def test_attacks_are_typed_where_they_are_seen_and_offered_then(fight, qtbot):
    """The notes stood among all numbers, below everything: nobody found where an attack is noted."""
    dialog = make(fight, qtbot)
    dialog.show()
    assert dialog.notes.isVisible()
    assert not dialog.more.is_open
    (example,) = re.findall(r"[A-Z].*$", dialog.notes.placeholderText())
    qtbot.keyClicks(dialog.name, "Orc")
    qtbot.keyClicks(dialog.notes, example)
    (command,) = dialog.commands()
    fight.do(command)
    (orc,) = (who for who in fight.bridge.state.combatants.values() if who.name == "Orc")
    assert [way.dice for way in ways(fight.bridge.scene, orc, None)] == ["1d20+5"]


# -- quick add, stat blocks, several lines -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Stormtrooper ×4", ("Stormtrooper", 4)),
        ("Stormtrooper x4", ("Stormtrooper", 4)),
        ("Stormtrooper×4", ("Stormtrooper", 4)),
        ("Stormtrooper X 12", ("Stormtrooper", 12)),
        ("Stormtrooper (4)", ("Stormtrooper", 4)),
        ("4 Stormtrooper", ("Stormtrooper", 4)),
        ("4x Stormtrooper", ("Stormtrooper", 4)),
        ("4 × Stormtrooper", ("Stormtrooper", 4)),
        ("Stormtrooper ×0", ("Stormtrooper ×0", 1)),
        ("TX4", ("TX4", 1)),
        ("4-LOM", ("4-LOM", 1)),
        ("R2", ("R2", 1)),
        ("  Sarlane Vex ", ("Sarlane Vex", 1)),
    ],
)
def test_a_number_can_be_typed_with_the_name(text, read):
    assert read_names(text, 1) == [read]


def test_several_names_in_one_line(table, dialog, qtbot):
    qtbot.keyClicks(dialog.name, "2 Thug; Captain ;; Hound x3")
    table.do(*dialog.commands())
    names = [c.name for c in table.bridge.state.combatants.values()][5:]
    assert names == ["Thug 1", "Thug 2", "Captain", "Hound 1", "Hound 2", "Hound 3"]
    assert "6 come in" in dialog.reason


def test_too_many_are_refused_in_words(dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Thug x120")
    assert not dialog.ok.isEnabled()
    assert dialog.reason == "Thug: type how many, from 1 to 99."


def test_different_lines_are_put_down_and_added_in_one_go(table, dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Thug x2")
    dialog.side.setCurrentText("gang")
    qtbot.keyClicks(dialog.first.fields["max_hp"], "20")
    dialog.put_down()
    assert dialog.name.hasFocus()
    assert dialog.name.text() == dialog.first.fields["max_hp"].text() == ""
    assert dialog.ok.isEnabled(), "what was put down can be added"
    qtbot.keyClicks(dialog.name, "Thug")
    dialog.count.number = 1
    table.do(*dialog.commands())
    assert table.who("thug-1").stats["max_hp"] == 20
    assert table.who("thug").name == "Thug 3", "it goes on behind those that were put down"
    assert table.who("thug").stats["max_hp"] == 20, "and has their numbers"
    assert (table.who("thug").side, table.who("thug").kind) == ("gang", "npc")


def test_a_name_takes_after_nobody_whose_line_was_taken_away(dialog, qtbot):
    """An evening: the fields showed the side of a line that was gone, and another one was added."""
    for name, side in (("Alpha", "party"), ("Beta", "wolves")):
        qtbot.keyClicks(dialog.name, name)
        dialog.side.setCurrentText(side)
        dialog.put_down()
    qtbot.keyClicks(dialog.name, "Alpha")
    assert dialog.side.currentText() == "party"
    for _ in range(2):
        dialog.lines.setCurrentRow(0)
        qtbot.keyClick(dialog.lines, Qt.Key.Key_Delete)
    (added,) = dialog.commands()
    assert added.combatant["side"] == dialog.side.currentText()
    assert added.combatant["kind"] == dialog.kind.currentData()


def test_another_line_moves_nothing_under_the_mouse(stocked, qtbot):
    """It grew by a list of lines, and the next click took another stat block."""
    qtbot.keyClicks(stocked.name, "Stormtrooper x3; Orc")
    qtbot.wait(1)
    watched = (stocked.more_button, stocked.ok, stocked.name, stocked.library.list, stocked.lines)
    before = [(one.mapToGlobal(one.rect().topLeft()), one.size()) for one in watched]
    for _ in range(2):
        qtbot.mouseClick(stocked.more_button, Qt.MouseButton.LeftButton)
        assert stocked.lines.count() >= 2
        qtbot.wait(1)
        assert [(one.mapToGlobal(one.rect().topLeft()), one.size()) for one in watched] == before
        qtbot.keyClicks(stocked.name, "Goblin x2")


def test_a_line_can_be_taken_back_and_taken_away(dialog, qtbot):
    for name in ("Thug x2", "Hound"):
        qtbot.keyClicks(dialog.name, name)
        qtbot.keyClicks(dialog.first.fields["max_hp"], "20")
        dialog.put_down()
    dialog.lines.setCurrentRow(0)
    dialog.lines.setFocus()
    qtbot.keyClick(dialog.lines, Qt.Key.Key_Return)
    assert (dialog.name.text(), dialog.count.number) == ("Thug", 2)
    assert [c.combatant["max_hp"] for c in dialog.commands()] == [20, 20, 20]
    dialog.lines.setCurrentRow(0)
    qtbot.keyClick(dialog.lines, Qt.Key.Key_Delete)
    assert [c.combatant["name"] for c in dialog.commands()] == ["Thug 1", "Thug 2"]


@pytest.fixture
def stocked(table, qtbot, tmp_path):
    campaign = Campaign.open(tmp_path)
    library = Library(resources() / "library", lambda: campaign)
    dialog = AddCombatantsDialog(table.bridge, table.texts, library=library)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def test_a_name_of_the_library_brings_its_numbers(table, stocked, qtbot):
    block = next(block for block in stocked.shelf.blocks if block.given["kind"] == "npc")
    qtbot.keyClicks(stocked.name, f"{block.name.lower()} x2")
    assert "with the stat block" in stocked.reason
    assert stocked.first.fields["max_hp"].placeholderText() == str(block.given["max_hp"])
    assert stocked.side.currentText() == "empire", "there is no side of the block's name: it joins the foes"
    qtbot.keyClicks(stocked.first.fields["level"], "9")
    table.do(*stocked.commands())
    one = next(
        c
        for c in table.bridge.state.combatants.values()
        if c.name.endswith(" 2") and c.stats.get("level") == 9
    )
    assert one.stats["max_hp"] == block.given["max_hp"], "what is not typed is the block's"
    assert one.kind == "npc"


def test_who_is_typed_in_small_letters_is_written_as_its_block_is(table, stocked, qtbot):
    """Capitals are no other name: neither of a stat block nor of somebody who is there."""
    block = stocked.shelf.blocks[0]
    qtbot.keyClicks(stocked.name, block.name.lower())
    (alone,) = stocked.commands()
    assert alone.combatant["name"] == block.name
    table.do(alone)
    stocked.name.selectAll()
    qtbot.keyClicks(stocked.name, f"{block.name.upper()} 7; {block.name.lower()} x2")
    added = [command.combatant for command in stocked.commands()]
    assert [one["name"] for one in added] == [f"{block.name} {n}" for n in (7, 8, 9)]
    assert {one["side"] for one in added} == {alone.combatant["side"]}


def test_a_name_that_is_no_longer_a_blocks_has_no_numbers_of_it(stocked, qtbot):
    block = stocked.shelf.blocks[0]
    qtbot.keyClicks(stocked.name, block.name)
    assert stocked.block is block
    qtbot.keyClicks(stocked.name, "sson")
    assert stocked.block is None
    assert "max_hp" not in stocked.commands()[0].combatant


def test_a_stat_block_is_found_and_taken_by_keyboard(stocked, qtbot):
    block = stocked.shelf.blocks[-1]
    stocked.library.search.setFocus()
    qtbot.keyClicks(stocked.library.search, block.name[:4])
    qtbot.keyClick(stocked.library.search, Qt.Key.Key_Down)
    assert stocked.library.list.hasFocus()
    qtbot.keyClick(stocked.library.list, Qt.Key.Key_Return)
    assert stocked.isVisible()
    assert stocked.name.text() == block.name
    assert stocked.count.hasFocus(), "how many is asked next"


def test_enter_adds_who_was_taken_with_a_double_click_and_the_numbers_have_letters(stocked, qtbot):
    """The second press brought the keys back to the list, where Enter took it once more and added nobody."""
    with qtbot.waitActive(stocked):
        stocked.show()
    blocks, left = stocked.library.list, Qt.MouseButton.LeftButton
    place = blocks.visualItemRect(blocks.item(0)).center()
    qtbot.mouseClick(blocks.viewport(), left, pos=place)
    qtbot.mouseDClick(blocks.viewport(), left, pos=place)
    assert stocked.count.hasFocus()
    assert stocked.name.isModified(), "whoever leaves now is told that it is kept"
    labels = (one for one in stocked.first.findChildren(QLabel) if "&" in one.text())
    label = next(labels)
    letter = QKeySequence.mnemonic(label.text())[0].key()
    qtbot.keyClick(stocked, letter, Qt.KeyboardModifier.AltModifier)
    assert label.buddy().hasFocus()
    stocked.count.setFocus()
    with qtbot.waitSignal(stocked.accepted):
        qtbot.keyClick(stocked.count, Qt.Key.Key_Return)


def test_a_creature_that_was_made_in_the_fight_is_offered_as_a_stat_block(table, qtbot, tmp_path):
    """An evening at the table: all its numbers had to be typed again for another one."""
    library = Library(resources() / "library", lambda: Campaign(tmp_path))
    lizard = {"side": "bog", "kind": "npc", "max_hp": 22, "notes": "Bite +7 (1d8+2)"}
    table.do(cmd.Add(combatant={"id": "l", "name": "Bog lizard 2", **lizard}))
    dialog = AddCombatantsDialog(table.bridge, table.texts, library=library)
    qtbot.addWidget(dialog)
    dialog.open()
    panel = dialog.library
    qtbot.keyClicks(panel.search, "bog liz")
    assert [panel.list.item(row).text() for row in range(panel.list.count())] == [
        "Bog lizard  (bog · of this encounter)"
    ]
    qtbot.keyClick(panel.search, Qt.Key.Key_Return)
    assert (dialog.name.text(), dialog.numbers.text()) == ("Bog lizard", "of Bog lizard")
    dialog.name.setText("Old Snapper")
    given = dialog.commands()[0].combatant
    assert {key: given[key] for key in lizard} == lizard
    assert given["name"] == "Old Snapper"


def test_in_a_running_fight_the_fields_of_add_have_the_places_that_they_had_before(table, fight, qtbot):
    """The roll of who comes late, and who is aware of the others, moved everything below them."""
    places = []
    for one in (table, fight):
        dialog = make(one, qtbot)
        fields = (dialog.name, dialog.side, dialog.hidden, *dialog.first.fields.values(), dialog.notes)
        places.append([field.mapTo(dialog, field.rect().topLeft()).y() for field in fields])
    assert places[0] == places[1]
    assert dialog.roll.mapTo(dialog, dialog.roll.rect().topLeft()).y() > places[1][-1]


def test_who_is_called_otherwise_keeps_the_block_that_was_taken(table, stocked, qtbot):
    """An evening at the table: the name was changed in the line, and the numbers were gone without a word.

    The form says whose numbers they are, all the time and in the same place, and they can be taken off.
    """
    block, other = (one for one in stocked.shelf.blocks[:2])
    row = stocked.library.list.item(0)
    left, place = Qt.MouseButton.LeftButton, stocked.library.list.visualItemRect(row).center()
    said, button = stocked.numbers, stocked.without
    assert (said.text(), button.isVisible()) == ("what is typed below", False)
    high = stocked.height()
    qtbot.mouseClick(stocked.library.list.viewport(), left, pos=place)
    assert (stocked.name.text(), stocked.block) == (block.name, block)
    stocked.name.selectAll()
    qtbot.keyClick(stocked.name, Qt.Key.Key_Delete)
    assert stocked.block is block, "a new name is typed over the old one"
    qtbot.keyClicks(stocked.name, "Grak")
    assert (said.text(), button.isVisible()) == (f"of the stat block “{block.name}”", True)
    assert stocked.height() == high
    (command,) = stocked.commands()
    assert command.combatant["name"] == "Grak"
    assert command.combatant["max_hp"] == block.given["max_hp"]
    assert command.combatant["kind"] == block.given["kind"], "and it is of the block's kind"
    qtbot.keyClicks(stocked.name, "; Brug")
    assert {one.combatant["max_hp"] for one in stocked.commands()} == {block.given["max_hp"]}
    stocked.put_down()
    assert f"Grak ({block.name})" in stocked.lines.item(0).text()
    qtbot.keyClick(stocked.lines, Qt.Key.Key_Return)
    qtbot.keyClicks(stocked.name, "e")
    assert stocked.commands()[-1].combatant["max_hp"] == block.given["max_hp"], "of a line, too"
    qtbot.mouseClick(button, left)
    assert (stocked.block, said.text()) == (None, "what is typed below")
    assert "max_hp" not in stocked.commands()[-1].combatant
    stocked.name.selectAll()
    qtbot.keyClicks(stocked.name, other.name)
    assert stocked.block is other, "the name of another one brings that one's"
    qtbot.mouseClick(button, left)
    assert stocked.block is None, "also where it came with the name"
    assert stocked.name.hasFocus()


def test_a_stat_block_that_goes_with_its_name_is_told(stocked, qtbot):
    """16: a name that was a stat block's was typed over, and its numbers were gone without a word."""
    block = stocked.shelf.blocks[0]
    qtbot.keyClicks(stocked.name, block.name)
    assert stocked.numbers.text() == f"of the stat block “{block.name}”"
    stocked.name.selectAll()
    qtbot.keyClicks(stocked.name, "Qwyrm")
    told = f"what is typed below, no more “{block.name}”: taken from the list it stays"
    assert stocked.numbers.text() == told
    stocked.library.chosen.emit(block.name)
    assert (stocked.name.text(), stocked.block) == ("Qwyrm", block)
    assert stocked.numbers.text() == f"of the stat block “{block.name}”"


def test_a_name_that_was_typed_stays_when_a_stat_block_is_taken(stocked, qtbot):
    """16: a hero's name gave way to “Sword and shield”. How a block's begins is no name."""
    first, other = stocked.shelf.blocks[:2]
    qtbot.keyClicks(stocked.name, "Qwyrm")
    stocked.library.chosen.emit(first.name)
    assert (stocked.name.text(), stocked.block) == ("Qwyrm", first)
    assert stocked.commands()[0].combatant["max_hp"] == first.given["max_hp"]
    stocked.name.setText(other.name[:3].lower())
    stocked.library.chosen.emit(other.name)
    assert (stocked.name.text(), stocked.block) == (other.name, other)


def test_who_is_called_so_is_found_first_and_the_arrows_fill_in(table, qtbot, tmp_path):
    """An evening at the table, 25: 'wolf' had the dire wolf first, and Down filled in nothing."""
    campaign = Campaign.open(tmp_path)
    told = (
        ("Bugbear", "of the goblin kind, rides a wolf"),
        ("Dire wolf", ""),
        ("Wolf rider", ""),
        ("Wolf", ""),
    )
    for name, notes in told:
        campaign.write(Block(name, {"notes": notes, "max_hp": 9}, table.bridge.rules.id))
    library = Library(tmp_path / "none", lambda: campaign)
    dialog = AddCombatantsDialog(table.bridge, table.texts, library=library)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    panel = dialog.library
    panel.search.setFocus()
    qtbot.waitUntil(panel.search.hasFocus)
    qtbot.keyClicks(panel.search, "wolf")
    found = [panel.list.item(row).text().split("  ")[0] for row in range(panel.list.count())]
    assert found == ["Wolf", "Wolf rider", "Dire wolf", "Bugbear"]
    qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    assert (dialog.name.text(), dialog.commands()[0].combatant["max_hp"]) == ("Wolf", 9)
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert dialog.name.text() == "Wolf rider"
    assert panel.list.hasFocus(), "it goes on from there"
    assert dialog.ok.isEnabled()


def test_enter_in_the_side_adds_and_a_side_that_nobody_is_on_is_told(dialog, qtbot):
    """An evening at the table, 15: Enter was kept for the rest of 'party', and a letter more was a side."""
    qtbot.keyClicks(dialog.name, "Anna")
    line = dialog.side.lineEdit()
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "partyn")
    assert dialog.reason == "Anna (partyn). “partyn” is a new side: nobody is on it yet."
    line.selectAll()
    qtbot.keyClicks(line, "emp")
    assert line.text() == "empire"
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert dialog.commands()[0].combatant["side"] == "empire"


def test_a_latecomers_typed_total_that_ties_is_rolled_off(fight, qtbot):
    """CR 144: the same count and Dexterity modifier: both roll a d20, again if that ties, too."""
    dialog = make(fight, qtbot)
    qtbot.keyClicks(dialog.name, "Late")
    qtbot.keyClicks(dialog.roll, "14")
    fields = dialog.ties.fields
    assert set(fields) == {("Troopers", 0), ("late", 0)}
    for key in (("Troopers", 0), ("late", 0)):
        qtbot.keyClicks(dialog.ties.fields[key], "7")
    for key, number in ((("Troopers", 1), "3"), (("late", 1), "12")):
        qtbot.keyClicks(dialog.ties.fields[key], number)
    (command,) = dialog.commands()
    assert command.rolloffs == ({"Troopers": 7, "late": 7}, {"Troopers": 3, "late": 12})
    fight.do(command)
    slots = fight.bridge.state.orders["initiative"].slots
    assert slots.index("late") == slots.index("Troopers") - 1


def test_a_latecomer_who_ties_comes_where_the_gm_says(hands: Hands) -> None:
    """R5E-04, R5E-06: the GM decides a tie. Of a latecomer Dexterity decided it, and nothing asked."""
    people = tuple(
        {"id": who, "name": who.capitalize(), "side": "party", "dex": dex}
        for who, dex in (("ann", 14), ("bo", 12), ("cy", 10))
    )
    hands.window.services.encounters.new_from(Prepared("Ford", "dnd5e", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 15, "bo": 15, "cy": 5}, pick=("ann", "bo"))) is not None
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    hands.type(dialog.name, "Late")
    hands.type(dialog.roll, "15")
    assert [box.currentText() for box in dialog.ties.picks] == ["Ann comes first", "Bo comes first"]
    put(hands, dialog.ties.picks[1], "late")
    assert [box.currentData() for box in dialog.ties.picks] == ["ann", "late"]
    hands.accept()
    assert bridge.state.orders["initiative"].slots == ("ann", "late", "bo", "cy")


def test_tab_goes_through_the_form_from_the_top(dialog, qtbot):
    order = []
    for _ in range(5):
        order.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert order == [dialog.name, dialog.count, dialog.side, dialog.kind, dialog.together]


def test_enter_adds(dialog, qtbot):
    qtbot.keyClicks(dialog.name, "Vex")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)


# -- taking after those who are there ----------------------------------------------------------------


def joins(hands: Hands, *lines: str) -> list[Combatant]:
    """Those who come in after N, each of ``lines`` typed as a name, all of them added in one go."""
    bridge = hands.window.services.bridge
    before = set(bridge.state.combatants)
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    for number, line in enumerate(lines):
        if number:
            hands.click(dialog.more_button)
        hands.type(dialog.name, line)
    hands.accept()
    return [one for ident, one in bridge.state.combatants.items() if ident not in before]


@pytest.mark.slow
def test_joiners_take_after_their_namesakes(hands: Hands) -> None:
    """Side, kind, next number and numbers; a chief is of the kind of those whose name it bears."""
    window = hands.window
    bridge = window.services.bridge
    window.services.encounters.new("Ford", "srd35", {}, ())
    hands.until(lambda: bridge.is_open, "the encounter")
    assert bridge.dispatch(cmd.Add(combatant={"id": "ann", "name": "Ann", "side": "party", "kind": "pc"}))

    def told(*lines: str) -> list[tuple[str, str, str]]:
        return [(one.name, one.side, one.kind) for one in joins(hands, *lines)]

    foes = ("opponents", "npc")
    assert told("Wight x2; Bo") == [("Wight 1", *foes), ("Wight 2", *foes), ("Bo", *foes)], "the side shown"
    (chosen,) = window.table.selected_ids()
    assert bridge.state.combatants[chosen].name == "Wight 1", "the next key means none of the others"
    assert told("Wight chief") == [("Wight chief", *foes)]
    assert told("Wight; Owlbear; Cat") == [("Wight 3", *foes), ("Owlbear", *foes), ("Cat", *foes)]
    assert told("wight") == [("Wight 4", *foes)]
    assert told("Hound x2", "Handler", "Handler's hound") == [
        ("Hound 1", *foes),
        ("Hound 2", *foes),
        ("Handler", *foes),
        ("Handler's hound", *foes),
    ], "another line keeps side and kind"
    assert told("Cid") == [("Cid", "party", "pc")]


@pytest.mark.parametrize("alike", [("Orc archer 1", "Orc archer 2"), ("Red orc 1", "Red orc 2")])
def test_a_chief_follows_those_who_are_alike_but_for_a_word(table, dialog, qtbot, alike):
    """16: two groups of goblins, each of its own name, had a chief who was a player character."""
    for ident, name in zip(("one", "two"), alike, strict=True):
        table.do(cmd.Add(combatant={"id": ident, "name": name, "side": "gang", "kind": "npc", "max_hp": 31}))
    qtbot.keyClicks(dialog.name, "Orc chief")
    assert dialog.reason == "Orc chief (gang)"
    (command,) = dialog.commands()
    assert (command.combatant["side"], command.combatant["kind"]) == ("gang", "npc")
    assert "max_hp" not in command.combatant, "numbers are those of a namesake alone"


def test_a_chief_follows_those_who_are_planned_in_a_wave(table, dialog, qtbot):
    """Side and kind are those of the orcs that come in round 3."""
    orcs = ({"id": f"orc-{n}", "name": f"Orc {n}", "side": "gang", "kind": "npc"} for n in (1, 2))
    table.do(cmd.PlanWave(wave="later", combatants=tuple(orcs), round=3))
    qtbot.keyClicks(dialog.name, "Orc chief")
    assert dialog.reason == "Orc chief (gang)"
    (command,) = dialog.commands()
    assert command.combatant["kind"] == "npc"


def test_joiners_have_the_numbers_of_their_namesakes(table, dialog, qtbot):
    table.do(
        cmd.Add(combatant={"id": "thug", "name": "Thug 1", "side": "gang", "kind": "npc", "max_hp": 31}),
        cmd.Describe(who="thug", changes={"notes": "On the gantry"}),
        cmd.Apply(to=("thug",), pipeline="damage", inputs={"amount": 9}),
    )
    qtbot.keyClicks(dialog.name, "thug x2")
    assert dialog.reason == "Thug 2 to Thug 3 (gang), with the numbers of Thug 1"
    assert dialog.first.fields["max_hp"].placeholderText() == "31"
    table.do(*dialog.commands())
    two = table.who("thug-2")
    assert (two.name, two.side, two.kind, two.notes) == ("Thug 3", "gang", "npc", "")
    assert two.stats["max_hp"] == two.stats["hp"] == 31, "unhurt"

    table.do(cmd.Describe(who="thug-2", changes={"notes": "On the gantry. Club +5 (1d6+2). A spy."}))
    later = make(table, qtbot)
    qtbot.keyClicks(later.name, "Thug")
    assert later.notes.placeholderText() == "Club +5 (1d6+2).", "an evening: Ogre 3 came in without its hook"
    table.do(*later.commands())
    assert table.who("thug-3").notes == "Club +5 (1d6+2).", "that one is a spy is no other's business"


def test_heroes_who_come_after_their_foes_are_on_a_side_of_their_own(table, qtbot):
    """16: where only wolves were there, new player characters were proposed for the side of the wolves."""
    heroes = [one.id for one in table.bridge.state.combatants.values() if one.kind == "pc"]
    table.do(*(cmd.Leave(who=one) for one in heroes))
    dialog = make(table, qtbot)
    assert (dialog.side.currentText(), dialog.kind.currentData()) == ("party", "pc")
    qtbot.keyClicks(dialog.name, "Bram; Cara")
    assert dialog.reason == "2 come in: Bram, Cara (party)"
    assert {one.combatant["kind"] for one in dialog.commands()} == {"pc"}


def test_what_the_gm_has_chosen_stays(table, dialog, qtbot):
    dialog.kind.setCurrentIndex(1)
    dialog.kind.activated.emit(1)
    assert dialog.side.currentText() == "empire", "who is no player's character is among the others"
    dialog.side.setCurrentText("deserters")
    qtbot.keyClicks(dialog.name, "Deel Surool")
    (command,) = dialog.commands()
    assert command.combatant["name"] == "Deel Surool 2"
    assert (command.combatant["side"], command.combatant["kind"]) == ("deserters", "npc")


def test_a_line_of_several_says_who_comes_in_on_which_side(table, dialog, qtbot):
    """One of a name is of the party, several are opponents: fields show the first one's, the preview all."""
    qtbot.keyClicks(dialog.name, "Zoe; Yan; Gnarl x3")
    told = dialog.reason
    assert dialog.side.currentText() == "party"
    assert dialog.kind.currentData() == "pc"
    sides = {}
    for command in dialog.commands():
        sides.setdefault(command.combatant["side"], []).append(command.combatant["name"])
    assert len(sides) == 2
    assert told == "5 come in: " + "; ".join(f"{', '.join(names)} ({side})" for side, names in sides.items())


@pytest.mark.parametrize(
    ("typed", "lair", "said"),
    [
        ("Lair", "tooth", "lair of Old Tooth"),
        ("Old Tooth's lair", "tooth", "lair of Old Tooth"),
        ("Lair of Old Tooth", "tooth", "lair of Old Tooth"),
        ("Tooth's lair", "tooth", "lair of Old Tooth"),
        ("Lair mother", None, ""),
    ],
)
def test_a_lair_is_known_by_its_name(hands: Hands, typed: str, lair: str | None, said: str) -> None:
    """R5E-71: it was one more creature, with hit points and turns."""
    people = (
        {"id": "ann", "name": "Ann"},
        {"id": "tooth", "name": "Old Tooth", "side": "foes", "kind": "npc"},
    )
    hands.window.services.encounters.new_from(Prepared("Den", "dnd5e", {}, people))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    hands.type(dialog.name, typed)
    assert dialog.reason.partition("), ")[2] == said
    hands.accept()
    one = list(bridge.state.combatants.values())[-1]
    assert (one.name, one.stats.get("lair"), "lair" in one.states) == (typed, lair, lair is not None)
    assert (one.side, one.kind) == (("foes", "npc") if lair else (one.side, one.kind))


def test_whose_lair_it_is_can_be_said_by_name(hands: Hands) -> None:
    """The field took an id that is shown nowhere, and a lair of another name became a creature."""
    people = ({"id": "tooth", "name": "Old Tooth", "side": "foes", "kind": "npc"},)
    hands.window.services.encounters.new_from(Prepared("Den", "dnd5e", {}, people))
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    hands.type(dialog.name, "The salt works")
    field = {**dialog.first.fields, **dialog.others.fields}["lair"]
    assert isinstance(field, QLineEdit)
    field.setText("old tooth")
    hands.key(Qt.Key.Key_End, on=field)
    dialog.refresh()
    assert dialog.reason.endswith("), lair of Old Tooth")
    hands.accept()
    one = list(hands.window.services.bridge.state.combatants.values())[-1]
    assert (one.stats["lair"], "lair" in one.states) == ("tooth", True)


def test_a_stat_block_without_a_side_joins_those_of_its_kind():
    """Namesakes first, then its kind; who sides with the heroes is no measure, nor is who was last."""
    people = [("Ann", "party", "pc"), ("Guide", "party", "npc"), ("Orc 1", "raiders", "npc")]
    people.append(("Wolf", "pack", "npc"))
    there = [Combatant(id=name, name=name, side=side, kind=kind) for name, side, kind in people]
    state = Encounter(combatants={one.id: one for one in there})
    lines = [
        NewcomerLine("Ogre", given={"kind": "npc"}),
        NewcomerLine("Wolf", 2, {"kind": "npc"}),
        NewcomerLine("Ann's cousin", given={"kind": "pc"}),
        NewcomerLine("Guide", given={}),
        NewcomerLine("Orc", given={"side": "guests", "kind": "npc"}),
    ]
    found = [one.combatant for one in adds(lines, state)]
    assert [(one["name"], one["side"], one["kind"]) for one in found] == [
        ("Ogre", "raiders", "npc"),
        ("Wolf 2", "pack", "npc"),
        ("Wolf 3", "pack", "npc"),
        ("Ann's cousin", "party", "pc"),
        ("Guide 2", "party", "npc"),
        ("Orc 2", "guests", "npc"),
    ]
    heroes = Encounter(combatants={"Ann": Combatant(id="Ann", name="Ann", side="heroes", kind="pc")})
    sides = [one.combatant["side"] for one in adds(lines[:3], heroes)]
    assert sides == ["opponents", "opponents", "opponents", "heroes"]
