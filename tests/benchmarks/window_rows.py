"""The rows of the real window: each size and ruleset in a process of its own (in_window.py).

Each has two ratios. The first is to the bare table's two rows as they are repainted in the same run. The
targets were set when the yardstick took :data:`EARLIER` times as long, since what our own window had still to
paint was counted as its own; the second ratio is to that, and is the one that a target is about.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

from table import FRAME, Row, p99

SCRIPT = Path(__file__).with_name("in_window.py")
ALL = "saga-edition"
"""The ruleset in which everything is measured at every size."""
TURNS = ("srd35", "moon-swing", "sagas-hub", "kaiser")
"""Those in which turns and declarations are measured, at 100 combatants."""
SIZES = {10: 120, 100: 120, 1_000: 120, 5_000: 60, 10_000: 60}
"""Cycles by number of combatants."""
LONG = 50_000
"""Entries of a log that has grown for many evenings."""
EARLIER = 3.6
"""How many times as long as the bare table's two rows the yardstick took by which targets were set: 2.9 ms
where these take 0.8."""
FIRST = {"next turn": "<= 3.5 x"}
"""What the first frame that shows it may take, of that yardstick, where that is not ``QUICK``."""
QUICK, EVERYTHING = "<= 3 x", "<= 5 x"
"""The same of all others, and of everything that a step changes: list, top bar, inspector and log."""


def played(combatants: int, ruleset: str, cycles: int, *more: str) -> dict[str, list[float]]:
    """Return what in_window.py measured: to the first frame, and with ', all' until all is quiet."""
    command = [sys.executable, str(SCRIPT), str(combatants), ruleset, str(cycles), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if not done.stdout.strip():
        raise RuntimeError(f"{ruleset}, {combatants} combatants: {done.stderr[-800:]}")
    samples: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return samples


def rows_of(samples: dict[str, list[float]], about: str, *, judged: bool = True) -> list[Row]:
    """Return a row for each thing measured, beside the bare table's two rows; their targets if ``judged``."""
    bare = statistics.median(samples["bare"])
    rows = []
    for what, taken in samples.items():
        if what.startswith("bare"):
            continue
        ours = statistics.median(taken)
        first, comma, _ = what.partition(", all")
        target = EVERYTHING if comma else FIRST.get(first, QUICK)
        ratio = ours / bare
        told = target if judged else ""
        rows.append(Row(f"{what}, {about}", ours, bare, ratio, told, p99(taken), ratio / EARLIER))
    return rows


def players_rows() -> list[Row]:
    """From the frame of the list to that of the players' screen, which is to follow within another one."""
    rows = []
    for number, target in ((10, "<= 16 ms"), (100, "<= 16 ms"), (1_000, "")):
        taken = played(number, ALL, 60, "--players")["players"]
        after = statistics.median(taken)
        told = f"the players' screen after the list, {number:,}"
        rows.append(Row(told, after, FRAME, after / FRAME, target, p99(taken)))
    return rows


def window_rows() -> list[Row]:
    """From key event to painted frame, with the journal on."""
    rows: list[Row] = []
    medians: dict[int, dict[str, float]] = {}
    for number, cycles in SIZES.items():
        samples = played(number, ALL, cycles)
        medians[number] = {what: statistics.median(taken) for what, taken in samples.items()}
        rows += rows_of(samples, f"{number:,} combatants")
    rows += rows_of(played(10, ALL, 60, "--log", str(LONG)), f"10 combatants, log of {LONG:,}")
    rows += rows_of(played(5_000, ALL, 40, "--log", str(LONG)), f"5,000 combatants, log of {LONG:,}")
    for what, small in medians[10].items():
        large = medians[1_000][what]
        if not what.startswith("bare"):
            rows.append(Row(f"{what}, 1,000 against 10", large, small, large / small, "<= 1.2 x"))
    for ruleset in TURNS:
        samples = played(100, ruleset, 110, "--only", "next turn")
        rows += rows_of(samples, f"{ruleset}, 100", judged=False)
    return rows
