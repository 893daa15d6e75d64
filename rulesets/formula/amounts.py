"""Amounts as people type them: '12+5', '3d8+4', '2d6+1d8-1', '3D+1', and '3d8+4 = 5 6 6' as the dice fell.

A die without sides is six-sided, as in the codes of systems that roll only those (3D+1). ``d%`` is a d100,
and ``w`` is a die, too. Everything else is refused with what is wrong with it: nothing typed is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct, structs

from rulesets.formula.dice import PIPS_PER_DIE, Dice

MOST_DICE, MOST_SIDES = 100, 1000
LARGEST = 10**9 - 1
"""The largest amount, either way."""
_TERM = re.compile(
    r"\s*(?P<sign>[-−–+]?)\s*(?:(?P<dice>\d*)\s*[dDwW]\s*(?P<sides>\d+|%)?|(?P<number>\d+))\s*", re.ASCII
)
_FELL = re.compile(r"[\s,;+]+")
_RESULT = re.compile(r"[0-9]{1,4}")


class Wrong(Enum):
    """Why a text is no amount."""

    TEXT = "text"
    """It is neither a number nor dice nor a sum of them."""
    DICE = "dice"
    """More dice than anybody throws, or none, or with more sides than there are."""
    LARGE = "large"
    """More than can be counted."""
    FELL = "fell"
    """What is said to have fallen is not one result for each die."""


class AmountError(ValueError):
    """A text that is no amount."""

    def __init__(self, why: Wrong, text: str) -> None:
        """Say what is wrong with ``text``."""
        super().__init__(f"{text!r} is no amount: {why.value}")
        self.why, self.text = why, text


class Term(Struct, frozen=True):
    """A number, or dice of one kind, added or taken away."""

    sign: int
    """1 or -1."""
    number: int
    """The number, or how many dice."""
    sides: int = 0
    """Sides of the dice; 0 is a plain number."""
    code: bool = False
    """Whether the dice were written as a code, without their sides."""

    @property
    def text(self) -> str:
        """It as it is typed behind others: '+2d6', '-1'."""
        dice = "" if not self.sides else "D" if self.code else f"d{self.sides}"
        return f"{'+' if self.sign > 0 else '-'}{self.number}{dice}"


class Fallen(Struct, frozen=True):
    """An amount, and the dice it is made of."""

    total: int
    results: tuple[int, ...] = ()
    """The single dice, in the order in which they were typed."""
    plus: int = 0
    """What is added to them, or taken away."""
    times: int = 1
    """How often what the dice show counts."""
    wild: int = 0
    """Which of the dice is wild, from 1; 0: none."""

    @property
    def sum(self) -> str:
        """What is added up, without what it comes to: '5 + 6 + 6 + 4'; of no dice the number alone."""
        if not self.results:
            return str(self.plus).replace("-", "−")
        said = " + ".join(map(str, self.results))
        if self.times != 1:
            said = f"({said}) × {self.times}" if len(self.results) > 1 else f"{said} × {self.times}"
        if self.plus:
            said += f" {'+' if self.plus > 0 else '−'} {abs(self.plus)}"
        return said.replace("+ -", "− ")

    @property
    def told(self) -> str:
        """The sum as it is added up: '5 + 6 + 6 + 4 = 21'; of no dice the number alone."""
        return f"{self.sum} = {self.total}" if self.results else self.sum


class Amount(Struct, frozen=True):
    """What was typed: terms that are added up, and how the dice among them fell if that was typed, too."""

    terms: tuple[Term, ...]
    fell: tuple[int, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice are thrown for it."""
        return sum(term.number for term in self.terms if term.sides)

    @property
    def plus(self) -> int:
        """The sum of the plain numbers."""
        return sum(term.sign * term.number for term in self.terms if not term.sides)

    @property
    def number(self) -> int | None:
        """What it comes to; None as long as dice have to be thrown for it."""
        known = not self.dice or self.fell
        return self._added(self.fell).total if known else None

    @property
    def range(self) -> tuple[int, int]:
        """The least and the most that it can come to, however its dice fall; none is rolled on."""
        ends = [(sign, sign * sides) for sign, sides in self.each_die()]
        return self.plus + sum(map(min, ends)), self.plus + sum(map(max, ends))

    @property
    def pips(self) -> int | None:
        """It as a die code in pips (three are a die, E-D6-01); None if it is no code: '2d6', '-1D'."""
        if self.fell or any(term.sides and not term.code for term in self.terms):
            return None
        total = sum(t.sign * t.number * (PIPS_PER_DIE if t.sides else 1) for t in self.terms)
        return total if total >= 0 else None

    def thrown(self, dice: Dice) -> Fallen:
        """Return how it comes out: with the dice that fell at the table, or else with ``dice``."""
        return self._added(self.fell or tuple(dice.roll(sides) for _, sides in self.each_die()))

    def _added(self, results: tuple[int, ...]) -> Fallen:
        signs = (sign for sign, _ in self.each_die())
        signed = tuple(sign * result for sign, result in zip(signs, results, strict=True))
        return Fallen(sum(signed) + self.plus, signed, self.plus)

    def multiplied(self, times: int, *, plus: bool) -> str:
        """Return it as it is typed with so many ``times`` its dice, and its numbers if ``plus``: '2d8+3'."""
        terms = [
            structs.replace(term, number=times * term.number) if term.sides or plus else term
            for term in self.terms
        ]
        return "".join(term.text for term in terms).removeprefix("+")

    def less(self, number: int) -> str:
        """Return it as it is typed with so much off what is added, not below 0: of '1d6+3' and 3 '1d6'."""
        plus = self.plus - max(0, min(number, self.plus))
        dice = "".join(term.text for term in self.terms if term.sides).removeprefix("+")
        return f"{dice}{plus:+d}" if plus else dice

    def each_die(self) -> Iterator[tuple[int, int]]:
        """Give (sign, sides) of every die."""
        for term in self.terms:
            if term.sides:
                yield from [(term.sign, term.sides)] * term.number


