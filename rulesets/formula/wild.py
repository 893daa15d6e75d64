"""Codes one die of which is wild: a six is rolled on, and a one means what the ruleset says (E-D6-02)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rulesets.formula.amounts import Amount, Fallen
from rulesets.formula.dice import SIDES, Dice

MAX_DICE = 50
"""Dice that one open roll may go on for (dice that always show their highest result)."""


def code_dice(number: int, wild: str, dice: Dice) -> tuple[int, ...]:
    """Roll the dice of a code; the last one, if it is wild, is rolled on at a six."""
    results = tuple(dice.roll(SIDES) for _ in range(number))
    return (*results, *open_dice(dice, SIDES)) if wild and results and results[-1] == SIDES else results


def counting(results: Sequence[int], number: int, wild: str) -> tuple[int, ...]:
    """Return the dice of a code of ``number`` as they are added up, and those below 0 that go."""
    if wild != "drop" or not shows_one(results, number):
        return tuple(results)
    others = results[: number - 1]
    return (*results, *((-max(others),) if others else ()), -1)


def shows_one(results: Sequence[int], number: int) -> bool:
    """Return whether the last die of a code of ``number`` shows a one."""
    return 0 < number <= len(results) and results[number - 1] == 1


def open_dice(dice: Dice, sides: int) -> tuple[int, ...]:
    """Roll one die, and again as long as it shows its highest result."""
    more: list[int] = []
    while len(more) < MAX_DICE:
        more.append(dice.roll(sides))
        if more[-1] != sides:
            break
    return tuple(more)


class Thrown(Struct, frozen=True):
    """An amount for which dice were thrown."""

    fell: tuple[int, ...]
    """What each die has shown, those included that a wild one brought."""
    fallen: Fallen
    wild: str = ""
    """What its wild die has done: 'on' (it was rolled on), what the ruleset says of a one, or ''."""


def throw(amount: Amount, dice: Dice, wild: str = "", fell: Sequence[int] = ()) -> Thrown | None:
    """Return how an amount comes out: as its dice ``fell``, or were typed, or else with ``dice``.

    None if they cannot have fallen so. ``wild`` is what a ruleset says of a one on the last die of a code.
    """
    fell, number = tuple(fell or amount.fell), (_wild_code(amount) if wild else 0)
    if not number:
        fell = fell or tuple(dice.roll(sides) for _, sides in amount.each_die())
        known = _may_fall(amount, fell)
        return Thrown(fell, replace(amount, fell=fell).thrown(dice)) if known else None
    blind = not fell and dice.blind
    fell = fell or code_dice(number, wild, dice)
    if any(die != SIDES for die in fell[number - 1 : -1]) or not _may_fall(amount, fell[:number]):
        return None
    counted = fell if blind else counting(fell, number, wild)
    fallen = Fallen(sum(counted) + amount.plus, counted, amount.plus, wild=number)
    return Thrown(fell, fallen, done_by_wild(amount, fell, wild))


def done_by_wild(amount: Amount, fell: Sequence[int], wild: str) -> str:
    """Return what the wild die of an amount has done whose dice fell so, as :attr:`Thrown.wild`."""
    number = _wild_code(amount) if wild else 0
    if shows_one(fell, number):
        return wild
    return "on" if 0 < number < len(fell) else ""


def _may_fall(amount: Amount, fell: Sequence[int]) -> bool:
    sides = [die for _, die in amount.each_die()]
    return len(sides) == len(fell) and all(1 <= one <= die for one, die in zip(fell, sides, strict=True))


def _wild_code(amount: Amount) -> int:
    """Return how many dice a code has whose last one may be wild; 0 for what is no code."""
    if replace(amount, fell=()).pips is None:
        return 0
    dice = [term for term in amount.terms if term.sides]
    return dice[0].number if len(dice) == 1 and dice[0].sign > 0 else 0
