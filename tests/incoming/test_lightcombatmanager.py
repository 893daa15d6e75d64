"""LightCombatManager, trap by trap (interop facts: lightcombatmanager)."""

import pytest

from rulesets.incoming.found import Effect
from tests.incoming.brought import brought, creatures, told


def row(name, hp=10, **more):
    return {"name": name, "hp": hp, "initiative": 5, "modifier": 1, "is_enemy": True, **more}


def table(rows, ruleset=0, turn=2):
    return {
        "characters": rows,
        "row_entered": turn,
        "round_counter": 3,
        "ruleset": ruleset,
        "roll_automatically": 1,
    }


def test_rows_are_sorted_by_number():
    """Keys are written 0, 1, 10, 11, 2."""
    reading = brought(table({str(i): row(f"r{i}") for i in (0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9)}))
    assert [one.name for one in reading.finding.creatures] == [f"r{i}" for i in range(12)]
    assert (reading.finding.active, reading.finding.round) == ("r2", 3)


def test_who_is_down_has_no_maximum_and_is_named():
    """hp ≤ 0 → hp 0; else hp for both, marked."""
    found = creatures(table({"0": row("Down", -4), "1": row("Up", "7")}), "lightcombatmanager")
    assert found["Down"].values == {"initiative": 1, "hp": 0}
    assert found["Up"].values["max_hp"] == 7
    assert "max_hp" in found["Up"].guessed
    assert "“Down”" in told(table({"0": row("Down", -4)}))


def test_effects_that_are_gone_are_gone():
    """Permanent: no end; below 1 round: gone."""
    status = {
        "10": {"name": "C", "duration": 2, "is_permanent": False},
        "2": {"name": "B", "duration": 0, "is_permanent": True},
        "0": {"name": "A", "duration": 0, "is_permanent": False},
    }
    one = row("X", additional_info={"main_info": "AC 17", "status_effects": status})
    assert creatures(table({"0": one}), "lightcombatmanager")["X"].effects == (
        Effect(name="B"),
        Effect(name="C", rounds=2),
    )


@pytest.mark.parametrize(("ruleset", "family"), [(0, "3.5"), (1, ""), (2, "5e"), (3, "3.5"), (4, "")])
def test_the_game_is_asked_for_where_none_of_ours_is_near(ruleset, family):
    """Pathfinder 2 and Starfinder: ask."""
    file = table({"0": row("X")}, ruleset)
    assert creatures(file, "lightcombatmanager")["X"].family == family
    assert ("choose the ruleset" in told(file)) is (family == "")


def test_broken_rows_are_named_and_effects_alone_are_refused():
    """Good rows come in; a file with only a name is an effect."""
    file = table({"0": row("Good"), "1": None, "2": {"hp": 3}})
    assert list(creatures(file, "lightcombatmanager")) == ["Good"]
    assert "“row 1”" in told(file)
    assert brought({"name": "Hexed"}).refused is not None
