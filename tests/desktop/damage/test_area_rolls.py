"""An area is rolled: one attack against each, or each saves; that fills in how much each takes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QScrollArea

from desktop.damage.dialog import DamageDialog
from desktop.widgets.boxes import NameBox
from desktop.widgets.labels import ToneLabel
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

GRENADE = "Frag grenade +7 ranged (4d6)"


def area(hands: Hands, ruleset: str, stat: str, *stats: int, dice: tuple[int, ...] = ()) -> DamageDialog:
    """Ann, who acts, goes from the attack window on to the damage of an orc for each of ``stats``."""
    orcs = (
        {"id": f"orc{n}", "name": f"Orc {n}", "side": "foes", "kind": "npc", "max_hp": 30, stat: number}
        for n, number in enumerate(stats, 1)
    )
    people = ({"id": "ann", "name": "Ann", "notes": GRENADE}, {"id": "bo", "name": "Bo"}, *orcs)
    hands.window.services.encounters.new_from(Prepared("Gate", ruleset, {}, people))
    bridge = hands.window.services.bridge
    rolls = {one["id"]: 40 - number for number, one in enumerate(people)}
    assert bridge.dispatch(cmd.Start(rolls=rolls)) is not None
    bridge.session.dice = ListedDice(dice)
    hands.settle()
    return several(hands)


def several(hands: Hands, rolled: int | None = None) -> DamageDialog:
    """Open the attack window, and the damage of all orcs from it."""
    hands.key(Qt.Key.Key_A)
    if rolled is not None:
        put(hands, hands.dialog().roll, rolled)
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=hands.dialog())
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    for action in sheet.targets.menu().actions():
        action.setChecked(False)  # who was aimed at is ticked already
        action.setChecked(action.data().startswith("orc"))
    hands.settle()
    return sheet


def shares(sheet: DamageDialog) -> list[str]:
    return [row.share.currentText() for row in sheet.sheet.rows()]


def hit_points(hands: Hands) -> list[int]:
    people = hands.window.services.bridge.state.combatants
    return [one.stats["hp"] for ident, one in people.items() if ident.startswith("orc")]


def test_one_roll_stands_against_the_defense_of_each_and_leaves_half_where_it_misses(hands: Hands) -> None:
    """Half or none was by hand: nothing compared the roll with anybody's Reflex."""
    sheet = area(hands, "saga-edition", "reflex", 14, 16, 15)
    roll, bridge = sheet.sheet.roll, hands.window.services.bridge
    assert roll.beside("orc1").text() == "Reflex 14", "it is seen before anything is rolled"
    put(hands, roll.told, 15)
    assert [roll.beside(f"orc{n}").text() for n in (1, 2, 3)] == [
        "Reflex 14: hit",
        "Reflex 16: miss",
        "Reflex 15: hit",
    ]
    assert shares(sheet) == ["all of it", "half", "all of it"]
    put(hands, sheet.sheet.inputs.amount, 20)
    assert [row.stage("hp").result() for row in sheet.sheet.rows()] == ["30 → 10", "30 → 20", "30 → 10"]
    before = len(bridge.log)
    hands.accept()
    assert hit_points(hands) == [10, 20, 10]
    apply, thrown = bridge.log[-1].command, bridge.log[-2].command
    assert isinstance(apply, cmd.Apply)
    assert isinstance(thrown, cmd.Throw)
    assert (thrown.who, thrown.amount, thrown.what) == ("ann", "15", "Area attack")
    model = hands.window.log.model
    told = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert any("20 to Orc 1, 10 to Orc 2, 20 to Orc 3" in line for line in told), told
    assert any("Area attack" in line and "15" in line for line in told), told
    bridge.undo()
    assert hit_points(hands) == [30, 30, 30], "all of it is one step"
    assert bridge.session.cursor == before


def test_what_was_rolled_in_the_attack_window_goes_along(hands: Hands) -> None:
    area(hands, "saga-edition", "reflex", 14, 16)
    hands.leave()
    sheet = several(hands, 17)
    assert sheet.sheet.roll.told.number == 17
    assert shares(sheet) == ["all of it", "all of it"]
    hands.leave()


