"""One attack is one road: who, with what, at whom, the roll, hit or miss, what it costs, its damage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.attack.dialog import AttackDialog
from desktop.damage.dialog import DamageDialog
from desktop.why.formulas import formula_inputs
from desktop.widgets.fight_dialog import Habit
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.table import commands as cmd
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

BLADES = "Longsword +6 melee (1d8+4) or shortbow +3 ranged (1d6)"


def opened(
    hands: Hands, ruleset: str, *commands: cmd.Command, dice: tuple[int, ...] = (), **more: object
) -> None:
    """Ann acts against two orcs; the dice fall as listed."""
    orc = {"side": "foes", "kind": "npc", "notes": "Club +3 melee (1d6)", "max_hp": 30}
    people = (
        {"id": "ann", "name": "Ann", "notes": BLADES, **more},
        {"id": "orc", "name": "Orc", **orc},
        {"id": "chief", "name": "Chief", **orc},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", ruleset, {}, people))
    bridge = hands.window.services.bridge
    for command in (cmd.Start(rolls={"orc": 25, "ann": 20, "chief": 5}), cmd.EndTurn(), *commands):
        assert bridge.dispatch(command) is not None, command
    bridge.session.dice = ListedDice(dice)
    hands.settle()


def dialog(hands: Hands) -> AttackDialog:
    found = hands.dialog()
    assert isinstance(found, AttackDialog)
    return found


def titles(hands: Hands, since: int) -> list[str]:
    services = hands.window.services
    return [services.texts.title(entry) for entry in services.bridge.log[since:]]


def test_an_enter_too_many_spends_no_action(hands: Hands) -> None:
    """Nobody had said what came of it: the standard action was gone, and nothing else was in the log."""
    opened(hands, "srd35", notes="")
    bridge = hands.window.services.bridge
    before = len(bridge.log)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert dialog(hands) is shown
    assert "Nothing says yet what came of it" in shown.about.text()
    assert len(bridge.log) == before
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.no_dialog()
    assert isinstance(bridge.log[-1].command, cmd.RecordAttack)
    assert bridge.log[-1].command.result == ""


def test_who_only_stands_by_is_not_the_first_target(hands: Hands) -> None:
    """All but one of those who fought lay dead, and three shots in a row were proposed at the bystander."""
    stands_by = cmd.Describe(who="orc", changes={"side": "bystanders"})
    opened(hands, "srd35", stands_by, cmd.RecordAttack(who="chief", target="ann"))
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).windowTitle() == "Attack: Ann → Chief"
    hands.leave()


def test_of_several_who_are_selected_one_after_the_other_is_attacked_and_the_others_are_named(
    hands: Hands,
) -> None:
    """Only the first of three was attacked, without a word of the others."""
    opened(hands, "srd35")
    bridge = hands.window.services.bridge
    hands.choose("ann")
    hands.also("orc")
    hands.also("chief")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.windowTitle() == "Attack: Ann → Orc"
    left = "Selected too, and not part of it: Chief. The next attack is proposed on Chief."
    assert shown.alone.text() == f"One attack, on Orc alone. {left}"
    shown.target.setCurrentIndex(shown.target.findData("chief"))
    assert "on Chief alone" in shown.alone.text()
    hands.leave()
    assert bridge.dispatch(cmd.RecordAttack(who="ann", target="orc", result="miss")) is not None
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).windowTitle() == "Attack: Ann → Chief"
    hands.leave()
    hands.choose("chief")
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).alone.text() == "", "nobody is left out"
    hands.leave()


def test_whoever_attacks_instead_is_not_proposed_its_own_side(hands: Hands) -> None:
    """Ann was to strike the orc; with its chief for attacker the orc still stood there as the target."""
    opened(hands, "srd35")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.windowTitle() == "Attack: Ann → Orc"
    shown.who.setCurrentIndex(shown.who.findData("chief"))
    assert shown.windowTitle() == "Attack: Chief → Ann"
    shown.target.setCurrentIndex(shown.target.findData("orc"))  # whoever says so means it
    shown.who.setCurrentIndex(shown.who.findData("ann"))
    shown.who.setCurrentIndex(shown.who.findData("chief"))
    assert shown.windowTitle() == "Attack: Chief → Orc"
    hands.leave()


AGAINST = {"saga-edition": "Reflex", "dnd5e": "Armor class", "pf2e": "Armor class"}


@pytest.mark.parametrize("die", [20, 19])
@pytest.mark.parametrize("system", ["saga-edition", "dnd5e", "pf2e"])
def test_a_critical_hit_is_ticked_in_the_sheet(hands: Hands, system: str, die: int) -> None:
    """The program had rolled the 20 itself, and the damage came as of any hit."""
    opened(hands, system, dice=(die,))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    shown.against.number = 17
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.natural, shown.came.currentData()) == (die, "hit")
    assert shown.came.currentText() == ("critical hit" if die == 20 else "hit")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.command().inputs.get("critical", False) is (die == 20)
    hands.leave()
    said = "critical hit" if die == 20 else "hit"
    assert titles(hands, -1) == [
        f"Ann attacks Orc: Longsword {die + 6} against {AGAINST[system]} 17, melee, {said}"
    ]


def test_a_hit_without_damage_is_asked_for_until_it_has_some_or_another_round_ends(hands: Hands) -> None:
    """A critical hit lost its damage by an Esc and Space; nothing said so, and no way led back to it."""
    hit = cmd.RecordAttack(who="ann", target="orc", result="hit", critical=True)
    opened(hands, "saga-edition", hit)
    window, bridge = hands.window, hands.window.services.bridge
    (line,) = window.due.lines
    assert line.due.text == "Ann hit Orc: no damage yet"
    assert "Ann hit Orc: no damage yet" in window.status.texts[1], "Space would pass over it"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.click(window.due.lines[0].buttons["damage"])
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    told = sheet.sheet.command()
    assert (sheet.sheet.targets, told.by, told.inputs["critical"]) == (("orc",), "ann", True)
    unknown = "With what Ann hit is not said: type the dice of it."
    assert unknown in sheet.sheet.problem, "the field was empty, and nothing said why"
    hands.leave()
    harm = cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 3})
    assert bridge.dispatch(replace(harm, by="chief")) is not None
    assert [one.due.text for one in window.due.lines] == ["Ann hit Orc: no damage yet"], "it is another's"
    assert bridge.dispatch(replace(harm, by="ann")) is not None
    assert window.due.isHidden()
    bridge.undo()
    hands.key(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.due.lines[0].buttons["damage"], "it is due, too"
    hands.click(window.due.lines[0].buttons["none"])
    assert not window.actions_.by_id["due"].isEnabled()
    assert "no damage yet" not in window.status.texts[1]
    assert not window.due.hits, "it is put aside"
    assert bridge.dispatch(hit) is not None
    assert len(window.due.hits) == 1
    bridge.dispatch(cmd.NextPhase())
    while bridge.state.clock.round == 1:
        assert bridge.dispatch(cmd.EndTurn()) is not None
    assert len(window.due.hits) == 1, "it went with the round, and nothing said so"
    assert bridge.dispatch(hit) is not None
    assert bridge.dispatch(replace(harm, by="ann")) is not None
    assert len(window.due.hits) == 1, "the damage is that of the new one"
    while bridge.state.clock.round == 2:
        assert bridge.dispatch(cmd.EndTurn()) is not None
    assert not window.due.hits, "another round is over"


def test_where_no_dice_are_noted_the_damage_says_so_and_where_they_would_be_read(hands: Hands) -> None:
    """An evening: the field of the amount was empty in silence."""
    opened(hands, "saga-edition", notes="Hates the sea.")
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.RecordAttack(who="ann", target="orc", result="hit", label="Oar")) is not None
    hands.settle()
    hands.click(hands.window.due.lines[0].buttons["damage"])
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    told = "No damage dice are noted for Oar of Ann. In the notes they are read as in “Sword +5 (1d8+2)”."
    assert told in sheet.sheet.problem
    hands.leave()


def test_of_an_attack_whose_hit_is_open_the_dice_stand_there_and_half_of_it_is_no_hit(hands: Hands) -> None:
    """Only a recorded hit filled its dice in; and half of it, on a miss, was noted as a hit (E-SRD-02)."""
    attack = cmd.RecordAttack(who="ann", target="orc", label="Longsword")
    opened(hands, "srd35", attack)
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    assert (sheet.targets, sheet.by.currentData()) == (("orc",), "ann")
    assert sheet.inputs.kept()["amount"][0] == "1d8+4"
    hands.leave()
    hands.choose("orc")
    hands.also("chief")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    hands.type(sheet.inputs.amount, "11")
    assert "noted as a hit" in sheet.problem
    put(hands, next(view.share for view in sheet.rows() if view.who == "orc"), 0.5)
    assert "noted as a hit" not in sheet.problem
    hands.accept()
    assert bridge.log[-1].command.own == {"orc": {"amount": 5}}
    assert [one.result for one in bridge.state.notes.attacks] == [""]


KEEN = "Scimitar +6 melee (1d6+4/18-20) or scythe +3 melee (2d4+6/x4)"


def test_a_threat_is_said_and_confirmed_before_its_damage(hands: Hands) -> None:
    """SRD 3.5, Critical Hits: a natural 20 came as any hit, without a word of a second roll."""
    opened(hands, "srd35", dice=(19, 14, 5), notes=KEEN)
    bridge = hands.window.services.bridge
    steps = len(bridge.log)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert not shown.confirm.isVisible()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert "The die shows 19: that threatens a critical hit." in shown.about.text()
    assert "SRD 3.5, Critical Hits" in shown.about.text()
    assert (shown.came.currentText(), shown.ok.text()) == ("hit", "Roll 1d20+6 to confirm")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.confirm.number, shown.came.currentText()) == (20, "critical hit")
    hands.key(Qt.Key.Key_Return, on=shown.confirm)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs.amount.text() == "2d6+8"
    assert "counts dice and what is added twice: 1d6+4 is 2d6+8." in sheet.sheet.problem
    assert "only noted" not in sheet.sheet.problem
    hands.leave()
    assert titles(hands, steps)[1:3] == [
        "Ann: Scimitar 1d20+6, 19 + 6 = 25",
        "Ann: Scimitar (to confirm) 1d20+6, 14 + 6 = 20",
    ]


def test_a_threat_that_was_rolled_at_the_table_is_confirmed_there(hands: Hands) -> None:
    """The die is typed as the first of a sum; a second roll that misses leaves a plain hit, x4 multiplies."""
    opened(hands, "srd35", notes=KEEN)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.type(shown.roll, "24")
    assert shown.about.text() == "Did the die show 18? Then type 18+6: it counts for itself."
    hands.type(shown.roll, "17+6")
    assert not shown.confirm.isVisible(), "no threat"
    put(hands, shown.using, "scythe")
    hands.type(shown.roll, "20+3")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.confirm.hasFocus()
    assert shown.confirm.text() == "", "nothing is rolled behind the hand"
    hands.type(shown.confirm, "5")
    assert (shown.came.currentText(), shown.to_sheet and shown.to_sheet.ticked) == ("hit", ())
    hands.type(shown.confirm, "11")
    assert shown.came.currentText() == "critical hit"
    hands.key(Qt.Key.Key_Return, on=shown.confirm)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs.amount.text() == "8d4+24"
    assert "counts dice and what is added 4 times: 2d4+6 is 8d4+24." in sheet.sheet.problem
    hands.leave()


@pytest.mark.parametrize("typed", [False, True])
def test_a_threat_that_is_not_confirmed_is_called_so_and_stands_in_the_log(
    hands: Hands, *, typed: bool
) -> None:
    """It said "5 against 13: hit", and a second roll that was typed was nowhere in the log."""
    opened(hands, "srd35", dice=(19, 1), notes=KEEN)
    bridge = hands.window.services.bridge
    steps = len(bridge.log)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    if typed:
        hands.type(shown.roll, "19+6")
        hands.key(Qt.Key.Key_Return, on=shown.roll)
        hands.type(shown.confirm, "7")
        assert shown.about.text() == "7 against 10: not confirmed, a plain hit."
    else:
        hands.key(Qt.Key.Key_Return, on=shown.roll)
        hands.key(Qt.Key.Key_Return, on=shown.confirm)
        assert "1d20+6: 1 + 6 = 7 against 10: not confirmed, a plain hit." in shown.about.text()
    hands.key(Qt.Key.Key_Return, on=shown.confirm if typed else shown.ok)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs.amount.text() == "1d6+4"
    hands.leave()
    again = "7" if typed else "1d20+6, 1 + 6 = 7"
    assert f"Ann: Scimitar (not confirmed) {again}" in titles(hands, steps)


def test_a_total_typed_alone_is_a_critical_hit_where_the_total_says_so(hands: Hands) -> None:
    """Ten more than the armor class; how the die fell is not asked for (PF-63 has both).

    Ten less was a miss like any other, in the window and in the log.
    """
    opened(hands, "pf2e")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    shown.against.number = 17
    for total, critical in ((26, ()), (27, ("critical",))):
        shown.roll.clear()
        hands.type(shown.roll, str(total))
        assert shown.to_sheet is not None
        assert shown.to_sheet.ticked == critical
    for total, missed in (
        (8, "miss"),
        (7, "critical failure"),
        ("1+16", "miss"),
        ("1+15", "critical failure"),
    ):
        shown.roll.clear()
        hands.type(shown.roll, str(total))
        assert (shown.came.currentData(), shown.came.currentText()) == ("miss", missed), total
    hands.accept()
    bridge = hands.window.services.bridge
    told = hands.window.services.texts.entry(bridge.log[-1])
    assert "critical failure" in f"{told.title} {told.lines}"


def test_the_other_hand_has_no_ability_in_its_damage(hands: Hands) -> None:
    """R5E-20: the bonus of the note was added, as with the first hand, and nothing told the rule."""
    blade = "Shortsword +5 melee (1d6+4)"
    first = (cmd.Act(who="ann", name="attack", target="orc"), cmd.RecordAttack(who="ann", target="orc"))
    opened(hands, "dnd5e", *first, notes=blade, str=16, dex=14, max_hp=20)
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.spends, "action:offhand")
    hands.type(shown.roll, "15")
    assert shown.to_sheet is not None
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs is not None
    assert sheet.sheet.inputs.amount.text() == "1d6+1"
    assert "1d6+4 is 1d6+1 here; rule R5E-20: The ability modifier is not added" in sheet.sheet.problem
    hands.leave()
    bridge.undo()
    assert bridge.dispatch(cmd.Describe(who="ann", changes={"feats": ["two_weapon_fighting"]}))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.spends, "action:offhand")
    hands.type(shown.roll, "15")
    assert shown.to_sheet is not None
    assert shown.to_sheet.amount == "1d6+4"
    hands.leave()


def test_each_part_of_a_damage_stands_in_the_sheet_with_its_type(hands: Hands) -> None:
    """R5E-51, R5E-57: the sheet had the dice of the first part, of no type, and nothing told of the other."""
    opened(hands, "dnd5e", notes="Bite +11 (2d10+6 piercing plus 1d8 cold)", dice=(20,))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    for _ in range(2):  # rolled, and recorded
        hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    inputs = sheet.sheet.inputs
    assert inputs is not None
    fields = inputs.fields
    assert (inputs.amount.text(), fields["extra"].text()) == ("4d10+6", "2d8"), "critical"
    assert (fields["type"].currentData(), fields["extra_type"].currentData()) == ("piercing", "cold")
    assert "has the dice thrown twice: 1d8 is 2d8" in sheet.sheet.problem
    hands.type(inputs.amount, "10")
    hands.type(fields["extra"], "9")
    hands.accept()
    bridge = hands.window.services.bridge
    assert bridge.value("orc", "hp") == 30 - 19
    given = {"amount": 10, "type": "piercing", "extra": 9, "extra_type": "cold", "critical": True}
    assert given.items() <= bridge.log[-1].command.inputs.items()


def test_damage_that_is_taken_back_is_still_to_be_given(hands: Hands) -> None:
    """After Undo the hit stood there, and nothing knew of its dice any more, or that it was critical."""
    opened(hands, "dnd5e", dice=(20, 5, 3))
    window = hands.window
    bridge, bar = window.services.bridge, window.messages
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.key(Qt.Key.Key_Return, on=shown.roll)

    def offered() -> tuple[str, tuple[str, ...], str, bool]:
        sheet = hands.dialog()
        assert isinstance(sheet, DamageDialog)
        assert sheet.sheet.inputs is not None
        ticked = bool(sheet.sheet.inputs.values()["critical"])
        return sheet.sheet.inputs.amount.text(), sheet.sheet.targets, sheet.sheet.by.currentData(), ticked

    before = offered()
    assert before[0] == "2d8+4"
    amount = hands.dialog().sheet.inputs.amount
    hands.key(Qt.Key.Key_Return, on=amount)
    hands.key(Qt.Key.Key_Return, on=amount)
    hands.no_dialog()
    assert isinstance(bridge.log[-1].command, cmd.Apply)
    assert not bar.isVisible() or "still to be given" not in bar.text
    bridge.undo()
    target = bridge.log[-1].command.target
    (row,) = window.due.lines
    assert row.due.text == f"Ann hit {bridge.state.combatants[target].name}: no damage yet"
    assert not bar.isVisible() or bridge.state.combatants[target].name not in bar.text, "it is said once"
    hands.click(row.buttons["damage"])
    assert offered() == before
    hands.leave()
    hands.choose(target)
    hands.key(Qt.Key.Key_H)
    assert offered() == before
    amount = hands.dialog().sheet.inputs.amount
    hands.key(Qt.Key.Key_Return, on=amount)
    hands.key(Qt.Key.Key_Return, on=amount)
    hands.no_dialog()
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.inputs.amount.text() == "", "it is given"
    hands.leave()
    bridge.undo()
    bridge.undo()
    assert "still to be given" not in bar.text, "the hit is taken back, too"


def test_a_total_that_cannot_be_rolled_is_taken_and_told(hands: Hands) -> None:
    """A game master may have a bonus that nobody knows of: 45 with 1d20+6 was taken without a word."""
    opened(hands, "dnd5e")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.type(shown.roll, "45")
    assert shown.about.text() == "1d20+6 comes to 7 to 26: 45 is taken as typed, at least 19 more."
    assert shown.came.currentData() == "hit"
    hands.type(shown.roll, "3")
    assert shown.about.text() == "1d20+6 comes to 7 to 26: 3 is taken as typed, at least 4 less."
    hands.type(shown.roll, "25")
    assert shown.about.text() == ""
    hands.type(shown.roll, "26")
    assert shown.about.text() == "Did the die show 20? Then type 20+6: it counts for itself."
    assert (shown.roll.natural, shown.to_sheet and shown.to_sheet.ticked) == (None, ())
    hands.type(shown.roll, "20+6")
    assert shown.about.text() == ""
    assert (shown.roll.number, shown.roll.natural) == (26, 20)
    assert shown.to_sheet is not None
    assert shown.to_sheet.ticked == ("critical",)
    hands.leave()


def test_a_hit_from_near_on_who_is_unconscious_is_critical(hands: Hands) -> None:
    """R5E-47, R5E-57: from within 5 feet, whatever the die showed; at 0 hit points it is two failed saves."""
    down = cmd.Describe(who="orc", changes={"kind": "pc"})
    fallen = cmd.Apply(pipeline="damage", to=("orc",), inputs={"amount": 30})
    opened(hands, "dnd5e", down, fallen, dice=(9, 12, 3))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.target, "orc")
    assert shown.aimed.isVisible()
    assert shown.aimed.currentText() == "Attacks against it from within 5 feet"
    assert shown.about.text() == "advantage — Prone of Orc, Unconscious of Orc"
    assert shown.ok.text() == "Roll 1d20+6 twice"
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.natural, shown.came.currentData()) == (12, "hit")
    assert shown.to_sheet is not None
    assert shown.to_sheet.ticked == ("critical",)
    put(hands, shown.aimed, "attacked_far")
    assert shown.to_sheet.ticked == ()
    put(hands, shown.aimed, "attacked_near")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs is not None
    put(hands, sheet.sheet.inputs.amount, 4)
    hands.key(Qt.Key.Key_Return, on=sheet.sheet.inputs.amount)
    assert bridge.state.combatants["orc"].stats["death_failures"] == 2


@pytest.mark.parametrize("ann_too", [True, False])
def test_marks_from_near_and_from_far_are_told_apart(hands: Hands, ann_too: bool) -> None:
    """R5E-44: what is said agrees with what is rolled; it said "straight", and two dice were thrown."""
    prone = cmd.BeginEffect(on="orc", name="prone", also=("ann",) if ann_too else ())
    opened(hands, "dnd5e", prone)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.target, "orc")
    own = "disadvantage — Prone" if ann_too else ""
    near = (
        "disadvantage — Prone; advantage — Prone of Orc → straight" if ann_too else "advantage — Prone of Orc"
    )
    far = "disadvantage — Prone, Prone of Orc" if ann_too else "disadvantage — Prone of Orc"
    assert (shown.about.text(), shown.roll.twice) == (near, not ann_too)
    put(hands, shown.aimed, "attacked_far")
    assert (shown.about.text(), shown.roll.twice) == (far, True)
    put(hands, shown.aimed, "")
    assert shown.roll.twice is ann_too
    every = (
        own and f"Attacks: {own}",
        f"Attacks against it from within 5 feet: {near}",
        f"Attacks against it from farther away: {far}",
    )
    assert shown.about.text() == "; ".join(filter(None, every))
    put(hands, shown.using, "shortbow")
    assert shown.aimed.currentData() == "", "what was chosen stays"
    put(hands, shown.target, "chief")
    assert not shown.aimed.isVisible(), "nothing tells near from far"
    put(hands, shown.target, "orc")
    assert shown.aimed.currentData() == "attacked_far", "shots are proposed from far"
    hands.leave()


def test_a_enter_enter_is_an_attack_and_then_comes_its_damage(hands: Hands) -> None:
    """The first attack at the last target: rolled against its armor class, paid once, one step to undo."""
    opened(hands, "srd35", dice=(14, 5, 3))
    bridge = hands.window.services.bridge
    steps, before = len(bridge.log), bridge.state
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.windowTitle() == "Attack: Ann → Orc"
    assert (shown.using.currentText(), shown.ok.text()) == ("Longsword   1d20+6", "Roll 1d20+6")
    assert (shown.defense.currentText(), shown.against.number) == ("Armor class in melee", 10)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.number, shown.came.currentData(), shown.ok.text()) == (
        20,
        "hit",
        "Record, then damage…",
    )
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.windowTitle() == "Damage: Orc"
    assert sheet.sheet.by.currentData() == "ann"
    assert sheet.sheet.inputs is not None
    assert sheet.sheet.inputs.amount.text() == "1d8+4", "the weapon's damage"
    hands.leave()
    assert titles(hands, steps)[1:] == [
        "Ann: Longsword 1d20+6, 14 + 6 = 20",
        "Ann attacks Orc: Longsword 20 against Armor class in melee 10, melee, hit",
    ]
    assert [type(entry.command) for entry in bridge.log[steps:]] == [cmd.Act, cmd.Throw, cmd.RecordAttack]
    hands.key(Qt.Key.Key_A)
    spent = "nothing: no further attack can be paid"
    assert dialog(hands).spends.currentText() == spent, "the standard action is gone, and it is said"
    hands.leave()
    assert bridge.undo()
    assert bridge.state == before


def test_what_it_costs_follows_its_kind_until_it_is_set(hands: Hands) -> None:
    """E-SRD-16: attacks in melee and at range are two actions; the bow is shot, against another number."""
    opened(hands, "srd35", cmd.BeginEffect(on="orc", name="prone"))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert (shown.kind.currentData(), shown.spends.currentData()) == ("melee", "action:attack_melee")
    assert shown.against.number == 6, "prone: 4 less in melee"
    put(hands, shown.kind, "ranged")
    assert (shown.spends.currentData(), shown.against.number) == ("action:attack_ranged", 14)
    put(hands, shown.spends, "action:attack_unarmed")
    put(hands, shown.kind, "melee")
    assert shown.spends.currentData() == "action:attack_unarmed", "the game master has said so"
    put(hands, shown.who, "orc")
    put(hands, shown.who, "ann")
    put(hands, shown.using, "shortbow")
    assert (shown.kind.currentData(), shown.spends.currentData()) == ("ranged", "action:attack_ranged")
    assert shown.roll.offered == "1d20+3"
    hands.leave()


def test_an_attack_that_is_done_in_the_list_is_rolled_as_with_its_key(hands: Hands) -> None:
    """A double click on "Attack at range" spent the standard action, and nothing was rolled."""
    opened(hands, "srd35")
    actions, bridge = hands.window.inspector.action_list, hands.window.services.bridge
    before = len(bridge.log)
    index = actions.model.find(("action", "attack_ranged"))
    actions.rows.setCurrentIndex(index)
    actions.rows.doubleClicked.emit(index)
    shown = dialog(hands)
    assert len(bridge.log) == before
    assert (shown.windowTitle(), shown.spends.currentData()) == ("Attack: Ann → Orc", "action:attack_ranged")
    assert (shown.using.currentText(), shown.kind.currentData()) == ("shortbow   1d20+3", "ranged")
    shown.bare.click()
    hands.no_dialog()
    assert [type(entry.command) for entry in bridge.log[before:]] == [cmd.Act, cmd.RecordAttack]


def test_a_grapple_counts_as_an_attack_and_is_none_with_a_weapon(hands: Hands) -> None:
    """PF-08: it has the attack trait; it was rolled with a sword against armor class, and then hurt."""
    opened(hands, "pf2e")
    actions, bridge = hands.window.inspector.action_list, hands.window.services.bridge
    before = len(bridge.log)
    index = actions.model.find(("action", "grapple"))
    actions.rows.setCurrentIndex(index)
    actions.rows.doubleClicked.emit(index)
    hands.no_dialog()
    (entry,) = bridge.log[before:]
    assert isinstance(entry.command, cmd.Act)
    assert entry.command.name == "grapple"
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.spends.currentData() == "action:strike", "a grapple pays for no strike"
    assert shown.spends.findData("action:grapple") < 0
    assert shown.roll.offered == "1d20+6-5"
    hands.leave()


def test_what_was_chosen_to_be_spent_says_how_it_is_made(hands: Hands) -> None:
    """E-SRD-16: an attack at range is none with a sword; it was proposed, with the kind of the sword."""
    opened(hands, "srd35", notes="Longsword +6 melee (1d8+4)")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.spends, "action:attack_ranged")
    assert (shown.kind.currentData(), shown.using.currentText()) == ("ranged", "something else")
    assert shown.defense.currentText() == "Armor class at range"
    assert "Attack at range is made at range, and no such attack of Ann is known." in shown.about.text()
    put(hands, shown.spends, "action:attack_melee")
    assert (shown.kind.currentData(), shown.using.currentData()) == ("melee", "Longsword")
    hands.leave()


def test_what_is_paid_already_is_not_paid_again(hands: Hands) -> None:
    """PF-05: a strike is one of three actions; done in the list and then recorded it was two."""
    opened(hands, "pf2e", cmd.Act(who="ann", name="strike"))
    bridge = hands.window.services.bridge
    left = bridge.state.combatants["ann"].pools
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.spends.currentText() == "nothing more: Strike is paid"
    assert shown.roll.offered == "1d20+6", "it is the first attack, though it is counted (PF-08)"
    put(hands, shown.came, "miss")
    hands.accept()
    assert bridge.state.combatants["ann"].pools == left
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.spends.currentData() == "action:strike", "the next one is"
    assert shown.roll.offered == "1d20+6-5"
    assert "−5 Attacks this turn: 1" in shown.about.text()
    hands.leave()


def test_an_announced_attack_that_happens_is_rolled(hands: Hands) -> None:
    """CR 146: whoever reacts goes first; then it happened, and nobody was asked for its roll."""
    act = cmd.Act(who="ann", name="attack_melee", target="chief", pending=True)
    opened(hands, "srd35", act)
    (line,) = hands.window.due.lines
    hands.click(line.buttons["happens"])
    shown = dialog(hands)
    assert (shown.who.currentData(), shown.target.currentData()) == ("ann", "chief")
    assert shown.spends.currentText() == "nothing more: Attack in melee is paid"
    hands.leave()


def test_a_full_attack_that_was_announced_pays_its_attacks(hands: Hands) -> None:
    """E-SRD-18: it is more than one attack; the window said that no further attack can be paid."""
    opened(hands, "srd35", cmd.Act(who="ann", name="full_attack"))
    bridge = hands.window.services.bridge
    announced = bridge.cursor
    for _ in range(2):
        hands.key(Qt.Key.Key_A)
        shown = dialog(hands)
        assert shown.spends.currentText() == "Attack in melee · One of a full attack"
        put(hands, shown.came, "miss")
        hands.accept()
        assert isinstance(bridge.log[-1].command, cmd.RecordAttack)
    bridge.undo_to(announced - 1)
    assert bridge.dispatch(cmd.Act(who="ann", cost="full-round")) is not None
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).spends.currentText() == "nothing more: Full-round action is paid", "by its key alone"
    hands.leave()


@pytest.mark.parametrize("by_palette", [False, True])
@pytest.mark.parametrize(
    ("system", "action"),
    [
        ("saga-edition", "full_attack"),
        ("saga-edition", "charge"),
        ("srd35", "full_attack"),
        ("srd35", "charge"),
        ("srd35", "charge:limited"),
    ],
)
def test_what_lets_attack_is_paid_and_leads_to_its_first_attack(
    hands: Hands, system: str, action: str, *, by_palette: bool
) -> None:
    """E-SRD-18, Rulebook p. 145: it was paid, nothing was asked, and the roll typed then spent something."""
    opened(hands, system)
    bridge, window = hands.window.services.bridge, hands.window
    if action == "charge:limited":
        assert bridge.dispatch(cmd.SetNumbers(who="ann", stats={"hp": 0}))
        hands.settle()
    before = dict(bridge.state.combatants["ann"].pools)
    if by_palette:
        window.palette_.items()
        window.palette_._do(f"offer:action:{action}")
    else:
        listed = window.inspector.action_list
        listed.do(listed._model.find(("action", action)))
    shown = dialog(hands)
    assert shown.windowTitle().startswith("Attack: Ann → ")
    assert bridge.state.combatants["ann"].pools["standard"] == before["standard"] - 1
    assert "Nothing pays" not in shown.about.text()
    QTest.keyClicks(QApplication.focusWidget(), "25")
    assert shown.roll.number == 25
    paid = shown.spends.currentText()
    free = action == "full_attack" and system == "srd35"
    label = bridge.rules.actions[action.partition(":")[0]].label
    assert paid == ("Attack in melee · One of a full attack" if free else f"nothing more: {label} is paid")
    put(hands, shown.came, "miss")
    hands.accept()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert not attack.unpaid


@pytest.mark.parametrize("key", [Qt.Key.Key_A, Qt.Key.Key_E])
def test_an_attack_of_opportunity_goes_all_the_way(hands: Hands, key: Qt.Key) -> None:
    """E-SRD-05: it ended at the word. It is rolled and hurts, and is paid as the reaction that it is."""
    opened(hands, "srd35", cmd.Act(who="ann", name="move"), dice=(17, 2))
    bridge = hands.window.services.bridge
    hands.choose("orc")
    hands.key(key)
    if key == Qt.Key.Key_E:
        put(hands, hands.dialog().name, "attack_of_opportunity")
        hands.key(Qt.Key.Key_Return, on=hands.dialog())
    else:
        put(hands, dialog(hands).who, "orc")
    shown = dialog(hands)
    assert shown.windowTitle() == "Attack: Orc → Ann"
    paid = "" if key == Qt.Key.Key_E else "reaction:attack_of_opportunity"
    assert shown.spends.currentData() == paid
    shown.roll.setFocus()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert (sheet.sheet.by.currentData(), sheet.sheet.targets) == ("orc", ("ann",))
    hands.leave()
    struck = [entry.command.name for entry in bridge.log if isinstance(entry.command, cmd.React)]
    assert struck == ["attack_of_opportunity"], "once"


def test_who_struck_back_last_is_who_hurts(hands: Hands) -> None:
    """Ann acts, the orc has struck at her, unrecorded: the damage is its own, what she does next is hers."""
    opened(hands, "srd35", cmd.React(who="orc", name="attack_of_opportunity"))
    bridge = hands.window.services.bridge
    hands.choose("ann")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.by.currentData() == "orc"
    hands.leave()
    assert bridge.dispatch(cmd.Act(who="ann", cost="move")) is not None
    hands.choose("chief")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.by.currentData() == "ann"
    hands.leave()


def test_the_result_is_the_rulesets_until_it_is_overruled(hands: Hands) -> None:
    """A natural 20 hits whatever it is rolled against; a total that was typed has no natural die."""
    opened(hands, "dnd5e", dice=(20, 1))
    bridge = hands.window.services.bridge
    hands.choose("chief")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.target.currentData() == "chief", "whoever is selected, if it is on another side"
    put(hands, shown.against, 40)
    shown.roll.setFocus()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.number, shown.came.currentData()) == (26, "hit")
    QTest.keyClick(shown.roll, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(shown.roll, "26")
    assert shown.came.currentData() == "miss"
    put(hands, shown.came, "hit")
    put(hands, shown.against, 41)
    assert shown.came.currentData() == "hit", "overruled"
    hands.key(Qt.Key.Key_Return, on=shown)
    hands.leave()
    (attack,) = (entry.command for entry in bridge.entries_of(cmd.RecordAttack))
    assert (attack.rolled, attack.against, attack.defense, attack.result) == (26, 41, "ac", "hit")
    assert not list(bridge.entries_of(cmd.Throw)), "it was rolled at the table"


def test_an_advantage_throws_the_die_twice(hands: Hands) -> None:
    """R5E-30, R5E-44: marks of both count, the higher die stands, and the log has the other one."""
    opened(hands, "dnd5e", cmd.BeginEffect(on="orc", name="restrained"), dice=(4, 17))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.about.text() == "advantage — Restrained of Orc"
    assert shown.ok.text() == "Roll 1d20+6 twice"
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.text(), shown.roll.number, shown.came.currentData()) == ("1d20+6 = 17", 23, "hit")
    assert shown.reason == "The other time the die showed 4."
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.leave()
    assert titles(hands, len(bridge.log) - 2) == [
        "Ann: Longsword 1d20+6, 17 + 6 = 23 (the other time 4)",
        "Ann attacks Orc: Longsword 23 against Armor class 10, melee, hit",
    ]


def test_a_total_that_is_typed_is_recorded_with_one_enter(hands: Hands) -> None:
    """Enter was pressed twice, though what it comes to stood there while they typed."""
    opened(hands, "dnd5e")
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.type(shown.roll, "8")
    assert shown.came.currentText() == "miss"
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.no_dialog()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.rolled, attack.against, attack.result) == (8, 10, "miss")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    shown.against.clear()
    hands.type(shown.roll, "8")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert dialog(hands) is shown
    assert shown.against.hasFocus(), "what it is rolled against is not known"
    hands.type(shown.against, "8")
    hands.key(Qt.Key.Key_Return, on=shown.against)
    assert isinstance(hands.dialog(), DamageDialog)
    hands.leave()


@pytest.mark.parametrize("typed", ["", "1d20+6"])
def test_what_is_typed_after_a_throw_is_the_damage_of_the_hit(hands: Hands, typed: str) -> None:
    """The 7 of the damage went into the roll: 14 + 6 had become 207."""
    opened(hands, "dnd5e", dice=(14,))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    if typed:
        hands.type(shown.roll, typed)
    before = len(bridge.log)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.ok.hasFocus()
    told = "1d20+6: 14 + 6 = 20 against 10: hit. Enter records it; a number typed now is its damage."
    assert shown.about.text() == told
    assert len(bridge.log) == before
    QTest.keyClicks(hands.dialog().focusWidget(), "1")
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.rolled, attack.result) == (20, "hit")
    QTest.keyClicks(sheet.focusWidget(), "2")
    assert sheet.sheet.inputs.amount.text() == "12", "in place of the dice of the sword"
    hands.key(Qt.Key.Key_Return, on=sheet.focusWidget())
    assert bridge.state.combatants["orc"].stats["hp"] == 18


def test_a_throw_can_be_corrected_and_a_number_after_a_miss_goes_nowhere(hands: Hands) -> None:
    opened(hands, "dnd5e", dice=(2,))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    before = len(bridge.log)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.about.text() == "1d20+6: 2 + 6 = 8 against 10: miss. Enter records it."
    QTest.keyClicks(hands.dialog().focusWidget(), "7")
    assert dialog(hands) is shown
    assert (shown.roll.number, len(bridge.log)) == (8, before)
    assert "miss, no damage. Enter records it, Backspace goes back to the roll." in shown.about.text()
    hands.key(Qt.Key.Key_Backspace, on=hands.dialog().focusWidget())
    assert shown.roll.hasFocus()
    QTest.keyClicks(shown.roll, "19")
    assert (shown.roll.number, shown.came.currentText()) == (19, "hit")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert isinstance(hands.dialog(), DamageDialog)
    hands.leave()


def test_a_threat_after_a_throw_is_confirmed_by_a_total_or_by_dice(hands: Hands) -> None:
    opened(hands, "srd35", dice=(19, 14), notes=KEEN)
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.confirm.hasFocus(), "a number typed now is the second roll"
    hands.key(Qt.Key.Key_Return, on=shown.confirm)
    assert shown.ok.hasFocus()
    assert "1d20+6: 14 + 6 = 20 against 10: critical hit." in shown.about.text()
    QTest.keyClicks(hands.dialog().focusWidget(), "9")
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.inputs.amount.text() == "9"
    hands.leave()


def test_enter_in_the_target_only_takes_it(hands: Hands) -> None:
    """The dice that stood in the roll were thrown: players' own were to be typed."""
    opened(hands, "dnd5e", dice=(14,))
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    before = len(bridge.log)
    shown.target.setFocus()
    QTest.keyClicks(shown.target, "chi")
    for number in ("", "8"):
        if number:
            hands.type(shown.roll, number)
            shown.target.setFocus()
        hands.key(Qt.Key.Key_Return, on=shown.target)
        assert (shown.target.currentData(), shown.roll.text()) == ("chief", number)
        assert shown.roll.hasFocus()
    assert len(bridge.log) == before
    hands.leave()


