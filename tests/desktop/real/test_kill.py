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
from rulesets.campaign.reading import read
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.table.encounter import Encounter
from tests.desktop.fights import COUNTS
from tests.desktop.real.painted_fight import Line, expected, give, last_painted
from tests.hands.script import mend
from tests.killing import read_until_killed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes"),
]

RUNS = 40
MENDINGS = 6
ROOT = Path(__file__).parents[3]


def mended_fight(program: AppServices, file: Path) -> tuple[list[Line], list[Encounter]]:
    """Damage, and then what it was after all, again and again; and how the fight stands after each."""
    program.encounters.open(file)
    bridge = program.bridge
    lines: list[Line] = [{"do": "start", "rolls": COUNTS}]
    give(bridge, lines[0])
    states = [bridge.state]
    for number in range(30):
        hit = {"do": "apply", "pipeline": "damage", "to": ["lug"], "inputs": {"amount": 1 + number % 3}}
        entry = bridge.cursor
        other = {**hit, "to": ["deel"]}
        for line in (hit, {"do": "mend", "entry": entry, "command": other}):
            assert mend(bridge, line) if line["do"] == "mend" else give(bridge, line), line
            lines += [{"do": "keep", "notes": f"{number}"}, line]
            states.append(bridge.state)
    program.encounters.close()
    return lines, states


@pytest.mark.parametrize("run", range(MENDINGS))
def test_a_mended_past_and_a_campaign_are_whole_after_a_kill(
    program: AppServices, tmp_path: Path, run: int
) -> None:
    """A mending is there as a whole or not at all, and so is a party; what was shown is there."""
    file = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped()), tmp_path / "whole.turnwright")
    program.encounters.close()
    shutil.copy(tmp_path / "whole.turnwright", file)
    lines, states = mended_fight(program, tmp_path / "whole.turnwright")
    script = tmp_path / "fight.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in lines))
    dice = random.Random(os.urandom(8))
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.hands", "script", str(script), str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")},
    )
    try:
        said = read_until_killed(process, dice.randint(3, 55), dice.random() * 0.02, b"painted")
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    shown = last_painted(said)
    program.encounters.open(file)
    assert program.bridge.state in states[shown - 1 : shown + 1], f"{shown} shown"
    program.encounters.close()
    told = [int(line.removeprefix("kept ")) for line in said if line.startswith("kept ")]
    files = [path for path in (tmp_path / "data").rglob("parties/*.toml") if path.name[0] != "."]
    assert [path.name for path in files] == ["Crew.toml"]
    party = read(files[0])
    assert int(party.data["notes"]) - told[-1] in (0, 1)


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