def test_a_part_that_was_chosen_stays_until_the_roll_says_otherwise(hands: Hands) -> None:
    sheet = area(hands, "saga-edition", "reflex", 14, 16)
    roll = sheet.sheet.roll
    put(hands, roll.told, 15)
    put(hands, sheet.sheet.rows()[1].share, 0.0)
    put(hands, sheet.sheet.inputs.amount, 20)
    assert shares(sheet) == ["all of it", "none"], "Evasion, or cover: the game master knows"
    roll.way.setFocus()
    hands.key(Qt.Key.Key_Down, on=roll.way)
    assert roll.way.currentText() == "Area attack: Fortitude"
    assert roll.told.number == 15, "of another defense the roll stays"
    hands.leave()


def test_each_saves_and_enter_throws_one_after_the_other(hands: Hands) -> None:
    """3.5: a save of each against the DC, half where it is made; keys only."""
    sheet = area(hands, "srd35", "reflex", 2, 9, 0, dice=(12, 13, 20))
    roll, bridge = sheet.sheet.roll, hands.window.services.bridge
    put(hands, sheet.sheet.inputs.amount, 21)
    put(hands, roll.told, 25)
    assert shares(sheet) == ["all of it"] * 3
    hands.key(Qt.Key.Key_Return, on=roll.told)
    assert hands.dialog() is sheet, "nothing is applied as long as a save is open"
    for who in ("orc1", "orc2"):
        assert roll.field(who).hasFocus()
        hands.key(Qt.Key.Key_Return, on=roll.field(who))
    hands.key(Qt.Key.Key_Return, on=roll.field("orc3"))
    assert [roll.field(f"orc{n}").number for n in (1, 2, 3)] == [14, 22, 20]
    assert shares(sheet) == ["all of it", "all of it", "half"], "a natural 20 always succeeds"
    put(hands, roll.field("orc2"), 25)
    assert shares(sheet) == ["all of it", "half", "half"]
    before = bridge.session.cursor
    hands.key(Qt.Key.Key_Return, on=roll.field("orc2"))
    hands.no_dialog()
    assert hit_points(hands) == [9, 20, 20]
    thrown = [one.command for one in bridge.log[before:] if isinstance(one.command, cmd.Throw)]
    assert [(one.who, one.amount, one.fell, one.what) for one in thrown] == [
        ("orc1", "1d20+2", (12,), "Reflex (against 25)"),
        ("orc2", "25", (), "Reflex (against 25)"),
        ("orc3", "1d20", (20,), "Reflex (against 25)"),
    ], "what was typed is kept, too"
    bridge.undo()
    assert bridge.session.cursor == before


def test_a_basic_save_leaves_nothing_half_all_or_double_and_the_rest_is_rolled_at_once(hands: Hands) -> None:
    sheet = area(hands, "pf2e", "reflex", 10, 10, 10, 10, dice=(2, 20))
    roll = sheet.sheet.roll
    put(hands, sheet.sheet.inputs.amount, 7)
    put(hands, roll.told, 25)
    put(hands, roll.field("orc1"), 35)
    put(hands, roll.field("orc2"), 25)
    hands.key(Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier, on=sheet)
    assert shares(sheet) == ["none", "half", "double", "none"]
    hands.accept()
    assert hit_points(hands) == [30, 27, 16, 30]


