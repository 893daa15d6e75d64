"""Citations as people read them: a page of a book says so itself, the number of a rule is called a rule."""

from __future__ import annotations

import re

_RULE = re.compile(r"[A-Z0-9]+(?:-[A-Z0-9]+)*-\d+(?:\.\.\d+)?")
"""'R5E-55', 'E-SW-03', '002-6..12'."""
RULE, RULES, ABOUT = "rule {ids}", "rules {ids}", "{cite}: {text}"


def cited(cite: str) -> str:
    """Return a citation with what it is: 'rule R5E-55', 'rules PF-10, PF-11', 'Rulebook p. 145'."""
    parts = [part.strip() for part in cite.split(",")]
    ids = [part for part in parts if _RULE.fullmatch(part)]
    if not ids:
        return cite
    others = [part for part in parts if part not in ids]
    several = len(ids) > 1 or ".." in ids[0]
    return ", ".join((*others, (RULES if several else RULE).format(ids=", ".join(ids))))


def with_citation(text: str, cite: str) -> str:
    """Return what a rule says with where it stands before it; either may be ''."""
    if not text or not cite:
        return text or cited(cite)
    return ABOUT.format(cite=cited(cite), text=text)
