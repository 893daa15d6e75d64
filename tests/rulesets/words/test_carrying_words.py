"""What is carried over, in words."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.reading import loader
from rulesets.seen.carrying import CarriedLine
from rulesets.table.carried import CarriedEffect
from rulesets.table.combatant import TrackPlace
from rulesets.words.carrying import told
from rulesets.words.terms import Terms

SAGA = loader.load("saga-edition")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (CarriedLine("stat", "hp", 30, 12), ("Hit points", "30", "12", "Hit points 12")),
        (
            CarriedLine("stat", "temp_hp", None, 5),
            ("Temporary hit points", "–", "5", "Temporary hit points 5"),
        ),
        (
            CarriedLine("track", "condition", TrackPlace(), TrackPlace(2, 1)),
            ("Condition track", "Normal", "−2 (1 persistent)", "Condition track −2 (1 persistent)"),
        ),
        (CarriedLine("state", "helpless", False, True), ("Helpless", "–", "yes", "Helpless")),
        (CarriedLine("effect", "hexed|", None, CarriedEffect("hexed")), ("Hexed", "–", "yes", "Hexed")),
        (
            CarriedLine("effect", "hexed|deel", None, CarriedEffect("hexed", "deel", size=2)),
            ("Hexed, by Deel", "–", "2", "Hexed 2, by Deel"),
        ),
        (CarriedLine("used", "day:second_wind", 0, 1), ("Second wind", "–", "1×", "Second wind 1×")),
        (
            CarriedLine("out", "", None, "defeated"),
            ("Out of the fight", "–", "defeated", "Out of the fight defeated"),
        ),
        (CarriedLine("notes", "", None, "limps"), ("Notes", "–", "limps", "Notes limps")),
    ],
)
def test_a_line_says_what_it_is_what_it_was_and_what_it_will_be(line: CarriedLine, said: Any) -> None:
    assert tuple(told(Terms(SAGA, {}.get), line, {"deel": "Deel"})) == said  # type: ignore[arg-type]