def test_a_result_against_the_numbers_is_said(hands: Hands) -> None:
    """A tie at 7 against 21 was recorded without a word; the game master may have it so, and sees it."""
    opened(hands, "dnd5e")
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.type(shown.against, "21")
    put(hands, shown.came, "tie")
    assert shown.about.text() == "", "nothing is rolled yet"
    hands.type(shown.roll, "8")
    assert shown.about.text() == "By the rules 8 against 21 is: miss. You have chosen: tie."
    put(hands, shown.came, "miss")
    assert shown.about.text() == ""
    put(hands, shown.came, "hit")
    assert shown.about.text() == "By the rules 8 against 21 is: miss. You have chosen: hit."
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.leave()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert attack.result == "hit"


@pytest.mark.parametrize("system", ["saga-edition", "dnd5e", "pf2e", "srd35", "sagas-hub"])
def test_a_critical_hit_can_be_chosen_whatever_was_typed(hands: Hands, system: str) -> None:
    """It stood there after a natural 20 alone, and of a total that was typed nobody knows the die."""
    opened(hands, system)
    bridge = hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    hands.type(shown.against, "17")
    hands.type(shown.roll, "21")
    texts = [shown.came.itemText(number) for number in range(shown.came.count())]
    assert texts == ["not known yet", "hit", "critical hit", "miss", "tie"]
    put(hands, shown.came, "critical")
    assert not shown.confirm.isVisible()
    assert shown.to_sheet is not None
    assert shown.to_sheet.ticked == ("critical",)
    hands.key(Qt.Key.Key_Return, on=shown.came)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.command().inputs["critical"] is True
    hands.leave()
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.result, attack.critical) == ("hit", True)


