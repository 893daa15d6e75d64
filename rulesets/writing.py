"""A ruleset as it is written: its text, its translations, and the ruleset it extends."""

from __future__ import annotations

from msgspec import Struct


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
