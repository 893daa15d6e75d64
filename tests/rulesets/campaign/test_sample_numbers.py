"""The numbers that the samples give by hand are what their rules make of the others."""

from __future__ import annotations

import tomllib
from pathlib import Path

SAMPLES = Path(__file__).parents[3] / "resources" / "encounters"
SIZES = (0, 5, 10, 20, 50)
"""What a size adds to the threshold, from medium up."""


def test_a_damage_threshold_is_fortitude_and_what_the_size_adds() -> None:
    """E-SW-08: the sergeant's was 1 below it, read beside "now Fort 15" as one that the track lowers."""
    text = (SAMPLES / "ambush-at-docking-bay-94.toml").read_text(encoding="utf-8")
    people = [one for one in tomllib.loads(text)["combatant"] if "fortitude" in one]
    assert len(people) > 5
    for one in people:
        assert one["damage_threshold"] - one["fortitude"] in SIZES, one["name"]
