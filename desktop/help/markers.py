"""Whether a requirement of a distribution counts here: ``python_version < "3.12" and extra == "dev"``.

Markers are written nearly as Python writes comparisons; they are read as such, and never run.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

_VERSIONS = frozenset({"python_version", "python_full_version", "implementation_version"})
_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
    ast.Lt: lambda one, other: one < other,
    ast.LtE: lambda one, other: one <= other,
    ast.Gt: lambda one, other: one > other,
    ast.GtE: lambda one, other: one >= other,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


def here() -> dict[str, str]:
    """Return what markers ask about, as it is here; no extra is chosen."""
    return {
        "os_name": os.name,
        "sys_platform": sys.platform,
        "platform_machine": platform.machine(),
        "platform_python_implementation": platform.python_implementation(),
        "platform_release": platform.release(),
        "platform_system": platform.system(),
        "platform_version": platform.version(),
        "python_version": ".".join(platform.python_version_tuple()[:2]),
        "python_full_version": platform.python_version(),
        "implementation_name": sys.implementation.name,
        "implementation_version": platform.python_version(),
        "extra": "",
    }


def applies(marker: str, told: Mapping[str, str] | None = None) -> bool:
    """Return whether ``marker`` holds; one that cannot be read does: naming too much harms nobody."""
    if not marker.strip():
        return True
    try:
        tree = ast.parse(marker.strip(), mode="eval").body
        return _holds(tree, here() if told is None else told)
    except (SyntaxError, LookupError, TypeError, RecursionError):
        return True


def _holds(node: ast.expr, told: Mapping[str, str]) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_holds(value, told) for value in values)
        case ast.BoolOp(values=values):
            return any(_holds(value, told) for value in values)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            names = {side.id for side in (left, right) if isinstance(side, ast.Name)}
            one, other = _value(left, told), _value(right, told)
            if names & _VERSIONS and not isinstance(op, ast.In | ast.NotIn):
                return _COMPARED[type(op)](_numbers(one), _numbers(other))
            return _COMPARED[type(op)](one, other)
    raise LookupError(ast.dump(node))


def _value(node: ast.expr, told: Mapping[str, str]) -> str:
    match node:
        case ast.Name(id=name):
            return told[name]
        case ast.Constant(value=str(text)):
            return text
    raise LookupError(ast.dump(node))


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers: 3.11 is 3.11.0."""
    numbers = [int(number) for number in re.findall(r"\d+", version)][:3]
    return tuple(numbers + [0] * (3 - len(numbers)))