def test_of_two_hits_the_older_one_is_hurt_first(hands: Hands) -> None:
    """The damage that is given answers the older one; the dice in the window were those of the newer."""
    hits = [
        cmd.RecordAttack(who="ann", target="orc", result="hit", using=using)
        for using in ("Longsword", "Shortbow")
    ]
    opened(hands, "dnd5e", *hits)
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    assert sheet.inputs.amount.text() == "1d8+4"
    hands.type(sheet.inputs.amount, "5")
    hands.accept()
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.inputs.amount.text() == "1d6"
    hands.leave()


def test_what_is_typed_after_a_miss_spends_nothing_and_is_told(hands: Hands) -> None:
    """12, Enter, 7, Enter: it had missed, and the 1 of 17 spent an action of the list."""
    opened(hands, "dnd5e")
    window, bridge = hands.window, hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    hands.type(dialog(hands).roll, "8")
    hands.key(Qt.Key.Key_Return, on=dialog(hands).roll)
    hands.no_dialog()
    assert window.table.hasFocus()
    steps = bridge.cursor
    for key in ("1", "d", "8", Qt.Key.Key_Return):
        QTest.keyClick(window.windowHandle(), key)
    assert window.messages.text == "Ann has not hit Orc: no damage. “1d8” was not taken."
    assert bridge.cursor == steps
    hands.no_dialog()


