"""Resting: what a rest gives back, what can be done again after it, and when nobody rests."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Code, Refusal
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import ROUND

RESTFUL = (
    """
id = "restful"
label = "Restful"

[stat]
max_hp = { value = 10, label = "Full health" }
hp = { value = "max_hp", label = "Life", to_begin_with = true, least = 0 }
luck = { value = 1, label = "Luck", least = 0 }

[pool]
acts = { label = "Acts", size = 9 }

[cost.one]
label = "One"
alternatives = [{ acts = 1 }]

[action.pray]
label = "Pray"
cost = "one"
once = "day"
times = "2"

[action.boast]
label = "Boast"
cost = "one"
once = "rest"

[state.down]
label = "Down"
while = "hp <= 0"
out = "disabled"

[track.wounds]
label = "Wounds"
steps = ["None", "One", "Two", "Three"]

[rest.night]
label = "A night's sleep"
cite = "p. 9"
does = [{ stat = "hp", by = "2 * luck", cap = "max_hp" }, { track = "wounds", by = -1, recovers = true }]

[rest.short]
label = "A breather"
"""
    + ROUND
)


def played(*orders: cmd.Command) -> Session:
    """A session of the small ruleset with A and B in it."""
    session = Session(loader.load_writing(Writing("restful", RESTFUL), {}), dice=RandomDice(1))
    for order in (cmd.Add(combatant={"id": "A"}), cmd.Add(combatant={"id": "B", "side": "foes"}), *orders):
        done(session, order)
    return session


def done(session: Session, order: cmd.Command) -> Done:
    result = session.dispatch(order)
    assert isinstance(result, Done), result
    return result


def used(session: Session, who: str = "A") -> dict[str, int]:
    return session.state.combatants[who].used


def test_a_rest_does_what_it_says_to_each_who_rests_and_to_nobody_else() -> None:
    hurt = [cmd.SetNumbers(who=who, stats={"hp": 3}) for who in ("A", "B")]
    session = played(*hurt, cmd.MoveTrack(who="A", by=2), cmd.MoveTrack(who="A", by=1, persistent=True))
    done(session, cmd.Rest(who=("A",), name="night"))
    people = session.state.combatants
    assert (people["A"].stats["hp"], people["B"].stats["hp"]) == (5, 3)
    assert people["A"].tracks["wounds"].step == 2
    done(session, cmd.Rest(who=("A",), name="night"))
    done(session, cmd.Rest(who=("A",), name="night"))
    assert people["A"].tracks["wounds"].persistent == 1
    assert session.state.combatants["A"].tracks["wounds"].step == 1, "persistent steps stay"


def test_whoever_was_down_gets_up_by_a_rest() -> None:
    session = played(cmd.SetNumbers(who="A", stats={"hp": 0}))
    assert session.state.combatants["A"].out == "disabled"
    done(session, cmd.Rest(who=("A",), name="night"))
    assert session.state.combatants["A"].out == ""


@pytest.mark.parametrize(("rest", "left"), [("night", {}), ("short", {"day:pray": 1})])
def test_a_day_is_over_with_the_night_and_a_rest_with_any(rest: str, left: dict[str, int]) -> None:
    """The next fight alone forgets neither."""
    acts = [cmd.Act(who="A", name=name) for name in ("pray", "boast")]
    session = played(cmd.Start(rolls={"A": 6, "B": 1}), *acts, cmd.EndEncounter())
    done(session, cmd.Start(rolls={"A": 6, "B": 1}))
    assert used(session) == {"day:pray": 1, "rest:boast": 1}
    refused = session.dispatch(cmd.Act(who="A", name="boast"))
    assert isinstance(refused, Refusal)
    assert refused.code == Code.ONCE_ONLY
    assert (
        Speaker(session.rules, str).refusal(refused)
        == "A has already used “Boast” as often as a rest allows."
    )
    done(session, cmd.EndEncounter())
    done(session, cmd.Rest(who=("A",), name=rest))
    assert used(session) == left


def test_in_a_fight_nobody_rests_unless_the_gm_insists() -> None:
    session = played(cmd.Start(rolls={"A": 6, "B": 1}))
    refused = session.dispatch(cmd.Rest(who=("A",), name="night"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason, refused.cite) == (Code.WRONG_PHASE, "no-resting-now", "p. 9")
    done(session, cmd.Rest(who=("A",), name="night", override=True))
    assert session.log[-1].overridden


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (cmd.Rest(who=("A",), name="nap"), Code.UNKNOWN_ACTION),
        (cmd.Rest(who=("A", "C"), name="night"), Code.UNKNOWN_COMBATANT),
        (cmd.Rest(who=(), name="night"), Code.BAD_VALUE),
    ],
)
def test_what_cannot_be_changes_nothing(order: cmd.Command, code: Code) -> None:
    session = played()
    before, refused = session.state, session.dispatch(order)
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert session.state is before


def test_who_is_defeated_rests_only_if_the_gm_insists() -> None:
    """Of several who rest the others do; E5E-01 gives nothing back to the dead."""
    session = played(cmd.SetNumbers(who="B", stats={"hp": 3}), cmd.Defeat(who="A"))
    done(session, cmd.Rest(who=("A", "B"), name="night"))
    assert Speaker(session.rules, str).entry(session.log[-1]).title == "A night's sleep: B"
    refused = session.dispatch(cmd.Rest(who=("A",), name="night"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == (Code.STATE_FORBIDS, "no-rest-for")
    assert Speaker(session.rules, str).refusal(refused).startswith("A is out of the fight for good")
    done(session, cmd.Rest(who=("A",), name="night", override=True))


def test_a_rest_is_one_step_that_the_log_tells_and_undo_takes_back() -> None:
    session = played(*(cmd.SetNumbers(who=who, stats={"hp": 3}) for who in ("A", "B")))
    before = session.state
    entry = done(session, cmd.Rest(who=("A", "B"), name="night")).entry
    assert Speaker(session.rules, str).entry(entry).title == "A night's sleep: A, B"
    assert decode_entry(encode_entry(entry)) == entry
    assert replay(before, entry.events) == session.state
    assert take_back(session.state, entry.events) == before


def shipped(ruleset: str, given: dict[str, Any], *orders: cmd.Command) -> Session:
    session = Session(loader.load(ruleset), dice=RandomDice(1))
    foe = {"id": "B", "side": "foes", "kind": "npc"}
    for order in (cmd.Add(combatant={"id": "A", **given}), cmd.Add(combatant=foe), *orders):
        done(session, order)
    return session


@pytest.mark.parametrize(
    ("ruleset", "given", "name", "key"),
    [
        ("saga-edition", {"hp": 1}, "second_wind", "day:second_wind"),  # E-SW-11: once per day
        ("sagas-hub", {"hp": 1, "heroic": True}, "second_wind", "day:second_wind"),  # 004-168
        ("dnd5e", {"feats": ["action_surge"]}, "action_surge", "rest:action_surge"),  # E5E-01: until a rest
    ],
)
def test_what_the_shipped_rulesets_give_back(
    ruleset: str, given: dict[str, Any], name: str, key: str
) -> None:
    session = shipped(ruleset, given, cmd.Start(rolls={"A": 20, "B": 1}))
    done(session, cmd.Act(who="A", name=name, override=True))
    while not used(session).get(key):
        done(session, cmd.Act(who="A", name=name, override=True))
    done(session, cmd.EndEncounter())
    done(session, cmd.Rest(who=("A",), name="night"))
    assert key not in used(session)
