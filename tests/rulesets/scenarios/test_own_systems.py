"""Systems made of data alone: sides that act alternately, turns that whoever went last hands on, a tempo that
everybody picks in secret, with deeds that reach their target, and counts that move: passes, and a clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.reading import loader
from rulesets.reading.source import as_option
from tests.everyday import EVERYDAY, words_of_rulesets
from tests.rulesets.every_case import CASES

ROOT = Path(__file__).parents[3]
SYSTEMS = {folder.name: folder for folder in sorted((ROOT / "tests" / "systems").iterdir())}


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_wrong_with_it(system: str) -> None:
    assert loader.check(SYSTEMS[system]) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_value_of_each_option_has_a_case(system: str) -> None:
    cases = [case.data for case in CASES if case.file.parents[1] == SYSTEMS[system]]
    assert len(cases) >= 8
    tried = {
        (name, as_option(value)) for case in cases for name, value in (case.get("options") or {}).items()
    }
    options = loader.load(SYSTEMS[system]).options
    assert options
    for name, option in options.items():
        assert {c.value for c in option.choices if c.value != option.default} == {
            value for tried_name, value in tried if tried_name == name
        }


def test_no_line_of_the_program_names_them() -> None:
    """Those that are called by an everyday word, which the program needs too, are nowhere asked for by it."""
    asked = EVERYDAY.intersection(SYSTEMS) - words_of_rulesets()
    for folder in ("rulesets", "desktop", "packaging"):
        for file in (ROOT / folder).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            assert not [name for name in SYSTEMS.keys() - EVERYDAY if name in source], file
            if folder != "packaging":  # where pictures of every screen are called shots
                assert not [name for name in asked if f'"{name}"' in source], file
