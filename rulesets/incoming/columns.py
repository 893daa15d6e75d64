"""Headings of a file's own: which stat of a ruleset is called so, and what stands under it."""

from __future__ import annotations

import re
from typing import Any

from rulesets.formula.dice import parse_code, print_code
from rulesets.incoming.texts import plain_dashes
from rulesets.vocabulary import Rules, Stat

_BETWEEN = re.compile(r"[\s_.\-]+")
_WHOLE = re.compile(r"([+-]?\d{1,9})(?![\d/.,])")
"""A whole number that a text begins with: '17 (natural armor)', and neither '1/2' nor '1.5'."""
_REDUCTION = re.compile(r"(?:dr\s*)?(\d{1,9})\s*(?:/\s*([^,;]*))?$", re.IGNORECASE)
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
        return [one for part in re.split(r"[,;]", said) for one in _reduction(part)]
    whole = _WHOLE.match(plain_dashes(said))
    if whole is None:
        raise ValueError(text)
    return int(whole[1])


def _reduction(text: str) -> list[dict[str, Any]]:
    """Return 'DR 10/good and silver' as a stat holds it: of several the largest counts, so 'and' is two."""
    found = _REDUCTION.match(plain_dashes(text.strip()))
    if found is None:
        raise ValueError(text)
    kinds = (found[2] or "").strip().casefold()
    if kinds in ("", "-"):
        return [{"value": int(found[1])}]
    return [
        {"value": int(found[1]), "bypass": [word.strip() for word in re.split(r"\bor\b", part)]}
        for part in re.split(r"\band\b", kinds)
    ]
