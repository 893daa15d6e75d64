"""Why a command was not carried out: a code, parameters and the rule's citation."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NewType

from msgspec import Struct, field

if TYPE_CHECKING:
    from rulesets.table.reasons import Reason


class Code(StrEnum):
    """What a refusal is called by scenarios and the window (contract); its value is what they write."""

    ALREADY_DECLARED = "already-declared"
    ALREADY_REACTED = "already-reacted"
    BAD_RULES = "bad-rules"
    BAD_VALUE = "bad-value"
    CANNOT_BE_CHOSEN = "cannot-be-chosen"
    CANNOT_DELAY = "cannot-delay"
    MUST_ACT_FIRST = "must-act-first"
    NO_BUDGET = "no-budget"
    NO_REACTION = "no-reaction"
    NO_TRIGGER = "no-trigger"
    NOT_ACTIVE = "not-active"
    NOT_DECLARED = "not-declared"
    NOT_LOWER = "not-lower"
    NOT_WAITING = "not-waiting"
    NOT_YOUR_TURN_TO_DECLARE = "not-your-turn-to-declare"
    NOTHING_TO_BRING_BACK = "nothing-to-bring-back"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOTHING_TO_UNDO = "nothing-to-undo"
    ONCE_ONLY = "once-only"
    PHASE_OPEN = "phase-open"
    REQUIREMENT = "requirement"
    SAME_RULES = "same-rules"
    STATE_FORBIDS = "state-forbids"
    TURN_UNDER_WAY = "turn-under-way"
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_COMBATANT = "unknown-combatant"
    WRONG_PHASE = "wrong-phase"


PoolCode = NewType("PoolCode", str)
"""A code that a ruleset's pool brings: what its own refusal is called."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A refused command. ``code`` is one of the contract's; texts.py renders the sentence for the GM."""

    code: Code | PoolCode
    reason: Reason = ""
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
