"""A new encounter: name, ruleset, options."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.services.ruleset_infos import RulesetInfo
from desktop.windows.dialogs.new_encounter import NewEncounterDialog
from rulesets import loader


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
