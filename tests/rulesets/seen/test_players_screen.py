"""What a screen for players shows: whose turn it is and who is next, and of the others what was chosen."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.seen.facts import Facts
from rulesets.seen.own_sheet import OwnSheet, own_sheet
from rulesets.seen.players_screen import (
    NOTHING,
    PlayersScreen,
    PointsShown,
    RowShown,
    level_of,
    percent_left,
    players_screen,
)
from rulesets.seen.scene import Audience, Scene, Viewer
from rulesets.table import commands as cmd
from tests.rulesets.carried_out import do

ANN = {"id": "ann", "name": "Ann", "hp": 20}
BO = {"id": "bo", "name": "Bo", "hp": 10}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc", "hp": 12}
WOLF = {"id": "wolf", "name": "Wolf", "kind": "npc", "hp": 8}
ZED = {"id": "zed", "name": "Zed", "side": "unseen", "kind": "npc", "hidden": True}


def begun(ruleset: str, *people: dict[str, Any], rolls: dict[str, int]) -> Session:
    session = Session(loader.load(ruleset))
    do(session, *(cmd.Add(combatant=dict(one)) for one in people), cmd.Start(rolls=rolls))
    return session


def seen(session: Session) -> Scene:
    return Viewer(session.rules, Audience.PLAYERS).look(session.state)


def shown(session: Session, before: PlayersScreen = NOTHING, **facts: Any) -> PlayersScreen:
    return players_screen(seen(session), Facts(**facts), "Ambush", before)


def row(screen: PlayersScreen, who: str) -> RowShown:
    return next(one for one in screen.rows if one.id == who)


def turns(screen: PlayersScreen) -> tuple[list[str], list[str]]:
    """Who acts now, and who is next."""
    return [one.id for one in screen.rows if one.active], [one.id for one in screen.rows if one.next]


def test_who_acts_and_who_is_next_goes_over_the_end_of_the_round() -> None:
    """Somebody whom they do not see acts between the two: for them the first one goes on."""
    session = begun("dnd5e", ANN, BO, ORC, ZED, rolls={"ann": 20, "zed": 17, "orc": 15, "bo": 10})
    assert turns(shown(session)) == (["ann"], ["orc"])
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "zed"
    assert turns(shown(session)) == (["ann"], ["orc"])
    do(session, cmd.EndTurn(), cmd.EndTurn())
    assert turns(shown(session)) == (["bo"], ["ann"])
    do(session, cmd.Defeat(who="ann"))
    assert turns(shown(session)) == (["bo"], ["orc"])


def test_whoever_delays_behind_the_one_that_acts_is_next() -> None:
    """A turn that is put off behind somebody comes right after that one's (001-37)."""
    session = begun("saga-edition", ANN, BO, ORC, rolls={"ann": 20, "orc": 15, "bo": 10})
    do(session, cmd.Delay(who="ann", after="orc"))
    assert turns(shown(session)) == (["orc"], ["ann"])