def test_where_a_tick_halves_the_save_ticks_it(hands: Hands) -> None:
    """5e: half of it is a tick of each, which resistance comes behind; who is paralyzed fails."""
    sheet = area(hands, "dnd5e", "dex_save", 2, 2, 2)
    bridge, roll = hands.window.services.bridge, sheet.sheet.roll
    assert roll.way.currentText() == "Save for half: Dexterity save"
    put(hands, sheet.sheet.inputs.amount, 21)
    put(hands, roll.told, 15)
    for who, total in (("orc1", 15), ("orc2", 14), ("orc3", 3)):
        put(hands, roll.field(who), total)
    ticks = [row.own.fields["halved"].isChecked() for row in sheet.sheet.rows()]
    assert ticks == [True, False, False]
    put(hands, roll.field("orc2"), 16)
    assert sheet.sheet.rows()[1].own.fields["halved"].isChecked()
    put(hands, roll.field("orc2"), 4)
    hands.accept()
    assert hit_points(hands) == [20, 9, 9]
    assert bridge.dispatch(cmd.BeginEffect(on="orc1", name="paralyzed")) is not None
    hands.settle()
    again = several(hands)
    assert again.sheet.roll.field("orc1").placeholderText() == "fails"
    assert again.sheet.roll.field("orc2").placeholderText() == "d20+2"
    hands.leave()


@pytest.mark.parametrize("ruleset", ["kaiser", "moon-swing", "sagas-hub"])
def test_where_the_rules_have_no_such_roll_nothing_is_asked(hands: Hands, ruleset: str) -> None:
    people = tuple({"id": n, "name": n.title(), "side": n} for n in ("ann", "bo", "cy"))
    hands.window.services.encounters.new_from(Prepared("Gate", ruleset, {}, people))
    hands.settle()
    hands.window.table.pick("bo")
    hands.also("cy")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.roll.rule is None
    assert not hands.dialog().sheet.roll.isVisible()
    hands.leave()


def test_seven_targets_in_large_text_fit_a_small_screen(hands: Hands) -> None:
    font = hands.window.font()
    font.setPointSize(14)
    sheet = area(hands, "srd35", "reflex", *range(7))
    sheet.setFont(font)
    put(hands, sheet.sheet.roll.told, 15)
    sheet.resize(940, 600)
    hands.settle()
    roll = sheet.sheet.roll
    for widget in (roll.way, roll.told, roll.rest):
        assert roll.rect().contains(widget.geometry()), widget
    assert sheet.minimumSizeHint().width() <= 1024
    assert sheet.minimumSizeHint().height() <= 640
    hands.leave()


def test_of_those_without_a_row_it_is_said_that_nobody_rolls_for_them(hands: Hands) -> None:
    sheet = area(hands, "saga-edition", "reflex", *range(14))
    assert sheet.sheet.rest == "and 2 more, who take all of it whatever is rolled"
    hands.leave()


def test_dice_that_were_thrown_in_the_attack_window_go_along_as_they_fell(hands: Hands) -> None:
    """A natural 20 hits whoever is there; the log has the dice once, with the damage."""
    area(hands, "saga-edition", "reflex", 40, 50, dice=(20,))
    hands.leave()
    bridge = hands.window.services.bridge
    before = bridge.cursor
    hands.key(Qt.Key.Key_A)
    hands.key(Qt.Key.Key_Return, on=hands.dialog().roll)
    assert hands.dialog().roll.natural == 20
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=hands.dialog())
    sheet = hands.dialog()
    for action in sheet.targets.menu().actions():
        action.setChecked(action.data().startswith("orc"))
    assert sheet.sheet.roll.beside("orc1").text() == "Reflex 40: hit"
    put(hands, sheet.sheet.inputs.amount, 5)
    hands.accept()
    thrown = [one.command for one in bridge.log[before:] if isinstance(one.command, cmd.Throw)]
    assert [(one.who, one.fell, one.what) for one in thrown] == [("ann", (20,), "Area attack")]
    assert hit_points(hands) == [25, 25]


