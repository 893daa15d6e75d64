"""Reads from the source of the engine which codes it gives."""

from __future__ import annotations

import ast

from rulesets.engine.delaying import NOT_TO
from rulesets.reading import loader
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED
from rulesets.table.refusal import Code

OF_POOLS = {pool.refusal for name in loader.shipped() for pool in loader.load(name).pools.values()}
"""Codes that rulesets give to pools which are used up."""


def literals(node: ast.expr, where: str) -> list[str]:
    """What a code in the source can be: a literal, one of the delays, or one of the two ways to be out."""
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Code":
        return [Code[node.attr]]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if ast.unparse(node) == "NOT_TO[kind]":
        return list(NOT_TO.values())
    if ast.unparse(node) == "out":
        return [OUT_DEFEATED, OUT_DISABLED]
    if ast.unparse(node) in ("refusal", "code"):
        return sorted(OF_POOLS)
    if ast.unparse(node) in ("stage.flag", "rule.flag", "rule.lost_flag", "name"):
        return []
    raise AssertionError(f"{where}: cannot tell what {ast.unparse(node)} stands for")
