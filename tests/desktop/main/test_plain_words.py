"""What a game master reads are words, and what is looked for is found: notes, weapons, fights of before."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from desktop.actions.budget import tokens
from desktop.combatants.stats import entered_feats, entered_value, shown_feats, shown_value
from desktop.main.new_encounter_dialog import NewEncounterDialog
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.desktop.list.tables import do, opened
from tests.hands.keys_and_mouse import Hands


@pytest.mark.slow
def test_effects_without_a_rule_are_called_like_words(hands: Hands) -> None:
    """“fighting-defensively” stood in the details and in the dialog."""
    under_way(hands)
    window = hands.window
    assert window.services.bridge.dispatch(
        cmd.BeginEffect(on="sarlane", name="fighting-defensively", rounds=1)
    )
    hands.choose("sarlane")
    hands.until(lambda: bool(window.inspector.effects.lines), "the effect beside the list")
    texts = [label.text() for label in window.inspector.findChildren(QLabel)]
    assert "Fighting defensively" in texts
    assert not [text for text in texts if "fighting-defensively" in text]


def test_a_weapon_is_called_by_its_name_and_typed_by_it() -> None:
    rules = load("kaiser")
    assert shown_value(rules, "text", "short_sword") == "Short sword"
    assert entered_value(rules, "text", "short Sword") == "short_sword"
    assert entered_value(rules, "text", "A family heirloom") == "A family heirloom"
    assert entered_value(rules, "number", "12") == 12


def test_words_of_a_list_are_shown_and_typed_as_words() -> None:
    """004-261: “blind_sense” was what had to be typed."""
    rules = load("sagas-hub")
    assert shown_value(rules, "list", ["blind_sense"]) == "blind sense"
    assert entered_value(rules, "list", "Blind sense, tall") == ["blind_sense", "tall"]
    assert entered_value(rules, "list", "Energy, Frost") == ["energy", "Frost"], "a type of damage"


def test_feats_are_words_and_mean_what_formulas_ask_for() -> None:
    rules = load("dnd5e")
    assert shown_feats(["action_surge"]) == "Action surge"
    assert entered_feats(rules, "action surge, Cunning Action, Of my own") == [
        "action_surge",
        "cunning_action",
        "Of my own",
    ]


def test_pools_of_no_size_are_not_shown(qapp: QApplication) -> None:
    bridge, _ = opened(load("dnd5e"))
    do(bridge, cmd.Add(combatant={"id": "a", "hp": 10, "max_hp": 10}), cmd.Add(combatant={"id": "b"}))
    do(bridge, cmd.Start(rolls={"a": 10, "b": 5}))
    shown = tokens(bridge.scene, bridge.state.combatants["a"])
    assert shown
    assert not [token.label for token in shown if token.size == 0 and not token.left]


@pytest.mark.slow
def test_the_palette_finds_note(hands: Hands) -> None:
    under_way(hands)
    hands.choose("lug")
    bridge = hands.window.services.bridge
    before = bridge.state.combatants["lug"].notes
    hands.menu("palette")
    palette = hands.window.palette_.view
    hands.type(palette.focusWidget() or palette, "note")
    hands.key(Qt.Key.Key_Return, on=palette.focusWidget() or palette)
    hands.until(hands.window.inspector.notes.hasFocus, "the notes to be typed into")
    hands.type(hands.window.inspector.notes, "owes us")
    hands.window.inspector.flush()
    assert bridge.state.combatants["lug"].notes == f"{before}owes us"


@pytest.mark.slow
def test_recent_fights_say_where_they_stood_and_when(hands: Hands) -> None:
    under_way(hands)
    hands.until(lambda: bool(hands.window.services.settings.now.recent), "the file to be remembered")
    hands.window.services.bridge.dispatch(cmd.EndTurn())
    hands.menu("close")
    page = hands.window.start_page
    hands.until(lambda: page.first.told.startswith("Surprise round · "), "the last fight")
    assert page.first.told.count(" · ") >= 2


@pytest.mark.slow
def test_a_new_encounter_begins_simple(hands: Hands) -> None:
    """Name and ruleset; the options are a heading until they are wanted."""
    hands.menu("new")
    dialog = hands.dialog()
    assert isinstance(dialog, NewEncounterDialog)
    assert dialog.options is not None
    assert not dialog.options.isVisible()
    low = dialog.height()
    hands.click(dialog._section.heading)
    assert dialog.options.isVisible()
    assert dialog.height() > low
    hands.leave()
