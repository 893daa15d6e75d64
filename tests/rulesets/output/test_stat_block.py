"""How everybody stands, as plain values: what paper and files tell is what the engine knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Done, Session
from rulesets.output.stat_block import standings
from rulesets.reading import loader
from rulesets.seen.number_format import UNPLACED, minus
from rulesets.seen.scene import Audience, Points, Viewer
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from tests.rulesets.output.stat_block import terms, told


def fight(*commands: cmd.Command) -> Session:
    session = Session(loader.load("saga-edition"))
    session.dispatch(cmd.Add(combatant={"id": "a", "name": "Ann", "max_hp": 20, "notes": " Lame. "}))
    session.dispatch(cmd.Add(combatant={"id": "b", "name": "Bo", "side": "foes", "max_hp": 20}))
    for command in commands:
        done = session.dispatch(command)
        assert hasattr(done, "entry"), done
    return session


def test_before_the_start_they_stand_as_in_the_list() -> None:
    session = fight()
    assert [who.name for who in told(session)] == ["Ann", "Bo"]
    assert {who.count for who in told(session)} == {UNPLACED}
    assert not any(who.active for who in told(session))


def test_then_they_stand_in_order_and_latecomers_too() -> None:
    session = fight(cmd.Start(rolls={"a": 5, "b": 19}))
    session.dispatch(cmd.Add(combatant={"id": "c", "name": "Cy"}))
    found = Viewer(session.rules).look(session.state).order
    assert [who for who in found if who != "c"] == ["b", "a"]
    assert sorted(found) == ["a", "b", "c"]
    first = next(who for who in told(session) if who.id == "b")
    assert (first.count, first.active, first.words) == ("19", True, ("acts now",))


def test_numbers_that_hold_for_now_stand_beside_those_that_last_with_the_reason() -> None:
    """CR 148: two steps down the track are a penalty of 2 to all defences."""
    session = fight(cmd.Start(rolls={"a": 19, "b": 5}))
    before = {stat.id: stat.value for stat in told(session)[0].stats}
    assert told(session)[0].passing == {}
    session.dispatch(cmd.MoveTrack(who="a", by=2))
    session.dispatch(cmd.BeginEffect(on="a", name="Dazzled", rounds=2))
    ann = told(session)[0]
    now = {stat.id: stat.value for stat in ann.stats}
    differing = {name for name in now if now[name] != before[name]}
    assert differing == set(ann.passing) != set()
    for name, one in ann.passing.items():
        assert (one.lasting, one.now) == (before[name], now[name])
        assert one.why == ("Condition track −2",)


def test_what_happens_to_somebody_is_told() -> None:
    session = fight(
        cmd.Start(rolls={"a": 19, "b": 5}),
        cmd.Act(who="a", cost="standard"),
        cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": 8}),
        cmd.MoveTrack(who="a", by=2),
        cmd.BeginEffect(on="a", name="Dazzled", rounds=2, by="b"),
    )
    ann = told(session)[0]
    assert ann.points is not None
    assert (ann.points.now, ann.points.full) == (12, 20)
    assert [track.at for track in ann.tracks if track.main] == [2]
    assert [(effect.name, effect.by, effect.left) for effect in ann.effects] == [("Dazzled", "Bo", 2)]
    assert ann.effects[0].duration == "2 rounds"
    assert next(pool.left for pool in ann.pools if pool.id == "standard") == 0
    assert ann.notes == "Lame."


def test_who_is_out_is_said_to_be() -> None:
    session = fight(cmd.Start(rolls={"a": 19, "b": 5}), cmd.Defeat(who="b"))
    bo = next(who for who in told(session) if who.id == "b")
    assert "defeated" in bo.words
    assert bo.out == "defeated"


def test_a_ruleset_with_nothing_has_combatants_all_the_same() -> None:
    """No tracks, no pools, no points, no stats that damage takes away."""
    session = fight(cmd.Start(rolls={"a": 19, "b": 5}))
    bare = replace(
        session.rules, tracks={}, pools={}, pipelines={}, stats={}, resources={}, orders={}, main_order=""
    )
    shown = standings(bare, Encounter(combatants=session.state.combatants), terms(session, {}))
    assert [(who.points, who.tracks, who.pools, who.stats) for who in shown] == [(None, (), (), ())] * 2


def test_numbers_have_a_real_minus_sign() -> None:
    assert (minus("-3"), minus("3"), minus("")) == ("−3", "3", "")


# -- who looks -----------------------------------------------------------------------------------------


def test_players_see_neither_notes_nor_the_points_of_those_they_do_not_play() -> None:
    session = fight(cmd.Describe(who="b", changes={"kind": "npc", "notes": "Flees below ten."}))
    seen = Viewer(session.rules, Audience.PLAYERS).look(session.state)
    ann, bo = session.state.combatants["a"], session.state.combatants["b"]
    assert seen.points(ann) == Points("hp", 20, 20)
    assert seen.points(bo) is None
    assert (seen.notes(ann), seen.notes(bo)) == ("", "")
    known = Viewer(session.rules).look(session.state)
    assert known.points(bo) == Points("hp", 20, 20)
    assert known.notes(bo) == "Flees below ten."


def test_what_is_sealed_is_told_to_nobody() -> None:
    """Everybody's declaration is shown together (A002-6): not even what is left of the points tells of it."""
    session = Session(loader.load("kaiser"))
    for name in "ab":
        session.dispatch(cmd.Add(combatant={"id": name, "side": name}))
    session.dispatch(cmd.Start())
    declared = next(iter(session.rules.declarations))
    assert isinstance(session.dispatch(cmd.Declare(who="a", name=declared)), Done)
    for audience in Audience:
        seen = Viewer(session.rules, audience).look(session.state)
        assert seen.sealed
        one, other = session.state.combatants["a"], session.state.combatants["b"]
        assert seen.next_roll(one) is None
        assert not {"ap"} & {pool.id for pool in (*seen.pools(one), *seen.all_pools(one))}
        assert {"ap"} <= {pool.id for pool in seen.pools(other)} & {pool.id for pool in seen.all_pools(other)}


