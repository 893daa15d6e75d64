"""Watches everything that happens at a ruling: each event must tell the truth about what was so before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from rulesets.engine.claims import claimed, held
from rulesets.engine.evolve import SILENT, inverse
from rulesets.engine.ruling import Ruling
from rulesets.table import events as ev

Kinds = Counter[type[ev.Event]]
UNTOLD = (*SILENT, ev.TurnListed, ev.TurnUnlisted, ev.CheckAsked, ev.CheckClosed, ev.WaveChanged)
"""Events that change nothing, and of a list in which the same may well stand once more."""


@contextmanager
def watched() -> Iterator[tuple[Kinds, Kinds]]:
    """Fail at the first event whose old value is not that of the state, or whose inverse's is not, or that
    changes nothing.

    Yields how many events of each kind there were, and of how many the claim was true no longer afterwards:
    those are the proof that a false claim would be noticed.
    """
    seen, told = Kinds(), Kinds()
    record = Ruling.record

    def watching(ruling: Ruling, event: ev.Event) -> None:
        there = held(ruling.draft, event)
        assert claimed(event) == there, f"{event} finds {there}"
        record(ruling, event)
        back = inverse(event)
        there = held(ruling.draft, back)
        assert claimed(back) == there, f"{event} cannot be taken back: {back} finds {there}"
        seen[type(event)] += 1
        changes = claimed(event) != held(ruling.draft, event)
        told[type(event)] += changes
        assert changes or isinstance(event, UNTOLD), f"{event} changes nothing"

    Ruling.record = watching  # type: ignore[method-assign]
    try:
        yield seen, told
    finally:
        Ruling.record = record  # type: ignore[method-assign]
