"""A new encounter: name, ruleset, options."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.files.ruleset_cache import RulesetCache
from desktop.main.new_encounter_dialog import NewEncounterDialog
from desktop.rulesets.infos import RulesetInfo, ruleset_infos
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf


@pytest.fixture
def dialog(qtbot):
    rules = loader.load("saga-edition")
    infos = [
        RulesetInfo(rules.id, rules.label, rules.text, rules.options, rules.presets),
        RulesetInfo("plain", "Plain", "No options."),
    ]
    dialog = NewEncounterDialog(infos)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def test_a_name_is_needed(dialog, qtbot):
    assert not dialog.ok.isEnabled()
    assert dialog.reason
    qtbot.keyClicks(dialog.name, "Ambush")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    chosen = dialog.chosen()
    assert (chosen.name, chosen.ruleset, chosen.options) == ("Ambush", "saga-edition", {})


def test_options_that_differ_are_given(dialog):
    box = dialog.options.boxes["second_wind_cost"]
    box.setCurrentIndex(box.findData("1"))
    options = dialog.chosen().options
    assert options == {"second_wind_cost": "1"}
    assert loader.load("saga-edition", options).actions["second_wind"].parts == 1


def test_a_preset_sets_several_at_once(dialog):
    preset = dialog.options.preset
    preset.setCurrentIndex(preset.findData("core"))
    preset.activated.emit(preset.currentIndex())
    assert dialog.chosen().options == loader.load("saga-edition").presets["core"].options
    preset.setCurrentIndex(0)
    preset.activated.emit(0)
    assert dialog.chosen().options == {}


def test_another_ruleset_has_other_options(dialog):
    dialog.ruleset.setCurrentIndex(1)
    assert dialog.chosen().ruleset == "plain"
    assert dialog.about.text() == "No options."
    assert not dialog.options.boxes


def test_options_used_last_are_there_again(qtbot):
    """What the ruleset no longer has, or never had, is left out."""
    rules = loader.load("saga-edition")
    info = RulesetInfo(rules.id, rules.label, rules.text, rules.options, rules.presets)
    usual = {"saga-edition": {"second_wind_cost": "1", "gone": "1", "exchange": "no such choice"}}
    dialog = NewEncounterDialog([info], usual=usual)
    qtbot.addWidget(dialog)
    assert dialog.chosen().options == {"second_wind_cost": "1"}


def test_the_preset_is_named_that_the_options_come_to(dialog):
    assert dialog.options.preset.currentData() == ""
    options = loader.load("saga-edition").presets["core"].options
    for ident, value in options.items():
        box = dialog.options.boxes[ident]
        box.setCurrentIndex(box.findData(value))
    assert dialog.options.preset.currentData() == "core"
    dialog.options.boxes[next(iter(options))].setCurrentIndex(0)
    assert dialog.options.preset.currentIndex() == -1, "a mixture is no preset"


@pytest.mark.slow
def test_every_option_of_every_ruleset_has_its_text_and_citation(qtbot, tmp_path):
    infos = ruleset_infos(Shelf(), RulesetCache(tmp_path))
    dialog = NewEncounterDialog(infos)
    qtbot.addWidget(dialog)
    for row, info in enumerate(infos):
        dialog.ruleset.setCurrentIndex(row)
        assert dialog.about.text() == info.text != ""
        for ident, option in info.options.items():
            said = dialog.options.boxes[ident].accessibleDescription()
            assert option.text in said
            assert option.cite in said
