"""Totals of a fight: what is printed is what the log says (issue 6: "compared with totals computed
independently from the log")."""

from __future__ import annotations

from typing import Any

from rulesets.fight.session import Entry, Session
from rulesets.reading import loader
from rulesets.seen.accounts import Accounts, accounts
from rulesets.table import commands as cmd


def fight(*entries: Entry) -> Accounts:
    session = Session(loader.load("saga-edition"))
    session.dispatch(cmd.Add(combatant={"id": "a", "max_hp": 20}))
    session.dispatch(cmd.Add(combatant={"id": "b", "side": "foes", "max_hp": 20}))
    for number, given in enumerate(entries):
        session.dispatch(given.command, given.at or 100.0 + 10 * number)
    return accounts(session.rules, session.log)


def order(command: Any, at: float = 0.0) -> Entry:
    return Entry(command, (), at)


def test_what_was_done_is_counted_by_whom() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Act(who="a", cost="standard")),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 8}, by="a")),
        order(cmd.Apply(pipeline="heal", to=("b",), inputs={"amount": 3})),
        order(cmd.BeginEffect(on="b", name="Dazzled", by="a")),
        order(cmd.EndTurn()),
        order(cmd.Act(who="b", cost="swift")),
        order(cmd.Act(who="b", cost="move")),
        order(cmd.SetNumbers(who="b", stats={"hp": 1})),
    )
    first, second = told.combatants["a"], told.combatants["b"]
    assert (first.dealt, first.actions, first.effects, first.turns) == (8, {"standard": 1}, 1, 1)
    assert (second.taken, second.healed, second.suffered, second.turns) == (8, 3, 1, 1)
    assert second.actions == {"swift": 1, "move": 1}
    assert (told.unattributed, told.of_sides()["foes"].taken) == (0, 8)


def test_an_override_is_counted_for_whom_it_was_given() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Act(who="a", cost="standard")),
        order(cmd.Act(who="a", cost="standard", override=True)),
        order(cmd.Act(who="b", cost="standard")),
    )
    assert [account.overrides for account in told.combatants.values()] == [1, 0]


def test_turns_have_the_time_that_they_took_at_the_table() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10}), 1000.0),
        order(cmd.Act(who="a", cost="swift"), 1020.0),
        order(cmd.EndTurn(), 1060.0),
        order(cmd.EndTurn(), 1090.0),
        order(cmd.EndTurn(), 90000.0),
    )
    assert [(turn.slot, turn.seconds) for turn in told.turns] == [("a", 60.0), ("b", 30.0)]
    assert (told.began, told.ended) == (1000.0, 90000.0)


def test_points_of_each_side_are_known_after_every_round() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 5})),
        order(cmd.EndTurn()),
        order(cmd.EndTurn()),
        order(cmd.Apply(pipeline="damage", to=("a",), inputs={"amount": 40})),
    )
    assert [shot.points for shot in told.rounds] == [
        {"party": 20, "foes": 20},
        {"party": 20, "foes": 15},
        {"party": 0, "foes": 15},
    ]


def test_who_has_left_is_still_told_of() -> None:
    told = fight(
        order(cmd.Start(rolls={"a": 20, "b": 10})),
        order(cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 5}, by="a")),
        order(cmd.Leave(who="b")),
    )
    assert told.combatants["b"].taken == 5
    assert told.sides["b"] == "foes"