@pytest.mark.slow
def test_a_place_in_the_order_that_is_nobody_has_no_points_no_track_and_no_stats() -> None:
    """R5E-71; who is dying tells how many death saves it has lost (R5E-55), and what is brought how long."""
    session = Session(loader.load("dnd5e"))
    for one in ({"id": "a", "name": "Ann"}, {"id": "lair", "name": "Lair", "lair": "a"}):
        session.dispatch(cmd.Add(combatant=one))
    session.dispatch(cmd.Start(rolls={"a": 12}))
    session.dispatch(cmd.BeginEffect(on="a", name="web", brings=("restrained",)))
    for amount in (10, 2):
        session.dispatch(cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": amount}))
    lair, ann = told(session)
    assert (lair.points, lair.tracks, lair.stats) == (None, (), ())
    assert [pool.label for pool in lair.pools] == ["Lair action"]
    assert (len(ann.tracks), len(ann.stats)) == (1, 8)
    assert "Dying, 1 lost" in ann.words
    assert [(effect.name, effect.duration) for effect in ann.effects] == [
        ("web", "until it is ended"),
        ("Restrained", "as long as what brings it"),
    ]


def test_points_that_are_counted_below_zero_are_below_it_in_the_row_and_on_paper() -> None:
    """E-S4-06: the death save is against 10 and as many; the row of a dying thug said 0 / 16."""
    for name in ("sagas-hub", "srd35"):
        session = Session(loader.load(name))
        session.dispatch(cmd.Add(combatant={"id": "ann", "max_hp": 16}))
        session.dispatch(cmd.Add(combatant={"id": "thug", "side": "foes", "kind": "npc", "max_hp": 16}))
        session.dispatch(cmd.Start(rolls={"ann": 20, "thug": 10}))
        session.dispatch(cmd.Apply(to=("thug",), pipeline="damage", inputs={"amount": 20}))
        points = {who.id: who.points.now for who in told(session) if who.points is not None}
        assert points == {"ann": 16, "thug": -4}, name
