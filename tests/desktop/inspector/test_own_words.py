"""An effect that the rules do not know is said to be one's own words: nothing comes of it by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rulesets.table.commands import Add, Start
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_a_name_that_is_no_state_of_the_rules_is_said_to_be_ones_own_words(hands: Hands) -> None:
    """An evening: "Shaken" was taken in rules that know no such state, and nobody was shaken by it."""
    people = (
        Add(combatant={"id": "Ada"}),
        Add(combatant={"id": "Rook"}),
        Start(rolls={"Ada": 20, "Rook": 5}),
    )
    hands.window.services.encounters.new("Bar", "sagas-hub", commands=people)
    hands.settle()
    rules = hands.window.services.bridge.rules
    label = next(state.label for state in rules.states.values() if len(state.label) > 4)
    hands.choose("Ada")
    hands.menu("effect")
    dialog = hands.dialog()
    told = "Your own words: no state of these rules, so nothing comes of it by itself."
    for typed, said in (
        ("Shaken", True),
        (label[:3], False),
        (label, False),
        (label.lower(), False),
        ("", False),
    ):
        dialog.name.setEditText(typed)
        assert (dialog.about.text() == told) == said, typed
    dialog.name.setEditText(label[:3])
    assert (
        dialog.about.text() == f"The beginning of “{label}”, ↓ takes it. As it stands it is your own words."
    )
    QTest.keyClick(dialog.name, Qt.Key.Key_Down)
    assert dialog.name.currentText() == label
    hands.leave()
