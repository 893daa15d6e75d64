"""Enter in the damage window is never dead: it goes on to what is still to be entered, and then applies."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from desktop.damage.sheet import DamageSheet
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


def gate(hands: Hands, *targets: str) -> DamageDialog:
    """The window of a wound to some of three guards."""
    people = [{"id": "vex", "name": "Vex", "str": 9}]
    people += [{"id": f"g{n}", "name": f"Gate guard {n}", "side": "foes", "str": 9} for n in (1, 2, 3)]
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, tuple(people)))
    assert hands.window.services.bridge.dispatch(cmd.Start(rolls={"party": 9, "foes": 5}))
    hands.settle()
    hands.choose(targets[0])
    for who in targets[1:]:
        hands.also(who)
    hands.window.table.setFocus()
    hands.key(Qt.Key.Key_H)
    asked = hands.dialog()
    assert isinstance(asked, DamageDialog)
    assert asked.sheet.targets == targets
    return asked


def there() -> QLineEdit:
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit), field
    return field


def write(text: str) -> None:
    """Type wherever the keys are, then Enter."""
    QTest.keyClicks(there(), text)
    QTest.keyClick(there(), Qt.Key.Key_Return)


def test_with_one_target_enter_goes_from_the_damage_to_the_strength(hands: Hands) -> None:
    """A total and Enter did nothing at all; the next number was written behind it: "17811"."""
    gate(hands, "g1")
    write("17")
    assert there().accessibleName() == "Strength roll"
    write("8")
    hands.no_dialog()
    command = hands.window.services.bridge.log[-1].command
    assert command.inputs == {"damage": 17, "strength": 8}


@pytest.mark.slow
def test_with_several_it_goes_from_one_to_the_next_and_around(hands: Hands) -> None:
    asked = gate(hands, "g1", "g2", "g3")
    write("17")
    assert there().accessibleName() == "Gate guard 1: Strength roll"
    last = asked.sheet.rows()[1].own
    assert last is not None
    last.fields["strength"].setFocus()
    write("11")
    assert there().accessibleName() == "Gate guard 3: Strength roll"
    write("10")
    assert there().accessibleName() == "Gate guard 1: Strength roll", "nothing is left out"
    write("8")
    hands.no_dialog()
    own = hands.window.services.bridge.log[-1].command.own
    assert own == {"g1": {"strength": 8}, "g2": {"strength": 11}, "g3": {"strength": 10}}


@pytest.mark.slow
def test_what_is_thrown_by_enter_is_looked_at_and_gone_on_from(hands: Hands) -> None:
    """Dice that stand in an empty field are thrown first; what is typed then takes their place."""
    gate(hands, "g1", "g2")
    write("17")
    write("")
    field = there()
    assert field.accessibleName() == "Gate guard 1: Strength roll"
    assert field.text()
    assert field.selectedText() == field.text()
    write("9")
    assert field.text() == "9"
    assert there().accessibleName() == "Gate guard 2: Strength roll"
    write("")
    write("")
    hands.no_dialog()
    command = hands.window.services.bridge.log[-1].command
    assert command.own["g1"] == {"strength": 9}
    assert [thrown.who for thrown in command.thrown] == ["g2"]


@pytest.mark.slow
def test_a_level_alone_is_enough(hands: Hands) -> None:
    asked = gate(hands, "g1")
    assert asked.sheet.inputs is not None
    level = asked.sheet.inputs.fields["level"]
    level.setFocus()
    QTest.keyClick(level, Qt.Key.Key_Down)
    QTest.keyClick(level, Qt.Key.Key_Return)
    hands.no_dialog()
    assert set(hands.window.services.bridge.log[-1].command.inputs) == {"level"}


@pytest.mark.slow
def test_where_nothing_is_missing_but_itself_it_stays(hands: Hands) -> None:
    asked = gate(hands, "g1")
    assert asked.sheet.inputs is not None
    strength = asked.sheet.inputs.fields["strength"]
    strength.setFocus()
    write("8")
    assert there() is asked.sheet.inputs.fields["damage"], "what is missing stands before it"
    write("")
    assert there() is asked.sheet.inputs.fields["damage"]
    write("17")
    hands.no_dialog()


def test_beside_the_list_it_goes_on_as_well(hands: Hands) -> None:
    """The same sheet in the inspector: "206" was a total and the number behind it."""
    gate(hands, "g1", "g2")
    hands.leave()
    sheet = hands.window.inspector.sheet
    sheet.start()
    write("20")
    assert there().accessibleName() == "Gate guard 1: Strength roll"
    write("6")
    write("7")
    assert hands.window.services.bridge.log[-1].command.own == {"g1": {"strength": 6}, "g2": {"strength": 7}}


PIPELINES = [(name, one) for name in sorted(loader.shipped()) for one in sorted(loader.load(name).pipelines)]


@pytest.mark.slow
@pytest.mark.parametrize(("system", "pipeline"), PIPELINES)
@pytest.mark.parametrize("targets", [("one",), ("one", "two")], ids=["one", "two"])
def test_numbers_and_enter_are_enough_in_every_ruleset(
    qtbot, system: str, pipeline: str, targets: tuple[str, ...]
) -> None:
    """Whatever it asks: a number and Enter, wherever the keys are then, until it is applied or refused."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(system)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for who in ("one", "two"):
        bridge.dispatch(cmd.Add(combatant={"id": who, "name": who.title(), "side": "gate"}))
    dialog = DamageDialog(bridge, texts, pipeline, targets)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    sheet: DamageSheet = dialog.sheet
    sheet.start()
    for _ in range(12):
        field = dialog.focusWidget()
        if dialog.result() or not sheet.problem.startswith("Still to enter"):
            break
        assert isinstance(field, QLineEdit)
        before = field.text()
        QTest.keyClicks(field, "3")
        assert field.text() == "3", before
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.result() or not sheet.problem.startswith("Still to enter")


