"""What the demonstrations play: the sample fight, key by key, each step seen before the next."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit

from desktop.declare.ready_dialog import ReadyDialog
from desktop.inspector.effect_dialog import EffectDialog
from tests.hands.keys_and_mouse import Hands, Lost
from tests.hands.stage import roll_initiative


def open_sample(hands: Hands) -> None:
    """Press the button of the start page."""
    bridge = hands.window.services.bridge
    hands.click(hands.window.start_page.sample)
    hands.until(lambda: bridge.is_open and len(bridge.state.combatants) == 8, "the sample to open")


def ask_for_initiative(hands: Hands) -> None:
    """Press the primary button and type what was rolled at the table."""
    hands.primary()
    roll_initiative(hands)


def begin(hands: Hands) -> None:
    """Accept the initiative that was typed in."""
    hands.accept()
    turn_of(hands, "sarlane")


def turn_of(hands: Hands, who: str) -> None:
    """See that it is somebody's turn."""
    state = hands.window.services.bridge
    hands.until(lambda: state.state.walk.active == who, f"the turn of {who}")


def next_turn(hands: Hands, who: str) -> None:
    """Pass the turn on, to ``who``."""
    hands.key(Qt.Key.Key_Space)
    turn_of(hands, who)


def surprise_round(hands: Hands) -> None:
    """Everybody who is aware spends one action and passes the turn on (CR 143)."""
    for digit, then in zip(
        "112111", ("sergeant", "lug", "deel", "trooper-1", "trooper-2", "sarlane"), strict=True
    ):
        hands.spend(digit)
        next_turn(hands, then)
    bridge = hands.window.services.bridge
    hands.until(lambda: bridge.state.clock.round == 1, "the surprise round to end")


def wounds(hands: Hands) -> None:
    """Sarlane Vex spends all she has; two are hurt, and a wrong step on the track is taken back."""
    bridge = hands.window.services.bridge
    hands.spend("123")
    hands.choose("deel")
    damage(hands, 26)
    hands.until(lambda: bridge.state.combatants["deel"].stats["hp"] == 22, "Deel Surool to be hurt")
    hands.choose("trooper-2")
    damage(hands, 6)
    hands.key(Qt.Key.Key_K)
    hands.until(lambda: "condition" in bridge.state.combatants["trooper-2"].tracks, "the track to move")
    hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    hands.until(lambda: "condition" not in bridge.state.combatants["trooper-2"].tracks, "undo")


def readied_and_suppressed(hands: Hands) -> None:
    """The sergeant is suppressed and readies a shot; Lug spends two actions."""
    bridge = hands.window.services.bridge
    next_turn(hands, "sergeant")
    effect(hands, "Suppressed", 2)
    hands.key(Qt.Key.Key_R)
    dialog = hands.dialog()
    if not isinstance(dialog, ReadyDialog):
        raise Lost("the dialog of readied actions did not open")
    hands.type(_line(dialog.action), "Shoot")
    hands.type(dialog.trigger, "the blast door opens")
    hands.accept()
    hands.until(lambda: bridge.state.combatants["sergeant"].readied is not None, "the readied action")
    next_turn(hands, "lug")
    hands.spend("12")
    next_turn(hands, "deel")


def take_row(hands: Hands, below: str = "trooper-2") -> str:
    """Begin to drag Deel Surool's row down; returns what the indicator says."""
    hands.drag("deel", below=below)
    return hands.window.table.drag.indicator.text


def delay(hands: Hands) -> None:
    """Let go of the row: Deel Surool's turn is put off."""
    hands.drop()
    turn_of(hands, "trooper-1")
    hands.spend("1")


def damage(hands: Hands, amount: int) -> None:
    """Open the damage sheet, type an amount and apply it."""
    ask_for_damage(hands, amount)
    hands.accept()


def ask_for_damage(hands: Hands, amount: int) -> None:
    """Open the damage sheet and type an amount."""
    hands.key(Qt.Key.Key_H)
    field = hands.dialog().focusWidget()
    if not isinstance(field, QLineEdit):
        raise Lost("the damage sheet does not wait for a number")
    hands.type(field, str(amount))
    hands.settle()


def effect(hands: Hands, name: str, rounds: int) -> None:
    """Begin an effect on whoever is selected, for some rounds."""
    hands.key(Qt.Key.Key_C)
    dialog = hands.dialog()
    if not isinstance(dialog, EffectDialog):
        raise Lost("the dialog of effects did not open")
    hands.type(_line(dialog.name), name)
    hands.type(dialog.rounds, str(rounds))
    hands.accept()


def _line(box: QComboBox) -> QLineEdit:
    line = box.lineEdit()
    if line is None:
        raise Lost("nothing can be typed there")
    return line
