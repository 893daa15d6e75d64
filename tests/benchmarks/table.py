"""The table of the benchmarks: its rows, and the two numbers taken of many samples."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

FRAME = 16.0
"""Milliseconds of a frame."""


class Row(NamedTuple):
    """One line of the table; times in milliseconds, memory in megabytes."""

    what: str
    ours: float
    yardstick: float
    ratio: float
    target: str
    p99: float | None = None
    as_set: float | None = None
    """The ratio to the yardstick by which the target was set, where that was another one: it is this that the
    target is about."""


def median(run: Callable[[], Any], times: int) -> float:
    """Return the median time of ``run`` in milliseconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def p99(samples: Sequence[float]) -> float:
    """Return the sample that 99 of 100 do not exceed (nearest rank)."""
    return sorted(samples)[math.ceil(len(samples) * 0.99) - 1]


def lines(rows: Iterable[Row]) -> Iterable[str]:
    """Yield the table as text."""
    yield f"{'what':<52} {'ours':>10} {'p99':>8} {'yardstick':>10} {'ratio':>8} {'as set':>8}  target"
    for row in rows:
        high, as_set = (("" if number is None else f"{number:.2f}") for number in (row.p99, row.as_set))
        numbers = f"{row.ours:>10.3f} {high:>8} {row.yardstick:>10.3f} {row.ratio:>8.2f} {as_set:>8}"
        yield f"{row.what:<52} {numbers}  {row.target}"
