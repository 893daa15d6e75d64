"""Whom an announced act names."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.seen.proposed import named_target
from rulesets.table import commands as cmd

PEOPLE = {
    "tessa": "Tessa",
    "sergeant": "Guard sergeant",
    "g1": "Gate guard 1",
    "g2": "Gate guard 2",
    "orc": "Orc",
}


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("Fire at guard 1", "g1"),
        ("Fire at gate guard 2", "g2"),
        ("Fire at the guard", "sergeant"),
        ("Fire at sergeant", "sergeant"),
        ("bite orc 1", "orc"),
        ("run to door 1", ""),
    ],
)
def test_two_words_of_a_name_tell_more_than_its_first(said: str, named: str) -> None:
    """A002-6: 'guard 1' went for the Guard sergeant, though a Gate guard 1 stood there."""
    session = Session(loader.load("moon-swing"))
    for ident, name in PEOPLE.items():
        one = {"id": ident, "name": name, "side": "party" if ident == "tessa" else "foes"}
        assert isinstance(session.dispatch(cmd.Add(combatant=one)), Done)
    for command in (
        cmd.Start(rolls={"party": 9, "foes": 5}),
        cmd.Declare(who=("sergeant", "g1", "g2", "orc"), fields={"actions": 1, "first": "wait"}),
        cmd.Declare(who=("tessa",), fields={"actions": 1, "first": said}),
    ):
        assert isinstance(session.dispatch(command), Done)
    assert named_target(session.rules, session.state, "tessa") == named
