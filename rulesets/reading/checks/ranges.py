"""What holds whatever is on the table: numbers that are always the same, conditions that never hold.

Only what a formula says without a combatant counts: its plain numbers, and that rounds and pools are never
below 0 and tracks have an end.
"""

from __future__ import annotations

import ast
import math
from functools import lru_cache

from rulesets.formula.compiling import FormulaError, Value, compile_formula, evaluate
from rulesets.formula.tree import MAX_KEPT, text_of, tree
from rulesets.formula.work import MAX_VALUE, Work
from rulesets.vocabulary.written import Ruleset

Bounds = tuple[float, float]
"""Least and greatest number."""
_ANY, _AT_LEAST_0 = (-math.inf, math.inf), (0.0, math.inf)
_NOT_BELOW_0 = frozenset({"round", "segment", "attacks_made"})


class _Nobody:
    """Knows no names and no encounter: a formula that asks for either comes to nothing."""

    def __init__(self) -> None:
        self.work = Work(MAX_VALUE)

    def name(self, name: str) -> Value:
        raise FormulaError(f"nobody is there to have {name}")

    def call(self, function: str, args: list[Value]) -> Value:
        raise FormulaError(f"nobody is there to ask for {function}")


@lru_cache(maxsize=MAX_KEPT)
def constant(text: str) -> float | None:
    """Return the number that a formula always comes to, or None."""
    try:
        value = evaluate(text, _Nobody())
    except FormulaError:
        return None
    return float(value) if isinstance(value, int | float) else None


def said(text: str) -> str | None:
    """Return the text that a formula is, or None if it is more or something else."""
    try:
        compile_formula(text)
    except FormulaError:
        return None
    node = tree(text)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def never(text: str, definition: Ruleset | None = None) -> bool:
    """Return whether a condition never holds."""
    return bool(text) and _certainly(text, definition) is False


def always(text: str, definition: Ruleset | None = None) -> bool:
    """Return whether a condition always holds; none is one that does."""
    return not text or _certainly(text, definition) is True


def _certainly(text: str, definition: Ruleset | None) -> bool | None:
    try:
        compile_formula(text)
    except FormulaError:
        return None
    return _holds(tree(text), definition)


def _holds(node: ast.expr, definition: Ruleset | None) -> bool | None:
    """Return whether a part of a formula always or never holds; None if that depends on the table."""
    value = constant(text_of(node))
    if value is not None:
        return bool(value)
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _not(_holds(operand, definition))
        case ast.BoolOp(op=op, values=values):
            found, decides = [_holds(part, definition) for part in values], isinstance(op, ast.Or)
            return decides if decides in found else None if None in found else not decides
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(op, _bounds(left, definition), _bounds(right, definition))
    return None


def _compared(op: ast.cmpop, left: Bounds, right: Bounds) -> bool | None:
    below, above = _is_below(left, right), _is_below(right, left)
    match op:
        case ast.Lt():
            return below
        case ast.Gt():
            return above
        case ast.LtE():
            return _not(above)
        case ast.GtE():
            return _not(below)
        case ast.Eq():
            return False if below or above else None
        case ast.NotEq():
            return True if below or above else None
    return None


def _is_below(left: Bounds, right: Bounds) -> bool | None:
    return True if left[1] < right[0] else False if left[0] >= right[1] else None


def _not(holds: bool | None) -> bool | None:
    return None if holds is None else not holds


def _bounds(node: ast.expr, definition: Ruleset | None) -> Bounds:
    """Return between which numbers a part of a formula stays."""
    value = constant(text_of(node))
    if value is not None:
        return value, value
    match node:
        case ast.Name(id=name) if name in _NOT_BELOW_0:
            hidden = definition is not None and name in definition.stats
            return _ANY if hidden else _AT_LEAST_0
        case ast.Call(func=ast.Name(id="pool")):
            return _AT_LEAST_0
        case ast.Call(func=ast.Name(id="track" | "liftable"), args=[ast.Constant(value=name)]):
            track = None if definition is None else definition.tracks.get(str(name))
            return (0.0, len(track.steps) - 1.0) if track is not None and track.steps else _ANY
    return _ANY
