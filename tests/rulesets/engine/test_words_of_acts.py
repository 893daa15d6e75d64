"""Words on acts: what reactions, states, tallies, costs and formulas ask for."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.queries import value_of
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing
from tests.rulesets.carried_out import do, refused
from tests.rulesets.small_rules import ROUND

WORDS = (
    """
id = "words"
label = "Words"

[stat]
blows = { value = "done('attack')", label = "Blows this turn" }

[pool]
acts = { label = "Acts", size = 5 }
spare = { label = "Spare act", size = 1 }
react = { label = "Reaction", size = 3, refusal = "no-reaction" }

[tally]
attacks = { label = "Attacks", counts = "attack", resets = "turn-start" }

[cost.one]
label = "One"
alternatives = [{ spare = 1, if = "'quick' in words" }, { acts = 1 }]

[cost.free]
label = "Free"
off_turn = true
alternatives = [{}]

[cost.react]
label = "Reaction"
kind = "reaction"
alternatives = [{ react = 1 }]

[action.hit]
label = "Hit"
cost = "one"
words = ["attack"]

[action.kick]
label = "Kick"
cost = "free"
words = ["attack", "wild"]

[action.walk]
label = "Walk"
cost = "one"
words = ["move"]

[action.creep]
label = "Creep"
cost = "one"
words = ["move"]

[action.rest]
label = "Rest"
cost = "one"

[reaction.lunge]
label = "Lunge"
cost = "react"
answers = ["#move", "#ranged", "melee"]
ignores = ["creep", "#sly"]
once = "cause"
does = [{ on = "target", begin = ["tripped"] }]

[state.tripped]
label = "Tripped"
forbids = ["#move", "#attack"]
allows = ["creep"]
"""
    + ROUND
)


@pytest.fixture
def fight() -> Session:
    writing = Writing("words", WORDS)
    session = Session(loader.load_writing(writing), writing=writing)
    do(session, *(cmd.Add(combatant={"id": name}) for name in "ABC"))
    do(session, cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))
    return session


def lunge(to: str = "", who: str = "B") -> cmd.React:
    return cmd.React(who=who, name="lunge", to=to)


def test_acts_with_a_word_are_counted_in_the_own_turn(fight: Session) -> None:
    do(fight, cmd.Act(who="A", name="hit"), cmd.Act(who="A", name="rest"))
    do(fight, cmd.Act(who="A", name="rest", traits=("attack",)), cmd.Act(who="B", name="kick"))
    assert fight.state.combatants["A"].tallies["attacks"] == 2
    assert not fight.state.combatants["B"].tallies.get("attacks")
    blows = [value_of(fight.rules, fight.state, fight.state.combatants[who], "blows") for who in "AB"]
    assert blows == [2, 1]
    do(fight, cmd.EndTurn())
    assert value_of(fight.rules, fight.state, fight.state.combatants["A"], "blows") == 0


def test_a_cost_asks_for_a_word(fight: Session) -> None:
    quick = cmd.Act(who="A", name="hit", traits=("quick",))
    do(fight, quick, quick, cmd.Act(who="A", name="hit"))
    assert fight.state.combatants["A"].pools["spare"] == 0
    assert fight.state.combatants["A"].pools["acts"] == 3


def test_a_reaction_answers_the_act_that_is_named_otherwise_the_last(fight: Session) -> None:
    assert refused(fight, lunge())[0] == "no-trigger"
    do(fight, cmd.Act(who="A", name="walk", label="past"), cmd.Act(who="A", name="rest", label="sits"))
    assert refused(fight, lunge("sits"))[0] == "no-trigger"
    assert refused(fight, lunge())[0] == "no-trigger"
    do(fight, lunge("past"))
    assert refused(fight, lunge("past")) == ("already-reacted", "")
    assert fight.state.combatants["A"].states == ("tripped",)


def test_some_acts_are_ignored_and_own_ones_are_none(fight: Session) -> None:
    do(fight, cmd.Act(who="A", name="creep", label="past"))
    assert refused(fight, lunge("past"))[0] == "no-trigger"
    do(fight, cmd.Act(who="A", name="walk", label="sneaks", traits=("sly",)))
    assert refused(fight, lunge("sneaks"))[0] == "no-trigger"
    do(fight, cmd.Act(who="A", name="walk", label="walks"))
    assert refused(fight, lunge("walks", who="A"))[0] == "no-trigger"
    do(fight, lunge("walks", who="C"))


def test_a_recorded_attack_has_the_word_of_its_kind(fight: Session) -> None:
    do(fight, cmd.RecordAttack(who="A", target="C", kind="ranged", label="shot"))
    do(fight, lunge("shot"))
    do(fight, cmd.RecordAttack(who="A", target="C", kind="melee", label="blow"))
    assert refused(fight, lunge("blow", who="B"))[0] == "no-trigger"
    do(fight, lunge("blow", who="C"))


def test_a_state_forbids_acts_with_a_word(fight: Session) -> None:
    do(fight, cmd.BeginEffect(on="A", name="tripped"))
    assert refused(fight, cmd.Act(who="A", name="hit")) == ("state-forbids", "")
    assert refused(fight, cmd.Act(who="A", name="rest", traits=("move",))) == ("state-forbids", "")
    do(fight, cmd.Act(who="A", name="creep"), cmd.Act(who="A", name="rest"))


def test_too_many_or_too_long_words_are_refused(fight: Session) -> None:
    for more in ({"traits": ("x",) * 99}, {"traits": ("x" * 999,)}, {"label": "x" * 999}):
        assert refused(fight, cmd.Act(who="A", name="rest", **more)) == ("bad-value", "bad-field")


def test_what_a_cost_needs_is_asked_of_reactions_too() -> None:
    """Reference, cost: ``needs`` must hold for it to be taken, whatever is paid by it."""
    wary = (
        WORDS.replace('kind = "reaction"\n', 'kind = "reaction"\nneeds = "not has_state(\'dazed\')"\n')
        + "\n[state.dazed]\nlabel = 'Dazed'\n[reaction.parry]\nlabel = 'Parry'\ncost = 'react'\n"
    )
    session = Session(loader.load_writing(Writing("words", wary)))
    do(session, cmd.Add(combatant={"id": "a"}), cmd.Add(combatant={"id": "b", "states": ["dazed"]}))
    do(session, cmd.Start())
    assert refused(session, cmd.React(who="b", name="parry", to="?"))[0] == "requirement"
    do(session, cmd.React(who="a", name="parry", to="?"))
