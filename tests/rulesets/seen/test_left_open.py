"""What the rules leave to the game master is said: rolls without a number, and what nothing is made of."""

from __future__ import annotations

from rulesets.reading.loader import judged, load
from rulesets.seen.left_open import rolls_without_number


def test_a_roll_that_is_asked_for_without_a_number_is_known() -> None:
    """SH-23 and E-KAI-19 name none; in cards.md every roll has its 4; who dies is a question, not a roll."""
    assert rolls_without_number(load("shots")) == {"Stay up": "SH-23"}
    assert rolls_without_number(load("kaiser")) == {"Resistance against a critical hit": "E-KAI-19"}
    assert rolls_without_number(load("cards")) == rolls_without_number(load("passes")) == {}


def test_boxes_beyond_the_last_count_for_nothing_and_it_is_said() -> None:
    """passes.md gives nothing for them (IP-13); nor does cards.md say how late a hit is soaked (CA-47)."""
    assert "count for nothing here" in judged("passes")["IP-13"]
    assert "until the turn is over" in judged("cards")["CA-47"]


def test_better_by_four_is_called_a_raise() -> None:
    """CA-47, CA-51: its buttons and its lines of the log take the word from the ruleset."""
    checks = load("cards").checks
    assert {checks[name].called("critical-success") for name in ("soak", "bleeding-out")} == {"Raise"}