def test_what_is_on_all_such_rolls_is_in_the_dice(hands: Hands) -> None:
    """5e, the newer exhaustion: each level takes 2 off, of the save against an area, too."""
    orc = {"id": "orc", "name": "Orc", "side": "foes", "max_hp": 30, "dex_save": 3}
    people = (orc, {**orc, "id": "chief", "name": "Chief"})
    options = {"exhaustion": "d20"}
    hands.window.services.encounters.new_from(Prepared("Gate", "dnd5e", options, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.MoveTrack(who="orc", track="exhaustion", by=1)) is not None
    hands.settle()
    hands.window.table.pick("orc")
    hands.also("chief")
    hands.key(Qt.Key.Key_H)
    roll = hands.dialog().sheet.roll
    assert [roll.field(who).placeholderText() for who in ("orc", "chief")] == ["d20+1", "d20+3"]
    hands.leave()


def test_what_has_changed_a_defense_stands_by_it(hands: Hands) -> None:
    area(hands, "saga-edition", "reflex", 14, 16)
    hands.leave()
    assert hands.window.services.bridge.dispatch(cmd.MoveTrack(who="orc1", by=2)) is not None
    sheet = several(hands)
    labels = {who: sheet.sheet.roll.beside(who) for who in ("orc1", "orc2")}
    assert [label.text() for label in labels.values()] == ["Reflex 12", "Reflex 16"]
    assert "−2" in labels["orc1"].toolTip()
    assert not labels["orc2"].toolTip()
    hands.leave()


def pick_only(hands: Hands, sheet: DamageDialog, *who: str) -> None:
    for action in sheet.targets.menu().actions():
        action.setChecked(action.data() in who)
    hands.settle()


def test_an_area_that_catches_one_keeps_the_roll_and_its_part(hands: Hands) -> None:
    """Once others were left out the row of the save went, and what was typed into it."""
    sheet = area(hands, "srd35", "reflex", 2, 9)
    roll, bridge = sheet.sheet.roll, hands.window.services.bridge
    put(hands, sheet.sheet.inputs.amount, 21)
    put(hands, roll.told, 15)
    put(hands, roll.field("orc1"), 16)
    pick_only(hands, sheet, "orc1")
    assert (roll.isVisible(), roll.told.number, roll.field("orc1").number) == (True, 15, 16)
    assert shares(sheet) == ["half"]
    assert sheet.sheet.rows()[0].stage("hp").result() == "30 → 20"
    put(hands, roll.field("orc1"), 4)
    assert shares(sheet) == ["all of it"]
    put(hands, sheet.sheet.rows()[0].share, 0.0)
    put(hands, sheet.sheet.rows()[0].share, 0.5)
    hands.accept()
    assert hit_points(hands) == [20, 30]
    (apply,) = (one.command for one in bridge.log[-1:] if isinstance(one.command, cmd.Apply))
    assert apply.own == {"orc1": {"amount": 10}}


def test_an_area_is_aimed_at_one(hands: Hands) -> None:
    """5e: what halves is a tick of this one's own."""
    sheet = area(hands, "dnd5e", "dex_save", 2)
    put(hands, sheet.sheet.inputs.amount, 21)
    put(hands, sheet.sheet.roll.told, 15)
    put(hands, sheet.sheet.roll.field("orc1"), 15)
    assert sheet.sheet.rows()[0].own.fields["halved"].isChecked()
    hands.accept()
    assert hit_points(hands) == [20]


def test_of_several_one_is_left_whose_part_stays_to_be_chosen(hands: Hands) -> None:
    """Where the rules have no such roll, too; damage of one alone asks for no part."""
    people = tuple({"id": n, "name": n.title(), "side": n} for n in ("ann", "bo", "cy"))
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    hands.settle()
    hands.window.table.pick("bo")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.rows()[0].share is None
    hands.leave()
    hands.also("cy")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog()
    put(hands, sheet.sheet.inputs.amount, 5)
    pick_only(hands, sheet, "cy")
    (row,) = sheet.sheet.rows()
    assert row.share.isVisible()
    hands.leave()


def test_a_line_of_the_log_with_a_part_of_one_is_changed_with_it(hands: Hands) -> None:
    sheet = area(hands, "saga-edition", "reflex", 14)
    put(hands, sheet.sheet.roll.told, 12)
    put(hands, sheet.sheet.inputs.amount, 20)
    assert shares(sheet) == ["half"]
    hands.accept()
    assert hit_points(hands) == [20]
    bridge = hands.window.services.bridge
    apply = bridge.log[-1].command
    assert isinstance(apply, cmd.Apply)
    again = DamageDialog(bridge, sheet._texts, apply.pipeline, apply.to, hands.window)
    again.sheet.fill(apply)
    assert again.sheet.command() == apply
    again.deleteLater()


def test_a_total_that_is_compared_with_nobody_is_not_lost_without_a_word(hands: Hands) -> None:
    """D6: it was typed, *Several…* was pressed, and it was gone."""
    people = ({"id": "ann", "name": "Ann"}, *({"id": n, "name": n, "side": "foes"} for n in ("bo", "cy")))
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, people))
    said = {"actions": 1, "first": "fire"}
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(cmd.Declare(who=(who,), fields=said, override=True) for who in ("ann", "bo", "cy")),
    ):
        assert hands.window.services.bridge.dispatch(command) is not None
    hands.settle()
    sheet = several(hands, 17).sheet
    assert "The 17 that was rolled is compared with nobody" in sheet.problem
    hands.leave()
    assert "compared" not in several(hands).sheet.problem
    hands.leave()


