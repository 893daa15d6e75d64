"""Dice, cards and die codes.

A die code such as ``3D+2`` is kept as pips (three pips are one die, E-D6-01): 3D+2 is 11, 1D is 3.
Only the edges (files, texts, widgets) print codes; inside, a code is a plain integer.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

PIPS_PER_DIE = 3
SIDES = 6
"""Of the dice of a die code."""
_DICE = re.compile(r"^\s*([1-9]\d?)?d([1-9]\d{0,2})\s*(?:([+-])\s*(\d{1,4}))?\s*$")
_CODE = re.compile(r"^\s*(?:(\d{1,3})D)?(?:\s*\+?\s*(\d{1,3}))?\s*$")


class Dice(Protocol):
    """Where results of single dice and draws come from: chance, a list, the table, or nowhere."""

    @property
    def blind(self) -> bool:
        """True if results mean nothing (a preview): nothing may be decided by them."""

    def roll(self, sides: int) -> int:
        """Return the result of one die with ``sides`` sides, 1 to ``sides``."""

    def draw(self, cards: Sequence[str]) -> str:
        """Return one of ``cards``, of which there is at least one; a list may hold another one."""


class RandomDice:
    """Dice from the system's source of chance, or from a seed for reproducible fights."""

    blind = False

    def __init__(self, seed: int | None = None) -> None:
        """Use ``seed`` for a reproducible sequence, or real chance without one."""
        self._random = random.Random(seed)

    def roll(self, sides: int) -> int:
        """Return a result from 1 to ``sides``."""
        return self._random.randint(1, sides)

    def draw(self, cards: Sequence[str]) -> str:
        """Return any one of ``cards``."""
        return cards[self.roll(len(cards)) - 1]


class ListedDice:
    """Results given beforehand, in the order in which they are rolled or drawn (scenario files)."""

    blind = False

    def __init__(self, results: Iterable[int | str]) -> None:
        """Take the results, first one first: numbers of dice, names of cards."""
        self._left = list(results)

    @property
    def left(self) -> tuple[int | str, ...]:
        """Results that nobody has rolled yet."""
        return tuple(self._left)

    def roll(self, sides: int) -> int:
        """Return the next listed result.

        Raises:
            OutOfDice: if the list is used up.
        """
        if not self._left:
            raise OutOfDice(sides)
        result = self._left.pop(0)
        if not isinstance(result, int):
            raise ValueError(f"a d{sides} is rolled, and the next result is {result!r}")
        return result

    def draw(self, cards: Sequence[str]) -> str:
        """Return the next listed card; a number is its place among ``cards``, from 1.

        Raises:
            OutOfDice: if the list is used up.
        """
        if not self._left:
            raise OutOfDice(0)
        result = self._left.pop(0)
        if isinstance(result, str):
            return result
        if not 1 <= result <= len(cards):
            raise ValueError(f"a card is drawn, and the next result is {result}")
        return cards[result - 1]


Drawn = tuple[tuple[int, ...], ...]
"""Dice in the order in which they were rolled, in runs of the same die: its sides, then the results."""


class RecordingDice:
    """Dice that keep what was rolled with others."""

    def __init__(self, dice: Dice) -> None:
        """Roll with ``dice``, which may be blind; nothing is drawn yet."""
        self._dice = dice
        self.blind = dice.blind
        self._runs: list[list[int]] = []

    @property
    def drawn(self) -> Drawn:
        """Every die rolled so far."""
        return tuple(tuple(run) for run in self._runs)

    def roll(self, sides: int) -> int:
        """Return the result of the dice behind it, and keep it.

        Raises:
            OutOfDice: if those are a list that is used up.
        """
        result = self._dice.roll(sides)
        self._keep(sides, result)
        return result

    def draw(self, cards: Sequence[str]) -> str:
        """Return the card that the dice behind it draw, and keep its place among ``cards``.

        Raises:
            OutOfDice: if those are a list that is used up.
        """
        card = self._dice.draw(cards)
        if card in cards:
            self._keep(len(cards), cards.index(card) + 1)
        return card

    def _keep(self, sides: int, result: int) -> None:
        if not self._runs or self._runs[-1][0] != sides:
            self._runs.append([sides])
        self._runs[-1].append(result)


