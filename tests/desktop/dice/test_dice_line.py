"""A line for any roll: each die is shown, codes and formulas go by name, the log keeps what is wanted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.app_services import AppServices
from desktop.dice.dialog import DiceDialog
from desktop.process.in_front import dialog_in_front
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.throws import knows_attacks, rolled_besides
from rulesets.table.commands import Act, Add, BeginEffect, Command, Declare, EndTurn, Start, Throw
from rulesets.table.encounter import RUNNING
from rulesets.table.events import Told
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

CTRL = Qt.KeyboardModifier.ControlModifier


def begin(program: AppServices, ruleset: str, *results: int, **stats: object) -> None:
    """One combatant under a ruleset, and dice that fall as listed."""
    program.encounters.new("dice", ruleset, commands=[Add(combatant={"id": "vex", "name": "Vex", **stats})])
    program.bridge.session.dice = ListedDice(results)


def line(hands: Hands) -> DiceDialog:
    """The line, which must be open."""
    hands.until(lambda: isinstance(dialog_in_front(), DiceDialog), "the line")
    found = dialog_in_front()
    assert isinstance(found, DiceDialog)
    return found


def kept(program: AppServices) -> Command:
    return program.bridge.line[program.bridge.cursor - 1].command


def test_the_heroes_of_the_sample_attack_with_one_key(hands: Hands) -> None:
    """What is shipped is known: with the first start's fight one key rolls."""
    plays.open_sample(hands)
    hands.window.table.pick("sarlane")
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert shown.said.startswith("Sarlane Vex: Heavy blaster rifle 1d20+10, "), shown.said
    hands.key(Qt.Key.Key_Escape, on=shown.line)


def test_dice_and_sums_show_each_die_and_are_kept_if_wanted(program: AppServices, hands: Hands) -> None:
    """'A line for any roll; each die shown; kept in the log if wanted', and taken back like everything."""
    begin(program, "saga-edition", 5, 6, 6, 2, 3, 1, hp=20)
    bridge, before = program.bridge, program.bridge.state
    hands.key(Qt.Key.Key_Equal)
    shown = line(hands)
    QTest.keyClicks(shown.line, "3d8+4")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex rolls 3d8+4: 5 + 6 + 6 + 4 = 21"
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex rolls 3d8+4: 2 + 3 + 1 + 4 = 10", "again, as often as wanted"
    assert bridge.cursor == 1, "what nobody keeps is nowhere"
    QTest.keyClick(shown.line, Qt.Key.Key_Return, CTRL)
    hands.until(lambda: bridge.cursor == 2, "the roll in the log")
    assert kept(program) == Throw(who="vex", amount="3d8+4", fell=(2, 3, 1))
    assert bridge.state == before, "it decides nothing"
    QTest.keyClick(shown.line, Qt.Key.Key_Return, CTRL)
    assert (bridge.cursor, shown.note[:16]) == (2, "It is in the log"), "each roll once"
    assert bridge.undo()
    assert bridge.redo()

    assert shown.isVisible(), "open for the next one"
    assert shown.line.selectedText() == "3d8+4"
    QTest.keyClicks(shown.line, "2d6-1d4 = 5 3 2")
    assert shown.note == "On the dice: 5 3 2. Return keeps 5 + 3 − 2 = 6.", "many type the total there"
    QTest.keyClick(shown.line, Qt.Key.Key_Return, CTRL)
    hands.until(lambda: bridge.cursor == 3, "the dice that fell at the table")
    assert kept(program) == Throw(who="vex", amount="2d6-1d4", fell=(5, 3, 2))
    QTest.keyClicks(shown.line, "twelve")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert "no number" in shown.note
    hands.key(Qt.Key.Key_Escape, on=shown.line)
    assert bridge.cursor == 3
    Hands(hands.window)
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert (shown.said, shown.offers) == ("", False), "no attack goes by name: it is typed"
    assert shown.note.startswith("No attack of Vex is known: type its dice")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert (shown.said, shown.note) == ("", "Type what is to be rolled."), "initiative is no attack"
    hands.key(Qt.Key.Key_Escape, on=shown.line)