def test_an_area_by_something_else_brings_no_dice_of_a_weapon_and_is_no_attack(hands: Hands) -> None:
    """A fireball was proposed with the dice of the crossbow, and paid with an attack at range."""
    crossbow = "Light crossbow +4 ranged (1d8)"
    people = (
        {"id": "ann", "name": "Ann", "notes": crossbow},
        *({"id": f"orc{n}", "name": f"Orc {n}", "side": "foes", "max_hp": 30} for n in (1, 2)),
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "srd35", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc1": 10, "orc2": 5})) is not None
    hands.settle()
    sheet = several(hands).sheet
    assert sheet.inputs.amount.text() == "1d8", "what is in hand is proposed as long as nothing is said"
    assert sheet.carries.currentText().startswith("Attack at range")
    hands.leave()
    hands.key(Qt.Key.Key_A)
    attack = hands.dialog()
    put(hands, attack.using, "")
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=attack)
    dialog = hands.dialog()
    pick_only(hands, dialog, "orc1", "orc2")
    assert dialog.sheet.inputs.amount.text() == ""
    assert dialog.sheet.carries.currentText() == "Cast a spell · Standard action"
    hands.leave()


def test_what_a_tick_adds_has_its_room_before(hands: Hands) -> None:
    """Kaiser: *Area hit* brought a line, and everything below it moved."""
    people = tuple({"id": n, "name": n.title(), "side": n, "hp": 20} for n in ("ann", "bo", "cy"))
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    hands.settle()
    assert hands.window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    hands.window.table.pick("bo")
    hands.also("cy")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog()
    put(hands, sheet.sheet.inputs.amount, 5)
    hands.settle()
    lines = len(sheet.sheet.rows()[0].stages())
    before = sheet.size(), [row.geometry() for row in sheet.sheet.rows()]
    bo, cy = sheet.sheet.rows()
    put(hands, bo.own.fields["unrecorded"], True)
    hands.settle()
    assert len(bo.stages()) > lines
    assert (sheet.size(), [row.geometry() for row in sheet.sheet.rows()]) == before
    put(hands, cy.share, 0.0)
    hands.accept()
    ap = {who: one.pools["ap"] for who, one in hands.window.services.bridge.state.combatants.items()}
    assert ap == {"ann": 6, "bo": 5, "cy": 6}, "who made its Defensive Roll loses none (E-KAI-03)"


def test_the_window_keeps_its_size_while_shares_are_chosen(hands: Hands) -> None:
    """Double brought more stages: the window grew, and the rows below moved away from the mouse."""
    sheet = area(hands, "saga-edition", "reflex", 12, 12, 12)
    put(hands, sheet.sheet.inputs.amount, 24)
    hands.settle()

    def places() -> list[object]:
        hands.settle()
        return [sheet.size(), *(row.geometry() for row in sheet.sheet.rows())]

    before = places()
    for part in (2.0, 0.0, 0.5, 1.0):
        for row in sheet.sheet.rows():
            put(hands, row.share, part)
            assert places() == before, (part, row.who)
    hands.leave()


