"""The rows of the real window: each size and ruleset in a process of its own (in_window.py)."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

from table import Row, p99

SCRIPT = Path(__file__).with_name("in_window.py")
ALL = "saga-edition"
"""The ruleset in which everything is measured at every size."""
TURNS = ("srd35", "moon-swing", "sagas-hub", "kaiser")
"""Those in which turns and declarations are measured, at 100 combatants."""
SIZES = {10: 120, 100: 120, 1_000: 120, 10_000: 60}
"""Cycles by number of combatants."""
TARGETS = {10: "", 100: "<= 6 ms, p99 <= 16 ms", 1_000: "<= 8 ms, p99 <= 16 ms", 10_000: "p99 <= 33 ms"}


def played(combatants: int, ruleset: str, cycles: int, *more: str) -> dict[str, list[float]]:
    """Return what in_window.py measured; what was done until all was quiet is left out."""
    command = [sys.executable, str(SCRIPT), str(combatants), ruleset, str(cycles), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if not done.stdout.strip():
        raise RuntimeError(f"{ruleset}, {combatants} combatants: {done.stderr[-800:]}")
    samples: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return {what: taken for what, taken in samples.items() if not what.endswith(", all")}


def rows_of(samples: dict[str, list[float]], about: str, target: str) -> list[Row]:
    """Return a row for each thing measured, beside the bare table's two rows."""
    bare = statistics.median(samples.pop("bare"))
    rows = []
    for what, taken in samples.items():
        ours = statistics.median(taken)
        rows.append(Row(f"{what}, {about}", ours, bare, ours / bare, target, p99(taken)))
    return rows


def window_rows() -> list[Row]:
    """From key event to painted frame, with the journal on."""
    rows: list[Row] = []
    medians: dict[int, dict[str, float]] = {}
    for number, cycles in SIZES.items():
        samples = played(number, ALL, cycles)
        medians[number] = {what: statistics.median(taken) for what, taken in samples.items()}
        rows += rows_of(samples, f"{number:,} combatants", TARGETS[number])
    for what, small in medians[10].items():
        large = medians[1_000][what]
        if what != "bare":
            rows.append(Row(f"{what}, 1,000 against 10", large, small, large / small, "<= 1.5 x"))
    for ruleset in TURNS:
        samples = played(100, ruleset, 110, "--only", "next turn")
        rows += rows_of(samples, f"{ruleset}, 100", TARGETS[100])
    return rows