@pytest.mark.parametrize("behind", [(), (Qt.Key.Key_Escape,)])
def test_a_digit_alone_after_a_miss_is_the_key_that_it_is(hands: Hands, behind: tuple[Qt.Key, ...]) -> None:
    """2 was a bonus action, and no damage; it waits for no more than a second digit."""
    opened(hands, "dnd5e")
    window, bridge = hands.window, hands.window.services.bridge
    hands.key(Qt.Key.Key_A)
    hands.type(dialog(hands).roll, "8")
    hands.key(Qt.Key.Key_Return, on=dialog(hands).roll)
    hands.no_dialog()
    steps = bridge.cursor
    for key in ("2", *behind):
        QTest.keyClick(window.windowHandle(), key)
    assert bridge.cursor == steps + len(behind), "any other key shows at once that none follows"
    hands.until(lambda: bridge.cursor == steps + 1, "no second digit comes")
    assert bridge.log[-1].command == cmd.Act(who="ann", cost="bonus")
    assert "was not taken" not in window.messages.text


def test_the_roll_says_that_a_total_is_wanted_and_has_its_letter(hands: Hands) -> None:
    opened(hands, "dnd5e", dice=(14,))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.roll.placeholderText() == "total, or 1d20+6"
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.ok.hasFocus()
    hands.key(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier, on=shown.ok)
    assert shown.roll.hasFocus()
    hands.leave()


