"""What a formula can come to at all, without a combatant: between which numbers, or always the same.

Only what holds whatever is on the table counts; of everything else a range knows nothing. It tells
conditions that never hold, and amounts that are more than there ever is.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import NamedTuple

from rulesets.formula.compiling import CONSTANTS, FormulaError, compile_formula
from rulesets.formula.tree import tree
from rulesets.vocabulary.written import Ruleset

INFINITE = math.inf


class Range(NamedTuple):
    """Least and greatest number; a condition is 0 to 1."""

    least: float = -INFINITE
    most: float = INFINITE

    @property
    def same(self) -> float | None:
        """Return the number that it always is, or None."""
        return self.least if self.least == self.most and math.isfinite(self.least) else None


ANY, YES, NO, MAYBE = Range(), Range(1, 1), Range(0, 0), Range(0, 1)
_AT_LEAST_0 = Range(0, INFINITE)
_NAMES = {
    "round": _AT_LEAST_0,
    "segment": _AT_LEAST_0,
    "attacks_made": _AT_LEAST_0,
    **dict.fromkeys(
        ("surprise_round", "some_aware", "all_aware", "aware", "joined", "active", "together", "waiting",
         "acted_this_round"), MAYBE,
    ),
}  # fmt: skip
_CONDITIONS = frozenset({"has", "has_state", "trait", "declared", "declared_on"})


def constant(text: str) -> float | None:
    """Return the number that a formula always comes to, or None."""
    return range_of(text).same


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
    return bool(text) and range_of(text, definition) == NO


def always(text: str, definition: Ruleset | None = None) -> bool:
    """Return whether a condition always holds; none is one that does."""
    found = range_of(text, definition) if text else YES
    return found.least > 0 or found.most < 0


def range_of(text: str, definition: Ruleset | None = None) -> Range:
    """Return the range of a formula; of one that cannot be read nothing is known."""
    try:
        compile_formula(text)
    except FormulaError:
        return ANY
    return _Ranges(definition).of(tree(text))


class _Ranges:
    """Works out the range of each part of a formula."""

    def __init__(self, definition: Ruleset | None) -> None:
        self.definition = definition

    def of(self, node: ast.expr) -> Range:
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                return Range(float(value), float(value))
            case ast.Name(id=name):
                return self.named(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = self.of(operand)
                return Range(-found.most, -found.least)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _not(self.of(operand))
            case ast.BoolOp(op=ast.And(), values=values):
                return _all([_truth(self.of(value)) for value in values])
            case ast.BoolOp(op=ast.Or(), values=values):
                return _not(_all([_not(self.of(value)) for value in values]))
            case ast.BinOp(left=left, op=op, right=right):
                return _worked_out(op, self.of(left), self.of(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.compared(op, left, right)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                holds, yes, no = _truth(self.of(test)), self.of(body), self.of(orelse)
                if holds.same is not None:
                    return yes if holds.same else no
                return Range(min(yes.least, no.least), max(yes.most, no.most))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.called(name, args)
        return ANY

    def named(self, name: str) -> Range:
        value = CONSTANTS.get(name)
        if isinstance(value, int):
            return Range(float(value), float(value))
        hidden = self.definition is not None and name in self.definition.stats
        return ANY if hidden else _NAMES.get(name, ANY)

    def called(self, name: str, args: list[ast.expr]) -> Range:
        if name in _CONDITIONS:
            return MAYBE
        if name in ("min", "max") and args:
            pick: Callable[[list[float]], float] = min if name == "min" else max
            found = [self.of(arg) for arg in args]
            return Range(pick([one.least for one in found]), pick([one.most for one in found]))
        if name in ("floor", "ceil") and len(args) == 1:
            one = self.of(args[0])
            turn = math.floor if name == "floor" else math.ceil
            return Range(*(float(turn(edge)) if math.isfinite(edge) else edge for edge in one))
        if name == "abs" and len(args) == 1:
            one = self.of(args[0])
            least = 0.0 if one.least <= 0 <= one.most else min(abs(one.least), abs(one.most))
            return Range(least, max(abs(one.least), abs(one.most)))
        if name == "pool":
            return _AT_LEAST_0
        literal = getattr(args[0], "value", None) if args else None
        track = self.definition.tracks.get(str(literal)) if self.definition is not None else None
        if name in ("track", "liftable") and track is not None and track.steps:
            return Range(0, len(track.steps) - 1)
        return ANY

    def compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Range:
        if not _is_number(left) or not _is_number(right):
            return MAYBE
        a, b = self.of(left), self.of(right)
        below = YES if a.most < b.least else NO if a.least >= b.most else MAYBE
        above = YES if a.least > b.most else NO if a.most <= b.least else MAYBE
        same = NO if a.most < b.least or a.least > b.most else MAYBE
        if a.same is not None and a.same == b.same:
            same = YES
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
                return same
            case ast.NotEq():
                return _not(same)
        return MAYBE


def _is_number(node: ast.expr) -> bool:
    """Return whether a part can be compared as a number: no text, no list, not 'no value'."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float)
    return not isinstance(node, ast.List) and not (isinstance(node, ast.Name) and node.id == "none")


def _truth(one: Range) -> Range:
    if one.least > 0 or one.most < 0:
        return YES
    return NO if one.same == 0 else MAYBE


def _not(one: Range) -> Range:
    truth = _truth(one)
    return Range(1 - truth.most, 1 - truth.least)


def _all(parts: list[Range]) -> Range:
    return Range(min(part.least for part in parts), min(part.most for part in parts))


def _worked_out(op: ast.operator, a: Range, b: Range) -> Range:
    if isinstance(op, ast.Add):
        return Range(a.least + b.least, a.most + b.most)
    if isinstance(op, ast.Sub):
        return Range(a.least - b.most, a.most - b.least)
    both = [edge for one in (a, b) for edge in one]
    if not all(math.isfinite(edge) for edge in both):
        zero = isinstance(op, ast.Mult) and 0 in (a.same, b.same)
        return NO if zero else ANY
    if isinstance(op, ast.Mult):
        found = [x * y for x in a for y in b]
        return Range(min(found), max(found))
    if isinstance(op, ast.Div) and (b.least > 0 or b.most < 0):
        found = [x / y for x in a for y in b]
        return Range(min(found), max(found))
    return ANY
