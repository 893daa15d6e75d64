"""kill -9 at any moment, and two programs at once: nothing that was kept in a campaign is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rulesets.campaign.folder import Campaign, Change
from rulesets.campaign.things import Party
from tests.rulesets.campaign.endless_writer import killed
from tests.rulesets.fight.storage.samples import child

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes"),
]

RUNS = 25
TWO_AT_ONCE = """
import sys
from pathlib import Path
from msgspec.structs import replace
from rulesets.campaign.folder import Campaign
campaign = Campaign.open(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(60):
    (party, *_) = campaign.parties()
    written = campaign.write(replace(party, notes=f"{sys.argv[2]} {number}"))
    before = (written.change.before or "").encode().hex()
    print(int(written.beside), before, written.change.after.encode().hex(), flush=True)
"""


def test_what_was_kept_before_a_kill_is_there(tmp_path: Path) -> None:
    """25 kills while a campaign is written: every step that was reported, at most one more, each whole."""
    dice = random.Random(os.urandom(8))
    reported = 0
    for run in range(RUNS):
        seed = dice.randrange(2**32)
        wrong, count = killed(tmp_path / f"{run}", seed)
        assert wrong == "", f"run {run}, seed {seed}"
        reported += count
    assert reported > RUNS


def _chain(said: list[str]) -> list[tuple[bool, str, str]]:
    lines = (line.split(" ") for line in said)
    return [(beside == "1", before, after) for beside, before, after in lines]


def test_two_programs_write_one_party_and_neither_undoes_the_other(tmp_path: Path) -> None:
    """Each reads, changes and writes as fast as it can: nobody ever replaces what he has not read."""
    folder = tmp_path / "campaign"
    first = Campaign.open(folder).write(Party(name="Crew", ruleset="srd35", notes="begun")).change
    assert isinstance(first, Change)
    processes = [child(TWO_AT_ONCE, folder, name) for name in ("one", "other")]
    for process in processes:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [_done(process) for process in processes]
    steps_ = [step for lines in said for step in _chain(lines)]
    assert len(steps_) == 120
    in_place = [before for beside, before, _ in steps_ if not beside]
    assert len(in_place) == len(set(in_place)), "what one had read was replaced by both"
    texts = {path.read_text("utf-8").encode().hex() for path in (folder / "parties").glob("*.toml")}
    replaced = set(in_place)
    assert {after for _, _, after in steps_} - replaced <= texts, "something is neither there nor replaced"


def _done(process: subprocess.Popen[str]) -> list[str]:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return out.splitlines()
