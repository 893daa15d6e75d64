"""Who falls is told of once, whatever falling is made of."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker


def lines(ruleset: str, *amounts: int) -> list[tuple[str, ...]]:
    """What the log says below each of several times that Bo, of 20 hit points, is dealt damage."""
    session = Session(loader.load(ruleset))
    speaker = Speaker(session.rules, {"a": "Ada", "b": "Bo"}.__getitem__)
    hits = [cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": one}, by="a") for one in amounts]
    for command in (
        cmd.Add(combatant={"id": "a", "max_hp": 20}),
        cmd.Add(combatant={"id": "b", "side": "foes", "max_hp": 20}),
        cmd.Start(rolls={"a": 20, "b": 10}),
        *hits,
    ):
        assert not isinstance(session.dispatch(command, 0.0), Refusal)
    return [speaker.entry(entry).lines for entry in session.log[-len(amounts) :]]


@pytest.mark.parametrize(
    ("ruleset", "amount", "told"),
    [
        ("srd35", 21, "Dying, unconscious, helpless: Bo"),
        ("dnd5e", 21, "Unconscious, dying, prone: Bo"),
    ],
)
def test_what_somebody_falls_into_is_one_line(ruleset: str, amount: int, told: str) -> None:
    """It took three of the lines that the log has room for."""
    assert told in lines(ruleset, amount)[0]


def test_who_is_down_does_not_fall_unconscious_again() -> None:
    """E-SW-09: every further hit said "Bo falls unconscious"."""
    *_, first, second = lines("saga-edition", 9, 9, 2, 3)
    assert "Unconscious: Bo" in first
    assert not any("unconscious" in line.lower() for line in second)
