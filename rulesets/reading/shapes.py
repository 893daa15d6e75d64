"""What a place of a ruleset may hold, by the models of the definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel

from rulesets.reading.problems import Loc
from rulesets.vocabulary.base import Model
from rulesets.vocabulary.budget import RESERVED, AlternativeDef
from rulesets.vocabulary.ruleset import RulesetDef


def shorthand(loc: Loc) -> str:
    """Return the key that a bare value stands for in the table at ``loc``, or ''."""
    model = model_at(loc)
    return model.bare if model is not None and issubclass(model, Model) else ""


def keys_at(loc: Loc) -> list[str]:
    """Return the keys that the table at ``loc`` may have."""
    model = model_at(loc)
    if model is None:
        return []
    if model is AlternativeDef:
        return sorted(RESERVED)
    return sorted(field.alias or name for name, field in model.model_fields.items())


def model_at(loc: Loc) -> type[BaseModel] | None:
    """Return the model of the table at ``loc``, or None."""
    found: Any = RulesetDef
    for part in loc:
        if isinstance(found, type) and issubclass(found, BaseModel):
            fields: Mapping[str, Any] = {f.alias or n: f for n, f in found.model_fields.items()}
            if part not in fields:
                return None
            found = fields[str(part)].annotation
        else:
            found = _inner(found)
        found = _optional(found)
    return found if isinstance(found, type) and issubclass(found, BaseModel) else None


def _inner(annotation: Any) -> Any:
    """Return what a dict or list of ``annotation`` holds."""
    args = get_args(annotation)
    return args[-1] if args else None


def _optional(annotation: Any) -> Any:
    """Return ``X`` of ``X | None`` and of ``Annotated[X, ...]``."""
    while hasattr(annotation, "__metadata__"):
        annotation = get_args(annotation)[0]
    args = get_args(annotation)
    if type(None) in args:
        return _optional(next(arg for arg in args if arg is not type(None)))
    return annotation
