"""What a combatant is in the words of the field: what a ruleset's ``[import]`` reads, the other way round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.formula.compiling import FormulaError, compile_formula
from rulesets.seen.queries import value_of
from rulesets.seen.why.breakdown import is_number
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from rulesets.vocabulary.incoming import TEXTS, VALUES

_FEET = {"feet": 1.0, "squares": 5.0, "meters": 5 / 1.5}
"""Unit of a speed → feet that it is."""


def values_of(rules: Rules, who: Combatant) -> dict[str, int]:
    """Return by the names of ``VALUES`` what somebody is, without what states, effects and tracks change.

    A formula of one value, such as ``ac - 10 - dex_mod``, is answered by the number for which it comes to
    the stat; where it does not grow evenly with it there is no answer. Of several formulas of a stat the
    first one counts first. Speeds are in feet.
    """
    alone = who.having(states=(), tracks={}, group="")
    table = Encounter(combatants={alone.id: alone})
    rule = rules.imports
    stats = {name: (name,) for name in rules.stats if name in VALUES} if rule is None else dict(rule.stats)
    found: dict[str, int] = {}
    for number in range(max(map(len, stats.values()), default=0)):
        for stat, texts in stats.items():
            if number < len(texts) and stat in rules.stats:
                for name, value in _answer(rules, table, alone, stat, texts[number]).items():
                    found.setdefault(name, value)
    if "speed" in found:
        unit = "" if rule is None else rule.speed_unit
        if unit:
            found["speed"] = round(found["speed"] * _FEET[unit])
        else:
            del found["speed"]  # nothing says what it is measured in
    return found


def _answer(rules: Rules, table: Encounter, who: Combatant, stat: str, text: str) -> Mapping[str, int]:
    """Return the one value that a formula reads, such that it comes to the stat."""
    names = sorted(compile_formula(text).names & (VALUES.keys() - TEXTS))
    if len(names) != 1:
        return {}
    name = names[0]

    def comes_to(value: int) -> Any:
        return value_of(rules, table, who, text, {name: value})

    try:
        wanted, least, more = value_of(rules, table, who, stat), comes_to(0), comes_to(1)
        if not all(is_number(one) for one in (wanted, least, more)) or least == more:
            return {}
        value = round((wanted - least) / (more - least))
        return {name: value} if comes_to(value) == wanted else {}
    except FormulaError:
        return {}
