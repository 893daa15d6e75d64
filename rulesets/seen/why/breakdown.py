"""Breakdowns: what a formula's value is made of, part by part, as data that anything can say in words.

A sum is taken apart into its terms, a product with a sum is multiplied out, a choice shows the branch that
counts; whatever cannot be taken apart stays one part and names the values that it reads. Nothing here
changes anything, and nothing here is prose.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rulesets.engine.scope import NAMES, CombatantScope, states_in_force
from rulesets.formula.compiling import CONSTANTS, OTHER_FUNCTIONS, OTHERS, evaluate
from rulesets.formula.tree import text_of, tree
from rulesets.vocabulary import Expr
from rulesets.vocabulary.harm import StateRule, Step

GIVEN = frozenset({"entered", "default", "override", "stands"})
"""Kinds of parts that are not worked out from anything."""
DEEPEST = 4
"""How deep a derived value is taken apart within a derived value."""
MOST = 200
"""Values that are taken apart for one number; what is derived from more is told whole."""


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One part of a number: where it comes from and what it brings."""

    kind: str
    """constant · entered · default · override · instead · stat · input · tally · pool · track · state ·
    feat · named · formula · rule · step · condition, with 'actor-', 'owner-' or 'active-' before it of
    somebody else, and what explanations of other things add to these."""
    name: str = ""
    """Id of the source in its table of the ruleset."""
    op: str = "+"
    """'+' is added · '×' multiplies the sum, which is then rounded down · '=' is the value · '' is told."""
    value: Any = None
    at: int = 0
    """Number of a track's step."""
    times: float = 1
    """By what the sum of ``parts`` is multiplied to give ``value``."""
    formula: Expr = ""
    cite: str = ""
    text: str = ""
    parts: tuple[Part, ...] = ()


def total(parts: Iterable[Part]) -> Any:
    """Return what parts come to: the sum, then its factors, rounded down if there are any."""
    value: Any = 0
    factor = 1.0
    for part in parts:
        if part.op == "=":
            return part.value
        if part.op == "+":
            value += part.value
        elif part.op == "×":
            factor *= part.value
    return value if factor == 1.0 else math.floor(value * factor)


def closed(parts: tuple[Part, ...], value: Any, kind: str) -> tuple[Part, ...]:
    """Return ``parts`` and one of ``kind`` if something is missing to ``value`` (a limit, rounding)."""
    if not is_number(value):
        return parts
    missing = value - total(parts)
    return (*parts, Part(kind=kind, value=missing)) if missing else parts


def is_number(value: Any) -> bool:
    """Return whether parts of ``value`` can be added."""
    return isinstance(value, int | float) and not isinstance(value, bool)


