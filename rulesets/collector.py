"""Keeps Python's collector of garbage quiet while much is built that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FEW = 10_000
"""So many young values are looked through in a millisecond; what is set aside takes longer to count."""


@contextmanager
def paused() -> Iterator[None]:
    """Do not look for garbage in circles meanwhile; what is of no use any more is given up all the same.

    Whoever reads a long log or a large ruleset makes hundreds of thousands of values that all stay: looking
    through them again and again finds nothing, and takes a third of the time. What is read is limited in size
    by then, and so is what is left in circles until the end. Inside of another one, or beside one in another
    thread, it is as quiet; the last word is always that the collector works if it did before.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            _count_as_old()
            gc.enable()


def _count_as_old() -> None:
    """Let all there is be looked at when what is old is: else the next look at what is young meets it.

    Not if that is hardly anything, nor if somebody has set things aside that shall stay there: to ask for
    their number is to count all of them.
    """
    if gc.get_count()[0] > FEW and not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
