"""Numbers that nobody has entered, where a state takes or gives something by them."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.formula.compiling import compile_formula
from rulesets.seen.labels import label_in
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules


def not_entered(rules: Rules, who: Combatant, state: str) -> dict[str, int]:
    """Return the stats by which a state changes what was entered as a whole, with what counts for each.

    Of who has all its numbers from the rules none is said: it is what the rules make of it. Of one whose
    armour class was typed, and no Dexterity, being flat-footed takes nothing.
    """
    rule, found = rules.states.get(state), dict[str, int]()
    for stat, formula in rule.add.items() if rule is not None else ():
        if stat in who.stats:
            found.update(_read(rules, who, formula, set()))
    return found


def not_entered_labels(rules: Rules, who: Combatant, state: str) -> tuple[tuple[str, int], ...]:
    """Return the same by the labels of the stats."""
    found = not_entered(rules, who, state)
    return tuple((label_in(rules.stats, name), number) for name, number in found.items())


def _read(rules: Rules, who: Combatant, formula: str, met: set[str]) -> Iterator[tuple[str, int]]:
    """Yield what a formula is worked out from that has a usual value, and no one of its own."""
    for name in sorted(compile_formula(formula).names - met):
        rule = rules.stats.get(name)
        met.add(name)
        if rule is None or name in who.stats or not rule.takes_dice:
            continue
        if rule.formula:
            yield from _read(rules, who, rule.formula, met)
        elif isinstance(rule.default, int):
            yield name, rule.default
