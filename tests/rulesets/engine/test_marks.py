"""Marks on rolls with their reasons and what they come to; states that imply others.

The rules are one of the tests' own: R5E-30 (any advantage and any disadvantage make a straight roll, and the
reasons are kept), R5E-33, R5E-46 (who is stunned is incapacitated, and listed as stunned only).
"""

from __future__ import annotations

import pytest

from rulesets.engine.marks import edge, marks_on, modifier
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.reading.problems import RulesetError
from rulesets.seen.queries import ended, names_on, value_of
from rulesets.table import commands as cmd, events as ev
from rulesets.table.refusal import Refusal
from tests.rulesets.carried_out import do
from tests.rulesets.small_rules import edition

MARKED = """
[order.initiative.roll]
dice = "d20"
marked = "initiative"
[roll]
check = { label = "Checks" }
initiative = { label = "Initiative", of = "check" }
save = { label = "Saves" }
dodge_save = { label = "Saves by dodging", of = "save" }
attacked = { label = "Attacks against it", own = false }
[stat]
pluck = 10
[state.helpless]
label = "Helpless"
out = "incapable"
forbids = ["act"]
marks = { attacked = "+", dodge_save = "!" }
add = { pluck = -4 }
[state.dazzled]
label = "Dazzled"
marks = { check = "-", save = "-" }
[state.lucky]
label = "Lucky"
marks = { check = "+", save = "round + 1" }
[state.frozen]
label = "Frozen"
states = ["helpless"]
[state.stone]
label = "Turned to stone"
states = ["frozen"]
[state.wretched]
label = "Wretched"
while = "has_state('helpless')"
[track.tired]
label = "Tired"
steps = [
    "Fresh",
    { label = "Tired", marks = { check = "-" } },
    { label = "Worn out", marks = { check = "-", save = "-" } },
]
"""


def fight(*states: str, dice: tuple[int, ...] = (12, 9)) -> Session:
    """A fight of Ada, who is in ``states``, and Bo."""
    writing = edition(MARKED)
    session = Session(loader.load_writing(writing), dice=ListedDice(dice), writing=writing)
    for one in ({"id": "ada", "states": list(states)}, {"id": "bo", "side": "foes", "kind": "npc"}):
        assert isinstance(session.dispatch(cmd.Add(combatant=one)), Done)
    return session


def told(session: Session, roll: str) -> list[str]:
    """What marks a roll of Ada's."""
    ada = session.state.combatants["ada"]
    return [mark.text for mark in marks_on(session.rules, session.state, ada, roll)]


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ((), "straight"),
        (("lucky",), "advantage"),
        (("dazzled",), "disadvantage"),
        (("dazzled", "lucky"), "straight"),
    ],
)
def test_advantages_do_not_add_up(states, expected) -> None:
    session = fight(*states)
    ada = session.state.combatants["ada"]
    assert edge(marks_on(session.rules, session.state, ada, "check")) == expected


def test_every_reason_is_kept_of_the_roll_and_of_the_wider_one() -> None:
    session = fight("dazzled", "lucky", "helpless")
    assert told(session, "initiative") == ["-dazzled", "+lucky"]
    assert told(session, "dodge_save") == ["-dazzled", "!helpless", "+1 lucky"]
    ada = session.state.combatants["ada"]
    marks = marks_on(session.rules, session.state, ada, "dodge_save")
    assert (edge(marks), modifier(marks)) == ("fails", 1)


def test_the_step_of_a_track_marks_by_the_name_of_the_track() -> None:
    session = fight()
    assert isinstance(session.dispatch(cmd.MoveTrack(who="ada", track="tired", by=1)), Done)
    assert (told(session, "check"), told(session, "save")) == (["-tired"], [])
    assert isinstance(session.dispatch(cmd.MoveTrack(who="ada", track="tired", by=1)), Done)
    assert told(session, "save") == ["-tired"]


@pytest.mark.parametrize(("states", "count"), [((), 12), (("dazzled",), 9), (("lucky",), 12)])
def test_an_order_is_rolled_twice_by_an_advantage(states, count) -> None:
    """The higher or the lower throw counts; without one a single die falls."""
    session = fight(*states, dice=(12, 9, 5) if states else (12, 5))
    assert isinstance(session.dispatch(cmd.Start()), Done)
    assert session.state.orders["initiative"].places["ada"].count == count


