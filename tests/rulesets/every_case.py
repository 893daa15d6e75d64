"""Every case there is: conformance cases, those beside a ruleset, those of the tests' own, and stories."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.msgpack import decode, encode

from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import read_file
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules
from tests.rulesets.random_fight import DATA_ALONE

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.toml"))
"""The conformance cases of the systems that are shipped."""
BESIDE = sorted((ROOT / "rulesets" / "systems").glob("*/scenarios/*.toml"))
"""Cases that ship beside their ruleset."""
ALONE = [file for folder in DATA_ALONE for file in sorted(folder.glob("*/*.toml"))]
"""Cases of the rulesets that only the tests know."""
STORIES = sorted((ROOT / "tests" / "desktop" / "stories").glob("*.toml"))
"""Two rounds of each system that is shipped, as a window plays them."""
CASE_FILES = [*FILES, *BESIDE, *ALONE]


@dataclass(frozen=True, eq=False)
class Case:
    """A case with its ruleset: one that is shipped, or the one beside it."""

    file: Path
    number: int
    """Its place in the file, from 0."""
    ruleset: str
    """As the file names it."""
    writing: Writing
    data: dict[str, Any]

    @property
    def name(self) -> str:
        """The id of what is tested with it."""
        return str(self.data["id"]) if self.file in ALONE else f"{self.file.stem}-{self.number}"


@cache
def cases_of(file: Path) -> tuple[Case, ...]:
    """Return the cases of a file."""
    data = read_file(file)
    shipped = data["ruleset"] in loader.shipped()
    writing = Shelf().writing(data["ruleset"] if shipped else file.parents[1])
    cases = enumerate(data["case"])
    return tuple(Case(file, number, data["ruleset"], writing, case) for number, case in cases)


@cache
def _compiled(ruleset: bytes, options: bytes) -> Rules:
    return loader.load_writing(decode(ruleset, type=Writing), decode(options))


def rules_of(case: Case) -> Rules:
    """Return the ruleset of a case with its options.

    All of them are kept, more than ``loader`` does: tests play the cases in any order.
    """
    options = sorted((case.data.get("options") or {}).items())
    return _compiled(encode(case.writing), encode(dict(options)))


CASES = [case for file in [*CASE_FILES, *STORIES] for case in cases_of(file)]
