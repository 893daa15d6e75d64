"""The window of stat blocks: found as one types, changed, copied, removed, rolled for each who comes in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from desktop.combatants.blocks.window import BlocksWindow
from desktop.combatants.parties_window import PartiesWindow
from desktop.process.in_front import dialog_in_front
from rulesets.campaign.things import Block, Member, Party
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

RULESETS = ("saga-edition", "dnd5e")
WOLF = {"side": "foes", "kind": "npc", "max_hp": 13, "notes": "Hunts in packs."}


def blocks(window: BlocksWindow) -> list[str]:
    return [block.name for block in window.model.entries()]


def own(hands: Hands, ruleset: str) -> list[str]:
    return [block.name for block in hands.window.services.campaigns.current.blocks(ruleset)]


def typed(window: BlocksWindow, text: str) -> None:
    window.search.clear()
    QTest.keyClicks(window.search, text)


@pytest.fixture(params=RULESETS)
def shown(hands: Hands, request: pytest.FixtureRequest) -> Iterator[BlocksWindow]:
    """The window over an empty encounter, with a wolf of one's own."""
    services = hands.window.services
    services.campaigns.write(Block("Grey wolf", WOLF, request.param, ("forest", "beast")))
    services.encounters.new("A fight", request.param, {})
    hands.settle()
    hands.window.do("blocks")
    hands.until(lambda: isinstance(dialog_in_front(), BlocksWindow), "the stat blocks")
    window = dialog_in_front()
    assert isinstance(window, BlocksWindow)
    yield window
    if (left := dialog_in_front()) is not None:
        left.reject()


def test_what_is_typed_is_found_in_tags_notes_and_numbers(shown: BlocksWindow) -> None:
    assert len(blocks(shown)) > 3, "those that come with the program, too"
    for text in ("forest", "packs", "grey 13", "max_hp=13 forest"):
        typed(shown, text)
        assert blocks(shown) == ["Grey wolf"]
        assert shown.form.name.text() == "Grey wolf"
    typed(shown, "no such thing")
    assert blocks(shown) == []
    assert not shown.add.isEnabled()


def test_that_nothing_is_found_is_said(shown: BlocksWindow) -> None:
    typed(shown, "no such thing")
    assert shown.model.rowCount() == 0
    assert shown.told.text().startswith("Nothing fits.")
    typed(shown, "wolf")
    assert shown.told.text() == ""


def test_a_column_stands_there_if_some_block_has_something_for_it(shown: BlocksWindow) -> None:
    """In large text columns without a word pushed the numbers out of view."""
    titles = shown.model.titles()
    seen = [title for column, title in enumerate(titles) if not shown.table.isColumnHidden(column)]
    assert seen[:3] == ["Name", "Tags", "From"], "the wolf has tags, and is one's own"
    shown.model.show_blocks([Block("Ox", {"max_hp": 15})])
    assert [titles[column] for column in shown.model.blank_columns()] == [
        title for title in titles if title not in ("Name", seen[-1])
    ]


def test_one_of_ones_own_is_changed_in_its_file_and_back(shown: BlocksWindow, hands: Hands) -> None:
    campaign, ruleset = hands.window.services.campaigns.current, hands.window.services.bridge.rules.id
    typed(shown, "grey wolf")
    assert not shown.save.isEnabled()
    field = shown.form.first.fields["max_hp"]
    field.clear()
    QTest.keyClicks(field, "2d8+4")
    shown.form.tags.setText("forest, pack")
    shown.save.click()
    (block,) = campaign.blocks(ruleset)
    assert (block.given["max_hp"], block.tags, block.given["notes"]) == (
        "2d8+4",
        ("forest", "pack"),
        WOLF["notes"],
    )
    shown.undo.click()
    (block,) = campaign.blocks(ruleset)
    assert (block.given, block.tags) == (WOLF, ("forest", "beast"))
    assert not shown.undo.isEnabled()


def test_hit_points_are_rolled_for_each_that_comes_in(shown: BlocksWindow, hands: Hands) -> None:
    typed(shown, "grey wolf")
    field = shown.form.first.fields["max_hp"]
    field.clear()
    QTest.keyClicks(field, "20d8+4")
    shown.count.number = 4
    shown.add.click()
    people = list(hands.window.services.bridge.state.combatants.values())
    assert [who.name for who in people] == [f"Grey wolf {number}" for number in range(1, 5)]
    assert len({who.stats["max_hp"] for who in people}) > 1
    assert all(who.stats["hp"] == who.stats["max_hp"] >= 24 for who in people)
    assert "Grey wolf 1, Grey wolf 2" in shown.told.text()
    hands.window.services.bridge.undo()
    assert not hands.window.services.bridge.state.combatants, "one step"


