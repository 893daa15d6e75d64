"""Rolling an order's dice: who rolls, what is rolled, and dice that are rolled on."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.counts import dice_of, throwing, told_in_roll
from rulesets.engine.marks import WORST_FIRST, Edge, edge, marks_on, modifier
from rulesets.engine.ruling import Ruling
from rulesets.formula.dice import PIPS_PER_DIE, rolled_for
from rulesets.formula.wild import code_dice, counting, open_dice, shows_one
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import OrderRoll, OrderRule

Throws = tuple[tuple[int, ...], tuple[int, ...]]
"""The throw that counts, and the one that does not; () where there was one only."""


def roll_for(ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant]) -> int:
    """Roll an order's dice for a slot: as whoever rolls for it, else with the lowest of those not out."""
    if rule.roll is None:
        return 0
    with rolled_for("initiative", slot):
        return _roll(ruling, rule, rule.roll, slot, throwing(ruling.rules, ruling.draft, rule, members))


def _roll(ruling: Ruling, rule: OrderRule, roll: OrderRoll, slot: str, members: Sequence[Combatant]) -> int:
    dropped: tuple[int, ...] = ()
    if roll.code:
        number, pips = divmod(max(0, _lowest_code(ruling, rule, roll, members)), PIPS_PER_DIE)
        results = code_dice(number, roll.wild, ruling.dice)
        wild = "" if ruling.dice.blind else roll.wild
        total = pips + sum(counting(results, number, wild))
        if wild and shows_one(results, number):
            _flag_wild(ruling, wild, slot)
    else:
        results, dropped = _marked_dice(ruling, roll, members)
        if roll.another_die_at and sum(results) == roll.another_die_at:
            results = (*results, *open_dice(ruling.dice, dice_of(roll.dice)[1]))
        total = sum(results)
        if roll.fumble_at and total == roll.fumble_at:
            ruling.flag("fumble", slot)
    if roll.marked:
        total += min(
            modifier(marks_on(ruling.rules, ruling.draft, member, roll.marked)) for member in members
        )
    if roll.plus:
        total += min(
            ruling.number(roll.plus, member, **told_in_roll(ruling.rules, ruling.draft, rule, member))
            for member in members
        )
    ruling.emit(ev.Rolled("initiative", slot, total, results, dropped))
    return total


def _lowest_code(ruling: Ruling, rule: OrderRule, roll: OrderRoll, members: Sequence[Combatant]) -> int:
    rules, draft = ruling.rules, ruling.draft
    return min(ruling.code(roll.code, one, **told_in_roll(rules, draft, rule, one)) for one in members)


def tell_of_dice(
    ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant], dice: Sequence[int]
) -> None:
    """Flag what dice mean that were thrown before the command, whose total counts as it was given."""
    roll = rule.roll
    if roll is None:
        return
    if roll.code and roll.wild:
        those = throwing(ruling.rules, ruling.draft, rule, members)
        number = _lowest_code(ruling, rule, roll, those) // PIPS_PER_DIE
        if shows_one(dice, number):
            _flag_wild(ruling, roll.wild, slot)
    elif roll.fumble_at and len(dice) == dice_of(roll.dice)[0] and sum(dice) == roll.fumble_at:
        ruling.flag("fumble", slot)


def _flag_wild(ruling: Ruling, wild: str, slot: str) -> None:
    if wild == "complication":
        ruling.flag("complication", slot)
    else:
        ruling.flag("wild-one", slot)


def _marked_dice(ruling: Ruling, roll: OrderRoll, members: Sequence[Combatant]) -> Throws:
    """Throw the dice of an order: twice where their marks come to an advantage or a disadvantage.

    A group rolls with an advantage if all of it have one, and with a disadvantage if one of it has.
    """
    edges = {edge(marks_on(ruling.rules, ruling.draft, one, roll.marked)) for one in members}
    return edged_dice(ruling, roll.dice, next(one for one in WORST_FIRST if one in edges))


def edged_dice(ruling: Ruling, dice: str, by: Edge) -> Throws:
    """Throw dice such as 'd20', and again by an advantage or disadvantage."""
    first = plain_dice(ruling, dice)
    if by not in ("advantage", "disadvantage"):
        return first, ()
    low, high = sorted((first, plain_dice(ruling, dice)), key=sum)
    return (high, low) if by == "advantage" else (low, high)


def plain_dice(ruling: Ruling, text: str) -> tuple[int, ...]:
    """Roll dice such as 'd20' or '2d6'."""
    number, sides = dice_of(text)
    return tuple(ruling.dice.roll(sides) for _ in range(number))
