"""Places and turns in the window: who has missed a turn, and whom a turn can still be put behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from rulesets.table import commands as cmd
from tests.desktop.stories.telling import open_story
from tests.hands.keys_and_mouse import Hands
from tests.hands.scenario import ByHand
from tests.sampling import mostly_slow

PEOPLE = [{"id": who, "name": who, "side": "foes" if who == "C" else "party"} for who in "ABC"]
COUNTED = {"A": 20, "B": 15, "C": 10}
TOO_LATE = "no turn this time: it has joined too late, and acts from the next round on"


def begin(hands: Hands, ruleset: str, path: Path) -> ByHand:
    """Three on the table by a ruleset whose counts are rolled once; A is active."""
    services = hands.window.services
    open_story(services.encounters, ruleset, {"title": "Three", "combatants": PEOPLE}, path)
    services.bridge.dispatch(cmd.Start(rolls=COUNTED))
    hands.settle()
    return ByHand(hands)


def head_words(hands: Hands, who: str) -> str:
    hands.choose(who)
    return hands.window.inspector.head.words()[2]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", mostly_slow(["saga-edition", "srd35", "sagas-hub"], "srd35"))
def test_with_a_lower_count_the_active_one_can_still_go_behind_who_has_to_act(
    hands: Hands, tmp_path: Path, ruleset: str
) -> None:
    """E-SRD-06: what counts is who has still to act, not which count is the lower one now."""
    player = begin(hands, ruleset, tmp_path / "three.turnwright")
    player.play({"do": "set", "who": "A", "initiative": 12})
    bridge, table = hands.window.services.bridge, hands.window.table
    assert bridge.state.orders["initiative"].slots == ("B", "A", "C")
    assert bridge.state.walk.active == "A"
    hands.drag("A", "C")
    assert table.drag.indicator.text == "Delay A to count 9, acts after C"
    hands.drop()
    assert bridge.log[-1].command == cmd.Delay(who="A", after="C")
    for turn in ("B", "C", "A"):
        assert bridge.state.walk.active == turn
        hands.key(Qt.Key.Key_Space)
    assert [taken.slot for taken in bridge.state.acted[1]] == ["B", "C", "A"]


@pytest.mark.slow
def test_below_everybody_the_active_one_can_be_dragged_up_behind_who_has_to_act(
    hands: Hands, tmp_path: Path
) -> None:
    """E-SRD-06 and 9: whoever stands above has still to act, so nobody's turn has passed."""
    player = begin(hands, "srd35", tmp_path / "three.turnwright")
    player.play({"do": "set", "who": "A", "initiative": 5})
    bridge, table = hands.window.services.bridge, hands.window.table
    hands.drag("A", "B")
    assert table.drag.indicator.text == "Delay A to count 14, acts after B"
    hands.drop()
    assert bridge.state.walk.active == "B"
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "A"
    hands.key(Qt.Key.Key_Space)
    assert bridge.state.walk.active == "C"


@pytest.mark.slow
def test_who_has_missed_a_turn_is_told_apart_from_who_has_had_it(hands: Hands, tmp_path: Path) -> None:
    """003-16: a joiner whose place has come by acts from the next round on, and row and inspector say so."""
    player = begin(hands, "srd35", tmp_path / "three.turnwright")
    player.play({"do": "end-turn"})
    player.play({"do": "add", "combatant": {"id": "late", "name": "Late"}, "roll": 18})
    player.play({"do": "add", "combatant": {"id": "soon", "name": "Soon"}, "roll": 12})
    bar = hands.window.top_bar
    assert "Turns · 2 of 4" in bar.stepper.accessibleName()
    assert head_words(hands, "late") == TOO_LATE
    assert head_words(hands, "soon") == ""
    player.play({"do": "advance", "to": "late", "round": 2})
    assert head_words(hands, "late") == "acts now"
    assert "Turns · 2 of 5" in bar.stepper.accessibleName()


@pytest.mark.slow
def test_who_joins_after_the_roll_of_the_round_has_no_turn_in_it(hands: Hands, tmp_path: Path) -> None:
    """A002-10: after the intentions a joiner waits for the next ones; its row must not promise a turn."""
    player = begin(hands, "kaiser", tmp_path / "three.turnwright")
    player.play({"do": "declare", "who": list("ABC"), "done": True})
    player.play({"do": "initiative", "rolls": COUNTED})
    player.play({"do": "add", "combatant": {"id": "late", "name": "Late"}})
    row = hands.window.table.initiative.rows[-1]
    assert (row.id, row.missed) == ("late", True)
    assert head_words(hands, "late") == TOO_LATE
    for _ in "ABC":
        player.play({"do": "end-turn"})
    player.play({"do": "next-phase"})
    player.play({"do": "next-phase"})
    assert not hands.window.table.initiative.rows[-1].missed


@pytest.mark.slow
def test_who_has_to_act_can_give_its_turn_up_and_the_window_says_how(hands: Hands, tmp_path: Path) -> None:
    """002-26: only the waiting are left, so the one with the lowest roll has to act now, or gives up."""
    player = begin(hands, "kaiser", tmp_path / "three.turnwright")
    player.play({"do": "declare", "who": list("ABC"), "done": True})
    player.play({"do": "initiative", "rolls": COUNTED})
    player.play({"do": "end-turn"})
    player.play({"do": "delay", "who": "B"})
    player.play({"do": "end-turn"})
    window = hands.window
    assert window.top_bar.primary.text().startswith("B acts")
    assert window.actions_.by_id["give-up"].text().replace("&", "") in window.status.texts[1]
    hands.menu("give-up")
    assert window.services.bridge.state.put_off == {}
    assert window.top_bar.primary.text().startswith("Next phase: End")
    assert "without acting" not in window.status.texts[1]


@pytest.mark.slow
def test_who_joins_when_its_side_has_declared_is_not_said_to_be_next(hands: Hands, tmp_path: Path) -> None:
    """contract/moon-swing.md 12: the board names and counts only those who declare in this round."""
    services = hands.window.services
    people = [
        {"id": "slow", "name": "Slow", "per": "2D"},
        {"id": "quick", "name": "Quick", "per": "3D"},
        {"id": "foe", "name": "Foe", "side": "foes", "per": "3D"},
    ]
    path = tmp_path / "three.turnwright"
    open_story(services.encounters, "moon-swing", {"title": "Three", "combatants": people}, path)
    services.bridge.dispatch(cmd.Start(rolls={"party": 5, "foes": 9}))
    hands.settle()
    player = ByHand(hands)
    player.play({"do": "declare", "who": "slow", "actions": 1, "first": "fire"})
    board = hands.window.board
    assert board.words[1] == "1 of 3 have declared · then Foe"
    player.play({"do": "add", "combatant": {"id": "late", "name": "Late", "per": "1D"}})
    assert board.words[1] == "1 of 3 have declared · then Foe"
    for who in ("quick", "foe"):
        player.play({"do": "declare", "who": who, "actions": 1, "first": "fire"})
    rows = {row.id: row for row in hands.window.table.initiative.rows}
    assert [chip.text for chip in rows["late"].chips] == ["declares next round"], "it was not asked"
    assert "declares next round" not in [chip.text for chip in rows["quick"].chips]
