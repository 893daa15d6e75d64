"""Setting a fight up in the window: samples, the last ruleset, groups, stat blocks kept for the next time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.main.new_encounter_dialog import NewEncounterDialog
from desktop.main.window import MainWindow
from desktop.rolls.start_dialog import StartDialog
from rulesets.fight.storage.errors import DiskFull
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    return Hands(window)


@pytest.mark.slow
def test_every_sample_of_the_start_page_opens(hands: Hands, window: MainWindow) -> None:
    titles = []
    for choice in list(window.start_page.samples.choices):
        hands.click(choice)
        assert window.services.bridge.is_open
        titles.append(window.services.bridge.rules.id)
        window.do("close")
        hands.settle()
    assert len(set(titles)) == len(titles) >= 5


@pytest.mark.slow
def test_a_start_without_a_roll_asks_nothing(hands: Hands, window: MainWindow) -> None:
    """002-8: initiative is rolled once everybody has declared."""
    window.do("sample:the-mill-race")
    hands.primary()
    assert hands._dialog() is None
    assert window.services.bridge.state.clock.status == RUNNING


@pytest.mark.slow
def test_the_ruleset_and_options_used_last_are_offered_again(hands: Hands, window: MainWindow) -> None:
    window.do("new")
    dialog = hands.dialog()
    assert isinstance(dialog, NewEncounterDialog)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("srd35"))
    box = dialog.options.boxes["flat_footed_ends"]
    box.setCurrentIndex(1 - box.currentIndex())
    wanted = dialog.chosen().options
    hands.type(dialog.name, "Bridge")
    hands.accept()
    assert window.services.bridge.rules.options_set["flat_footed_ends"] == wanted["flat_footed_ends"]
    window.do("sample")
    window.do("new")
    dialog = hands.dialog()
    assert isinstance(dialog, NewEncounterDialog)
    assert (dialog.chosen().ruleset, dialog.chosen().options) == ("srd35", wanted)
    hands.leave()


@pytest.mark.slow
def test_the_selected_act_as_one_group_and_roll_once(hands: Hands, window: MainWindow) -> None:
    window.do("sample")
    bridge, table = window.services.bridge, window.table
    hands.choose("trooper-1")
    hands.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    hands.key(Qt.Key.Key_G)
    slots = {bridge.state.combatants[who].slot for who in ("trooper-1", "trooper-2")}
    assert len(slots) == 1
    assert len(table.selected_ids()) == 2
    hands.primary()
    dialog = hands.dialog()
    assert isinstance(dialog, StartDialog)
    names = [dialog.model.index(row, 0).data() for row in range(dialog.model.rowCount())]
    assert "Stormtrooper ×2" in names
    hands.leave()
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    assert bridge.state.combatants["trooper-1"].slot == "trooper-1"


@pytest.mark.slow
def test_a_combatant_that_was_kept_can_be_added_the_next_time(hands: Hands, window: MainWindow) -> None:
    window.do("sample")
    hands.choose("sergeant")
    window.do("keep")
    assert "Trooper sergeant" in window.messages.text
    window.services.bridge.dispatch(cmd.Leave(who="sergeant"))
    hands.key(Qt.Key.Key_N)
    dialog = hands.dialog()
    hands.type(dialog.focusWidget(), "trooper sergeant x2")
    assert "with the stat block “Trooper sergeant”" in dialog.reason
    hands.accept()
    people = window.services.bridge.state.combatants.values()
    alike = [one for one in people if one.name.casefold().startswith("trooper sergeant")]
    assert len(alike) == 2
    assert len({one.stats["max_hp"] for one in alike}) == 1


@pytest.mark.slow
def test_a_library_that_cannot_be_written_is_told(hands: Hands, window: MainWindow) -> None:
    window.do("sample")
    folder = window.services.paths.campaign
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    hands.choose("sergeant")
    window.do("keep")
    assert "The stat block could not be kept in" in window.messages.text


@pytest.mark.slow
def test_what_was_kept_before_one_could_not_be_is_told(
    hands: Hands, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.do("sample")
    keep, kept = window.services.library.keep, list[str]()

    def room_for_one(ruleset: str, given: dict[str, Any]) -> object:
        if kept:
            raise DiskFull(Path("blocks"), "write")
        kept.append(given["name"])
        return keep(ruleset, given)

    monkeypatch.setattr(window.services.library, "keep", room_for_one)
    hands.choose("sergeant")
    hands.also("lug")
    window.do("keep")
    assert "The stat block could not be kept in" in window.messages.text
    assert window.messages.text.endswith(f"Kept are {kept[0]}.")
