"""Checks of bare values: what a stat's default may be, and what no file should hold."""

from __future__ import annotations

import math
from typing import Any

from rulesets.engine.scope import CombatantScope
from rulesets.formula.compiling import MAX_NUMBER, FormulaError, as_number, evaluate
from rulesets.reading.assemble import stat_value, type_of
from rulesets.reading.problems import Loc
from rulesets.reading.source import Source
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from rulesets.vocabulary.written import Ruleset

_HOLDS: dict[str, tuple[type, ...]] = {
    "number": (int, float, bool),
    "bool": (bool,),
    "code": (int,),
    "text": (str,),
    "list": (list,),
    "reduction": (int, list),
}
_SHOULD_BE = {
    "number": "a number",
    "bool": "true or false",
    "code": "a die code such as '3D+2'",
    "text": "a text",
    "list": "a list",
    "reduction": "a number or a list",
}


def check_values(source: Source, definition: Ruleset) -> None:
    """Complain about defaults that do not fit their stat, and about values that rules have no use for."""
    _check_plain(source, source.raw, ())
    for name, stat in definition.stats.items():
        kind = type_of(stat)
        default, formula = stat_value(stat, kind)
        if stat.value == "" and kind != "text":
            source.complain(("stat", name, "value"), "An empty text is no formula; leave the value out.")
        if stat.to_begin_with and kind not in ("number", "code"):
            source.complain(
                ("stat", name, "to_begin_with"),
                f"Only what is kept as a number can be that to begin with, not a {kind}.",
            )
        if formula or default is None:
            continue
        fits = isinstance(default, _HOLDS[kind]) and not (kind == "code" and isinstance(default, bool))
        if not fits:
            source.complain(("stat", name, "value"), f"The default of this stat must be {_SHOULD_BE[kind]}.")
        elif stat.least is not None and isinstance(default, int | float) and default < stat.least:
            message = f"The default {default} is below the least value {stat.least}."
            source.complain(("stat", name, "value"), message)


def check_defaults(source: Source, rules: Rules) -> None:
    """Complain about what cannot be worked out for a combatant with nothing but defaults.

    What is kept as a number (hit points) and what is counted (pools) must come to one: a formula may name
    what is none in a fight (id), and no list could show what it yields.
    """
    needed: list[tuple[Loc, str]] = []
    needed += [(("stat", name, "value"), name) for name, stat in rules.stats.items() if stat.formula]
    needed += [(("pool", name, "size"), pool.size) for name, pool in rules.pools.items()]
    for name, order in rules.orders.items():
        if order.of == "combatant" and order.roll is not None:
            roll = order.roll
            needed.append((("order", name, "roll"), roll.plus or roll.code or roll.draws))
    for loc, formula in needed:
        try:
            if not formula:
                continue
            scope = CombatantScope(rules, Encounter(), None)
            scope.work = source.work
            value = evaluate(formula, scope)
            if loc[0] != "stat" or rules.stats[str(loc[1])].type in ("number", "code"):
                as_number(value, formula)
        except FormulaError as error:
            source.complain(loc, f"With the defaults of all stats this cannot be worked out: {error}.")


def _check_plain(source: Source, value: Any, loc: Loc) -> None:
    """Complain about dates, times, and numbers that are none; TOML knows them, rules do not."""
    if isinstance(value, dict):
        for key, entry in value.items():
            _check_plain(source, entry, (*loc, key))
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            _check_plain(source, entry, (*loc, place))
    elif isinstance(value, float) and not math.isfinite(value):
        source.complain(loc, "This is no number that rules can work with.")
    elif isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        source.complain(loc, f"Numbers go up to {MAX_NUMBER:,}; this one is larger.")
    elif not isinstance(value, str | int | float | bool):
        source.complain(loc, "Rules have no use for dates and times; write a text.")
