"""The engine plays random fights by segments as the model of their rules does (001-…, A001-…, moon-swing)."""

from __future__ import annotations

import pytest

from tests.models.contest import contest
from tests.models.segments import fight
from tests.sampling import mostly_slow

FIGHTS = 25
"""Fights of one test."""


@pytest.mark.slow
@pytest.mark.parametrize("first", mostly_slow(range(0, 8 * FIGHTS, FIGHTS), 0))
def test_random_fights_go_as_the_rules_say(first: int) -> None:
    """Declarations, segments, slowing, reactions and wounds of short fights go the same way (001-7..108)."""
    for seed in range(first, first + FIGHTS):
        deviation = contest(fight, seed, 24)
        assert deviation is None, f"seed {seed}\n{deviation}"
