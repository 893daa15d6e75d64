"""The field in which an attack is rolled, or the total typed that was rolled at the table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.widgets.fields import NumberField
from rulesets.formula.amounts import Amount, Fallen, read_amount
from rulesets.formula.dice import Dice
from rulesets.formula.wild import throw


class AttackRollField(NumberField):
    """Takes a total, or dice as every number does; empty it stands for the dice that are :attr:`offered`."""

    threw = Signal()
    """Dice that were typed here have been thrown, and the keys are still here."""

    def __init__(self, parent: QWidget, dice: Dice, wild: str, *, digits: int = 16) -> None:
        """Throw with ``dice``; ``wild`` is what the ruleset says of a one on the last die of a code."""
        super().__init__(parent, digits=digits, dice=dice)
        self._wild = wild
        self._results: tuple[int, ...] = ()
        self.offered = ""
        self.threat = 0
        """The lowest die of which it counts that it was shown, besides the highest; 0 for none."""
        self._lower: bool | None = None
        self._twice: tuple[str, int] | None = None
        """What stands there of a die that was thrown twice, and how it fell the time that does not count."""

    def suggest(self, dice: str, edge: str = "") -> None:
        """Offer dice that are rolled as long as nothing was typed.

        With an ``edge``, 'advantage' or 'disadvantage', a single die is thrown twice, and the higher or the
        lower one counts.
        """
        amount = read_amount(dice)
        single = amount is not None and len(list(amount.each_die())) == 1
        edges = {"advantage": False, "disadvantage": True}
        self._lower = edges.get(edge) if single else None
        self.offered = dice
        self.setPlaceholderText(self.tr("total, or {dice}").format(dice=dice) if dice else "")

    @property
    def twice(self) -> bool:
        """Whether the die that is offered is thrown twice."""
        return self._lower is not None

    @property
    def dropped(self) -> int | None:
        """How a die that was thrown twice fell the time that does not count; None if it was not."""
        return self._twice[1] if self._twice is not None and self._twice[0] == self.text() else None

    def roll(self) -> bool:
        """Throw the dice that are offered; False if there are none."""
        if not self.offered:
            return False
        self.setText(self.offered)
        amount = self._amount()
        if self._lower is not None and isinstance(amount, Amount):
            ((_, sides),) = amount.each_die()
            lower, higher = sorted(self._dice.roll(sides) for _ in range(2))
            kept, dropped = (lower, higher) if self._lower else (higher, lower)
            self.setText(f"{self.offered} = {kept}")
            self._twice = self.text(), dropped
            self.typed.emit()
            return True
        if super().throw():
            return True
        self.clear()
        return False

    def throw(self) -> bool:
        """Throw the dice that were typed; False if there are none."""
        done = super().throw()
        if done and self.hasFocus():
            self.threw.emit()
        return done

    @property
    def as_typed(self) -> str:
        """What stands here as it could be typed, dice with how they fell: '1d20+6 = 14', '19', ''."""
        came = self.came
        return self.text() if came is None else f"{came[0]} = {' '.join(map(str, came[1]))}"

    @property
    def came(self) -> tuple[str, tuple[int, ...]] | None:
        """What was rolled, as it is typed, and what each die has shown; None for a total alone."""
        fallen = self.fallen
        return None if fallen is None else (fallen[0], self._results)

    @property
    def natural(self) -> int | None:
        """What the die has shown, if it is only one: thrown, or typed as the first of a sum, as in 20+6."""
        came = self.came
        if came is not None:
            return came[1][0] if len(came[1]) == 1 else None
        amount, sides = self._amount(), self._sides()
        if not isinstance(amount, Amount) or len(amount.terms) < 2 or amount.dice:
            return None
        first = amount.terms[0]
        return first.number if first.sign > 0 and 1 <= first.number <= sides else None

    @property
    def again(self) -> str:
        """The dice of this roll once more with the same bonus, also where a sum was typed: '1d20+6'."""
        natural, total = self.natural, self.number
        if self.came is not None:
            return self.came[0]
        if natural is None or total is None:
            return self.offered
        return f"1d{self._sides()}{total - natural:+d}" if total != natural else f"1d{self._sides()}"

    def _sides(self) -> int:
        """Return the sides of the only die that is offered, 0 where there are more or none."""
        amount = read_amount(self.offered)
        dice = [] if amount is None else list(amount.each_die())
        return dice[0][1] if len(dice) == 1 else 0

    @property
    def total_alone(self) -> int | None:
        """A total that was typed and of which it is not known what the die showed."""
        return self.number if self.came is None and self.natural is None else None

    @property
    def extreme(self) -> int | None:
        """What the die shows for the total that stands there alone, if it counts for itself.

        That does the lowest one, the highest, and what reaches :attr:`threat`.
        """
        amount, total, sides = read_amount(self.offered), self.total_alone, self._sides()
        if amount is None or total is None or not sides:
            return None
        die, least = total - amount.plus, self.threat or sides
        return die if die == 1 or least <= die <= sides else None

    @property
    def beyond(self) -> tuple[int, int] | None:
        """The least and the most of the dice that are offered, if the total is none that they come to.

        Of codes nothing is said: their wild die goes on.
        """
        amount, total = read_amount(self.offered), self.number
        if amount is None or total is None or self.came is not None or any(t.code for t in amount.terms):
            return None
        return None if amount.range[0] <= total <= amount.range[1] else amount.range

    def _fall(self, amount: Amount) -> Fallen:
        thrown = throw(amount, self._dice, self._wild)
        if thrown is None:
            return super()._fall(amount)
        self._results = thrown.fell
        return thrown.fallen
