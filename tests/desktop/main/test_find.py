"""Finding a combatant, and the page to begin with: both by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.main.window import MainWindow
from rulesets.table.commands import Add
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    """Hands in a new window."""
    return Hands(window)


@pytest.fixture
def crowd(hands: Hands) -> Hands:
    """The sample with a hundred more."""
    plays.open_sample(hands)
    bridge = hands.window.services.bridge
    for number in range(1, 101):
        bridge.session.dispatch(Add(combatant={"id": f"ewok{number}", "name": f"Ewok {number}"}), 0.0)
    bridge.reset.emit()
    return hands


def find(hands: Hands, text: str) -> str:
    """Press Ctrl+F and type; returns who is selected."""
    hands.key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(hands.window.find_bar.line, text)
    return name(hands)


def name(hands: Hands) -> str:
    """Who is selected in the list."""
    window = hands.window
    return window.services.bridge.state.combatants[window.table.current()].name


@pytest.mark.slow
def test_the_first_that_fits_is_selected_while_one_types(crowd: Hands) -> None:
    """Words in any order, without case and accents; it says how many fit."""
    bar = crowd.window.find_bar
    assert find(crowd, "ew") == "Ewok 1"
    assert bar.told == "1 of 100"
    assert find(crowd, "42 EWÖK") == "Ewok 42"
    assert bar.told == "1 of 1"
    find(crowd, "nobody like that")
    assert bar.told == "nobody"


@pytest.mark.slow
def test_the_same_name_is_found_again_where_the_list_has_gone_elsewhere(crowd: Hands) -> None:
    """It said "1 of 1" and left the selection with another one, whom the next key would have healed."""
    for typed in ("42 ewok", "42 ewok", ""):  # the last time what was looked for before still stands there
        crowd.choose("lug")
        find(crowd, typed)
        crowd.key(Qt.Key.Key_Return, on=crowd.window.find_bar.line)
        assert name(crowd) == "Ewok 42"


@pytest.mark.slow
def test_the_arrows_go_to_the_next_in_the_order_of_the_list_and_around(crowd: Hands) -> None:
    bar = crowd.window.find_bar
    assert find(crowd, "ewok 9") == "Ewok 9"
    found = []
    for _ in range(11):
        crowd.key(Qt.Key.Key_Down, on=bar.line)
        found.append(name(crowd))
    assert found == [*(f"Ewok {number}" for number in range(90, 100)), "Ewok 9"]
    crowd.key(Qt.Key.Key_Up, on=bar.line)
    assert (name(crowd), bar.told) == ("Ewok 99", "11 of 11")
    crowd.key(Qt.Key.Key_Up, on=bar.line)
    assert name(crowd) == "Ewok 98"


@pytest.mark.slow
def test_typing_on_stays_with_whom_still_fits(crowd: Hands) -> None:
    bar = crowd.window.find_bar
    find(crowd, "ewok")
    for _ in range(10):
        crowd.key(Qt.Key.Key_Down, on=bar.line)
    assert name(crowd) == "Ewok 11"
    QTest.keyClicks(bar.line, " 1")
    assert (name(crowd), bar.told) == ("Ewok 11", "3 of 12")


@pytest.mark.slow
def test_escape_leaves_to_the_list_with_the_one_found(crowd: Hands) -> None:
    find(crowd, "lug")
    crowd.key(Qt.Key.Key_Escape, on=crowd.window.find_bar.line)
    assert crowd.window.table.hasFocus()
    assert not crowd.window.find_bar.isVisible()
    assert crowd.window.table.current() == "lug"


@pytest.mark.slow
def test_enter_leaves_to_the_list_and_the_next_key_is_a_command(hands: Hands) -> None:
    """Esc is not needed: H hurts whom was found, and is no letter of a name."""
    plays.open_sample(hands)
    bar = hands.window.find_bar
    find(hands, "nobody like that")
    hands.key(Qt.Key.Key_Return, on=bar.line)
    assert bar.line.hasFocus(), "there is nobody to go to"
    find(hands, "k-77")
    hands.key(Qt.Key.Key_Return, on=bar.line)
    assert not bar.isVisible()
    assert hands.window.table.hasFocus()
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.targets == ("lug",)
    assert bar.line.text() == "k-77"
    hands.leave()


@pytest.mark.slow
def test_enter_opens_the_first_entry_of_the_start_page(hands: Hands) -> None:
    hands.until(lambda: hands.window.start_page.first.hasFocus(), "the first entry to have the focus")
    hands.key(Qt.Key.Key_Return, on=hands.window.start_page.first)
    assert hands.window.services.bridge.is_open


@pytest.mark.slow
def test_enter_opens_it_wherever_the_focus_is_on_the_page(hands: Hands) -> None:
    hands.key(Qt.Key.Key_Return, on=hands.window.start_page)
    assert hands.window.services.bridge.is_open
