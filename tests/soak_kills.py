"""kill -9 at random moments of what writes: nothing that was reported may be lost, and every file opens.

Storage alone plays, creates, brings up to date, copies and closes; the real window does the same, drawn off
screen. Each game kills one process.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from desktop.app import application, services
from desktop.files.samples import read_sample, shipped
from desktop.process.paths import Paths
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import NotFound
from rulesets.fight.storage.migrations import MIGRATIONS
from tests.desktop.real.painted_fight import expected, last_painted
from tests.killing import read_until_killed
from tests.rulesets.campaign.endless_writer import killed
from tests.rulesets.fight.storage.endless_writers import CREATE, FIGHT
from tests.rulesets.fight.storage.samples import HEADER, child, entries, fill, forge
from tests.soak_files import ROOT, empty, surroundings

Tried = Counter[tuple[str, bool]]
OPEN = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
print("ready", flush=True)
file = EncounterFile.open(sys.argv[1])
print("opened", flush=True)
for number in range(int(sys.argv[2])):
    print("command", file.append(b"more", "more", True), flush=True)
print("closing", flush=True)
file.close()
print("closed", flush=True)
sys.stdin.read()
"""
COPY = """
import sys
from pathlib import Path
from rulesets.fight.storage.encounter_file import EncounterFile
file = EncounterFile.open(sys.argv[1])
print("ready", flush=True)
while True:
    file.save_copy(sys.argv[2], replace=True)
    print("copied", file.append(b"more", "more", True), flush=True)
"""
COPY_IN_WINDOW = """
import sys
from pathlib import Path
from rulesets.table.commands import Describe
from tests.soak_files import Table
table = Table(Path(sys.argv[3]))
assert table.window.files.open(Path(sys.argv[1])) is None
bridge, number = table.services.bridge, 0
print("ready", flush=True)
while True:
    number += 1
    table.window.files.save_copy(sys.argv[2])
    assert bridge.dispatch(Describe(who=next(iter(bridge.state.combatants)), changes={"notes": "x" * number}))
    table.settle()
    print("copied", number, flush=True)
"""
SPELLED_AS_TODAY = 6
"""The earliest version of encounter files whose rulesets are read without being respelled."""
AHEAD = 0.02
"""Seconds at the most between what was reported and the kill."""


# -- storage ---------------------------------------------------------------------------------------


def playing(folder: Path, seed: int, tried: Tried) -> str:
    """Kill in a fight: every reported step is there, at most one more, no other."""
    rng = random.Random(seed)
    with empty(folder) as place:
        path = place / "fight.turnwright"
        EncounterFile.create(path, HEADER).close()
        with child(FIGHT, path, seed % 2**32) as process:
            said = read_until_killed(process, rng.choice([1, 2, rng.randint(1, 100)]), rng.random() * AHEAD)
        steps = [tuple(line.split()) for line in said if line != "ready"]
        with EncounterFile.open(path) as file:
            rows = file.history()
        found = [(row.kind, str(row.seq if row.kind == "command" else row.parent)) for row in rows]
    tried["storage: play", True] += 1
    lost = found[: len(steps)] != steps or len(found) - len(steps) not in (0, 1)
    return f"{steps} were reported, {found} are there" if lost else ""


def creating(folder: Path, seed: int, tried: Tried) -> str:
    """Kill while a file is made: there is a whole one or none."""
    rng = random.Random(seed)
    with empty(folder) as place:
        path = place / "fight.turnwright"
        with child(CREATE, path) as process:
            said = read_until_killed(process, 1, rng.random() * AHEAD)
        there = path.exists()
        try:
            with EncounterFile.open(path) as file:
                kept = entries(file)
        except NotFound:
            kept = []
    tried["storage: create", there] += 1
    return f"{said} was reported, {kept} is there" if "created" in said and kept != [b"first"] else ""


def old_file(path: Path, rows: int) -> None:
    """Write a file of version 1, as somebody has kept it."""
    header = {key: value for key, value in msgspec.structs.asdict(HEADER).items() if key != "beside"}
    _forge(path, 1, {**header, "compiled": b"x"}, [b'{"command": {"do": "start"}}'] * rows)


def _forge(path: Path, version: int, header: Mapping[str, object], bodies: Sequence[bytes]) -> None:
    journal = [(n, "command", n - 1, n, "step", body, 1e9) for n, body in enumerate(bodies, 1)]
    tables = MIGRATIONS[version].tables
    forge(path, tables=tables, version=version, meta=header.items(), journal=journal)


def made_old(path: Path) -> None:
    """Make a file one of the last version that spelled rulesets as today: older ones have texts of then."""
    with EncounterFile.open(path) as opened:
        header, bodies = opened.header, entries(opened)
    path.unlink()
    _forge(path, SPELLED_AS_TODAY, msgspec.structs.asdict(header), bodies)


def upgrading(folder: Path, seed: int, tried: Tried) -> str:
    """Kill while an older file is brought up to date, or just after: all of its steps are there."""
    rng = random.Random(seed)
    with empty(folder) as place:
        path, rows = place / "fight.turnwright", rng.choice([3, 300, 3000])
        old_file(path, rows)
        with child(OPEN, path, 3) as process:
            said = read_until_killed(process, 1, rng.random() * rng.choice([0.01, 0.1]))
        more = sum(line.startswith("command") for line in said)
        with EncounterFile.open(path) as file:
            kept = len(entries(file))
    tried["storage: upgrade", "opened" in said] += 1
    return "" if kept - rows - more in (0, 1) else f"{rows} + {more} were reported, {kept} are there"


