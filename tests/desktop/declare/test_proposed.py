"""Who is selected and proposed in a turn: nobody who cannot be it, no friend where somebody else can."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.actions.fields import act_fields
from desktop.bridge import Bridge
from rulesets.campaign.things import Prepared
from rulesets.seen.proposed import attacker
from rulesets.seen.reacting import reacting_one
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from tests.hands.fields import write
from tests.hands.keys_and_mouse import Hands


def opened(hands: Hands, ruleset: str, people: tuple[dict[str, Any], ...], *commands: cmd.Command) -> None:
    """Open a fight of these people in the window, in which this has happened."""
    hands.window.services.encounters.new_from(Prepared("Ford", ruleset, {}, people))
    for command in commands:
        assert hands.window.services.bridge.dispatch(command) is not None, command
    hands.settle()


def named(hands: Hands, key: Qt.Key, box: str) -> str:
    """Return who is named in a box of the dialog that a key asks for, and leave it."""
    hands.key(key)
    dialog = hands.dialog()
    found = str(getattr(dialog, box).currentData())
    hands.leave()
    return found


def author(hands: Hands, who: str) -> str:
    """Return by whom damage to ``who`` is said to be."""
    window = hands.window
    window.table.pick(who)
    hands.key(Qt.Key.Key_H)
    found = str(hands.dialog().sheet.by.currentData())
    hands.leave()
    return found


GOBLINS = (
    {"id": "tib", "name": "Tib", "max_hp": 20, "dex": 12},
    {"id": "ann", "name": "Ann", "max_hp": 20, "dex": 12},
    *(
        {"id": f"g{n}", "name": f"Goblin {n}", "side": "foes", "kind": "npc", "group": "Goblins", "max_hp": 5}
        for n in (1, 2)
    ),
)


@pytest.mark.slow
def test_the_dead_of_a_group_are_neither_selected_nor_proposed(hands: Hands) -> None:
    """003-2: a group acts together; its turn means those of it who are alive."""
    window = hands.window
    opened(hands, "srd35", GOBLINS, cmd.Start(rolls={"tib": 20, "ann": 15, "Goblins": 10}))
    window.table.pick("g1")
    hands.key(Qt.Key.Key_H)
    write(hands, hands.dialog().sheet.inputs.amount, "20")
    hands.accept()
    assert window.services.bridge.state.combatants["g1"].out
    hands.primary()
    assert window.table.current() == "ann"
    hands.primary()
    assert window.services.bridge.state.walk.active == "Goblins"
    assert window.table.selected_ids() == ["g2"], "not the corpse"
    assert window.table.picked == ""
    assert named(hands, Qt.Key.Key_E, "who") == "tib", "the goblins act: somebody else reacts"
    assert author(hands, "tib") == "g2"
    assert author(hands, "g1") == "", "no goblin hurts goblins unless somebody says so"
    window.table.pick("g2")
    hands.key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert author(hands, "tib") == "", "nobody of them can have done it"


@pytest.mark.slow
def test_of_a_group_whoever_did_something_last_has_done_it(hands: Hands) -> None:
    """003-2: they act together, but each of them has its own actions, and its own name in the totals."""
    two = tuple({**one, "max_hp": 30} for one in GOBLINS)
    opened(hands, "srd35", two, cmd.Start(rolls={"Goblins": 20, "tib": 15, "ann": 10}))
    do = hands.window.services.bridge.dispatch
    assert author(hands, "tib") == "g1", "nobody of them has done anything"
    do(cmd.Act(who="g2", cost="standard"))
    assert author(hands, "tib") == "g2"
    do(cmd.RecordAttack(who="g1", target="tib"))
    assert author(hands, "tib") == "g1"
    do(cmd.RecordAttack(who="g2", target="ann"))
    assert (author(hands, "tib"), author(hands, "ann")) == ("g1", "g2"), "each its own target"
    for _ in range(3):
        do(cmd.EndTurn())
    assert author(hands, "tib") == "g1", "another turn"


@pytest.mark.slow
def test_whose_readied_action_was_set_off_has_done_it(hands: Hands) -> None:
    """000-37: the readied action comes into the turn of whoever set it off."""
    opened(
        hands,
        "saga-edition",
        (
            {"id": "hesk", "name": "Hesk", "max_hp": 30},
            {"id": "oorla", "name": "Oorla", "side": "foes", "kind": "npc", "max_hp": 30},
            {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
        ),
        cmd.Start(rolls={"hesk": 20, "oorla": 15, "thug": 10}),
        cmd.Ready(who="hesk", action="standard", trigger="she moves"),
        cmd.EndTurn(),
    )
    assert author(hands, "oorla") == ""
    hands.window.services.bridge.dispatch(cmd.Trigger(who="hesk", by="oorla"))
    assert author(hands, "oorla") == "hesk"
    assert author(hands, "hesk") == "oorla", "whoever acts"


@pytest.mark.slow
def test_who_announced_an_attack_on_somebody_is_proposed_before_friends(hands: Hands) -> None:
    """A002-6: everybody knows what was declared."""
    people = (
        {"id": "tessa", "name": "Tessa Vane", "dex": "3D", "melee_parry": "4D"},
        {"id": "bo", "name": "Bo", "dex": "3D"},
        *({"id": f"g{n}", "name": f"Guard {n}", "side": "foes", "kind": "npc", "dex": "3D"} for n in (1, 2)),
    )
    words = {"g1": "hide", "g2": "shoot Tessa", "tessa": "run", "bo": "help Tessa"}
    opened(
        hands,
        "moon-swing",
        people,
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(
            cmd.Declare(who=(who,), fields={"actions": 2, "first": words[who]})
            for who in ("g1", "g2", "tessa", "bo")
        ),
    )
    bridge = hands.window.services.bridge
    while bridge.state.walk.active != "tessa":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.window.table.pick("tessa")
    assert named(hands, Qt.Key.Key_E, "by") == "g2"


def test_nobody_is_said_to_have_attacked_who_has_not(hands: Hands) -> None:
    """In the own turn nobody has attacked yet; who announced to bite Bo has not shot at Tessa (A002-6)."""
    people = (
        {"id": "tessa", "name": "Tessa Vane", "dex": "3D", "dodge": "4D"},
        {"id": "bo", "name": "Bo Karr", "dex": "3D"},
        {"id": "jackal", "name": "Jackal", "side": "foes", "kind": "npc", "dex": "3D"},
    )
    words = {"jackal": "Bite Bo", "tessa": "run", "bo": "hide"}
    declared = (cmd.Declare(who=(who,), fields={"actions": 2, "first": words[who]}) for who in words)
    opened(hands, "moon-swing", people, cmd.Start(rolls={"party": 9, "foes": 5}), *declared)
    bridge = hands.window.services.bridge
    while bridge.state.walk.active != "tessa":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.window.table.pick("tessa")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert dialog.by.currentData() == ""
    assert dialog.reason.startswith(
        "“Dodge” answers an attack on Tessa Vane, and no attack of this turn fits."
    )
    assert not dialog.ok.isEnabled()
    hands.leave()
    while bridge.state.walk.active != "jackal":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    assert reacting_one(bridge.rules, bridge.state, "jackal", picked=False) == "bo"
    assert attacker(bridge.rules, bridge.state, "bo") == "jackal"
    assert attacker(bridge.rules, bridge.state, "tessa") == ""


@pytest.mark.slow
def test_who_cannot_react_is_told_so_before_anything_is_typed(hands: Hands) -> None:
    """E-S4-06: the dying do nothing but roll their save."""
    people = (
        {"id": "oorla", "name": "Oorla", "max_hp": 30},
        {"id": "thug", "name": "Thug", "side": "foes", "kind": "npc", "max_hp": 30},
    )
    opened(
        hands,
        "sagas-hub",
        people,
        cmd.Start(rolls={"oorla": 20, "thug": 10}),
        cmd.BeginEffect(on="oorla", name="dying", rounds=-1),
    )
    hands.window.table.pick("oorla")
    hands.key(Qt.Key.Key_E)
    dialog = hands.dialog()
    assert dialog.who.currentData() == "oorla", "the game master has picked her"
    assert "Dying" in dialog.reason
    assert not dialog.ok.isEnabled()


@pytest.mark.slow
def test_an_effect_comes_from_whoever_was_set_off_in_the_turn(hands: Hands) -> None:
    """000-37: a readied action is at work in the turn of another; panel and effect name the same one."""
    window = hands.window
    opened(
        hands,
        "srd35",
        GOBLINS,
        cmd.Start(rolls={"tib": 20, "ann": 15, "Goblins": 10}),
        cmd.Ready(who="tib", action="cast a spell", trigger="a goblin moves"),
        cmd.EndTurn(),
        cmd.EndTurn(),
    )
    window.table.pick("g1")
    hands.settle()
    assert "drag a readied row to the marked one" in window.status.texts[1]
    hands.take("tib")
    hands.carry("g1", 0.0)
    hands.drop()
    asked = hands.dialog()
    assert (asked.who.currentData(), asked.by.currentData()) == ("tib", "g1")
    hands.accept()
    assert window.services.bridge.state.combatants["tib"].readied is None
    window.table.pick("g2")
    hands.settle()
    assert named(hands, Qt.Key.Key_C, "by") == author(hands, "g2") == "tib"
    window.table.pick("tib")
    assert named(hands, Qt.Key.Key_C, "by") == "g1", "on whoever was set off: whoever acts"
    window.table.pick("ann")
    assert named(hands, Qt.Key.Key_C, "by") == "tib"
    window.services.bridge.dispatch(cmd.RecordAttack(who="tib", target="g1", kind="ranged", result="hit"))
    assert named(hands, Qt.Key.Key_C, "by") == "g1", "what was readied has been done: whoever acts"
    window.table.pick("g1")
    assert author(hands, "g1") == "tib", "whose attack it was"


WOLF = (
    {"id": "vex", "name": "Vex", "dex": "3D"},
    {"id": "whisper", "name": "Whisper", "per": "3D"},
    {"id": "pup", "name": "Whisper pup", "per": "3D+1"},
    {"id": "wolf", "name": "Wolf", "side": "foes", "kind": "npc", "dex": "4D", "brawling": "4D"},
)


def test_whom_an_announced_act_names_is_proposed_as_its_target(hands: Hands) -> None:
    """001-36: each says what it does, here whom it bites; the first of the others was proposed."""
    said = {"vex": "Move", "whisper": "Move", "pup": "Move", "wolf": "bite Whisper"}
    opened(
        hands,
        "moon-swing",
        WOLF,
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *(
            cmd.Declare(who=(who,), fields={"actions": 1, "first": said[who]})
            for who in ("wolf", "vex", "whisper", "pup")
        ),
    )
    bridge = hands.window.services.bridge
    assert bridge.state.walk.active == "wolf"
    assert named(hands, Qt.Key.Key_A, "target") == "whisper"
    hands.key(Qt.Key.Key_H)
    assert hands.dialog().sheet.likely_target() == "whisper", "damage too begins at whom it has declared"
    hands.leave()
    hands.choose("vex")
    assert named(hands, Qt.Key.Key_A, "target") == "vex", "whom the game master has picked"
    offered = {field.id: field for field in act_fields(bridge.scene, *brawl(bridge))}
    assert offered["skill"].suggested == "brawling", "A brawl is rolled with nothing else (001-56)"
    labels = [label for _, label in offered["skill"].choices]
    assert "Blaster" in labels
    assert "Attribute that Tactics is under" not in labels, "nobody acts with it (001-22)"


def brawl(bridge: Bridge) -> tuple[Combatant, cmd.Act]:
    """Return who brawls, and the act as it is offered."""
    return bridge.state.combatants["wolf"], cmd.Act(who="wolf", name="brawl")


def test_who_was_picked_and_stands_by_reacts(hands: Hands) -> None:
    """004-214: an attack on an ally prompts a reaction, too; the window asked who had been attacked."""
    people = (
        {"id": "ann", "name": "Ann"},
        {"id": "ben", "name": "Ben"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
    )
    start = cmd.Start(rolls={"orc": 20, "ann": 15, "ben": 10})
    shot = cmd.RecordAttack(who="orc", target="ann", kind="ranged", result="hit")
    opened(hands, "sagas-hub", people, start, shot)
    assert named(hands, Qt.Key.Key_E, "who") == "ann", "who was attacked, as long as nobody was picked"
    hands.choose("ben")
    assert named(hands, Qt.Key.Key_E, "who") == "ben"
