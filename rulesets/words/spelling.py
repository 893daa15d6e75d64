"""Formulas as people read them: labels for names, words for functions, signs as they are printed."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from rulesets.formula.compiling import ALL, OTHER_FUNCTIONS, WHOSE, FormulaError
from rulesets.formula.tree import tree
from rulesets.seen.labels import plain
from rulesets.vocabulary import Entry
from rulesets.words.catalogue import TICKS
from rulesets.words.terms import Terms
from rulesets.words.whys import NAMED, SPELLED

LISTED = ("max", "min")


class Spelling:
    """Reads formulas of one ruleset out."""

    def __init__(self, terms: Terms, labels: Mapping[str, str] | None = None) -> None:
        """Speak with ``terms``; ``labels`` are those of local names (inputs of a pipeline)."""
        self._terms = terms
        self._labels = labels or {}

    def formula(self, text: str) -> str:
        """Return a formula in words; one that cannot be read is returned as it is."""
        try:
            return self._node(tree(text))
        except FormulaError:
            return text

    def named(self, name: str) -> str:
        """Return what people call a name of a formula."""
        terms = self._terms
        if name in self._labels:
            return self._labels[name]
        if name in terms.rules.stats:
            return terms.stat(name)
        return terms.translated(NAMED[name]) if name in NAMED else plain(name)

    def called(self, function: str, name: str) -> str:
        """Return what people call the first argument of a function."""
        terms, rules = self._terms, self._terms.rules
        tables: dict[str, Mapping[str, Entry]] = {
            "tally": rules.tallies,
            "pool": rules.pools,
            "track": rules.tracks,
            "step": rules.tracks,
            "liftable": rules.tracks,
            "has_state": rules.states,
            "size": rules.states,
            "asked": rules.checks,
            "declared": rules.declarations,
            "declared_on": rules.declarations,
            "formula": rules.formulas,
            "table": rules.tables,
        }
        _, of = OTHER_FUNCTIONS.get(function, ("", function))
        if of == "sum" and name in rules.states and name not in rules.stats:
            return terms.label(rules.states, name)
        if of in ("stat", "sum"):
            return self.named(name)
        return terms.label(tables[of], name) if of in tables else plain(name)

    def ticks(self, state: str) -> list[str]:
        """Return by how much a state's size changes by itself and when: '1 less at the end of its turns'."""
        terms = self._terms
        rule = terms.rules.states.get(state)
        found = []
        for tick in rule.ticks if rule is not None else ():
            if not tick.by:
                continue
            moment = terms.say(TICKS[tick.at], {"phase": terms.phase(tick.phase) if tick.phase else ""})
            sign, number = ("less", tick.by[1:]) if tick.by.startswith("-") else ("more", tick.by)
            if number.isdecimal():
                text = terms.say(TICKS[sign], {"number": int(number), "moment": moment})
            else:
                text = terms.say(TICKS["by"], {"formula": self.formula(tick.by), "moment": moment})
            if tick.condition:
                condition = self.formula(tick.condition)
                text = terms.say(TICKS["if"], {"change": text, "condition": condition})
            found.append(text)
        return found

    # -- internal ----------------------------------------------------------------------------------

    def _say(self, key: str, **params: str) -> str:
        return self._terms.say(SPELLED[key], params)

    def _node(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=value):
                return self._constant(value)
            case ast.Name(id=name):
                return {"D": "1D"}.get(name) or self.named(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._say(type(op).__name__, left=self._inner(left), right=self._inner(right))
            case ast.UnaryOp(op=op, operand=operand):
                return self._say(type(op).__name__, left=self._inner(operand))
            case ast.BoolOp(op=op, values=[first, *others]):
                text = self._inner(first)
                for other in others:
                    text = self._say(type(op).__name__, left=text, right=self._inner(other))
                return text
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._say(type(op).__name__, left=self._node(left), right=self._node(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._say(
                    "if", left=self._node(body), condition=self._node(test), right=self._node(orelse)
                )
            case ast.Call(func=ast.Name(id=function), args=args):
                return self._call(function, args)
            case ast.Subscript(slice=index):
                return self._node(index)
        return ast.unparse(node)

    def _constant(self, value: Any) -> str:
        if value == "":
            return self._say("nothing")
        return plain(value) if isinstance(value, str) else f"{value:g}".replace("-", "−")

    def _inner(self, node: ast.expr) -> str:
        """Return a part of a larger formula, in brackets where it would be read wrongly."""
        text = self._node(node)
        loose = isinstance(node, ast.IfExp | ast.BoolOp) or (
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
        )
        return self._say("brackets", left=text) if loose else text

    def _call(self, function: str, args: list[ast.expr]) -> str:
        if function in LISTED:
            return self._say(function, left=self._terms.listed([self._node(arg) for arg in args], 9))
        first = args[0]
        literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
        left = self.called(function, literal) if literal else self._node(first)
        if function in OTHER_FUNCTIONS:
            whom, of = OTHER_FUNCTIONS[function]
            return self._say(whom, left=self._say(of, left=left) if of in ("pool", "track") else left)
        if function == "sum":
            return self._say(function, left=left, right=self._whose(args[1:]))
        right = self._argument(args[1]) if len(args) > 1 else ""
        if function in SPELLED and (right or function not in ("reduction", "table", "step")):
            return self._say(function, left=left, right=right)
        return left

    def _whose(self, args: list[ast.expr]) -> str:
        """Return over whom is added up; nothing is over everybody."""
        whose = getattr(args[0], "value", ALL) if args else ALL
        return self._say(str(whose)) if whose in WHOSE else plain(str(whose))

    def _argument(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self.named(node.value) if node.value else self._say("nothing")
        return self._node(node)