def test_one_that_comes_with_the_program_is_kept_as_ones_own(shown: BlocksWindow, hands: Hands) -> None:
    ruleset = hands.window.services.bridge.rules.id
    first = next(block for block in shown.model.entries() if not block.own)
    typed(shown, first.name)
    assert not shown.remove.isEnabled()
    shown.form.notes.setPlainText("One eye.")
    assert "your own" in shown.told.text()
    shown.save.click()
    assert own(hands, ruleset) == sorted(["Grey wolf", first.name])


def test_it_is_copied_deleted_and_brought_back(shown: BlocksWindow, hands: Hands) -> None:
    ruleset = hands.window.services.bridge.rules.id
    typed(shown, "grey wolf")
    shown.copy.click()
    assert own(hands, ruleset) == ["Grey wolf", "Grey wolf 2"]
    assert shown.form.name.text() == "Grey wolf 2"
    shown.remove.click()
    assert own(hands, ruleset) == ["Grey wolf"]
    hands.window.services.campaigns.changed.emit()  # as the watched folder says a little later
    assert "Undo brings it back" in shown.told.text()
    shown.undo.click()
    assert own(hands, ruleset) == ["Grey wolf", "Grey wolf 2"]
    shown.undo.click()
    assert own(hands, ruleset) == ["Grey wolf"]


def test_a_new_one_needs_a_name_and_what_is_no_number_is_told(shown: BlocksWindow, hands: Hands) -> None:
    ruleset = hands.window.services.bridge.rules.id
    shown.new.click()
    assert shown.told.text() == "Give the stat block a name."
    QTest.keyClicks(shown.form.name, "Bandit")
    QTest.keyClicks(shown.form.first.fields["max_hp"], "many")
    assert "“many” is no value" in shown.told.text()
    assert not shown.save.isEnabled()
    shown.form.first.fields["max_hp"].selectAll()
    QTest.keyClicks(shown.form.first.fields["max_hp"], "9")
    shown.save.click()
    assert own(hands, ruleset) == ["Bandit", "Grey wolf"]


def test_those_of_other_rulesets_are_shown_as_such_and_offered_with_what_fits(
    shown: BlocksWindow, hands: Hands
) -> None:
    ruleset = hands.window.services.bridge.rules.id
    given = {"max_hp": 7, "sanity": 3, "side": "cult"}
    hands.window.services.campaigns.write(Block("Cultist", given, "elsewhere"))
    shown.others.click()
    typed(shown, "cultist")
    row = [block for block in shown.model.entries() if block.ruleset == "elsewhere"]
    assert [block.name for block in row] == ["Cultist"]
    shown.table.setCurrentIndex(shown.model.index(shown.model.row_of("Cultist", own=True), 0))
    assert "another ruleset (elsewhere)" in shown.told.text()
    assert "sanity" in shown.told.text()
    shown.save.click()
    (kept,) = (b for b in hands.window.services.campaigns.current.blocks(ruleset) if b.name == "Cultist")
    assert kept.given == {"side": "cult", "kind": "npc", "max_hp": 7}


def test_keys_lead_from_the_search_into_the_list_and_the_fight(shown: BlocksWindow, hands: Hands) -> None:
    shown.activateWindow()
    hands.until(shown.isActiveWindow, "the window to have the keys")
    typed(shown, "grey")
    QTest.keyClick(shown.search, Qt.Key.Key_Down)
    assert shown.table.hasFocus()
    QTest.keyClick(shown.table, Qt.Key.Key_Return)
    assert [who.name for who in hands.window.services.bridge.state.combatants.values()] == ["Grey wolf"]
    QTest.keyClick(shown.table, Qt.Key.Key_Delete)
    assert own(hands, hands.window.services.bridge.rules.id) == []


# -- prepared on Thursday, without a fight ---------------------------------------------------------------


