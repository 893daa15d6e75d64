"""The damage sheet shows what a pipeline does before it is done; Apply is one step of undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from desktop.damage.sheet import MOST_SHOWN, DamageSheet
from desktop.widgets.fields import NumberField
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.fields import write
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def sheet(fight, qtbot):
    sheet = DamageSheet(fight.bridge, fight.texts, targets=["deel"])
    qtbot.addWidget(sheet)
    sheet.resize(320, 500)
    sheet.show()
    qtbot.waitExposed(sheet)
    return sheet


def type_amount(qtbot, sheet, number):
    sheet.inputs.amount.selectAll()
    qtbot.keyClicks(sheet.inputs.amount, str(number))


def shown(row):
    return [(view.cell.label, view.cell.number, view.result()) for view in row.stages()]


def test_every_stage_is_shown_before_anything_happens(fight, sheet, qtbot):
    """E-SW-10: shields, reduction, temporary points, hit points."""
    before = fight.bridge.state
    type_amount(qtbot, sheet, 18)
    (row,) = sheet.rows()
    assert shown(row) == [
        ("Shield rating", 0, "= 18"),
        ("Damage reduction", 2, "18 → 16"),
        ("Damage dealt", 16, ""),
        ("Temporary hit points", 0, "16 go on"),
        ("Hit points", 16, "48 → 32"),
    ]
    assert fight.bridge.state is before


def test_enter_in_the_amount_applies_as_one_step(fight, sheet, qtbot):
    steps = len(fight.bridge.log)
    type_amount(qtbot, sheet, 18)
    with qtbot.waitSignal(sheet.applied):
        qtbot.keyClick(sheet.inputs.amount, Qt.Key.Key_Return)
    assert fight.who("deel").stats["hp"] == 32
    assert len(fight.bridge.log) == steps + 1
    assert sheet.inputs.amount.text() == ""
    assert not sheet.apply_button.isEnabled()
    fight.bridge.undo()
    assert fight.who("deel").stats["hp"] == 48


@pytest.mark.slow
def test_numbers_can_be_edited_and_given_back(fight, sheet, qtbot):
    type_amount(qtbot, sheet, 18)
    (row,) = sheet.rows()
    reduction = row.stage("dr")
    reduction.number.setFocus()
    reduction.number.selectAll()
    qtbot.keyClicks(reduction.number, "10")
    assert shown(row)[4] == ("Hit points", 8, "48 → 40")
    assert reduction.number.text() == "10"
    assert reduction.number.hasFocus()
    assert not reduction.back.isHidden()
    qtbot.mouseClick(reduction.back, Qt.MouseButton.LeftButton)
    assert shown(row)[4] == ("Hit points", 16, "48 → 32")
    assert reduction.number.text() == "2"
    reduction.number.selectAll()
    qtbot.keyClicks(reduction.number, "4")
    sheet.apply_button.click()
    assert fight.bridge.log[-1].command.edits == {"deel": {"dr": 4}}
    assert fight.who("deel").stats["hp"] == 34


def test_an_edited_stage_is_what_is_applied_or_apply_says_why_not(fight, sheet, qtbot):
    """The GM's number counts: hit points take it although less is left of the damage."""
    type_amount(qtbot, sheet, 5)
    (row,) = sheet.rows()
    points, reduction = row.stage("hp"), row.stage("dr")
    points.number.selectAll()
    qtbot.keyClicks(points.number, "5+5")
    assert shown(row)[4] == ("Hit points", 10, "48 → 38")
    points.number.selectAll()
    qtbot.keyClicks(points.number, "60")
    assert sheet.problem == "Hit points: 60 cannot be applied, only 48."
    assert not sheet.apply_button.isEnabled()
    points.number.selectAll()
    qtbot.keyClicks(points.number, "1x")
    assert "“1x” is no number" in sheet.problem
    assert not sheet.apply_button.isEnabled()
    reduction.number.setFocus()  # it stays though the keys go elsewhere
    assert points.number.text() == "1x"
    points.number.setFocus()
    points.number.selectAll()
    qtbot.keyClicks(points.number, "10")
    assert sheet.problem == ""
    sheet.apply_button.click()
    assert fight.who("deel").stats["hp"] == 38


def test_a_stage_that_was_edited_and_does_not_happen_any_more_says_so(fight, sheet, qtbot):
    """E-SW-08: 30 points reach the threshold, and 1 does not."""
    sheet.set_targets(["boss"])
    type_amount(qtbot, sheet, 30)
    (row,) = sheet.rows()
    down = row.stage("step")
    down.number.selectAll()
    qtbot.keyClicks(down.number, "2")
    assert sheet.apply_button.isEnabled()
    type_amount(qtbot, sheet, 1)
    assert "but this does not happen" in sheet.problem
    assert not sheet.apply_button.isEnabled()
    qtbot.mouseClick(down.back, Qt.MouseButton.LeftButton)
    assert sheet.apply_button.isEnabled()
    assert not down.isVisible()


