"""Parties: what their files say of members, what a fight makes of them, what a rest gives back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.campaign.folder import Campaign
from rulesets.campaign.parties import (
    carried_over,
    changes,
    fitting,
    members_in,
    party_of,
    rested,
    table_of,
)
from rulesets.campaign.things import Member, Party
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.seen.carrying import CarriedLine
from rulesets.table import commands as cmd
from rulesets.table.carried import Carried, CarriedEffect
from rulesets.table.combatant import TrackPlace
from rulesets.table.refusal import Refusal
from tests.effort import calls

SAGA = loader.load("saga-edition")
VEX = {"id": "vex", "name": "Vex", "side": "heroes", "max_hp": 30, "heroic": True}
DEEL = {"id": "deel", "name": "Deel", "side": "heroes", "max_hp": 20}
HURT = Carried(
    stats={"hp": 12},
    tracks={"condition": TrackPlace(3, 1)},
    effects=(CarriedEffect("poisoned"), CarriedEffect("burned", size=2)),
    used={"day:second_wind": 1},
)
TABLE = {
    "stats": {"hp": 12},
    "tracks": {"condition": {"step": 3, "persistent": 1}},
    "effects": ["poisoned", {"name": "burned", "size": 2}],
    "used": {"day:second_wind": 1},
}


def fought(party: Party, *orders: cmd.Command) -> Session:
    """A fight of a party against one, after these orders."""
    session = Session(SAGA, dice=RandomDice(1))
    adds = []
    for member in party.members:
        fit = fitting(SAGA, member.given, member.carried)
        adds.append(cmd.Add(combatant=fit.given, carried=fit.carried))
    foe = cmd.Add(combatant={"id": "foe", "side": "foes", "kind": "npc"})
    for order in (*adds, foe, cmd.Start(), *orders):
        result = session.dispatch(order)
        assert isinstance(result, Done), result
    return session


def everything(session: Session, party: Party) -> Party:
    found = changes(session.rules, session.state, party)
    return carried_over(session.rules, party, [(one, one.lines) for one in found])


def test_what_is_carried_over_stands_in_a_file_as_people_write_it_and_is_read_again(tmp_path: Path) -> None:
    assert table_of(SAGA, HURT) == TABLE
    party = Party(name="Heroes", ruleset="saga-edition", members=(Member(VEX, TABLE), Member(DEEL)))
    Campaign.open(tmp_path).write(party)
    (read,) = Campaign.open(tmp_path).parties()
    assert read.members == party.members
    assert fitting(SAGA, VEX, read.members[0].carried).carried == HURT
    text = (tmp_path / "parties" / "Heroes.toml").read_text("utf-8")
    assert (
        "[member.carried]\nstats = { hp = 12 }\ntracks = { condition = { step = 3, persistent = 1 } }\n"
        in text
    )


def test_codes_are_written_as_people_write_them() -> None:
    moon = loader.load("moon-swing")
    code = next(name for name, rule in moon.stats.items() if rule.type == "code" and not rule.formula)
    table = table_of(moon, Carried(stats={code: 10}))
    assert table == {"stats": {code: "3D+1"}}
    assert fitting(moon, VEX | {"max_hp": None}, table).carried == Carried(stats={code: 10})


def test_the_second_fight_begins_where_the_first_one_ended() -> None:
    party = party_of(SAGA, "Heroes", [VEX, DEEL])
    first = fought(
        party,
        cmd.SetNumbers(who="vex", stats={"hp": 12}),
        cmd.MoveTrack(who="vex", by=1, persistent=True),
        cmd.BeginEffect(on="deel", name="cursed", by="vex"),
        cmd.EndEncounter(),
    )
    second = fought(everything(first, party))
    vex, deel = (second.state.combatants[who] for who in ("vex", "deel"))
    assert (vex.stats["hp"], vex.tracks["condition"]) == (12, TrackPlace(1, 1))
    assert deel.stats["hp"] == 20
    (cursed,) = second.state.effects.values()
    assert (cursed.on, cursed.name, cursed.by) == ("deel", "cursed", "vex")


def test_a_fight_that_goes_on_is_carried_over_as_if_it_ended_now() -> None:
    party = party_of(SAGA, "Heroes", [VEX, DEEL])
    brief = cmd.BeginEffect(on="vex", name="dazed", rounds=3)
    session = fought(party, brief, cmd.SetNumbers(who="vex", stats={"hp": 12}))
    (change,) = changes(SAGA, session.state, party)
    assert change.lines == (CarriedLine("stat", "hp", 30, 12),)
    assert session.state.clock.status == "running"


def test_only_the_lines_that_are_wanted_are_written_back() -> None:
    party = Party(name="Heroes", ruleset="saga-edition", members=(Member(VEX, TABLE), Member(DEEL)))
    session = fought(
        party,
        cmd.SetNumbers(who="vex", stats={"hp": 25}),
        cmd.MoveTrack(who="vex", by=-1),
        cmd.EndEffect(on="vex", name="poisoned"),
        cmd.BeginEffect(on="vex", name="hexed"),
        cmd.SetNumbers(who="deel", stats={"hp": 1}),
    )
    vex, deel = changes(SAGA, session.state, party)
    assert {line.kind for line in vex.lines} == {"stat", "track", "effect"}
    wanted = [line for line in vex.lines if line.kind == "effect"]
    after = carried_over(SAGA, party, [(vex, wanted), (deel, ())])
    assert after.members[1] == party.members[1]
    assert after.members[0].carried == {**TABLE, "effects": [TABLE["effects"][1], "hexed"]}
    assert carried_over(SAGA, party, [(vex, ()), (deel, ())]) == party


def test_who_is_unhurt_again_has_nothing_carried_over() -> None:
    party = Party(name="Heroes", ruleset="saga-edition", members=(Member(VEX, {"stats": {"hp": 12}}),))
    session = fought(party, cmd.SetNumbers(who="vex", stats={"hp": 30}))
    assert everything(session, party).members == (Member(VEX),)
    assert changes(SAGA, session.state, party_of(SAGA, "Heroes", [VEX])) == ()


def test_members_are_found_by_id_or_name_and_whoever_is_not_there_is_left_as_it_was() -> None:
    party = party_of(SAGA, "Heroes", [VEX, DEEL, {"name": "Sarlane"}])
    session = fought(party_of(SAGA, "x", [{**VEX, "name": "Sir Vex"}, {"id": "s", "name": "sarlane"}]))
    found = {place: one.id for place, one in members_in(party, session.state).items()}
    assert found == {0: "vex", 2: "s"}


def test_a_night_gives_a_party_back_what_the_ruleset_says() -> None:
    """E-SW-11: the second wind is once a day; points come back as the GM says."""
    party = Party(name="Heroes", ruleset="saga-edition", members=(Member(VEX, TABLE), Member(DEEL)))
    after = rested(SAGA, party, "night", RandomDice(1))
    assert isinstance(after, Party)
    assert after.members[0].carried == {key: value for key, value in TABLE.items() if key != "used"}
    assert isinstance(rested(SAGA, party, "nap", RandomDice(1)), Refusal)


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"max_hp": 30, "bite": 3}, ("bite",)),
        ({"max_hp": "many", "feats": ["x"]}, ("max_hp",)),
        ({"tracks": {"hunger": 1}}, ("tracks",)),
    ],
)
def test_what_a_ruleset_does_not_know_is_named_and_left_out(
    given: dict[str, Any], left: tuple[str, ...]
) -> None:
    found = fitting(SAGA, {"id": "a", "name": "A", **given})
    assert found.left_out == left
    assert not set(left) & set(found.given)


def test_what_is_unknown_in_a_file_stays_there() -> None:
    table = {"stats": {"hp": 12, "bite": 4}, "mood": "grim"}
    assert fitting(SAGA, VEX, table).left_out == ("bite", "mood")
    party = Party(name="Heroes", ruleset="saga-edition", members=(Member(VEX, table),))
    session = fought(party, cmd.SetNumbers(who="vex", stats={"hp": 3}))
    assert everything(session, party).members[0].carried == {"stats": {"hp": 3, "bite": 4}, "mood": "grim"}


def test_a_file_with_any_number_of_unknown_names_takes_no_time() -> None:
    """2 MB of names that the ruleset does not have: none of them is tried."""
    many = {f"day:x{number}": 1 for number in range(20_000)}
    table = {"stats": dict.fromkeys(many, 1), "used": many}
    found = fitting(SAGA, {**VEX, **dict.fromkeys(many, 1)}, table)
    assert len(found.left_out) == 60_000
    assert calls(fitting, SAGA, {**VEX, **dict.fromkeys(many, 1)}, table) < 1_000_000
