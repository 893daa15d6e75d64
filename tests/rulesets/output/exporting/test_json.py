"""JSON that leaves the program: all of the summary, under keys that are written down."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from rulesets.output.exporting.as_json import as_json, exported, number, schema
from rulesets.output.exporting.values import ExportedSummary
from rulesets.output.summary import Summary
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
    assert list(read) == list(ExportedSummary.__struct_fields__)
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