class Breakdown:
    """Takes formulas about one combatant apart."""

    def __init__(
        self,
        scope: CombatantScope,
        alias: Mapping[str, str] | None = None,
        depth: int = 0,
        left: list[int] | None = None,
        worked: Mapping[str, tuple[Part, ...]] | None = None,
    ) -> None:
        """Look through ``scope``; ``alias`` names the stat whose value a local name holds.

        ``worked`` has of local names that were worked out before what they were made of.
        """
        self._scope = scope
        self._alias = alias or {}
        self._worked = worked or {}
        self._depth = depth
        self._left = [MOST] if left is None else left

    def formula(self, formula: Expr) -> tuple[Part, ...]:
        """Return the parts of a formula's value; one that is no number is one part."""
        node = tree(formula)
        value = self._value(node)
        if not is_number(value):
            return (self._whole(node, value),)
        parts = self._split(node, 1)
        kept = [part for part in parts if part.value or part.op == ""]
        return tuple(kept) or tuple(parts[:1])

    def condition(self, formula: Expr) -> tuple[Part, ...]:
        """Return each demand of a condition with whether it is met, and the values that decide it."""
        node = tree(formula)
        demands = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
        return tuple(
            Part(
                kind="condition",
                op="",
                value=bool(self._value(demand)),
                formula=text_of(demand),
                parts=self._atoms(demand),
            )
            for demand in demands
        )

    def stat(self, name: str) -> tuple[Part, ...]:
        """Return the parts of a stat as it counts: what was entered or derived, and what changes that."""
        rule, who = self._scope.rules.stats[name], self._scope.who
        given = None if who is None else who.stats.get(name)
        if given is not None and rule.formula and not rule.to_begin_with:
            derived = self.formula(rule.formula)
            instead = Part(kind="instead", op="", value=total(derived), parts=derived)
            base: tuple[Part, ...] = (_base("entered", given, (instead,)),)
        elif given is not None:
            base = (_base("stands" if rule.to_begin_with else "entered", given),)
        elif rule.formula:
            base = self.formula(rule.formula)
        else:
            base = (_base("default", rule.default),)
        if name not in self._scope.rules.modified or any(part.op == "=" for part in base):
            return base
        return (*base, *self._changes(name))

    # -- terms -------------------------------------------------------------------------------------

    def _split(self, node: ast.expr, times: float) -> list[Part]:
        """Return the terms of a sum, each multiplied by ``times``."""
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return [*self._split(left, times), *self._split(right, times)]
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return [*self._split(left, times), *self._split(right, -times)]
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._product(node, left, right, times)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._split(operand, -times)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._split(operand, times)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                holds = self._value(test)
                return [*self._split(body if holds else orelse, times), *self.condition(text_of(test))]
        return [self._term(node, times)]

    def _product(self, node: ast.BinOp, left: ast.expr, right: ast.expr, times: float) -> list[Part]:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, ast.Name) and one.id in CONSTANTS and is_number(CONSTANTS[one.id]):
                return self._split(other, times * CONSTANTS[one.id])
        for one, other in ((left, right), (right, left)):
            if isinstance(other, ast.BinOp) and isinstance(other.op, ast.Add | ast.Sub):
                return self._multiplied(one, other, times)
        return [self._term(node, times)]

    def _multiplied(self, one: ast.expr, other: ast.BinOp, times: float) -> list[Part]:
        """Multiply a sum out: 'skill * (1 + doubled)' is the skill and, if it is doubled, as much again."""
        if isinstance(one, ast.Constant):
            return self._split(other, times * self._value(one))
        found: list[Part] = []
        for term, sign in _terms(other):
            if isinstance(term, ast.Constant) and term.value == 1:
                found += self._split(one, times * sign)
            elif isinstance(term, ast.Constant):
                found.append(self._term(ast.BinOp(term, ast.Mult(), one), times * sign))
            else:
                found += self._split(term, times * sign * self._value(one))
        return found

    def _term(self, node: ast.expr, times: float) -> Part:
        """Return one term: a value with a name, a constant, or something that is worked out."""
        value = _scaled(self._value(node), times)
        atom = self._atom(node)
        if atom is not None:
            return Part(
                kind=atom.kind,
                name=atom.name,
                value=value,
                at=atom.at,
                times=times,
                formula=atom.formula,
                cite=atom.cite,
                parts=atom.parts,
            )
        if isinstance(node, ast.Constant):
            return Part(kind="constant", value=value, times=times)
        return Part(kind="formula", value=value, times=times, formula=text_of(node), parts=self._atoms(node))

    def _whole(self, node: ast.expr, value: Any) -> Part:
        if isinstance(node, ast.IfExp):
            return self._whole(node.body if self._value(node.test) else node.orelse, value)
        atom = self._atom(node)
        if atom is not None:
            return Part(kind=atom.kind, name=atom.name, op="=", value=value, cite=atom.cite, parts=atom.parts)
        return Part(kind="formula", op="=", value=value, formula=text_of(node), parts=self._atoms(node))

    # -- names -------------------------------------------------------------------------------------

    def _atom(self, node: ast.expr) -> Part | None:
        """Return the part of something that has a name of its own, or None."""
        if isinstance(node, ast.Name) and node.id not in CONSTANTS:
            return self._named(node.id)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        function, args = node.func.id, [self._value(arg) for arg in node.args]
        kind = _CALLS.get(function)
        if function == "formula":
            return self._rule(str(args[0]), str(args[1]) if len(args) > 1 else "")
        if function == "stat" and str(args[0]) in self._scope.rules.stats:
            return self._named(str(args[0]))
        if kind is None or not args:
            return None
        at = self._scope.call(_TRACK_OF[kind], args[:1]) if kind in _TRACK_OF else 0
        return Part(kind=kind, name=str(args[0]), at=at, formula=text_of(node))

    def _named(self, name: str) -> Part:
        rules = self._scope.rules
        local = self._scope.local is not None and name in self._scope.local
        stat = self._alias.get(name, "") if local else name
        if stat in rules.stats:
            rule = rules.stats[stat]
            scope = CombatantScope(rules, self._scope.table, self._scope.who)
            parts = Breakdown(scope, None, self._depth + 1, self._left).stat(stat) if self._deeper() else ()
            return Part(kind="stat", name=stat, cite=rule.cite, parts=parts)
        if local:
            return Part(kind="input", name=name, parts=self._worked.get(name, ()))
        return Part(kind="named" if name in NAMES else "input", name=name)

    def _deeper(self) -> bool:
        """Return whether one more value is to be taken apart within this one."""
        self._left[0] -= 1
        return self._depth < DEEPEST and self._left[0] >= 0

    def _rule(self, name: str, case: str) -> Part:
        rule = self._scope.rules.formulas[name]
        text = rule.expression or rule.cases.get(case, "")
        parts: tuple[Part, ...] = ()
        if text and self._deeper():
            parts = Breakdown(self._scope, self._alias, self._depth + 1, self._left).formula(text)
        return Part(kind="rule", name=name, cite=rule.cite, parts=parts)

    def _atoms(self, node: ast.expr) -> tuple[Part, ...]:
        """Return every value with a name that ``node`` reads, once, for telling only."""
        found: dict[tuple[str, str], Part] = {}
        waiting: list[ast.AST] = [node]
        while waiting:
            one = waiting.pop(0)
            atom = self._atom(one) if isinstance(one, ast.expr) else None
            if atom is None:
                waiting.extend(child for child in ast.iter_child_nodes(one) if not _is_function(one, child))
                continue
            value = self._value(one)  # type: ignore[arg-type]
            told = Part(
                kind=atom.kind, name=atom.name, op="", value=value, at=atom.at, cite=atom.cite,
                parts=() if atom.kind == "stat" and len(atom.parts) < 2 else atom.parts,
            )  # fmt: skip
            found.setdefault((atom.kind, atom.name), told)
        return tuple(found.values())

    def _changes(self, name: str) -> tuple[Part, ...]:
        """Return what steps of tracks and states make of a stat."""
        scope, found = self._scope, []
        rules, who = scope.rules, scope.who
        if who is None:
            return ()
        for track, place in who.tracks.items():
            rule = rules.tracks.get(track)
            if rule is None or not place.step:
                continue
            at = min(place.step, len(rule.steps) - 1)
            step = rule.steps[at]
            found += _change("step", track, at, rule.cite, *self._of(step, name))
        for state in states_in_force(rules, scope.table, who):
            told = rules.states.get(state)
            if told is not None:
                found += _change("state", state, 0, told.cite, *self._of(told, name))
        return tuple(found)

    def _of(self, rule: Step | StateRule, name: str) -> tuple[float, float]:
        """Return what a step or a state adds to a stat, and what it multiplies it by."""
        add = evaluate(rule.add[name], self._scope) if name in rule.add else 0
        return add, evaluate(rule.factor[name], self._scope) if name in rule.factor else 1

    def _value(self, node: ast.expr) -> Any:
        return evaluate(text_of(node), self._scope)


