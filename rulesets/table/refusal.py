"""Why a command was not carried out: a code, parameters and the rule's citation."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A refused command. ``code`` is one of the contract's; texts.py renders the sentence for the GM."""

    code: str
    reason: str = ""
    """Key of the sentence in the catalogue of texts; the code itself if empty."""
    params: dict[str, Any] = field(default_factory=dict)
    cite: str = ""
    final: bool = False
    """True for what is impossible rather than forbidden: insisting does not help."""

    @property
    def can_override(self) -> bool:
        """True if the GM may insist."""
        return not self.final


class Refused(Exception):
    """Raised inside ``decide`` to leave it with a refusal; never seen outside."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal out of the ruling."""
        super().__init__(refusal.code)
        self.refusal = refusal
