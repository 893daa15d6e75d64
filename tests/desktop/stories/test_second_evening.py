"""From week to week: the first evening from nothing, the second with the same party, by keys and clicks."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.carry_dialog import CarryDialog
from desktop.damage.dialog import DamageDialog
from desktop.main.campaign_dialogs import KeepPreparedDialog
from desktop.main.new_encounter_dialog import NewEncounterDialog
from desktop.process.in_front import dialog_in_front
from desktop.rolls.start_dialog import StartDialog
from rulesets.campaign.things import Member, Party, Prepared
from rulesets.formula.dice import RandomDice
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

MOST = 12
"""Keys from the start of the program to the first turn, dice not counted (targets)."""
MOST_AT_FIRST = 45
"""The same from nothing: three heroes and three wolves, with a name and a ruleset."""
MOST_CLICKS = 7
"""The second time by the mouse alone: entry, menu, submenu, party, start, and who goes first."""
SEED = 4
"""Of dice with which initiative ties in one ruleset: who goes first is a question of its own, and counts."""
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
Asked = TypeVar("Asked", bound=QDialog)
HEROES = tuple(
    Member({"id": name.lower(), "name": name, "side": "heroes", "max_hp": 30})
    for name in ("Vex", "Deel", "Lug")
)
FOES = tuple(
    {"id": f"wolf-{number}", "name": f"Wolf {number}", "side": "foes", "kind": "npc", "max_hp": "2d8+4"}
    for number in (1, 2, 3)
)


class Fingers:
    """Press keys where the keyboard's focus is, and nowhere else, and count them; clicks count, too."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.count = 0

    @property
    def _focus(self) -> QWidget:
        """What has the keyboard: of a dialog that is in front, or of the window."""
        self.hands.settle()
        front = dialog_in_front(self.hands.window)
        palette = self.hands.window.palette_.view
        top: QWidget = front or (palette if palette.isVisible() else self.hands.window)
        if not top.isActiveWindow():
            top.activateWindow()  # as every window manager does
            self.hands.until(top.isActiveWindow, "the keyboard")
        return top.focusWidget() or top

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self._focus, key, modifiers)
        self.hands.settle()
        self.count += 1

    def write(self, text: str) -> None:
        QTest.keyClicks(self._focus, text)
        self.hands.settle()
        self.count += len(text)

    def click(self, widget: QWidget) -> None:
        self.hands.click(widget)
        self.count += 1

    def asked(self, kind: type[Asked]) -> Asked:
        """The dialog of this kind, which must be in front."""
        self.hands.until(lambda: isinstance(dialog_in_front(self.hands.window), kind), kind.__name__)
        found = dialog_in_front(self.hands.window)
        assert isinstance(found, kind)
        return found

    def start(self) -> None:
        """Begin the fight: what is rolled is left to the program; who goes first of two is the GM's word."""
        bridge = self.hands.window.services.bridge
        bridge.session.dice = RandomDice(SEED)
        self.press(Qt.Key.Key_Space)
        self.asked(StartDialog)
        self.press(Qt.Key.Key_Return, CONTROL)
        if isinstance(tied := dialog_in_front(self.hands.window), StartDialog):
            assert tied.ties.picks
            self.press(Qt.Key.Key_Return)
        self.hands.until(lambda: bridge.state.clock.status == RUNNING, "the fight to begin")
        assert bridge.state.walk.active


def first_fight(hands: Hands, fingers: Fingers, ruleset: str, letters: str) -> None:
    """From nothing to the first turn: three heroes, three wolves, the wolves kept as prepared."""
    window, services = hands.window, hands.window.services
    bridge, campaign = services.bridge, services.campaigns
    window.start_page.first.setFocus()
    fingers.press(Qt.Key.Key_N, CONTROL)
    new = fingers.asked(NewEncounterDialog)
    fingers.write("Ford")
    fingers.press(Qt.Key.Key_Tab)
    fingers.write(letters)
    assert new.chosen().ruleset == ruleset
    fingers.press(Qt.Key.Key_Return)
    hands.until(lambda: bridge.is_open, "the encounter")
    fingers.press(Qt.Key.Key_N)
    adding = fingers.asked(AddCombatantsDialog)
    fingers.write("Vex; Deel; Lug")
    fingers.press(Qt.Key.Key_L, Qt.KeyboardModifier.AltModifier)
    fingers.write("Wolf x3")
    assert adding.reason.startswith("6 come in: Vex, Deel, Lug (party); Wolf 1, Wolf 2, Wolf 3 (")
    fingers.press(Qt.Key.Key_Return)
    assert len(bridge.state.combatants) == 6
    before, fingers.count = fingers.count, 0
    fingers.press(Qt.Key.Key_S, CONTROL | Qt.KeyboardModifier.AltModifier)
    keep = fingers.asked(KeepPreparedDialog)
    fingers.click(keep.without_players)
    fingers.press(Qt.Key.Key_Return)
    assert [one.name for one in campaign.current.encounters()] == ["Ford"]
    fingers.count = before
    fingers.start()
    assert fingers.count <= MOST_AT_FIRST, "the first time, from nothing"