def test_half_and_double(sheet, qtbot):
    type_amount(qtbot, sheet, 19)
    sheet.inputs.half.click()
    assert sheet.inputs.amount.number == 9
    sheet.inputs.double.click()
    assert sheet.inputs.amount.number == 18
    assert shown(sheet.rows()[0])[4][2] == "48 → 32"


@pytest.mark.slow
def test_states_and_tracks_are_told_by_their_labels(fight, sheet, qtbot):
    """E-SW-09: damage that reaches the threshold and takes the last hit points kills."""
    sheet.set_targets(["boss"])
    type_amount(qtbot, sheet, 40)
    (row,) = sheet.rows()
    words = {label: result for label, _, result in shown(row)}
    assert words["No hit points left"] == "0 → ✕"
    assert words["Killed"] == "Dead"
    assert not row.stage("dead").number.isVisible()
    sheet.inputs.amount.number = 20
    sheet.set_targets(["deel"])
    words = {label: result for label, _, result in shown(sheet.rows()[0])}
    assert words["Threshold reached"] == "0 → −1", "a minus sign, as everywhere"


def test_choices_change_what_runs(sheet, qtbot):
    """E-SW-10: stun does half damage to hit points."""
    type_amount(qtbot, sheet, 20)
    kinds = sheet.inputs.fields["type"]
    kinds.setCurrentIndex(kinds.findData("stun"))
    assert ("Stun: half", 9, "18 → 9") in shown(sheet.rows()[0])


def test_many_targets_one_row_each_one_command(fight, sheet, qtbot):
    sheet.set_targets(["deel", "lug", "st-1"])
    type_amount(qtbot, sheet, 18)
    assert [row.who for row in sheet.rows()] == ["deel", "lug", "st-1"]
    assert ("Temporary hit points", 10, "10 → 0") in shown(sheet.rows()[1])
    steps = len(fight.bridge.log)
    sheet.apply()
    assert len(fight.bridge.log) == steps + 1
    assert fight.bridge.log[-1].command.to == ("deel", "lug", "st-1")
    assert "dead" in fight.who("st-1").states


def test_it_follows_what_happens_meanwhile(fight, sheet, qtbot):
    type_amount(qtbot, sheet, 18)
    fight.do(cmd.SetNumbers(who="deel", stats={"dr": 5}))
    assert shown(sheet.rows()[0])[1] == ("Damage reduction", 5, "18 → 13")
    assert sheet.inputs.amount.text() == "18"
    fight.do(cmd.Leave(who="deel"))
    assert sheet.targets == ()
    assert sheet.problem


def test_it_follows_by_itself_and_at_once_for_whoever_asks(fight, sheet, qtbot):
    """The row in the list is painted before the sheet is: nothing here is stale for a click or a key."""
    type_amount(qtbot, sheet, 18)
    (row,) = sheet.rows()
    fight.bridge.dispatch(cmd.SetNumbers(who="deel", stats={"hp": 40}))
    qtbot.waitUntil(lambda: shown(row)[4] == ("Hit points", 16, "40 → 24"))
    fight.bridge.dispatch(cmd.SetNumbers(who="deel", stats={"hp": 30}))
    assert shown(sheet.rows()[0])[4] == ("Hit points", 16, "30 → 14")


def test_every_pipeline_can_be_chosen_by_label_id_or_role(fight, sheet, qtbot):
    fight.do(cmd.SetNumbers(who="deel", stats={"hp": 10}))
    labels = list(sheet.chooser.labels.values())
    assert labels == [rule.label for rule in fight.bridge.rules.pipelines.values()]
    sheet.choose("heal")
    type_amount(qtbot, sheet, 99)
    assert shown(sheet.rows()[0]) == [("Hit points", 99, "10 → 48")]
    sheet.choose("temp-hp")
    assert sheet.pipeline == "temp-hp"
    type_amount(qtbot, sheet, 7)
    sheet.apply()
    assert fight.who("deel").stats["temp_hp"] == 7


def test_what_is_missing_or_refused_is_said_in_words(fight, sheet, qtbot):
    assert "Damage" in sheet.problem
    assert not sheet.apply_button.isEnabled()
    assert not sheet.apply()
    type_amount(qtbot, sheet, 3)
    assert sheet.problem == ""
    sheet.rows()[0].edited.emit("deel", "dr", 4)
    sheet.set_targets([])
    assert sheet.problem


