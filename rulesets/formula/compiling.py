"""Arithmetic over named values, as rulesets write it: ``floor((dex - 10) / 2)``.

A formula is parsed with :mod:`ast`, checked against a whitelist and turned into closures once; nothing
is ever handed to the interpreter. There are no attributes, no loops, no powers and no calls but the
listed ones, and text, depth and numbers are limited, so a ruleset from anywhere cannot run code or hang.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from msgspec import Struct

from rulesets.formula.text import MAX_TEXT, FormulaError, shown
from rulesets.formula.tree import MAX_KEPT, all_nodes, tree
from rulesets.formula.work import FORMULA, Work

__all__ = [
    "ACTIVE", "ACTOR", "ACTOR_FUNCTIONS", "ALL", "CONSTANTS", "ENCOUNTER_FUNCTIONS", "MAX_DEPTH", "MAX_NODES",
    "MAX_NUMBER", "MAX_TEXT", "MINE", "OTHERS", "OTHER_FUNCTIONS", "OWNER", "PURE_FUNCTIONS", "TARGET",
    "TARGET_FUNCTIONS", "WHOSE", "Formula", "FormulaError", "Scope", "Value", "as_number", "compile_formula",
    "evaluate", "functions",
]  # fmt: skip

Value = Any
"""What a formula yields: a number, a bool, a text, a list of texts, or None for "no limit"."""

MAX_DEPTH, MAX_NODES, MAX_NUMBER = 16, 120, 10**12
ASKING = 5
"""Steps that asking a formula costs beside its parts."""


class Scope(Protocol):
    """Where a formula finds its names and the functions that look at the encounter."""

    work: Work
    """What working out formulas is paid from."""

    def name(self, name: str) -> Value:
        """Return the value of ``name``; raises FormulaError if there is none."""

    def call(self, function: str, args: list[Value]) -> Value:
        """Return what one of ENCOUNTER_FUNCTIONS says about the combatant in question."""


Closure = Callable[[Scope], Value]


class Formula(Struct, frozen=True):
    """A checked formula: its text, the names it reads and the encounter functions it calls."""

    text: str
    names: frozenset[str]
    calls: frozenset[tuple[str, str]]
    """Encounter functions with their first argument where that is a literal, else ''."""
    run: Closure
    steps: int = 0
    """What working it out costs of a budget of steps: its parts, looked at or not, and being asked at all."""

    @property
    def aimed(self) -> bool:
        """True if it asks who the target is, or anything of it."""
        return TARGET in self.names or any(function in TARGET_FUNCTIONS for function, _ in self.calls)


NOTHING = "None is no number"
"""What is said where a formula calculates with what has no value."""


def _number(value: Value) -> Value:
    if value is True or value is False:
        return int(value)
    if not isinstance(value, int | float):
        raise FormulaError(NOTHING if value is None else f"{shown(value)} is no number")
    if value != value or abs(value) > MAX_NUMBER:
        raise FormulaError("a number grows beyond all measure")
    return value


def _added(one: Value, other: Value) -> Value:
    """Return the sum of two numbers, or two texts put together."""
    if isinstance(one, str) and isinstance(other, str):
        if len(one) + len(other) > MAX_TEXT:
            raise FormulaError("a text grows beyond all measure")
        return one + other
    return _number(_number(one) + _number(other))


def _floor(value: Value) -> int:
    rounded: int = math.floor(_number(value))
    return rounded


def _ceil(value: Value) -> int:
    rounded: int = math.ceil(_number(value))
    return rounded


def _min(*values: Value) -> Value:
    return min(_number(v) for v in values)


def _max(*values: Value) -> Value:
    return max(_number(v) for v in values)


def _abs(value: Value) -> Value:
    return abs(_number(value))


def _divide(left: Value, right: Value) -> Value:
    if not right:
        raise FormulaError("division by zero")
    return left / right


PURE_FUNCTIONS: dict[str, Callable[..., Value]] = {
    "floor": _floor,
    "ceil": _ceil,
    "min": _min,
    "max": _max,
    "abs": _abs,
}
ACTOR, OWNER, ACTIVE, TARGET = "actor", "owner", "active", "target"
OTHERS = (ACTOR, OWNER, ACTIVE, TARGET)
"""Whom else a formula can ask: who does it, to whom the combatant belongs, whose turn it is, whom it is aimed
at."""
OTHER_FUNCTIONS = {
    f"{who}_{what}": (who, what)
    for who in OTHERS
    for what in ("stat", "has", "has_state", "size", "declared", "track", "pool", "tally")
}
"""Function → whom it looks at, and what it asks; where there is nobody, it gives 0 or false."""
ACTOR_FUNCTIONS = frozenset(name for name, (who, _) in OTHER_FUNCTIONS.items() if who == ACTOR)
TARGET_FUNCTIONS = frozenset(name for name, (who, _) in OTHER_FUNCTIONS.items() if who == TARGET)
MINE, ALL = "mine", "all"
WHOSE = (MINE, "others", ALL)
"""Over whom sum() adds up: the own side, all others, or everybody."""
ENCOUNTER_FUNCTIONS = frozenset(
    {
        "has",
        "has_state",
        "size",
        "stat",
        "done",
        "track",
        "step",
        "liftable",
        "pool",
        "tally",
        "table",
        "reduction",
        "declared",
        "declared_on",
        "asked",
        "sum",
        "formula",
        "trait",
        *OTHER_FUNCTIONS,
    }
)
CONSTANTS: dict[str, Value] = {"D": 3, "true": True, "false": False, "none": None}
_BINARY: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _divide,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Value, Value], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}


class _Builder:
    """Turns one syntax tree into closures and collects what it names."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.calls: set[tuple[str, str]] = set()
        self.nodes = 0

    def build(self, node: ast.expr, depth: int = 0) -> Closure:
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise FormulaError("the formula is too long or too deeply nested")
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise FormulaError(f"{ast.unparse(node)!r} is not allowed in a formula")
        closure: Closure = method(node, depth + 1)
        return closure

    def _constant(self, node: ast.Constant, depth: int) -> Closure:
        value = node.value
        if not isinstance(value, bool | int | float | str):
            hint = "; no value is written: none" if value is None else ""
            raise FormulaError(f"{value!r} is not allowed in a formula{hint}")
        if isinstance(value, int | float):
            _number(value)
        return lambda scope: value

    def _name(self, node: ast.Name, depth: int) -> Closure:
        name = node.id
        if name in CONSTANTS:
            value = CONSTANTS[name]
            return lambda scope: value
        self.names.add(name)
        return lambda scope: scope.name(name)

    def _binop(self, node: ast.BinOp, depth: int) -> Closure:
        if type(node.op) not in _BINARY:
            raise FormulaError(f"{ast.unparse(node)!r}: only + - * / are allowed")
        left, right, apply = (
            self.build(node.left, depth),
            self.build(node.right, depth),
            _BINARY[type(node.op)],
        )
        if isinstance(node.op, ast.Add):
            return lambda scope: _added(left(scope), right(scope))
        return lambda scope: _number(apply(_number(left(scope)), _number(right(scope))))

    def _unaryop(self, node: ast.UnaryOp, depth: int) -> Closure:
        inner = self.build(node.operand, depth)
        if isinstance(node.op, ast.USub):
            return lambda scope: -_number(inner(scope))
        if isinstance(node.op, ast.Not):
            return lambda scope: not inner(scope)
        if isinstance(node.op, ast.UAdd):
            return lambda scope: _number(inner(scope))
        raise FormulaError(f"{ast.unparse(node)!r} is not allowed in a formula")

    def _boolop(self, node: ast.BoolOp, depth: int) -> Closure:
        parts = [self.build(value, depth) for value in node.values]
        if isinstance(node.op, ast.And):
            return lambda scope: all(part(scope) for part in parts)
        return lambda scope: any(part(scope) for part in parts)

    def _compare(self, node: ast.Compare, depth: int) -> Closure:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARE:
            raise FormulaError(f"{ast.unparse(node)!r}: compare two values at a time")
        left, right = self.build(node.left, depth), self.build(node.comparators[0], depth)
        apply = _COMPARE[type(node.ops[0])]

        def compare(scope: Scope) -> bool:
            try:
                return bool(apply(left(scope), right(scope)))
            except TypeError as error:
                raise FormulaError(f"cannot compare: {error}") from None

        return compare

    def _ifexp(self, node: ast.IfExp, depth: int) -> Closure:
        test, yes, no = (
            self.build(node.test, depth),
            self.build(node.body, depth),
            self.build(node.orelse, depth),
        )
        return lambda scope: yes(scope) if test(scope) else no(scope)

    def _list(self, node: ast.List, depth: int) -> Closure:
        parts = [self.build(value, depth) for value in node.elts]
        return lambda scope: [part(scope) for part in parts]

    def _subscript(self, node: ast.Subscript, depth: int) -> Closure:
        items, index = self.build(node.value, depth), self.build(node.slice, depth)

        def pick(scope: Scope) -> Value:
            found, at = items(scope), index(scope)
            if isinstance(found, tuple):
                found = list(found)
            if not isinstance(found, list) or not isinstance(at, int) or not 0 <= at < len(found):
                raise FormulaError(f"there is no place {shown(at)} in the list")
            return found[at]

        return pick

    def _call(self, node: ast.Call, depth: int) -> Closure:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise FormulaError(f"{ast.unparse(node)!r} is not allowed in a formula")
        name, args = node.func.id, [self.build(value, depth) for value in node.args]
        if name in PURE_FUNCTIONS:
            if not args:
                raise FormulaError(f"{name}() needs a value")
            pure = PURE_FUNCTIONS[name]
            return lambda scope: pure(*(arg(scope) for arg in args))
        if name in ENCOUNTER_FUNCTIONS:
            first = node.args[0] if node.args else None
            literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
            self.calls.add((name, literal))
            return lambda scope: scope.call(name, [arg(scope) for arg in args])
        known = ", ".join(one for one in functions() if one not in OTHER_FUNCTIONS)
        others = ", ".join(f"{who}_" for who in OTHERS)
        raise FormulaError(
            f"there is no function {name}(); there are {known}, some also with {others} before"
        )


