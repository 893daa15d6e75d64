"""How much of an amount each of several takes: by one roll against all of them, or by each one's own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rulesets.formula.compiling import FormulaError
from rulesets.seen.attacks import NATURAL, Rolled, comes_out, hit_rule
from rulesets.seen.queries import value_of
from rulesets.seen.scene import Scene
from rulesets.seen.throws import throwables
from rulesets.seen.why.explain import explain_formula
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import FormulaRule, Rules
from rulesets.vocabulary.values import PART


class PartRule(Struct, frozen=True):
    """One way in which a roll decides how much each of several takes."""

    formula: str
    stat: str
    """The number of each that it is about: a defense, or what is added to its own roll."""
    told: str
    """Its input that is told once for all: the roll, or what each rolls against."""
    filled: str
    """Its input that is the target's stat."""
    die: str = ""
    """The die that each rolls; '' where one roll is for all."""


def part_rules(rules: Rules, pipeline: str) -> list[PartRule]:
    """Return the ways in which a ruleset decides each one's part of a pipeline's amount, the usual first."""
    rule = rules.pipelines.get(pipeline)
    if rule is None or rule.role != "damage" or not rule.amount:
        return []
    return [one for name, formula in rules.formulas.items() for one in _of(name, formula)]


def _of(name: str, rule: FormulaRule) -> Iterator[PartRule]:
    if rule.role != PART:
        return
    die = next(iter(rule.dice), "")
    told = next((one for one in rule.inputs if one not in (die, NATURAL, *rule.of_target)), "")
    for filled, stats in rule.of_target.items():
        yield from (PartRule(name, stat, told, filled, die) for stat in stats if told)


def number_of(rules: Rules, state: Encounter, rule: PartRule, who: Combatant) -> int | None:
    """Return the number of somebody that it is about; None where that has no result."""
    try:
        value = value_of(rules, state, who, rule.stat)
    except (FormulaError, ArithmeticError):
        return None
    return int(value) if isinstance(value, int | float) else None


def dice_of(scene: Scene, rule: PartRule, who: Combatant) -> str:
    """Return what somebody rolls for its own part, as it is typed: '1d20+5'; '' where it rolls nothing.

    Where the ruleset has a roll of that name it is that one, with all that is on it.
    """
    if not rule.die:
        return ""
    known = (one.dice for one in throwables(scene, who) if one.aside and one.roll == rule.stat)
    plus = number_of(scene.rules, scene.state, rule, who)
    return next(known, "") or ("" if plus is None else _added(rule.die, plus))


def _added(die: str, plus: int) -> str:
    return f"1{die}{f'{plus:+d}' if plus else ''}"


def part_of(
    rules: Rules,
    state: Encounter,
    rule: PartRule,
    who: Combatant,
    told: int | None,
    *,
    total: int | None = None,
    natural: int | None = None,
) -> float | None:
    """Return which part of the amount is that of ``who``: 1, 0.5, 0 or 2; None as long as that is open.

    ``told`` is the one number for all, ``total`` what this one has rolled, everything in it that is added,
    ``natural`` what the die has shown, where that is known.
    """
    number = number_of(rules, state, rule, who)
    if told is None or number is None or (rule.die and total is None):
        return None
    inputs = {rule.told: told, rule.filled: number}
    if rule.die and total is not None:
        inputs[rule.die] = total - number
    if natural is not None and NATURAL in rules.formulas[rule.formula].inputs:
        inputs[NATURAL] = natural
    try:
        value = explain_formula(rules, state, rule.formula, who, inputs).value
    except (FormulaError, ValueError, TypeError, ArithmeticError):
        return None
    return float(value) if isinstance(value, int | float) else None


def result_of(
    rules: Rules, state: Encounter, rule: PartRule, who: Combatant, told: int | None, natural: int | None
) -> str:
    """Return what comes of one roll for all against ``who``, 'hit', 'miss', 'tie'; '' where it is open."""
    hits = hit_rule(rules, "")
    if rule.die or hits is None or told is None:
        return ""
    against = number_of(rules, state, rule, who)
    return comes_out(rules, state, hits, Rolled(who, told, against, natural, who))
