"""Which format something is, and what is in it: whatever was brought is asked of every reader."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from msgspec import Struct

from rulesets.collector import paused
from rulesets.incoming import readers
from rulesets.incoming.found import ENTRY_ERRORS, Finding, Progress, Refused, Told
from rulesets.incoming.reader import NO, SURE, Reader
from rulesets.incoming.source import Source


class Reading(Struct, frozen=True, kw_only=True):
    """What was read; `reader` is None and `refused` says why where it could not be."""

    reader: Reader | None
    finding: Finding
    refused: Refused | None = None


@cache
def every_reader() -> tuple[Reader, ...]:
    """Every format that can be read."""
    names = sorted(module.name for module in pkgutil.iter_modules(readers.__path__))
    return tuple(importlib.import_module(f"{readers.__name__}.{name}").READER for name in names)


def read(source: Source, progress: Progress | None = None) -> Reading:
    """Read something with the reader that is surest of it.

    Raises only Stopped: whatever bytes are given, the answer has creatures or says why not.
    """
    refused: Reading | None = None
    said: list[Told] = []
    for reader, certainty in _by_certainty(source):
        finding = Finding(progress)
        finding.told += [*said, *([source.broken] if source.broken is not None else ())]
        try:
            with paused():
                reader.read(source, finding)
        except Refused as error:
            why = error
        except ENTRY_ERRORS:
            why = Refused("“{name}” is not as {format} writes it.", name=source.name, format=reader.label)
        else:
            if finding.creatures or not finding.told:
                return Reading(reader=reader, finding=finding)
            why = Refused("Nobody in “{name}” can be taken.", name=source.name)
        refused = refused or Reading(reader=reader, finding=finding, refused=why)
        if certainty >= SURE:
            # Whoever else makes something of it does not hide what was wrong with it.
            said = [*finding.told, why.told]
    return refused or Reading(reader=None, finding=Finding(), refused=_why_none(source))


def _why_none(source: Source) -> Refused:
    """Return why nobody reads something: JSON that breaks off is of no format, and that is said of it."""
    if source.head[:1] in ("{", "["):
        try:
            source.json  # noqa: B018 - asked for what it raises
        except Refused as error:
            return error
    if source.broken is not None:
        return Refused("“{name}” is no whole JSON: it breaks off.", name=source.name)
    return Refused("“{name}” is of no format that can be read. Nothing was taken.", name=source.name)


def _by_certainty(source: Source) -> list[tuple[Reader, int]]:
    sure = {}
    for reader in every_reader():
        try:
            sure[reader.id] = reader.recognise(source)
        except (Refused, *ENTRY_ERRORS):
            sure[reader.id] = NO
    found = [(reader, sure[reader.id]) for reader in every_reader() if sure[reader.id]]
    return sorted(found, key=lambda one: -one[1])
