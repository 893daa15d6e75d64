"""On what a formula about a combatant depends, so that it is only asked again when that changes."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from rulesets.formula.compiling import OTHER_FUNCTIONS, OWNER, FormulaError, compile_formula
from rulesets.vocabulary import Rules

TRACKS = frozenset({"track", "step", "liftable"})
"""Functions that ask where somebody stands on a track."""
FEATS = frozenset({"has", "trait"})


class Depends(Struct):
    """What a formula reads, directly or through what it reads."""

    stats: set[str] = field(default_factory=set)
    states: set[str] = field(default_factory=set)
    tallies: set[str] = field(default_factory=set)
    tracks: bool = False
    described: bool = False
    """Whether it reads who somebody is: kind, side, feats."""
    owner: bool = False
    """Whether it asks the one to whom the combatant belongs."""
    formulas: set[str] = field(default_factory=set)


def depends_on(rules: Rules, text: str) -> Depends:
    """Return what the formula ``text`` depends on; of one that cannot be read nothing is known."""
    found = Depends()
    _follow(rules, text, found)
    return found


def _follow(rules: Rules, text: str, found: Depends) -> None:
    try:
        formula = compile_formula(text)
    except FormulaError:
        return
    for name in formula.names:
        if name not in rules.stats:
            found.described = True
        elif name not in found.stats:
            found.stats.add(name)
            _follow_all(rules, _texts_of_stat(rules, name, found), found)
    for function, word in formula.calls:
        if function == "has_state":
            found.states.update(rules.implying.get(word, (word,)) if word else rules.states)
        elif function == "tally":
            found.tallies.update([word] if word else rules.tallies)
        elif function == "formula":
            named = [word] if word else list(rules.formulas)
            for one in set(named) - found.formulas:
                found.formulas.add(one)
                _follow_all(rules, _texts_of_formula(rules, one), found)
        found.tracks |= function in TRACKS
        found.owner |= OTHER_FUNCTIONS.get(function, ("", ""))[0] == OWNER
        found.described |= function in FEATS


def _follow_all(rules: Rules, texts: Iterable[str], found: Depends) -> None:
    for text in texts:
        if text:
            _follow(rules, text, found)


def _texts_of_stat(rules: Rules, name: str, found: Depends) -> list[str]:
    """Return the formulas that make a stat what it is; what changes it is noted with it."""
    texts = [rules.stats[name].formula]
    for state, rule in rules.states.items():
        if name in rule.add or name in rule.factor:
            found.states.update(rules.implying.get(state, (state,)))
            texts += [rule.add.get(name, ""), rule.factor.get(name, "")]
    steps = [step for track in rules.tracks.values() for step in track.steps]
    found.tracks |= any(name in step.add or name in step.factor for step in steps)
    return texts


def _texts_of_formula(rules: Rules, name: str) -> list[str]:
    rule = rules.formulas.get(name)
    return [] if rule is None else [rule.expression, *rule.cases.values()]
