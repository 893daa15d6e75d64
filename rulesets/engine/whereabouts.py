"""Where a formula stands in a ruleset: for refusals, so that its author finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rulesets.formula.compiling import NOTHING, FormulaError, compile_formula
from rulesets.formula.work import FORMULA, MOMENT, PHASE, STAGE, STATE, TRACK, TooMuchWork
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import SECTIONS, Input, Rules, Stat
from rulesets.vocabulary.base import said_of

MOST = 3
"""Places that one refusal names."""


def without_result(rules: Rules, error: FormulaError) -> Refusal:
    """Return the refusal for a formula that met a bad value; it names the formula and where it stands."""
    where = places_of(rules, error.formula) if error.formula else []
    if not where:
        return Refusal(Code.BAD_VALUE, "formula", {"text": str(error)}, final=True)
    return Refusal(
        Code.BAD_VALUE,
        "formula-at",
        {"text": _told(rules, error), "formula": error.formula, "where": ", ".join(where)},
        final=True,
    )


def _told(rules: Rules, error: FormulaError) -> str:
    """Return what is wrong; of an input that was left empty which one it is, and what gives it a number."""
    told = [rule.inputs for entries in (rules.pipelines, rules.declarations) for rule in entries.values()]
    names = compile_formula(error.formula).names if str(error) == NOTHING else frozenset()
    empty = sorted(name for name in names if any(name in one and may_be_empty(one[name]) for one in told))
    if not empty:
        return str(error)
    return f"{', '.join(map(repr, empty))} was left empty (its input needs default = 0, or needed = true)"


def may_be_empty(rule: Input) -> bool:
    """Return whether an input is a number that can be left out, and then is none."""
    return rule.type == "number" and not (rule.default or rule.needed or rule.dice)


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
        for path in _find(getattr(rules, name), formula):
            found.append(".".join((SECTIONS.get(name, name), *path)).replace(".[", "["))
            if len(found) == MOST:
                return found
    return found


def _find(node: Any, text: str) -> Iterator[tuple[str, ...]]:
    """Yield the keys, as they are written, that lead to ``text`` in a part of a ruleset."""
    if isinstance(node, Struct):
        for name in node.__struct_fields__:
            for path in _find(getattr(node, name), text):
                yield (_written(type(node), name), *path)
    elif isinstance(node, dict):
        for key, value in node.items():
            for path in _find(value, text):
                yield (str(key), *path)
    elif isinstance(node, list | tuple):
        for place, value in enumerate(node, start=1):
            for path in _find(value, text):
                yield (str(getattr(value, "id", "")) or f"[{place}]", *path)
    elif node == text and isinstance(node, str):
        yield ()


def _written(table: type[Struct], name: str) -> str:
    """Return how a field is written; the formula of a stat is its value."""
    if table is Stat and name == "formula":
        return "value"
    if table.__struct_config__.array_like:  # a pair has no keys
        return f"[{table.__struct_fields__.index(name) + 1}]"
    return str(said_of(table).get(name, {}).get("alias", name))
