"""Rolls that are only kept: the log says what each die showed, and nothing else of the fight changes."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.events import Told
from rulesets.table.refusal import Code, Refusal


def session(*results: int, ruleset: str = "sagas-hub") -> Session:
    made = Session(loader.load(ruleset), dice=ListedDice(results))
    made.dispatch(cmd.Add(combatant={"id": "A", "bab": 4, "str": 14}))
    return made


def told(made: Session, command: cmd.Throw) -> dict[str, object]:
    before = made.state
    result = made.dispatch(command)
    assert isinstance(result, Done), result
    assert made.state == before
    (event,) = result.entry.events
    assert isinstance(event, Told)
    return event.params


def test_dice_are_rolled_or_as_they_fell() -> None:
    """What was typed as fallen stays so; the rest is rolled and kept with the entry."""
    made = session(5, 6, 6)
    assert told(made, cmd.Throw(amount="3d8+4"))["sum"] == "5 + 6 + 6 + 4 = 21"
    assert made.line[-1].dice == ((8, 5, 6, 6),)
    fallen = told(made, cmd.Throw(who="A", amount="3d8+4", fell=(1, 2, 3)))
    assert (fallen["who"], fallen["total"]) == ("A", 10)
    assert made.line[-1].dice == ()


def test_a_formula_takes_the_numbers_of_whose_roll_it_is() -> None:
    """A melee attack is d20 + bab + str_mod (004-50)."""
    made = session(14)
    strength = 2
    assert told(made, cmd.Throw(who="A", formula="attack"))["result"] == 14 + 4 + strength
    assert told(made, cmd.Throw(formula="attack", inputs={"d20": 11}))["result"] == 11


@pytest.mark.parametrize("wrong", ["", "x", "3d8+", "200d6", "d6 = 7"])
def test_what_cannot_be_rolled_is_refused(wrong: str) -> None:
    result = session(1).dispatch(cmd.Throw(amount=wrong))
    assert isinstance(result, Refusal)
    assert (result.code, result.reason) == (Code.BAD_VALUE, "bad-amount")
    assert isinstance(session(1).dispatch(cmd.Throw(formula="nothing")), Refusal)