_CALLS = {
    "tally": "tally",
    "pool": "pool",
    "track": "track",
    "step": "track",
    "liftable": "track",
    "has_state": "state",
    "size": "state",
    "done": "word",
    "has": "feat",
    "trait": "feat",
    "declared": "declaration",
}
_CALLS |= {
    name: f"{whom}-{'stat' if what == 'stat' else _CALLS[what]}"
    for name, (whom, what) in OTHER_FUNCTIONS.items()
}
"""Function of a formula → kind of what its first argument names."""
_TRACK_OF = {"track": "track", **{f"{whom}-track": f"{whom}_track" for whom in OTHERS}}
"""Kind of part → function that says on which step somebody stands."""


def _base(kind: str, value: Any, parts: tuple[Part, ...] = ()) -> Part:
    return Part(kind=kind, op="+" if is_number(value) else "=", value=value, parts=parts)


def _change(kind: str, name: str, at: int, cite: str, add: float, factor: float) -> list[Part]:
    found = [Part(kind=kind, name=name, at=at, cite=cite, value=add)] if add else []
    if factor != 1:
        found.append(Part(kind=kind, name=name, at=at, cite=cite, op="×", value=factor))
    return found


def _scaled(value: Any, times: float) -> Any:
    result = (int(value) if isinstance(value, bool) else value) * times
    return int(result) if isinstance(result, float) and result.is_integer() else result


def _terms(node: ast.expr, sign: int = 1) -> list[tuple[ast.expr, int]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [*_terms(left, sign), *_terms(right, sign)]
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return [*_terms(left, sign), *_terms(right, -sign)]
    return [(node, sign)]


def _is_function(parent: ast.AST, child: ast.AST) -> bool:
    return isinstance(parent, ast.Call) and child is parent.func
