"""The text of a ruleset as raw tables: limits before it is read, and what is wrong with its TOML in words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from rulesets.reading.lines import Again, find_again
from rulesets.reading.problems import Problem, RulesetError, dotted
from rulesets.reading.toml_errors import explain
from rulesets.reading.toml_text import RULESET, TOMLDecodeError, TooMuch, loads

MAX_KEPT = 8
"""Texts that are kept parsed: a check reads the same ones once for each value of an option."""
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_TWICE = ("Cannot overwrite", "Cannot declare", "Duplicate inline", "Cannot mutate", "Cannot redefine")


def parsed(text: str, name: str) -> dict[str, Any]:
    """Return the raw tables of ``text``, which are the caller's own.

    Raises:
        RulesetError: if it is too large, or no TOML: with the first slip, which has to be mended before
            anything else can be looked at.
    """
    found: dict[str, Any] = _copied(_parsed(text, name))
    return found


@lru_cache(maxsize=MAX_KEPT)
def _parsed(text: str, name: str) -> dict[str, Any]:
    text = text.removeprefix("\ufeff")
    try:
        return loads(text, RULESET)
    except TooMuch as error:
        problem = Problem(name, error.line, "", error.message)
    except TOMLDecodeError as error:
        again = find_again(text) if str(error).startswith(_TWICE) else None
        problem = _slip(text, str(error), name) if again is None else _twice(again, name)
    raise RulesetError([problem])


def _copied(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _copied(value) for key, value in node.items()}
    return [_copied(one) for one in node] if isinstance(node, list) else node


def _slip(text: str, message: str, name: str) -> Problem:
    match = _AT_LINE.search(message)
    line = int(match[1]) if match and match[1] else text.count("\n") + 1
    column = int(match[2]) if match and match[2] else len(text) - text.rfind("\n")
    slip = explain(text, _AT_LINE.sub("", message), line, column)
    return Problem(name, slip.line, "", slip.message, slip.hint)


def _twice(again: Again, name: str) -> Problem:
    what = f"The table [{dotted(again.loc)}]" if again.table else f"The key {str(again.loc[-1])!r}"
    message = f"{what} is here a second time; the first is in line {again.first}."
    hint = "put its keys there, or give this one another id" if again.table else "leave one of them out"
    return Problem(name, again.line, dotted(again.loc), message, hint)
