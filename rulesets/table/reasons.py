"""The reasons that a refusal's code can have: mypy finds one that is none.

No module that a start loads imports this when it runs: Python takes 2 ms to make types of that many words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from rulesets.table.refusal import Code

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
