"""What has been announced for a round, and what becomes of it: done, lost, spent on a reaction."""

from __future__ import annotations

import pytest

from rulesets.engine.announcing import announced, next_roll
from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal

PEOPLE = (
    {"id": "ace", "dex": "4D", "per": "4D", "blaster": "5D", "dodge": "4D"},
    {"id": "orc", "side": "foes", "kind": "npc", "blaster": "4D"},
)


@pytest.fixture
def session() -> Session:
    """Ace has declared two actions, the other one; Ace acts first (001-73)."""
    session = Session(loader.load("moon-swing"))
    do(session, *(cmd.Add(combatant=dict(one)) for one in PEOPLE))
    do(session, cmd.Start(rolls={"party": 9, "foes": 5}))
    do(session, cmd.Declare(who=("orc",), fields={"actions": 1, "first": "fire"}))
    do(session, cmd.Declare(who=("ace",), fields={"actions": 2, "first": "fire", "skill": "blaster"}))
    return session


def do(session: Session, *commands: cmd.Command) -> None:
    """Carry out commands that must be accepted."""
    for command in commands:
        result = session.dispatch(command, 0.0)
        assert not isinstance(result, Refusal), result


def cards(session: Session, who: str = "ace") -> list[tuple[str, str]]:
    """What each announced act says and what has become of it."""
    found = announced(session.rules, session.state, session.state.combatants[who])
    return [(act.text or act.name, act.how) for act in found]


def roll(session: Session, who: str = "ace") -> int | None:
    """Pips of the next roll."""
    found = next_roll(session.rules, session.state, session.state.combatants[who])
    return None if found is None else found.pips


def test_one_after_the_other(session: Session) -> None:
    """The second may stay open (001-67); both are rolled with a die less (001-82, 001-83)."""
    assert cards(session) == [("fire", "now"), ("plan", "to-come")]
    assert roll(session) == 12, "5D and two actions: 4D"
    do(session, cmd.Act(who="ace", cost="action", skill="blaster"))
    assert cards(session) == [("fire", "done"), ("plan", "to-come")]
    do(session, cmd.EndTurn(), cmd.Act(who="orc", cost="action"), cmd.EndTurn())
    assert cards(session) == [("fire", "done"), ("plan", "now")]


def test_what_is_not_taken_in_its_segment_is_lost(session: Session) -> None:
    """And the penalty stays (001-95)."""
    do(session, cmd.EndTurn())
    assert cards(session) == [("fire", "lost"), ("plan", "to-come")]
    assert roll(session) == -3, "what the open one is rolled with nobody has said; a die is off"


def test_a_spare_is_used_up_by_a_dodge(session: Session) -> None:
    """A declared action that was left open may be used as a dodge (001-67, 001-68)."""
    do(session, cmd.Act(who="ace", cost="action"), cmd.EndTurn())
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    do(session, cmd.React(who="ace", name="dodge", spare=True))
    assert cards(session) == [("fire", "done"), ("dodge", "spare")]
    assert roll(session) is None, "nothing is left to be rolled"


def test_once_the_first_is_lost_every_other_one_is_a_spare(session: Session) -> None:
    """001-67, 001-68, 001-95: the stated first one is gone, and the cards tell the same."""
    do(session, cmd.EndTurn(), cmd.Act(who="orc", cost="action"))
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    do(session, cmd.React(who="ace", name="dodge", spare=True))
    assert cards(session) == [("fire", "lost"), ("dodge", "spare")]


def test_the_first_is_no_spare_while_it_is_to_come(session: Session) -> None:
    """001-67: of two that are open one is a spare, and no more."""
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    do(session, cmd.React(who="ace", name="dodge", spare=True))
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="melee"))
    again = session.dispatch(cmd.React(who="ace", name="melee_parry", spare=True))
    assert isinstance(again, Refusal)
    assert again.reason == "no-spare"
    assert cards(session) == [("fire", "now"), ("dodge", "spare")]


def test_what_the_gm_takes_away_is_the_last_one_and_not_the_first(session: Session) -> None:
    """001-67: the stated first one stays what comes first, so nothing is left to spare."""
    do(session, cmd.SetNumbers(who="ace", pools={"declared": 1}, override=True))
    assert cards(session) == [("fire", "now"), ("plan", "lost")]
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="ranged"))
    assert isinstance(session.dispatch(cmd.React(who="ace", name="dodge", spare=True)), Refusal)


def test_a_dodge_on_top_raises_the_penalty(session: Session) -> None:
    """It counts as an action for everything that follows (001-79, 001-85)."""
    do(session, cmd.Act(who="ace", cost="action"), cmd.EndTurn())
    do(session, cmd.RecordAttack(who="orc", target="ace", kind="ranged"), cmd.React(who="ace", name="dodge"))
    assert cards(session) == [("fire", "done"), ("plan", "to-come"), ("dodge", "extra")]
    assert roll(session) == -6, "three actions: two dice less, whatever the open one will be"


def test_who_is_wounded_loses_the_rest(session: Session) -> None:
    """No more actions this round (E-D6-05)."""
    do(session, cmd.Act(who="ace", cost="action"), cmd.EndTurn())
    do(session, cmd.Apply(pipeline="wound", to=("ace",), inputs={"level": "wounded"}))
    assert cards(session) == [("fire", "done"), ("plan", "lost")]


def test_the_last_round_is_forgotten_before_the_next_is_declared(session: Session) -> None:
    """Every round is declared anew (001-107)."""
    do(session, cmd.Act(who="ace", cost="action"), cmd.EndTurn())
    do(session, cmd.Act(who="orc", cost="action"), cmd.EndTurn(), cmd.Act(who="ace", cost="action"))
    do(session, cmd.EndTurn())
    assert session.state.clock.phase == "initiative"
    assert cards(session) == []
