"""The second evening: the party of last week, a fight that was prepared, and how many keys that takes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop.combatants.adding.dialog import AddCombatantsDialog
from rulesets.campaign.things import Member, Party, Prepared
from rulesets.formula.dice import RandomDice
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING
from tests.hands.keys_and_mouse import Hands

MOST = 12
"""Keys from the start of the program to the first turn, dice not counted (targets)."""
SEED = 4
"""Of dice with which nobody's initiative ties: who goes first of two that tie is a question of its own."""
HEROES = tuple(
    Member({"id": name.lower(), "name": name, "side": "heroes", "max_hp": 30})
    for name in ("Vex", "Deel", "Lug")
)
FOES = tuple(
    {"id": f"wolf-{number}", "name": f"Wolf {number}", "side": "foes", "kind": "npc", "max_hp": "2d8+4"}
    for number in (1, 2, 3)
)


class Counted:
    """Hands that count the keys they press, wherever the keyboard's focus is."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.keys = 0

    def press(
        self,
        on: QWidget,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Press a key where it goes to."""
        self.hands.key(key, modifiers, on=on)
        self.keys += 1

    def write(self, on: QWidget, text: str) -> None:
        QTest.keyClicks(on, text)
        self.keys += len(text)
        self.hands.settle()

    def accept(self) -> None:
        """Press Return in the dialog."""
        self.hands.accept()
        self.keys += 1


@pytest.mark.parametrize("ruleset", ["saga-edition", "dnd5e", "srd35"])
def test_the_second_fight_of_the_same_group_takes_twelve_keys_to_the_first_turn(
    hands: Hands, ruleset: str
) -> None:
    services = hands.window.services
    services.campaigns.write(Party(name="Heroes", ruleset=ruleset, members=HEROES))
    services.campaigns.write(Prepared(name="Wolves at dusk", ruleset=ruleset, combatants=FOES))
    fingers, window, bridge = Counted(hands), hands.window, services.bridge
    fingers.press(window.start_page, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window.palette_.view
    hands.until(palette.isVisible, "the palette")
    fingers.write(palette.line, "dusk")
    fingers.press(palette.line, Qt.Key.Key_Return)
    hands.until(lambda: bridge.is_open, "the wolves")
    assert len(bridge.state.combatants) == len(FOES)
    window.activateWindow()  # there is no window manager that brings it back to the front
    fingers.press(window.table, Qt.Key.Key_N)
    dialog = hands.dialog()
    assert isinstance(dialog, AddCombatantsDialog)
    fingers.write(dialog.name, "@")
    fingers.press(dialog.name, Qt.Key.Key_Return)
    hands.no_dialog()
    assert list(bridge.state.combatants)[len(FOES) :] == ["vex", "deel", "lug"]
    window.activateWindow()
    bridge.session.dice = RandomDice(SEED)
    fingers.press(window.table, Qt.Key.Key_Space)
    fingers.accept()
    hands.until(lambda: bridge.state.clock.status == RUNNING, "the fight to begin")
    assert bridge.state.walk.active
    assert fingers.keys <= MOST


@pytest.mark.parametrize("ruleset", ["saga-edition", "dnd5e"])
def test_an_evening_of_two_fights_with_the_same_party(hands: Hands, ruleset: str) -> None:
    """Hurt in the first, carried over, rested, and hurt as before in the second."""
    window = hands.window
    services = window.services
    bridge = services.bridge
    services.campaigns.write(Party(name="Heroes", ruleset=ruleset, members=HEROES))
    services.campaigns.write(Prepared(name="Wolves at dusk", ruleset=ruleset, combatants=FOES))
    window.do("prepared:Wolves at dusk")
    window.do("party:Heroes")
    for order in (
        cmd.Start(),
        cmd.SetNumbers(who="vex", stats={"hp": 11}),
        cmd.BeginEffect(on="deel", name="cursed by the old well"),
        cmd.EndEncounter(),
    ):
        assert bridge.dispatch(order) is not None
    hands.settle()
    fingers = Counted(hands)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    fingers.press(window.table, Qt.Key.Key_K, both)
    fingers.accept()
    hands.until(lambda: bool(services.campaigns.current.parties()[0].members[0].carried), "the file")
    assert fingers.keys == 2
    window.do("prepared:Wolves at dusk")
    window.do("party:Heroes")
    state = bridge.state
    assert {who: state.combatants[who].stats["hp"] for who in ("vex", "deel", "lug")} == {
        "vex": 11,
        "deel": 30,
        "lug": 30,
    }
    assert [(effect.on, effect.name) for effect in state.effects.values()] == [
        ("deel", "cursed by the old well")
    ]
