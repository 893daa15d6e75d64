"""The rows of the start: from process start to a window that shows the last encounter and takes keys.

Ours and a bare window are started in turns, so that both meet the same machine. The encounter is as the
program leaves one that it closes; it is put back before every start, since those measured are killed. One
more start follows such an end: all of the fight has to be proved again. Standalone programs are measured the
same way, if there are any: those in dist and build/bare, or those that --frozen and --frozen-bare name. Each
has folders of its own and opens what it has closed itself: what another edition closed is proved anew.

What a start takes by the clock shifts with the machine more than both programs together: one in which a page
of memory costs 5 µs, as nested virtual ones do, has half as much again for each megabyte. So instructions and
page faults are counted besides, which are the same everywhere; instructions where there is valgrind.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from table import Row

ROOT = Path(__file__).parents[2]
BARE = Path(__file__).with_name("bare_window.py")
MAKER = Path(__file__).with_name("start_file.py")
COUNTED = Path(__file__).with_name("until_shown.py")
WARM = 2
"""Starts of each before those that count: they fill caches."""
TIMES = 15
KILLED = "ours, killed"
"""The start that finds its file as the one before it left it."""
PATIENCE = 60.0
"""Seconds after which a program that says nothing is given up."""
ENDING = ".exe" if sys.platform == "win32" else ""
FROZEN = (
    f"turnwright/turnwright{ENDING}",
    "turnwright/Turnwright.exe",
    "Turnwright.app/Contents/MacOS/Turnwright",
)
FROZEN_BARE = (
    f"bare_window/bare_window{ENDING}",
    f"bare/bare{ENDING}",
    f"bare_window{ENDING}",
    f"bare{ENDING}",
)


class Start(NamedTuple):
    """One start: milliseconds by the clock and of the processor, megabytes resident with the window there."""

    wall: float
    cpu: float
    resident: float
    ready: float
    """Milliseconds until all stood that had waited for the first frame; the bare window has no such."""


def started(command: list[str], env: Mapping[str, str]) -> Start:
    """Start a program, wait until it says that its window is there, and end it."""
    ours = "--report-painted" in command
    begin = time.perf_counter()
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        for line in process.stdout:
            if line.startswith("shown"):
                break
        else:
            raise RuntimeError(f"{command[0]} did not show its window")
        wall = time.perf_counter() - begin
        resident, cpu = _resident(process.pid), _processor(process.pid)
        for line in process.stdout if ours else ():
            if line.startswith("ready"):
                break
        ready = time.perf_counter() - begin if ours else wall
        patience.cancel()
        process.kill()
    return Start(wall * 1000, cpu * 1000, resident, ready * 1000)


def _resident(process: int) -> float:
    """Megabytes that a process has in memory; nan where the system does not say."""
    status = Path(f"/proc/{process}/status")
    for line in status.read_text().splitlines() if status.is_file() else ():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def _processor(process: int) -> float:
    """Seconds of the processor that a process has used; nan where the system does not say."""
    about = Path(f"/proc/{process}/schedstat")
    tasks = Path(f"/proc/{process}/task")
    if not about.is_file():
        return float("nan")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


class Measured(NamedTuple):
    """A program that is started, in an environment of its own, with the encounter that it opens, if any."""

    command: list[str]
    env: Mapping[str, str]
    file: Path | None = None

    @property
    def log(self) -> Path:
        """What lies beside its encounter after it was killed."""
        assert self.file is not None
        return self.file.with_name(f"{self.file.name}-wal")

    @property
    def closed(self) -> Path:
        """Its encounter as it was closed."""
        assert self.file is not None
        return self.file.with_name("closed")


def measured(programs: Mapping[str, Measured], times: int) -> dict[str, list[Start]]:
    """Start the programs in turns, ``times`` each; files are as they were closed for all but KILLED."""
    found: dict[str, list[Start]] = {name: [] for name in programs}
    for _ in range(times + WARM):
        for name, program in programs.items():
            if name != KILLED:
                put_back(program)
            elif program.file is not None and not program.log.exists():
                raise RuntimeError("the start before this one left its file closed")
            found[name].append(started(program.command, program.env))
    return {name: starts[WARM:] for name, starts in found.items()}


def put_back(program: Measured) -> None:
    """Let a program find its encounter as it was closed."""
    if program.file is not None:
        program.log.unlink(missing_ok=True)
        shutil.copyfile(program.closed, program.file)


def counted(program: Measured, within: Sequence[str] = ()) -> str:
    """Start a program from source and return what is said of its end, which comes with the first frame."""
    put_back(program)
    python, *what = program.command
    command = [*within, python, str(COUNTED), *what]
    env = {**program.env, "PYTHONHASHSEED": "0"}
    return subprocess.run(
        command, cwd=ROOT, env=env, check=True, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ).stderr


def counts(ours: Measured, bare: Measured) -> list[Row]:
    """Return what does not depend on the machine: millions of instructions, and page faults."""
    rows, target = [], "<= 1.7 x the bare window"
    if (valgrind := shutil.which("valgrind")) is not None:
        within = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        a, b = (_number(r"refs:\s+([\d,]+)", counted(one, within)) / 1e6 for one in (ours, bare))
        rows.append(Row("start with an encounter of 100, million instructions", a, b, a / b, target))
    a, b = (_number(r"^(\d+)\s*$", counted(one)) for one in (ours, bare))
    if b:
        rows.append(Row("start with an encounter of 100, page faults", a, b, a / b, ""))
    return rows


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text, re.MULTILINE)
    assert found is not None, text
    return float(found[1].replace(",", ""))


def opening(command: list[str], folder: Path, made: Path, env: Mapping[str, str]) -> Measured:
    """Return the program with folders and an encounter of its own, which it has opened and closed once."""
    env = {**env, **{f"XDG_{name}_HOME": str(folder) for name in ("DATA", "CONFIG", "STATE", "CACHE")}}
    folder.mkdir(exist_ok=True)
    program = Measured(
        [*command, "--report-painted", str(folder / "Start.turnwright")], env, folder / "Start.turnwright"
    )
    shutil.copyfile(made, folder / "Start.turnwright")
    with subprocess.Popen(
        program.command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("ready"):
                process.terminate()  # it closes all; on Windows it is killed, and proves all anew
    shutil.copyfile(folder / "Start.turnwright", program.closed)
    return program


def frozen(given: Path | None, folder: Path, names: tuple[str, ...]) -> Path | None:
    """Return the standalone program that was named, or the one that lies where builds leave it."""
    if given is not None:
        return given.resolve()
    return next((folder / name for name in names if (folder / name).is_file()), None)


def rows_of(what: str, target: str, ours: list[Start], bare: list[Start]) -> list[Row]:
    """Return median and best time, and the processor's."""
    rows = []
    for kind, pick, of in (
        ("", statistics.median, "wall"),
        (", best", min, "wall"),
        (", processor", statistics.median, "cpu"),
        (", all panels there", statistics.median, "ready"),
    ):
        a, b = (pick([getattr(start, of) for start in starts]) for starts in (ours, bare))
        rows.append(Row(f"{what}{kind}", a, b, a / b, target))
    return rows


