"""Why a command was not carried out: a code, parameters and the rule's citation."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

IMPOSSIBLE = frozenset(
    {"unknown-combatant", "unknown-action", "bad-value", "nothing-to-undo", "nothing-to-redo"}
)
"""Codes of what cannot be done at all; every other refusal is a rule, and the GM may override it."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A refused command. ``code`` is one of the contract's; texts.py renders the sentence for the GM."""

    code: str
    reason: str = ""
    """Key of the sentence in the catalogue of texts; the code itself if empty."""
    params: dict[str, Any] = field(default_factory=dict)
    cite: str = ""

    @property
    def can_override(self) -> bool:
        """True if the GM may insist."""
        return self.code not in IMPOSSIBLE


class Refused(Exception):
    """Raised inside ``decide`` to leave it with a refusal; never seen outside."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal out of the ruling."""
        super().__init__(refusal.code)
        self.refusal = refusal
