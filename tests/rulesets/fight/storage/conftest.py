"""What the storage tests share: a folder, a path in it, and a file that is open for the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from tests.rulesets.fight.storage.samples import HEADER


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds nothing but the encounter."""
    made = tmp_path / "encounters"
    made.mkdir()
    return made


@pytest.fixture
def path(folder: Path) -> Path:
    """Where the encounter is."""
    return folder / "fight.turnwright"


@pytest.fixture
def file(path: Path) -> Iterator[EncounterFile]:
    """A new, open encounter."""
    with EncounterFile.create(path, HEADER) as made:
        yield made
