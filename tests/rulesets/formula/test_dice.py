"""Die codes as pips (E-D6-01) and dice from chance, a list, or nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rulesets.formula.dice import (
    BlindDice,
    ListedDice,
    OutOfDice,
    RandomDice,
    parse_code,
    print_code,
    roll_code,
)


@pytest.mark.parametrize(
    ("text", "pips"), [("3D+2", 11), ("4D", 12), ("1D", 3), ("0D+1", 1), ("+2", 2), (" 2D + 1 ", 7)]
)
def test_codes_are_pips(text: str, pips: int) -> None:
    """Three pips are one die, so 3D+2 is less than 4D (E-D6-01)."""
    assert parse_code(text) == pips


@pytest.mark.parametrize("text", ["", "D", "d6", "3D+", "3D-1", "three", "3D+2+2", "9999D"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no die code"):
        parse_code(text)


@given(st.integers(0, 900))
def test_printing_and_reading_are_inverse(pips: int) -> None:
    assert parse_code(print_code(pips)) == pips


def test_rolling_a_code_adds_its_pips() -> None:
    """2D+1 rolls two six-sided dice and adds one."""
    assert roll_code(parse_code("2D+1"), ListedDice([3, 5])) == (9, (3, 5))


def test_listed_dice_run_out() -> None:
    dice = ListedDice([4])
    assert dice.roll(20) == 4
    with pytest.raises(OutOfDice, match="d20"):
        dice.roll(20)


def test_random_dice_stay_on_the_die_and_repeat_with_a_seed() -> None:
    first = [RandomDice(7).roll(20) for _ in range(1)] + [RandomDice(7).roll(20)]
    assert first[0] == first[1]
    dice = RandomDice(3)
    assert {dice.roll(6) for _ in range(500)} == {1, 2, 3, 4, 5, 6}


def test_a_card_that_is_drawn_touches_blind_dice() -> None:
    """Else the command itself would take the first card of a preview as the one that was drawn."""
    dice = BlindDice()
    assert dice.draw(("9c", "Ad")) == "9c"
    assert (dice.asked, dice.untouched) == (1, False)


def test_blind_dice_tell_that_they_were_asked() -> None:
    dice = BlindDice()
    assert dice.untouched
    dice.roll(20)
    assert dice.asked == 1
    assert not dice.untouched


def test_blind_dice_tell_that_something_was_decided_by_their_being_blind() -> None:
    dice = BlindDice()
    assert dice.blind
    assert dice.asked == 0
    assert not dice.untouched
