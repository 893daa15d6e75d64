"""Prepared values of the inspector: budget, tracks, effects, stats."""

from __future__ import annotations

import pytest

from desktop.actions.budget import tokens
from desktop.combatants.stats import as_text, from_text, groups, known_feats, stat_row
from desktop.inspector.effects import effect_rows
from desktop.inspector.tracks import ladders
from rulesets.fight.session import Session
from rulesets.reading.loader import load
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.desktop.small_fight import ROLLS


def token(fight, who, name):
    found = tokens(fight.bridge.scene, fight.who(who))
    return next((t for t in found if t.id == name), None)


def test_a_standard_action_can_stand_in_for_a_move(fight):
    """CR 145: the standard action may be given up for a second move."""
    standard = token(fight, "deel", "standard")
    assert (standard.left, standard.size, standard.instead) == (1, 1, ("Move action",))
    fight.do(cmd.Act(who="deel", name="attack"))
    assert token(fight, "deel", "standard").spent


def test_of_what_is_one_of_several_a_token_says_so(table):
    """000-18: in the surprise round one standard, one move or one swift action, and not all three."""
    table.do(cmd.Describe(who="boss", changes={"aware": False}), cmd.Start(rolls=ROLLS))
    assert table.bridge.state.clock.phase == "surprise"
    closed = {name: token(table, "deel", name).closes for name in ("standard", "move", "swift", "reaction")}
    assert closed == {
        "standard": ("Move", "Swift"),
        "move": ("Standard", "Swift"),
        "swift": ("Standard", "Move"),
        "reaction": (),
    }
    table.do(cmd.Act(who="deel", cost="standard"))
    refused = table.bridge.preview(cmd.Act(who="deel", cost="move"))
    assert table.texts.refusal(refused).startswith(
        "In the phase “Surprise” Deel Surool has one action, and it is taken."
    )


def test_before_the_start_tokens_tell_what_a_turn_will_bring(table):
    move = token(table, "deel", "move")
    assert move.waiting
    assert not move.spent
    assert move.size == 1


def test_extra_attacks_of_opportunity_show_within_the_reaction(fight):
    """E-SW-02: Combat Reflexes gives as many more as the Dexterity modifier."""
    fight.do(
        cmd.Add(combatant={"id": "quick", "name": "Quick", "dex": 16, "feats": ["combat_reflexes"]}, roll=3)
    )
    assert token(fight, "quick", "reaction").extra == (("Extra attacks of opportunity", 3),)
    assert token(fight, "quick", "opportunity") is None


def test_points_are_tokens_as_long_as_there_are_any(fight):
    assert token(fight, "deel", "resource:force_point") is None
    fight.do(cmd.SetNumbers(who="deel", stats={"force_points": 3}))
    assert token(fight, "deel", "resource:force_point").left == 3


def test_the_ladder_marks_where_one_is_and_what_stays(fight):
    fight.do(cmd.MoveTrack(who="deel", by=1, persistent=True), cmd.MoveTrack(who="deel", by=1))
    (ladder,) = ladders(fight.bridge.scene, fight.who("deel"))
    assert [step.number for step in ladder.steps if step.here] == [2]
    assert [step.number for step in ladder.steps if step.persistent] == [1]
    assert ladder.move_to(0) == -2
    assert ladder.move_to(99) == 3
    assert "Reflex −2" in ladder.steps[2].why


@pytest.mark.parametrize(
    ("penalties", "why"), [("none", "By itself no step brings a penalty"), ("per-step", "−2")]
)
def test_a_step_says_what_it_brings_also_where_that_is_nothing(penalties: str, why: str) -> None:
    """004-179: nothing told whether step 4 of 15 lowers a defense; the source gives it no penalty."""
    session = Session(load("sagas-hub", {"track_penalties": penalties}))
    for command in (
        cmd.Add(combatant={"id": "a", "name": "Ann"}),
        cmd.MoveTrack(who="a", by=2, track="condition"),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    ladder = ladders(Viewer(session.rules).look(session.state), session.state.combatants["a"])[0]
    assert (ladder.at, ladder.steps[0].why) == (2, "")
    assert why in ladder.steps[2].why
    assert ("By itself" in ladder.steps[2].why) == (penalties == "none")


def test_states_and_effects_are_told_apart(fight):
    fight.do(
        cmd.BeginEffect(on="deel", name="prone"), cmd.BeginEffect(on="deel", name="Suppressed", rounds=2)
    )
    fight.do(cmd.MoveTrack(who="boss", by=9))
    rows = effect_rows(fight.bridge.scene, fight.who("deel"), fight.texts.duration)
    assert [(row.name, row.label, row.tone) for row in rows] == [
        ("prone", "Prone", "bad"),
        ("Suppressed", "Suppressed", ""),
    ]
    assert "2" in rows[1].lasts
    rows = effect_rows(fight.bridge.scene, fight.who("boss"), fight.texts.duration)
    assert [(row.name, row.lasts) for row in rows] == [("helpless", "")]


def test_a_derived_value_is_marked_as_such(fight):
    row = stat_row(fight.bridge.rules, fight.bridge.state, fight.who("deel"), "reflex")
    assert (row.origin, row.base, row.now) == ("derived", "21", "21")


def test_an_override_and_the_track_both_show(fight):
    fight.do(cmd.SetNumbers(who="deel", stats={"reflex": 25}), cmd.MoveTrack(who="deel", by=2))
    row = stat_row(fight.bridge.rules, fight.bridge.state, fight.who("deel"), "reflex")
    assert (row.origin, row.base, row.now, row.modified) == ("overridden", "25", "23", True)


def test_hit_points_are_counted_not_overridden(fight):
    row = stat_row(fight.bridge.rules, fight.bridge.state, fight.who("deel"), "hp")
    assert (row.origin, row.base) == ("input", "48")


def test_every_stat_stands_in_one_group(fight):
    rules = fight.bridge.rules
    names = [name for group in groups(rules).values() for name in group]
    assert sorted(names) == sorted(rules.stats)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "−3", -3),
        ("number", "", None),
        ("code", "3d+2", 11),
        ("list", "quick_draw, combat_reflexes ,", ["quick_draw", "combat_reflexes"]),
        ("reduction", "5", 5),
        (
            "reduction",
            "10 only energy, ion; 5 except stun",
            [{"value": 10, "only": ["energy", "ion"]}, {"value": 5, "bypass": ["stun"]}],
        ),
        ("reduction", "5/silver", [{"value": 5, "bypass": ["silver"]}]),
        ("reduction", "5/−", 5),
        ("reduction", "15/cold iron or good", [{"value": 15, "bypass": ["cold iron", "good"]}]),
        (
            "reduction",
            "10/magic and silver; 10 only fire",
            [
                {"value": 10, "bypass": ["magic"]},
                {"value": 10, "bypass": ["silver"]},
                {"value": 10, "only": ["fire"]},
            ],
        ),
        ("text", " hello ", "hello"),
    ],
)
def test_values_are_read_as_they_are_shown(kind, text, value):
    assert from_text(kind, text) == value
    assert from_text(kind, as_text(kind, value)) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [("number", "x"), ("code", "3E"), ("reduction", "much"), ("reduction", "5/silver, a bit")],
)
def test_what_is_no_value_is_no_value(kind, text):
    with pytest.raises(ValueError):
        from_text(kind, text)


def test_feats_that_rules_ask_for_are_known(fight):
    assert set(known_feats(fight.bridge.rules)) == {"combat_reflexes", "extra_second_wind", "quick_draw"}
