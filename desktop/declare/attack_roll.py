"""The field in which an attack is rolled, or the total typed that was rolled at the table."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.widgets.fields import NumberField
from rulesets.formula.amounts import Amount, Fallen
from rulesets.formula.dice import Dice
from rulesets.formula.wild import throw


class RollField(NumberField):
    """Takes a total, or dice as every number does; empty it stands for the dice that are :attr:`offered`."""

    def __init__(self, parent: QWidget, dice: Dice, wild: str) -> None:
        """Throw with ``dice``; ``wild`` is what the ruleset says of a one on the last die of a code."""
        super().__init__(parent, digits=12, dice=dice)
        self._wild = wild
        self._results: tuple[int, ...] = ()
        self.offered = ""

    def suggest(self, dice: str) -> None:
        """Offer dice that are rolled as long as nothing was typed."""
        self.offered = dice
        self.setPlaceholderText(dice)

    def roll(self) -> bool:
        """Throw the dice that are offered; False if there are none."""
        if not self.offered:
            return False
        self.setText(self.offered)
        if self.throw():
            return True
        self.clear()
        return False

    @property
    def came(self) -> tuple[str, tuple[int, ...]] | None:
        """What was rolled, as it is typed, and what each die has shown; None for a total alone."""
        fallen = self.fallen
        return None if fallen is None else (fallen[0], self._results)

    @property
    def natural(self) -> int | None:
        """What the die has shown, if it is only one."""
        came = self.came
        return came[1][0] if came is not None and len(came[1]) == 1 else None

    def _fall(self, amount: Amount) -> Fallen:
        thrown = throw(amount, self._dice, self._wild)
        if thrown is None:
            return super()._fall(amount)
        self._results = thrown.fell
        return thrown.fallen
