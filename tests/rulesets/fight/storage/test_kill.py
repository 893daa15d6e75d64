"""kill -9 at any moment: what was reported is there, and the file opens."""

import os
import random
import sys
from pathlib import Path

import pytest

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import NotFound
from rulesets.fight.storage.files import unfinished
from rulesets.fight.storage.lock import lock_path
from tests.killing import read_until_killed
from tests.rulesets.fight.storage.endless_writers import CREATE, FIGHT, MEND
from tests.rulesets.fight.storage.samples import HEADER, child, entries, picture

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes"),
]

RUNS = 80


def test_what_was_reported_before_a_kill_is_there(path: Path, folder: Path) -> None:
    """80 kills in one growing fight: every reported step is in the journal, at most one more, no other."""
    EncounterFile.create(path, HEADER).close()
    random_ = random.Random(os.urandom(8))
    written, total = 0, 0
    for run in range(RUNS):
        with child(FIGHT, path, random_.randrange(2**32)) as process:
            reports = random_.choice([1, 2, random_.randint(1, 200)])
            said = read_until_killed(process, reports, random_.random() * 0.02)
        steps = [tuple(line.split()) for line in said if line != "ready"]
        with EncounterFile.open(path) as file:
            rows = file.history()[written:]
            found = [(row.kind, str(row.seq if row.kind == "command" else row.parent)) for row in rows]
            assert found[: len(steps)] == steps, f"run {run}"
            assert len(found) - len(steps) in (0, 1), f"run {run}"
            written += len(rows)
            total += len(steps)
            assert len(entries(file)) <= written
        assert list(picture(folder)) == [path.name]
    assert total > RUNS


def test_a_kill_while_creating_leaves_a_whole_file_or_none(path: Path, folder: Path) -> None:
    """Under its name there is never half an encounter, and the next creation is not hindered."""
    random_ = random.Random(os.urandom(8))
    for _ in range(20):
        with child(CREATE, path) as process:
            said = read_until_killed(process, 1, random_.random() * 0.01)
        assert set(picture(folder)) <= {
            path.name,
            f"{path.name}-wal",
            f"{path.name}-journal",
            lock_path(path).name,
            unfinished(path).name,
            f"{unfinished(path).name}-journal",
        }
        try:
            with EncounterFile.open(path) as file:
                assert file.header == HEADER
                assert "created" not in said or entries(file) == [b"first"]
        except NotFound:
            assert "created" not in said
        else:
            path.unlink()


def test_a_kill_while_the_past_is_mended_leaves_the_line_before_or_the_new_one(path: Path) -> None:
    """40 kills: behind the five entries that stay are always twenty of one mending, never half of one."""
    with EncounterFile.create(path, HEADER) as file:
        for number in range(8):
            file.append(b"entry %d" % number, "entry", False)
    random_ = random.Random(os.urandom(8))
    for run in range(40):
        with child(MEND, path) as process:
            said = read_until_killed(process, random_.randint(2, 12), random_.random() * 0.01)
        with EncounterFile.open(path) as file:
            kept, mended = entries(file)[:5], entries(file)[5:]
            assert kept == [b"entry %d" % number for number in range(5)]
            assert len(mended) == 20
            (one,) = set(mended)
            assert int(one.split()[0]) - int(said[-1].split()[1]) in (0, 1), f"run {run}"
            assert len(file.branches()) >= 1
