"""JSON that leaves the program: all of the summary, under keys that are written down."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from rulesets.fight.session import Session
from rulesets.output.exporting.as_json import as_json, exported, number, schema
from rulesets.output.exporting.values import ExportedSummary
from rulesets.output.summary import Summary, summarise
from rulesets.reading.loader import load
from rulesets.seen.scene import Audience
from rulesets.table import commands as cmd
from tests.rulesets.output.exporting.fights import ROOT, STORIES, nasty, told

SUMMARIES = [*STORIES, None]


def fight(path: Path | None) -> Summary:
    return nasty() if path is None else told(path)[0]


@pytest.mark.parametrize("path", SUMMARIES, ids=lambda path: path.stem if path is not None else "nasty")
def test_it_decodes_to_the_same_numbers(path: Path | None) -> None:
    summary = fight(path)
    read = msgspec.json.decode(as_json(summary), type=ExportedSummary, strict=True)
    assert read == exported(summary)
    totals = {who.id: who.totals for who in read.combatants}
    assert list(totals) == [who.id for who in summary.standings] + [
        ident for ident in summary.accounts.combatants if ident not in {who.id for who in summary.standings}
    ]
    for ident, account in summary.accounts.combatants.items():
        for key in type(account).__struct_fields__:
            told = getattr(totals[ident], key)
            assert told == (pytest.approx(account.seconds) if key == "seconds" else getattr(account, key)), (
                key
            )
    sides = {side: account.taken for side, account in summary.accounts.of_sides().items()}
    assert {side: account.taken for side, account in read.sides.items()} == sides
    assert read.unattributed == summary.accounts.unattributed
    taken = sum(account.taken for account in totals.values())
    assert taken == sum(account.dealt for account in totals.values()) + read.unattributed
    assert [event.title for event in read.events] == [step.title for step in summary.happened]
    assert [shot.points for shot in read.rounds] == [shot.points for shot in summary.accounts.rounds]


def test_keys_stand_in_their_order_and_times_are_iso() -> None:
    read = json.loads(as_json(nasty()))
    left_out = {"notes", "shared", "waves"}  # nothing is noted on it, and nobody is to come
    assert list(read) == [key for key in ExportedSummary.__struct_fields__ if key not in left_out]
    assert (read["format"], read["version"]) == ("turnwright-summary", 1)
    began = datetime.fromisoformat(read["began"])
    assert began.timestamp() == nasty().accounts.began
    assert began.utcoffset() is not None
    assert all(event["at"] is None or datetime.fromisoformat(event["at"]) for event in read["events"])
    assert as_json(nasty()) == as_json(nasty())


def test_the_schema_in_the_resources_is_that_of_the_keys() -> None:
    """python -c "from rulesets.output.exporting.as_json import schema; ..." writes it anew after a change."""
    assert (ROOT / "resources" / "summary.schema.json").read_bytes() == schema()


@pytest.mark.parametrize(
    ("text", "value"),
    [("17", 17), ("−2", -2), ("+3", 3), ("3D+2", "3D+2"), ("–", None), ("", None), ("1.5", 1.5),
     ("nan", "nan"), ("1_0", "1_0"), ("no", "no")],
)  # fmt: skip
def test_what_people_read_as_a_number_is_one(text: str, value: object) -> None:
    assert number(text) == value
    assert type(number(text)) is type(value)


def test_what_is_hidden_shared_and_to_come_stands_there_where_it_is() -> None:
    """New keys may come; they are left out where there is nothing to be told."""
    session = Session(load("srd35"))
    for command in (
        cmd.Add(
            combatant={"id": "orc", "name": "Orc", "hidden": True, "alias": "A shape", "shared": "limps"}
        ),
        cmd.Add(combatant={"id": "ann", "name": "Ann"}),
        cmd.DescribeEncounter(changes={"about": "a trap", "shared": "It rains."}),
        cmd.PlanWave(wave="w", round=3, notes="loud", combatants=({"id": "wolf", "name": "Wolf"},)),
    ):
        session.dispatch(command)
    told = json.loads(as_json(summarise(session.rules, session.log, "x")))
    orc, ann = told["combatants"]
    assert (orc["hidden"], orc["alias"], orc["shared"]) == (True, "A shape", "limps")
    assert not {"hidden", "alias", "shared"} & ann.keys()
    assert (told["notes"], told["shared"]) == ("a trap", "It rains.")
    assert told["waves"] == [{"when": "in round 3", "people": ["Wolf"], "notes": "loud"}]
    for_all = json.loads(as_json(summarise(session.rules, session.log, "x", audience=Audience.PLAYERS)))
    assert "waves" not in for_all
    assert [one["name"] for one in for_all["combatants"]] == ["Ann"]