def test_what_makes_a_defence_what_it_is_stands_beside_it(hands: Hands) -> None:
    """Nobody could tell whether the number had the surprise of the target in it already."""
    opened(hands, "srd35", cmd.BeginEffect(on="orc", name="prone"))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert (shown.against.number, shown.shifted.text()) == (6, "Prone −4")
    put(hands, shown.target, "chief")
    assert shown.shifted.text() == "Flat-footed", "by what is entered it has no bonus to lose"
    put(hands, shown.kind, "ranged")
    put(hands, shown.target, "orc")
    assert (shown.against.number, shown.shifted.text()) == (14, "Prone +4")
    hands.leave()
    opened(hands, "srd35", cmd.SetNumbers(who="chief", stats={"ac": 14}))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    wide = shown.size()
    put(hands, shown.target, "chief")
    told = "Flat-footed: Dexterity is not entered: 10 counts"
    assert (shown.against.number, shown.shifted.text()) == (14, "Flat-footed"), "typed as a whole"
    assert told in shown.about.text()
    assert told in shown.shifted.toolTip()
    assert shown.size() == wide
    put(hands, shown.target, "orc")
    assert told not in shown.about.text()
    hands.leave()
    opened(hands, "saga-edition", cmd.MoveTrack(who="orc", track="condition", by=2))
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).shifted.text() == "Condition track −2"
    hands.leave()


