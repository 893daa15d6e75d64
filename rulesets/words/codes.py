"""The codes of refusals, which scenarios and the window compare, and the reasons that each can have.

A refusal without a reason is said by the sentence of its code, one with a reason by that of the reason.
A test keeps this in step with what the engine really refuses.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.table.refusal import Code

CODES: dict[Code, tuple[str, ...]] = {
    Code.ALREADY_DECLARED: ("",),
    Code.ALREADY_REACTED: ("", "no-attack"),
    Code.BAD_RULES: ("", "no-text"),
    Code.BAD_VALUE: (
        "above-most", "above-size", "act-what", "already-out", "bad-amount", "bad-answer", "bad-attack",
        "bad-code", "bad-count", "bad-field", "bad-id", "bad-kind", "bad-name", "bad-number", "bad-pools",
        "bad-reduction", "card-out", "contest-for-nothing", "contest-of-one", "endless", "field-missing",
        "formula", "formula-at", "id-taken", "never-active", "no-card", "no-dice", "no-reaction-declared",
        "no-such-case", "no-such-effect", "no-such-effect-here", "no-such-fight", "no-such-place",
        "no-such-pool", "no-such-roll", "no-such-stat", "no-such-track", "no-such-wave", "no-target",
        "no-upkeep", "not-a-target", "not-out", "nothing-to-maintain", "nothing-to-reach", "table-taken",
        "too-many", "too-many-cards", "too-many-waves", "too-much-work", "unknown-field",
    ),
    Code.CANNOT_BE_CHOSEN: (
        "acts-already", "has-gone", "no-place-yet", "not-among", "out-of-it", "still-waits", "takes-no-part",
    ),
    Code.CANNOT_DELAY: (
        "has-acted", "must-go-now", "no-delay-after", "no-delay-count", "no-delay-wait", "no-delaying",
        "nothing-left",
    ),
    Code.MUST_ACT_FIRST: ("",),
    Code.NO_BUDGET: ("", "no-points", "no-spare", "not-untouched", "one-of-all"),
    Code.NO_REACTION: ("",),
    Code.NO_TRIGGER: ("no-act", "no-attack", "no-prompt", "nothing-asked", "nothing-open", "use-needs"),
    Code.NOT_ACTIVE: ("", "nobody-chosen"),
    Code.NOT_DECLARED: ("", "not-all-declared"),
    Code.NOT_LOWER: ("", "has-passed", "not-later"),
    Code.NOT_WAITING: ("", "no-turns-now", "nobody-since", "nothing-pending", "nothing-readied"),
    Code.NOT_YOUR_TURN_TO_DECLARE: ("",),
    Code.NOTHING_TO_BRING_BACK: ("",),
    Code.NOTHING_TO_REDO: ("",),
    Code.NOTHING_TO_UNDO: ("",),
    Code.ONCE_ONLY: ("", "contest-lost", "once-declared"),
    Code.PHASE_OPEN: (
        "choice-open", "nobody-can-act", "not-all-declared", "roll-awaited", "somebody-waits", "turn-open",
    ),
    Code.REQUIREMENT: (
        "cannot-be-readied", "cost-needs", "excludes", "immune", "needs", "needs-target", "nobody-there",
        "not-limited", "not-untouched", "ready-needs-both", "roll-too-low", "spent",
    ),
    Code.SAME_RULES: ("",),
    Code.STATE_FORBIDS: ("", "banned", "barred", "no-rest-for", "out"),
    Code.TURN_UNDER_WAY: ("", "not-chosen-now", "own-turn"),
    Code.UNKNOWN_ACTION: (
        "", "no-readying", "no-such-formula", "no-such-pipeline", "no-such-reaction", "no-such-resource",
        "no-such-rest",
    ),
    Code.UNKNOWN_COMBATANT: ("", "no-roll-for"),
    Code.WRONG_PHASE: (
        "already-running", "no-acting-now", "no-count-now", "no-declaring-now", "no-resting-now",
        "no-roll-now", "no-turns-now", "nobody-chooses", "not-in-phase", "not-on-this", "not-rolled-yet",
        "not-running", "order-gone", "order-other", "order-unrolled", "phase-gone",
    ),
}  # fmt: skip
"""Code → its reasons; '' is the code by itself. A pool may bring a code of its own besides."""

EMPTY_POOL = "no-budget"
"""Reason of every refusal because a pool is empty, whatever code the pool gives it."""


def names_of(code: str, reason: str) -> tuple[str, ...]:
    """Return all that a scenario can call a refusal: its code, its reason, and both."""
    return (code, reason, f"{code}/{reason}") if reason else (code,)


def known(pools: Iterable[str] = ()) -> set[str]:
    """Return everything that refusals can be called where pools give the codes ``pools``."""
    found = {name for code, reasons in CODES.items() for r in reasons for name in names_of(code, r)}
    return found | {name for code in pools for name in names_of(code, EMPTY_POOL)}
