"""What is left of pools can be entered with a combatant, and corrected by the GM in the running fight."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.events import PoolChanged
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import ROUND

RULES = loader.load_text(
    """
id = "small"
label = "Small"

[stat]
skill = 3

"""
    + ROUND.replace('"d6"', '{ dice = "d6", plus = "skill" }')
    + """
[pool.breath]
label = "Breath"
size = 4
resets = "encounter-start"
shown = "number"

[pool.action]
label = "Action"
size = 1
resets = "turn-start"

[cost.action]
label = "Action"
alternatives = [{ action = 1 }]
""",
    "small",
)


def fight(**ada: Any) -> Session:
    """Ada and Bo, before the start."""
    session = Session(RULES, dice=RandomDice(1))
    for given in ({"id": "ada", "name": "Ada", **ada}, {"id": "bo"}):
        assert isinstance(session.dispatch(cmd.Add(combatant=given)), Done)
    return session


def started(**ada: Any) -> Session:
    """The same, running; Ada has the first turn."""
    session = fight(**ada)
    assert isinstance(session.dispatch(cmd.Start(rolls={"ada": 9, "bo": 4})), Done)
    return session


def left(session: Session, pool: str, who: str = "ada") -> int | None:
    return session.state.combatants[who].pools[pool]


def test_a_combatant_comes_into_the_fight_with_what_was_entered() -> None:
    session = started(pools={"breath": 1, "action": 0})
    assert (left(session, "breath"), left(session, "breath", "bo")) == (1, 4)
    assert left(session, "action") == 1  # refilled by her turn, as ever
    session.dispatch(cmd.Add(combatant={"id": "late", "pools": {"breath": 0}}))
    assert left(session, "breath", "late") == 0


def test_more_than_a_pool_holds_is_not_brought_along() -> None:
    assert left(started(pools={"breath": 9}), "breath") == 4


def test_the_gm_corrects_what_is_left_and_takes_it_back() -> None:
    session = started()
    before = session.state
    done = session.dispatch(cmd.SetNumbers(who="ada", pools={"breath": 0}))
    assert isinstance(done, Done)
    assert PoolChanged("ada", "breath", 4, 0) in done.outcome.events
    assert left(session, "breath") == 0
    session.undo()
    assert session.state == before
    session.redo()
    assert left(session, "breath") == 0


def test_the_log_says_it() -> None:
    session = started()
    session.dispatch(cmd.SetNumbers(who="ada", pools={"breath": 1}))
    entry = Speaker(RULES, {"ada": "Ada"}.__getitem__).entry(session.log[-1])
    assert entry.title == "Ada: breath 4 → 1"
    assert entry.lines == ()


def test_more_than_it_holds_is_for_the_gm_to_insist_on() -> None:
    session = started()
    refused = session.dispatch(cmd.SetNumbers(who="ada", pools={"breath": 5}))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason, refused.can_override) == ("bad-value", "above-size", True)
    said = Speaker(RULES, {"ada": "Ada"}.__getitem__).refusal(refused)
    assert said == "Breath of Ada holds at most 4; 5 is more."
    done = session.dispatch(cmd.SetNumbers(who="ada", pools={"breath": 5}, override=True))
    assert isinstance(done, Done)
    assert done.outcome.overridden
    assert left(session, "breath") == 5


@pytest.mark.parametrize(
    ("pools", "said"),
    [
        ({"breth": 1}, "This ruleset has no pool “breth”. Did you mean “breath”?"),
        ({"zzz": 1}, "This ruleset has no pool “zzz”."),
        ({"breath": -1}, "Breath: “-1” is not a whole number of at least 0."),
        ({"breath": "all"}, "Breath: “all” is not a whole number of at least 0."),
    ],
)
def test_what_is_no_pool_or_no_number_is_refused(pools: dict[str, Any], said: str) -> None:
    speaker = Speaker(RULES, {"ada": "Ada"}.__getitem__)
    session = started()
    before = session.state
    for command in (
        cmd.SetNumbers(who="ada", pools=pools),
        cmd.Add(combatant={"id": "late", "pools": pools}),
    ):
        refused = session.dispatch(command)
        assert isinstance(refused, Refusal)
        assert not refused.can_override
        assert speaker.refusal(refused) == said
    assert session.state is before


def test_pools_are_a_table() -> None:
    refused = fight().dispatch(cmd.Add(combatant={"id": "late", "pools": 3}))
    assert isinstance(refused, Refusal)
    assert refused.reason == "bad-pools"


def test_before_the_start_nothing_is_left_to_correct() -> None:
    refused = fight().dispatch(cmd.SetNumbers(who="ada", pools={"breath": 1}))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == ("wrong-phase", "not-running")
