"""The line at the bottom paints no frames itself: there are none in the style that the program has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStatusBar
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.main.status import Hint, StatusLine
from rulesets.campaign.things import Prepared
from rulesets.table import commands as cmd
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from tests.hands.keys_and_mouse import Hands


class AsEver(StatusLine):
    """Lets Qt paint it."""

    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted = True
        QStatusBar.paintEvent(self, event)


def test_it_looks_as_if_qt_had_painted_it(qtbot: QtBot) -> None:
    pictures = []
    for kind in (StatusLine, AsEver):
        line = kind()
        qtbot.addWidget(line)
        line.resize(600, 30)
        line.show_hint("Space: next turn")
        line.show_offer("Other rules on disk")
        line.show()
        pictures.append(line.grab().toImage())
    assert line.painted
    assert pictures[0] == pictures[1]


def test_it_says_before_space_that_a_roll_is_still_open(hands: Hands) -> None:
    """Space goes on all the same: whether it waits is for the table to say (E-SRD-32: the dying roll)."""
    people = tuple(
        {"id": who, "name": who, "side": side, "hp": hp, "max_hp": 8}
        for who, side, hp in (("ada", "party", 8), ("bo", "party", -3), ("orc", "foes", 8))
    )
    services = hands.window.services
    services.encounters.new_from(Prepared("Pit", "srd35", {}, people))
    assert services.bridge.dispatch(cmd.Start(rolls={"ada": 20, "bo": 15, "orc": 3})) is not None
    hands.settle()
    assert "still open" not in hands.window.status.texts[1]
    assert services.bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    assert hands.window.status.texts[1].startswith("One roll is still open · Space: ")
    assert services.bridge.undo()
    hands.settle()
    assert "still open" not in hands.window.status.texts[1]


def fought(hands: Hands, ruleset: str, rolls: dict[str, int]) -> Bridge:
    people = tuple(
        {"id": who, "name": who.title(), "side": side}
        for who, side in (("ada", "party"), ("bo", "foes"), ("cy", "party"), ("dee", "foes"))
    )
    services = hands.window.services
    services.encounters.new_from(Prepared("Pit", ruleset, {}, people))
    assert services.bridge.dispatch(cmd.Start(rolls=rolls)) is not None
    hands.settle()
    return services.bridge


def test_it_says_before_space_that_whoever_waits_loses_the_turn(hands: Hands) -> None:
    """At the moment when one can still come in, and not before: at 0 what is waited with is lost (IP-21)."""
    bridge, status = fought(hands, "passes", {"ada": 24, "bo": 8, "cy": 6, "dee": 4}), hands.window.status
    assert bridge.dispatch(cmd.EndTurn()) is not None
    assert bridge.dispatch(cmd.Delay(who="bo")) is not None
    hands.settle()
    assert "loses the turn" not in status.texts[1], "Dee's turn is to come in this pass"
    assert bridge.dispatch(cmd.EndTurn()) is not None
    hands.settle()
    assert isinstance(bridge.preview(cmd.Resume(who="bo")), Outcome), "it can come in"
    assert "Bo still waits and loses the turn" in status.texts[1]
    assert bridge.undo()
    hands.settle()
    assert "loses the turn" not in status.texts[1]


def test_it_says_before_space_what_a_turn_costs_in_which_nothing_was_recorded(hands: Hands) -> None:
    """One shot (SHA-3), on the button, too; once something is done it has been paid for (SH-03)."""
    bridge, window = fought(hands, "shots", {"ada": 12, "bo": 9, "cy": 5, "dee": 4}), hands.window
    button = window.top_bar.primary
    wide = button.width()
    assert window.top_bar.says("primary") == "Next · 12 → 11"
    assert "nothing was recorded in this turn: acts again on 11" in window.status.texts[1]
    assert bridge.dispatch(cmd.Act(who="ada", name="attack")) is not None
    hands.settle()
    assert (window.top_bar.says("primary"), button.width()) == ("Next", wide)
    assert "nothing was recorded" not in window.status.texts[1]


def test_it_says_before_space_who_of_a_group_has_done_nothing_yet(hands: Hands) -> None:
    """003-2: a group acts together. The turn was ended over the second goblin without a word."""
    goblins = tuple(
        {"id": f"gob-{n}", "name": f"Goblin {n}", "side": "foes", "group": "goblins"} for n in (1, 2, 3)
    )
    services, status = hands.window.services, hands.window.status
    services.encounters.new_from(Prepared("Pit", "srd35", {}, ({"id": "ada", "name": "Ada"}, *goblins)))
    bridge = services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"goblins": 20, "ada": 4})) is not None
    hands.settle()
    assert "nothing is recorded" not in status.texts[1], "it may be played at the table alone"
    assert bridge.dispatch(cmd.RecordAttack(who="gob-1", target="ada", kind="melee", result="miss"))
    hands.settle()
    assert "nothing is recorded of Goblin 2, Goblin 3 in this turn" in status.texts[1]
    assert bridge.dispatch(cmd.Act(who="gob-3", cost="standard"))
    hands.settle()
    assert "nothing is recorded of Goblin 2 in this turn" in status.texts[1]
    assert bridge.dispatch(cmd.Defeat(who="gob-2"))
    hands.settle()
    assert "nothing is recorded" not in status.texts[1], "the dead do nothing"
    hands.primary()
    assert bridge.state.walk.active == "ada", "nobody is held up"


def test_it_says_before_space_what_was_declared_and_not_carried_out(hands: Hands) -> None:
    """E-KAI-09: a Charging Attack was paid for, and its turn passed by without a word."""
    services, status = hands.window.services, hands.window.status
    people = ({"id": "ada", "name": "Ada"}, {"id": "bo", "name": "Bo", "side": "foes"})
    services.encounters.new_from(Prepared("Pit", "kaiser", {}, people))
    bridge = services.bridge
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ada",), name="charging_attack"),
        cmd.Declare(who=("bo",), name="run"),
        cmd.Declare(who=("ada", "bo"), done=True),
        cmd.RollInitiative(rolls={"ada": 25, "bo": 20}),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    told = "Ada: Charging Attack was declared and not carried out"
    assert told in status.texts[1]
    for done in (
        cmd.Act(who="ada", name="attack"),
        cmd.RecordAttack(who="ada", target="bo", kind="melee", result="miss"),
    ):
        assert bridge.dispatch(done) is not None, bridge.preview(done)
        hands.settle()
        assert told not in status.texts[1]
        assert bridge.undo()
        hands.settle()
    assert told in status.texts[1]
    hands.primary()
    assert bridge.state.walk.active == "bo", "nobody is held up"
    assert "declared" not in status.texts[1], "Bo ran, and no action stands for that"


def test_what_was_carried_out_is_offered_no_more_beside_whoever_it_was_aimed_at(hands: Hands) -> None:
    """E-KAI-14: the attack was made and had missed; the panel still said that damage carries it out."""
    services = hands.window.services
    people = ({"id": "ada", "name": "Ada"}, {"id": "bo", "name": "Bo", "side": "foes"})
    services.encounters.new_from(Prepared("Pit", "kaiser", {}, people))
    bridge, sheet = services.bridge, hands.window.inspector.sheet
    for command in (
        cmd.Start(),
        cmd.Declare(who=("bo",), name="attack"),
        cmd.Declare(who=("ada", "bo"), done=True),
        cmd.RollInitiative(rolls={"ada": 15, "bo": 20}),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.window.table.select("ada")
    hands.settle()
    assert [sheet.carries.itemText(at) for at in range(sheet.carries.count())] == [
        "Attack",
        "nothing declared",
    ]
    attack = cmd.RecordAttack(who="bo", target="ada", kind="melee", result="miss")
    assert bridge.dispatch_all([cmd.Act(who="bo", name="attack", target="ada"), attack])
    hands.settle()
    assert sheet.by.currentText() == "Bo"
    assert sheet.carries.count() == 0
    assert not sheet.carries.isVisible()


def test_damage_by_hand_carries_out_what_was_declared(hands: Hands) -> None:
    """E-KAI-10: magic is declared and paid for once; it was still to do after H had told its damage."""
    services, status = hands.window.services, hands.window.status
    people = [{"id": who, "name": who.title(), "side": who} for who in ("ada", "bo", "cy")]
    services.encounters.new_from(Prepared("Pit", "kaiser", {}, tuple(people)))
    bridge = services.bridge
    for command in (
        cmd.Start(),
        cmd.Declare(who=("ada",), name="attack"),
        cmd.Declare(who=("ada",), name="magic"),
        cmd.Declare(who=("ada", "bo", "cy"), done=True),
        cmd.RollInitiative(rolls={"ada": 25, "bo": 20, "cy": 30}),
        cmd.Delay(who="cy"),
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.choose("bo")
    hands.key(Qt.Key.Key_H)
    sheet = hands.dialog().sheet
    assert [sheet.carries.itemText(at) for at in range(3)] == ["Attack", "Magic", "nothing declared"]
    assert sheet.carries.currentText() == "Magic", "an attack has a dialog of its own"
    hands.type(sheet.inputs.amount, "4")
    hands.click(sheet.apply_button)
    assert bridge.state.combatants["bo"].stats["hp"] == 6
    assert [type(one.command) for one in bridge.log[-2:]] == [cmd.Act, cmd.Apply]
    assert "Magic was declared" not in status.texts[1]
    assert "Ada: Attack was declared and not carried out" in status.texts[1]
    refused = bridge.preview(cmd.Resume(who="cy"))
    assert isinstance(refused, Refusal)
    assert refused.code == "turn-under-way", "Cy waited, and comes in behind what has happened"
    bridge.undo()
    hands.settle()
    assert "Magic was declared" in status.texts[1], "both are one step"


def test_a_part_without_room_is_left_out_whole(qtbot) -> None:
    """At 1024x640 the line was cut within a word: the key that works stays, the tool tip has all of it."""
    line = Hint()
    qtbot.addWidget(line)
    line.resize(line.fontMetrics().horizontalAdvance("Space: next turn · F1 all keys · …") + 4, 20)
    line.setText("Space: next turn · drag the marked row down: delay · F1 all keys")
    assert line.shown() == "Space: next turn · F1 all keys · …"
    assert line.toolTip() == line.text()
    line.setText("Space: next turn")
    assert (line.shown(), line.toolTip()) == ("Space: next turn", "")


def test_parts_that_are_lost_with_the_turn_are_said_before_and_after_it(hands: Hands) -> None:
    """E-SW-11, an evening: a part of Second wind was paid, the next turn passed, a grey line told it."""
    window = hands.window
    people = (
        {"id": "ada", "name": "Ada", "hp": 5, "max_hp": 30, "heroic": True},
        {"id": "rook", "name": "Rook", "side": "foes"},
    )
    window.services.encounters.new_from(Prepared("Bar", "saga-edition", {}, people))
    bridge, told = window.services.bridge, "Ada: what was paid for “Second wind” is lost with this turn"
    for command in (cmd.Start(rolls={"ada": 20, "rook": 5}), cmd.Act(who="ada", name="second_wind")):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    hands.settle()
    assert told not in window.status.texts[1], "the next round is soon enough"
    for _ in range(2):
        hands.primary()
    assert told in window.status.texts[1]
    hands.primary()
    message = window.messages
    assert message.text == "Ada was interrupted: what was paid for “Second wind” is lost"
    assert (message.tone, message.action.text()) == ("warning", "Undo")
    hands.click(message.action)
    assert bridge.state.combatants["ada"].parts
    assert bridge.dispatch(cmd.Act(who="ada", name="second_wind")) is not None
    hands.settle()
    assert told not in window.status.texts[1]
