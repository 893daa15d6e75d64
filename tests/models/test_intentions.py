"""Fights of Kaiser go on the engine as on the model of its rules, at every step (002-1..43)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.scenarios.files import read_file
from tests.models.contest import contest, follow
from tests.models.intentions import Intentions, fight
from tests.sampling import mostly_slow

STEPS = 30
FIGHTS = 25
"""Fights of one test."""
CASES = [
    case
    for case in read_file(Path(__file__).parents[1] / "scenarios" / "kaiser.toml")["case"]
    if "dice" not in case
]
"""The cases in which every roll is given."""


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_model_knows_every_step_of_the_shared_cases(case: dict[str, Any]) -> None:
    """They settle how the rules are read; what the engine makes of them is proved with the scenarios."""
    steps = [step for step in case["steps"] if "do" in step]
    options = {name: str(value) for name, value in case.get("options", {}).items()}
    assert follow(Intentions(case["combatants"], options), steps) == (len(steps), "")


def first_deviation(first: int) -> str:
    """Play fights from a seed on; return the first one that goes otherwise, or ''."""
    for seed in range(first, first + FIGHTS):
        deviation = contest(fight, seed, STEPS)
        if deviation is not None:
            return f"seed {seed}\n{deviation}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("first", mostly_slow(range(0, 8 * FIGHTS, FIGHTS), 0))
def test_fights_go_as_the_rules_say(first: int) -> None:
    assert first_deviation(first) == ""
