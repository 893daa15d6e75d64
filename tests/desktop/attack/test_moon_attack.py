"""A shot in Moon Swing, from the roll to the wound: what is not known yet is asked, a dodge is rolled."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from desktop.declare.react_dialog import ReactDialog
from desktop.widgets.fields import NumberField
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.table import commands as cmd
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands


def shot(hands: Hands, **options: str) -> Bridge:
    """Vex acts with two actions, and the orc, who can dodge, comes after her."""
    people = (
        {"id": "vex", "name": "Vex", "dex": "3D", "blaster": "4D+1", "notes": "Blaster pistol 4D"},
        {"id": "orc", "name": "Orc", "side": "foes", "dodge": "3D", "melee_parry": "5D", "str": "3D+1"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", options, people))
    bridge = hands.window.services.bridge
    plan = {"actions": 1, "first": "Use a weapon", "skill": "blaster"}
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(cmd.Declare(who=(who,), fields=plan) for who in ("orc", "vex")),
    ):
        assert bridge.dispatch(command) is not None, command
    bridge.session.dice = ListedDice((3, 4, 5, 6, 2, 2))
    hands.settle()
    assert bridge.state.walk.active == "vex"
    return bridge


def record_open(hands: Hands) -> None:
    """Record the shot, rolled, of which nobody says what it was rolled against."""
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    for _ in range(3):  # the roll, what is missing, as still open
        hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.no_dialog()


def test_what_came_of_an_attack_that_was_left_open_is_asked(hands: Hands) -> None:
    """A001-16: the difficulty may be known only after a dodge; with a hit it goes on to the wound."""
    bridge, due = shot(hands), hands.window.due
    record_open(hands)
    attack = bridge.log[-1].command
    assert isinstance(attack, cmd.RecordAttack)
    assert (attack.result, attack.rolled, attack.against) == ("", 19, None)
    (line,) = due.lines
    assert line.due.text == "Vex attacks Orc, 19: no result yet"
    costs = hands.window.status.texts[1]
    assert "Vex attacks Orc: no result yet" in costs, "Space would pass over it"
    hands.click(line.buttons["hit"])
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert (sheet.sheet.targets, sheet.sheet.by.currentData()) == (("orc",), "vex")
    told = "Accurate shooting is not counted: nobody has said what was rolled against. (rules 001-113..117)"
    assert told in sheet.sheet.problem, "a die for every 10 above the difficulty (001-117)"
    hands.leave()
    assert [one.result for one in bridge.state.notes.attacks] == ["hit"], "it is no second attack"
    assert hands.window.services.texts.title(bridge.log[-1]) == "Attack of Vex on Orc: hit"
    hands.until(lambda: "no damage yet" in due.lines[0].due.text, "the hit has no damage")
    (line,) = due.lines
    assert line.due.text == "Vex hit Orc: no damage yet", "it was left without any"
    bridge.undo()
    assert [one.result for one in bridge.state.notes.attacks] == [""]


def test_how_several_dice_fell_stands_beside_their_sum(hands: Hands) -> None:
    """4D+1 were thrown, and all that could be seen of it was 19; in a damage sheet the tool tip says it."""
    shot(hands)
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    wide = shown.width()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.text(), shown.fell.text()) == ("19", "4D+1: 3 + 4 + 5 + 6 + 1 = 19")
    assert shown.fell.shown == shown.fell.text(), "there is room for it"
    assert shown.width() == wide
    shown.roll.selectAll()
    QTest.keyClicks(shown.roll, "12")
    assert shown.fell.text() == "", "of a total that is typed nothing is known"
    hands.leave()
    hands.key(Qt.Key.Key_H)
    amount = QApplication.focusWidget()
    assert isinstance(amount, NumberField)
    QTest.keyClicks(amount, "2D")
    QTest.keyClick(amount, Qt.Key.Key_Return)
    place = QPoint(4, 4)
    QApplication.sendEvent(amount, QHelpEvent(QEvent.Type.ToolTip, place, amount.mapToGlobal(place)))
    fell = QToolTip.text().splitlines()[0]
    assert (fell[:4], fell.rpartition("= ")[2]) == ("2D: ", amount.text())
    QToolTip.hideText()


def test_damage_of_the_turn_is_for_whoever_was_attacked_in_it(hands: Hands) -> None:
    """The turn had selected the attacker, and she was wounded by nobody."""
    bridge = shot(hands)
    record_open(hands)
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert (sheet.sheet.targets, sheet.sheet.by.currentData()) == (("orc",), "vex")
    hands.leave()
    assert not bridge.state.notes.attacks[-1].result, "it was left, and nothing is said by that"
    hands.choose("vex")
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.targets == ("vex",), "whoever was picked"
    hands.leave()
    assert bridge.state.walk.active == "vex"


def test_damage_that_is_given_says_that_the_open_attack_has_hit(hands: Hands) -> None:
    """001-112: a hit is what damage is rolled for; it was asked on what had come of the shot."""
    bridge = shot(hands)
    record_open(hands)
    steps = bridge.cursor
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert "with its damage it is noted as a hit" in sheet.sheet.problem
    assert sheet.sheet.inputs is not None
    for name, rolled in (("damage", "14"), ("strength", "9")):
        hands.type(sheet.sheet.inputs.fields[name], rolled)
    hands.click(sheet.sheet.apply_button)
    hands.no_dialog()
    assert [one.result for one in bridge.state.notes.attacks] == ["hit"]
    assert hands.window.due.lines == [], "nor is any damage still to be given"
    titles = [hands.window.services.texts.title(entry) for entry in bridge.log[steps:]]
    assert titles[0] == "Attack of Vex on Orc: hit"
    assert len(titles) == 2
    bridge.undo()
    assert ([one.result for one in bridge.state.notes.attacks], bridge.cursor) == ([""], steps)


def test_a_dodge_is_rolled_where_it_is_declared(hands: Hands) -> None:
    """E-D6-09: the roll is the difficulty of the attackers; undeclared, it is one die less."""
    bridge = shot(hands)
    record_open(hands)
    hands.key(Qt.Key.Key_E)
    shown = hands.dialog()
    assert isinstance(shown, ReactDialog)
    assert (shown.name.currentData(), shown.roll.offered, shown.throw.text()) == ("dodge", "2D", "Roll 2D")
    hands.click(shown.throw)
    assert shown.ok.hasFocus(), "a blank takes it, and does not roll once more"
    assert shown.roll.number == 4
    assert "19 of Vex against 4: hit" in shown.reason
    hands.click(shown.ok)
    said = [hands.window.services.texts.title(entry) for entry in bridge.log[-3:]]
    assert said[0] == "Orc: Dodge 2D, 2 + 2 = 4"
    assert "Dodge" in said[1]
    assert bridge.state.notes.attacks[-1].result == "hit"
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert (sheet.sheet.targets, sheet.sheet.by.currentData()) == (("orc",), "vex")
    assert sheet.sheet.inputs is not None
    told = "of the pistol in her notes, and one more for 15 above the difficulty (001-117)"
    assert sheet.sheet.inputs.kept()["damage"][0] == "5D", told
    assert "4D is 5D here; rules 001-113..117: Accurate shooting" in sheet.sheet.problem
    hands.leave()
    hands.key(Qt.Key.Key_A)
    again = hands.dialog()
    assert isinstance(again, AttackDialog)
    assert again.against.number == 4, "E-D6-09: it replaces the difficulty for the rest of the round"
    assert again.shifted.text() == "", "there is a number: none is to be typed"
    assert "Orc has rolled 4 in this round: Dodge" in again.about.text()
    assert "can answer" not in again.reason, "it has dodged, and has no full dodge left (001-125)"
    again.kind.setCurrentIndex(again.kind.findData("melee"))
    assert again.against.number is None, "a dodge wards off no blade"
    assert "Orc can answer with: Melee parry" in again.reason
    hands.leave()


def test_what_is_typed_first_where_a_dodge_is_declared_is_its_roll(hands: Hands) -> None:
    """A game master typed 25 and Enter: the attack missed, and nothing is left to be asked (A001-16)."""
    bridge = shot(hands)
    record_open(hands)
    hands.key(Qt.Key.Key_E)
    shown = hands.dialog()
    assert QApplication.focusWidget() is shown.roll
    QTest.keyClicks(shown.roll, "25")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    hands.no_dialog()
    said = [hands.window.services.texts.title(entry) for entry in bridge.log[-3:]]
    assert said[0] == "Orc: Dodge 25", "the total stood there twice"
    assert said[-1] == "Attack of Vex on Orc: 19 against 25, miss", "it had lost its numbers"
    assert bridge.log[-1].command.settles
    assert (bridge.state.notes.attacks[-1].result, bridge.log[-1].command.against) == ("miss", 25)
    assert hands.window.due.isHidden()


def test_the_roll_of_an_attack_that_a_reaction_has_noted_settles_it(hands: Hands) -> None:
    """A game master dodged first and rolled the attack then: it stood there twice, and one stayed open."""
    bridge = shot(hands)
    hands.choose("orc")
    hands.key(Qt.Key.Key_E)
    dodge = hands.dialog()
    assert isinstance(dodge, ReactDialog)
    dodge.by.setCurrentIndex(dodge.by.findData("vex"))
    dodge.kind.setCurrentIndex(dodge.kind.findData("ranged"))
    dodge.roll.number = 13
    hands.click(dodge.ok)
    hands.no_dialog()
    assert [(one.by, one.result) for one in bridge.state.notes.attacks] == [("vex", "")]
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert (shown.target.currentData(), shown.against.number) == ("orc", 13)
    assert "An attack of Vex on Orc is open" in shown.about.text()
    spent = shown.spends.currentData()
    assert spent, "a reaction has paid nothing for whom it answers"
    shown.roll.number = 9
    shown.roll.typed.emit()
    assert (shown.came.currentData(), shown.spends.currentData()) == ("miss", spent)
    hands.click(shown.ok)
    assert [(one.result, one.rolled) for one in bridge.state.notes.attacks] == [("miss", 9)]
    assert not any("not known yet" in line.due.text for line in hands.window.due.lines)
    while bridge.state.notes.attacks:
        bridge.undo()
    bare = cmd.RecordAttack(who="vex", target="orc", kind="ranged")
    for commands, settles in (
        ([cmd.Act(who="vex", name="use_weapon", skill="blaster"), bare], False),
        ([bare], True),
    ):
        assert bridge.dispatch_all(commands)
        shown = AttackDialog(bridge, hands.window.services.texts, "orc", hands.window, who="vex")
        shown.came.setCurrentIndex(shown.came.findData("miss"))
        settling = [one.settles for one in shown.wanted() if isinstance(one, cmd.RecordAttack)]
        assert settling == [settles], "one that was recorded and paid for itself is answered where it is due"
        bridge.undo()


def test_the_attack_after_a_refused_dodge_has_its_target_its_weapon_and_its_roll(hands: Hands) -> None:
    """001-45: it was recorded alone; A aimed at another one, and a second attack had weapon and roll."""
    bridge = shot(hands)
    assert bridge.dispatch(cmd.Add(combatant={"id": "imp", "name": "Imp", "side": "foes"})) is not None
    assert bridge.dispatch(cmd.BeginEffect(on="imp", name="hesitated")) is not None
    hands.settle()
    hands.choose("imp")
    hands.key(Qt.Key.Key_E)
    dodge = hands.dialog()
    assert isinstance(dodge, ReactDialog)
    dodge.by.setCurrentIndex(dodge.by.findData("vex"))
    dodge.kind.setCurrentIndex(dodge.kind.findData("ranged"))
    assert not dodge.ok.isEnabled()
    hands.click(dodge.alone)
    hands.no_dialog()
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert shown.target.currentData() == "imp", "the attack that is open, whoever was announced"
    assert "An attack of Vex on Imp is open" in shown.about.text()
    shown.roll.number = 9
    shown.roll.typed.emit()
    shown.against.number = 13
    shown.against.typed.emit()
    hands.click(shown.ok)
    hands.no_dialog()
    (attack,) = bridge.state.notes.attacks
    assert (attack.target, attack.result, attack.rolled) == ("imp", "miss", 9)
    told = hands.window.services.texts.title(bridge.log[-1])
    assert told == "Attack of Vex on Imp: Blaster 9 against 13, miss"


def test_a_hit_that_is_settled_later_hurts_by_what_was_rolled(hands: Hands) -> None:
    """001-117: 11 above the difficulty is a die more, also where only later somebody says that it has hit."""
    bridge = shot(hands)
    made = cmd.RecordAttack(who="vex", target="orc", kind="ranged", using="Blaster", rolled=24, against=13)
    assert bridge.dispatch(made) is not None
    hands.settle()
    (line,) = hands.window.due.lines
    hands.click(line.buttons["hit"])
    sheet = hands.dialog().sheet
    assert sheet.inputs.kept()["damage"][0] == "5D"
    assert "4D is 5D here" in sheet.problem
    hands.leave()


def test_of_several_open_attacks_the_oldest_is_answered_and_hurts_by_its_roll(hands: Hands) -> None:
    """001-117: the damage of the first shot was that of the second, 11 above the difficulty."""
    bridge = shot(hands)
    for rolled in (14, 24, 15):
        made = cmd.RecordAttack(who="vex", target="orc", kind="ranged", using="Blaster", against=13)
        assert bridge.dispatch(replace(made, rolled=rolled)) is not None
    hands.settle()
    for dice in ("4D", "5D", "4D"):
        hands.click(hands.window.due.lines[0].buttons["hit"])
        sheet = hands.dialog().sheet
        assert sheet.inputs.kept()["damage"][0] == dice
        hands.leave()


def test_what_accurate_shooting_adds_is_said_where_no_dice_of_the_weapon_are_known(hands: Hands) -> None:
    """001-117: 22 against 10 is a die more, whatever the weapon is."""
    bridge = shot(hands)
    bridge.dispatch(cmd.Describe(who="vex", changes={"notes": ""}))
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    shown.roll.number, shown.against.number = 22, 10
    shown.against.typed.emit()
    hands.click(shown.ok)
    sheet = hands.dialog().sheet
    assert sheet.inputs.kept()["damage"][0] == ""
    told = "The dice of the weapon are not known: type 1D more than it has; rules 001-113..117"
    assert told in sheet.problem
    hands.leave()


def test_an_act_that_is_called_as_one_of_the_ruleset_does_what_that_does(hands: Hands) -> None:
    """An evening: "get up" was announced, marked as done and told in the log, and both still lay there."""
    people = (
        {"id": "vex", "name": "Vex", "dex": "4D"},
        {"id": "orc", "name": "Orc", "side": "foes", "dex": "2D"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.BeginEffect(on="vex", name="prone"),
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("orc",), fields={"actions": 1, "first": "wait and see"}),
        cmd.Declare(who=("vex",), fields={"actions": 1, "first": "get up"}),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    assert bridge.state.walk.active == "vex"
    hands.key(Qt.Key.Key_Space)
    acts = [entry.command for entry in bridge.log if isinstance(entry.command, cmd.Act)]
    assert [(one.name, one.words) for one in acts] == [("get_up", "get up")]
    assert not [effect for effect in bridge.state.effects.values() if effect.on == "vex"], "001-60, E-D6-05"


def test_that_the_declared_target_is_out_is_said_and_nobody_else_is_aimed_at(hands: Hands) -> None:
    """A shot declared at somebody who fell since was aimed at another one, whom nobody had named."""
    people = (
        {"id": "vex", "name": "Vex", "dex": "3D", "blaster": "4D+1"},
        {"id": "orc", "name": "Orc guard 1", "side": "foes"},
        {"id": "pal", "name": "Orc guard 2", "side": "foes"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, people))
    bridge = hands.window.services.bridge
    plan = {"actions": 1, "first": "Shoot guard 1", "skill": "blaster"}
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(cmd.Declare(who=(who,), done=True) for who in ("orc", "pal")),
        cmd.Declare(who=("vex",), fields=plan),
        cmd.Defeat(who="orc"),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    said = "Orc guard 1, whom Vex was to attack, is out of the fight: choose the target."
    assert said in shown.about.text()
    assert (shown.target.currentData(), shown.reason) == (None, "Choose the target.")
    QTest.keyClicks(shown.roll, "15")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert shown.target.hasFocus(), "nobody is shot at"
    QTest.keyClicks(shown.target, "o")
    assert shown.target.currentData() == "pal"
    hands.key(Qt.Key.Key_Return, on=shown.target)
    assert (shown.roll.hasFocus(), shown.roll.text()) == (True, "15")
    put(hands, shown.target, "pal")
    shown.target.setCurrentIndex(shown.target.findData("orc"))
    assert said not in shown.about.text(), "whom the game master has chosen is meant"
    hands.leave()


def test_an_attack_left_open_is_asked_for_until_something_comes_of_it(hands: Hands) -> None:
    """The end of its turn says it, it stands in the strip after that, and can be settled or set aside."""
    bridge, window = shot(hands), hands.window
    record_open(hands)
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "orc"
    assert "Vex attacked Orc, 19: no result yet" in window.messages.text
    (line,) = window.due.lines
    assert line.due.text == "Vex attacked Orc, 19: no result yet"
    hands.click(line.buttons["miss"])
    assert not window.due.lines
    assert window.services.texts.title(bridge.log[-1]) == "Attack of Vex on Orc: miss"
    bridge.undo()
    hands.settle()
    hands.click(window.due.lines[0].buttons["aside"])
    assert not window.due.lines
    assert window.services.texts.title(bridge.log[-1]) == "Attack of Vex on Orc: set aside without a result"


def test_damage_of_a_later_turn_settles_the_attack_that_was_left_open(hands: Hands) -> None:
    bridge, window = shot(hands), hands.window
    record_open(hands)
    hands.key(Qt.Key.Key_Space)
    assert [one.by for one in bridge.state.notes.left] == ["vex"]
    hands.click(window.due.lines[0].buttons["hit"])
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    hands.leave()
    assert bridge.state.notes.left == ()


def test_attacks_that_were_left_open_stand_in_one_row_that_sets_them_all_aside(hands: Hands) -> None:
    """Who records attacks and never says what comes of them keeps the room for what is to be rolled."""
    bridge, window = shot(hands), hands.window
    for _ in range(3):
        assert bridge.dispatch(cmd.RecordAttack(who="vex", target="orc", kind="ranged"))
    hands.settle()
    hands.key(Qt.Key.Key_Space)
    assert len(bridge.state.notes.left) == 3
    (row,) = window.due.groups
    assert row.due.text == "3 attacks of earlier turns: no results yet"
    assert set(row.buttons) == {"aside", "each"}
    hands.click(row.buttons["aside"])
    assert not window.due.groups
    assert bridge.state.notes.left == ()
    bridge.undo()
    assert len(bridge.state.notes.left) == 3, "one step"


@pytest.mark.parametrize(
    ("words", "skill", "kind", "spends"),
    [
        ("bite Tessa", "brawling_parry", "brawl", "action:brawl"),
        ("have at Tessa", "melee_parry", "melee", "action:use_weapon"),
        ("bite Tessa", "dex", "melee", "action:use_weapon"),
        ("have at Tessa", "dex", "ranged", "action:use_weapon"),
    ],
)
def test_words_that_are_rolled_with_what_wards_off_blows_are_no_shot(
    hands: Hands, words: str, skill: str, kind: str, spends: str
) -> None:
    """001-70: a bite with *Brawling parry* became an attack at range, with a weapon.

    Where neither the skill nor the words tell it stays the usual attack of these rules.
    """
    people = (
        {"id": "rat", "name": "Rat", "side": "foes", "dex": "3D", "notes": "Bite 4D"},
        {"id": "tessa", "name": "Tessa", "dex": "2D"},
    )
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, people))
    bridge = hands.window.services.bridge
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("rat",), fields={"actions": 1, "first": words, "skill": skill}),
        cmd.Declare(who=("tessa",), fields={"actions": 1, "first": "wait"}),
    ):
        assert bridge.dispatch(command) is not None, command
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    assert (shown.kind.currentData(), shown.spends.currentData()) == (kind, spends)
    hands.leave()


@pytest.mark.parametrize(
    ("option", "fell", "noted", "logged"),
    [
        (
            "complication",
            (3, 4, 5, 1),
            "4D (wild die 1: a complication): 3 + 4 + 5 + 1 = 13",
            "a complication",
        ),
        ("keep", (3, 4, 5, 1), "4D (wild die 1): 3 + 4 + 5 + 1 = 13", "the wild die shows a one"),
        (
            "drop",
            (3, 4, 5, 1),
            "4D (wild die 1): 3 + 4 + 5 + 1 − 5 − 1 = 7",
            "goes, with the highest other die",
        ),
        ("complication", (3, 4, 5, 6, 2), "4D (wild die 6, rolled on: 2)", "the wild die is rolled on"),
    ],
)
def test_the_wild_die_of_a_damage_is_told_where_it_was_thrown_and_in_the_log(
    hands: Hands, option: str, fell: tuple[int, ...], noted: str, logged: str
) -> None:
    """E-D6-02: a one of the damage was a die like any other, and the log said nothing of it."""
    bridge = shot(hands, wild_die={"keep": "count"}.get(option, option))
    dice = ListedDice(fell)
    hands.choose("orc")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    field = sheet.inputs.fields["damage"]
    field._dice = dice
    hands.type(field, "4D")
    hands.key(Qt.Key.Key_Return, on=field)
    assert noted in field.fell
    hands.type(sheet.inputs.fields["strength"], "9")
    hands.click(sheet.apply_button)
    hands.no_dialog()
    told = hands.window.services.texts.entry(bridge.log[-1])
    assert logged in f"{told.title} {told.lines}"