def without_a_fight(hands: Hands, ident: str, kind: type) -> QDialog:
    assert not hands.window.services.bridge.is_open
    hands.window.do(ident)
    hands.until(lambda: isinstance(dialog_in_front(), kind), "the window")
    window = dialog_in_front()
    assert isinstance(window, kind)
    return window


def test_stat_blocks_are_made_before_there_is_an_encounter(hands: Hands) -> None:
    """Ctrl+B on the start page; the ruleset is chosen there (issue 17: prepared on Thursday)."""
    hands.key(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier, on=hands.window.start_page.first)
    hands.until(lambda: isinstance(dialog_in_front(), BlocksWindow), "the stat blocks")
    window = dialog_in_front()
    assert isinstance(window, BlocksWindow)
    assert window.ruleset.isVisible()
    assert not window.add.isVisible()
    place = window.geometry()
    window.ruleset.box.setCurrentIndex(window.ruleset.box.findData("dnd5e"))
    window.ruleset.box.activated.emit(window.ruleset.box.currentIndex())
    hands.until(lambda: dialog_in_front() not in (None, window), "those of the other ruleset")
    window = dialog_in_front()
    assert isinstance(window, BlocksWindow)
    assert window.geometry() == place
    assert window.ruleset.box.currentData() == "dnd5e"
    window.new.click()
    window.activateWindow()
    hands.until(window.isActiveWindow, "the window to have the keys")
    QTest.keyClicks(window.form.name, "Bog hound")
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert own(hands, "dnd5e") == ["Bog hound"]
    window.table.opened.emit(0)  # Return in the list: there is no fight to come into
    assert not hands.window.services.bridge.is_open
    window.reject()
    hands.settle()
    again = without_a_fight(hands, "blocks", BlocksWindow)
    assert isinstance(again, BlocksWindow)
    assert again.ruleset.box.currentData() == "dnd5e", "the one chosen last"
    again.reject()


def test_a_party_rests_before_there_is_an_encounter(hands: Hands) -> None:
    """By the rules of the ruleset that is chosen in its window."""
    member = Member({"id": "vex", "name": "Vex", "max_hp": 30}, {"stats": {"hp": 12}})
    hands.window.services.campaigns.write(Party(name="Heroes", ruleset="dnd5e", members=(member,)))
    window = without_a_fight(hands, "show-parties", PartiesWindow)
    assert isinstance(window, PartiesWindow)
    assert not window.bring_in.isVisible()
    assert not window.rest.isEnabled()
    assert "Choose that one above" in window.told.text()
    window.ruleset.box.setCurrentIndex(window.ruleset.box.findData("dnd5e"))
    window.ruleset.box.activated.emit(window.ruleset.box.currentIndex())
    hands.until(lambda: dialog_in_front() not in (None, window), "by the other ruleset")
    window = dialog_in_front()
    assert isinstance(window, PartiesWindow)
    assert window.rest.isEnabled()
    window.rests.actions()[0].trigger()
    assert "Action Surge can be used again" in window.told.text(), "what that ruleset says of a rest"
    window.reject()


@pytest.mark.parametrize("shown", RULESETS[:1], indirect=True)
def test_what_is_typed_and_not_kept_is_there_again(shown: BlocksWindow, hands: Hands) -> None:
    """After another block, after Escape, and for one that is new; Undo takes it back."""
    typed(shown, "grey wolf")
    QTest.keyClicks(shown.form.feats, "Track")
    shown.search.clear()
    shown.table.setCurrentIndex(shown.model.index(shown.model.rowCount() - 1, 0))
    other = shown.form.name.text()
    assert (other == "Grey wolf", "Track" in shown.form.feats.text()) == (False, False)
    typed(shown, "grey wolf")
    assert "Track" in shown.form.feats.text()
    shown.new.click()
    QTest.keyClicks(shown.form.name, "Warg")
    QTest.keyClick(shown.form.name, Qt.Key.Key_Escape)
    hands.no_dialog()
    hands.window.do("blocks")
    again = hands.dialog()
    assert isinstance(again, BlocksWindow)
    assert again.form.name.text() == "Warg"
    again.save.click()
    typed(again, "grey wolf")
    assert "Not kept yet" in again.told.text()
    again.undo.click()
    assert "Track" not in again.form.feats.text()
    assert sorted(own(hands, RULESETS[0])) == ["Grey wolf", "Warg"]
    again.reject()
