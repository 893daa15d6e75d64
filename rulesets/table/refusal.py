"""Why a command was not carried out: a code, parameters and the rule's citation."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NewType, get_args

from msgspec import Struct, field


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


# -- the reasons that a code can have --------------------------------------------------------------

AlreadyReacted = Literal["", "no-attack"]
BadRules = Literal["", "no-text"]
BadValue = Literal[
    "above-most", "above-size", "act-what", "already-out", "bad-amount", "bad-answer", "bad-attack",
    "bad-code", "bad-count", "bad-field", "bad-id", "bad-kind", "bad-name", "bad-number", "bad-pools",
    "bad-reduction", "card-out", "contest-for-nothing", "contest-of-one", "endless", "field-missing",
    "formula", "formula-at", "id-taken", "never-active", "no-card", "no-dice", "no-reaction-declared",
    "no-such-case", "no-such-effect", "no-such-effect-here", "no-such-fight", "no-such-place",
    "no-such-pool", "no-such-roll", "no-such-stat", "no-such-track", "no-such-wave", "no-target",
    "no-upkeep", "not-a-target", "not-out", "nothing-to-maintain", "nothing-to-reach", "table-taken",
    "too-many", "too-many-cards", "too-many-waves", "too-much-work", "unknown-field",
]  # fmt: skip
CannotBeChosen = Literal[
    "acts-already", "has-gone", "no-place-yet", "not-among", "out-of-it", "still-waits",
    "takes-no-part",
]  # fmt: skip
CannotDelay = Literal[
    "has-acted", "must-go-now", "no-delay-after", "no-delay-count", "no-delay-wait", "no-delaying",
    "nothing-left",
]  # fmt: skip
NoBudget = Literal["", "no-points", "no-spare", "not-untouched", "one-of-all"]
NoTrigger = Literal["no-act", "no-attack", "no-prompt", "nothing-asked", "nothing-open", "use-needs"]
NotActive = Literal["", "nobody-chosen"]
NotDeclared = Literal["", "not-all-declared"]
NotLower = Literal["", "has-passed", "not-later"]
NotWaiting = Literal["", "no-turns-now", "nobody-since", "nothing-pending", "nothing-readied"]
OnceOnly = Literal["", "contest-lost", "once-declared"]
PhaseOpen = Literal[
    "choice-open", "nobody-can-act", "not-all-declared", "roll-awaited", "somebody-waits", "turn-open",
]  # fmt: skip
Requirement = Literal[
    "cannot-be-readied", "cost-needs", "excludes", "immune", "needs", "needs-target", "nobody-there",
    "not-limited", "not-untouched", "ready-needs-both", "roll-too-low", "spent",
]  # fmt: skip
StateForbids = Literal["", "banned", "barred", "no-rest-for", "out"]
TurnUnderWay = Literal["", "not-chosen-now", "own-turn"]
UnknownAction = Literal[
    "", "no-readying", "no-such-formula", "no-such-pipeline", "no-such-reaction", "no-such-resource",
    "no-such-rest",
]  # fmt: skip
UnknownCombatant = Literal["", "no-roll-for"]
WrongPhase = Literal[
    "already-running", "no-acting-now", "no-count-now", "no-declaring-now", "no-resting-now",
    "no-roll-now", "no-turns-now", "nobody-chooses", "not-in-phase", "not-on-this", "not-rolled-yet",
    "not-running", "order-gone", "order-other", "order-unrolled", "phase-gone",
]  # fmt: skip
EmptyPool = Literal["no-budget"]
Reason = (
    AlreadyReacted
    | BadRules
    | BadValue
    | CannotBeChosen
    | CannotDelay
    | NoBudget
    | NoTrigger
    | NotActive
    | NotDeclared
    | NotLower
    | NotWaiting
    | OnceOnly
    | PhaseOpen
    | Requirement
    | StateForbids
    | TurnUnderWay
    | UnknownAction
    | UnknownCombatant
    | WrongPhase
    | EmptyPool
)

REASONS: Mapping[Code, tuple[Reason, ...]] = {
    Code.ALREADY_DECLARED: ("",),
    Code.ALREADY_REACTED: get_args(AlreadyReacted),
    Code.BAD_RULES: get_args(BadRules),
    Code.BAD_VALUE: get_args(BadValue),
    Code.CANNOT_BE_CHOSEN: get_args(CannotBeChosen),
    Code.CANNOT_DELAY: get_args(CannotDelay),
    Code.MUST_ACT_FIRST: ("",),
    Code.NO_BUDGET: get_args(NoBudget),
    Code.NO_REACTION: ("",),
    Code.NO_TRIGGER: get_args(NoTrigger),
    Code.NOT_ACTIVE: get_args(NotActive),
    Code.NOT_DECLARED: get_args(NotDeclared),
    Code.NOT_LOWER: get_args(NotLower),
    Code.NOT_WAITING: get_args(NotWaiting),
    Code.NOT_YOUR_TURN_TO_DECLARE: ("",),
    Code.NOTHING_TO_BRING_BACK: ("",),
    Code.NOTHING_TO_REDO: ("",),
    Code.NOTHING_TO_UNDO: ("",),
    Code.ONCE_ONLY: get_args(OnceOnly),
    Code.PHASE_OPEN: get_args(PhaseOpen),
    Code.REQUIREMENT: get_args(Requirement),
    Code.SAME_RULES: ("",),
    Code.STATE_FORBIDS: get_args(StateForbids),
    Code.TURN_UNDER_WAY: get_args(TurnUnderWay),
    Code.UNKNOWN_ACTION: get_args(UnknownAction),
    Code.UNKNOWN_COMBATANT: get_args(UnknownCombatant),
    Code.WRONG_PHASE: get_args(WrongPhase),
}
"""Code → its reasons; '' is the code by itself, which is said by the sentence of the code.

A pool may bring a code of its own besides. A test keeps this in step with what is really refused.
"""
EMPTY_POOL: EmptyPool = "no-budget"
"""Reason of every refusal because a pool is empty, whatever code the pool gives it."""


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
