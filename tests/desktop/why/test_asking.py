"""Through the window: '?' explains a place in the order, F takes a formula's result to the damage sheet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog

from desktop.damage.dialog import DamageDialog
from desktop.process.in_front import dialog_in_front
from desktop.why.card import WhyCard
from desktop.why.formula_dialog import FormulaDialog
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop import fights


def key(qtbot, window, text: str) -> None:
    window.table.setFocus()
    qtbot.keyClicks(window.table, text)


def modal(qtbot, kind: type[QDialog]):
    def there() -> bool:
        return isinstance(dialog_in_front(), kind)

    qtbot.waitUntil(there)
    return dialog_in_front()


@pytest.fixture
def hub(window):
    bridge = window.services.bridge
    bridge.open(loader.load("sagas-hub"), dice=ListedDice((6, 12, 3)))
    for one in ({"id": "a", "name": "Ace", "level": 7, "str": 18}, {"id": "b", "name": "Bo", "side": "foes"}):
        bridge.dispatch(cmd.Add(combatant=one))
    window.table.select("a")
    return window


def test_a_question_mark_explains_the_count(window, qtbot):
    window.files.open_sample()
    fights.start(window.services.bridge)
    window.table.select("lug")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert card.text.startswith("Initiative: K-77 “Lug”: 17")
    card.close()


def test_a_tie_says_who_was_higher(window, qtbot):
    window.files.open_sample()
    bridge = window.services.bridge
    rolls = {**fights.COUNTS, "trooper-2": 14}
    bridge.dispatch(cmd.Start(rolls=rolls, rolloffs=({"trooper-1": 15, "trooper-2": 3},)))
    window.table.select("trooper-1")
    key(qtbot, window, "?")
    card = QApplication.activePopupWidget()
    assert isinstance(card, WhyCard)
    assert "15 before Stormtrooper 2 by the roll-off" in card.text
    card.close()


def test_without_a_count_there_is_nothing_to_explain(window, qtbot):
    window.files.open_sample()
    key(qtbot, window, "?")
    assert QApplication.activePopupWidget() is None


def test_a_formulas_result_is_damage_in_one_step(hub, qtbot):
    """004-84..113: the die, half the level and Strength: 6 + 3 + 4."""
    bridge = hub.services.bridge
    steps = len(bridge.log)
    key(qtbot, hub, "f")
    sheet = modal(qtbot, FormulaDialog)
    sheet.sheet.choose("damage")
    die = sheet.sheet.fields["die"]
    die.field.selectAll()
    qtbot.keyClicks(die.field, "d8")
    qtbot.mouseClick(die.button, Qt.MouseButton.LeftButton)
    sheet.target.setCurrentIndex(sheet.target.findData("b"))
    qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
    damage = modal(qtbot, DamageDialog)
    assert damage.sheet.targets == ("b",)
    assert damage.sheet.inputs.amount.number == 13
    assert damage.sheet.by.currentData() == "a"
    qtbot.mouseClick(damage.sheet.apply_button, Qt.MouseButton.LeftButton)
    assert len(bridge.log) == steps + 1
    assert bridge.state.combatants["b"].stats["hp"] == 0
    bridge.undo()
    assert bridge.state.combatants["b"].stats["hp"] == 10


def test_rulesets_without_formulas_have_no_sheet(window, qtbot):
    window.files.open_sample()
    assert not window.actions_.by_id["formula"].isVisible()
    key(qtbot, window, "f")
    assert dialog_in_front() is None


def test_targets_are_added_in_the_sheet(hub, qtbot):
    hub.do("damage")
    damage = modal(qtbot, DamageDialog)
    assert damage.sheet.targets == ("a",)
    damage.targets.menu().actions()[1].trigger()
    assert damage.sheet.targets == ("a", "b")
    assert damage.windowTitle() == "Damage: Ace, Bo"
    damage.reject()
