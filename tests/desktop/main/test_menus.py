"""Menus: everything can be reached by them, says its key, and is only enabled when it makes sense."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QLineEdit, QTextBrowser

from desktop.commands.table import COMMANDS, DIGITS, SUBMENUS, spending
from desktop.main.window import MainWindow
from rulesets.reading import loader
from rulesets.reading.loader import judged, shipped
from rulesets.seen.left_open import rolls_without_number
from rulesets.table.commands import Act, Add, Apply, Describe, EndTurn, RecordAttack, Start
from tests.desktop.fights import begun, under_way
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def test_no_key_means_two_things(window: MainWindow) -> None:
    """Neither in the menus nor between them and the list."""
    keys = [action.shortcut() for action in window.actions_.by_id.values() if not action.shortcut().isEmpty()]
    keys += [key for action in window.table.keys.by_name.values() for key in action.shortcuts()]
    names = [key.toString() for key in keys]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_the_menus_show_the_keys_that_the_list_binds(window: MainWindow) -> None:
    """What stands beside a command is what the list really takes."""
    bound = {key.toString() for action in window.table.keys.by_name.values() for key in action.shortcuts()}
    shown = {key for command in COMMANDS.values() for key in command.list_keys.split()}
    digits = {str(digit) for digit in DIGITS}
    assert {QKeySequence(key).toString() for key in shown} - digits <= bound


@pytest.mark.slow
def test_every_command_does_something(window: MainWindow) -> None:
    """It orders something by itself, or the window carries it out: the one or the other.

    Who is to come is brought in by itself, unless a player rolls: that is asked for.
    """
    spent, either = {spending(digit) for digit in DIGITS}, {"bring-in"}
    assert either <= set(window._does)
    for ident, command in COMMANDS.items():
        orders = command.orders is not None or command.each is not None
        assert (ident in window._does and ident not in either) != (orders or ident in spent), ident
    assert set(window._does) <= set(COMMANDS)
    kinds = {submenu.kind for submenu in SUBMENUS.values() if submenu.kind not in ("track", "size", "rest")}
    assert kinds | {"window"} == set(window._does_with)


@pytest.mark.slow
def test_a_key_that_means_nothing_under_these_rules_says_so(hands: Hands) -> None:
    """Ctrl+R where nobody delays, Enter where nobody is asked who goes next: both were silent."""
    people = (Add(combatant={"id": "Ada"}), Add(combatant={"id": "Rook", "side": "foes"}))
    hands.window.services.encounters.new(
        "Evening", "dnd5e", commands=(*people, Start(rolls={"Ada": 20, "Rook": 5}))
    )
    bar, bridge = hands.window.messages, hands.window.services.bridge
    cursor = bridge.cursor
    hands.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert bar.text == "This ruleset does not let a turn be put off."
    hands.key(Qt.Key.Key_Return)
    assert bar.text == "Nobody is chosen here: turns follow their order."
    assert bridge.cursor == cursor
    hands.key(Qt.Key.Key_Space)
    assert bridge.cursor > cursor
    assert not bar.text, "it stood over the next turns"


@pytest.mark.slow
def test_what_makes_no_sense_is_disabled(hands: Hands) -> None:
    """Without an encounter, before the start, in the fight."""
    actions = hands.window.actions_
    assert not actions.by_id["print"].isEnabled()
    assert not actions.by_id["damage"].isEnabled()
    plays.open_sample(hands)
    assert actions.by_id["print"].isEnabled()
    assert actions.by_id["damage"].isEnabled()
    assert not actions.by_id["delay"].isEnabled()
    plays.ask_for_initiative(hands)
    plays.begin(hands)
    assert actions.by_id["delay"].isEnabled()
    hands.menu("close")
    assert not actions.by_id["delay"].isEnabled()


@pytest.mark.slow
def test_submenus_come_from_the_ruleset(hands: Hands) -> None:
    """Its pipelines, its types of action; its tracks where there are several."""
    plays.open_sample(hands)
    menus = hands.window.actions_.menus
    assert set(SUBMENUS) <= set(menus)
    assert [a.text() for a in menus["apply"].actions()] == ["Damage", "Heal", "Temporary hit points"]
    assert [a.text().split("\t")[1] for a in menus["spend"].actions()] == list("123456")
    assert not menus["tracks"].menuAction().isVisible()


@pytest.mark.slow
def test_spending_and_applying_by_menu(hands: Hands) -> None:
    """The same as the keys."""
    begun(hands)
    bridge, menus = hands.window.services.bridge, hands.window.actions_.menus
    next(a for a in menus["spend"].actions() if a.text().startswith("Swift")).trigger()
    assert bridge.state.combatants["sarlane"].pools["swift"] == 0
    next(a for a in menus["apply"].actions() if a.text() == "Temporary hit points").trigger()
    hands.type(hands.dialog().focusWidget(), "7")
    hands.accept()
    assert bridge.state.combatants["sarlane"].stats["temp_hp"] == 7
    hands.menu("track-worse")
    assert bridge.state.combatants["sarlane"].tracks["condition"].step == 1
    hands.menu("track-better")
    hands.menu("disable")
    assert bridge.state.combatants["sarlane"].out == "disabled"


@pytest.mark.slow
@pytest.mark.parametrize(("ident", "said"), [("guide", "Space"), ("changelog", "0.1.0")])
def test_pages_of_help(hands: Hands, ident: str, said: str) -> None:
    """They are part of the program's resources."""
    hands.menu(ident)
    browser = hands.dialog().findChild(QTextBrowser)
    assert browser is not None
    assert said in browser.toPlainText()
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_what_the_rules_leave_to_the_gamemaster(hands: Hands, ruleset: str) -> None:
    """Every sentence of the ruleset with its rule, and every roll without a number; or that there is none."""
    hands.window.services.encounters.new("Judged", ruleset)
    hands.menu("judged")
    browser = hands.dialog().findChild(QTextBrowser)
    assert browser is not None
    told = browser.toPlainText()
    sentences = judged(ruleset)
    assert all(f"{sentence} ({rule})" in told for rule, sentence in sentences.items())
    rolls = rolls_without_number(loader.load(ruleset))
    assert all(f"{roll}: the rules set no target number" in told for roll in rolls)
    assert bool(sentences or rolls) != ("leave nothing to you" in told)
    hands.leave()