@pytest.mark.parametrize(
    ("ruleset", "stat", "letter"), [("saga-edition", "reflex", "o"), ("srd35", "reflex", "g")]
)
def test_the_roll_of_an_area_has_a_letter(hands: Hands, ruleset: str, stat: str, letter: str) -> None:
    """It was six Tabs away from the damage."""
    sheet = area(hands, ruleset, stat, 12, 12)
    QTest.keyClick(QApplication.focusWidget(), letter, Qt.KeyboardModifier.AltModifier)
    assert sheet.sheet.roll.told.hasFocus()
    hands.leave()


def test_enter_is_said_to_pick_only_where_it_does(hands: Hands) -> None:
    """Two sentences claimed it: "Enter rolls 3d6+3", "Pick who is hit: Enter"."""
    sheet = area(hands, "saga-edition", "reflex", 12, 12)
    pick_only(hands, sheet)
    put(hands, sheet.sheet.inputs.amount, "4d6")
    assert sheet.sheet.problem == "Pick who is hit with “Targets” (Alt+T)."
    put(hands, sheet.sheet.inputs.amount, "14")
    assert sheet.sheet.problem == "Pick who is hit: Enter, or “Targets”."
    hands.leave()


def test_an_area_that_was_paid_pays_for_no_attack_after_it(hands: Hands) -> None:
    """With a second attack in the turn "Attack is paid" was proposed, and the attack cost nothing."""
    sheet = area(hands, "saga-edition", "reflex", 12, 12)
    put(hands, sheet.sheet.inputs.amount, 14)
    hands.accept()
    assert [type(one.command) for one in hands.window.services.bridge.log[-2:]] == [cmd.Act, cmd.Apply]
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert "is paid" not in shown.spends.currentText()
    assert "No attack can be paid any more" in shown.about.text()
    hands.leave()


def test_what_is_ticked_before_anybody_is_hit_is_ticked_for_everybody(hands: Hands) -> None:
    """Kaiser's *Area hit* went to the first one alone."""
    people = tuple({"id": n, "name": n.title(), "side": n, "hp": 20} for n in ("ann", "bo", "cy"))
    hands.window.services.encounters.new_from(Prepared("Gate", "kaiser", {}, people))
    assert hands.window.services.bridge.dispatch(cmd.Start())
    hands.settle()
    hands.window.table.pick("bo")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog()
    pick_only(hands, sheet)
    put(hands, sheet.sheet.inputs.fields["unrecorded"], True)
    pick_only(hands, sheet, "bo", "cy")
    assert [row.own.fields["unrecorded"].isChecked() for row in sheet.sheet.rows()] == [True, True]
    pick_only(hands, sheet)
    assert sheet.sheet.inputs.fields["unrecorded"].isChecked(), (
        "they were ticked by mistake, and it was meant"
    )
    hands.leave()


def test_of_a_spell_it_is_not_told_that_it_is_more_than_the_dice_of_the_weapon(hands: Hands) -> None:
    sheet = area(hands, "srd35", "reflex", 12, 12)
    put(hands, sheet.sheet.inputs.amount, 40)
    assert "40 is more than 4d6 can come to: at most 24." in sheet.sheet.problem
    put(hands, sheet.sheet.carries, "cast_spell")
    assert "can come to" not in sheet.sheet.problem
    hands.leave()


def test_what_pays_for_one_more_attack_is_led_to_where_it_is_none_by_itself(hands: Hands) -> None:
    """It said that no further one can be paid, and a full attack was among what can be spent."""
    area(hands, "srd35", "reflex", 12, 12)
    hands.leave()
    bridge = hands.window.services.bridge
    while (dialog := QApplication.activeModalWidget()) is not None:
        dialog.reject()
    assert bridge.dispatch(cmd.Act(who="ann", name="attack_melee"))
    assert bridge.dispatch(cmd.RecordAttack(who="ann", target="orc1", kind="melee", result="miss"))
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert "No attack can be paid any more: what else is left stands in “Spends”." in shown.about.text()
    assert any("full attack" in shown.spends.itemText(n).lower() for n in range(shown.spends.count()))
    hands.leave()


