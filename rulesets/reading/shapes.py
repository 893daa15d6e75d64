"""What a place of a ruleset may hold, by the vocabulary."""

from __future__ import annotations

from typing import Any, get_args

from rulesets.reading.keys import is_table, known_keys, one_table, unwrapped
from rulesets.reading.problems import Loc
from rulesets.vocabulary.base import Keyed
from rulesets.vocabulary.budget import RESERVED, Alternative
from rulesets.vocabulary.written import Ruleset


def shorthand(loc: Loc) -> str:
    """Return the key that a bare value stands for in the table at ``loc``, or ''."""
    table = table_at(loc)
    return table.bare if table is not None and issubclass(table, Keyed) else ""


def keys_at(loc: Loc) -> list[str]:
    """Return the keys that the table at ``loc`` may have."""
    table = table_at(loc)
    if table is None:
        return []
    return sorted(RESERVED if table is Alternative else known_keys(table))


def table_at(loc: Loc) -> type | None:
    """Return the table at ``loc``, or None."""
    found: Any = Ruleset
    for part in loc:
        if is_table(found):
            key = known_keys(found).get(str(part))
            if key is None:
                return None
            found = key.hint
        else:
            found = _inner(found)
        found = _optional(found)
    return found if is_table(found) else None


def _inner(hint: Any) -> Any:
    """Return what a dict or tuple of ``hint`` holds."""
    args = [arg for arg in get_args(hint) if arg is not ...]
    return args[-1] if args else None


def _optional(hint: Any) -> Any:
    """Return ``X`` of ``X | None`` and of ``Annotated[X, ...]``, and what several tables have in common."""
    bare, _ = unwrapped(hint)
    args = get_args(bare)
    if type(None) in args:
        return _optional(next(arg for arg in args if arg is not type(None)))
    return one_table(bare)
