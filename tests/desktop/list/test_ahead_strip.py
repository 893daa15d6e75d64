"""A line over the list says whose turns are to come where counts move."""

from __future__ import annotations

import pytest

from desktop.list.delegates.look import look_of
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands

PEOPLE = (
    cmd.Add(combatant={"id": "ada", "name": "Ada"}),
    cmd.Add(combatant={"id": "bo", "name": "Bo", "side": "foes"}),
)


def begun(hands: Hands, ruleset: str, **rolls: int) -> Hands:
    commands = (*PEOPLE, cmd.Start(rolls=rolls))
    hands.window.services.encounters.new("Evening", ruleset, commands=commands)
    hands.settle()
    return hands


@pytest.mark.slow
def test_it_tells_the_passes_to_come(hands: Hands) -> None:
    """IP-03, IP-04, and IP-10: an interrupt changes it at once."""
    strip = begun(hands, "passes", ada=24, bo=13).window.ahead
    assert strip.isVisible()
    assert strip.text == "Pass 1: Bo 13   ›   Pass 2: Ada 14, Bo 3   ›   Pass 3: Ada 4"
    assert strip.accessibleName() == strip.text
    hands.window.services.bridge.dispatch(cmd.React(who="bo", name="dodge"))
    assert strip.text == "Pass 1: Bo 8   ›   Pass 2: Ada 14   ›   Pass 3: Ada 4"


@pytest.mark.slow
def test_it_tells_the_shots_to_come(hands: Hands) -> None:
    """SH-02: and when nobody has one left."""
    strip = begun(hands, "shots", ada=3, bo=2).window.ahead
    assert strip.text == "2 Bo"
    bridge = hands.window.services.bridge
    bridge.dispatch(cmd.Act(who="ada", name="attack"))
    bridge.dispatch(cmd.EndTurn())
    assert strip.text == "No further turn this round"


@pytest.mark.slow
def test_a_pass_that_is_over_has_nothing_left_and_a_spent_score_is_said_in_words(hands: Hands) -> None:
    """IP-03, IP-04: one turn in each pass; who is not above 0 has none in this round, by however much."""
    window = begun(hands, "passes", ada=24, bo=3).window
    bridge, table = window.services.bridge, window.table.initiative

    def shown(who: str) -> tuple[str, list[int | None], list[str]]:
        row = table.value_at(table.row_of(who))
        return row.count, [token.left for token in row.tokens], [chip.text for chip in row.chips]

    bridge.dispatch(cmd.Act(who="ada", name="call"))
    assert shown("ada") == ("24", [2, 0], ["acts now"])
    bridge.dispatch(cmd.EndTurn())
    assert shown("ada") == ("24", [0, 0], ["acted"]), "what the next pass brings is not there yet"
    assert shown("bo") == ("3", [2, 1], ["acts now"])
    bridge.dispatch(cmd.EndTurn())
    assert shown("ada") == ("14", [2, 1], ["acts now"])
    assert shown("bo") == ("–", [0, 0], ["no pass left"])
    row = table.value_at(table.row_of("bo"))
    assert next(chip.told for chip in row.chips) == row.spent == "Score −7: no pass left"
    hands.choose("bo")
    assert "Score −7: no pass left" in window.inspector.head.words()[1]


@pytest.mark.slow
def test_it_is_not_there_where_counts_stand_still(hands: Hands) -> None:
    assert not begun(hands, "saga-edition", ada=12, bo=9).window.ahead.isVisible()


@pytest.mark.slow
def test_whoever_has_no_count_left_is_dimmed_like_others_without_a_turn(hands: Hands) -> None:
    """SH-08: the next roll gives it one again."""
    table = begun(hands, "shots", ada=3, bo=2).window.table.initiative
    bridge = hands.window.services.bridge
    before = look_of(hands.window.palette(), table.value_at(table.row_of("ada")), selected=False).text
    bridge.dispatch(cmd.Act(who="ada", name="attack"))
    assert not table.value_at(table.row_of("ada")).used_up  # its turn goes on
    bridge.dispatch(cmd.EndTurn())
    row = table.value_at(table.row_of("ada"))
    assert row.used_up
    assert look_of(hands.window.palette(), row, selected=False).text != before
    assert not table.value_at(table.row_of("bo")).used_up
    bridge.dispatch(cmd.EndTurn())
    bridge.dispatch(cmd.EndTurn())
    bridge.dispatch(cmd.RollInitiative(rolls={"ada": 8, "bo": 9}))
    assert not table.value_at(table.row_of("ada")).used_up


@pytest.mark.slow
def test_no_shots_are_left_over_when_the_fight_has_ended(hands: Hands) -> None:
    """SH-02, SH-08: nobody acts on what the clock has counted down to; before, 0 and -1 stayed there."""
    window = begun(hands, "shots", ada=3, bo=2).window
    bridge, table = window.services.bridge, window.table.initiative
    for who in ("ada", "bo"):
        bridge.dispatch(cmd.Act(who=who, name="attack"))
        if who == "ada":
            bridge.dispatch(cmd.EndTurn())
    bridge.dispatch(cmd.EndEncounter())
    hands.settle()
    assert [table.value_at(row).count for row in range(table.rowCount())] == ["–", "–"]
    hands.choose("bo")
    assert "−1" not in " ".join(window.inspector.head.words())


@pytest.mark.slow
def test_who_waits_for_a_shot_stands_there_and_who_is_down_below_all_others(hands: Hands) -> None:
    """SH-11: for a shot that is named. Those who were down stood on top, their count gone down no more."""
    window = hands.window
    names = ("ann", "bo", "cid")
    people = ({"id": who, "name": who.title(), "side": who, "rank": "mook"} for who in names)
    adds = tuple(cmd.Add(combatant=one) for one in people)
    window.services.encounters.new("Dock", "shots", commands=adds)
    bridge = window.services.bridge
    for command in (cmd.Start(rolls={"ann": 12, "bo": 10, "cid": 9}), cmd.Delay(who="ann", count=7)):
        assert bridge.dispatch(command) is not None
    hands.settle()
    assert window.ahead.text == "9 Cid   ›   7 Ann"
    assert bridge.dispatch(cmd.Apply(pipeline="damage", to=("cid",), inputs={"amount": 1})) is not None
    hands.settle()
    table = window.table.initiative
    assert [table.combatant_at(row) for row in range(table.rowCount())] == ["bo", "ann", "cid"]
    assert window.ahead.text == "7 Ann"
    window.do("undo")
    hands.settle()
    assert [table.combatant_at(row) for row in range(table.rowCount())] == ["bo", "cid", "ann"]
