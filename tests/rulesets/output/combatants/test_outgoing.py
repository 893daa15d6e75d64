"""Combatants as our own files, tables and texts: what goes out comes back the same."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.campaign.copies import copies
from rulesets.campaign.own_files import of_file, ruleset_of
from rulesets.campaign.reading import Unreadable, parsed
from rulesets.campaign.things import Block, Party, Prepared
from rulesets.fight.session import Session
from rulesets.output.combatants.formats import FORMS, form_of
from rulesets.output.combatants.outgoing import Unfit, outgoing
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.rulesets.output.combatants.fought import fought, going, hurt
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named
from tests.sampling import mostly_slow, slow_tests_run


def back(text: str) -> Any:
    return of_file(parsed(Path("file.toml"), text))


# -- our own files -----------------------------------------------------------------------------------


def test_a_party_is_read_as_it_stood_and_its_wounds_stand_apart() -> None:
    out = going(hurt(), "party")
    found = back(out.toml)
    assert isinstance(found, Party)
    (vex,) = found.members
    assert vex.given["max_hp"] == 30
    assert vex.carried["stats"] == {"hp": 12}
    assert vex.carried["effects"] == ["cursed"]
    again = outgoing(out.rules, found, "file")
    assert again.state.combatants["vex"].stats["hp"] == 12
    assert again.toml == out.toml


def test_a_prepared_encounter_is_read_with_everybody_as_they_came_in() -> None:
    out = going(hurt(), "encounter")
    found = back(out.toml)
    assert isinstance(found, Prepared)
    assert [one["id"] for one in found.combatants] == ["vex", "g1", "g2", "r"]
    assert [(wave.when, wave.round, len(wave.combatants)) for wave in found.waves] == [("the alarm", 3, 1)]
    again = outgoing(out.rules, found, "file")
    assert again.state.combatants["vex"].stats["hp"] == 30, "unhurt"
    assert again.toml == out.toml


def test_of_several_of_a_kind_one_stat_block_goes_out() -> None:
    """The number of one that is alone belongs to its name."""
    out = going(hurt(), "blocks")
    found = back(out.toml)
    assert all(isinstance(one, Block) for one in found)
    assert [one.name for one in found] == ["=Vex|1", "Goblin", "Droid 5"]
    assert ruleset_of(found) == ("srd35", {})
    assert outgoing(out.rules, found, "file").toml == out.toml


def test_some_of_them_go_out_alone() -> None:
    out = going(hurt(), "encounter", only=("g1", "r"))
    assert [one["id"] for one in back(out.toml).combatants] == ["g1", "r"]
    assert [who.id for who in out.people] == ["g1", "r"]


def test_what_is_none_of_our_files_is_named() -> None:
    with pytest.raises(Unreadable, match="there is no fight, no encounter, no party and no stat block in it"):
        back("nonsense = 1")


def test_who_does_not_fit_the_ruleset_is_named_with_the_reason() -> None:
    found = back('ruleset = "srd35"\n[[combatant]]\nname = "Ogre"\nmax_hp = "many"\n')
    with pytest.raises(Unfit, match="Ogre: "):
        outgoing(loader.load("srd35"), found, "file")


class GoesOut(Fight):
    """A fight that goes out as everything that it can, and comes back."""

    asks_everything = False

    gone: Counter[str]

    def teardown(self) -> None:
        session = self.session
        fight = going(session, "fight")
        again = outgoing(session.rules, back(fight.toml), "file")
        assert replace(again.state, rules="") == replace(session.state, rules="")
        assert back(again.toml) == back(fight.toml)
        prepared = back(going(session, "encounter").toml)
        assert outgoing(session.rules, prepared, "file").toml == going(session, "encounter").toml
        party = going(session, "party", only=tuple(session.state.combatants))
        if session.state.combatants:
            kept = copies(session.rules, session.state, party.only, party.first)
            read = outgoing(session.rules, back(party.toml), "file")
            for one in kept.people:
                stood = read.state.combatants[one.given["id"]]
                for key, value in (one.carried.stats if one.carried else {}).items():
                    assert stood.stats.get(key) == value, key
            assert back(read.toml) is not None
        for form in FORMS.values():
            for kind in ("fight", "encounter", "party", "blocks"):
                assert form.make(going(session, kind)) is not None
                type(self).gone[form.id] += 1


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, RULESETS[1]), ids=named)
def test_whatever_happened_goes_out_in_every_format_and_ours_come_back(
    ruleset: Any, pytestconfig: Any
) -> None:
    gone: Counter[str] = Counter()
    machine = type("GoingOut", (GoesOut, machine_for(ruleset)), {"gone": gone})
    for seed in range(8 if slow_tests_run(pytestconfig) else 2):
        failure = PlainFight(machine, seed).play(40)
        assert failure is None, str(failure)
    assert set(gone) == set(FORMS)


# -- tables and texts --------------------------------------------------------------------------------


def rows_of(session: Session, kind: str = "fight") -> list[dict[str, str]]:
    text = FORMS["csv"].make(going(session, kind))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_table_has_a_row_for_each_and_the_stats_under_their_ids() -> None:
    rows = rows_of(hurt())
    assert [row["name"] for row in rows] == ["'=Vex|1", "Goblin 1", "Goblin 2", "Droid 5"]
    vex = rows[0]
    assert (vex["type"], vex["side"], vex["rolled"]) == ("pc", "party", "21")
    assert (vex["max_hp"], vex["hp"], vex["str"], vex["ac"]) == ("30", "12", "16", "18")
    assert vex["notes"] == 'Says "hi"\nreach'


def test_no_text_of_a_table_is_a_formula() -> None:
    """A spreadsheet runs what begins with '='; numbers below 0 stay numbers."""
    session = fought(cmd.SetNumbers(who="vex", stats={"init_misc": -3}))
    row = rows_of(session)[0]
    assert row["name"].startswith("'=")
    assert row["init_misc"] == "-3"


def test_before_the_fight_there_is_no_column_of_counts() -> None:
    session = Session(loader.load("srd35"))
    session.dispatch(cmd.Add(combatant={"id": "vex"}))
    assert "rolled" not in rows_of(session)[0]


def test_a_text_says_how_everybody_stands() -> None:
    text = FORMS["txt"].make(going(hurt(), "fight"))
    first = text.split("\n\n")[0]
    assert first.startswith("=Vex|1, party, initiative 21\n")
    assert "12/30" in first
    assert "cursed" in first
    assert "Says" in first


def test_markdown_shows_names_as_they_are_written() -> None:
    text = FORMS["md"].make(going(hurt(), "fight", only=("vex",)))
    assert text.startswith("**\\=Vex\\|1**, party, initiative 21\n\n- ")
    assert "<br>reach" in text


@pytest.mark.parametrize(
    ("ending", "form"), [("TOML", "toml"), (".json", "improved-initiative"), ("md", "md"), ("pdf", None)]
)
def test_a_format_is_found_by_its_ending(ending: str, form: str | None) -> None:
    found = form_of(ending)
    assert (found.id if found else None) == form
