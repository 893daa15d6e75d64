"""Who is meant by what somebody has announced."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.proposed import interrupted_by
from rulesets.seen.reacting import reacting_one
from rulesets.seen.spendable import Budget
from rulesets.table import commands as cmd
from tests.rulesets.carried_out import do


@pytest.mark.parametrize(
    ("said", "reacts"),
    [
        ("shoot at Bo", "bo"),
        ("shoot at bo, then run", "bo"),
        ("shoot at Bo Karr's leg", "bo"),
        ('shout "Bobo"; aim the halberd', "al"),
        ("shoot", "al"),
    ],
)
def test_whoever_is_named_in_an_announced_act_reacts_to_it(said: str, reacts: str) -> None:
    """By a whole word: nobody called Al or Bo is named by a halberd. Else it is the first of the others."""
    session = Session(loader.load("moon-swing"))
    people = (("ann", "Ann", "heroes"), ("al", "Al", "foes"), ("bo", "Bo Karr", "foes"))
    do(
        session,
        *(
            cmd.Add(combatant={"id": i, "name": n, "side": side, "dex": "4D" if i == "ann" else "2D"})
            for i, n, side in people
        ),
    )
    do(session, cmd.Start(rolls={"heroes": 3, "foes": 9}))
    for who, first in (("ann", said), ("al", "wait"), ("bo", "wait")):
        do(session, cmd.Declare(who=(who,), name="plan", fields={"actions": 1, "first": first}))
    assert reacting_one(session.rules, session.state, "ann", picked=False) == reacts


def test_nobody_reacts_to_its_own_attack() -> None:
    """IP-10: where a dodge does not say what it answers it is whoever was attacked, not who acts."""
    session = Session(loader.load("passes"))
    for who, side in (("ann", "heroes"), ("al", "foes"), ("bo", "foes")):
        do(session, cmd.Add(combatant={"id": who, "side": side}))
    do(session, cmd.Start(rolls={"ann": 20, "al": 15, "bo": 12}))
    do(session, cmd.RecordAttack(who="ann", target="bo", kind="ranged"))
    assert reacting_one(session.rules, session.state, "ann") == "bo"
    assert reacting_one(session.rules, session.state, "al") == "al", "whom the game master has picked"


def test_the_dead_do_not_react() -> None:
    """Whoever was shot dead was still selected, and proposed (an evening of Saga Edition)."""
    session = Session(loader.load("saga-edition"))
    for who, side in (("ann", "heroes"), ("al", "foes"), ("bo", "foes")):
        do(session, cmd.Add(combatant={"id": who, "side": side}))
    do(session, cmd.Start(rolls={"ann": 20, "al": 15, "bo": 12}), cmd.Defeat(who="al"))
    assert reacting_one(session.rules, session.state, "al") == "bo"


def test_whoever_comes_in_before_a_foe_goes_on_attacks_that_one_first() -> None:
    """CA-33: not whom it attacked last, nor the first of the other side; and only until it has attacked."""
    session = Session(loader.load("cards"))
    for who, side in (("ada", "party"), ("bo", "foes"), ("cleo", "foes")):
        do(session, cmd.Add(combatant={"id": who, "name": who.title(), "side": side}))
    do(session, cmd.Start(rolls={"ada": "AS", "bo": "KS", "cleo": "QS"}), cmd.Delay(who="ada"), cmd.EndTurn())
    do(session, cmd.Act(who="cleo", name="fight"))
    assert interrupted_by(session.rules, session.state, "ada") == ""
    do(session, cmd.Resume(who="ada", interrupt=True, contest={"ada": 9, "cleo": 4}))
    assert interrupted_by(session.rules, session.state, "ada") == "cleo"
    left = Budget(session.rules, session.state, session.state.combatants["cleo"])
    assert (left.of("move").left, left.of("move").why) == (6, ""), "its turn goes on with what it has left"
    do(session, cmd.RecordAttack(who="ada", target="bo"))
    assert interrupted_by(session.rules, session.state, "ada") == ""
