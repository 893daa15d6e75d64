"""Systems made of data alone: sides that act alternately, turns that whoever went last hands on, and a tempo
that everybody picks in secret, with deeds that reach their target."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import read_file
from rulesets.scenarios.play import play_case

ROOT = Path(__file__).parents[2]
SYSTEMS = {folder.name: folder for folder in sorted((ROOT / "tests" / "systems").iterdir())}
FILES = sorted((ROOT / "tests" / "systems").glob("*/*/*.toml"))
CASES = [(file, case) for file in FILES for case in read_file(file)["case"]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_wrong_with_it(system: str) -> None:
    assert loader.check(SYSTEMS[system]) == []


@pytest.mark.parametrize(("file", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_case_holds(file: Path, case: dict[str, object]) -> None:
    """What the case says at the table holds in the core."""
    result = play_case(file, Shelf().writing(file.parents[1]), case)
    assert not result.failure, f"{result.case} step {result.step}: {result.failure}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_value_of_each_option_has_a_case(system: str) -> None:
    cases = [case for file, case in CASES if file.parents[1].name == system]
    assert len(cases) >= 8
    tried = {(name, str(value)) for case in cases for name, value in (case.get("options") or {}).items()}
    options = loader.load(SYSTEMS[system]).options
    assert options
    for name, option in options.items():
        assert {c.value for c in option.choices if c.value != option.default} == {
            value for tried_name, value in tried if tried_name == name
        }


def test_no_line_of_the_program_names_them() -> None:
    for folder in ("rulesets", "desktop", "packaging"):
        for file in (ROOT / folder).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            assert not [name for name in SYSTEMS if name in source], file