def closing(folder: Path, seed: int, tried: Tried) -> str:
    """Kill while a file is closed: the log is in it, or beside it."""
    rng = random.Random(seed)
    with empty(folder) as place:
        path, more = place / "fight.turnwright", rng.randint(1, 60)
        with EncounterFile.create(path, HEADER) as file:
            fill(file, 5)
        with child(OPEN, path, more) as process:
            said = read_until_killed(process, more + 3, rng.random() * rng.choice([0.005, 0.05]))
        with EncounterFile.open(path) as file:
            kept = len(entries(file))
    tried["storage: close", "closed" in said] += 1
    return "" if kept == 5 + more else f"5 + {more} were reported, {kept} are there"


def copying(folder: Path, seed: int, tried: Tried) -> str:
    """Kill while a copy takes the place of an older one: that is there, or the new one, and each is whole."""
    rng = random.Random(seed)
    with empty(folder) as place:
        path, target = place / "fight.turnwright", place / "copy.turnwright"
        begun, older = rng.choice([5, 500]), rng.choice([7, 700])
        for each, steps in ((path, begun), (target, older)):
            with EncounterFile.create(each, HEADER) as file:
                fill(file, steps)
        with child(COPY, path, target) as process:
            said = read_until_killed(process, rng.randint(1, 10), rng.random() * AHEAD)
        tried["storage: copy", True] += 1
        return _copied(path, target, begun, older, said)


def _copied(path: Path, target: Path, begun: int, older: int, said: Sequence[str]) -> str:
    copies = sum(line.startswith("copied") for line in said)
    with EncounterFile.open(path) as file:
        kept = len(entries(file))
    with EncounterFile.open(target) as file:
        copied = len(entries(file))
    whole = copied in (kept, kept - 1) or (not copies and copied == older)
    if whole and kept - begun - copies in (0, 1):
        return ""
    return f"{copies} copies of {begun} steps: {kept} steps are there, {copied} in the copy"


def keeping(folder: Path, seed: int, tried: Tried) -> str:
    """Kill while parties, stat blocks and prepared encounters are written, removed and taken back."""
    with empty(folder) as place:
        wrong, count = killed(place, seed)
    tried["campaign: keep", count > 0] += 1
    return wrong


# -- the window ------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A fight that is played in the window by a script."""

    whole: Path
    script: Path
    steps: int
    states: list[Any]
    """The encounter before the first step and after each."""
    program: Any


@cache
def sample(folder: Path) -> Played:
    """Make the file and the script that every window is killed with."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application(["soak"])
    program = services(Paths(folder / "data", folder / "config", folder / "cache"))
    whole, reference = folder / "whole.turnwright", folder / "reference.turnwright"
    program.encounters.new_from(read_sample(shipped()), whole)
    program.encounters.close()
    shutil.copy(whole, reference)
    lines, states = expected(program, reference)
    script = folder / "fight.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return Played(whole, script, len(lines), states, program)


def in_window(sample_of: Callable[[], Played], folder: Path, seed: int, tried: Tried) -> str:
    """Kill the window in a fight, while an older file comes up to date, or while it is closed."""
    rng, played = random.Random(seed), sample_of()
    how = rng.choice(["play", "play", "upgrade", "close"])
    with empty(folder) as place:
        file = place / "fight.turnwright"
        shutil.copy(played.whole, file)
        if how == "upgrade":
            made_old(file)
        words = ["-m", "tests.hands", "script", str(played.script), str(file)]
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env=surroundings(place.parent),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        shown = _killed(process, how, rng, played.steps)
        with EncounterFile.open(file) as opened:
            kept = len(opened.history()) - 8
        played.program.encounters.open(file)
        same = played.program.bridge.state == played.states[kept]
        played.program.encounters.close()
    tried[f"window: {how}", shown > 0] += 1
    if kept - shown not in (0, 1) or not same:
        told = "the same" if same else "another"
        return f"{how}: {shown} steps were shown, {kept} are there, and the state is {told}"
    return ""


def _killed(process: subprocess.Popen[bytes], how: str, rng: random.Random, steps: int) -> int:
    """Kill the window; return how many steps it had shown."""
    assert process.stdout is not None
    try:
        if how == "upgrade" and rng.random() < 0.7:
            time.sleep(0.2 + rng.random() * rng.choice([0.8, 2.5]))
            return _rest(process)
        reports = 1 if how == "upgrade" else rng.randint(1, steps - 5)
        if how in ("play", "upgrade"):
            return last_painted(read_until_killed(process, reports, rng.random() * AHEAD, b"painted"))
        said = b""
        while said.count(b"painted") < reports:
            said += os.read(process.stdout.fileno(), 65536)
        process.terminate()
        time.sleep(rng.random() * 0.05)
        return max(last_painted(said.decode().split("\n")[:-1]), _rest(process))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _rest(process: subprocess.Popen[bytes]) -> int:
    """Kill now; return the last step that was shown, as far as it can still be read."""
    assert process.stdout is not None
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    said = process.stdout.read().decode().split("\n")[:-1]
    return last_painted(said) if any(line.startswith("painted") for line in said) else 0


def copying_in_window(sample_of: Callable[[], Played], folder: Path, seed: int, tried: Tried) -> str:
    """Kill the window while it saves a copy over an older one."""
    rng, played = random.Random(seed), sample_of()
    with empty(folder) as place:
        path, target = place / "fight.turnwright", place / "copy.turnwright"
        for each in (path, target):
            shutil.copy(played.whole, each)
        with child(COPY_IN_WINDOW, path, target, place / "home") as process:
            said = read_until_killed(process, rng.randint(1, 10), rng.random() * AHEAD)
        tried["window: copy", True] += 1
        return _copied(path, target, 8, 8, said)
