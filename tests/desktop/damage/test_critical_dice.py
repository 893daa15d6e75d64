"""What is ticked and doubles the dice of the amount: they stand in the field, are said, and thrown once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel

from desktop.bridge import Bridge
from desktop.damage.sheet import DamageSheet
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd


def opened(qtbot, ruleset: str, options: dict[str, str] | None = None) -> DamageSheet:
    """The sheet of damage on an orc."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load(ruleset, options))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for command in (
        cmd.Add(combatant={"id": "ada"}),
        cmd.Add(combatant={"id": "orc", "hp": 30, "max_hp": 30}),
        cmd.Start(),
    ):
        assert bridge.dispatch(command) is not None
    sheet = DamageSheet(bridge, texts, pipeline="damage", targets=("orc",))
    qtbot.addWidget(sheet)
    sheet.show()
    return sheet


def box(sheet: DamageSheet) -> QCheckBox:
    found = sheet.inputs.fields["critical"]
    assert isinstance(found, QCheckBox)
    return found


@pytest.mark.parametrize(
    ("ruleset", "twice", "said"),
    [
        ("dnd5e", "2d8+3", "has the dice thrown twice: 1d8+3 is 2d8+3."),
        ("pf2e", "2d8+6", "counts dice and what is added twice: 1d8+3 is 2d8+6."),
    ],
)
def test_dice_in_the_field_are_doubled_once_and_given_back(
    qtbot, ruleset: str, twice: str, said: str
) -> None:
    """R5E-57, PF-63: what a critical hit deals. Ticked, 1d8+3 was thrown as it stood, and nothing said so."""
    sheet = opened(qtbot, ruleset)
    amount = sheet.inputs.amount
    sheet.prefill("1d8+3", "ada", ("critical",))
    assert amount.text() == twice
    assert said in sheet.problem
    box(sheet).click()
    assert amount.text() == "1d8+3"
    box(sheet).click()
    assert amount.text() == twice, "doubled once, not again"
    kept = sheet.inputs.kept()
    sheet.inputs.clear()
    sheet.inputs.take_up(kept)
    assert amount.text() == twice, "what is doubled is taken up as it stood"
    sheet.inputs.clear()
    sheet.prefill("1d8+3", "ada", ("critical",))
    QTest.keyClick(amount, Qt.Key.Key_Return)
    assert sheet.command().thrown[0].typed == twice
    assert said in sheet.problem, "the reason stays beside what was thrown"


def test_what_is_typed_after_it_was_ticked_stands_and_a_number_is_taken_as_it_is(qtbot) -> None:
    """Whoever types 2d8+3 has doubled it already: nothing is doubled behind the hand."""
    sheet = opened(qtbot, "dnd5e")
    amount = sheet.inputs.amount
    box(sheet).click()
    assert "doubles dice that are thrown here; a number is taken as it is." in sheet.problem
    QTest.keyClicks(amount, "2d8+3")
    assert amount.text() == "2d8+3"
    assert "2d8+3 stands as it was typed; doubled it is 4d8+3." in sheet.problem
    amount.clear()
    QTest.keyClicks(amount, "9")
    assert sheet.command().inputs["amount"] == 9
    assert "a number is taken as it is" in sheet.problem


def test_dice_that_count_several_times_are_thrown_once(qtbot) -> None:
    """004-75, 004-94: the result is multiplied before anything is added; 004-72."""
    sheet = opened(qtbot, "sagas-hub")
    amount, special = sheet.inputs.amount, sheet.inputs.fields["special"]
    heavy = special.findData("heavy")

    def comes_to(index: int, *, critical: bool = False) -> int:
        special.setCurrentIndex(index)
        box(sheet).setChecked(critical)
        return sheet.command().inputs["amount"]

    amount.setText("3d8+3 = 4 5 6")
    assert [comes_to(0), comes_to(heavy), comes_to(0, critical=True)] == [18, 48, 33]
    assert comes_to(heavy, critical=True) == 48
    assert "“Special attack” counts what dice show 3 times; a number is taken as it is." in sheet.problem
    amount.setText("2d1+3")
    assert amount.throw()
    assert amount.text() == "9"
    assert "1 + 1 + 3 = 5; 3 × → 9" in amount.fell
    assert [comes_to(0), comes_to(heavy)] == [5, 9]
    amount.number = 20
    assert comes_to(0) == comes_to(heavy) == 20


