"""The rows of stat blocks and of what is brought in, measured in a process of their own (in_library.py).

What they are held against is what each may take.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

from table import Row, p99

SCRIPT = Path(__file__).with_name("in_library.py")
CREATURES = 5_000
WHAT = {
    "a letter": (f"search {CREATURES:,} stat blocks, a letter", 30.0, "<= 30 ms"),
    "a letter back": (f"search {CREATURES:,} stat blocks, a letter back", 30.0, "<= 30 ms"),
    "import": (f"import {CREATURES:,} creatures, all shown", 2_000.0, "<= 2 s"),
    "without an answer": ("longest that the window did not answer meanwhile", 100.0, ""),
}
"""What is measured → the row, milliseconds that it may take, its target."""


def library_rows() -> list[Row]:
    """From a letter to the frame with what is found, and from a file to the list of who is in it."""
    command = [sys.executable, str(SCRIPT), "--creatures", str(CREATURES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if not done.stdout.strip():
        raise RuntimeError(f"stat blocks: {done.stderr[-800:]}")
    samples: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    rows = []
    for what, (told, may, target) in WHAT.items():
        ours = statistics.median(samples[what])
        rows.append(Row(told, ours, may, ours / may, target, p99(samples[what])))
    return rows