def test_a_group_has_the_worst_of_its_edges() -> None:
    session = fight("lucky", dice=(12, 9, 5, 7))
    twin = {"id": "cai", "group": "twins", "states": ["lucky"]}
    assert isinstance(session.dispatch(cmd.Add(combatant=twin)), Done)
    other = {"id": "dee", "group": "twins"}
    assert isinstance(session.dispatch(cmd.Add(combatant=other)), Done)
    assert isinstance(session.dispatch(cmd.Start()), Done)
    assert session.state.orders["initiative"].places["twins"].count == 7


@pytest.mark.parametrize("state", ["frozen", "stone"])
def test_a_state_has_all_that_it_implies_without_being_listed_so(state) -> None:
    """What it forbids, what it marks, what it adds; formulas know it by either name."""
    session = fight(state, dice=(12, 9))
    ada = session.state.combatants["ada"]
    assert names_on(session.state, ada) == sorted([state, "wretched"])
    assert told(session, "dodge_save") == ["!helpless"]
    assert value_of(session.rules, session.state, ada, "pluck") == 6
    assert value_of(session.rules, session.state, ada, "has_state('helpless')") is True
    assert isinstance(session.dispatch(cmd.Start()), Done)
    refused = session.dispatch(cmd.Act(who="ada", cost="action"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.params["state"]) == ("state-forbids", state)
    assert isinstance(session.dispatch(cmd.EndEffect(on="ada", name=state)), Done)
    assert names_on(session.state, session.state.combatants["ada"]) == []


@pytest.mark.parametrize(
    "begun", [cmd.BeginEffect(on="bo", name="stone"), cmd.BeginEffect(on="bo", name="helpless")]
)
def test_a_fight_is_over_when_one_side_is_in_what_counts_as_unable(begun) -> None:
    """However the state came about: by an effect, or implied by one (001-9)."""
    session = fight(dice=(12, 9))
    do(session, cmd.Start())
    assert not ended(session.rules, session.state)
    do(session, begun)
    assert ended(session.rules, session.state)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('states = ["frozen"]', 'states = ["stone"]', "implies itself"),
        ('label = "Checks"', 'label = "Checks", of = "initiative"', "refers back to itself"),
        ('{ check = "+", save', '{ luck = "+", save', "luck"),
        ('{ check = "+", save', '{ check = "++", save', "formula"),
    ],
)
def test_what_cannot_be_is_said(old, new, said) -> None:
    with pytest.raises(RulesetError, match=said):
        loader.load_writing(edition(MARKED.replace(old, new)))


PERCENT = """
[roll]
test = { label = "Tests" }
[state.wary]
label = "Wary"
marks = { test = "+" }
[state.hurt]
label = "Hurt"
marks = { test = "-30" }
[check.test]
label = "Test"
dice = "d100"
marked = "test"
at_most = true
degrees.success = [{ begin = ["able"] }]
[state.able]
label = "Able"
[pipeline.try]
label = "Try"
does = [{ id = "ask", label = "Ask", ask = "test", against = "55" }]
"""


@pytest.mark.parametrize(
    ("states", "dice", "total"),
    [((), (40,), 40), (("hurt",), (40,), 70), (("wary",), (90, 30), 30), (("wary", "hurt"), (90, 30), 60)],
)
def test_marks_are_for_and_against_a_roll_that_should_be_low(states, dice, total) -> None:
    """Reference, check: with ``at_most`` what is against a roll is added; an advantage keeps the lower."""
    writing = edition(PERCENT)
    session = Session(loader.load_writing(writing), dice=ListedDice(dice), writing=writing)
    do(session, cmd.Add(combatant={"id": "ada", "states": list(states)}), cmd.Start(rolls={"ada": 9}))
    do(session, cmd.Apply(pipeline="try", to=("ada",)))
    do(session, cmd.Check(who="ada", name="test"))
    rolled = [event.total for event in session.log[-1].events if isinstance(event, ev.Rolled)]
    assert rolled == [total]
    assert ("able" in session.state.combatants["ada"].states) == (total <= 55)
