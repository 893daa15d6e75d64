"""Where a formula stands is said by the keys that its author wrote."""

from __future__ import annotations

from rulesets.engine.whereabouts import places_of
from rulesets.reading import loader


def test_a_formula_is_found_by_the_keys_that_are_written() -> None:
    rules = loader.load("srd35")
    disabled, draw = rules.states["disabled"], rules.actions["draw_weapon"]
    assert places_of(rules, disabled.holds) == ["state.disabled.while"]
    assert places_of(rules, draw.cost_if[0].condition) == ["action.draw_weapon.cost_if[1][1]"]
    assert places_of(rules, rules.phases[0].who) == [f"phase.{rules.phases[0].id}.who"]
