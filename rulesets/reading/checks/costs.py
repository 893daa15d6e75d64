"""Checks of costs: what can never be paid, and what never comes up because something before it always is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesets.reading.checks.ranges import constant, never
from rulesets.reading.problems import Loc
from rulesets.reading.sites import tables
from rulesets.reading.source import Source
from rulesets.vocabulary.base import FULL, WHOLE
from rulesets.vocabulary.budget import Alternative, Declaration
from rulesets.vocabulary.stages import PoolStage
from rulesets.vocabulary.written import Ruleset


def check_costs(source: Source, definition: Ruleset) -> None:
    """Complain about costs that nobody can pay, and warn of ways to pay that never come up."""
    grown = _grown(definition)
    sizes = {
        name: size
        for name, pool in definition.pools.items()
        if name not in grown and (size := constant(pool.size)) is not None
    }
    for loc, table in tables(definition):
        if isinstance(table, Alternative):
            _check_amounts(source, (*loc, "pay"), table.pay, sizes)
            _check_alternative(source, loc, table, sizes)
        elif isinstance(table, Declaration):
            _check_amounts(source, (*loc, "pay"), table.pay, sizes)
    keys: dict[int, str] = {}
    for name, cost in definition.costs.items():
        _check_order(source, ("cost", name, "alternatives"), cost.alternatives)
        for phase, ways in cost.in_phase.items():
            _check_order(source, ("cost", name, "in_phase", phase), ways)
        if cost.key and cost.key in keys:
            message = f"The digit {cost.key} spends the cost {keys[cost.key]!r} already."
            source.complain(("cost", name, "key"), message)
        elif cost.key:
            keys[cost.key] = name


def _check_amounts(source: Source, loc: Loc, amounts: Mapping[str, str], sizes: Mapping[str, float]) -> None:
    for pool, amount in amounts.items():
        number = None if amount in WHOLE else constant(amount)
        if number is None:
            continue
        if number != int(number):
            source.complain((*loc, pool), f"A cost is a whole number, not {number:g}.")
        elif number > sizes.get(pool, number):
            message = f"This takes {number:g} of {pool!r}, which never holds more than {sizes[pool]:g}."
            source.complain((*loc, pool), message)


def _check_alternative(source: Source, loc: Loc, way: Alternative, sizes: Mapping[str, float]) -> None:
    if never(way.condition):
        source.complain((*loc, "if"), "This never holds, so it can never be paid like this.", warning=True)
    _check_filling(source, loc, way)
    for pool, number in way.borrows.items():
        if number <= 0:
            source.complain((*loc, "borrows", pool), f"'borrows' needs a number above 0, not {number}.")
        elif number > sizes.get(pool, number):
            message = f"This borrows {number} of {pool!r}, which never holds more than {sizes[pool]:g}."
            source.complain((*loc, "borrows", pool), message)


def _check_filling(source: Source, loc: Loc, way: Alternative) -> None:
    """Warn of a way to pay that fills pools up and takes nothing."""
    numbers = {pool: constant(amount) for pool, amount in way.pay.items()}
    fills = [pool for pool, number in numbers.items() if number is not None and number < 0]
    if fills and len(fills) == len(numbers) and not way.off_count and not way.borrows:
        source.complain((*loc, fills[0]), "This takes nothing, and fills the pool up.", warning=True)


def _check_order(source: Source, loc: Loc, ways: Sequence[Alternative]) -> None:
    """Warn of a way to pay that one before it always makes needless, and that nobody can ask for."""
    for place, way in enumerate(ways):
        for before, other in enumerate(ways[:place], start=1):
            if _covers(other, way):
                message = f"Whenever this could be paid, number {before} before it is: it never comes up."
                source.complain((*loc, place), message, warning=True)
                break


def _covers(before: Alternative, way: Alternative) -> bool:
    """Return whether ``before`` can be paid whenever ``way`` can, and takes from the same pools."""
    if before.borrows or FULL in before.pay.values() or before.condition not in ("", way.condition):
        return False
    if not before.pay:
        return True
    if set(way.pay) != set(before.pay):
        return False
    for pool, amount in before.pay.items():
        one, other = constant(amount), constant(way.pay[pool])
        if amount != way.pay[pool] and (one is None or other is None or other < one):
            return False
    return True


def _grown(definition: Ruleset) -> set[str]:
    """Return pools that something can raise above their size."""
    found: set[str] = set()
    for _, table in tables(definition):
        if isinstance(table, Alternative):
            found.update(pool for pool, amount in table.pay.items() if (constant(amount) or 0) < 0)
        elif isinstance(table, PoolStage):
            found.add(table.pool)
    return found
