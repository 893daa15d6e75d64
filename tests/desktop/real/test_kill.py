"""kill -9 of the window's process at any moment: whatever it had shown is there on reopening."""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop.bridge import Bridge
from desktop.services.app_services import AppServices
from desktop.services.samples import read_sample, shipped
from rulesets.encounter.commands import AnyCommand
from rulesets.encounter.encounter import Encounter
from rulesets.storage.encounter_file import EncounterFile
from tests.desktop.app.fights import COUNTS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes"),
]

RUNS = 40
ROOT = Path(__file__).parents[3]
Line = dict[str, Any]


def fight() -> list[Line]:
    """Two rounds and more with everything in them; nothing of it is left to dice."""
    steps: list[Line] = [{"do": "start", "rolls": COUNTS}]
    for number in range(14):
        steps += [
            {"do": "end-turn"},
            {"do": "apply", "pipeline": "damage", "to": ["lug", "deel"], "inputs": {"amount": 3 + number}},
            {"do": "undo"},
            {"do": "redo"},
            {"do": "effect", "on": "sarlane", "name": f"effect {number}", "rounds": 2},
            {"do": "track", "who": "sergeant", "by": 1 if number % 2 else -1},
            {"do": "undo"},
            {"do": "describe", "who": "ioan", "changes": {"notes": "x" * (number * 50)}},
        ]
    return steps


def give(bridge: Bridge, line: Line) -> bool:
    """Give one line of the script; whether it was accepted."""
    match line["do"]:
        case "undo":
            return bridge.undo()
        case "redo":
            return bridge.redo()
    return bridge.dispatch(msgspec.convert(line, AnyCommand)) is not None


def expected(program: AppServices, file: Path) -> tuple[list[Line], list[Encounter]]:
    """The lines of the script that are accepted, and the encounter before the first and after each."""
    program.encounters.open(file)
    states, lines = [program.bridge.state], []
    for line in fight():
        if give(program.bridge, line):
            lines.append(line)
            states.append(program.bridge.state)
    program.encounters.close()
    assert len(lines) > 90
    return lines, states


def read_until_killed(process: subprocess.Popen[bytes], reports: int, seconds: float) -> int:
    """Kill the process after so many reports and a moment; returns the last command it had reported."""
    assert process.stdout is not None
    handle, said = process.stdout.fileno(), b""
    while said.count(b"painted") < reports:
        chunk = os.read(handle, 65536)
        assert chunk, f"the window ended by itself: {said!r}"
        said += chunk
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        if select.select([handle], [], [], left)[0]:
            said += os.read(handle, 65536)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    while chunk := os.read(handle, 65536):
        said += chunk
    whole = said.decode().split("\n")[:-1]
    return max(int(line.removeprefix("painted ")) for line in whole if line.startswith("painted "))


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
        command = [sys.executable, "-m", "desktop", "--report-painted", "--script", str(script), str(file)]
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ)
        )
        try:
            shown = read_until_killed(process, dice.randint(1, len(lines) - 5), dice.random() * 0.02)
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
