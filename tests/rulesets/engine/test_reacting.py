"""Which attack a reaction answers, and how often one attack can be answered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Done, Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker


@pytest.fixture
def duel() -> Session:
    """Ada acts, Bo is attacked by her; both have declared."""
    session = Session(loader.load("kaiser"))
    do(session, cmd.Add(combatant={"id": "ada", "name": "Ada"}))
    do(session, cmd.Add(combatant={"id": "bo", "name": "Bo", "side": "foes"}))
    do(session, cmd.Start(), cmd.Declare(who=("ada", "bo"), done=True))
    do(session, cmd.RollInitiative(rolls={"ada": 20, "bo": 15}))
    return session


def do(session: Session, *commands: cmd.Command) -> None:
    for command in commands:
        assert isinstance(session.dispatch(command), Done)


def attack(result: str) -> cmd.RecordAttack:
    return cmd.RecordAttack(who="ada", target="bo", kind="melee", result=result)


COUNTER = cmd.React(who="bo", name="counter")


def refused(session: Session, command: cmd.Command) -> Refusal:
    result = session.dispatch(command)
    assert isinstance(result, Refusal)
    return result


def test_an_attack_that_has_been_answered_is_not_answered_again(duel: Session) -> None:
    """002-31, contract/kaiser.md: one miss opens one Counter; the refusal says what to do."""
    do(duel, attack("miss"), COUNTER)
    refusal = refused(duel, COUNTER)
    assert (refusal.code, refusal.reason) == ("already-reacted", "no-attack")
    assert Speaker(duel.rules, lambda who: who.title()).refusal(refusal) == (
        "“Counter” has already answered the attack of Ada, and an attack is answered once. Record the next "
        "one first. (002-30..32, E-KAI-16)"
    )


def test_each_of_two_missed_attacks_opens_one(duel: Session) -> None:
    """002-31: whether the first is answered before the second is made, or after it."""
    do(duel, attack("miss"), attack("miss"), COUNTER, COUNTER)
    assert refused(duel, COUNTER).code == "already-reacted"


def test_a_hit_after_an_answered_miss_opens_none(duel: Session) -> None:
    """002-31: only what fails to hit is answered."""
    do(duel, attack("miss"), COUNTER, attack("hit"))
    assert refused(duel, COUNTER).code == "no-trigger"


def test_an_answered_attack_can_be_answered_again_after_an_undo(duel: Session) -> None:
    """002-31: what is undone has answered nothing."""
    do(duel, attack("miss"), COUNTER)
    answered = duel.state
    duel.undo()
    do(duel, COUNTER)
    assert duel.state == answered


def test_who_insists_answers_it_once_more(duel: Session) -> None:
    """contract/scenarios.md: what a rule forbids is done all the same, and the log marks it."""
    do(duel, attack("miss"), COUNTER, cmd.React(who="bo", name="counter", override=True))
    assert duel.state.combatants["bo"].pools["ap"] == 4
    assert len(duel.state.notes.attacks) == 1


def test_the_label_says_which_attack_is_answered(duel: Session) -> None:
    """002-31: a miss is answered, and not a hit that bears the label; no attack has a label that none has."""
    named = [replace(attack("miss"), label="one"), replace(attack("hit"), label="two")]
    do(duel, *named)
    assert refused(duel, replace(COUNTER, to="two")).code == "no-trigger"
    assert refused(duel, replace(COUNTER, to="three")).code == "no-trigger"
    do(duel, replace(COUNTER, to="one"))
    assert [one.answered for one in duel.state.notes.attacks] == [("counter",), ()]


def test_whatever_it_is_called_an_attack_without_a_label_is_answered(duel: Session) -> None:
    do(duel, attack("miss"), replace(COUNTER, to="the clumsy blow"))
    assert duel.state.notes.attacks[0].answered == ("counter",)