def read_amount(text: str) -> Amount | None:
    """Return what was typed; None for nothing.

    Raises:
        AmountError: if it is no amount.
    """
    said, equals, fell = text.partition("=")
    if not text.strip():
        return None
    amount = Amount(tuple(_terms(said)))
    if not 0 <= amount.dice <= MOST_DICE:
        raise AmountError(Wrong.DICE, text)
    if equals:
        amount = Amount(amount.terms, _results(amount, fell, text))
    most = sum(term.number * (term.sides or 1) for term in amount.terms)
    if most > LARGEST:
        raise AmountError(Wrong.LARGE, text)
    return amount


def _terms(text: str) -> Iterator[Term]:
    at = 0
    while at < len(text) or not at:
        match = _TERM.match(text, at)
        if match is None or (at and not match["sign"]):
            raise AmountError(Wrong.TEXT, text)
        yield _term(match, text)
        at = match.end()


def _term(match: re.Match[str], text: str) -> Term:
    sign = -1 if match["sign"] in ("-", "−", "–") and match["sign"] else 1
    if max(len(match[part] or "") for part in ("number", "dice", "sides")) > len(str(LARGEST)):
        raise AmountError(Wrong.LARGE, text)
    if match["number"]:
        return Term(sign, int(match["number"]))
    sides = 100 if match["sides"] == "%" else int(match["sides"] or PIPS_PER_DIE * 2)
    number = int(match["dice"] or 1)
    code = match["sides"] is None  # 0D+2 is a code, too
    if not (number or code) or not 1 <= sides <= MOST_SIDES:
        raise AmountError(Wrong.DICE, text)
    return Term(sign, number, sides, code)


def _results(amount: Amount, text: str, whole: str) -> tuple[int, ...]:
    words = [word for word in _FELL.split(text) if word]
    sides = [die for _, die in amount.each_die()]
    if len(words) != len(sides) or not words:
        raise AmountError(Wrong.FELL, whole)
    results = [int(word) if _RESULT.fullmatch(word) else 0 for word in words]
    if any(not 1 <= result <= die for result, die in zip(results, sides, strict=True)):
        raise AmountError(Wrong.FELL, whole)
    return tuple(results)