@pytest.mark.slow
def test_the_sheet_of_keys_has_all_of_them(hands: Hands) -> None:
    """F1."""
    hands.key(Qt.Key.Key_F1, on=hands.window)
    texts = " ".join(label.text() for label in hands.dialog().findChildren(QLabel))
    digits = {spending(digit) for digit in DIGITS}
    assert "1 – 6" in texts
    for command in (command for ident, command in COMMANDS.items() if ident not in digits):
        keys = command.list_keys.split() or [QKeySequence(key).toString() for key in command.keys.split()]
        assert all(key in texts for key in keys), command.id
    hands.leave()
    hands.menu("about")
    hands.leave()


@pytest.mark.slow
@pytest.mark.parametrize("sample", ["toll-at-the-reed-ford", "the-kiln-yard"])
def test_the_digit_that_spends_a_token_stands_on_it(hands: Hands, sample: str) -> None:
    """An evening at the table, 20: digits do not follow the tokens, and no token said its own.

    It is the key that is bound; a token that no digit spends has none, nor has any before the start.
    """
    bridge, window = hands.window.services.bridge, hands.window
    window.do(f"sample:{sample}")
    hands.settle()
    tiles = window.inspector.budget.tiles
    assert {tile.key for tile in tiles} == {""}, "nothing is spent before the start"
    who = next(one.id for one in bridge.state.combatants.values() if one.kind == "pc" and one.aware)
    assert bridge.dispatch(Start(rolls={who: 60})) is not None
    hands.choose(who)
    hands.until(lambda: any(tile.key for tile in window.inspector.budget.tiles), "keys on the tokens")
    shown = [(tile.token.id, tile.key) for tile in window.inspector.budget.tiles if tile.key]
    assert shown
    for pool, digit in shown[:2]:
        had = bridge.state.combatants[who].pools[pool]
        hands.spend(digit)
        assert bridge.state.combatants[who].pools[pool] < had, (pool, digit)
        assert bridge.undo()
    window.keys.bind("list:spend-1", ["B"])
    hands.settle()
    assert "B" in {tile.key for tile in window.inspector.budget.tiles}
    assert "1" not in {tile.key for tile in window.inspector.budget.tiles}