def test_a_blank_wipes_no_number(hands: Hands) -> None:
    """What was thrown is selected; Space, meant to go on, took its place."""
    asked = gate(hands, "g1")
    amount = there()
    QTest.keyClicks(amount, "17")
    amount.selectAll()
    QTest.keyClick(amount, Qt.Key.Key_Space)
    assert (amount.text(), asked.isVisible()) == ("17", True)


def test_enter_applies_behind_a_type_that_was_picked_from_the_list(hands: Hands) -> None:
    """The first Enter only let go of the word, and what was typed next went into the field."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes", "max_hp": 20})
    hands.window.services.encounters.new_from(Prepared("Gate", "srd35", {}, people))
    assert hands.window.services.bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 5}))
    hands.settle()
    hands.choose("orc")
    hands.window.table.setFocus()
    hands.key(Qt.Key.Key_H)
    asked = hands.dialog()
    assert isinstance(asked, DamageDialog)
    QTest.keyClicks(there(), "5")
    assert asked.sheet.inputs is not None
    box = asked.sheet.inputs.fields["type"]
    assert isinstance(box, QComboBox)
    box.setFocus()
    box.showPopup()
    box.view().setCurrentIndex(box.model().index(box.findData("fire"), 0))
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert box.currentData() == "fire"
    QTest.keyClick(box, Qt.Key.Key_Return)
    hands.no_dialog()
    assert hands.window.services.bridge.log[-1].command.inputs["type"] == "fire"


def test_with_several_tab_goes_from_the_damage_to_each_roll_before_what_is_rarely_said(hands: Hands) -> None:
    """A digit that was meant for a Strength roll went into Level, which came first."""
    sheet = gate(hands, "g1", "g2").sheet
    fields = [sheet.inputs.fields["damage"], *(row.own.fields["strength"] for row in sheet.rows())]
    fields[0].setFocus()
    for field in fields[1:]:
        hands.key(Qt.Key.Key_Tab, on=QApplication.focusWidget())
        assert field.hasFocus(), QApplication.focusWidget()
    hands.key(Qt.Key.Key_Tab, on=QApplication.focusWidget())
    assert sheet.inputs.fields["level"].hasFocus()
    hands.key(Qt.Key.Key_Tab, on=QApplication.focusWidget())
    assert sheet.by.hasFocus()
    hands.leave()