def functions() -> list[str]:
    """Return the names of all functions a formula may call, sorted."""
    return sorted([*PURE_FUNCTIONS, *ENCOUNTER_FUNCTIONS])


@lru_cache(maxsize=MAX_KEPT)
def compile_formula(text: str) -> Formula:
    """Check ``text`` and return it ready to run; the same text is compiled once.

    Raises:
        FormulaError: if the text is too long, does not parse or uses what is not allowed.
    """
    builder = _Builder()
    run = builder.build(tree(text))
    return Formula(text, frozenset(builder.names), frozenset(builder.calls), run, ASKING + builder.nodes)


def sound_nodes(text: str) -> tuple[ast.AST, ...]:
    """Return every node of a formula's tree, from the top; none of what cannot be compiled."""
    try:
        compile_formula(text)
    except FormulaError:
        return ()
    return all_nodes(text)


@lru_cache(maxsize=MAX_KEPT)
def fixed_number(text: str) -> int | float | None:
    """Return the number that ``text`` plainly is, whoever is asked about; None of every other formula."""
    try:
        node = tree(text)
    except FormulaError:
        return None
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) and abs(value) <= MAX_NUMBER else None


def evaluate(text: str, scope: Scope) -> Value:
    """Return the value of the formula ``text`` in ``scope``.

    Raises:
        FormulaError: if it cannot be read or meets a value it cannot work with; ``formula`` of it is the
            innermost one that failed.
        TooMuchWork: if the budget of ``scope`` is used up.
    """
    try:
        formula = compile_formula(text)
        work = scope.work  # what spend does, without a call: nothing is done more often
        work.left -= formula.steps
        if work.left < work.half:
            work.note(formula.steps, FORMULA, text)
        return formula.run(scope)
    except FormulaError as error:
        error.formula = error.formula or text
        raise
    except (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise FormulaError(f"it meets a value that does not fit ({error})", text) from None
    except RecursionError:
        raise FormulaError("it builds on too many others, one inside of the other", text) from None


def as_number(value: Value, text: str) -> int | float:
    """Return what the formula ``text`` yields, if it is a number; no value (or an empty text) is 0.

    Raises:
        FormulaError: if it is none.
    """
    if not value:
        return 0
    if not isinstance(value, int | float):
        raise FormulaError(f"a number is needed here, not {shown(value)}", text)
    if value != value or abs(value) > MAX_NUMBER:
        raise FormulaError("a number grows beyond all measure", text)
    return value