def test_what_is_noted_of_dice_is_said_once_and_below_what_will_happen(qtbot) -> None:
    """004-94: that it changes nothing was said, too, and stood above the stages."""
    sheet = opened(qtbot, "sagas-hub")
    sheet.prefill("1d8 = 3", "", ("critical",), about="A weapon of which a note of some length is told.")
    assert sheet.problem.splitlines() == [
        "A weapon of which a note of some length is told.",
        "“Critical” counts what dice show twice; a number is taken as it is. (rules 004-94, A004-24)",
    ]
    (row,) = sheet.rows()
    (note,) = (label for label in sheet.findChildren(QLabel) if label.text().startswith("A weapon"))
    assert row.stages()
    assert note.mapTo(sheet, QPoint()).y() > row.mapTo(sheet, QPoint()).y()


def test_what_is_chosen_otherwise_has_other_dice_thrown(qtbot) -> None:
    """A004-3, 004-78: of an improved heavy attack four times as many; those of a heavy one stayed."""
    sheet = opened(qtbot, "sagas-hub", {"special_dice": "roll"})
    amount, special = sheet.inputs.amount, sheet.inputs.fields["special"]
    amount.setText("1d8+3")
    for chosen, dice in (("heavy", "3d8+3"), ("improved_heavy", "4d8+3"), ("", "1d8+3")):
        special.setCurrentIndex(special.findData(chosen))
        assert amount.text() == dice, chosen


def test_double_of_an_area_is_a_critically_failed_save_of_that_target_alone(qtbot) -> None:
    """PF-60: who takes double and falls is dying 2, and who takes all of it dying 1; both were dying 1."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("pf2e"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    for who in ("ann", "bob"):
        person = {"id": who, "kind": "pc", "hp": 10, "max_hp": 10}
        assert bridge.dispatch(cmd.Add(combatant=person)) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "bob": 10})) is not None
    sheet = DamageSheet(bridge, texts, pipeline="damage", targets=("ann", "bob"))
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.keyClicks(sheet.inputs.amount, "12")
    share = next(view.share for view in sheet.rows() if view.who == "bob")
    share.setCurrentIndex(share.findText("double"))
    command = sheet.command()
    assert command.own == {"bob": {"amount": 24, "critical": True}}
    assert bridge.dispatch(command) is not None
    sizes = {one.on: one.size for one in bridge.state.effects.values() if one.name == "dying"}
    assert sizes == {"ann": 1, "bob": 2}
    sheet.fill(command)
    assert share.currentText() == "double"
    assert sheet.command() == command


@pytest.mark.parametrize(("ruleset", "twice", "most"), [("dnd5e", "2d8+3", 19), ("pf2e", "2d8+6", 22)])
def test_damage_that_the_dice_of_the_attack_cannot_come_to_is_told(
    qtbot, ruleset: str, twice: str, most: int
) -> None:
    """A typing error was applied without a word; a critical hit may have been forgotten, too."""
    sheet = opened(qtbot, ruleset)
    amount = sheet.inputs.amount
    sheet.prefill("1d8+3", "ada")
    QTest.keyClicks(amount, "11")
    assert "can come to" not in sheet.problem
    amount.selectAll()
    QTest.keyClicks(amount, "12")
    assert "12 is more than 1d8+3 can come to: at most 11." in sheet.problem
    assert sheet.apply_button.isEnabled(), "the game master knows better"
    box(sheet).click()
    assert "can come to" not in sheet.problem
    amount.selectAll()
    QTest.keyClicks(amount, str(most + 1))
    assert f"{most + 1} is more than {twice} can come to: at most {most}." in sheet.problem
    sheet.inputs.double.click()
    assert "can come to" not in sheet.problem, "what was doubled by hand is meant"
