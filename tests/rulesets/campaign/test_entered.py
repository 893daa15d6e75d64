"""Encounters as prepared ones: what is kept and begun again is what it was, by the rules of every ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.campaign.copies import Copies, copies, decoded, encoded
from rulesets.campaign.entered import prepared_of
from rulesets.campaign.folder import Campaign
from rulesets.campaign.reading import read
from rulesets.campaign.things import Prepared, read_prepared
from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter, Wave
from rulesets.table.refusal import Refusal
from tests.sampling import mostly_slow

SAMPLES = sorted((Path(__file__).parents[3] / "resources" / "encounters").glob("*.toml"))


def _begun(prepared: Prepared) -> Session:
    session = Session(loader.load(prepared.ruleset, {k: str(v).lower() for k, v in prepared.options.items()}))
    for command in prepared.commands:
        assert not isinstance(session.dispatch(command), Refusal), command
    return session


def _first(prepared: Prepared) -> dict[str, dict[str, object]]:
    later = [one for wave in prepared.waves for one in wave.combatants]
    return {str(one["id"]): one for one in (*prepared.combatants, *later)}


@pytest.mark.parametrize("path", mostly_slow(SAMPLES, SAMPLES[0], SAMPLES[3]), ids=lambda path: path.stem)
def test_what_is_kept_in_the_midst_of_a_fight_begins_as_that_began(path: Path, tmp_path: Path) -> None:
    """In its file, too: all that was entered is in it, and nothing of what has happened since."""
    sample = read_prepared(read(path))
    session = _begun(sample)
    before = session.state
    session.dispatch(cmd.Start())
    for who in list(before.combatants)[:2]:
        session.dispatch(cmd.Defeat(who=who))
    kept = prepared_of(session.rules, session.state, sample.name, _first(sample))
    campaign = Campaign.open(tmp_path)
    campaign.write(kept)
    (again,) = campaign.encounters()
    assert _begun(again).state == before


def test_waves_notes_and_what_players_see_are_kept() -> None:
    """Who waits waits again, who has come in, too; hidden ones are hidden."""
    wolf = {"id": "wolf", "name": "Wolf"}
    session = Session(loader.load("srd35"))
    orc = {"id": "orc", "name": "Orc", "hidden": True, "alias": "Hooded figure", "shared": "Tall."}
    planned = Wave("w1", (wolf,), "when it howls", 3, "One.")
    orders = (
        cmd.DescribeEncounter(changes={"about": "It rains.", "shared": "A ford."}),
        cmd.Add(combatant=orc),
        cmd.PlanWave(wave="w1", when="when it howls", round=3, notes="One.", combatants=(wolf,)),
        cmd.PlanWave(wave="w2", when="later", combatants=({"id": "bat", "name": "Bat"},)),
    )
    for order in orders:
        assert not isinstance(session.dispatch(order), Refusal)
    before = session.state
    assert not isinstance(session.dispatch(cmd.BringIn(wave="w1")), Refusal)
    waves = (planned, before.waves[1])
    kept = prepared_of(session.rules, session.state, "Ford", {}, waves)
    assert [one["id"] for one in kept.combatants] == ["orc"]
    again = _begun(kept).state
    assert (again.about, again.shared) == ("It rains.", "A ford.")
    assert again.combatants == before.combatants
    assert [(w.when, w.round, w.notes, [c["id"] for c in w.combatants]) for w in again.waves] == [
        ("when it howls", 3, "One.", ["wolf"]),
        ("later", 0, "", ["bat"]),
    ]


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff", b'{"ruleset": 1}', b"[" * 9000, b"x" * 4_000_001])
def test_what_is_no_copy_is_refused(data: bytes) -> None:
    """Whatever another program has put on the clipboard."""
    with pytest.raises(ValueError, match=r"."):
        decoded(data)


def test_somebody_without_a_name_is_no_copy() -> None:
    with pytest.raises(ValueError, match="no id or no name"):
        decoded(b'{"ruleset": "srd35", "people": [{"given": {"id": 4}}]}')


def test_copies_go_through_text_unharmed() -> None:
    session = _begun(read_prepared(read(SAMPLES[0])))
    first, second = list(session.state.combatants)[:2]
    found = copies(session.rules, session.state, (first, second, "nobody"), {})
    assert isinstance(found, Copies)
    assert decoded(encoded(found)) == found
    assert copies(session.rules, Encounter(), (first,), {}).people == ()
