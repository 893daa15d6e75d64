"""Keeps Python's collector of garbage quiet while much is built that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

FEW = 10_000
"""So many young values are looked through in a millisecond."""

_aside = Event()
"""Set once `set_aside` was called. Python itself says it only by counting all that is there."""


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


def set_aside() -> None:
    """Let all there is now stay: it is not looked through again until somebody calls `gc.unfreeze`."""
    gc.freeze()
    _aside.set()


def _count_as_old() -> None:
    """Let all there is be looked at when what is old is: else the next look at what is young meets it.

    Not if that is hardly anything, nor if things were set aside that shall stay there.
    """
    if not _aside.is_set() and gc.get_count()[0] > FEW:
        gc.freeze()
        gc.unfreeze()