def test_keys_in_one_burst_belong_to_the_attack(hands: Hands) -> None:
    """A, the total, Enter records it, Enter throws the damage, Enter gives it."""
    opened(hands, "dnd5e", dice=(4, 4))
    bridge = hands.window.services.bridge
    table = hands.window.table
    table.setFocus()
    QTest.keyClicks(table, "a")
    QTest.keyClicks(dialog(hands).focusWidget(), "25")
    assert dialog(hands).roll.number == 25
    hands.key(Qt.Key.Key_Return, on=dialog(hands).focusWidget())
    hands.key(Qt.Key.Key_Return, on=hands.dialog().focusWidget())
    hands.key(Qt.Key.Key_Return, on=hands.dialog().focusWidget())
    done = bridge.log[-1].command
    assert isinstance(done, cmd.Apply)
    assert (done.to, done.by) == (("orc",), "ann")
    assert bridge.state.combatants["orc"].stats["hp"] == 30 - done.inputs["amount"] < 30


def test_where_rules_roll_against_a_difficulty_or_another_roll_that_is_typed(hands: Hands) -> None:
    """A001-16: reaching the difficulty is enough. E-KAI-06: a tie hits nobody, and is no miss to counter."""
    plan = {"actions": 1, "first": "Use a weapon", "skill": "blaster"}
    shoots = [cmd.Declare(who=(who,), fields=plan) for who in ("orc", "vex")]
    rolled = [*(cmd.Declare(who=(who,), done=True) for who in ("orc", "vex")), cmd.RollInitiative()]
    for ruleset, begin, total, tie, more in (
        ("moon-swing", shoots, 13, "hit", {"blaster": "4D+1"}),
        ("kaiser", rolled, 21, "tie", {}),
    ):
        people = ({"id": "vex", "name": "Vex", **more}, {"id": "orc", "name": "Orc", "side": "foes"})
        hands.window.services.encounters.new_from(Prepared("Gate", ruleset, {}, people))
        bridge = hands.window.services.bridge
        for command in (cmd.Start(rolls={"party": 9, "foes": 5} if more else {}), *begin):
            assert bridge.dispatch(command) is not None, command
        bridge.session.dice = ListedDice((3, 3, 3, 3))
        while bridge.state.walk.active != "vex":
            assert bridge.dispatch(cmd.EndTurn()) is not None
        hands.settle()
        hands.choose("vex")
        hands.key(Qt.Key.Key_A)
        shown = dialog(hands)
        assert not shown.defense.isVisible()
        assert shown.came.findText("critical hit") < 0, "no rule knows one"
        if ruleset == "moon-swing":
            assert shown.roll.offered == "4D+1"
            hands.key(Qt.Key.Key_Return, on=shown.roll)
            assert shown.against.hasFocus(), "what is still to be said"
        else:
            assert (shown.roll.offered, shown.using.isVisible()) == ("", False), "nothing is rolled by itself"
            assert "type what was rolled" in shown.about.text()
            put(hands, shown.roll, total)
        assert shown.roll.number == total
        put(hands, shown.against, total + 1)
        assert shown.came.currentData() == "miss"
        put(hands, shown.against, total)
        assert shown.came.currentData() == tie
        hands.leave()