def test_what_is_said_is_not_squeezed_and_a_number_is_no_sum(program: AppServices, hands: Hands) -> None:
    """Two rounds of initiative passes at 1024×640: two lines stood in one, and 9 was "+ 9 = 9"."""
    begin(program, "passes")
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert shown.note == (
        "Type the dice of your own book here, and enter what they deal as Damage: in these rules is no roll "
        "to attack, what they roll is Score. What stands in the notes as “Sword +5 (1d8+2)” "
        "has its damage here."
    )
    told = next(one for one in shown.findChildren(QLabel) if one.text() == shown.note)
    assert told.height() >= told.heightForWidth(told.width())
    QTest.keyClicks(shown.line, "12+5")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex rolls 12+5: 17"
    hands.key(Qt.Key.Key_Escape, on=shown.line)


def test_a_formula_goes_by_its_name_with_the_numbers_of_the_selected(
    program: AppServices, hands: Hands
) -> None:
    """'Every combatant's attack that is a formula is one key away' (004-50: d20 + bab + str_mod)."""
    begin(program, "sagas-hub", 14, 9, bab=6, str=16)
    bridge = program.bridge
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    strength = bridge.value("vex", "str_mod")
    assert shown.said == f"Vex: Attack, melee, {14 + 6 + strength} (d20 14)"
    assert "Base attack bonus +6" in shown.made
    QTest.keyClicks(shown.line, "att rang")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    QTest.keyClick(shown.line, Qt.Key.Key_Return, CTRL)
    hands.until(lambda: bridge.cursor == 2, "the attack in the log")
    assert kept(program) == Throw(who="vex", formula="attack", inputs={"mode": "ranged", "d20": 9})
    (told,) = (event for event in bridge.line[1].events if isinstance(event, Told))
    assert told.params["result"] == 9 + 6 + bridge.value("vex", "dex_mod")


def test_saves_and_initiative_go_by_name_with_what_is_for_and_against_them(
    program: AppServices, hands: Hands
) -> None:
    """'The ruleset's codes and formulas by name with the selected one's numbers' (R5E-02, R5E-67)."""
    begin(program, "dnd5e", 11, dex=16, con_save=5)
    bridge = program.bridge
    assert bridge.dispatch(BeginEffect(on="vex", name="restrained"))
    hands.key(Qt.Key.Key_Equal)
    shown = line(hands)
    names = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert {"Initiative   d20+3", "Concentration   d20+5", "Constitution save   d20+5"} <= set(names)
    QTest.keyClicks(shown.line, "dexterity s")
    assert shown.note == "Return rolls Dexterity save: d20+3. disadvantage — Restrained"
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex: Dexterity save d20+3, 11 + 3 = 14"
    hands.key(Qt.Key.Key_Escape, on=shown.line)
    Hands(hands.window)
    hands.key(Qt.Key.Key_A)
    assert line(hands).said == "", "a save is nobody's attack"


def test_a_code_is_rolled_with_what_is_added_and_taken_off(program: AppServices, hands: Hands) -> None:
    """'The ruleset's codes by name with the selected one's numbers' (E-D6-01: 4D+1)."""
    begin(program, "moon-swing", 3, 5, 1, 6, blaster="4D+1")
    hands.key(Qt.Key.Key_Equal)
    shown = line(hands)
    QTest.keyClicks(shown.line, "blas")
    assert "4D+1" in shown.note
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex: Blaster 4D+1, 3 + 5 + 1 + 6 + 1 = 16"
    hands.click(shown.keep)
    assert kept(program) == Throw(who="vex", amount="4D+1", what="blaster", fell=(3, 5, 1, 6))
    hands.key(Qt.Key.Key_Escape, on=shown.line)
    Hands(hands.window)
    program.bridge.session.dice = ListedDice([1, 1, 1, 1, 6, 6, 5, 5])
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert shown.said == "Vex: Blaster 4D+1, 1 + 1 + 1 + 1 + 1 = 5", "its best skill"
    QTest.keyClicks(shown.line, "dex")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said.startswith("Vex: Dexterity 2D")
    hands.key(Qt.Key.Key_Escape, on=shown.line)
    Hands(hands.window)
    hands.key(Qt.Key.Key_A)
    assert line(hands).said == "Vex: Dexterity 2D, 5 + 5 = 10", "then what it rolled last"


