"""A whole fight in the window, with the mouse and the keys a game master uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from desktop.main.window import MainWindow
from rulesets.table.encounter import OVER, RUNNING, SETUP, Encounter
from tests.desktop.fights import AWARE, begun
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_two_rounds_undone_and_redone(hands: Hands) -> None:
    """The sample opens with a click; two rounds later everything can be taken back and done again."""
    bridge = hands.window.services.bridge
    begun(hands)
    assert bridge.state.clock.surprise
    plays.surprise_round(hands)
    assert [turn.slot for turn in bridge.state.acted[0]] == AWARE
    plays.wounds(hands)
    plays.readied_and_suppressed(hands)
    assert plays.take_row(hands) == "Delay Deel Surool to count 13, acts after Stormtrooper 2"
    plays.delay(hands)
    assert bridge.state.clock.round == 1
    while bridge.state.clock.round < 3:
        hands.key(Qt.Key.Key_Space)
    assert hands.window.top_bar.primary.accessibleName() == "Next turn"
    played, steps = bridge.state, bridge.session.cursor
    for _ in range(steps):
        hands.window.do("undo")
    assert bridge.state == Encounter()
    assert hands.window.table.initiative.rowCount() == 0
    assert not hands.window.actions_.by_id["undo"].isEnabled()
    for _ in range(steps):
        hands.window.do("redo")
    assert bridge.state == played
    assert hands.window.table.initiative.rowCount() == 8


@pytest.mark.slow
def test_the_primary_button_says_what_it_does(hands: Hands) -> None:
    """Before, during and after the fight; Ctrl+Return is the same thing everywhere."""
    window, bridge = hands.window, hands.window.services.bridge
    plays.open_sample(hands)
    button = window.top_bar.primary
    assert button.accessibleName() == "Start…"
    hands.click(button)
    plays.roll_initiative(hands)
    plays.begin(hands)
    assert button.accessibleName() == "Next turn"
    assert button.text().endswith("Space")
    window.inspector.setFocus()
    hands.primary()
    plays.turn_of(hands, "sergeant")
    hands.menu("end-encounter")
    hands.leave()
    assert bridge.state.clock.status == OVER
    assert button.accessibleName() == "Start again…"
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.state.clock.status == RUNNING


@pytest.mark.slow
def test_back_one_turn(hands: Hands) -> None:
    """Shift+Space takes back to where the turn before began, with all that was done since."""
    bridge = hands.window.services.bridge
    begun(hands)
    hands.spend("1")
    before = bridge.state
    plays.next_turn(hands, "sergeant")
    hands.spend("2")
    hands.key(Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bridge.state == before
    plays.turn_of(hands, "sarlane")


@pytest.mark.slow
def test_the_selection_follows_the_turn(hands: Hands) -> None:
    """Keys and details mean the active one until another is picked."""
    window = hands.window
    begun(hands)
    assert window.table.selected_ids() == ["sarlane"]
    hands.choose("deel")
    hands.until(lambda: window.inspector.shown == "deel", "the details of Deel Surool")
    plays.next_turn(hands, "sergeant")
    assert window.table.selected_ids() == ["sergeant"]
    hands.until(lambda: window.inspector.shown == "sergeant", "the details of the sergeant")


@pytest.mark.slow
def test_a_refusal_can_be_overridden(hands: Hands) -> None:
    """The message names the rule and has the button; the log marks what was insisted on."""
    window, bridge = hands.window, hands.window.services.bridge
    begun(hands)
    state = bridge.state
    hands.choose("foreman")
    hands.key(Qt.Key.Key_1)
    assert bridge.state == state
    assert "Sarlane Vex" in window.messages.text
    assert "Rulebook p. 143" in window.messages.text
    assert window.messages.action.text() == "Override"
    hands.click(window.messages.action)
    assert bridge.log[-1].overridden
    assert window.messages.text == ""
    hands.menu("override")
    assert "nothing to override" in window.messages.text


@pytest.mark.slow
def test_a_refused_drop_leaves_a_message_with_override(hands: Hands) -> None:
    """Dropping a row where the rules forbid it changes nothing; Override, or Alt, does it all the same."""
    window, bridge = hands.window, hands.window.services.bridge
    begun(hands)
    state = bridge.state
    hands.drag("foreman", below="ioan")
    hands.drop()
    assert bridge.state == state
    assert window.messages.action.text() == "Override"
    hands.drag("foreman", below="ioan")
    hands.drop(Qt.KeyboardModifier.AltModifier)
    assert bridge.state != state
    assert bridge.log[-1].overridden
    assert window.messages.text == ""


@pytest.mark.slow
def test_a_message_never_blocks(hands: Hands) -> None:
    """With a refusal on the screen the fight goes on, and the message goes when it has become pointless."""
    window = hands.window
    begun(hands)
    hands.choose("foreman")
    hands.key(Qt.Key.Key_1)
    assert window.messages.text
    plays.next_turn(hands, "sergeant")
    assert window.messages.text == ""


def opened(hands: Hands, menu: str) -> dict[str, QAction]:
    """The commands as they are once a menu is open."""
    hands.window.actions_.menus[menu].aboutToShow.emit()
    return hands.window.actions_.by_id


@pytest.mark.slow
def test_undo_names_what_it_takes_back(hands: Hands) -> None:
    """In the menu; before anything was done there is nothing to name."""
    begun(hands)
    hands.spend("3")
    said = opened(hands, "edit")["undo"].text()
    assert said.replace("&", "").startswith("Undo: ")
    assert "Swift" in said
    hands.menu("undo")
    assert opened(hands, "edit")["redo"].text().replace("&", "").startswith("Redo: ")


@pytest.mark.slow
def test_an_empty_encounter_teaches(hands: Hands) -> None:
    """A new encounter has nobody: the primary button adds combatants."""
    window, bridge = hands.window, hands.window.services.bridge
    hands.menu("new")
    dialog = hands.dialog()
    hands.type(dialog.focusWidget(), "Cantina")
    hands.accept()
    assert bridge.is_open
    assert bridge.state.clock.status == SETUP
    assert window.windowTitle().startswith("Cantina")
    assert window.top_bar.primary.accessibleName() == "Add combatants…"
    hands.primary()
    hands.type(hands.dialog().focusWidget(), "Bith")
    hands.accept()
    assert [c.name for c in bridge.state.combatants.values()] == ["Bith"]


@pytest.mark.slow
def test_one_side_left_offers_to_end_the_fight(hands: Hands) -> None:
    """Once, without being in the way."""
    window, bridge = hands.window, hands.window.services.bridge
    begun(hands)
    for who in ("sergeant", "trooper-1", "trooper-2", "foreman"):
        hands.choose(who)
        hands.menu("defeat")
    assert "Only one side" in window.messages.text
    hands.click(window.messages.action)
    assert bridge.state.clock.status == OVER


@pytest.mark.slow
def test_rename_remove_and_find(hands: Hands) -> None:
    """What the menu of combatants does to the selected one."""
    window, bridge = hands.window, hands.window.services.bridge
    plays.open_sample(hands)
    hands.choose("foreman")
    hands.menu("rename")
    hands.type(hands.dialog().focusWidget(), "<b>Old Yarrick</b>")
    hands.accept()
    assert bridge.state.combatants["foreman"].name == "<b>Old Yarrick</b>"
    hands.menu("find")
    hands.type(window.find_bar.line, "yarr")
    assert window.table.selected_ids() == ["foreman"]
    hands.key(Qt.Key.Key_Escape, on=window.find_bar.line)
    assert not window.find_bar.isVisible()
    hands.menu("remove")
    assert "foreman" not in bridge.state.combatants


@pytest.mark.slow
def test_the_log_leads_back(hands: Hands) -> None:
    """Any line can be gone back to."""
    window, bridge = hands.window, hands.window.services.bridge
    begun(hands)
    before, cursor = bridge.state, bridge.session.cursor
    hands.spend("1")
    hands.key(Qt.Key.Key_Space)
    window.log.undo_to.emit(cursor)
    assert bridge.state == before


@pytest.mark.slow
def test_what_is_open_is_offered_next_time(hands: Hands, tmp_path: Path) -> None:
    """The last encounter stands first on the start page; a file that is gone is not offered."""
    window, services = hands.window, hands.window.services
    plays.open_sample(hands)
    current = services.encounters.current
    assert current is not None
    hands.until(lambda: services.settings.now.last_encounter == str(current.path), "the settings")
    hands.menu("close")
    assert window.pages.currentWidget() is window.start_page
    first = window.start_page.first
    assert first.accessibleName() == "Continue “Ambush at Docking Bay 94”"
    assert first.hasFocus()
    hands.click(first)
    assert services.bridge.is_open
    hands.menu("close")
    current.path.unlink()
    hands.click(window.start_page.first)
    assert "There is no file" in window.messages.text
    hands.settle()
    assert window.services.settings.now.recent == ()


@pytest.mark.slow
def test_parts_of_the_window_can_be_hidden(hands: Hands) -> None:
    """And stay hidden next time."""
    window = hands.window
    plays.open_sample(hands)
    hands.menu("log")
    assert not window.log.isVisible()
    hands.menu("inspector")
    assert not window.inspector.isVisible()
    kept = window.services.settings.now
    assert (kept.show_log, kept.show_inspector) == (False, False)
    again = MainWindow(window.services)
    assert again.log.isHidden()
    again.deleteLater()


@pytest.mark.slow
def test_theme_is_chosen_and_kept(hands: Hands, qapp) -> None:
    """At once, and next time."""
    window = hands.window
    window.do("theme:light")
    assert qapp.palette().base().color().lightness() > 200
    window.do("theme:dark")
    assert qapp.palette().base().color().lightness() < 60
    assert window.services.settings.now.theme == "dark"