def test_the_formula_sheet_asks_the_same_question(hands: Hands) -> None:
    """“Does it hit?” comes filled in with the number of the target that an attack is rolled against."""
    opened(hands, "saga-edition", cmd.MoveTrack(who="orc", track="condition", by=3))
    bridge = hands.window.services.bridge
    orc = bridge.state.combatants["orc"]
    asked = formula_inputs(bridge.rules, bridge.state, None, "hits", {}, orc)
    (defense,) = (one for one in asked if one.name == "defense")
    hands.key(Qt.Key.Key_A)
    assert defense.text == str(dialog(hands).against.number) == str(bridge.value("orc", "reflex"))
    assert dialog(hands).defense.count() == 3
    hands.leave()


def test_whoever_has_daggers_in_hand_is_proposed_to_strike_with_them(hands: Hands) -> None:
    """E-KAI-13: the weapon, as it was declared or is entered, tells the kind where nothing else does."""
    people = (
        {"id": "vex", "name": "Vex", "weapon": "dagger", "offhand": "dagger"},
        {"id": "ann", "name": "Ann"},
        {"id": "orc", "name": "Orc", "side": "foes"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ann",), name="attack", fields={"weapon": "saber"}),
        cmd.Declare(who=("vex", "ann", "orc"), done=True),
        cmd.RollInitiative(rolls={"vex": 30, "ann": 25, "orc": 20}),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    kinds = {}
    for who in ("vex", "ann", "orc"):
        assert bridge.state.walk.active == who
        hands.choose(who)
        hands.key(Qt.Key.Key_A)
        unsaid = dialog(hands).kind.currentData()
        hands.leave()
        shot = {"": Habit("ranged", "")}
        other = AttackDialog(bridge, hands.window.services.texts, "", hands.window, usual=shot)
        kinds[who] = unsaid, other.kind.currentData()
        hands.primary()
    near = ("melee", "melee")
    assert kinds == {"vex": near, "ann": near, "orc": ("melee", "ranged")}, (
        "of the orc nothing is known: it strikes, unless others have shot"
    )


def test_whom_surprise_hinders_is_told_with_the_attack(hands: Hands) -> None:
    """E-KAI-07, 002-17: −9 on all checks against the one who surprises. The window said nothing of it."""
    people = ({"id": "vex", "name": "Vex"}, {"id": "orc", "name": "Orc", "side": "foes"})
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(),
        cmd.Declare(who=("vex", "orc"), done=True),
        cmd.RollInitiative(rolls={"vex": 42, "orc": 20}),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert "Orc rolls against it with −9 Surprised." in shown.about.text(), "who defends rolls, too"
    put(hands, shown.who, "orc")
    put(hands, shown.target, "vex")
    assert "−9 Surprised" in shown.about.text()
    assert "Vex rolls" not in shown.about.text()
    hands.leave()


def test_impairment_and_a_guard_are_in_an_attack_by_the_shot_clock(hands: Hands) -> None:
    """SH-06, SH-21: the window neither knew the target's defence nor said what wounds take off the roll."""
    people = (
        {"id": "ann", "wounds": 25, "speed": 9},
        {"id": "orc", "side": "foes", "kind": "npc", "speed": 8},
    )
    hands.window.services.encounters.new_from(Prepared("Pier", "shots", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 12, "orc": 9})) is not None
    assert bridge.dispatch(cmd.React(who="orc", name="guard", to="x")) is not None
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert "Attacks: −1 Impaired" in shown.about.text()
    assert (shown.defense.currentData(), shown.against.number) == ("defense_now", 15)
    put(hands, shown.roll, 15)
    assert shown.came.currentData() == "hit"
    hands.leave()


def test_an_attack_on_several_goes_on_to_the_damage_of_all_of_them(hands: Hands) -> None:
    """A grenade began as an attack on one, and nothing led to an area: by whom, and its dice, go along."""
    opened(hands, "srd35")
    bridge, before = hands.window.services.bridge, len(hands.window.services.bridge.log)
    hands.key(Qt.Key.Key_A)
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=dialog(hands))
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert len(bridge.log) == before, "nothing is recorded yet"
    assert (sheet.sheet.targets, sheet.sheet.inputs.amount.text()) == (("orc",), "1d8+4"), "who was aimed at"
    for action in sheet.targets.menu().actions():
        action.setChecked(action.data() != "ann")
    assert sheet.sheet.carries.currentData() == "attack_melee", "paid as it was to be in the attack window"
    hands.type(sheet.sheet.inputs.amount, "9")
    hands.key(Qt.Key.Key_Return, on=sheet.sheet.inputs.amount)  # no save is asked for
    hands.accept()
    hands.no_dialog()
    made = bridge.log[-1].command
    assert isinstance(made, cmd.Apply)
    assert (made.by, set(made.to)) == ("ann", {"orc", "chief"})
    assert [bridge.state.combatants[who].stats["hp"] for who in ("orc", "chief")] == [21, 21]


