"""The codes of refusals, which scenarios and the window compare, and the reasons that each can have.

A refusal without a reason is said by the sentence of its code, one with a reason by that of the reason.
A test keeps this in step with what the engine really refuses.
"""

from __future__ import annotations

from collections.abc import Iterable

CODES: dict[str, tuple[str, ...]] = {
    "already-declared": ("",),
    "already-reacted": ("", "no-attack"),
    "bad-rules": ("", "no-text"),
    "bad-value": (
        "above-size", "act-what", "already-out", "bad-attack", "bad-code", "bad-count", "bad-field", "bad-id",
        "bad-kind", "bad-name", "bad-number", "bad-pools", "bad-reduction", "endless", "field-missing",
        "formula", "formula-at", "id-taken", "never-active", "no-reaction-declared", "no-such-case",
        "no-such-effect", "no-such-place", "no-such-pool", "no-such-stat", "no-such-track", "no-target",
        "no-upkeep", "not-a-target", "not-out", "nothing-to-maintain", "too-many", "too-much-work",
        "unknown-field",
    ),
    "cannot-be-chosen": (
        "acts-already", "has-gone", "no-place-yet", "not-among", "out-of-it", "still-waits", "takes-no-part",
    ),
    "cannot-delay": (
        "has-acted", "must-go-now", "no-delay-after", "no-delay-count", "no-delay-wait", "no-delaying",
        "nothing-left",
    ),
    "must-act-first": ("",),
    "no-budget": ("", "no-points", "no-spare"),
    "no-reaction": ("",),
    "no-trigger": ("no-attack", "no-prompt"),
    "not-active": ("", "nobody-chosen"),
    "not-declared": ("", "not-all-declared"),
    "not-lower": ("", "has-passed"),
    "not-waiting": ("", "no-turns-now", "nobody-since", "nothing-pending", "nothing-readied"),
    "not-your-turn-to-declare": ("",),
    "nothing-to-bring-back": ("",),
    "nothing-to-redo": ("",),
    "nothing-to-undo": ("",),
    "once-only": ("", "once-declared"),
    "phase-open": (
        "choice-open", "nobody-can-act", "not-all-declared", "roll-awaited", "somebody-waits", "turn-open",
    ),
    "requirement": (
        "cannot-be-readied", "cost-needs", "excludes", "needs", "needs-target", "nobody-there", "not-limited",
        "not-untouched", "ready-needs-both", "roll-too-low",
    ),
    "same-rules": ("",),
    "state-forbids": ("", "barred", "out"),
    "turn-under-way": ("", "own-turn"),
    "unknown-action": (
        "", "no-readying", "no-such-formula", "no-such-pipeline", "no-such-reaction", "no-such-resource",
    ),
    "unknown-combatant": ("", "no-roll-for"),
    "wrong-phase": (
        "already-running", "no-acting-now", "no-count-now", "no-declaring-now", "no-roll-now", "no-turns-now",
        "nobody-chooses", "not-in-phase", "not-on-this", "not-rolled-yet", "not-running", "order-gone",
        "order-other", "order-unrolled", "phase-gone",
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
