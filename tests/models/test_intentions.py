"""Random fights of Kaiser go on the engine as on the model of its rules, at every step (002-1..43)."""

from __future__ import annotations

import secrets

import pytest

from tests.models.contest import contest
from tests.models.intentions import fight

STEPS = 30
FIXED = 25
"""Fights of one test."""


def _fights(first: int) -> None:
    for seed in range(first, first + FIXED):
        deviation = contest(fight, seed, STEPS)
        assert deviation is None, f"seed {seed}\n{deviation}"


@pytest.mark.parametrize("first", range(0, 200, FIXED))
def test_fights_go_as_the_rules_say(first: int) -> None:
    _fights(first)


def test_fights_never_played_before_go_as_the_rules_say() -> None:
    _fights(FIXED * secrets.randbelow(10**6))
