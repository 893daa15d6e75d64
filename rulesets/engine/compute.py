"""Named formulas and tables of a ruleset, evaluated with given values or a combatant's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine.scope import value_of
from rulesets.engine.whereabouts import without_result
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import parse_code, print_code
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import FormulaRule, Rules


def compute(
    rules: Rules, state: Encounter, formula: str, who: str, given: Mapping[str, Any]
) -> Any | Refusal:
    """Return a formula's result. An input left out is the combatant's stat of that name, or its default.

    Die codes are given and returned as text ('3D+2').
    """
    rule = rules.formulas.get(formula)
    if rule is None:
        return Refusal(Code.UNKNOWN_ACTION, "no-such-formula", {"name": formula})
    combatant = state.combatants.get(who) if who else None
    if who and combatant is None:
        return Refusal(Code.UNKNOWN_COMBATANT, "", {"who": who})
    try:
        local = evaluated_inputs(rules, state, rule, combatant, given)
        text = rule.expression or rule.cases.get(str(local.get(rule.by)), "")
        if not text:
            return Refusal(Code.BAD_VALUE, "no-such-case", {"by": rule.by, "value": str(local.get(rule.by))})
        result = value_of(rules, state, combatant, text, local)
    except FormulaError as error:
        return without_result(rules, error)
    except ValueError as error:
        return Refusal(Code.BAD_VALUE, "formula", {"text": str(error)})
    return print_code(int(result)) if rule.type == "code" else result


def expression_of(rule: FormulaRule, local: Mapping[str, Any]) -> str:
    """Return the formula that counts with these values; raises FormulaError if no case fits them."""
    text = rule.expression or rule.cases.get(str(local.get(rule.by)), "")
    if not text:
        raise FormulaError(f"there is no case {str(local.get(rule.by))!r}")
    return text


def evaluated_inputs(
    rules: Rules, state: Encounter, rule: FormulaRule, who: Combatant | None, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a formula's inputs: as given, else the combatant's stat of that name, else the default.

    Raises:
        FormulaError: if there is no input of a given name.
        ValueError: if a die code cannot be read.
    """
    unknown = sorted(set(given) - set(rule.inputs))
    if unknown:
        raise FormulaError(f"there is no input {unknown[0]!r}")
    local: dict[str, Any] = {}
    for name, default in rule.inputs.items():
        stat = rules.stats.get(name)
        if name in given:
            local[name] = given[name]
        elif who is not None and stat is not None and (who.stats.get(name) is not None or stat.formula):
            local[name] = value_of(rules, state, who, name)
        else:
            local[name] = default
        is_code = isinstance(local[name], str) and name != rule.by
        counts = isinstance(default, int) or (stat is not None and stat.type == "code")
        if is_code and (rule.type == "code" or counts):
            local[name] = parse_code(local[name])
    return local
