"""Filling templates: one pass, never an error, never a second look at what was filled in.

A template is plain text with ``{name}`` where a parameter goes; ``{name:l}`` begins it with a small letter,
``{name:u}`` with a capital. A translation may use other letters than the English template does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

Templates = str | tuple[str, ...]
"""A template, or several of which the first one counts whose parameters are all given."""

MISSING = "?"
_PLACE = re.compile(r"\{([a-z_]+)(?::([lu]))?\}")
_ID = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)+")


@lru_cache(maxsize=1024)
def placeholders(template: str) -> frozenset[str]:
    """Return the names of a template's parameters."""
    return frozenset(match[1] for match in _PLACE.finditer(template))


def fill(template: str, params: Mapping[str, Any]) -> str:
    """Return ``template`` with its parameters; a missing one shows as '?', braces in values stay."""

    def value(match: re.Match[str]) -> str:
        found = params.get(match[1])
        text = MISSING if is_missing(found) else str(found)
        return small(text) if match[2] == "l" else capital(text) if match[2] == "u" else text

    return _PLACE.sub(value, template)


def is_missing(value: object) -> bool:
    """Return whether a parameter has nothing to show (0 and False are something)."""
    return value is None or value in ("", (), [])


def choose(templates: Templates, params: Mapping[str, Any]) -> str:
    """Return the first template whose parameters are all given, or the last one."""
    if isinstance(templates, str):
        return templates
    for template in templates:
        if not any(is_missing(params.get(name)) for name in placeholders(template)):
            return template
    return templates[-1]


def all_templates(templates: Templates) -> Sequence[str]:
    """Return the templates one by one."""
    return (templates,) if isinstance(templates, str) else templates


def small(text: str) -> str:
    """Begin ``text`` with a small letter, unless capitals are part of its words ('AP', 'Force Point')."""
    return text[:1].lower() + text[1:] if text[1:] == text[1:].lower() else text


def capital(text: str) -> str:
    """Begin ``text`` with a capital."""
    return text[:1].upper() + text[1:]


def plain(ident: str) -> str:
    """Return an id without a label as people read it; what is no id of a ruleset stays as it was typed."""
    return re.sub("[_-]", " ", ident) if _ID.fullmatch(ident) else ident
