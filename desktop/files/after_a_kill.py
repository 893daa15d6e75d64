"""Where fights stand whose program was killed: what was noted of them is from a time before."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from desktop.process.tasks import Task
from rulesets.fight.kept import clock_in
from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.reading import read_beside
from rulesets.table.encounter import Clock


def clocks_of(names: Iterable[str], task: Task) -> dict[str, Clock]:
    """Return file → where the fight in it stands; none of a file that cannot be read: opening it says why."""
    found = {}
    for name in names:
        if task.cancelled:
            break
        with suppress(StorageError, msgspec.DecodeError, UnicodeError, RecursionError):
            found[name] = clock_in(read_beside(name))
    return found
