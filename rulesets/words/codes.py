"""What a scenario and the window can call a refusal by: its code, its reason, and both."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.table.reasons import EMPTY_POOL, REASONS


def names_of(code: str, reason: str) -> tuple[str, ...]:
    """Return all that a scenario can call a refusal: its code, its reason, and both."""
    return (code, reason, f"{code}/{reason}") if reason else (code,)


def known(pools: Iterable[str] = ()) -> set[str]:
    """Return everything that refusals can be called where pools give the codes ``pools``."""
    found = {name for code, reasons in REASONS.items() for r in reasons for name in names_of(code, r)}
    return found | {name for code in pools for name in names_of(code, EMPTY_POOL)}