def listed(drawn: Drawn) -> ListedDice:
    """Return dice that give again, one after the other, what was drawn."""
    return ListedDice(result for _, *results in drawn for result in results)


class BlindDice:
    """Dice for a preview: nothing is rolled, and ``asked`` tells that a roll would be needed."""

    def __init__(self) -> None:
        """Start with nothing asked for."""
        self.asked = 0
        self.untouched = True
        """Whether nobody has rolled them, drawn a card, or looked whether they are blind: with any other dice
        the same would have come of it."""

    @property
    def blind(self) -> bool:
        """True."""
        self.untouched = False
        return True

    def roll(self, sides: int) -> int:
        """Return the least result and remember that a die was asked for."""
        self.asked += 1
        self.untouched = False
        return 1

    def draw(self, cards: Sequence[str]) -> str:
        """Return the first of ``cards`` and remember that one had to be drawn."""
        self.asked += 1
        self.untouched = False
        return cards[0]


class OutOfDice(RuntimeError):
    """A scenario lists fewer dice than its steps roll."""

    def __init__(self, sides: int, what: str = "", who: str = "") -> None:
        """Name the die that was asked for, and what it is rolled for and by whom; 0 sides are a card."""
        self.sides = sides
        thing = f"a d{sides}" if sides else "a card"
        thing = f"{thing} for {what}" if what else thing
        rolls, more = ("rolls", "dice") if sides else ("draws", "cards")
        todo = "list its result in 'dice' of the case" if sides else "list it in 'dice' of the case"
        super().__init__(f"{who or 'somebody'} {rolls} {thing}, and there are no more {more}: {todo}")


class _Rolling(threading.local):
    what: tuple[str, str] = ("", "")


_ROLLING = _Rolling()
"""What is being rolled for, and by whom, in this thread."""


def rolling() -> tuple[str, str]:
    """Return what is being rolled for, and by whom: '' where nobody said."""
    return _ROLLING.what


@contextmanager
def rolled_for(what: str, who: str) -> Iterator[None]:
    """Let dice know what they are rolled for and whose they are, and say so if there are none left."""
    outer, _ROLLING.what = _ROLLING.what, (what, who)
    try:
        yield
    except OutOfDice as error:
        raise OutOfDice(error.sides, what, who) from None
    finally:
        _ROLLING.what = outer


def parse_dice(text: str) -> tuple[int, int, int] | None:
    """Return number and sides of dice such as '2d6 + 1' and what is added; None if these are none."""
    match = _DICE.match(text)
    if match is None:
        return None
    plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    return int(match[1] or 1), int(match[2]), plus


def parse_code(text: str) -> int:
    """Return the pips of a die code such as ``4D``, ``3D+2`` or ``+1``.

    Raises:
        ValueError: if ``text`` is no die code.
    """
    match = _CODE.match(text)
    if match is None or not text.strip():
        raise ValueError(f"{text!r} is no die code such as 3D+2")
    return int(match[1] or 0) * PIPS_PER_DIE + int(match[2] or 0)


def print_code(pips: int) -> str:
    """Return the die code of ``pips``: 11 is ``3D+2``, 12 is ``4D``; less than a die is ``0D+n``."""
    dice, rest = divmod(max(0, pips), PIPS_PER_DIE)
    return f"{dice}D+{rest}" if rest else f"{dice}D"


def roll_code(pips: int, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """Roll a die code with six-sided dice; return the total and the single results."""
    count, rest = divmod(max(0, pips), PIPS_PER_DIE)
    results = tuple(dice.roll(SIDES) for _ in range(count))
    return sum(results) + rest, results
