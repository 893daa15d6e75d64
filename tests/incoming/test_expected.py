"""Every sample of every format comes to what its EXPECTED.toml says, read as the command line reads it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulesets.incoming.reading import read
from rulesets.incoming.report import reported
from rulesets.incoming.source import Source
from rulesets.reading import loader
from tests.incoming.expected import Case, Table, cases, wrong_with


@cache
def report_of(path: str, ruleset: str) -> Table:
    """What the command line prints of a sample."""
    file = Path(path)
    return reported(file.name, read(Source(file.name, file.read_bytes())), [loader.load(ruleset)])


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.label)
def test_a_sample_comes_to_what_is_expected(case: Case) -> None:
    """Whatever is expected of a file, and of each combatant in it, by the ids of our stats."""
    assert wrong_with(case, report_of(str(case.folder / case.file), case.ruleset)) == []