def test_the_wild_die_counts_in_every_code(program: AppServices, hands: Hands) -> None:
    """E-D6-02: 'one die of every roll'; a six is rolled on, a one goes with the highest other die."""
    people = [Add(combatant={"id": "vex", "name": "Vex", "blaster": "3D+1"})]
    program.encounters.new("dice", "moon-swing", {"wild_die": "drop"}, people)
    bridge = program.bridge
    bridge.session.dice = ListedDice([2, 4, 6, 6, 3, 5, 2, 1, 4, 6])
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert shown.said == "Vex: Blaster 3D+1, 2 + 4 + 6 + 6 + 3 + 1 = 22 (the wild die is rolled on)"
    hands.click(shown.keep)
    assert kept(program) == Throw(who="vex", amount="3D+1", what="blaster", fell=(2, 4, 6, 6, 3))
    (told,) = bridge.log[-1].events
    assert isinstance(told, Told)
    assert (told.params["total"], told.params["wild"]) == (22, "on")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    gone = "the wild die shows a one and goes, with the highest other die"
    assert shown.said == f"Vex: Blaster 3D+1, 5 + 2 + 1 − 5 − 1 + 1 = 3 ({gone})"
    QTest.keyClicks(shown.line, "2D = 3 1")
    assert shown.note == "On the dice: 3 1. Return keeps 3 + 1 − 3 − 1 = 0."
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == f"Vex rolls 2D: 3 + 1 − 3 − 1 = 0 ({gone})"
    QTest.keyClicks(shown.line, "2d6")
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said == "Vex rolls 2d6: 4 + 6 = 10", "what is no code has no wild die"