def test_a_second_attack_of_the_turn_on_several_is_paid_too(hands: Hands) -> None:
    """Behind an attack on one nothing was offered to pay it with, and nothing was spent."""
    people = (
        {"id": "ann", "name": "Ann", "attack_actions": 2},
        *({"id": f"orc{n}", "name": f"Orc {n}", "side": "foes", "max_hp": 30} for n in (1, 2)),
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "sagas-hub", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 30, "orc1": 20, "orc2": 10}))
    hands.settle()

    def left() -> int:
        seen = bridge.scene.all_pools(bridge.state.combatants["ann"])
        return next(one.left for one in seen if one.id == "attack")

    whole = left()
    hands.key(Qt.Key.Key_A)
    put(hands, hands.dialog().came, "miss")
    hands.accept()
    assert left() == whole - 1
    sheet = several(hands)
    assert sheet.sheet.carries.currentText().startswith("Attack")
    put(hands, sheet.sheet.inputs.amount, 5)
    hands.accept()
    assert left() == whole - 2


def test_before_anybody_is_picked_a_roll_is_not_said_to_be_compared_with_nobody(hands: Hands) -> None:
    """It was, and once somebody was picked it was compared with everybody's Reflex."""
    under_way(hands)
    hands.key(Qt.Key.Key_A)
    put(hands, hands.dialog().roll, 16)
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=hands.dialog())
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    pick_only(hands, sheet)
    assert not sheet.sheet.targets
    assert "compared with nobody" not in sheet.sheet.problem
    hands.leave()


def test_a_new_roll_goes_into_the_damage_that_comes_back_as_it_was_left(hands: Hands) -> None:
    """*Several…* brought back what was typed, and the new roll was gone without a word."""
    area(hands, "saga-edition", "reflex", 12, 15)
    sheet = hands.dialog()
    pick_only(hands, sheet, "orc1")
    put(hands, sheet.sheet.inputs.amount, 14)
    hands.leave()
    while QApplication.activeModalWidget() is not None:
        hands.leave()
    hands.key(Qt.Key.Key_A)
    put(hands, hands.dialog().roll, 19)
    hands.key(Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier, on=hands.dialog())
    assert hands.dialog() is sheet
    pick_only(hands, sheet, "orc1", "orc2")
    assert (sheet.sheet.inputs.amount.number, sheet.sheet.roll.told.text()) == (14, "19")
    hands.leave()


def test_that_nothing_is_rolled_against_several_is_said(hands: Hands) -> None:
    """The field for it looked like one that may stay empty: three foes were killed unasked."""
    sheet = area(hands, "saga-edition", "reflex", 12, 15)
    put(hands, sheet.sheet.inputs.amount, 14)
    said = "Nothing is rolled against them: each takes what stands in its row."
    assert said in sheet.sheet.problem
    label = next(one for one in sheet.findChildren(ToneLabel) if one.text().startswith(said))
    area_of_rows = sheet.findChild(QScrollArea)
    assert not area_of_rows.isAncestorOf(label), "it is scrolled out of sight by no number of rows"
    put(hands, sheet.sheet.roll.told, 13)
    assert said not in sheet.sheet.problem
    hands.leave()


def test_for_whom_no_save_was_rolled_is_said_before_it_is_applied(hands: Hands) -> None:
    """With one save of three rolled the others took all of it, and nothing said so."""
    sheet = area(hands, "dnd5e", "dex_save", 2, 3, 4)
    put(hands, sheet.sheet.inputs.amount, 21)
    put(hands, sheet.sheet.roll.told, 15)
    put(hands, sheet.sheet.roll.field("orc1"), 15)
    assert "Not rolled: Orc 2, Orc 3. Each takes what stands in its row." in sheet.sheet.problem
    for who in ("orc2", "orc3"):
        put(hands, sheet.sheet.roll.field(who), 9)
    assert "Not rolled" not in sheet.sheet.problem
    hands.leave()


