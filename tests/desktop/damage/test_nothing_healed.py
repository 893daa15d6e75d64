"""What changes nothing is no heal: it is refused in words, and the log does not say healed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox

from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.fields import write
from tests.hands.keys_and_mouse import Hands

PEOPLE = (
    {"id": "ann", "name": "Ann", "max_hp": 20},
    {"id": "orc", "name": "Orc", "side": "foes", "max_hp": 9},
)
GOBLIN = {"id": "goblin", "name": "Goblin", "side": "foes", "max_hp": 9}


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "typed"), [("srd35", "0"), ("srd35", "5"), ("sagas-hub", "5")])
def test_who_has_lost_nothing_is_not_healed(hands: Hands, ruleset: str, typed: str) -> None:
    """E-SRD-34, 004-157: at full health nothing comes back; a stat that was never entered is none lost."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", ruleset, {}, PEOPLE))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10})) is not None
    hands.settle()
    cursor = bridge.cursor
    window.table.pick("ann")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    sheet = hands.dialog().sheet
    assert sheet.problem.startswith("Still to enter"), "nor is anything when nothing is typed"
    write(hands, sheet.inputs.amount, typed)
    assert sheet.problem == "Nothing changes: there is nothing to apply."
    assert not sheet.apply()
    hands.leave()
    assert bridge.cursor == cursor


@pytest.mark.slow
def test_in_a_turn_whoever_is_hurt_most_is_proposed_to_be_healed(hands: Hands) -> None:
    """It was the healer herself: nobody had been picked. Who was picked is healed."""
    window = hands.window
    others = ({"id": "bo", "name": "Bo", "max_hp": 10}, {"id": "cy", "name": "Cy", "max_hp": 40})
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, (*PEOPLE, *others)))
    bridge = window.services.bridge
    hit = [cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": 6}) for who in ("bo", "cy", "orc")]
    rolls = {"ann": 20, "orc": 10, "bo": 9, "cy": 8}
    assert all(bridge.dispatch(one) is not None for one in (cmd.Start(rolls=rolls), *hit))
    hands.settle()
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert hands.dialog().sheet.targets == ("bo",), "6 of 10, and of one's own side"
    hands.leave()
    hands.choose("cy")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert hands.dialog().sheet.targets == ("cy",)
    hands.leave()


@pytest.mark.slow
def test_who_has_lost_something_is_healed(hands: Hands) -> None:
    """One of several who is hurt is enough."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, PEOPLE))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 10}),
        cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 4}),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.table.pick("ann")
    hands.also("orc")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    write(hands, hands.dialog().sheet.inputs.amount, "3")
    hands.accept()
    assert bridge.state.combatants["orc"].stats["hp"] == 8


@pytest.mark.slow
def test_who_is_healed_and_stays_out_is_said_with_what_brings_it_back(hands: Hands) -> None:
    """004-160: with a hit point one acts normally; whoever was put out by hand stays so, without a word."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "sagas-hub", {}, PEOPLE))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 10}),
        cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 9}),
        cmd.Defeat(who="orc"),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.table.pick("orc")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    write(hands, hands.dialog().sheet.inputs.amount, "3")
    hands.accept()
    assert "Still out of the fight: Orc. “Can act again” is Ctrl+Shift+D." in window.messages.text
    hands.key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not bridge.state.combatants["orc"].out


