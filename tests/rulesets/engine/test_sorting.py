"""Orders whose counts move stand sorted at every moment, and get there with as few moves as there can be."""

from __future__ import annotations

import random

import pytest

from rulesets.engine.sorting import longest_rise
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.writing import Writing
from tests.rulesets.carried_out import do

CLOCK = """
id = "clock"
label = "Clock"
[stat]
speed = { value = 1, label = "Speed" }
strain = { value = 0, label = "Strain" }
[order.clock]
label = "Clock"
roll = "d6"
rolled = "round"
shift = "-strain"
keys = ["has_state('first') desc", "count desc", "speed desc", "coin"]
[phase.roll]
label = "Roll"
activity = "roll"
order = "clock"
[phase.turns]
label = "Turns"
activity = "act"
order = "clock"
who = "count > 0"
turns = "passes"
pass = "Pass"
[state.first]
label = "First"
[cost.three]
label = "Three"
alternatives = [{ off_count = 3, if = "count > 1" }, { off_count = 1 }]
[pipeline.slow]
label = "Slow"
inputs.by = { label = "By" }
does = [{ id = "slower", label = "Slower", count_in = "clock", by = "-by" }]
[[trigger]]
at = "pass-end"
does = [{ count_in = "clock", by = -4 }]
"""


def clock(*names: str, rolls: dict[str, int], coin: str = "") -> Session:
    writing = Writing("clock", CLOCK)
    session = Session(loader.load_writing(writing), dice=ListedDice(()), writing=writing)
    for name in names:
        do(session, cmd.Add(combatant={"id": name}))
    do(session, cmd.Start(rolls=rolls, coin=coin))
    return session


def line(session: Session) -> str:
    return "".join(session.state.orders["clock"].slots)


def moves(outcome: Done) -> list[str]:
    return [event.slot for event in outcome.entry.events if isinstance(event, ev.SlotMoved)]


def test_who_pays_is_the_only_one_who_moves() -> None:
    session = clock(*"ABCDE", rolls={"A": 20, "B": 19, "C": 18, "D": 17, "E": 9})
    paid = do(session, cmd.Act(who="A", cost="three"))
    assert line(session) == "BCADE"  # 17 and 17: as in the list
    assert moves(paid) == ["A"]
    assert session.state.walk.active == "A"


def test_a_pass_takes_from_everybody_and_moves_nobody() -> None:
    session = clock(*"ABC", rolls={"A": 9, "B": 7, "C": 5})
    for _ in range(2):
        do(session, cmd.EndTurn())
    over = do(session, cmd.EndTurn())
    assert {slot: place.count for slot, place in session.state.orders["clock"].places.items()} == {
        "A": 5,
        "B": 3,
        "C": 1,
    }
    assert moves(over) == []


def test_whatever_a_key_reads_sorts_the_order_anew() -> None:
    session = clock(*"ABC", rolls={"A": 9, "B": 7, "C": 7}, coin="C")
    assert line(session) == "ACB"
    do(session, cmd.SetNumbers(who="B", stats={"speed": 2}))
    assert line(session) == "ABC"
    do(session, cmd.BeginEffect(on="C", name="first"))
    assert line(session) == "CAB"
    do(session, cmd.EndEffect(on="C", name="first"))
    do(session, cmd.SetNumbers(who="B", stats={"speed": 1}))
    assert line(session) == "ACB"  # what the coin has said still holds
    do(session, cmd.SetNumbers(who="A", stats={"strain": 4}))
    assert line(session) == "CBA"
    assert session.state.orders["clock"].places["A"].count == 5


def test_a_count_is_moved_by_stages_and_by_hand() -> None:
    session = clock(*"AB", rolls={"A": 9, "B": 7})
    do(session, cmd.Apply(pipeline="slow", to=("A",), inputs={"by": 5}))
    assert (line(session), session.state.orders["clock"].places["A"].count) == ("BA", 4)
    do(session, cmd.SetNumbers(who="A", initiative=8))
    assert line(session) == "AB"
    assert session.state.walk.active == "A"


def test_the_second_way_to_pay_is_taken_where_the_first_does_not_hold() -> None:
    session = clock("A", rolls={"A": 4})
    do(session, cmd.Act(who="A", cost="three"))
    do(session, cmd.Act(who="A", cost="three"))
    assert session.state.orders["clock"].places["A"].count == 0


def test_with_other_rules_the_order_stands_as_these_say() -> None:
    session = clock(*"AB", rolls={"A": 9, "B": 7})
    do(session, cmd.SetNumbers(who="B", stats={"speed": 20}))
    other = CLOCK.replace('"count desc", "speed desc"', '"speed desc", "count desc"')
    changed = session.dispatch(cmd.ChangeRules(writing=Writing("clock", other)))
    assert isinstance(changed, Done)
    assert line(session) == "BA"


@pytest.mark.parametrize("seed", range(20))
def test_as_many_stay_as_can(seed: int) -> None:
    """Of a shuffled row the longest rising one is found: checked by trying all of them."""
    numbers = random.Random(seed).sample(range(9), 9)
    rows = ([n for n in numbers if mask >> n & 1] for mask in range(1 << 9))
    longest = max(len(row) for row in rows if row == sorted(row))
    found = longest_rise(numbers)
    assert len(found) == longest
    assert [n for n in numbers if n in found] == sorted(found)


RANKS = """
id = "ranks"
label = "Ranks"
[order.{other}]
label = "Intents"
rolled = "phase"
keys = ["list"]
[order.ranks]
label = "Ranks"
roll = {{ dice = "d10", fixed = "4" }}
keys = ["count asc", "list"]
[phase.roll]
label = "Roll"
activity = "roll"
order = "ranks"
when = "start"
[phase.intents]
label = "Intents"
activity = "declare"
order = "{other}"
[phase.turns]
label = "Turns"
activity = "act"
order = "ranks"
who = "count <= 10"
turns = "again"
[declaration.intent]
label = "Intent"
[cost.blow]
label = "A blow"
alternatives = [{{ off_count = "-7" }}]
"""


@pytest.mark.parametrize("other", ["intents", "stated"])
def test_the_count_that_formulas_read_is_that_of_the_main_order(other: str) -> None:
    """Whatever the ids of orders are: who declared in another order is done when its rank is past 10."""
    rules = loader.load_writing(Writing("ranks", RANKS.format(other=other)))
    session = Session(rules, dice=ListedDice(()))
    do(session, cmd.Add(combatant={"id": "a"}), cmd.Add(combatant={"id": "b"}))
    do(session, cmd.Start(), cmd.Declare(who=("a",), name="intent"), cmd.Declare(who=("b",), name="intent"))
    for who in ("a", "b"):
        assert session.state.walk.active == who
        do(session, cmd.Act(who=who, cost="blow"), cmd.EndTurn())
    assert (session.state.clock.round, session.state.clock.phase) == (2, "intents")
