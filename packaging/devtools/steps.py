"""The checks of the project, run side by side: up to the first failure, or all of them to their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from devtools.console import ROOT, end, say

HINTS = {
    "format": "mend it with: python3 packaging/dev.py check --fix",
    "lint": "mend what can be mended by itself with: python3 packaging/dev.py check --fix",
}

WORKERS = (os.cpu_count() or 1) + 1
"""So many tests run at the same time: while one waits for a disk or a window, another has its core."""


@dataclass(frozen=True)
class Step:
    """One command, under the name it is reported by."""

    name: str
    command: tuple[str, ...]


def fixes(python: Path) -> list[Step]:
    """What can be mended without thinking."""
    ruff = (str(python), "-m", "ruff")
    return [
        Step("mend lint", (*ruff, "check", "--fix-only", "--quiet", ".")),
        Step("mend format", (*ruff, "format", "--quiet", ".")),
    ]


def static(python: Path) -> list[Step]:
    """Everything that reads the code without running it."""
    name = str(python)
    linter = "from importlinter.cli import lint_imports_command as main; main()"
    return [
        Step("format", (name, "-m", "ruff", "format", "--check", "--output-format", "concise", ".")),
        Step("lint", (name, "-m", "ruff", "check", ".")),
        Step("imports", (name, "-c", linter, "--no-logo")),
        Step("types", (name, "-m", "mypy")),
    ]


def tests(python: Path, *, fast: bool) -> Step:
    """The test suite, or its fast half."""
    selection = ("-m", "not slow") if fast else ()
    workers = ("-n", str(WORKERS), "--dist", "worksteal")
    return Step("tests", (str(python), "-m", "pytest", *selection, *workers))


@dataclass
class Lane:
    """Steps that run one after the other, beside other lanes.

    What they print is kept until it is known to matter, or shown as it comes.
    """

    steps: list[Step]
    shown: bool = False
    running: Step | None = None
    process: subprocess.Popen[bytes] | None = None
    output: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    begun: float = 0.0

    def start_next(self, env: Mapping[str, str]) -> bool:
        """Start the next step; False when none is left."""
        self.running = self.process = None
        if not self.steps:
            return False
        self.running = self.steps.pop(0)
        self.output.seek(0)
        self.output.truncate()
        self.begun = time.monotonic()
        # In a session of its own: Ctrl+C comes once, from stop(), and not from the terminal as well.
        self.process = subprocess.Popen(
            self.running.command,
            cwd=ROOT,
            env=dict(env),
            stdout=None if self.shown else self.output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        return True

    def text(self) -> str:
        """What was kept of the step that runs or ran last; nothing where it was shown."""
        self.output.seek(0)
        return self.output.read().decode("utf-8", errors="replace").strip()

    def stop(self) -> None:
        """End what runs as Ctrl+C would, so that tests put away what they started."""
        if self.process is None or self.process.poll() is not None:
            return
        if os.name != "nt":
            self.process.send_signal(signal.SIGINT)
        end(self.process, told=os.name != "nt")


def _report(lane: Lane) -> bool:
    """One line about a finished step, and all it said if it failed."""
    assert lane.running is not None
    assert lane.process is not None
    seconds, text = time.monotonic() - lane.begun, lane.text()
    passed = lane.process.returncode == 0
    last = text.splitlines()[-1].strip(" =") if text else ""
    detail = f"   {last}" if passed and lane.running.name == "tests" and last else ""
    if not passed and text:
        print(text, flush=True)
    say(f"{lane.running.name:<8} {'passed' if passed else 'FAILED'} {seconds:6.1f} s{detail}")
    return passed


def side_by_side(lanes: Sequence[Lane], env: Mapping[str, str], *, to_the_end: bool = False) -> list[Step]:
    """Run the lanes at the same time; returns the steps that failed.

    All lanes are stopped at the first failure, or each goes on to its end whatever its steps and others give.
    """
    failed: list[Step] = []
    try:
        active = [lane for lane in lanes if lane.start_next(env)]
        while active:
            for lane in list(active):
                if lane.process is None or lane.process.poll() is None:
                    continue
                if not _report(lane):
                    assert lane.running is not None
                    failed.append(lane.running)
                    if not to_the_end:
                        return failed
                if not lane.start_next(env):
                    active.remove(lane)
            time.sleep(0.05)
        return failed
    finally:
        for lane in lanes:
            lane.stop()
            lane.output.close()


def hint(step: Step) -> str:
    """What to do about a step that failed."""
    return HINTS.get(step.name, "what it found stands above")


def interrupted() -> int:
    """The exit code of a run that somebody stopped, after a line that says so."""
    print(file=sys.stderr)
    say("stopped")
    return 130
