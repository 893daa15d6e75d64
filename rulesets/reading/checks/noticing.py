"""What formulas read that are asked again as soon as it changes, and what nobody would notice."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from rulesets.engine.scope import NAMES
from rulesets.reading.checks.reads import PASSING, Reads, compiled, own_names
from rulesets.vocabulary.written import Ruleset

LASTING = frozenset({"kind", "side", "id", "group", "aware", "joined", "taken_out"})
"""Names of the encounter's that are about who somebody is, and the one whose change is noticed."""
ONLY_WARNED = frozenset({"done()"})
"""Of those what encounters may bring along that were begun before anybody complained of it."""
NOTICED = frozenset({"pool", "tally"})
"""Those of them whose change closes what is asked for."""


class Unnoticed(NamedTuple):
    """Something that a formula reads whose change does not make it be asked again."""

    said: str
    """Its name as it is told, and the stat or formula by way of which it is read."""
    indirect: bool
    """True if it is read by way of another, which encounters may bring along."""

    @property
    def warned(self) -> bool:
        """True if a condition that reads it is only warned of."""
        return self.indirect or self.said in ONLY_WARNED


def unnoticed(
    text: str, definition: Ruleset, reads: Reads, noticed: frozenset[str] = frozenset()
) -> list[Unnoticed]:
    """Return what a formula reads whose change does not make it be asked again; ``noticed`` does besides."""
    formula = compiled(text) if text else None
    if formula is None:
        return []
    own = own_names(formula)
    here = _passing(own, definition, noticed)
    found = [Unnoticed(word, indirect=False) for word in here]
    ways = [(f"the stat {name!r}", reads.through([name])) for name in sorted(own & reads.of_stats.keys())]
    ways += [
        (f"the formula {name!r}", reads.through(reads.of_formulas[name]))
        for function, name in sorted(formula.calls)
        if function == "formula" and name in reads.of_formulas
    ]
    told = {*here}
    for way, read in ways:
        new = [word for word in _passing(read, definition, noticed) if word not in told]
        told.update(new)
        found += [Unnoticed(f"{word}, which {way} reads,", indirect=True) for word in new]
    return found


def _passing(read: Set[str], definition: Ruleset, noticed: frozenset[str]) -> list[str]:
    names = {name for name in read & NAMES - LASTING if name not in definition.stats}
    calls = read & {f"{call}()" for call in PASSING - noticed}
    return [*sorted(map(repr, names)), *sorted(calls)]
