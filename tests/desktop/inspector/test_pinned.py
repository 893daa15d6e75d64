"""Whoever is pinned cannot be taken for whom the list is at, and every sheet says at whom it is aimed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.theme import theme_of
from tests.desktop.fights import under_way


@pytest.mark.slow
def test_who_is_pinned_says_so_in_the_pins_colour(hands):
    under_way(hands)
    window = hands.window
    window.panels.flush()
    head, sheet = window.inspector.head, window.inspector.sections["sheet"]
    hands.choose("deel")
    assert (head.words()[0], sheet.title) == ("Deel Surool", "Apply to Deel Surool")
    hands.click(head.pin)
    hands.choose("lug")
    assert (head.words()[0], sheet.title) == ("Pinned: Deel Surool", "Apply to Deel Surool")
    assert head.pin.text() == "Unpin"
    colour = theme_of(head.palette()).round_token
    assert head.grab().toImage().pixelColor(2, head.pin.geometry().center().y()) == colour
    hands.click(head.pin)
    assert (head.words()[0], sheet.title) == ("K-77 “Lug”", "Apply to K-77 “Lug”")
    assert head.grab().toImage().pixelColor(2, head.pin.geometry().center().y()) != colour


@pytest.mark.slow
@pytest.mark.parametrize("command", ["damage", "heal", "effect", "react", "count", "attack", "belongs"])
def test_a_sheet_says_in_its_title_at_whom_it_is_aimed(hands, command):
    under_way(hands)
    window = hands.window
    hands.choose("deel")
    hands.click(window.inspector.head.pin)
    hands.choose("foreman")  # it is aimed at whom the list is at, whoever is pinned
    hands.menu(command)
    assert "Dock foreman" in hands.dialog().windowTitle()
    hands.leave()


@pytest.mark.slow
def test_of_many_the_title_names_the_first(hands):
    under_way(hands)
    hands.choose("deel")
    hands.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    hands.menu("effect")
    assert hands.dialog().windowTitle().endswith(" and 5 more")
    hands.leave()


@pytest.mark.slow
def test_the_panel_strikes_all_who_are_selected_but_for_a_pinned_one(hands):
    """As H does; its heading names them, and one undo takes it back from all."""
    under_way(hands)
    window = hands.window
    inspector, bridge = window.inspector, window.services.bridge
    hands.choose("trooper-1")
    hands.also("trooper-2")
    assert set(inspector.sheet.targets) == {"trooper-1", "trooper-2"}
    assert inspector.sections["sheet"].title == "Apply to 2: Stormtrooper 1, Stormtrooper 2"
    before, cursor = bridge.state, bridge.session.cursor
    inspector.apply("damage")
    QTest.keyClicks(QApplication.focusWidget(), "5")
    hands.key(Qt.Key.Key_Return, on=QApplication.focusWidget())
    hit = [who for who, one in bridge.state.combatants.items() if one != before.combatants[who]]
    assert set(hit) == {"trooper-1", "trooper-2"}
    bridge.undo()
    assert bridge.session.cursor == cursor
    hands.settle()
    inspector.head.pin.setChecked(True)
    hands.settle()
    assert inspector.sheet.targets == (inspector.shown,)
    inspector.head.pin.setChecked(False)
    hands.choose("trooper-1")
    assert inspector.sheet.targets == ("trooper-1",)
