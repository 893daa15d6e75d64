"""Amounts as people type them at the table: sums, dice, codes, and how the dice fell."""

from __future__ import annotations

import pytest

from rulesets.formula.amounts import LARGEST, AmountError, Fallen, Wrong, read_amount
from rulesets.formula.dice import ListedDice, parse_code


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("17", 17),
        (" 12+5 ", 17),
        ("12 + 5 - 3", 14),
        ("-4", -4),
        ("−4", -4),  # as the window prints it
        ("5–7", -2),  # as a tablet types it
        ("3d8+4 = 5 6 6", 21),
        ("2d6-1d4=3,4,2", 5),
        (str(LARGEST), LARGEST),
    ],
)
def test_a_sum_is_a_number(text, number):
    amount = read_amount(text)
    assert amount is not None
    assert amount.number == number


@pytest.mark.parametrize(
    ("text", "total", "told"),
    [
        ("2d8+1", 6, "2 + 3 + 1 = 6"),
        ("d20", 2, "2 = 2"),
        ("2D6", 5, "2 + 3 = 5"),
        ("2D+2", 7, "2 + 3 + 2 = 7"),
        ("2w6 − 1", 4, "2 + 3 − 1 = 4"),
        ("1d6+1d8-2", 3, "2 + 3 − 2 = 3"),
        ("d6-d4", -1, "2 − 3 = -1"),
        ("d%", 2, "2 = 2"),
    ],
)
def test_dice_are_thrown_when_they_are_to_be(text, total, told):
    amount = read_amount(text)
    assert amount is not None
    assert amount.number is None
    fallen = amount.thrown(ListedDice((2, 3)))
    assert (fallen.total, fallen.told) == (total, told)


def test_dice_that_fell_at_the_table_are_not_thrown_again():
    amount = read_amount("2d6+3 = 4+1")
    assert amount is not None
    assert amount.thrown(ListedDice(())) == Fallen(8, (4, 1), 3)


@pytest.mark.parametrize("code", ["4D", "3D+2", "0D+2", "+1", "11", "3D+5"])
def test_a_code_is_what_the_codes_of_rulesets_are(code):
    """E-D6-01: three pips are one die."""
    amount = read_amount(code)
    assert amount is not None
    assert amount.pips == parse_code(code)


def test_codes_are_added_and_other_dice_are_no_codes():
    sums = {"3D+1+1D+1": 14, "3D-1": 8, "2d6": None, "-1D": None, "3d+1 = 1 2 3": None}
    amounts = {text: read_amount(text) for text in sums}
    assert {text: amount and amount.pips for text, amount in amounts.items()} == sums


def test_nothing_is_nothing():
    assert read_amount("") is read_amount("  ") is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("12+", Wrong.TEXT),
        ("+", Wrong.TEXT),
        ("1 2", Wrong.TEXT),
        ("12x", Wrong.TEXT),
        ("1.5", Wrong.TEXT),
        ("1e3", Wrong.TEXT),
        ("²", Wrong.TEXT),
        ("=", Wrong.TEXT),
        ("0d6", Wrong.DICE),
        ("999d6", Wrong.DICE),
        ("60d6+60d6", Wrong.DICE),
        ("d0", Wrong.DICE),
        ("d1001", Wrong.DICE),
        ("1000000000", Wrong.LARGE),
        ("9" * 5000, Wrong.LARGE),
        ("999999999+1", Wrong.LARGE),
        ("2d6 = 3", Wrong.FELL),
        ("2d6 = 3 7", Wrong.FELL),
        ("2d6 = 0 1", Wrong.FELL),
        ("2d6 = 3 x", Wrong.FELL),
        ("12 = 12", Wrong.FELL),
        ("2d6 =", Wrong.FELL),
    ],
)
def test_what_is_no_amount_is_refused_whole(text, why):
    with pytest.raises(AmountError) as found:
        read_amount(text)
    assert found.value.why is why


@pytest.mark.parametrize(
    ("typed", "dice_twice", "all_twice", "ends"),
    [
        ("1d8+3", "2d8+3", "2d8+6", (4, 11)),
        ("2d6+1d4-1", "4d6+2d4-1", "4d6+2d4-2", (2, 15)),
        ("3D+1", "6D+1", "6D+2", (4, 19)),
        ("d20-d4", "2d20-2d4", "2d20-2d4", (-3, 19)),
        ("7", "7", "14", (7, 7)),
    ],
)
def test_an_amount_is_doubled_and_has_ends(
    typed: str, dice_twice: str, all_twice: str, ends: tuple[int, int]
) -> None:
    """What stands in the field of a damage is doubled as it is typed; a total beyond its dice is told."""
    amount = read_amount(typed)
    assert amount is not None
    assert (amount.multiplied(2, plus=False), amount.multiplied(2, plus=True)) == (dice_twice, all_twice)
    assert amount.range == ends


@pytest.mark.parametrize(
    ("typed", "off", "left"),
    [
        ("1d6+3", 3, "1d6"),
        ("1d6+4", 3, "1d6+1"),
        ("1d6+2", 3, "1d6"),
        ("1d6-1", 3, "1d6-1"),
        ("1d6+3", -2, "1d6+3"),
    ],
)
def test_what_is_added_to_dice_is_taken_off_as_far_as_there_is_any(typed: str, off: int, left: str) -> None:
    """R5E-20: a modifier below 0 stays."""
    amount = read_amount(typed)
    assert amount is not None
    assert amount.less(off) == left
