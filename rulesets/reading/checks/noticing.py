"""What formulas read that are asked again as soon as it changes, and what nobody would notice."""

from __future__ import annotations

from rulesets.engine.scope import NAMES
from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.vocabulary.written import Ruleset

LASTING = frozenset({"kind", "side", "id", "group", "aware", "joined", "taken_out"})
"""Names of the encounter's that are about who somebody is, and the one whose change is noticed."""
PASSING = frozenset({"pool", "tally", "declared", "declared_on", "asked", "done", "sum"})
"""Functions that ask for what comes and goes with the turns."""
ONLY_WARNED = frozenset({"done()"})
"""Of those what encounters may bring along that were begun before anybody complained of it."""
NOTICED = frozenset({"pool", "tally"})
"""Those of them whose change closes what is asked for."""


def unnoticed(text: str, definition: Ruleset, noticed: frozenset[str] = frozenset()) -> list[str]:
    """Return what a formula reads whose change does not make it be asked again; ``noticed`` does besides."""
    try:
        formula = compile_formula(text) if text else None
    except FormulaError:
        return []
    if formula is None:
        return []
    read = formula.names.union(word for call, word in formula.calls if call == "stat")
    names = {name for name in read & NAMES - LASTING if name not in definition.stats}
    calls = {call for call, _ in formula.calls if call in PASSING - noticed}
    return sorted(map(repr, names)) + sorted(f"{call}()" for call in calls)