def test_it_comes_from_whoever_acts_until_somebody_is_named_in_the_turn(fight, sheet, qtbot):
    """Nobody is taken to have hurt himself; the game master can say so. An old name stood there for turns."""
    assert sheet.command().by == "", "Deel acts, and is the target"
    sheet.set_targets(["boss"])
    assert sheet.command().by == "deel"
    fight.do(cmd.EndTurn())
    assert sheet.command().by == "lug"
    sheet.by.setCurrentIndex(sheet.by.findData("boss"))
    sheet.by.activated.emit(sheet.by.currentIndex())
    assert sheet.command().by == "boss"
    fight.do(cmd.Add(combatant={"id": "new", "name": "New"}, roll=1))
    assert sheet.command().by == "boss"
    sheet.set_targets(["lug"])
    fight.do(cmd.EndTurn())
    assert sheet.command().by == "st-1", "whoever acts, in another turn"


def test_who_is_called_otherwise_is_offered_by_that_name(fight, sheet, qtbot):
    """After F2 the list and the log had the new name, and the sheet beside them the old one."""

    def names() -> list[str]:
        return [sheet.by.itemText(at) for at in range(sheet.by.count())]

    at = sheet.by.findData("lug")
    sheet.by.setCurrentIndex(at)
    sheet.by.activated.emit(at)
    before = names()
    fight.do(cmd.Describe(who="lug", changes={"name": "Lug the Second"}))
    assert "Lug the Second" in names()
    assert len(names()) == len(before)
    assert sheet.by.currentData() == "lug", "whoever was named is it still"


def test_a_number_field_goes_up_and_down_within_its_bounds(qtbot):
    field = NumberField(least=0)
    qtbot.addWidget(field)
    qtbot.keyClicks(field, "12")
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.number == 13
    for _ in range(2):
        qtbot.keyClick(field, Qt.Key.Key_PageDown)
    assert field.number == 0


@pytest.mark.slow
def test_types_of_damage_are_those_of_the_ruleset(hands: Hands) -> None:
    """They are chosen from a list; a word of one's own can be typed, and says that it is one."""
    people = ({"id": "imp", "name": "Imp", "max_hp": 20, "resist": ["fire"]},)
    hands.window.services.encounters.new_from(Prepared("Pit", "dnd5e", {}, people))
    hands.settle()
    hands.choose("imp")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    box = sheet.inputs.fields["type"]
    assert isinstance(box, QComboBox)
    assert [box.itemText(n) for n in range(3)] == ["none", "Acid", "Bludgeoning"]
    hands.type(sheet.inputs.amount, "10")
    write(hands, box.lineEdit(), "frost")
    assert "“frost” is your own word: the ruleset has no such type." in sheet.problem
    write(hands, box.lineEdit(), "fir")
    assert sheet.problem == "", "it can become Fire"
    write(hands, box.lineEdit(), "fire")
    assert sheet.problem == ""
    assert sheet.command().inputs["type"] == "fire"
    hands.key(Qt.Key.Key_Tab, on=box.lineEdit())
    assert box.currentText() == "Fire", "as the ruleset spells it"
    hands.accept()
    bridge = hands.window.services.bridge
    assert bridge.log[-1].command.inputs["type"] == "fire"
    assert bridge.value("imp", "hp") == 15, "R5E-51: resistance halves it"


@pytest.mark.slow
def test_a_crowd_has_rows_for_the_first_of_it_alone(fight, qtbot):
    """A row for each of a thousand took minutes; the same is done to all, in one step."""
    crowd = [
        cmd.Add(combatant={"id": f"o{n}", "name": f"Orc {n}", "side": "foes", "hp": 9}) for n in range(60)
    ]
    fight.do(*crowd)
    ids = [one.combatant["id"] for one in crowd]
    sheet = DamageSheet(fight.bridge, fight.texts, targets=ids)
    qtbot.addWidget(sheet)
    sheet.show()
    qtbot.waitExposed(sheet)
    assert len(sheet.rows()) == MOST_SHOWN
    assert sheet.rest == f"and {60 - MOST_SHOWN} more, to whom the same is done"
    type_amount(qtbot, sheet, 4)
    assert sheet.apply()
    assert {fight.who(one).stats["hp"] for one in ids} == {5}
    fight.bridge.undo()
    assert {fight.who(one).stats["hp"] for one in ids} == {9}
    sheet.set_targets(ids[:2])
    assert (len(sheet.rows()), sheet.rest) == (2, "")


@pytest.mark.slow
def test_what_is_typed_after_a_click_on_heal_is_how_much(fight, sheet, qtbot):
    """The click left the keys on the button, and "8" and Enter went nowhere."""
    sheet.show()
    sheet.activateWindow()
    qtbot.mouseClick(sheet.chooser.button("heal"), Qt.MouseButton.LeftButton)
    assert sheet.pipeline == "heal"
    qtbot.waitUntil(sheet.inputs.amount.hasFocus)
