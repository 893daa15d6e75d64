"""What is ahead where counts move: what something comes to in place before it is done."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.ahead import Ahead, CountMove, turns_ahead
from rulesets.seen.offers import offers
from rulesets.table import commands as cmd
from tests.rulesets.carried_out import do


def fight(ruleset: str, **rolls: int) -> Session:
    session = Session(loader.load(ruleset))
    for ident in rolls:
        do(session, cmd.Add(combatant={"id": ident}))
    do(session, cmd.Start(rolls=rolls))
    return session


def moves(session: Session, who: str) -> dict[str, CountMove | None]:
    found = offers(session.rules, session.state, session.state.combatants[who])
    return {offer.id: offer.moves for offer in found if offer.legal}


def test_an_action_says_when_one_acts_again() -> None:
    """SH-03: three shots for an attack, one for what is quick, none for what is free."""
    found = moves(fight("shots", A=12, B=9), "A")
    assert found["attack"] == CountMove("Shot", 12, 9, again=True, active=True, turns=True)
    assert found["draw"] is not None
    assert found["draw"].after == 11
    assert found["free"] is None


def test_what_leaves_no_shot_leaves_no_turn() -> None:
    """SH-08, SH-09: the last action may cost more than is left."""
    attack = moves(fight("shots", A=2, B=1), "A")["attack"]
    assert attack is not None
    assert (attack.after, attack.turns) == (-1, False)


def test_a_defence_costs_in_the_turn_of_another() -> None:
    """SH-06: a shot at once."""
    dodge = moves(fight("shots", A=12, B=9), "B")["dodge"]
    assert dodge == CountMove("Shot", 9, 8, again=True, active=False, turns=True)


def test_an_interrupt_says_what_it_takes_off_the_score() -> None:
    """IP-10, IP-11: five off the score, or all of it."""
    found = moves(fight("passes", A=12, B=5), "B")
    assert found["dodge"] == CountMove("Score", 5, 0, again=False, active=False, turns=False)
    assert "full_defense" not in found


@pytest.mark.parametrize("ruleset", ["saga-edition", "cards"])
def test_where_counts_stand_still_nothing_is_said(ruleset: str) -> None:
    session = Session(loader.load(ruleset))
    for ident in "AB":
        do(session, cmd.Add(combatant={"id": ident}))
    do(session, cmd.Start())
    who = session.state.walk.active
    assert set(moves(session, who).values()) == {None}


def ahead(session: Session) -> list[tuple[int, dict[str, int]]]:
    return [(one.number, dict(one.turns)) for one in turns_ahead(session.rules, session.state)]


def test_the_passes_to_come_are_told_before_they_begin() -> None:
    """IP-03, IP-04: everybody above 0 in this pass, and in the next whoever is above 0 with ten less."""
    session = fight("passes", A=24, B=13, C=17, D=2)
    assert turns_ahead(session.rules, session.state)[0] == Ahead(1, (("C", 17), ("B", 13), ("D", 2)), "Pass")
    assert ahead(session)[1:] == [(2, {"A": 14, "C": 7, "B": 3}), (3, {"A": 4})]
    do(session, cmd.React(who="B", name="dodge"))
    assert ahead(session) == [(1, {"C": 17, "B": 8, "D": 2}), (2, {"A": 14, "C": 7}), (3, {"A": 4})]
    for _ in range(4):
        do(session, cmd.EndTurn())
    assert ahead(session) == [(2, {"C": 7}), (3, {"A": 4})]


def test_what_was_told_is_what_comes() -> None:
    session = fight("passes", A=24, B=13, C=17, D=2)
    told = [(one.number, slot) for one in turns_ahead(session.rules, session.state) for slot, _ in one.turns]
    come = []
    while session.state.clock.round == 1:
        do(session, cmd.EndTurn())
        if session.state.walk.active:
            come.append((session.state.clock.segment, session.state.walk.active))
    assert come == told


def test_a_clock_tells_who_stands_where() -> None:
    """SH-02, SH-05: the same shot together; who waits and who has none left is not told."""
    session = fight("shots", A=12, B=9, C=9, D=4)
    assert ahead(session) == [(9, {"B": 9, "C": 9}), (4, {"D": 4})]
    do(session, cmd.Act(who="A", name="attack"))
    assert ahead(session) == [(9, {"A": 9, "B": 9, "C": 9}), (4, {"D": 4})]
    do(session, cmd.EndTurn(), cmd.Delay(who=session.state.walk.active))
    do(session, cmd.React(who="D", name="dodge", to="x"), cmd.React(who="D", name="dodge", to="y"))
    do(session, cmd.React(who="D", name="dodge", to="z"), cmd.React(who="D", name="guard", to="w"))
    assert [count for count, _ in ahead(session)] == [9]


def test_nothing_is_told_where_counts_stand_still() -> None:
    session = Session(loader.load("saga-edition"))
    do(session, cmd.Add(combatant={"id": "A"}), cmd.Start())
    assert ahead(session) == []