def test_who_was_aimed_at_is_ticked_and_it_is_asked_once_who_else_is_hit(hands: Hands) -> None:
    """*Several…* began with nobody, though its target had been chosen."""
    opened(hands, "srd35")
    hands.key(Qt.Key.Key_A)
    put(hands, dialog(hands).target, "chief")
    hands.click(dialog(hands).several)
    asked = hands.dialog()
    assert isinstance(asked, DamageDialog)
    assert asked.sheet.targets == ("chief",)
    assert len(asked.sheet.rows()) == 1
    assert asked.sheet.rows()[0].share.isVisibleTo(asked), "a row as one of several has it"
    hands.type(asked.sheet.inputs.amount, "9")
    menu = asked.targets.menu()
    lit = []

    def look() -> None:
        lit.append(menu.activeAction().data())
        QTest.keyClick(menu, Qt.Key.Key_Escape)

    menu.aboutToShow.connect(lambda: QTimer.singleShot(0, look))
    hands.key(Qt.Key.Key_Return, on=asked.sheet.inputs.amount)
    hands.until(lambda: bool(lit), "the targets to open")
    assert lit == ["orc"], "the first who is not ticked"
    hands.key(Qt.Key.Key_Return, on=asked.sheet.inputs.amount)  # no save is asked for
    hands.accept()
    assert hands.window.services.bridge.log[-1].command.to == ("chief",), "nobody else was"


def test_an_area_of_something_else_is_proposed_no_attack_and_no_dice_of_a_weapon(hands: Hands) -> None:
    """A spell's area came with the attack in melee and with the dice of what is in hand."""
    opened(hands, "srd35")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    put(hands, shown.using, "")
    hands.click(shown.several)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    for action in sheet.targets.menu().actions():
        action.setChecked(action.data() != "ann")
    assert (sheet.sheet.carries.currentData(), sheet.sheet.inputs.amount.text()) == ("cast_spell", "")
    hands.leave()


def test_who_is_selected_with_others_is_hurt_with_them(hands: Hands) -> None:
    opened(hands, "srd35")
    hands.window.table.pick("orc")
    hands.also("chief")
    hands.key(Qt.Key.Key_A)
    hands.click(dialog(hands).several)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert set(sheet.sheet.targets) == {"orc", "chief"}


def test_who_lies_there_since_the_last_attack_is_not_attacked_next(hands: Hands) -> None:
    """Whoever was attacked last is proposed again, and not while it is unconscious or dying."""
    last = cmd.RecordAttack(who="ann", target="orc", kind="melee", result="hit")
    opened(hands, "pf2e", last)
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).target.currentData() == "orc"
    hands.leave()
    assert hands.window.services.bridge.dispatch(cmd.BeginEffect(on="orc", name="unconscious"))
    hands.settle()
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).target.currentData() == "chief"
    hands.leave()


def test_what_is_typed_behind_a_target_picked_with_the_mouse_is_the_roll(hands: Hands) -> None:
    """Typed, "22" was looked for among the names, and aimed at whom a 2 is in the name of."""
    opened(hands, "srd35", cmd.Add(combatant={"id": "second", "name": "Orc 2", "side": "foes"}))
    hands.key(Qt.Key.Key_A)
    shown, interval = dialog(hands), QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)  # so long Qt takes it for the click that opened the names
    QTest.mouseClick(shown.target, Qt.MouseButton.LeftButton)
    names = shown.target.view()
    hands.settle()
    QApplication.setDoubleClickInterval(interval)
    place = names.visualRect(names.model().index(shown.target.findData("orc"), 0)).center()
    QTest.mouseClick(names.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hands.settle()
    QTest.keyClicks(QApplication.focusWidget(), "22")
    assert (shown.target.currentData(), shown.roll.text()) == ("orc", "22")
    hands.leave()


def test_what_is_typed_behind_a_target_picked_from_the_list_with_keys_is_the_roll(hands: Hands) -> None:
    """An evening: behind a target that was gone to with arrows the "22" vanished."""
    opened(hands, "srd35", cmd.Add(combatant={"id": "second", "name": "Orc 2", "side": "foes"}))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    shown.target.setFocus()
    hands.key(Qt.Key.Key_F4, on=shown.target)
    names = shown.target.view()
    assert names.isVisible()
    names.setCurrentIndex(names.model().index(shown.target.findData("orc"), 0))
    hands.key(Qt.Key.Key_Return, on=names)
    assert not names.isVisible()
    QTest.keyClicks(QApplication.focusWidget(), "22")
    assert (shown.target.currentData(), shown.roll.text()) == ("orc", "22")
    hands.leave()


def test_a_number_typed_in_a_box_is_the_roll_or_what_that_is_against(hands: Hands) -> None:
    """Two evenings: a total typed behind Alt+R was gone, and one that had fallen was typed over."""
    opened(hands, "srd35", cmd.Add(combatant={"id": "second", "name": "Orc 2", "side": "foes"}))
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    for box in (shown.came, shown.target):
        shown.roll.clear()
        box.setFocus()
        QTest.keyClicks(box, "2")
        QTest.keyClicks(QApplication.focusWidget(), "2")
        assert (shown.roll.text(), shown.target.currentData()) == ("22", "orc")
    shown.against.clear()
    shown.came.setFocus()
    QTest.keyClicks(shown.came, "1")
    QTest.keyClicks(QApplication.focusWidget(), "0")
    assert (shown.roll.text(), shown.against.text()) == ("22", "10"), "what was rolled is not typed over"
    shown.came.setFocus()
    QTest.keyClicks(shown.came, "7")
    assert (shown.roll.text(), shown.against.text()) == ("22", "10")
    hands.leave()


def test_what_was_spent_in_another_fight_or_by_another_one_is_proposed_to_nobody(hands: Hands) -> None:
    """A full-round action of a troll was proposed, and spent, for a player in the next fight."""
    opened(hands, "srd35")
    spent = "type:full-round"

    def attacks() -> AttackDialog:
        hands.key(Qt.Key.Key_A)
        return dialog(hands)

    shown = attacks()
    put(hands, shown.spends, spent)
    put(hands, shown.came, "miss")
    hands.accept()
    hands.key(Qt.Key.Key_Space)
    assert attacks().spends.currentData() == "action:attack_melee"
    hands.leave()
    hands.key(Qt.Key.Key_Escape)
    while hands.window.services.bridge.state.walk.active != "ann":
        hands.key(Qt.Key.Key_Space)
    assert attacks().spends.currentData() == spent, "its own"
    hands.leave()
    opened(hands, "srd35")
    assert attacks().spends.currentData() == "action:attack_melee"
    hands.leave()


def test_what_shifts_a_defence_has_the_room_that_its_name_leaves(hands: Hands) -> None:
    """An evening: "Helpl…" stood beside a defence whose box was half empty."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes"})
    hands.window.services.encounters.new_from(Prepared("Gate", "srd35", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"ann": 20, "orc": 5}),
        cmd.BeginEffect(on="orc", name="prone"),
        cmd.BeginEffect(on="orc", name="helpless"),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert shown.shifted.text() == "Prone −4, Flat-footed, Helpless"
    assert shown.shifted.shown == shown.shifted.text()
    assert shown.defense.width() <= shown.defense.sizeHint().width()
    hands.leave()


def test_where_all_foes_are_out_nobody_is_aimed_at_and_that_is_said(hands: Hands) -> None:
    """A dead orc was proposed, though there was nobody left to attack."""
    opened(hands, "srd35", cmd.Defeat(who="orc"), cmd.Defeat(who="chief"), dice=(12,))
    hands.choose("ann")
    hands.key(Qt.Key.Key_A)
    shown = dialog(hands)
    assert (shown.target.currentData(), shown.windowTitle()) == (None, "Attack: Ann")
    assert shown.reason == "All foes of Ann are out of the fight: choose the target."
    assert not shown.ok.isEnabled()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.text(), shown.target.hasFocus()) == ("", True), "nothing is rolled at nobody"
    put(hands, shown.target, "orc")
    assert shown.windowTitle() == "Attack: Ann → Orc", "who lies there is finished off by whoever says so"
    assert shown.ok.isEnabled()
    hands.leave()
    hands.choose("orc")
    hands.key(Qt.Key.Key_A)
    assert dialog(hands).target.currentData() == "orc", "whoever is picked"
    hands.leave()
