"""What kind of value a formula comes to, as far as that is plain: a text where a number is needed.

Without this it would be found out in the fight, when the formula is worked out for the first time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from rulesets.engine.scope import NAMES, value_of
from rulesets.formula.compiling import CONSTANTS, PURE_FUNCTIONS, FormulaError, compile_formula
from rulesets.formula.tree import tree
from rulesets.reading.assemble import stat_value, type_of
from rulesets.reading.problems import Loc
from rulesets.reading.sites import sites, tables
from rulesets.reading.source import Source
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from rulesets.vocabulary.base import IsFormula
from rulesets.vocabulary.incoming import TEXTS, VALUES
from rulesets.vocabulary.stages import LetStage
from rulesets.vocabulary.written import Ruleset

NUMBER, TEXT, LIST = "a number", "a text", "a list"
_OF_STATS = {"number": NUMBER, "code": NUMBER, "bool": NUMBER, "text": TEXT, "list": LIST}
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def check_kinds(source: Source, definition: Ruleset) -> None:
    """Complain about texts and lists where a number is needed, and where unlike values are compared."""
    known = {name: _OF_STATS.get(type_of(stat), "") for name, stat in definition.stats.items()}
    lets = {table.let for _, table in tables(definition) if isinstance(table, LetStage)}
    known = {**_of_the_table(), **{name: kind for name, kind in known.items() if name not in lets}}
    for loc, text, is_number in _formulas(definition):
        try:
            compile_formula(text)
        except FormulaError:
            continue
        kinds = _Kinds(_hidden(definition, loc, known))
        kind = kinds.of(tree(text))
        if kind in (TEXT, LIST) and is_number:
            kinds.wrong.append((f"A number is needed here, not {kind}.", False))
        for message, warning in kinds.wrong[:1]:
            source.complain(loc, message, warning=warning)


@cache
def _of_the_table() -> dict[str, str]:
    """Return the kinds of the names that every formula can read besides stats: a combatant's id is a text."""
    asked = {name: value_of(Rules(id=""), Encounter(), None, name) for name in NAMES}
    return {name: TEXT if isinstance(value, str) else NUMBER for name, value in asked.items()}


def _formulas(definition: Ruleset) -> Iterator[tuple[Loc, str, bool]]:
    """Yield every formula with its place, and whether it must come to a number."""
    kinds = {name: type_of(stat) for name, stat in definition.stats.items()}
    for loc, text, mark in sites(definition):
        if isinstance(mark, IsFormula) and text not in mark.words:
            yield loc, text, mark.gives == "number" or _counts(loc, kinds)
    for name, stat in definition.stats.items():
        kind = type_of(stat)
        _, formula = stat_value(stat, kind)
        if formula:
            yield ("stat", name, "value"), formula, kind in ("number", "code")


def _counts(loc: Loc, kinds: Mapping[str, str]) -> bool:
    """Return whether a formula says what a stat becomes that is a number."""
    return loc[:2] == ("import", "stats") and len(loc) > 2 and kinds.get(str(loc[2])) in ("number", "code")


def _hidden(definition: Ruleset, loc: Loc, known: dict[str, str]) -> dict[str, str]:
    """Return the kinds of stats without those that inputs of the same name hide at ``loc``."""
    inputs: Mapping[str, object] = {}
    if loc[0] == "import":
        return {**known, **{name: TEXT if name in TEXTS else NUMBER for name in VALUES}}
    if loc[0] == "pipeline":
        inputs = definition.pipelines[str(loc[1])].inputs
    elif loc[0] == "formula":
        inputs = definition.formulas[str(loc[1])].inputs
    elif loc[0] == "declaration":
        inputs = definition.declarations[str(loc[1])].inputs
    return {name: kind for name, kind in known.items() if name not in inputs} if inputs else known


class _Kinds:
    """Works out the kind of each part of a formula; '' where it depends."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.wrong: list[tuple[str, bool]] = []
        """Message, and whether it is only a warning."""

    def of(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=value):
                return TEXT if isinstance(value, str) else NUMBER
            case ast.Name(id=name):
                constant = CONSTANTS.get(name)
                return NUMBER if constant is not None else self.names.get(name, "")
            case ast.List(elts=parts):
                for part in parts:
                    self.of(part)
                return LIST
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                sides = [(left, self.of(left)), (right, self.of(right))]
                found = {kind for _, kind in sides}
                if TEXT in found and found <= {TEXT, ""}:  # put together
                    return TEXT if "" not in found else ""
                return self.reckoned(sides)
            case ast.BinOp(left=left, right=right):
                return self.numbers(left, right)
            case ast.UnaryOp(op=op, operand=operand):
                return self.numbers(*() if isinstance(op, ast.Not) else (operand,))
            case ast.Call(func=ast.Name(id=name), args=args) if name in PURE_FUNCTIONS:
                return self.numbers(*args)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                self.compared(op, self.of(left), self.of(right))
                return NUMBER
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.of(test)
                kinds = {self.of(body), self.of(orelse)}
                return kinds.pop() if len(kinds) == 1 else ""
            case ast.BoolOp(values=parts):
                for part in parts:
                    self.of(part)
                return NUMBER
        return ""

    def numbers(self, *parts: ast.expr) -> str:
        """Reckon with ``parts``, all of which must be numbers."""
        return self.reckoned([(part, self.of(part)) for part in parts])

    def reckoned(self, parts: Iterable[tuple[ast.expr, str]]) -> str:
        """Reckon with parts of known kinds."""
        for part, kind in parts:
            if kind in (TEXT, LIST):
                self.wrong.append(
                    (f"{ast.unparse(part)} is {kind}, and only numbers can be reckoned with.", False)
                )
        return NUMBER

    def compared(self, op: ast.cmpop, left: str, right: str) -> None:
        """Compare two kinds: the order of a text and a number is none, and they are never the same."""
        if not left or not right or isinstance(op, ast.In | ast.NotIn) or left == right:
            return
        ordered = isinstance(op, _ORDERED)
        what = "cannot be compared with" if ordered else "is never the same as"
        self.wrong.append((f"{left[:1].upper()}{left[1:]} {what} {right}.", not ordered))
