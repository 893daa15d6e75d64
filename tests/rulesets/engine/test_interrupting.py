"""Who waits may come in inside of another's turn, which goes on with what it had (contract: resume)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from rulesets.fight.session import Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules
from tests.rulesets.carried_out import do, refused
from tests.rulesets.engine.made_rulesets import FEATURES, rules_of, text_of

CARDS = loader.shipped()["cards"]
PLAIN: Mapping[str, Any] = {key: values[0] for key, values in FEATURES.items()}
WAYS = [
    {"rolled": rolled, "until": until, "then": then, "place": place, "passes": passes}
    for rolled, (until, then), place, passes in product(
        ("encounter", "round"),
        (("place", "lost"), ("pass", "must-act"), ("phase", "lost"), ("never", "lost")),
        ("moves", "pass", "stays"),
        (False, True),
    )
]
"""Everything that a delay can be, as far as it says where one stands and what becomes of the turn."""


def waiting(**features: Any) -> Session:
    """A fight in which A waits and it is the turn of B, before C."""
    to = features.pop("to", '"wait"')
    session = Session(
        rules_of(text_of({**PLAIN, "effects_at": "round", "to": to, **features})), dice=RandomDice(1)
    )
    for name in "ABC":
        do(session, cmd.Add(combatant={"id": name, "side": name}))
    rolls: dict[str, cmd.Result] = {"A": 18, "B": 12, "C": 6}
    do(session, cmd.Start(rolls=rolls if features.get("rolled") != "phase" else {}), cmd.Delay(who="A"))
    assert session.state.walk.active == "B"
    return session


def acted(session: Session) -> str:
    """Whose turns were taken before that of C."""
    return "".join(turn.slot for turn in session.state.acted.get(1, ()) if turn.slot != "C")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
@pytest.mark.parametrize("touched", [False, True])
def test_the_interrupted_turn_goes_on_with_what_it_had(way: dict[str, Any], *, touched: bool) -> None:
    """Whatever the ruleset says of waiting: nothing is refilled, begun or ended a second time."""
    session = waiting(**way)
    if touched:
        do(session, cmd.Act(who="B", name="deed"))
        assert refused(session, cmd.Resume(who="A")) == ("turn-under-way", "")
    before = session.state
    do(session, cmd.Resume(who="A", interrupt=True))
    assert session.state.walk.active == "A"
    assert "A" not in session.state.put_off
    do(session, cmd.Act(who="A", name="deed"), cmd.EndTurn())
    assert session.state.walk.active == "B"
    assert session.state.notes == before.notes
    assert session.state.combatants["B"] == before.combatants["B"]
    do(session, cmd.Act(who="B", name="deed"), cmd.EndTurn())
    assert session.state.walk.active == "C"
    assert acted(session) == "AB"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
def test_who_loses_the_contest_comes_in_behind_that_turn(way: dict[str, Any]) -> None:
    """By itself, wherever its place is; everybody else comes as before."""
    session = waiting(**way)
    do(session, cmd.Act(who="B", name="deed"), cmd.Resume(who="A", interrupt=True, contest={"A": 5, "B": 6}))
    assert session.state.walk.active == "B"
    assert (
        refused(session, cmd.Resume(who="A", interrupt=True, contest={"A": 9, "B": 6}))[1] == "contest-lost"
    )
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "A"
    do(session, cmd.Act(who="A", name="deed"), cmd.EndTurn())
    assert session.state.walk.active == "C"
    assert acted(session) == "BA"


@pytest.mark.parametrize(("totals", "active"), [((7, 6), "A"), ((6, 6), "B"), ((5, 6), "B")])
def test_the_waiting_one_needs_the_higher_total(totals: tuple[int, int], active: str) -> None:
    session = waiting()
    do(session, cmd.Resume(who="A", interrupt=True, contest=dict(zip("AB", totals, strict=True))))
    assert session.state.walk.active == active


def test_the_highest_of_the_others_counts() -> None:
    session = waiting()
    do(session, cmd.Resume(who="A", interrupt=True, contest={"A": 7, "B": 6, "C": 8}))
    assert session.state.walk.active == "B"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (cmd.Resume(who="A", contest={"A": 7, "B": 6}), ("bad-value", "contest-for-nothing")),
        (cmd.Resume(who="A", interrupt=True, contest={"B": 6}), ("bad-value", "contest-of-one")),
        (cmd.Resume(who="A", interrupt=True, contest={"A": 6}), ("bad-value", "contest-of-one")),
        (cmd.Resume(who="A", interrupt=True, contest={"A": 6, "X": 2}), ("unknown-combatant", "")),
        (cmd.Resume(who="C", interrupt=True), ("not-waiting", "")),
        (cmd.Resume(who="B", interrupt=True), ("not-waiting", "")),
    ],
)
def test_what_is_no_contest_is_refused(command: cmd.Command, why: tuple[str, str]) -> None:
    session = waiting()
    before = session.state
    assert refused(session, command) == why
    assert session.state is before


def test_interrupts_lie_one_inside_of_the_other() -> None:
    """C interrupts A, who has interrupted B: each goes on when the one inside of it is over."""
    session = waiting()
    do(session, cmd.EndTurn(), cmd.Delay(who="C"))  # everybody but B waits, and the next round begins
    assert (session.state.clock.round, session.state.walk.active) == (2, "A")
    session = waiting(until="never")
    do(session, cmd.EndTurn(), cmd.Delay(who="C"))
    assert (session.state.clock.round, session.state.walk.active) == (2, "B")
    do(session, cmd.Act(who="B", name="deed"), cmd.Resume(who="A", interrupt=True))
    do(session, cmd.Act(who="A", name="deed"), cmd.Resume(who="C", interrupt=True))
    assert [turn.slot for turn in session.state.walk.interrupted] == ["A", "B"]
    for active, left in (("A", 1), ("B", 1)):
        do(session, cmd.EndTurn())
        assert session.state.walk.active == active
        assert session.state.combatants[active].pools["acts"] == left


def test_who_follows_a_turn_inside_of_another_comes_before_that_one_goes_on() -> None:
    session = waiting(until="never")
    do(session, cmd.EndTurn(), cmd.Delay(who="C"), cmd.Resume(who="A", interrupt=True))
    do(session, cmd.Resume(who="C", interrupt=True, contest={"C": 1, "A": 2}), cmd.EndTurn())
    assert session.state.walk.active == "C"
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "B"


def test_who_resumes_between_two_turns_keeps_the_follower_a_place() -> None:
    """A has lost against B and comes behind it; C, let in before that turn has begun, goes first."""
    session = waiting(until="never")
    do(session, cmd.EndTurn(), cmd.Delay(who="C"))
    do(session, cmd.Resume(who="A", interrupt=True, contest={"A": 1, "B": 2}), cmd.EndTurn())
    assert session.state.walk.active == "A"
    do(session, cmd.Resume(who="C"))
    assert session.state.walk.active == "C"
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "A"


def test_who_cannot_act_any_more_follows_nobody() -> None:
    session = waiting()
    do(
        session,
        cmd.Resume(who="A", interrupt=True, contest={"A": 1, "B": 2}),
        cmd.Disable(who="A"),
        cmd.EndTurn(),
    )
    assert session.state.walk.active == "C"
    assert session.state.walk.followed_by == ()


@pytest.mark.parametrize("contest", [{}, {"A": 1, "B": 2}])
def test_interrupting_is_taken_back_exactly(contest: dict[str, int]) -> None:
    session = waiting(until="never")
    do(session, cmd.Act(who="B", name="deed"))
    seen = [session.state]
    for command in (cmd.Resume(who="A", interrupt=True, contest=contest), cmd.EndTurn(), cmd.EndTurn()):
        do(session, command)
        seen.append(session.state)
    for state in reversed(seen[:-1]):
        session.undo()
        assert session.state == state
    for state in seen[1:]:
        session.redo()
        assert session.state == state


# -- a tie, and those who need no roll -------------------------------------------------------------------


def cards(**options: str) -> Rules:
    return loader.load(CARDS, options)


def held(rules: Rules, card: str = "KS") -> Session:
    """A holds, and it is the turn of F, who has acted; B is to come."""
    session = Session(rules, dice=RandomDice(1))
    for name, side in (("A", "party"), ("B", "party"), ("F", "foes")):
        do(session, cmd.Add(combatant={"id": name, "side": side, "kind": "npc" if name == "F" else "pc"}))
    do(session, cmd.Start(rolls={"A": card, "F": "9D", "B": "2C"}), cmd.Delay(who="A"))
    do(session, cmd.Act(who="F", cost="action"))
    return session


def test_where_the_rules_say_so_a_tie_lets_both_act_at_once() -> None:
    """CAA-3, together: who is taken out in it has its turn all the same."""
    session = held(cards(interrupt_tie="together"))
    do(session, cmd.Resume(who="A", interrupt=True, contest={"A": 6, "F": 6}))
    assert session.state.walk.active == "A"
    do(session, cmd.Defeat(who="F"), cmd.EndTurn())
    assert session.state.walk.active == "F"
    do(session, cmd.Act(who="F", cost="free"), cmd.EndTurn())
    assert session.state.walk.active == "B"


def test_without_that_the_active_one_goes_on() -> None:
    session = held(cards())
    do(session, cmd.Resume(who="A", interrupt=True, contest={"A": 6, "F": 6}))
    assert session.state.walk.active == "F"


def test_a_joker_needs_no_roll() -> None:
    """CA-06: with a joker of this round A comes in whatever was rolled."""
    session = held(cards(), "RJ")
    do(session, cmd.Resume(who="A", interrupt=True, contest={"A": 1, "F": 6}))
    assert session.state.walk.active == "A"
