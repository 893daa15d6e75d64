"""How large a state or effect is: given as a number or as dice, compared, rolled whenever it works."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rulesets.engine.ruling import Ruling, checked_number
from rulesets.formula.dice import parse_dice, rolled_for
from rulesets.table import events as ev
from rulesets.table.encounter import Effect

_NONE = (0, 0, 0)
"""What dice come to that nobody can read."""


class Size(Struct, frozen=True):
    """A size: a number, or dice that are rolled anew each time."""

    number: int = 0
    dice: str = ""

    @property
    def worth(self) -> float:
        """Return what sizes are compared by: dice count as much as they come to on average."""
        if not self.dice:
            return self.number
        number, sides, plus = parse_dice(self.dice) or _NONE
        return number * (sides + 1) / 2 + plus


def given(ruling: Ruling, value: Any) -> Size | None:
    """Return the size that a command gives, or None if it gives none.

    Raises:
        Refused: bad-value for what is neither a number of 0 or more nor dice such as '1d6' or '2d4+1'.
    """
    if value is None:
        return None
    if isinstance(value, str) and parse_dice(value) is not None:
        return Size(dice="".join(value.split()))
    return Size(checked_number(ruling, value, "value", least=0))


def of(effect: Effect) -> Size:
    """Return how large an effect is."""
    return Size(effect.size, effect.dice)


def rolled(ruling: Ruling, effect: Effect) -> int:
    """Return how large an effect is this time: its dice are rolled, never below 0."""
    if not effect.dice:
        return effect.size
    number, sides, plus = parse_dice(effect.dice) or _NONE
    with rolled_for(effect.name, effect.on):
        results = tuple(ruling.dice.roll(sides) for _ in range(number))
    total = max(0, sum(results) + plus)
    ruling.emit(ev.Rolled("size", effect.on, total, results))
    return total
