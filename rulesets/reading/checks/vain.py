"""Checks of what can be read and played, and does not do what it says: told as warnings."""

from __future__ import annotations

import ast

from rulesets.engine.scope import NAMES
from rulesets.engine.whereabouts import may_be_empty
from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.formula.tree import all_nodes, tree
from rulesets.reading.assemble import main_order, type_of
from rulesets.reading.problems import Loc
from rulesets.reading.sites import sites
from rulesets.reading.source import Source
from rulesets.vocabulary.base import IsFormula
from rulesets.vocabulary.written import Ruleset

STEPS = frozenset({
    "act", "add", "advance", "attack", "check", "choose", "compute", "declare", "defeat", "delay",
    "dice", "disable", "effect", "end-effect", "end-encounter", "end-turn", "initiative",
    "next-phase", "react", "ready", "redo", "remove", "resolve", "rest", "restore", "resume", "set",
    "spend", "start", "track", "trigger", "undo",
})  # fmt: skip
"""What steps of scenarios do by themselves: nothing of a ruleset that has such a name is played by it."""


def check_vain(source: Source, definition: Ruleset) -> None:
    """Warn of all that is in vain."""
    _check_steps(source, definition)
    _check_orders(source, definition)
    _check_counts(source, definition)
    _check_texts(source, definition)
    _check_empty(source, definition)


def _check_steps(source: Source, definition: Ruleset) -> None:
    for name in definition.pipelines:
        if name in STEPS:
            message = f"In scenarios {name!r} does something else, so no step could play this pipeline."
            source.complain(("pipeline", name), message, "give it another id", warning=True)


def _check_orders(source: Source, definition: Ruleset) -> None:
    """Warn of keys that compare the places in an order that is never made."""
    phases = definition.phases.values()
    made = {phase.order for phase in phases} | {phase.rolls for phase in phases}
    rolling = any(phase.activity == "roll" or phase.rolls for phase in phases)
    for name, order in definition.orders.items():
        for place, key in enumerate(order.keys):
            other = definition.orders.get(key.value) if key.by == "order" else None
            if other is None or key.value in made:
                continue
            if other.roll is not None or other.rolled == "phase" or not rolling:
                message = f"No phase makes the order {key.value!r}, so this compares nothing."
                hint = f'give a phase order = "{key.value}"'
                source.complain(("order", name, "keys", place), message, hint, warning=True)


def _check_counts(source: Source, definition: Ruleset) -> None:
    """Warn of phases that nobody takes part in, by counts which they only make themselves."""
    main = main_order(definition)
    for name, phase in definition.phases.items():
        order = definition.orders.get(phase.order)
        made_here = phase.order == main and order is not None and order.rolled == "phase"
        if made_here and _fails_at_nothing(phase.who):
            message = (
                "This phase makes the counts that 'who' asks for: before it all are 0, and none takes part."
            )
            hint = "let 'who' read stats, or roll the order in a phase before this one"
            source.complain(("phase", name, "who"), message, hint, warning=True)


def _fails_at_nothing(text: str) -> bool:
    """Return whether a condition asks for a count, and fails as long as that is 0."""
    if "count" not in _names(text):
        return False
    root = tree(text)
    parts = root.values if isinstance(root, ast.BoolOp) and isinstance(root.op, ast.And) else [root]
    return any(_above_nothing(part) for part in parts)


def _above_nothing(node: ast.expr) -> bool:
    """Return whether a comparison is 'count > 0', or of the same kind."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return False
    op, left, right = node.ops[0], node.left, node.comparators[0]
    if isinstance(op, ast.Lt | ast.LtE):
        left, right = right, left
    if not isinstance(left, ast.Name) or left.id != "count" or not isinstance(right, ast.Constant):
        return False
    least = right.value
    if not isinstance(least, int | float):
        return False
    return least >= 0 if isinstance(op, ast.Gt | ast.Lt) else isinstance(op, ast.GtE | ast.LtE) and least > 0


def _check_texts(source: Source, definition: Ruleset) -> None:
    """Warn of texts that look like formulas: what is a text is kept as it is written."""
    known = NAMES | set(definition.stats)
    for name, stat in definition.stats.items():
        if not isinstance(stat.value, str) or type_of(stat) != "text":
            continue
        try:
            formula = compile_formula(stat.value)
        except FormulaError:
            continue
        worked_out = not isinstance(tree(stat.value), ast.Name | ast.Constant)
        if worked_out and (formula.names or formula.calls) and formula.names <= known:
            message = f"The stat is a text: {stat.value!r} is kept as it is written, and not worked out."
            hint = "only a stat of another type has a formula"
            source.complain(("stat", name, "value"), message, hint, warning=True)


# -- inputs that are left empty ------------------------------------------------------------------------


def _check_empty(source: Source, definition: Ruleset) -> None:
    """Warn of numbers that may be left empty, with which a formula calculates without asking for it."""
    told = set()
    for site in sites(definition):
        if not isinstance(site.mark, IsFormula) or site.loc[0] not in ("pipeline", "declaration"):
            continue
        section, entry = str(site.loc[0]), str(site.loc[1])
        entries = definition.pipelines if section == "pipeline" else definition.declarations
        inputs = {name for name, rule in entries[entry].inputs.items() if may_be_empty(rule)}
        if not inputs:
            continue
        asked = _asked(definition, site.loc)
        for name in sorted(_calculated(site.text) & inputs - asked):
            if (section, entry, name) not in told:
                told.add((section, entry, name))
                _tell(source, (section, entry, "inputs", name), name, site.text)


def _tell(source: Source, loc: Loc, name: str, text: str) -> None:
    message = f"Left empty, {name!r} is no number, and the formula {text!r} calculates with it."
    source.complain(loc, message, "give it default = 0, or needed = true", warning=True)


def _asked(definition: Ruleset, loc: Loc) -> set[str]:
    """Return the names that an 'if' around the formula at ``loc`` asks for."""
    return {
        name
        for site in sites(definition)
        if site.loc[-1] == "if" and site.loc[:-1] == loc[: len(site.loc) - 1] and len(site.loc) <= len(loc)
        for name in _names(site.text)
    }


def _names(text: str) -> frozenset[str]:
    try:
        return compile_formula(text).names
    except FormulaError:
        return frozenset()


def _calculated(text: str) -> set[str]:
    """Return the names with which a formula calculates, if nothing in it asks whether there is a number."""
    if not _names(text):
        return set()
    nodes = all_nodes(text)
    if any(isinstance(node, ast.IfExp | ast.BoolOp) for node in nodes):
        return set()
    operands: list[ast.AST] = []
    for node in nodes:
        if isinstance(node, ast.BinOp):
            operands += (node.left, node.right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            operands.append(node.operand)
    return {node.id for node in operands if isinstance(node, ast.Name)}