def carried_over(hands: Hands, fingers: Fingers) -> int:
    """Vex is hurt, the fight ends, and that is carried over; returns its hit points before."""
    window, bridge, campaign = hands.window, hands.window.services.bridge, hands.window.services.campaigns
    hands.choose("vex")
    full = bridge.state.combatants["vex"].stats.get("hp", bridge.value("vex", "hp"))
    fingers.press(Qt.Key.Key_H)
    fingers.asked(DamageDialog)
    fingers.write("3")
    fingers.press(Qt.Key.Key_Return)
    hands.until(lambda: bridge.value("vex", "hp") == full - 3, "a wound")
    window.do("end-encounter")
    hands.leave()
    fingers.count = 0
    fingers.press(Qt.Key.Key_K, BOTH)
    carry = fingers.asked(CarryDialog)
    (row,) = (carry.model.cell(entry, 0) for entry in carry.model.entries())
    assert row == "Vex", "line by line: the only one who is not as entered"
    fingers.press(Qt.Key.Key_Return)
    hands.until(lambda: bool(campaign.current.parties()), "the party")
    assert fingers.count == 2
    window.do("close")
    return int(full)


@pytest.mark.parametrize(
    ("ruleset", "letters"),
    [
        ("dnd5e", "Fif"),
        ("saga-edition", "Saga"),
        pytest.param("srd35", "d20", marks=pytest.mark.slow),
        pytest.param("pf2e", "Thr", marks=pytest.mark.slow),
    ],
)
def test_two_evenings_with_the_same_party(hands: Hands, ruleset: str, letters: str) -> None:
    """Thursday: a fight from nothing, kept, played, carried over. Friday: the same group once more.

    At most twelve keys from the start page to the first turn; who was hurt is.
    """
    fingers = Fingers(hands)
    window, bridge = hands.window, hands.window.services.bridge
    first_fight(hands, fingers, ruleset, letters)
    full = carried_over(hands, fingers)

    fingers.count = 0
    assert window.focusWidget() is window.start_page.first, "Return goes on with what was played last"
    fingers.press(Qt.Key.Key_K, CONTROL)
    fingers.write("ford")
    fingers.press(Qt.Key.Key_Return)
    hands.until(lambda: bridge.is_open and len(bridge.state.combatants) == 3, "the wolves")
    fingers.press(Qt.Key.Key_N)
    fingers.asked(AddCombatantsDialog)
    fingers.write("@")
    fingers.press(Qt.Key.Key_Return)
    assert list(bridge.state.combatants)[3:] == ["vex", "deel", "lug"]
    assert bridge.value("vex", "hp") == full - 3, "the next fight begins there"
    fingers.start()
    assert fingers.count <= MOST, "the second time"


@pytest.mark.parametrize("ruleset", ["saga-edition", pytest.param("dnd5e", marks=pytest.mark.slow)])
def test_the_second_time_by_the_mouse(hands: Hands, ruleset: str) -> None:
    """Entry of the start page, party in the menu, the large button, Start: nothing needs the keyboard."""
    window, services, fingers = hands.window, hands.window.services, Fingers(hands)
    services.campaigns.write(Party(name="Heroes", ruleset=ruleset, members=HEROES))
    services.campaigns.write(Prepared(name="Wolves at dusk", ruleset=ruleset, combatants=FOES))
    window.start_page.first.setFocus()
    (entry,) = (one for one in window.start_page.campaign.entries.choices if one.text() == "Wolves at dusk")
    assert window.start_page.first is entry, "what is prepared comes before what only comes along"
    fingers.click(entry)
    hands.until(lambda: services.bridge.is_open, "the wolves")
    window.actions_.menus["campaign"].aboutToShow.emit()
    (party,) = window.actions_.menus["parties"].actions()
    party.trigger()
    fingers.count += 3  # the menu of the campaign, the parties, this one
    hands.settle()
    services.bridge.session.dice = RandomDice(SEED)
    fingers.click(window.top_bar.primary)
    fingers.click(fingers.asked(StartDialog).ok)
    if isinstance(tied := dialog_in_front(window), StartDialog):
        fingers.click(tied.ok)
    hands.until(lambda: services.bridge.state.clock.status == RUNNING, "the fight to begin")
    assert fingers.count <= MOST_CLICKS


@pytest.mark.parametrize("ruleset", ["saga-edition", "dnd5e"])
def test_heroes_who_were_kept_with_an_encounter_stand_as_their_party_does(hands: Hands, ruleset: str) -> None:
    """The encounter has them as they were then; the party knows what has happened since."""
    window, services = hands.window, hands.window.services
    bridge = services.bridge
    heroes = tuple({**one.given, "side": "guests"} for one in HEROES)
    services.campaigns.write(Prepared(name="Dusk", ruleset=ruleset, combatants=(*FOES, *heroes)))
    services.campaigns.write(Party(name="Heroes", ruleset=ruleset, members=HEROES))
    window.do("prepared:Dusk")
    assert window.messages.text == "", "as entered: nothing to be said"
    for order in (
        cmd.Start(),
        cmd.SetNumbers(who="vex", stats={"hp": 11}),
        cmd.BeginEffect(on="deel", name="cursed by the old well"),
        cmd.EndEncounter(),
    ):
        assert bridge.dispatch(order) is not None
    hands.settle()
    hands.key(Qt.Key.Key_K, BOTH)
    hands.accept()
    hands.until(lambda: bool(services.campaigns.current.parties()[0].members[0].carried), "the file")
    window.do("prepared:Dusk")
    state = bridge.state
    assert window.messages.text == "As they stand since the last fight: Vex, Deel."
    assert {who: state.combatants[who].stats["hp"] for who in ("vex", "deel", "lug")} == {
        "vex": 11,
        "deel": 30,
        "lug": 30,
    }
    assert [(effect.on, effect.name) for effect in state.effects.values()] == [
        ("deel", "cursed by the old well")
    ]
    assert {state.combatants[who].side for who in ("vex", "deel", "lug")} == {"guests"}, "the encounter's own"