def start_rows(program: Path | None = None, bare: Path | None = None, times: int = TIMES) -> list[Row]:
    """Measure from source, and standalone programs against the same from source."""
    program = frozen(program, ROOT / "dist", FROZEN)
    bare = frozen(bare, ROOT / "build" / "bare", FROZEN_BARE)
    env = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled modules are what any second start finds
    with tempfile.TemporaryDirectory(prefix="turnwright-bench-") as name:
        folder = Path(name)
        made = folder / "Start.turnwright"
        source = [sys.executable, "-m", "desktop"]
        making = {**env, **{f"XDG_{kind}_HOME": name for kind in ("DATA", "CONFIG", "STATE", "CACHE")}}
        subprocess.run([sys.executable, str(MAKER), str(made)], check=True, env=making)
        ours = opening(source, folder / "source", made, env)
        programs = {
            "bare": Measured([sys.executable, str(BARE)], ours.env),
            "ours": ours,
            KILLED: ours,
            "empty": Measured([*source, "--report-painted"], ours.env),
            **({"frozen": opening([str(program)], folder / "frozen", made, env)} if program else {}),
            **({"frozen bare": Measured([str(bare)], ours.env)} if bare else {}),
        }
        found = measured(programs, times)
        exact = counts(ours, programs["bare"])
    target = "<= 1.7 x the bare window"
    rows = rows_of("start with an encounter of 100", target, found["ours"], found["bare"])
    rows += exact
    rows += rows_of("start after it was killed", "", found[KILLED], found["bare"])
    rows += rows_of("start with nothing open", "", found["empty"], found["bare"])
    a, b = (statistics.median(start.resident for start in found[name]) for name in ("ours", "bare"))
    rows.append(Row("resident with an encounter of 100, MB", a, b, a / b, "<= 1.5 x the bare window"))
    if "frozen" in found:
        limit = "<= 1.15 x from source"
        rows += rows_of("standalone against source", limit, found["frozen"], found["ours"])
    if "frozen" in found and "frozen bare" in found:
        rows += rows_of("standalone against bare standalone", target, found["frozen"], found["frozen bare"])
    return rows
