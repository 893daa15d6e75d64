"""The rows of the players' page, measured in a process of their own (in_sharing.py).

What they are held against is what a step may take.
"""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from table import FRAME, Row, p99

SCRIPT = Path(__file__).with_name("in_sharing.py")
MAY = 150.0
"""Milliseconds until a step is on the phones of 95 of 100."""


def p95(samples: Sequence[float]) -> float:
    """Return the sample that 95 of 100 do not exceed (nearest rank)."""
    return sorted(samples)[math.ceil(len(samples) * 0.95) - 1]


def sharing_rows() -> list[Row]:
    """From a step to the phones, and what the window works for it at a time."""
    rows = []
    for combatants in (20, 100):
        command = [sys.executable, str(SCRIPT), "--combatants", str(combatants)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if not done.stdout.strip():
            raise RuntimeError(f"players' page: {done.stderr[-800:]}")
        samples: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
        step, work = p95(samples["step"]), statistics.median(samples["work"])
        told = f"a step on 50 phones of 60, {combatants} combatants, p95"
        rows.append(Row(told, step, MAY, step / MAY, "<= 150 ms", p99(samples["step"])))
        told = f"the window's longest work for it, {combatants} combatants"
        rows.append(Row(told, work, FRAME, work / FRAME, "<= 16 ms", p99(samples["work"])))
    return rows
