"""Filling templates: one pass, never an error, never a second look at what was filled in.

A template is plain text with ``{name}`` where a parameter goes; ``{name:l}`` begins it with a small letter,
``{name:u}`` with a capital. Behind a name its verb goes along with how many it names: ``{name:has|have}`` is
one of both forms. A translation may use other letters than the English template does, and other forms.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rulesets.seen.number_format import minus

Templates = str | tuple[str, ...]
"""A template, or several of which the first one counts whose parameters are all given."""

MISSING = "?"
_PLACE = re.compile(r"\{([a-z_]+)(?::([lu]|[^{}|]*\|[^{}|]*))?\}")


class Many(str):
    """A name of several: of a group, or names in one line."""

    __slots__ = ()


@lru_cache(maxsize=1024)
def placeholders(template: str) -> frozenset[str]:
    """Return the names of a template's parameters."""
    return frozenset(match[1] for match in _PLACE.finditer(template))


def fill(template: str, params: Mapping[str, Any]) -> str:
    """Return ``template`` with its parameters; a missing one shows as '?', braces in values stay."""
    first, places = _parted(template)
    if not places:
        return first
    filled = [first]
    for name, begun, text in places:
        found = params.get(name)
        if not found and is_missing(found):
            value = MISSING
        else:
            value = found if type(found) is str else minus(str(found))
        if "|" in begun:
            one, _, several = begun.partition("|")
            value = several if isinstance(found, Many) else one
        elif begun:
            value = small(value) if begun == "l" else capital(value)
        filled.append(value)
        filled.append(text)
    return "".join(filled)


@lru_cache(maxsize=2048)
def _parted(template: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """Return the text before the first parameter; each one's name, how it begins, and the text behind it."""
    split = _PLACE.split(template)
    return split[0], tuple(zip(split[1::3], (begun or "" for begun in split[2::3]), split[3::3], strict=True))


def of_one(template: str) -> str:
    """Return ``template`` with its verbs as they are of one, to be read as it is."""
    return _PLACE.sub(
        lambda found: found[2].partition("|")[0] if "|" in (found[2] or "") else found[0], template
    )


def is_missing(value: object) -> bool:
    """Return whether a parameter has nothing to show (0 and False are something)."""
    return value is None or value in ("", (), [])


def choose(templates: Templates, params: Mapping[str, Any]) -> str:
    """Return the first template whose parameters are all given, or the last one."""
    if isinstance(templates, str):
        return templates
    for template, names in _asking(templates):
        for name in names:
            found = params.get(name)
            if not found and is_missing(found):
                break
        else:
            return template
    return templates[-1]


@lru_cache(maxsize=1024)
def _asking(templates: tuple[str, ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return templates with the names of their parameters."""
    return tuple((template, placeholders(template)) for template in templates)


def all_templates(templates: Templates) -> Sequence[str]:
    """Return the templates one by one."""
    return (templates,) if isinstance(templates, str) else templates


@lru_cache(maxsize=512)
def small(text: str) -> str:
    """Begin ``text`` with a small letter, unless capitals are part of its words ('AP', 'Force Point')."""
    return text[:1].lower() + text[1:] if text[1:] == text[1:].lower() else text


def capital(text: str) -> str:
    """Begin ``text`` with a capital."""
    return text[:1].upper() + text[1:]


def texts_in(params: Mapping[str, Any], name: str) -> list[str]:
    """Return the texts of a parameter that holds several; what a tampered log has in their place is none."""
    found = params.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list | tuple) else []
