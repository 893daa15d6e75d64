"""The tree of a formula: its text parsed once, for whoever compiles it, checks it or says it in words."""

from __future__ import annotations

import ast
from functools import lru_cache

from rulesets.formula.text import FormulaError, check_text, shown

MAX_KEPT = 16_384
"""Formulas that are kept parsed: more than any ruleset has that can be loaded, so none is parsed twice."""


@lru_cache(maxsize=MAX_KEPT)
def tree(text: str) -> ast.expr:
    """Return the tree of a formula, which all who ask for it share: nobody changes it.

    It may still use what no formula is allowed to: only compiling says so.

    Raises:
        FormulaError: if the text is too long, has signs of other languages in it or cannot be parsed.
    """
    check_text(text)
    try:
        return ast.parse(text.replace("\n", " ").strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"{shown(text)} cannot be read as a formula") from None


@lru_cache(maxsize=MAX_KEPT)
def all_nodes(text: str) -> tuple[ast.AST, ...]:
    """Return every node of a formula's tree, from the top.

    Raises:
        FormulaError: as :func:`tree` does.
    """
    return tuple(ast.walk(tree(text)))


@lru_cache(maxsize=MAX_KEPT)
def text_of(node: ast.expr) -> str:
    """Return a part of a formula as text; that of a part of a shared tree is made once."""
    return ast.unparse(node)
