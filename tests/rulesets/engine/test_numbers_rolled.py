"""Dice in place of a number: they are rolled for each who joins with them."""

from __future__ import annotations

import pytest

from rulesets.engine.evolve import replay
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.words.texts import Speaker


def joined(session: Session, ident: str, **given: object) -> Done:
    result = session.dispatch(cmd.Add(combatant={"id": ident, **given}))
    assert isinstance(result, Done), result
    return result


def test_hit_points_are_rolled_for_each_and_what_follows_from_them_follows() -> None:
    session = Session(loader.load("srd35"), dice=ListedDice([3, 8, 1, 2]))
    entry = joined(session, "a", max_hp="2d8+4").entry
    joined(session, "b", max_hp="2d8+4")
    numbers = [(one.stats["max_hp"], one.stats["hp"]) for one in session.state.combatants.values()]
    assert numbers == [(15, 15), (7, 7)]
    assert Speaker(session.rules, str).entry(entry).lines[0].startswith("Rolled: a: 15 (3 + 8")
    assert replay(Encounter(), [e for one in session.log for e in one.events]) == session.state


def test_never_below_the_least() -> None:
    session = Session(loader.load("srd35"), dice=ListedDice([1]))
    rule = session.rules.stats["max_hp"]
    joined(session, "a", max_hp="d4-9")
    assert session.state.combatants["a"].stats["max_hp"] == max(-8, -8 if rule.least is None else rule.least)


def test_nothing_is_rolled_for_a_preview() -> None:
    session = Session(loader.load("srd35"), dice=ListedDice([]))
    outcome = session.preview(cmd.Add(combatant={"id": "a", "max_hp": "2d8+4"}))
    assert isinstance(outcome, Outcome)
    assert outcome.blind


@pytest.mark.parametrize("value", ["2d0", "many", "2x8"])
def test_what_is_no_dice_is_refused_as_ever(value: str) -> None:
    result = Session(loader.load("srd35")).dispatch(cmd.Add(combatant={"id": "a", "max_hp": value}))
    assert isinstance(result, Refusal)
    assert result.code == Code.BAD_VALUE
