"""Rolls that are asked for now and answered later: degrees, what is told, coming in again, no end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd, events as ev
from rulesets.table.refusal import Code, Refusal
from rulesets.table.writing import Writing
from rulesets.vocabulary import DEGREES
from rulesets.words.texts import Speaker
from tests.rulesets.carried_out import do
from tests.rulesets.small_rules import ROUND

THREAD = Path(__file__).parents[2] / "systems" / "frayed-thread"
DARE = '[pipeline.dare]\nlabel = "Dare"\ndoes = [{ ask = "test" }]\n'
HEAD = 'id = "made"\nlabel = "Made"\nstat.nerve = 0\n'


def fight(text: str, *dice: int) -> Session:
    """Ada acts first, then Bo, by a ruleset of nothing but turns and ``text``."""
    writing = Writing("made", f"{HEAD}{ROUND}{text}")
    session = Session(loader.load_writing(writing), dice=ListedDice(dice), writing=writing)
    for command in (
        cmd.Add(combatant={"id": "Ada"}),
        cmd.Add(combatant={"id": "Bo", "side": "foes"}),
        cmd.Start(rolls={"Ada": 6, "Bo": 3}),
    ):
        do(session, command)
    return session


def check_of(**keys: Any) -> str:
    """A check whose answer is raised as a flag, with a sheet that asks for it."""
    written = "".join(f"{key} = {value!r}\n".replace("True", "true") for key, value in keys.items())
    shows = 'shows = { margin = "margin", die = "die" }'
    ends = "".join(f'degrees.{degree} = [{{ flag = "{degree}", {shows} }}]\n' for degree in DEGREES)
    return f'[check.test]\nlabel = "Test"\n{written}{ends}{DARE}'


def came_of(session: Session, **answer: Any) -> tuple[str, dict[str, Any]]:
    """Ask Ada once more, and return what came of the answer."""
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    done = do(session, cmd.Check(who="Ada", name="test", **answer))
    (flag,) = [event for event in done.entry.events if isinstance(event, ev.Flagged)]
    return flag.name, flag.values


@pytest.mark.parametrize(
    ("keys", "answer", "degree", "margin"),
    [
        ({"against": "12"}, {"total": 12}, "success", 0),
        ({"against": "12"}, {"total": 11}, "failure", -1),
        ({"against": "12"}, {"total": 99}, "success", 87),
        ({"against": "12", "critical": 10}, {"total": 22}, "critical-success", 10),
        ({"against": "12", "critical": 10}, {"total": 21}, "success", 9),
        ({"against": "12", "critical": 10}, {"total": 2}, "critical-failure", -10),
        ({"against": "12", "critical": 10}, {"total": 3}, "failure", -9),
        ({"against": "12", "dice": "d20", "faces": True}, {"roll": 20}, "critical-success", 8),
        ({"against": "25", "dice": "d20", "faces": True}, {"roll": 20}, "success", -5),
        ({"against": "1", "dice": "d20", "faces": True}, {"roll": 1}, "failure", 0),
        ({"against": "2", "dice": "d20", "faces": True}, {"roll": 1}, "critical-failure", -1),
        ({"against": "35", "critical": 10, "dice": "d20", "faces": True}, {"roll": 20}, "failure", -15),
        (
            {"against": "5", "critical": 10, "dice": "d20", "faces": True},
            {"roll": 20},
            "critical-success",
            15,
        ),
        ({"against": "7", "dice": "2d6", "faces": True}, {"roll": 12}, "critical-success", 5),
        ({"against": "7", "dice": "2d6", "faces": True}, {"roll": 2}, "critical-failure", -5),
        ({"against": "12", "dice": "d20", "faces": True}, {"total": 20}, "success", 8),
        ({"against": "10", "dice": "d100", "at_most": True}, {"roll": 10}, "success", 0),
        ({"against": "10", "dice": "d100", "at_most": True}, {"roll": 11}, "failure", -1),
        ({"against": "50", "at_most": True, "critical": 40}, {"total": 9}, "critical-success", 41),
        ({"against": "50", "at_most": True, "critical": 40}, {"total": 95}, "critical-failure", -45),
        (
            {"against": "50", "dice": "d100", "at_most": True, "faces": True},
            {"roll": 1},
            "critical-success",
            49,
        ),
        (
            {"against": "99", "dice": "d100", "at_most": True, "faces": True},
            {"roll": 100},
            "critical-failure",
            -1,
        ),
        ({"against": "10", "at_most": True}, {"degree": "success"}, "success", 0),
        ({"against": "10", "at_most": True}, {"degree": "failure"}, "failure", -1),
        ({"against": "12", "dice": "d20", "plus": "nerve + 3"}, {"roll": 9}, "success", 0),
        ({"critical": 4}, {"degree": "critical-success"}, "critical-success", 4),
        ({"critical": 4, "against": "9"}, {"degree": "success"}, "success", 0),
        ({}, {"degree": "failure"}, "failure", -1),
        ({"critical": 10}, {"degree": "critical-failure"}, "critical-failure", -10),
        ({}, {"degree": "critical-failure"}, "critical-failure", -1),
    ],
)
def test_the_degree_comes_of_the_margin_and_of_the_faces(
    keys: dict[str, Any], answer: dict[str, Any], degree: str, margin: int
) -> None:
    name, values = came_of(fight(check_of(**keys)), **answer)
    assert (name, values["margin"], values["die"]) == (degree, margin, answer.get("roll", 0))


OWN = """[check.test]
label = "Test"
dice = "d100"
against = 50
at_most = true
degrees.critical-success = { if = "total <= 2", does = [{ flag = "critical" }] }
degrees.special = { label = "Special", if = "total <= 10", does = [{ flag = "special" }] }
degrees.bare = { label = "Just so", if = "margin == 0" }
degrees.success = [{ flag = "success" }]
degrees.failure = [{ flag = "failure" }]
degrees.fumble = { label = "Fumble", of = "failure", if = "total >= 98", does = [{ flag = "fumble" }] }
degrees.told = { label = "Told", of = "failure" }
"""


@pytest.mark.parametrize(
    ("answer", "flag"),
    [
        ({"roll": 2}, "critical"),
        ({"roll": 10}, "special"),
        ({"roll": 11}, "success"),
        ({"roll": 50}, "success"),
        ({"total": 97}, "failure"),
        ({"roll": 98}, "fumble"),
        ({"degree": "special"}, "special"),
        ({"degree": "bare"}, "success"),
        ({"degree": "fumble"}, "fumble"),
        ({"degree": "told"}, "failure"),
        ({"degree": "critical-failure"}, "failure"),
    ],
)
def test_degrees_of_ones_own_stand_in_place_of_the_plain_ones(answer: dict[str, Any], flag: str) -> None:
    """The first whose 'if' holds counts; one that does nothing does what the plain one of its side does."""
    session = fight(OWN + DARE)
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    done = do(session, cmd.Check(who="Ada", name="test", **answer))
    assert [event.name for event in done.entry.events if isinstance(event, ev.Flagged)] == [flag]


def test_degrees_of_ones_own_are_offered_and_told_by_their_labels() -> None:
    session = fight(OWN + DARE)
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    (asked,) = [one for one in Viewer(session.rules).look(session.state).asked if one.check is not None]
    assert asked.degrees == ("fumble", "told", "failure", "success", "bare", "special", "critical-success")
    done = do(session, cmd.Check(who="Ada", name="test", roll=50))
    assert "just so" in Speaker(session.rules, str).entry(done.entry).title
    assert isinstance(session.dispatch(cmd.Check(who="Ada", name="test", degree="splendid")), Refusal)


@pytest.mark.parametrize(("degree", "flag"), [("critical-success", "good"), ("critical-failure", "bad")])
def test_a_degree_of_which_nothing_is_said_is_the_plain_one(degree: str, flag: str) -> None:
    session = fight(
        '[check.test]\nlabel = "Test"\ndegrees.success = [{ flag = "good" }]\n'
        'degrees.failure = [{ flag = "bad" }]\n' + DARE
    )
    assert came_of(session, degree=degree)[0] == flag


def test_dice_that_the_program_rolls_are_told() -> None:
    session = fight(check_of(dice="2d6", plus="1", against="8"), 3, 5)
    assert came_of(session)[0] == "success"
    (rolled,) = [event for event in session.log[-1].events if isinstance(event, ev.Rolled)]
    assert rolled == ev.Rolled("check", "Ada", 9, (3, 5))


def test_without_dice_nothing_is_rolled() -> None:
    session = fight(check_of(against="8"))
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    refused = session.dispatch(cmd.Check(who="Ada", name="test"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == (Code.BAD_VALUE, "no-dice")
    assert came_of(session, roll=77)[0] == "success"


def test_who_is_asked_too_often_is_not_asked_again() -> None:
    session = fight(check_of(against="8"))
    for _ in range(110):
        do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    assert len(session.state.asked) == 100


def test_answers_that_give_each_other_come_to_an_end() -> None:
    session = fight(
        '[check.test]\nlabel = "Test"\n'
        "degrees.success = [{ ask = 'test' }, { answer = 'success', named = \"'test'\" }]\n" + DARE
    )
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    before = session.state
    refused = session.dispatch(cmd.Check(who="Ada", name="test", degree="success"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == (Code.BAD_VALUE, "formula")
    assert session.state == before


def test_who_has_lost_and_who_has_no_need_is_not_asked() -> None:
    session = fight(check_of(**{"while": "nerve > 0"}))
    do(session, cmd.SetNumbers(who="Bo", stats={"nerve": 1}))
    do(session, cmd.Apply(pipeline="dare", to=("Ada", "Bo")))
    assert [one.who for one in session.state.asked] == ["Bo"]
    do(session, cmd.Defeat(who="Bo"))
    do(session, cmd.Apply(pipeline="dare", to=("Bo",)))
    assert session.state.asked == ()


def test_who_cannot_act_for_now_is_still_asked() -> None:
    session = fight(check_of())
    do(session, cmd.Disable(who="Ada"))
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    assert [one.who for one in session.state.asked] == ["Ada"]


def test_a_turn_whose_beginning_is_taken_back_asks_for_nothing_until_it_begins_again() -> None:
    asks = '[[trigger]]\nat = "turn-start"\nif = "id == \'Cy\'"\ndoes = [{ ask = "test" }]\n'
    session = fight(f'{check_of()}{asks}[delay]\nlabel = "Delay"\nto = ["wait"]\n')
    do(session, cmd.Add(combatant={"id": "Cy"}, roll=1))
    do(session, cmd.Delay(who="Ada"))
    do(session, cmd.EndTurn())
    assert (session.state.walk.active, len(session.state.asked)) == ("Cy", 1)
    do(session, cmd.Resume(who="Ada"))
    assert (session.state.walk.active, session.state.asked) == ("Ada", ())
    do(session, cmd.EndTurn())
    assert (session.state.walk.active, len(session.state.asked)) == ("Cy", 1)


def lines(session: Session, done: Done) -> tuple[str, ...]:
    """The title of what was done and the lines below it."""
    text = Speaker(session.rules, str).entry(done.entry)
    return text.title, *text.lines


def test_what_is_asked_and_what_came_of_it_stands_in_the_log() -> None:
    session = Session(loader.load(THREAD), dice=ListedDice([2]))
    for command in (
        cmd.Add(combatant={"id": "Ada", "max_life": 60, "states": ["singing"]}),
        cmd.Add(combatant={"id": "Bo", "side": "foes"}),
        cmd.Start(rolls={"Ada": 18, "Bo": 3}),
    ):
        do(session, command)
    harm = cmd.Apply(pipeline="harm", to=("Ada",), inputs={"amount": 30})
    assert lines(session, do(session, harm)) == (
        "30 harm to Ada: life 60 → 30",
        "Ada rolls now: Song, 15 or more",
        "Ada rolls now: Nerve",
    )
    nerve = do(session, cmd.Check(who="Ada", name="nerve", degree="success"))
    assert lines(session, nerve) == ("Ada: Nerve, success", "Nothing changes for Ada by it")
    song = do(session, cmd.Check(who="Ada", name="song"))
    assert lines(session, song) == (
        "Ada: Song, 2, below 15: failure",
        "Rolled: Ada: 2",
        "No longer singing: Ada",
        "Ada: song broken",
    )
    hexed = do(session, cmd.Act(who="Ada", name="hex"))
    assert hexed
    do(session, cmd.EndTurn())
    again = do(session, cmd.EndTurn())
    assert "Ada rolls now: Renewal, Spent:hex, 5 or more" in lines(session, again)


def test_an_answer_has_a_name_before_it_is_given() -> None:
    speaker = Speaker(loader.load(THREAD), str)
    said = [
        speaker.command(cmd.Check(who="Ada", name="thread", degree="critical-failure")),
        speaker.command(cmd.Check(who="Ada", name="thread", roll=7)),
        speaker.command(cmd.Check(who="Ada", name="spent:hex")),
    ]
    assert said == ["Thread of Ada: critical failure", "Thread of Ada: 7", "spent:hex of Ada"]


def test_the_most_that_is_a_success_is_told_as_such() -> None:
    session = fight(check_of(against="10", at_most=True, dice="d100"), 4)
    told = do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    assert "Ada rolls now: Test, 10 or less" in lines(session, told)
    done = do(session, cmd.Check(who="Ada", name="test"))
    assert [event.name for event in done.entry.events if isinstance(event, ev.Flagged)] == ["success"]
    assert "Ada: Test, 4, 10 or less: success" in lines(session, done)
    do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
    missed = do(session, cmd.Check(who="Ada", name="test", roll=62))
    assert "Ada: Test, 62, above 10: failure" in lines(session, missed)


def test_the_defeated_are_asked_only_where_the_ruleset_says_so() -> None:
    """What they were asked before is asked no more, or goes on."""
    for keys, left in (({}, []), ({"defeated": True}, ["test", "test"])):
        session = fight(check_of(against="10", **keys))
        do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
        do(session, cmd.Defeat(who="Ada"))
        do(session, cmd.Apply(pipeline="dare", to=("Ada",)))
        assert [one.name for one in session.state.asked] == left
