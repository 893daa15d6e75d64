"""Escape closes a dialog at once, and what was typed or rolled in it is there again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from desktop.attack.dialog import AttackDialog
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.rename_dialog import RenameDialog
from desktop.damage.dialog import DamageDialog
from desktop.damage.sheet import DamageSheet
from desktop.declare.ready_dialog import ReadyDialog
from desktop.inspector.effect_dialog import EffectDialog
from desktop.main.new_encounter_dialog import NewEncounterDialog
from desktop.rolls.start_dialog import StartDialog
from desktop.widgets.fields import NumberField
from rulesets.table.commands import Describe, EndTurn
from tests.desktop.fights import start
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def test_initiative_that_was_typed_and_rolled_stands_there_again_whatever_happens_meanwhile(
    hands: Hands,
) -> None:
    plays.open_sample(hands)
    hands.primary()
    dialog = hands.dialog()
    assert isinstance(dialog, StartDialog)
    hands.leave()
    bar = hands.window.messages
    assert bar.text == "", "nothing was typed: nothing is said"
    hands.primary()
    dialog = hands.dialog()
    assert isinstance(dialog, StartDialog)
    hands.fill(dialog.table, dialog.table.currentIndex(), "19")
    dialog.roll_button.click()
    given, dice = dialog.model.given(), dict(dialog.model.sheet.dice)
    assert len(given) > 1
    hands.leave()
    assert "What was typed or rolled there is kept" in bar.text
    hands.window.services.bridge.dispatch(Describe(who="deel", changes={"name": "Deel"}))
    hands.primary()
    again = hands.dialog()
    assert isinstance(again, StartDialog)
    assert (again.model.given(), again.model.sheet.dice) == (given, dice)
    assert bar.text == "", "it is there again"
    hands.leave()


def test_a_dialog_that_was_left_comes_back_by_its_key_or_by_the_message(hands: Hands) -> None:
    plays.open_sample(hands)
    bridge, bar = hands.window.services.bridge, hands.window.messages
    start(bridge)
    hands.key(Qt.Key.Key_N)
    adding = hands.dialog()
    assert isinstance(adding, AddCombatantsDialog)
    QTest.keyClicks(adding.name, "Orc")
    hands.leave()
    hands.key(Qt.Key.Key_N)
    assert hands.dialog() is adding, "nothing has happened since"
    assert adding.name.text() == "Orc"
    hands.leave()

    hands.choose("deel")
    effect = _left_effect(hands)
    hands.key(Qt.Key.Key_C)
    assert hands.dialog() is effect
    hands.leave()
    plays.ask_for_damage(hands, 12)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    hands.leave()
    assert sheet.windowTitle() in bar.text
    hp = bridge.state.combatants["deel"].stats["hp"]
    bridge.dispatch(Describe(who="lug", changes={"name": "Lug"}))
    hands.key(Qt.Key.Key_H)
    assert hands.dialog() is not sheet, "something has happened: an old number is nobody's damage by itself"
    hands.leave()
    hands.click(bar.action)
    assert hands.dialog() is sheet
    hands.accept()
    assert bridge.state.combatants["deel"].stats["hp"] == hp - 12
    hands.key(Qt.Key.Key_H)
    assert hands.dialog() is not sheet, "it was applied"
    hands.leave()


def test_escape_drops_the_total_that_was_typed_for_an_attack(hands: Hands) -> None:
    """It was typed wrongly: the next attack opened with it. Dice that were thrown in the window are kept."""
    plays.open_sample(hands)
    bridge = hands.window.services.bridge
    start(bridge)
    hands.key(Qt.Key.Key_A)
    attack = hands.dialog()
    assert isinstance(attack, AttackDialog)
    QTest.keyClicks(attack.roll, "17")
    hands.leave()
    assert hands.window.messages.text == ""
    hands.key(Qt.Key.Key_A)
    again = hands.dialog()
    assert isinstance(again, AttackDialog)
    assert again.roll.text() == ""
    hands.type(again.roll, "1d20 = 12")
    hands.leave()
    hands.key(Qt.Key.Key_A)
    assert hands.dialog() is again
    again.ok.setFocus()  # where the roll is looked at
    hands.leave()
    hands.key(Qt.Key.Key_A)
    assert hands.dialog() is again
    QTest.keyClicks(again.focusWidget(), "25")
    assert again.roll.text() == "25", "a new roll was ignored, and Enter recorded the old one"
    hands.leave()


def test_who_ends_the_turn_over_a_roll_that_was_left_is_told_that_it_is_not_recorded(hands: Hands) -> None:
    """Space ended the turn, and what was said of the roll went without a word."""
    hands_bar = hands.window.messages
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    hands.key(Qt.Key.Key_A)
    attack = hands.dialog()
    assert isinstance(attack, AttackDialog)
    hands.type(attack.roll, "1d20 = 12")
    hands.leave()
    assert "is kept" in hands_bar.text
    hands.key(Qt.Key.Key_Space)
    assert hands_bar.text == f"Nothing of “{attack.windowTitle()}” was recorded."
    hands.key(Qt.Key.Key_Space)
    assert "was recorded" not in hands_bar.text, "once"


def test_a_name_that_was_typed_for_a_new_encounter_or_for_somebody_is_kept(hands: Hands) -> None:
    """Both dropped it where others keep what is typed."""
    plays.open_sample(hands)
    bridge, bar = hands.window.services.bridge, hands.window.messages
    hands.menu("new")
    new = hands.dialog()
    assert isinstance(new, NewEncounterDialog)
    hands.leave()
    assert bar.text == "", "nothing was typed"
    hands.menu("new")
    new = hands.dialog()
    assert isinstance(new, NewEncounterDialog)
    QTest.keyClicks(new.name, "At the ford")
    hands.leave()
    assert "What was typed or rolled there is kept" in bar.text
    bridge.dispatch(Describe(who="lug", changes={"name": "Lug"}))
    hands.menu("new")
    again = hands.dialog()
    assert isinstance(again, NewEncounterDialog)
    assert again.name.text() == "At the ford"
    hands.leave()

    hands.choose("deel")
    hands.menu("rename")
    renaming = hands.dialog()
    assert isinstance(renaming, RenameDialog)
    hands.type(renaming.name, "Deel the Elder")
    hands.leave()
    hands.choose("lug")
    hands.menu("rename")
    assert hands.dialog() is not renaming, "it was typed for somebody else"
    hands.leave()
    hands.choose("deel")
    hands.menu("rename")
    assert hands.dialog() is renaming
    hands.accept()
    assert bridge.state.combatants["deel"].name == "Deel the Elder"


def test_what_is_said_of_a_dialog_that_was_left_gives_way_when_the_fight_goes_on(hands: Hands) -> None:
    """An evening at the table, 26: the bar stood through two more turns. What is kept is offered again."""
    plays.open_sample(hands)
    bridge, bar = hands.window.services.bridge, hands.window.messages
    start(bridge)
    hands.key(Qt.Key.Key_N)
    adding = hands.dialog()
    assert isinstance(adding, AddCombatantsDialog)
    QTest.keyClicks(adding.name, "Orc")
    hands.leave()
    bridge.dispatch(Describe(who="lug", changes={"name": "Lug"}))
    assert "is kept" in bar.text, "the same turn goes on"
    bridge.dispatch(EndTurn())
    assert "is kept" not in bar.text
    assert "was recorded" not in bar.text, "it was left before another step"
    hands.key(Qt.Key.Key_N)
    assert hands.dialog() is not adding
    hands.leave()
    assert "is kept" in bar.text, "another one was asked for, and left: perhaps that one was meant"
    hands.click(bar.action)
    assert hands.dialog() is adding
    hands.leave()


def test_what_was_left_by_cancel_has_the_keys_where_something_is_to_be_typed(hands: Hands) -> None:
    """Readied again its keys were at Cancel: what was typed went nowhere, and a blank closed it once more."""
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    hands.key(Qt.Key.Key_R)
    dialog = hands.dialog()
    assert isinstance(dialog, ReadyDialog)
    QTest.keyClicks(hands.dialog().focusWidget(), "shoot")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).setFocus()
    hands.key(Qt.Key.Key_Space, on=hands.dialog().focusWidget())
    hands.no_dialog()
    hands.key(Qt.Key.Key_R)
    assert hands.dialog() is dialog
    assert dialog.trigger.hasFocus()
    QTest.keyClicks(dialog.focusWidget(), "goblin attacks")
    assert dialog.trigger.text() == "goblin attacks"


def test_the_damage_window_comes_back_with_the_keys_in_the_amount(hands: Hands) -> None:
    """They were in whatever was gone through last: a new amount went into the shield rating."""
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    hands.choose("deel")

    def asked() -> tuple[DamageSheet, NumberField]:
        hands.key(Qt.Key.Key_H)
        dialog = hands.dialog()
        assert isinstance(dialog, DamageDialog)
        assert dialog.sheet.inputs is not None
        assert dialog.sheet.inputs.amount is not None
        return dialog.sheet, dialog.sheet.inputs.amount

    sheet, amount = asked()
    QTest.keyClicks(amount, "30")
    sheet.by.setFocus()
    hands.leave()
    _, amount = asked()
    assert amount.hasFocus()
    assert (amount.text(), amount.selectedText()) == ("30", "30")
    hands.leave()


def _left_two(hands: Hands) -> tuple[DamageDialog, EffectDialog]:
    """Leave a damage sheet with a number, and an effect after it."""
    plays.open_sample(hands)
    start(hands.window.services.bridge)
    hands.choose("deel")
    plays.ask_for_damage(hands, 12)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    hands.leave()
    return sheet, _left_effect(hands)


def _left_effect(hands: Hands) -> EffectDialog:
    """Leave an effect for whoever is selected, of which the name was typed."""
    hands.key(Qt.Key.Key_C)
    effect = hands.dialog()
    assert isinstance(effect, EffectDialog)
    QTest.keyClicks(effect.name.lineEdit(), "Prone")
    hands.key(Qt.Key.Key_Escape, on=effect)
    hands.no_dialog()
    return effect


def test_a_sheet_that_was_left_is_not_pushed_out_by_one_that_is_left_after_it(hands: Hands) -> None:
    """Three evenings, 2: *Go on with it* brought the later one alone, and the damage was found no more."""
    sheet, effect = _left_two(hands)
    bar, actions = hands.window.messages, hands.window.actions_
    assert sheet.windowTitle() in bar.text
    assert effect.windowTitle() in bar.text
    listed = [action.text() for action in actions.menus["closed"].actions()]
    assert listed == [effect.windowTitle(), sheet.windowTitle()], "the last one first"
    assert actions.menus["closed"].menuAction().isVisible()
    hands.window.actions_.menus["closed"].actions()[1].trigger()
    assert hands.dialog() is sheet
    assert not actions.menus["closed"].menuAction().isVisible(), "one alone has the command"
    hands.accept()
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert hands.dialog() is effect
    hands.leave()


def test_what_was_left_is_gone_on_with_by_a_key_too_as_long_as_something_is_kept(hands: Hands) -> None:
    sheet, effect = _left_two(hands)
    window = hands.window
    assert window.actions_.by_id["go-on"].isEnabled()
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert hands.dialog() is effect
    assert window.messages.text == ""
    hands.key(Qt.Key.Key_Return, on=effect)  # to its rounds
    hands.accept()
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert hands.dialog() is sheet
    hands.accept()
    assert not window.actions_.by_id["go-on"].isEnabled()
    hands.key(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert window.messages.text == "No dialog was closed with something typed in it."


def test_an_earlier_draft_of_the_same_stays_in_the_list(hands: Hands) -> None:
    """It was thrown away when another one of the same title was left."""
    plays.open_sample(hands)
    bridge = hands.window.services.bridge
    start(bridge)
    plays.ask_for_damage(hands, 12)
    first = hands.dialog()
    hands.leave()
    bridge.dispatch(Describe(who="lug", changes={"name": "Lug"}))
    plays.ask_for_damage(hands, 3)
    second = hands.dialog()
    assert second is not first
    hands.leave()
    title = first.windowTitle()
    assert hands.window.laid_by.titles == [title, f"{title} (earlier)"]
    hands.window.actions_.menus["closed"].actions()[1].trigger()
    assert hands.dialog() is first
    hands.leave()
