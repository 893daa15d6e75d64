"""The stat blocks and sample encounters that ship with the rulesets can be put on the table."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.table import commands as cmd

RESOURCES = Path(__file__).parents[3] / "resources"
LIBRARIES = sorted((RESOURCES / "library").glob("*.toml"))
SAMPLES = sorted((RESOURCES / "encounters").glob("*.toml"))


def combatants_of(file: Path) -> list[dict[str, object]]:
    return list(tomllib.loads(file.read_text(encoding="utf-8"))["combatant"])


@pytest.mark.slow
@pytest.mark.parametrize("file", LIBRARIES, ids=lambda file: file.stem)
def test_a_library_holds_heroes_and_foes_of_its_system(file: Path) -> None:
    """Every stat block is one of the ruleset's: no unknown stat, nothing out of range."""
    session = Session(loader.load(file.stem))
    blocks = combatants_of(file)
    refused = [
        done for block in blocks if not isinstance(done := session.dispatch(cmd.Add(combatant=block)), Done)
    ]
    assert not refused
    assert len(blocks) >= 7
    assert {combatant.kind for combatant in session.state.combatants.values()} == {"pc", "npc"}


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_a_sample_encounter_starts(file: Path) -> None:
    """Every sample can be begun with rolled dice."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    session = Session(loader.load(data["ruleset"], data.get("options") or {}))
    for given in data["combatant"]:
        assert isinstance(session.dispatch(cmd.Add(combatant=given)), Done), given
    assert isinstance(session.dispatch(cmd.Start()), Done)
    assert len({combatant.side for combatant in session.state.combatants.values()}) > 1
