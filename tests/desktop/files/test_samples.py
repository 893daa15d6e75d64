"""Prepared encounters: the sample is sound, and whatever is wrong with another one is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.files.encounters import Unplayable
from desktop.files.samples import read_sample, samples, shipped
from desktop.messages.sentences import sentence
from rulesets.campaign.reading import Unreadable
from rulesets.reading import loader
from tests.desktop.fights import AWARE, order, start

WHOLE = 'name = "A"\nruleset = "saga-edition"\n[[combatant]]\nid = "a"\n'


def test_the_sample_begins_with_a_surprise_round(program: AppServices) -> None:
    """Eight combatants; the healer and the foreman notice nothing (CR 143)."""
    sample = read_sample(shipped())
    assert sample.name == "Ambush at Docking Bay 94"
    program.encounters.new_from(sample)
    state = program.bridge.state
    assert len(state.combatants) == 8
    assert {c.id for c in state.combatants.values() if not c.aware} == {"foreman", "ioan"}
    start(program.bridge)
    assert program.bridge.state.clock.surprise
    assert order(program.bridge)[:6] == AWARE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "this is no TOML"),
        ('ruleset = "saga-edition"', "name: a text is needed"),
        (WHOLE.replace('"A"', "5"), "name: a text is needed"),
        ('name = "A"\nruleset = "saga-edition"', "not one [[combatant]]"),
        (WHOLE + "name = 1\n[[combatant]]\nid = 5\n", "combatant 2: id"),
        (WHOLE + '[[combatant]]\nid = "a"\n', "combatant 2: id: there is another one called 'a'"),
        ("colour = 1\n" + WHOLE, "colour: there is no such key"),
        ("options = 1\n" + WHOLE, "options: this must be a table"),
        ('name = "A"\nruleset = "saga-edition"\ncombatant = [1]', "combatant 1: this must be"),
    ],
)
def test_what_is_wrong_with_a_prepared_encounter_is_said(tmp_path: Path, text: str, said: str) -> None:
    """With file and place."""
    path = tmp_path / "fight.toml"
    path.write_text(text)
    with pytest.raises(Unreadable) as caught:
        read_sample(path)
    assert said in str(caught.value)
    assert str(caught.value).startswith("fight.toml: ")
    assert "It was left as it is" in sentence(caught.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    """Missing, a folder, not text."""
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    for name in ("missing.toml", "bytes.toml", "folder.toml"):
        with pytest.raises(Unreadable, match=name):
            read_sample(tmp_path / name)


def test_a_combatant_that_the_ruleset_does_not_take_leaves_no_file(
    program: AppServices, tmp_path: Path
) -> None:
    """It is tried before anything is written."""
    path = tmp_path / "fight.toml"
    path.write_text(WHOLE + "midichlorians = 20000\n")
    with pytest.raises(Unplayable) as caught:
        program.encounters.new_from(read_sample(path))
    assert caught.value.refusal.reason == "no-such-stat"
    assert "Nothing was written" in sentence(caught.value)
    assert not program.paths.encounters.exists()
    assert not program.bridge.is_open


def test_every_ruleset_has_a_sample_on_the_start_page() -> None:
    """What is told of them without reading the files as TOML is what stands in them."""
    heads = samples()
    assert heads[0].title == "Ambush at Docking Bay 94"
    read = [read_sample(shipped(head.name)) for head in heads]
    assert {sample.ruleset for sample in read} == set(loader.shipped())
    for head, sample in zip(heads, read, strict=True):
        assert head.title == sample.name
        assert head.count == len(sample.combatants)
        assert head.ruleset == loader.load(sample.ruleset).label
