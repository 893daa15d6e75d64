"""The formula sheet: formulas with a combatant's values; dice rolled or typed; on to the damage sheet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.bridge import Bridge
from desktop.inspector.view import Inspector
from desktop.why.formula_dialog import SELECTED, FormulaDialog, ToSheet
from desktop.why.formula_sheet import FormulaSheet
from desktop.why.formulas import formula_inputs
from desktop.widgets.texts import Texts
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.queries import formulas_for_people
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing

PEOPLE = (
    {"id": "a", "name": "Ace", "level": 7, "str": 18, "weapon": "long_sword"},
    {"id": "b", "name": "Bo", "side": "foes"},
    {"id": "c", "name": "Cee", "side": "foes"},
)


def opened(system: str, dice: tuple[int, ...] = ()) -> tuple[Bridge, Texts]:
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(system), dice=ListedDice(dice))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for one in PEOPLE:
        known = {k: v for k, v in one.items() if k in ("id", "name", "side") or k in bridge.rules.stats}
        assert bridge.dispatch(cmd.Add(combatant=known))
    return bridge, texts


@pytest.fixture
def hub(qtbot):
    bridge, texts = opened("sagas-hub", (6, 5, 14))
    dialog = FormulaDialog(bridge, texts, "a", ("b", "c"))
    qtbot.addWidget(dialog)
    dialog.sheet.choose("damage")
    return bridge, dialog


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_combatants_values_are_filled_in_and_can_be_changed_here_only(hub, qtbot):
    """004-84..113: the dice, half the level, Strength, upgrade and other."""
    bridge, dialog = hub
    sheet = dialog.sheet
    assert [sheet.fields[name].text for name in ("level", "str_mod", "die")] == ["7", "4", "0"]
    sheet.fields["die"].field.selectAll()
    qtbot.keyClicks(sheet.fields["die"].field, "6")
    assert sheet.number == 6 + 3 + 4
    sheet.fields["str_mod"].field.selectAll()
    qtbot.keyClicks(sheet.fields["str_mod"].field, "1")
    assert sheet.number == 6 + 3 + 1
    assert bridge.state.combatants["a"].stats["str"] == 18


def test_dice_typed_into_a_field_are_rolled_with_the_encounters_dice(hub, qtbot):
    _, dialog = hub
    die = dialog.sheet.fields["die"]
    die.field.selectAll()
    qtbot.keyClicks(die.field, "2d8+1")
    assert die.text == ""
    click(qtbot, die.button)
    assert die.text == "12"
    assert die.fell.text() == "2d8+1: 6 + 5 + 1 = 12"
    assert dialog.sheet.number == 12 + 3 + 4


def test_a_die_that_is_named_for_is_rolled_by_its_button(hub, qtbot):
    _, dialog = hub
    dialog.sheet.choose("attack")
    d20 = dialog.sheet.fields["d20"]
    assert d20.text == ""
    assert "d20" in dialog.sheet.problem
    click(qtbot, d20.button)
    assert d20.text == "6"
    assert dialog.sheet.number == 6 + 4


def test_only_what_counts_in_a_case_is_asked_for(hub):
    """004-50..82: a ranged attack has a range and Dexterity; a special one has the mode of its base."""
    _, dialog = hub
    sheet = dialog.sheet
    sheet.choose("attack")
    assert {"str_mod", "bab"} <= set(sheet.fields)
    assert "range" not in sheet.fields
    mode = sheet.fields["mode"]
    mode.setCurrentIndex(mode.findData("heavy"))
    assert "base" in sheet.fields
    base = sheet.fields["base"]
    base.setCurrentIndex(base.findData("ranged"))
    assert {"range", "dex_mod"} <= set(sheet.fields)
    assert "str_mod" not in sheet.fields


def test_what_was_typed_outlives_another_case(hub, qtbot):
    _, dialog = hub
    sheet = dialog.sheet
    qtbot.keyClicks(sheet.fields["die"].field, "9")
    mode = sheet.fields["mode"]
    mode.setCurrentIndex(mode.findData("heavy"))
    assert sheet.fields["die"].text.endswith("9")


def test_the_result_goes_to_the_damage_sheet_of_whom_one_chooses(hub, qtbot):
    _, dialog = hub
    assert not dialog.go.isEnabled()
    assert dialog.go.toolTip() == "Choose whom it is applied to."
    dialog.target.setCurrentIndex(dialog.target.findData(SELECTED))
    assert dialog.go.isEnabled()
    click(qtbot, dialog.go)
    assert dialog.to_sheet == ToSheet("damage", ("b", "c"), "a", 3 + 4)
    assert dialog.commands() == []


def test_a_result_that_is_no_number_goes_nowhere(hub):
    _, dialog = hub
    dialog.target.setCurrentIndex(2)
    dialog.sheet.choose("hits")
    assert dialog.sheet.result.value is False, "nothing against the defence of the target, which is filled in"
    assert not dialog.go.isEnabled()
    assert dialog.go.toolTip() == "The result is no number."


def test_a_die_code_is_rolled_on_its_way(qtbot):
    """001-117: every 10 points above the difficulty add a die to the damage."""
    bridge, texts = opened("moon-swing", (4, 5, 6))
    dialog = FormulaDialog(bridge, texts, "a")
    qtbot.addWidget(dialog)
    sheet = dialog.sheet
    sheet.choose("accurate_shooting")
    for name, text in (("roll", "21"), ("difficulty", "10")):
        sheet.fields[name].field.selectAll()
        qtbot.keyClicks(sheet.fields[name].field, text)
    sheet.fields["damage"].clear()
    qtbot.keyClicks(sheet.fields["damage"], "2D+1")
    assert sheet.code == "3D+1"
    dialog.target.setCurrentIndex(dialog.target.findData("b"))
    click(qtbot, dialog.go)
    assert dialog.to_sheet == ToSheet("wound", ("b",), "a", 16)


def test_a_weapon_is_chosen_from_its_table(qtbot):
    """E-KAI-13: the table of weapons."""
    bridge, texts = opened("kaiser")
    sheet = FormulaSheet(bridge, texts, "a")
    qtbot.addWidget(sheet)
    sheet.choose("weapon_initiative")
    weapon = sheet.fields["weapon"]
    assert weapon.currentText() == "Long sword"
    assert sheet.number == -2
    weapon.setCurrentIndex(weapon.findText("Halberd"))
    assert sheet.number == -4


def test_a_formula_may_stand_on_several_lines(qtbot):
    """A text of TOML in three quotes keeps its line breaks, and indents what it goes on with."""
    text = (
        (loader.shipped()["sagas-hub"] / loader.FILE)
        .read_text(encoding="utf-8")
        .replace(
            'melee = "d20 + bab + str_mod + upgrade + other"',
            'melee = """\n    d20 + bab\n    + str_mod + upgrade\n  + other"""',
        )
    )
    text = text.replace('is = "total >= defense"', 'is = """\n    total\n    >= defense\n"""')
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load_writing(Writing("sagas-hub", text)))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    bridge.dispatch(cmd.Add(combatant={"id": "a", "str": 18}))
    sheet = FormulaSheet(bridge, texts, "a")
    qtbot.addWidget(sheet)
    sheet.choose("attack")
    assert [*sheet.fields][:5] == ["mode", "d20", "bab", "str_mod", "upgrade"]
    sheet.choose("hits")
    assert [*sheet.fields] == ["total", "defense"]


@pytest.mark.parametrize("system", sorted(loader.shipped()))
def test_every_formula_of_every_ruleset_can_be_worked_out(system, qtbot):
    bridge, texts = opened(system)
    if not formulas_for_people(bridge.rules):
        inspector = Inspector(bridge, texts)
        qtbot.addWidget(inspector)
        assert inspector.formula.isHidden()
        return
    sheet = FormulaSheet(bridge, texts, "a")
    qtbot.addWidget(sheet)
    for name in formulas_for_people(bridge.rules):
        sheet.choose(name)
        for one in formula_inputs(bridge.rules, bridge.state, bridge.state.combatants["a"], name, {}):
            if one.die:
                qtbot.keyClicks(sheet.fields[one.name].field, "11")
        assert sheet.result is not None, (name, sheet.problem)
        assert not sheet.grab().isNull()


def test_what_is_no_value_is_said_and_kept(qtbot):
    bridge, texts = opened("moon-swing")
    sheet = FormulaSheet(bridge, texts, "a")
    qtbot.addWidget(sheet)
    sheet.choose("code_add")
    qtbot.keyClicks(sheet.fields["code"], "x")
    assert sheet.problem == "This is no value for Code."
    assert sheet.result is None
    assert sheet.fields["code"].text() == "0Dx"
