"""What is known of the counts of an order without rolling: whose they are, if they move, what can come."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from rulesets.engine.marks import marks_on, modifier
from rulesets.engine.scope import Table, is_able, value_of
from rulesets.formula.compiling import as_number
from rulesets.formula.dice import PIPS_PER_DIE, SIDES, parse_dice
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Place
from rulesets.vocabulary import OrderRule, Rules

COMPARED = ("roll", "count", "value", "rank", "kind", "order")
"""Ways of breaking a tie that are known before anybody rolls off: each has its number in a place's keys."""


def compared(rule: OrderRule, place: Place, formula: str) -> int | None:
    """Return what a formula came to when a place was made, if ties compare it; None if they do not."""
    keys = [key for key in rule.keys if key.by in COMPARED]
    for key, number in zip(keys, place.keys, strict=False):
        if key.by == "value" and key.value == formula:
            return -number if key.descending else number
    return None


def moves(rule: OrderRule) -> bool:
    """Return whether the counts of an order move: its keys compare the present ones."""
    return any(key.by == "count" for key in rule.keys)


def comes_later(rule: OrderRule, count: int, other: int) -> bool:
    """Return whether a count comes after another one: below it, or above it where the lowest goes first."""
    return count > other if rises(rule) else count < other


def rises(rule: OrderRule) -> bool:
    """Return whether the lowest count of an order goes first."""
    return next((not key.descending for key in rule.keys if key.by in ("count", "roll")), False)


def is_moving(rules: Rules, order_id: str) -> bool:
    """Return whether an order is one whose counts move."""
    rule = rules.orders.get(order_id)
    return rule is not None and moves(rule)


def kept_waiting(rules: Rules, table: Table, order_id: str) -> dict[str, Place]:
    """Return the places of those who wait on over the end of the round: nothing is rolled for them."""
    delay, rule, order = rules.delay, rules.orders[order_id], table.orders.get(order_id)
    if delay is None or delay.until != "never" or rule.rolled != "round" or order is None:
        return {}
    return {slot: replace(order.places[slot], moved=False) for slot in order.slots if slot in table.put_off}


def fixed_count(rules: Rules, table: Table, rule: OrderRule, members: Sequence[Combatant]) -> int | None:
    """Return the count of a slot that is not rolled, the lowest of its members'; None where it is."""
    if rule.roll is None or rule.roll.fixed == "none":
        return None
    counts = [value_of(rules, table, member, rule.roll.fixed) for member in members]
    if None in counts:
        return None
    return min(int(as_number(count, rule.roll.fixed)) for count in counts)


def roller_of(rules: Rules, table: Table, rule: OrderRule, members: Sequence[Combatant]) -> Combatant:
    """Return who rolls for ``members``: of those who can act the first of the highest value.

    Of several of one value it is whoever has the most dice now: nobody sends the wounded one.
    """
    able = [c for c in members if is_able(rules, table, c)] or _standing(members)
    if not rule.roller:
        return able[0]
    code = "" if rule.roll is None else rule.roll.code
    worth = {c.id: _worth(rules, table, rule, c) for c in able}
    best = [c for c in able if worth[c.id] == max(worth.values())]
    if not code or len(best) == 1:
        return best[0]
    return max(best, key=lambda c: as_number(value_of(rules, table, c, code, {"roller": worth[c.id]}), code))


def _worth(rules: Rules, table: Table, rule: OrderRule, who: Combatant) -> int | float:
    return as_number(value_of(rules, table, who, rule.roller), rule.roller)


def told_in_roll(rules: Rules, table: Table, rule: OrderRule, who: Combatant) -> dict[str, int | float]:
    """Return what the formulas of an order's roll read besides stats: by what whoever rolls was found."""
    return {"roller": _worth(rules, table, rule, who)} if rule.roller else {}


def _standing(members: Sequence[Combatant]) -> Sequence[Combatant]:
    """Return those who are not out; everybody, if all of them are."""
    return [c for c in members if not c.out] or members


def throwing(
    rules: Rules, table: Table, rule: OrderRule, members: Sequence[Combatant]
) -> Sequence[Combatant]:
    """Return whose code, modifier and marks count: of whoever rolls for all theirs, else everybody's."""
    return (roller_of(rules, table, rule, members),) if rule.roller else _standing(members)


def bounds(
    rules: Rules, table: Table, rule: OrderRule, members: Sequence[Combatant]
) -> tuple[int, int | None] | None:
    """Return the lowest and the highest that ``members`` can roll for an order.

    The highest is None where a die can be rolled on for ever; nothing is known of cards.
    """
    roll = rule.roll
    if roll is None or roll.deck or not members:
        return None
    members = throwing(rules, table, rule, members)
    told = {one.id: told_in_roll(rules, table, rule, one) for one in members}

    def least(formula: str) -> int:
        return min(
            math.floor(as_number(value_of(rules, table, one, formula, told[one.id]), formula))
            for one in members
        )

    if roll.code:
        number, pips = divmod(max(0, least(roll.code)), PIPS_PER_DIE)
        low, high = number + pips, number * SIDES + pips
        low -= min(number, 2) if roll.wild == "drop" else 0
        on = bool(roll.wild and number)
    else:
        number, sides = dice_of(roll.dice)
        low, high, on = number, number * sides, bool(roll.another_die_at)
    plus = least(roll.plus) if roll.plus else 0
    if roll.marked:
        plus += min(modifier(marks_on(rules, table, one, roll.marked)) for one in members)
    return low + plus, None if on else high + plus


def dice_of(text: str) -> tuple[int, int]:
    """Return number and sides of dice such as 'd20' or '2d6'."""
    number, sides, _ = parse_dice(text) or (0, 1, 0)
    return number, sides