def test_an_attack_is_rolled_with_what_attacks(program: AppServices, hands: Hands) -> None:
    """Whoever has no skills attacks with that which the act is rolled with, not with its best attribute."""
    orc = {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"}
    people = [Add(combatant={"id": "vex", "name": "Vex", "str": "4D", "per": "3D"}), Add(combatant=orc)]
    program.encounters.new("dice", "moon-swing", commands=people)
    bridge = program.bridge

    def rolled() -> str:
        Hands(hands.window)
        bridge.session.dice = ListedDice([3] * 9)
        hands.choose("vex")
        hands.key(Qt.Key.Key_A)
        if bridge.state.clock.status == RUNNING:
            way = hands.dialog().using.currentText().split("   ")
            hands.leave()
            return f"Vex: {' '.join(way)}"
        shown = line(hands)
        said = shown.said.partition(",")[0]
        hands.key(Qt.Key.Key_Escape, on=shown.line)
        return said

    assert rolled() == "Vex: Blaster 2D", "a shot, as the ruleset has it first"
    assert bridge.dispatch(Start(rolls={"party": 5, "foes": 9}))
    plan = {"actions": 2, "first": "Use a weapon", "skill": "melee", "then": ["Brawl"]}
    assert bridge.dispatch(Declare(who=("vex",), fields=plan))
    assert bridge.dispatch(Declare(who=("orc",), fields={"actions": 2, "first": "fire"}))
    if bridge.state.walk.active != "vex":
        assert bridge.dispatch(EndTurn())
    assert rolled() == "Vex: Melee 1D", "what was announced, less a die for the second action"
    assert bridge.dispatch(Act(who="vex", cost="action"))
    assert rolled() == "Vex: Melee 1D", "also when it is paid"
    while bridge.state.clock.segment == 1 or bridge.state.walk.active != "vex":
        assert bridge.dispatch(EndTurn())
    assert rolled() == "Vex: Brawling 3D", "before what was rolled last"


def test_what_penalties_have_eaten_up_is_not_rolled(program: AppServices, hands: Hands) -> None:
    """A001-13: less than one die cannot be rolled; the attack that was announced is no other skill then."""
    vex = {"id": "vex", "name": "Vex", "dex": "3D", "blaster": "2D+2", "melee": "5D"}  # acts first
    people = [Add(combatant=vex), Add(combatant={"id": "orc", "side": "foes"})]
    program.encounters.new("dice", "moon-swing", commands=people)
    bridge = program.bridge
    for command in (
        Start(rolls={"party": 5, "foes": 9}),
        Declare(who=("vex",), fields={"actions": 3, "first": "Use a weapon", "skill": "blaster"}),
        Declare(who=("orc",), fields={"actions": 1, "first": "fire"}),
    ):
        assert bridge.dispatch(command)
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    told = "After all penalties Vex has less than one die left for blaster."
    assert (shown.about.text(), shown.roll.offered, shown.ok.text()) == (told, "", "Record")
    hands.leave()


def test_an_attack_in_the_notes_is_one_key_away(program: AppServices, hands: Hands) -> None:
    """A rolls it with the game's die; its damage is the next entry."""
    notes = "Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing."
    begin(program, "dnd5e", 11, 3, notes=notes)
    assert program.bridge.dispatch(BeginEffect(on="vex", name="poisoned"))
    hands.window.table.select("vex")
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert shown.said.endswith("11 + 4 = 15. Not in it: disadvantage — Poisoned"), shown.said
    assert "Scimitar" in shown.said
    assert [shown.list.item(row).text() for row in range(2)] == [
        "Scimitar   1d20+4",
        "Scimitar: damage   1d6+2",
    ]
    hands.key(Qt.Key.Key_Down, on=shown.line)
    hands.key(Qt.Key.Key_Return, on=shown.line)
    assert shown.said.endswith("= 5"), shown.said


def test_where_no_single_die_is_rolled_a_bonus_means_something_else(
    program: AppServices, hands: Hands
) -> None:
    """A pool, a code: only the damage is offered."""
    begin(program, "kaiser", 4, notes="Axe +4 (1d6+2)")
    hands.window.table.select("vex")
    hands.key(Qt.Key.Key_Equal)
    shown = line(hands)
    named = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert "Axe: damage   1d6+2" in named
    assert not any(one.startswith("Axe   ") for one in named)


def test_while_others_declare_the_keys_come_back_to_the_list_that_has_asked(
    program: AppServices, hands: Hands
) -> None:
    """The second = was typed into what the next one declares, and so was every other key of the list."""
    begin(program, "moon-swing", 3, 5, 1, 6, blaster="4D+1")
    assert program.bridge.dispatch(Start()) is not None
    hands.until(lambda: bool(hands.window.board.who), "somebody to declare")
    hands.choose("vex")
    for _ in range(2):
        hands.key(Qt.Key.Key_Equal)
        shown = line(hands)
        QTest.keyClicks(shown.line, "zorn")
        assert shown.note.startswith("“zorn” is no number. Nothing here goes by that name, either.")
        shown.line.clear()
        hands.leave()
        assert hands.window.table.hasFocus()


def test_which_rules_name_a_roll_to_attack() -> None:
    """shots.md, cards.md, passes.md and kaiser.md name none: initiative, a card or a score are no attack."""
    without = {name for name in loader.shipped() if not knows_attacks(loader.load(name))}
    assert without == {"shots", "cards", "passes", "kaiser"}
    assert rolled_besides(loader.load("shots")) == "Shot (d6)"


def test_in_a_fight_the_form_of_an_attack_says_what_these_rules_roll(
    program: AppServices, hands: Hands
) -> None:
    """SH-01: a shot is rolled, and nothing else; how one attacks stands in the table's own book."""
    begin(program, "shots")
    for command in (Add(combatant={"id": "orc", "side": "foes"}), Start(rolls={"vex": 9, "orc": 5})):
        assert program.bridge.dispatch(command)
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    told = (
        "Say what came of it, or type what was rolled by your own book: in these rules is no roll to attack, "
        "what they roll is Shot (d6)."
    )
    assert hands.dialog().about.text().startswith(told)
    assert "stands in the notes as “Sword +5 (1d8+2)”" in hands.dialog().about.text()
    hands.leave()


def test_a_bonus_of_a_note_is_rolled_with_no_die_that_is_not_for_attacks(
    program: AppServices, hands: Hands
) -> None:
    """SH-01: the d6 is that of the shot; an attack of the notes was offered, and rolled, as 1d6+13."""
    begin(program, "shots", notes="Pistol +13 (9d6)")
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    shown = line(hands)
    assert "in these rules is no roll to attack" in shown.note
    assert shown.said == "", "its damage is no attack"
    assert [shown.list.item(row).text() for row in range(shown.list.count())][:1] == ["Pistol: damage   9d6"]
    hands.leave()
    for command in (Add(combatant={"id": "orc", "side": "foes"}), Start(rolls={"vex": 9, "orc": 5})):
        assert program.bridge.dispatch(command)
    hands.choose("vex")
    hands.key(Qt.Key.Key_A)
    form = hands.dialog()
    assert form.roll.offered == ""
    assert form.using.count() == 1, "something else"
    assert "in these rules is no roll to attack" in form.about.text()
    hands.leave()
