"""Where a formula stands in a ruleset: for refusals, so that its author finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulesets.formula.compiling import FormulaError
from rulesets.formula.work import FORMULA, MOMENT, PHASE, STAGE, STATE, TRACK, TooMuchWork
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import SECTIONS, Rules

MOST = 3
"""Places that one refusal names."""
_KEYS = {"condition": "if", "expression": "is", "formula": "value"}


def without_result(rules: Rules, error: FormulaError) -> Refusal:
    """Return the refusal for a formula that met a bad value; it names the formula and where it stands."""
    where = places_of(rules, error.formula) if error.formula else []
    if not where:
        return Refusal(Code.BAD_VALUE, "formula", {"text": str(error)}, final=True)
    return Refusal(
        Code.BAD_VALUE,
        "formula-at",
        {"text": str(error), "formula": error.formula, "where": ", ".join(where)},
        final=True,
    )


def used_up(rules: Rules, used: TooMuchWork) -> Refusal:
    """Return the refusal of a command that has used up its budget; a formula is named with its place."""
    named = {used.kind: used.name}
    return Refusal(
        Code.BAD_VALUE,
        "too-much-work",
        {
            "steps": used.steps,
            "formula": named.get(FORMULA),
            "where": ", ".join(places_of(rules, used.name)) if used.kind == FORMULA else None,
            "track": named.get(TRACK),
            "stage": named.get(STAGE),
            "moment": named.get(MOMENT),
            "state": named.get(STATE),
            "phase": named.get(PHASE),
        },
        final=True,
    )


def places_of(rules: Rules, formula: str) -> list[str]:
    """Return where ``formula`` stands, as the text of the ruleset has it: 'stat.dex_mod.value'."""
    found: list[str] = []
    if formula in rules.stats:
        return [f"stat.{formula}"]
    for name in rules.__struct_fields__:
        if name in ("options", "options_set"):
            continue
        for path in _find(msgspec.to_builtins(getattr(rules, name)), formula, name == "stats"):
            found.append(".".join((SECTIONS.get(name, name), *path)).replace(".[", "["))
            if len(found) == MOST:
                return found
    return found


def _find(node: Any, text: str, stats: bool) -> Iterator[tuple[str, ...]]:
    if isinstance(node, dict):
        for key, value in node.items():
            written = str(key if key == "formula" and not stats else _KEYS.get(key, key))
            for path in _find(value, text, stats):
                yield (written, *path)
    elif isinstance(node, list | tuple):
        for place, value in enumerate(node, start=1):
            named = str(value.get("id") or "") if isinstance(value, dict) else ""
            for path in _find(value, text, stats):
                yield (named or f"[{place}]", *path)
    elif node == text and isinstance(node, str):
        yield ()
