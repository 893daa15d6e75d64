"""What is kept as a number from joining on (hit points) is one: no list could show anything else."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker


def with_hit_points(value: str) -> Writing:
    """The third edition with another formula for hit points."""
    top = f'id = "mine"\nextends = "srd35"\n[stat.hp]\nvalue = "{value}"\nto_begin_with = true\n'
    return Writing("mine/ruleset.toml", top, base=Shelf().writing("srd35"))


@pytest.mark.slow
@pytest.mark.parametrize("value", ["id", "side", "phase", "last_side", "group if aware else kind"])
def test_a_formula_that_names_a_text_is_refused(value: str) -> None:
    (problem,) = loader.check_writing(with_hit_points(value))
    assert (problem.line, problem.key) == (4, "stat.hp.value")
    assert problem.message == "A number is needed here, not a text."


@pytest.mark.slow
def test_a_formula_that_comes_to_a_text_with_the_defaults_is_refused() -> None:
    (problem,) = loader.check_writing(with_hit_points("3 if round else 'many'"))
    assert "a number is needed here, not 'many'" in problem.message


def test_nobody_joins_with_hit_points_that_are_a_text() -> None:
    """What shows only in the fight is refused there, with the formula that is wrong."""
    session = Session(loader.load_writing(with_hit_points("'many' if kind == 'npc' else 3")))
    assert not isinstance(session.dispatch(cmd.Add(combatant={"id": "A"})), Refusal)
    refused = session.dispatch(cmd.Add(combatant={"id": "B", "kind": "npc"}))
    assert isinstance(refused, Refusal)
    assert "has no result here" in Speaker(session.rules, str).refusal(refused)
    assert list(session.state.combatants) == ["A"]
