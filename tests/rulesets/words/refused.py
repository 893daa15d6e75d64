"""Whether a refusal is one that authors can look up."""

from __future__ import annotations

from rulesets.table.reasons import EMPTY_POOL, REASONS
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules


def is_listed(rules: Rules, refusal: Refusal) -> bool:
    """True if the reference lists this code with this reason, or a pool of the ruleset gives the code."""
    of_pools = {pool.refusal for pool in rules.pools.values()}
    return refusal.reason in REASONS.get(refusal.code, ()) or (
        refusal.code in of_pools and refusal.reason in ("", EMPTY_POOL)
    )