@pytest.mark.slow
def test_recording_an_attack(hands: Hands) -> None:
    """Who on whom, with what, and how it came out."""
    begun(hands)
    bridge = hands.window.services.bridge
    hands.choose("trooper-1")
    hands.menu("attack")
    boxes = hands.dialog().findChildren(QComboBox)
    assert [box.currentText() for box in boxes[:2]] == ["Sarlane Vex", "Stormtrooper 1"]
    hands.click(hands.dialog().bare)
    hands.no_dialog()
    made = RecordAttack(who="sarlane", target="trooper-1", kind="ranged", using="Heavy blaster rifle")
    assert bridge.log[-1].command == made
    hands.choose("deel")
    hands.menu("attack")
    dialog = hands.dialog()
    assert (dialog.who.currentData(), dialog.target.currentData()) == ("deel", "sergeant"), "no friend is hit"
    hands.leave()


@pytest.mark.slow
def test_an_attack_that_hits_goes_on_to_its_damage(hands: Hands) -> None:
    """Two evenings at the table: action, attack and damage were three errands.

    The form pays the action, too; after a hit the damage sheet is open with target, attacker and dice.
    """
    under_way(hands)
    bridge = hands.window.services.bridge
    assert bridge.dispatch(Describe(who="sergeant", changes={"notes": "Blaster +6 (3d8)"})) is not None
    assert bridge.dispatch(EndTurn()) is not None
    steps = len(bridge.log)
    hands.key(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    dialog = hands.dialog()

    def typed(field: str, letter: str) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() == field
        QTest.keyClicks(focus, letter)
        hands.key(Qt.Key.Key_Tab, on=focus)

    hands.key(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier, on=QApplication.focusWidget())
    typed("Target", "d")
    typed("Roll", "25")
    typed("Defense", "")
    typed("Rolled against", "")
    assert dialog.came.currentText() == "hit", "25 is more than Reflex"
    typed("Result", "")
    typed("Kind", "a")
    assert dialog.spends.currentText() == "Attack · Standard action", "an attack is what is spent on one"
    typed("Spends", "")
    assert dialog.ok.text() == "Record, then damage…"
    hands.key(Qt.Key.Key_Return, on=dialog)
    sheet = hands.dialog()
    assert [type(entry.command) for entry in bridge.log[steps:]] == [Act, RecordAttack]
    assert bridge.state.combatants["sergeant"].pools["standard"] == 0
    assert sheet.windowTitle() == "Damage: Deel Surool"
    assert sheet.sheet.by.currentData() == "sergeant"
    amount = QApplication.focusWidget()
    assert isinstance(amount, QLineEdit)
    assert amount.selectedText() == "3d8", "what the attack does stands there; who has rolled types over it"
    QTest.keyClicks(amount, "7")
    hands.accept()
    done = bridge.log[-1].command
    assert isinstance(done, Apply)
    amount_of = bridge.rules.pipelines[done.pipeline].amount
    assert (done.to, done.by, done.inputs[amount_of]) == (("deel",), "sergeant", 7)
    assert bridge.undo()
    assert bridge.undo(), "the attack and what it took are one step"
    assert len(bridge.log) == steps


@pytest.mark.slow
def test_print_preview(hands: Hands) -> None:
    """It shows the sheet, with or without a printer."""
    begun(hands)
    hands.menu("print")
    dialog = hands.dialog()
    assert isinstance(dialog, QDialog)
    assert hands.window.messages.text == ""
    hands.leave()


@pytest.mark.slow
def test_who_is_out_already_is_told_of_and_brought_back_with_a_key(hands: Hands) -> None:
    """Ctrl+D again looked as if it had brought back whoever was struck down by mistake."""
    begun(hands)
    bridge, control = hands.window.services.bridge, Qt.KeyboardModifier.ControlModifier
    hands.choose("sergeant")
    hands.key(Qt.Key.Key_D, control)
    assert bridge.state.combatants["sergeant"].out
    steps = bridge.cursor
    hands.key(Qt.Key.Key_D, control)
    assert bridge.cursor == steps
    assert "is out already" in hands.window.messages.text
    hands.key(Qt.Key.Key_D, control | Qt.KeyboardModifier.ShiftModifier)
    assert not bridge.state.combatants["sergeant"].out
