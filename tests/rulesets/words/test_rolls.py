"""Marked rolls in words."""

from __future__ import annotations

from rulesets.engine.marks import Mark
from rulesets.reading import loader
from rulesets.seen.scene import MarkedRoll
from rulesets.words.rolls import rolls_text
from rulesets.words.terms import Terms


def test_what_has_one_reason_is_one_number() -> None:
    """PF-08: of a second attack with an agile weapon −4; it was told as −5 and +1 for the same attack."""
    terms = Terms(loader.load("pf2e"), str)
    marks = (Mark("attack", "", -5, "attacks", count=1), Mark("agile", "", 1, "attacks", count=1))
    (said,) = rolls_text(terms, [MarkedRoll("agile", marks)])
    assert said.text == "−4 Attacks this turn: 1"
