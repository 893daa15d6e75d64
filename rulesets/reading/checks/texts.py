"""Which texts something in a formula can be, as far as the ruleset says: a name, or what is put together."""

from __future__ import annotations

import ast

from rulesets.formula.compiling import FormulaError
from rulesets.formula.tree import tree
from rulesets.reading.names import STATE_STAGES, kind_of, lets_at
from rulesets.reading.problems import Loc
from rulesets.vocabulary.budget import Declaration
from rulesets.vocabulary.harm import Pipeline
from rulesets.vocabulary.written import Ruleset

MOST = 1000
"""Texts that are put together; of more it is not known what they can be."""


def values_of(definition: Ruleset, loc: Loc, name: str) -> list[str]:
    """Return the texts that a name can be where it stands, or nothing if that is not known."""
    if loc[0] in ("pipeline", "declaration"):
        asks: Pipeline | Declaration = getattr(definition, f"{loc[0]}s")[str(loc[1])]
        rule = asks.inputs.get(name)
        if rule is not None:
            table = definition.tables.get(rule.table)
            words = rule.choices if table is None else table.entries
            return ["", *words] if words and rule.chosen else []
    if loc[0] == "check" and name == "degree":
        return [*definition.checks[str(loc[1])].every]
    if loc[0] == "formula":
        formula = definition.formulas[str(loc[1])]
        if name in formula.inputs:
            return [str(formula.inputs[name]), *formula.cases] if name == formula.by else []
    stat = definition.stats.get(name)
    if stat is not None:
        table = definition.tables.get(stat.table)
        words = stat.choices if table is None else table.entries
        usual = stat.value if isinstance(stat.value, str) else ""
        return list(dict.fromkeys(["", *words, usual])) if words else []
    if name == "phase":
        return ["", *definition.phases]
    if name == "kind" and loc[0] == "state" and len(loc) > 2 and loc[2] in STATE_STAGES:
        return kind_of(definition, str(loc[1]))
    return ["", "npc", "pc"] if name == "kind" else []


def texts_of(definition: Ruleset, loc: Loc, node: ast.AST) -> set[str] | None:
    """Return every text that a part of a formula can be, without the empty one; None if that is not known."""
    match node:
        case ast.Constant(value=str() as text):
            return {text} - {""}
        case ast.IfExp(body=one, orelse=other):
            either = [texts_of(definition, loc, part) for part in (one, other)]
            return None if None in either else set().union(*(part for part in either if part is not None))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            before, behind = texts_of(definition, loc, left), texts_of(definition, loc, right)
            if before is None or behind is None or len(before) * len(behind) > MOST:
                return None
            return {one + other for one in before for other in behind}
        case ast.Call(func=ast.Name(id="table"), args=[ast.Constant(value=str() as name), _]):
            table = definition.tables.get(name)
            rows = [*table.rows.values()] if table is not None else []
            return {row for row in rows if isinstance(row, str) and row} or None
        case ast.Name(id=name):
            return _of_name(definition, loc, name)
    return None


def _of_name(definition: Ruleset, loc: Loc, name: str) -> set[str] | None:
    let = lets_at(definition, loc).get(name)
    if let is None:
        return {*values_of(definition, loc, name)} - {""} or None
    at, text = let
    try:
        return texts_of(definition, at, tree(text))
    except FormulaError:
        return None
