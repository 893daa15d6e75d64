"""kill -9 of the window's process at any moment: whatever it had shown is there on reopening."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from rulesets.fight.storage.encounter_file import EncounterFile
from tests.desktop.real.painted_fight import expected, last_painted
from tests.killing import read_until_killed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes"),
]

RUNS = 40
ROOT = Path(__file__).parents[3]


def test_every_command_that_was_shown_is_there_after_a_kill(program: AppServices, tmp_path: Path) -> None:
    """40 kills at random moments of a fight: what was on the screen is in the file, and at most one more."""
    program.encounters.new_from(read_sample(shipped()), tmp_path / "whole.turnwright")
    program.encounters.close()
    shutil.copy(tmp_path / "whole.turnwright", tmp_path / "reference.turnwright")
    lines, states = expected(program, tmp_path / "reference.turnwright")
    script = tmp_path / "fight.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in lines))
    dice = random.Random(os.urandom(8))
    reported = 0
    for run in range(RUNS):
        file = tmp_path / f"run {run}.turnwright"
        shutil.copy(tmp_path / "whole.turnwright", file)
        command = [sys.executable, "-m", "tests.hands", "script", str(script), str(file)]
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ)
        )
        try:
            reports = dice.randint(1, len(lines) - 5)
            shown = last_painted(read_until_killed(process, reports, dice.random() * 0.02, b"painted"))
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        with EncounterFile.open(file) as journal:
            kept = len(journal.history()) - 8
        assert kept - shown in (0, 1), f"run {run}: {shown} shown, {kept} kept"
        program.encounters.open(file)
        assert program.bridge.state == states[kept], f"run {run}"
        program.encounters.close()
        reported += shown
    assert reported > RUNS