def test_nobody_is_next_where_the_next_round_is_dealt_first() -> None:
    """In the last turn of a round nobody can know who begins the next one."""
    session = begun(
        "cards",
        {"id": "ann", "name": "Ann"},
        {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"},
        rolls={},
    )
    seen_next = []
    while session.state.clock.round == 1 and isinstance(session.dispatch(cmd.EndTurn()), Done):
        seen_next.append(turns(shown(session))[1])
    assert seen_next[0] == []


@pytest.mark.parametrize(
    ("points", "word", "level", "numbers", "bar"),
    [
        ("numbers", "Bloodied", "half", PointsShown(5, 12), 40),
        ("bar", "", "", None, 40),
        ("words", "Bloodied", "half", None, -1),
        ("nothing", "", "", None, -1),
    ],
)
def test_points_of_opponents_are_shown_as_was_chosen(
    points: str, word: str, level: str, numbers: PointsShown | None, bar: int
) -> None:
    """The ruleset has a word of its own for half and less; their own are told with numbers all the same."""
    session = begun("dnd5e", ANN, ORC, WOLF, rolls={"ann": 20, "orc": 15, "wolf": 10})
    do(session, cmd.SetNumbers(who="orc", stats={"hp": 5}))
    screen = shown(session, points=points)
    orc = row(screen, "orc")
    assert (orc.word, orc.level, orc.points, orc.bar) == (word, level, numbers, bar)
    assert row(screen, "ann").points == PointsShown(20, 20)
    assert row(screen, "wolf").points == PointsShown(8, 8), "it stands at their side"
    assert row(shown(session, points=points, allies=False), "wolf").points == (
        None if numbers is None else PointsShown(8, 8)
    )


def test_a_bar_tells_no_numbers_and_words_go_by_shares() -> None:
    """Steps of five percent, and the ends only for all and for none."""
    assert {percent_left(now, 1000) for now in range(1001)} == set(range(0, 101, 5))
    assert [percent_left(*one) for one in ((0, 7), (1, 1000), (999, 1000), (9, 9), (-3, 9))] == [
        0,
        5,
        95,
        100,
        0,
    ]
    assert [level_of(now, 8) for now in (8, 7, 5, 4, 3, 2, 1, 0, -1)] == [
        *("unhurt", "hurt", "hurt", "half", "half", "low", "low", "down", "down"),
    ]


def test_only_those_near_the_turn_are_shown_of_the_others_if_that_was_chosen() -> None:
    """Their own always are; how many more there are is said."""
    others = [{**ORC, "id": f"orc-{number}", "name": f"Orc {number}"} for number in range(4)]
    rolls = {"ann": 20, **{f"orc-{number}": 15 - number for number in range(4)}, "bo": 1}
    session = begun("dnd5e", ANN, BO, *others, rolls=rolls)
    screen = shown(session, order="near")
    assert [one.id for one in screen.rows] == ["ann", "orc-0", "bo"]
    assert screen.left_out == 3
    assert len(shown(session).rows) == 6


def test_sides_keep_their_numbers_and_one_that_is_unseen_takes_none() -> None:
    """Whoever is revealed later gets the next number, and nobody changes colour."""
    session = begun("dnd5e", ZED, ANN, ORC, rolls={"ann": 20, "orc": 15, "zed": 10})
    first = shown(session)
    assert {side.label: side.number for side in first.sides} == {"party": 0, "foes": 1}
    do(session, cmd.Describe(who="zed", changes={"hidden": False}))
    assert {side.label: side.number for side in shown(session, first).sides} == {
        "unseen": 2, "party": 0, "foes": 1,
    }  # fmt: skip


def test_a_sealed_declaration_is_on_no_screen_and_on_no_sheet_until_all_have_declared() -> None:
    """Only that somebody has declared is seen (A002-6)."""
    session = begun("kaiser", ANN, ORC, rolls={})
    session.dispatch(cmd.RollInitiative())
    forms = sheet(session, "ann").may
    assert forms.declares
    form = forms.forms[0]
    do(session, cmd.Declare(who=("ann",), name=form.id, done=True))
    screen = shown(session)
    assert row(screen, "ann").declared
    assert screen.sealed
    assert not row(screen, "ann").announced
    assert form.label not in str(sheet(session, "ann"))
    do(session, cmd.Declare(who=("orc",), name=form.id, done=True))
    assert [one.label for one in row(shown(session), "ann").announced] == [form.label]


def sheet(session: Session, who: str) -> OwnSheet:
    found = own_sheet(seen(session), who)
    assert found is not None
    return found


def test_a_player_is_told_what_may_be_done_with_the_own_combatant() -> None:
    """In its turn what it can pay for; out of it what answers; nothing of whom they do not see."""
    session = begun("dnd5e", ANN, ORC, ZED, rolls={"ann": 20, "orc": 15, "zed": 10})
    may = sheet(session, "ann").may
    assert {"dash", "dodge"} <= {offer.id for offer in may.offers}
    assert may.readies
    do(session, cmd.Act(who="ann", name="dodge"))
    assert "dash" not in {offer.id for offer in sheet(session, "ann").may.offers}
    assert own_sheet(seen(session), "zed") is None


def test_a_pool_that_holds_nothing_is_on_no_sheet_of_a_player() -> None:
    """R5E-18: attacks come with the Attack action; before that "0 Attacks of the action" was on the phone."""
    session = begun("dnd5e", ANN, ORC, rolls={"ann": 20, "orc": 15})
    assert "Attacks" not in " ".join(one.label for one in sheet(session, "ann").tokens)
    do(session, cmd.Act(who="ann", name="attack"))
    left = {one.label: one.left for one in sheet(session, "ann").tokens}
    assert left["Action"] == 0, "what is spent is told"


def test_what_the_game_master_sees_is_no_screen_for_players() -> None:
    """Nothing can be shown by a slip."""
    session = begun("dnd5e", ANN, ORC, rolls={"ann": 20, "orc": 15})
    with pytest.raises(ValueError, match="only what they may see"):
        players_screen(Viewer(session.rules).look(session.state), Facts())
    with pytest.raises(ValueError, match="only what they may see"):
        own_sheet(Viewer(session.rules).look(session.state), "ann")


def test_initiative_is_asked_of_the_player_before_the_fight() -> None:
    """With what is rolled for it."""
    session = Session(loader.load("dnd5e"))
    do(session, cmd.Add(combatant={**ANN, "dex": 16}))
    assert sheet(session, "ann").may.rolls == "d20 +3"
