"""Attacks that are reactions or were readied, and whose attack is next of a group that acts together."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.attack.dialog import AttackDialog
from desktop.declare.react_dialog import ReactDialog
from desktop.declare.trigger_dialog import TriggerDialog
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

BOW = "Shortbow +3 ranged (1d6)"
BOTH = f"{BOW} or longsword +6 melee (1d8+4)"


def opened(hands: Hands, ruleset: str, *commands: cmd.Command, ann: str = "", **more: Any) -> None:
    """Ann has had her turn, in which this has happened; then three goblins share one."""
    goblins = {"side": "foes", "kind": "npc", "group": "Goblins", "max_hp": 9, "notes": BOW}
    people = (
        {"id": "ann", "name": "Ann", "notes": ann, "max_hp": 30, **more},
        *({"id": f"g{n}", "name": f"Goblin {n}", **goblins} for n in (1, 2, 3)),
    )
    hands.window.services.encounters.new_from(Prepared("Ford", ruleset, {}, people))
    begin = cmd.Start(rolls={"ann": 25, "Goblins": 20})
    bridge = hands.window.services.bridge
    for command in (begin, *commands):
        assert bridge.dispatch(command) is not None, command
    if bridge.state.walk.active == "ann":  # to ready something may have ended her turn
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()


def attack(hands: Hands) -> AttackDialog:
    found = hands.dialog()
    assert isinstance(found, AttackDialog)
    return found


def shoot(hands: Hands) -> str:
    """Record an attack that misses as it is proposed; return who makes it."""
    hands.key(Qt.Key.Key_A)
    shown = attack(hands)
    who = str(shown.who.currentData())
    put(hands, shown.came, "miss")
    hands.accept()
    return who


@pytest.mark.parametrize(
    ("ruleset", "reaction"),
    [
        ("srd35", "attack_of_opportunity"),
        ("saga-edition", "attack_of_opportunity"),
        ("dnd5e", "opportunity_attack"),
        ("pf2e", "reactive_strike"),
    ],
)
@pytest.mark.parametrize("key", [Qt.Key.Key_A, Qt.Key.Key_E])
@pytest.mark.parametrize("notes", ["", BOTH, BOW])
def test_who_strikes_back_does_so_in_melee(
    hands: Hands, ruleset: str, reaction: str, key: Qt.Key, notes: str
) -> None:
    """E-SRD-05, R5E-29: a melee attack. It was a shot, since the goblin had shot and the bow stood first."""
    opened(hands, ruleset, ann=notes, feats=("reactive_strike",), aware=True)
    assert shoot(hands) == "g1"
    hands.choose("ann")
    hands.key(key)
    if key == Qt.Key.Key_E:
        put(hands, hands.dialog().name, reaction)
        hands.key(Qt.Key.Key_Return, on=hands.dialog())
    else:
        put(hands, attack(hands).who, "ann")
    shown = attack(hands)
    assert shown.windowTitle() == "Attack: Ann → Goblin 1"
    assert shown.kind.currentData() == "melee"
    assert shown.using.currentData() == ("longsword" if notes == BOTH else "")
    assert ("is made in melee, and no such attack of Ann is known" in shown.about.text()) is (notes == BOW)
    hands.leave()


@pytest.mark.parametrize(
    ("ruleset", "action"),
    [
        ("srd35", "attack_ranged"),
        ("saga-edition", "Shortbow"),
        ("saga-edition", "Shoot"),
        ("dnd5e", "attack"),
        ("pf2e", "strike"),
    ],
)
def test_an_attack_that_was_readied_is_rolled_when_it_goes_off(
    hands: Hands, ruleset: str, action: str
) -> None:
    """E-SRD-11, PF-30, R5E-27: what was readied happens, and is paid by having been readied."""
    opened(hands, ruleset, cmd.Ready(who="ann", action=action, trigger="they come"), ann=BOTH)
    bridge = hands.window.services.bridge
    hands.choose("ann")
    hands.key(Qt.Key.Key_T)
    assert isinstance(hands.dialog(), TriggerDialog)
    hands.key(Qt.Key.Key_Return, on=hands.dialog())
    shown = attack(hands)
    assert shown.windowTitle() == "Attack: Ann → Goblin 1"
    assert shown.spends.currentData() == ""
    assert shown.spends.currentText().startswith("nothing more: ")
    if ruleset == "srd35" or action == "Shoot":
        assert (shown.using.currentData(), shown.kind.currentData()) == ("Shortbow", "ranged")
    hands.leave()
    assert bridge.state.combatants["ann"].readied is None


def test_reacting_proposes_what_was_readied_and_resuming_says_its_key(hands: Hands) -> None:
    """PF-30..33: it is taken as the reaction that *Aid* would have spent; Ctrl+R said that nobody waits."""
    opened(hands, "pf2e", cmd.Ready(who="ann", action="strike", trigger="they come"), ann=BOTH)
    bridge, bar = hands.window.services.bridge, hands.window.messages
    hands.choose("ann")
    hands.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier, on=hands.window)
    assert "“Trigger…” (T) carries out what was readied." in bar.text
    hands.key(Qt.Key.Key_E)
    shown = hands.dialog()
    assert isinstance(shown, ReactDialog)
    assert shown.name.currentText() == "Readied: Strike, when they come"
    assert shown.cause.currentData() == "g1", "whose turn it is"
    assert shown.form.isRowVisible(shown.cause)
    shown.name.setCurrentIndex(shown.name.findData("aid"))
    assert not shown.form.isRowVisible(shown.cause)
    shown.name.setCurrentIndex(0)
    hands.key(Qt.Key.Key_Return, on=shown)
    assert attack(hands).windowTitle() == "Attack: Ann → Goblin 1"
    assert bridge.log[-1].command == cmd.Trigger(who="ann", by="g1")
    hands.leave()


def test_reacting_begins_with_who_has_readied(hands: Hands) -> None:
    """E in the turn of a foe opened for the one who acts, or for somebody who had nothing readied."""
    opened(hands, "pf2e", cmd.Ready(who="ann", action="strike", trigger="they come"), ann=BOTH)
    hands.choose("g1")
    hands.key(Qt.Key.Key_E)
    shown = hands.dialog()
    assert shown.who.currentData() == "ann"
    assert shown.name.currentText() == "Readied: Strike, when they come"
    hands.leave()


def test_what_was_readied_and_is_no_attack_opens_none(hands: Hands) -> None:
    opened(hands, "srd35", cmd.Ready(who="ann", action="move", trigger="they come"), ann=BOTH)
    hands.choose("ann")
    hands.key(Qt.Key.Key_T)
    hands.accept()
    hands.no_dialog()
    assert hands.window.services.bridge.state.combatants["ann"].readied is None


def test_of_a_group_whoever_has_not_attacked_yet_is_next(hands: Hands) -> None:
    """003-2: they share the turn, and each has an attack; whoever was gone to is meant all the same."""
    opened(hands, "srd35")
    assert [shoot(hands) for _ in range(2)] == ["g1", "g2"]
    hands.choose("g2")
    hands.key(Qt.Key.Key_A)
    assert attack(hands).who.currentData() == "g2"
    hands.leave()
    assert shoot(hands) == "g2"
    assert shoot(hands) == "g3"


def test_who_has_attacks_left_of_an_action_goes_on_with_them(hands: Hands) -> None:
    """R5E-18: the extra attack is of the action that was taken."""
    extra = (cmd.SetNumbers(who=f"g{n}", stats={"extra_attacks": 1}) for n in (1, 2))
    opened(hands, "dnd5e", *extra)
    assert [shoot(hands) for _ in range(4)] == ["g1", "g1", "g2", "g2"]


def test_a_legendary_action_goes_before_the_reaction(hands: Hands) -> None:
    """R5E-69: it is what a creature takes in the turns of others; the reaction stays for what it answers."""
    opened(hands, "dnd5e", ann=BOTH, legendary_actions=3)
    bridge = hands.window.services.bridge

    def strikes() -> AttackDialog:
        hands.choose("ann")
        hands.key(Qt.Key.Key_A)
        put(hands, attack(hands).who, "ann")
        return attack(hands)

    assert strikes().spends.currentData() == "action:legendary_attack"
    put(hands, attack(hands).came, "miss")
    hands.accept()
    assert bridge.state.combatants["ann"].pools | {"legendary": 2, "reaction": 1} == (
        bridge.state.combatants["ann"].pools
    )
    assert strikes().spends.currentData() == "reaction:opportunity_attack", "once in each turn of another"
    hands.leave()
    assert bridge.undo() is not None
    assert bridge.dispatch(cmd.Act(who="ann", cost="legendary", points=2)) is not None
    shown = strikes()
    assert (shown.spends.currentData(), shown.spends.currentText()) == (
        "",
        "nothing more: Legendary action is paid",
    )
    hands.leave()


def test_what_an_attack_out_of_turn_spends_is_no_habit_of_the_own_turn(hands: Hands) -> None:
    """R5E-08, R5E-10: a turn holds its own action, whatever was spent on an attack in another one's."""
    opened(hands, "dnd5e", ann=BOTH)
    hands.choose("ann")
    hands.key(Qt.Key.Key_A)
    put(hands, attack(hands).who, "ann")
    assert attack(hands).spends.currentData() == "reaction:opportunity_attack"
    put(hands, attack(hands).spends, "")
    put(hands, attack(hands).came, "miss")
    hands.accept()
    bridge = hands.window.services.bridge
    while bridge.state.walk.active != "ann":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    hands.key(Qt.Key.Key_A)
    shown = attack(hands)
    assert (shown.who.currentData(), shown.spends.currentData()) == ("ann", "action:attack")
    hands.leave()
