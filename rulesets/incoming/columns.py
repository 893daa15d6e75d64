"""Headings of a file's own: which stat of a ruleset is called so, and what stands under it."""

from __future__ import annotations

import re
from typing import Any

from rulesets.formula.dice import parse_code, print_code
from rulesets.incoming import d20
from rulesets.incoming.found import Reduction
from rulesets.incoming.texts import plain_dashes
from rulesets.seen.number_format import reduction_read
from rulesets.vocabulary import Rules, Stat

_BETWEEN = re.compile(r"[\s_.\-]+")
_WHOLE = re.compile(r"([+-]?\d{1,9})(?![\d/.,])")
"""A whole number that a text begins with: '17 (natural armor)', and neither '1/2' nor '1.5'."""
_YES = frozenset({"yes", "y", "true", "1", "x", "ja"})
_NO = frozenset({"no", "n", "false", "0", "nein"})


def key(heading: str) -> str:
    """Return a heading as headings are compared: case, blanks, '_', '-' and dots make no difference."""
    return _BETWEEN.sub("", heading.casefold())


def headings(rules: Rules) -> dict[str, str]:
    """Return heading → stat: its id, its label, its short; where several are called so, the first."""
    found: dict[str, str] = {}
    stats = rules.stats.items()
    ids, labels = [(name, name) for name, _ in stats], [(rule.label, name) for name, rule in stats]
    for called, name in (*ids, *labels, *((rule.short, name) for name, rule in stats)):
        if text := key(called):
            found.setdefault(text, name)
    return found


def read(rule: Stat, text: str) -> Any:
    """Return what stands under a heading as a value of its stat.

    Raises:
        ValueError: if it is none.
    """
    said = text.strip()
    if rule.type == "bool" or isinstance(rule.default, bool):
        if said.casefold() in _YES | _NO:
            return said.casefold() in _YES
        raise ValueError(text)
    if rule.type == "text":
        return said
    if rule.type == "code":
        return print_code(parse_code(said))
    if rule.type == "list":
        return [one.strip() for one in re.split(r"[,;]", said) if one.strip()]
    if rule.type == "reduction":
        found, rest = d20.reductions(said)
        if rest.isdecimal() and not found:
            return int(rest)
        if found and not rest:
            return [reduction(one) for one in found]
        own = [reduction_read(part) for part in said.split(", ")]  # of types that no stat block has
        if None in own:
            raise ValueError(text)
        return own
    whole = _WHOLE.match(plain_dashes(said))
    if whole is None:
        raise ValueError(text)
    return int(whole[1])


def reduction(one: Reduction) -> dict[str, Any]:
    """Return what is taken off damage as a stat holds it."""
    said: dict[str, Any] = {"value": one.value}
    if one.bypass:
        said["bypass"] = list(one.bypass)
    if one.only:
        said["only"] = list(one.only)
    return said
