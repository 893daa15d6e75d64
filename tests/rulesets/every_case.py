"""Every case there is: the conformance cases, those beside a shipped ruleset, and those of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import read_file
from rulesets.table.writing import Writing
from tests.rulesets.random_fight import DATA_ALONE

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.toml"))
"""The conformance cases of the systems that are shipped."""
BESIDE = sorted((ROOT / "rulesets" / "systems").glob("*/scenarios/*.toml"))
"""Cases that ship beside their ruleset."""
CASE_FILES = [*FILES, *BESIDE, *(file for folder in DATA_ALONE for file in sorted(folder.glob("*/*.toml")))]

DATA = {file: read_file(file) for file in [*FILES, *BESIDE]}
CASES = [
    (file, index)
    for file, data in DATA.items()
    if data["ruleset"] in loader.shipped()
    for index in range(len(data["case"]))
]


def cases_of(file: Path) -> Iterator[tuple[Writing, dict[str, Any]]]:
    """Yield the cases of a file, each with its ruleset: one that is shipped, or the one beside it."""
    data = read_file(file)
    shipped = data["ruleset"] in loader.shipped()
    writing = Shelf().writing(data["ruleset"] if shipped else file.parents[1])
    for case in data["case"]:
        yield writing, case
