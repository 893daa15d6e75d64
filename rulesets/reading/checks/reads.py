"""What formulas read, through stats and named formulas, too: by all of it a value can change."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.scope import MAX_DEPTH
from rulesets.formula.compiling import Formula, FormulaError, compile_formula
from rulesets.reading.assemble import stat_value, type_of
from rulesets.vocabulary.written import Ruleset

PASSING = frozenset({"pool", "tally", "declared", "declared_on", "asked", "done", "sum"})
"""Functions that ask for what comes and goes with the turns; read, they stand among the names as 'sum()'."""
SUM = "sum()"


def compiled(text: str) -> Formula | None:
    """Return a formula, or None of one that cannot be read."""
    try:
        return compile_formula(text)
    except FormulaError:
        return None


class Reads:
    """What formulas of a ruleset read by way of others; each is found out once."""

    def __init__(self, definition: Ruleset, *, begun: bool = False) -> None:
        """Look through its stats and formulas; once a fight has ``begun`` some stats go by none."""
        self._begun = begun
        self.of_formulas = _names_of_formulas(definition)
        """Formula → every name that it, its cases and what it calls read from the combatant."""
        self.of_stats = self._by_stats(definition)
        """Stat → every name that it reads, and that what changes it reads."""
        self._through: dict[str, frozenset[str]] = {}

    def _by_stats(self, definition: Ruleset) -> dict[str, set[str]]:
        reads: dict[str, set[str]] = {name: set() for name in definition.stats}
        texts: list[tuple[str, str]] = []
        for name, stat in definition.stats.items():
            if not (self._begun and stat.to_begin_with):
                texts.append((name, stat_value(stat, type_of(stat))[1]))
        for state in definition.states.values():
            texts += [*state.add.items(), *state.factor.items()]
        for step in (step for track in definition.tracks.values() for step in track.steps):
            texts += [*step.add.items(), *step.factor.items()]
        for name, text in texts:
            if text and name in reads:
                reads[name] |= self.by(text)
        return reads

    def by(self, text: str) -> set[str]:
        """Return the names that a formula reads, those of the named formulas in it, too."""
        formula = compiled(text)
        if formula is None:
            return set()
        return own_names(formula).union(
            *(self.of_formulas.get(word, ()) for call, word in formula.calls if call == "formula")
        )

    def through(self, names: Iterable[str]) -> frozenset[str]:
        """Return some names and all that those of them read which are stats, one by way of the other."""
        return frozenset().union(*({name, *self._of_stat(name)} for name in names))

    def _of_stat(self, name: str) -> frozenset[str]:
        if name not in self._through:
            found: set[str] = set()
            new = self.of_stats.get(name, set())
            while new:
                found |= new
                new = set().union(*(self.of_stats.get(other, ()) for other in new)) - found
            self._through[name] = frozenset(found)
        return self._through[name]


def own_names(formula: Formula) -> set[str]:
    """Return the names that a formula reads by itself, and the functions of what comes and goes."""
    found = formula.names | {word for call, word in formula.calls if call in ("stat", "sum")}
    calls = {call for call, _ in formula.calls}
    passing = {f"{call}()" for call in calls & PASSING}
    return {*found, *passing, *(("traits",) if "trait" in calls else ())}


def _names_of_formulas(definition: Ruleset) -> dict[str, frozenset[str]]:
    own: dict[str, set[str]] = {}
    calls: dict[str, set[str]] = {}
    for name, rule in definition.formulas.items():
        read = [compiled(text) for text in (rule.expression, *rule.cases.values()) if text]
        own[name] = {word for formula in read if formula for word in own_names(formula)}
        own[name] -= rule.inputs.keys() - definition.stats.keys()
        calls[name] = {f for formula in read if formula for call, f in formula.calls if call == "formula"}
    for _ in range(MAX_DEPTH):
        for name, others in calls.items():
            own[name].update(*(own.get(other, ()) for other in others))
    return {name: frozenset(words) for name, words in own.items()}