@pytest.mark.parametrize(
    ("ruleset", "stat"),
    [("saga-edition", "reflex"), ("dnd5e", "dex_save"), ("pf2e", "reflex"), ("sagas-hub", "armor")],
)
def test_no_tick_and_no_part_lets_the_window_of_several_grow(hands: Hands, ruleset: str, stat: str) -> None:
    """What is said of a tick took lines of its own, and the scroll bar that came broke all rows anew."""
    sheet = area(hands, ruleset, stat, 4, 9, 20)
    put(hands, sheet.sheet.inputs.amount, 20)

    def places() -> list[tuple[int, int]]:
        hands.settle()
        rows = [row.share for row in sheet.sheet.rows() if row.share is not None]
        return [(sheet.height(), one.mapTo(sheet, one.rect().topLeft()).y()) for one in rows]

    before = places()
    for box in sheet.findChildren(QCheckBox):
        for _ in range(2 if box.isVisible() and box.isEnabled() else 0):
            box.toggle()
            assert places() == before, box.text()
    for row in sheet.sheet.rows():
        for part in (*range(row.share.count()), 0):
            row.share.setCurrentIndex(part)
            assert places() == before, row.share.itemText(part)
    hands.leave()


def test_that_a_number_is_not_doubled_stands_where_apply_is(hands: Hands) -> None:
    """Of six it was below the last row, out of sight: a critical hit typed by hand was taken as it stood."""
    sheet = area(hands, "saga-edition", "reflex", *range(10, 16))
    put(hands, sheet.sheet.inputs.amount, 20)
    critical = next(box for box in sheet.sheet.inputs.findChildren(QCheckBox) if box.isVisible())
    critical.click()
    hands.settle()
    label = next(one for one in sheet.findChildren(ToneLabel) if "a number is taken as it is" in one.text())
    assert not sheet.findChild(QScrollArea).isAncestorOf(label)
    assert label.isVisible()
    hands.leave()


def test_the_number_against_a_save_is_asked_for_once_before_enter_applies(hands: Hands) -> None:
    """An evening by keys: Enter applied the damage in full, and the saves typed then were actions."""
    sheet = area(hands, "srd35", "reflex", 3, 1)
    roll, before = sheet.sheet.roll, hit_points(hands)
    put(hands, sheet.sheet.inputs.amount, 8)
    sheet.sheet.inputs.amount.setFocus()
    hands.key(Qt.Key.Key_Return, on=sheet.sheet.inputs.amount)
    assert (QApplication.focusWidget(), hit_points(hands)) == (roll.told, before)
    QTest.keyClicks(roll.told, "15")
    for typed in ("16", "4"):
        hands.key(Qt.Key.Key_Return, on=QApplication.focusWidget())
        QTest.keyClicks(QApplication.focusWidget(), typed)
    hands.accept()
    assert hit_points(hands) == [before[0] - 4, before[1] - 8]
    assert hands.window.services.bridge.undo()
    sheet = several(hands)
    put(hands, sheet.sheet.inputs.amount, 8)
    sheet.sheet.inputs.amount.setFocus()
    hands.key(Qt.Key.Key_Return, on=sheet.sheet.inputs.amount)
    hands.accept()
    assert hit_points(hands) == [one - 8 for one in before], "left empty, nobody saves"


def test_what_is_typed_behind_a_click_on_a_name_takes_its_place(hands: Hands) -> None:
    """An evening: the type of damage became "nonefi", and reduction was taken off a spell."""
    under_way(hands)
    hands.choose("deel")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    box = next(one for one in sheet.findChildren(NameBox) if one.isVisible() and one.isEditable())
    line = box.lineEdit()
    assert line is not None
    box.setEditText("none")
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    hands.settle()
    QTest.keyClicks(QApplication.focusWidget(), "fi")
    assert "none" not in box.currentText()
    hands.leave()
