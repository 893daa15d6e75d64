"""The ruleset's named formulas: their inputs with a combatant's values, and dice that are typed."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs
from PySide6.QtCore import QCoreApplication

from desktop.combatants.stats import as_text, from_text, words
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import print_code
from rulesets.formula.tree import all_nodes
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.queries import value_of
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import FormulaRule, Rules


class FormulaInput(Struct, frozen=True):
    """One input of a formula, ready for a field."""

    name: str
    label: str
    type: str
    """number · code · bool · choice · list · text"""
    text: str
    """The value as it is typed: the combatant's own, or the default."""
    own: bool = False
    """True if it is the combatant's value."""
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label)"""
    die: str = ""
    """The die that is rolled for it ('d20'), where its name says so."""
    whose: str = ""
    """Name of the target, if it is the target's value."""
    fills: str = ""
    """The input that this choice among the target's stats fills in; the formula itself is not told it."""


def formula_inputs(
    rules: Rules,
    state: Encounter,
    who: Combatant | None,
    formula: str,
    given: Mapping[str, str],
    target: Combatant | None = None,
) -> tuple[FormulaInput, ...]:
    """Return the inputs that count with the choices in ``given``: those of other cases are left out.

    What is a number of the ``target`` is filled in with it, behind the choice which one it is.
    """
    rule = rules.formulas[formula]
    choices = _choices(rules, rule)
    chosen = {name: given.get(name, str(default)) for name, default in rule.inputs.items()}
    read = _read(rules, rule, chosen)
    found: list[FormulaInput] = []
    for name in rule.inputs:
        if name not in read and name != rule.by:
            continue
        one = _input(rules, state, who, rule, name, choices.get(name, ()))
        if target is not None and rule.of_target.get(name):
            found += _of_target(rules, state, target, rule, one, given)
        else:
            found.append(one)
    return tuple(found)


def _of_target(
    rules: Rules,
    state: Encounter,
    target: Combatant,
    rule: FormulaRule,
    one: FormulaInput,
    given: Mapping[str, str],
) -> tuple[FormulaInput, FormulaInput]:
    """Return the choice among the target's stats for an input, and the input with the one chosen."""
    stats, key = rule.of_target[one.name], f"{one.name} of"
    values = {name: as_text("number", value_of(rules, state, target, name)) for name in stats}
    choices = tuple((name, f"{label_in(rules.stats, name)} {values[name]}") for name in stats)
    chosen = given.get(key, stats[0])
    label = QCoreApplication.translate("FormulaSheet", "{input} of {name}").format(
        input=one.label, name=target.name
    )
    return (
        FormulaInput(key, label, "choice", stats[0], choices=choices, fills=one.name),
        structs.replace(one, text=values.get(chosen, one.text), own=True, whose=target.name),
    )


def typed_values(inputs: tuple[FormulaInput, ...], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values that the texts of fields stand for; what is left empty is not in it.

    Raises:
        ValueError: naming the input whose text is no value of its kind.
    """
    found: dict[str, Any] = {}
    for one in inputs:
        text = texts.get(one.name, "").strip()
        if one.fills or (not text and one.type not in ("choice", "bool")):
            continue
        try:
            found[one.name] = _value(one.type, text)
        except ValueError:
            raise ValueError(one.label) from None
    return found


# -- internal ----------------------------------------------------------------------------------------


def _value(kind: str, text: str) -> Any:
    match kind:
        case "number":
            return from_text(kind, text)
        case "code":
            return print_code(from_text(kind, text))
        case "bool":
            return bool(text)
        case "list":
            return words(text)
    return text


def _input(
    rules: Rules,
    state: Encounter,
    who: Combatant | None,
    rule: FormulaRule,
    name: str,
    choices: tuple[tuple[str, str], ...],
) -> FormulaInput:
    default, stat = rule.inputs[name], rules.stats.get(name)
    kind = "choice" if choices else _kind(rule, default, stat.type if stat is not None else "")
    value, own = default, False
    if who is not None and stat is not None and (who.stats.get(name) is not None or stat.formula):
        try:
            value, own = value_of(rules, state, who, name), True
        except (FormulaError, ArithmeticError):
            value, own = default, False
    die = name if name in rule.dice else ""
    words_of = name if die else name.replace("_", " ").capitalize()
    label = entry_label(stat, words_of)
    return FormulaInput(name, label, kind, as_text(kind, value), own, choices, die)


def _kind(rule: FormulaRule, default: Any, stat: str) -> str:
    if isinstance(default, bool):
        return "bool"
    if isinstance(default, list | tuple):
        return "list"
    if stat == "code" or (isinstance(default, str) and rule.type == "code"):
        return "code"
    if isinstance(default, str):
        return "code" if re.fullmatch(r"\d+D(\+\d+)?", default) else "text"
    return "number"


def _choices(rules: Rules, rule: FormulaRule) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return what can be chosen for inputs that name a case of a formula or an entry of a table."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    if rule.by:
        found[rule.by] = _cases(rule)
    for text in filter(None, (rule.expression, *rule.cases.values())):
        for function, first, second in _calls(text):
            if function == "formula" and first in rules.formulas and rules.formulas[first].cases:
                found.setdefault(second, _cases(rules.formulas[first]))
            elif function == "table" and first in rules.tables:
                entries = rules.tables[first].entries
                blank = (("", ""),) if rule.inputs.get(second) == "" else ()
                found.setdefault(second, blank + tuple((k, entry_label(e, k)) for k, e in entries.items()))
    return {name: choices for name, choices in found.items() if name in rule.inputs and choices}


def _cases(rule: FormulaRule) -> tuple[tuple[str, str], ...]:
    return tuple((case, case.replace("_", " ")) for case in rule.cases)


def _calls(text: str) -> list[tuple[str, str, str]]:
    """Return (function, first argument, name in the second place) of the calls in a formula."""
    found = []
    for node in all_nodes(text):
        match node:
            case ast.Call(
                func=ast.Name(id=function), args=[ast.Constant(value=str(first)), ast.Name(id=second), *_]
            ):
                found.append((function, first, second))
    return found


def _read(rules: Rules, rule: FormulaRule, chosen: Mapping[str, str], deep: int = 0) -> set[str]:
    """Return the names that a formula reads with these choices, formulas inside it included."""
    text = rule.expression or rule.cases.get(chosen.get(rule.by, ""), "")
    found: set[str] = set()
    for node in all_nodes(text or "0"):
        match node:
            case ast.Name(id=name):
                found.add(name)
            case ast.Call(func=ast.Name(id="formula"), args=[ast.Constant(value=str(inner)), *others]):
                if inner in rules.formulas and deep < 4:
                    found |= _read(
                        rules, rules.formulas[inner], _passed(rules, inner, others, chosen), deep + 1
                    )
    return found


def _passed(rules: Rules, inner: str, others: list[ast.expr], chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the choices with which a formula inside another one is read."""
    by = rules.formulas[inner].by
    match others:
        case [ast.Constant(value=str(case)), *_]:
            return {**chosen, by: case}
        case [ast.Name(id=name), *_]:
            return {**chosen, by: chosen.get(name, "")}
    return chosen
