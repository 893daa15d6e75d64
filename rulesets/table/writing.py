"""A ruleset as it is written: its text, its translations, and the ruleset it extends."""

from __future__ import annotations

from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace


class Writing(Struct, frozen=True, omit_defaults=True):
    """The texts that a ruleset is compiled from; together they need no folder any more."""

    name: str
    """What problems call the file."""
    text: str
    """Its TOML text."""
    languages: dict[str, str] = {}
    """Language → text of its ``ruleset.<lang>.toml``."""
    base: Writing | None = None
    """The ruleset that its ``extends`` names."""
    spelling: int = 0
    """Version of encounter files in whose time all of it was spelled; 0 is as today."""


def portable(writing: Writing) -> Writing:
    """Return ``writing`` with its files called by folder and name: a fight names no path of this machine."""
    base = portable(writing.base) if writing.base is not None else None
    return replace(writing, name="/".join(PurePath(writing.name).parts[-2:]), base=base)


def beneath(writing: Writing | None) -> tuple[str, ...]:
    """Return the ids of the rulesets that it builds on, by their folders, the nearest one first."""
    found = []
    while writing is not None and writing.base is not None:
        writing = writing.base
        found.append(PurePath(writing.name).parent.name)
    return tuple(found)