@pytest.mark.slow
def test_whoever_acts_heals_itself_where_nobody_else_is_meant_and_pays_for_hurting_several(
    hands: Hands,
) -> None:
    """It was by nobody named; and the damage of an area cost no action, which an attack does."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, (*PEOPLE, GOBLIN)))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10, "goblin": 5})) is not None
    hands.settle()
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    sheet = hands.dialog().sheet
    assert (sheet.targets, sheet.command().by) == (("ann",), "ann")
    hands.leave()

    window.table.pick("orc")
    hands.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    assert (sheet.targets, sheet.command().by) == (("orc", "goblin"), "ann")
    assert sheet.carries.currentText() == "Cast a spell · Standard action", "as an attack on one is"
    assert sheet.carries.itemText(0) == "no action: none is paid", "a trap is nobody's action"
    write(hands, sheet.inputs.amount, "3")
    hands.key(Qt.Key.Key_Return, on=sheet.inputs.amount)  # no save is asked for
    hands.accept()
    assert bridge.state.combatants["ann"].pools["standard"] == 0
    assert bridge.state.combatants["goblin"].stats["hp"] == 6
    assert bridge.undo()
    assert bridge.state.combatants["ann"].pools["standard"] == 1, "one step"


@pytest.mark.slow
def test_a_click_elsewhere_throws_no_dice(hands: Hands) -> None:
    """An evening: dice that stood there were thrown by a click beside them."""
    hands.window.services.encounters.new_from(Prepared("Ford", "saga-edition", {}, PEOPLE))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10})) is not None
    hands.settle()
    hands.window.table.pick("orc")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    hands.type(sheet.inputs.amount, "3d8+1")
    (critical,) = (box for box in sheet.findChildren(QCheckBox) if box.text().replace("&", "") == "Critical")
    hands.click(critical)
    assert not sheet.inputs.amount.hasFocus()
    assert sheet.inputs.amount.text() == "6d8+2", "a critical hit doubles them, and nothing is thrown"
    assert sheet.problem.splitlines()[0] == "Damage: 6d8+2 has still to be rolled."
    hands.key(Qt.Key.Key_Return, on=sheet.inputs.amount)
    assert sheet.inputs.amount.thrown
    assert "still to be rolled" not in sheet.problem
    hands.leave()


@pytest.mark.slow
def test_whoever_acts_can_pay_for_healing_as_for_an_attack(hands: Hands) -> None:
    """A cure cost no action: nothing there could say that it does; also after a move."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, PEOPLE))
    bridge = window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 10}),
        cmd.Apply(pipeline="damage", to=("ann",), inputs={"amount": 4}),
        cmd.Act(who="ann", name="move"),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    before = bridge.cursor
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    sheet = hands.dialog().sheet
    assert sheet.carries.currentText() == "Cast a spell · Standard action"
    assert sheet.carries.itemText(0) == "no action: none is paid", "a potion of somebody else costs none"
    write(hands, sheet.inputs.amount, "3")
    hands.accept()
    ann = bridge.state.combatants["ann"]
    assert (ann.stats["hp"], ann.pools["standard"]) == (19, 0)
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert hands.dialog().sheet.carries.currentText() == "nothing more: Cast a spell is paid"
    hands.leave()
    assert bridge.undo()
    assert bridge.cursor == before, "both are one step"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    window.table.pick("ann")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    sheet = hands.dialog().sheet
    sheet.by.setCurrentIndex(sheet.by.findData("ann"))
    sheet.by.activated.emit(sheet.by.currentIndex())
    assert not sheet.carries.isVisible(), "who does not act pays nothing"
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "many", "one"),
    [
        ("dnd5e", "Cast a spell · Action", "Cast a spell · Action"),
        ("pf2e", "Cast a spell · Two actions", "Cast a spell · Two actions"),
        ("saga-edition", "Attack · Standard action", "First aid · Full-round action"),
        ("kaiser", "Use an active power · Active Action", "Use an active power · Active Action"),
        ("sagas-hub", "Attack · Attack", "no action: none is paid"),
    ],
)
def test_what_several_are_hurt_by_or_heals_is_proposed_to_be_paid(
    hands: Hands, ruleset: str, many: str, one: str
) -> None:
    """Four game masters: with H on several, and with a heal, none was paid by default."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", ruleset, {}, (*PEOPLE, GOBLIN)))
    bridge = window.services.bridge
    rolls = {"ann": 20, "orc": 10, "goblin": 5}
    begin: list[cmd.Command] = [cmd.Start(rolls={} if ruleset == "kaiser" else rolls)]
    if ruleset == "kaiser":
        begin += [cmd.Declare(who=tuple(rolls), done=True), cmd.RollInitiative(rolls=rolls)]
    for command in begin:
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.table.pick("orc")
    hands.also("goblin")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.by.currentText() == "Ann"
    assert hands.dialog().sheet.carries.currentText() == many
    hands.leave()
    window.table.pick("ann")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert hands.dialog().sheet.carries.currentText() == one
    hands.leave()


@pytest.mark.slow
def test_what_was_declared_goes_before_what_is_likely_and_is_not_paid_twice(
    hands: Hands,
) -> None:
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "kaiser", {}, (*PEOPLE, GOBLIN)))
    bridge, rolls = window.services.bridge, {"ann": 20, "orc": 10, "goblin": 5}
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ann",), name="magic"),
        cmd.Declare(who=("ann", "orc", "goblin"), done=True),
        cmd.RollInitiative(rolls=rolls),
        cmd.Apply(pipeline="damage", to=("ann",), inputs={"amount": 2}),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    window.table.pick("orc")
    hands.also("goblin")
    hands.key(Qt.Key.Key_H)
    magic = hands.dialog().sheet.carries.currentText()
    assert magic == "Magic"
    hands.leave()
    window.table.pick("ann")
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    sheet = hands.dialog().sheet
    assert sheet.carries.currentText() == "Magic"
    write(hands, sheet.inputs.amount, "2")
    hands.accept()
    hands.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert hands.dialog().sheet.carries.currentText() == "nothing more: Use the declared power is paid"
    hands.leave()


@pytest.mark.slow
def test_a_power_that_was_used_has_paid_for_whom_it_hurts(hands: Hands) -> None:
    """The breath of a wyrm had taken its action, and the damage of it said that none is paid."""
    wyrm = {"id": "ann", "name": "Wyrm", "max_hp": 90, "recharge": ["breath:5"]}
    window = hands.window
    window.services.encounters.new_from(Prepared("Stair", "dnd5e", {}, (wyrm, *PEOPLE[1:], GOBLIN)))
    for command in (cmd.Start(rolls={"ann": 20, "orc": 10, "goblin": 5}), cmd.Act(who="ann", name="breath")):
        assert window.services.bridge.dispatch(command) is not None
    hands.settle()
    window.table.pick("orc")
    hands.also("goblin")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.carries.currentText() == "nothing more: breath is paid"
    hands.leave()


@pytest.mark.slow
def test_what_is_carried_out_is_found_by_its_name_blanks_and_all(hands: Hands) -> None:
    """ "Cast" went on to *Cast a quickened spell*, and a blank opened the list."""
    window = hands.window
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, (*PEOPLE, GOBLIN)))
    assert window.services.bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 10, "goblin": 5})) is not None
    hands.settle()
    window.table.pick("orc")
    hands.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    hands.key(Qt.Key.Key_H)
    box = hands.dialog().sheet.carries
    box.setFocus()
    for typed, found in (("cast", "Cast a spell"), (" a q", "Cast a quickened spell")):
        QTest.keyClicks(box, typed)
        assert box.currentText().startswith(found), typed
        assert not box.view().isVisible()
    hands.leave()
