"""Questions about what is left: pools of the own turn show the coming one, reactions what is left now."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.offers import offers
from rulesets.seen.queries import left_of, value_of
from rulesets.seen.scene import Viewer
from rulesets.seen.spendable import FORBIDDEN, OVER, Budget
from rulesets.seen.why.breakdown import total
from rulesets.seen.why.explain import explain_pool
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.carried_out import do


def test_a_reaction_spent_is_not_shown_as_back_before_the_own_turn() -> None:
    """Reactions come back at the start of the own turn (A004-16); other actions are shown as they will be."""
    session = Session(loader.load("sagas-hub"))
    for ident, side in (("ada", "party"), ("orc", "foes")):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": side}))
    for command in (
        cmd.Start(rolls={"ada": 20, "orc": 10}),
        cmd.EndTurn(),
        cmd.React(who="ada", name="reaction", to="a shot"),
        cmd.EndTurn(),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    session.dispatch(cmd.EndTurn())
    orc = session.state.combatants["orc"]
    assert session.state.walk.active == "orc"
    assert not isinstance(session.dispatch(cmd.React(who="ada", name="reaction", to="a step")), Refusal)
    session.dispatch(cmd.React(who="orc", name="reaction", to="a word"))
    session.dispatch(cmd.EndTurn())
    rules, state = session.rules, session.state
    orc = state.combatants["orc"]
    assert state.walk.active == "ada"
    assert left_of(rules, state, orc, "reaction") == 2, "3 less the one of its own turn"
    assert left_of(rules, state, orc, "standard") == 1


def fight(system: str, *commands: cmd.Command, **ada: object) -> Session:
    """Ada and an orc, and what happens to them."""
    session = Session(loader.load(system))
    people = ({"id": "ada", "side": "party", **ada}, {"id": "orc", "side": "foes"})
    for command in (*(cmd.Add(combatant=one) for one in people), *commands):
        assert not isinstance(session.dispatch(command), Refusal), command
    return session


def left(session: Session, who: str, *pools: str) -> list[int | None]:
    rules, state = session.rules, session.state
    return [left_of(rules, state, state.combatants[who], pool) for pool in pools]


START = cmd.Start(rolls={"ada": 20, "orc": 10})


def test_who_has_acted_has_nothing_left_of_its_turn_until_the_next_round() -> None:
    """003-16, 003-35: no second turn in the round; what is spent at other times stays (E-SRD-05).

    The orc is flat-footed until it acts: no attacks of opportunity (E-SRD-03).
    """
    session = fight("srd35", START, cmd.Act(who="ada", cost="swift"), cmd.EndTurn())
    assert left(session, "ada", "standard", "move", "swift", "reaction") == [0, 0, 0, 1]
    assert left(session, "orc", "standard", "move", "swift", "reaction") == [1, 1, 1, 0]
    session.dispatch(cmd.EndTurn())
    assert session.state.clock.round == 2
    assert left(session, "orc", "standard", "move", "swift") == [1, 1, 1]


def test_who_waits_has_still_what_its_turn_brought() -> None:
    """003-23: delaying is no action; the turn is taken later with all of it."""
    session = fight("srd35", START, cmd.Delay(who="ada"))
    assert session.state.walk.active == "orc"
    assert left(session, "ada", "standard", "move") == [1, 1]


def test_who_is_unaware_has_nothing_to_spend_in_the_surprise_round() -> None:
    """003-10, 003-11: only who was aware at the start acts in it; in the first round everybody does."""
    session = fight("srd35", cmd.Start(rolls={"orc": 10}), aware=False)
    assert session.state.clock.surprise
    assert left(session, "ada", "standard", "move", "swift") == [0, 0, 0]
    assert left(session, "orc", "standard", "move", "swift") == [1, 1, 1]
    session.dispatch(cmd.EndTurn())
    assert left(session, "ada", "standard", "move", "swift") == [1, 1, 1]


@pytest.mark.parametrize("who", ["ada", "orc"])
def test_who_may_not_act_has_nothing_to_spend(who: str) -> None:
    """E-SRD-40: whether it is the turn of the stunned or that is still to come."""
    session = fight("srd35", START, cmd.BeginEffect(on=who, name="stunned", rounds=3))
    assert left(session, who, "standard", "move", "swift", "reaction") == [0, 0, 0, 0]
    combatant = session.state.combatants[who]
    found = Budget(session.rules, session.state, combatant).of("standard")
    assert (found.has, found.why, found.state) == (1, FORBIDDEN, "stunned")


def test_a_state_takes_only_what_it_forbids() -> None:
    """E-KAI-04: who is flat-footed has no Active Actions; AP are left for Swift Actions."""
    session = fight(
        "kaiser",
        cmd.Start(),
        cmd.Declare(who=("ada", "orc"), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 10}),
        cmd.BeginEffect(on="ada", name="flat-footed", rounds=-1),
        active_actions=2,
    )
    assert left(session, "ada", "active", "ap") == [0, 6]


def test_what_is_kept_up_by_an_active_action_is_none_for_the_flat_footed() -> None:
    """E-KAI-04, E-KAI-14: Maintain is an Active Action in one's own turn, and waits for the End Phase."""
    session = fight(
        "kaiser",
        cmd.Start(),
        cmd.Declare(who=("ada", "orc"), done=True),
        cmd.RollInitiative(rolls={"ada": 20, "orc": 10}),
        cmd.BeginEffect(on="ada", name="a spirit", rounds=1, by="ada", at_zero="maintain"),
        cmd.BeginEffect(on="ada", name="flat-footed", rounds=-1),
        active_actions=2,
    )
    assert left(session, "ada", "active", "ap") == [0, 6]
    refused = session.preview(cmd.Act(who="ada", name="maintain"))
    assert isinstance(refused, Refusal)
    assert refused.code == "state-forbids"


def test_who_is_healed_in_its_own_turn_has_its_movement_to_crawl_and_to_stand_up() -> None:
    """R5E-15, R5E-16, R5E-44: the prone crawl or stand up; 0 feet were shown, of 30 that were there."""
    session = fight(
        "dnd5e",
        START,
        cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 10}),
        cmd.Apply(pipeline="heal", to=("ada",), inputs={"amount": 5}),
        kind="pc",
    )
    assert session.state.combatants["ada"].states == ("prone",)
    assert left(session, "ada", "movement", "action") == [30, 1]
    assert not isinstance(session.dispatch(cmd.Act(who="ada", name="stand_up")), Refusal)
    assert left(session, "ada", "movement") == [15]


def test_who_is_shaken_has_no_action_and_may_still_move() -> None:
    """CA-20, CA-40: a turn is a move and an action; of actions the shaken have only free ones."""
    shaken = cmd.BeginEffect(on="ada", name="shaken", rounds=-1)
    session = fight("cards", cmd.Start(rolls={"ada": "KH", "orc": "4D"}), shaken)
    assert left(session, "ada", "actions", "move") == [0, 6]
    assert not isinstance(session.dispatch(cmd.Act(who="ada", cost="move", distance=4)), Refusal)
    assert left(session, "ada", "move") == [2]


def test_an_exempt_action_can_still_be_paid_for() -> None:
    """E-S4-06, 004-241: the dying have a death save and nothing else, the flat-footed may speak."""
    dying = fight("sagas-hub", START, cmd.BeginEffect(on="ada", name="dying", rounds=-1))
    assert left(dying, "ada", "standard", "move", "swift", "free", "reaction") == [1, 1, 1, 0, 0]
    flat = fight("sagas-hub", START, cmd.BeginEffect(on="ada", name="flat-footed", rounds=-1))
    assert left(flat, "ada", "free") == [3]


TWO_PHASES = """
id = "two"
label = "Two"

[order.turns]
label = "Turns"
roll = "d6"
keys = ["roll desc", "list"]

[phase.roll]
label = "Initiative"
activity = "roll"
order = "turns"
when = "start"

[phase.moves]
label = "Moves"
activity = "act"
order = "turns"

[phase.blows]
label = "Blows"
activity = "act"
order = "turns"
who = "side == 'party'"

[pool.action]
label = "Action"
size = 1

[cost.action]
label = "Action"
alternatives = [{ action = 1 }]

[state.stunned]
label = "Stunned"
forbids = ["act"]
ends = { at = "turn-start" }
"""


def test_a_turn_in_a_later_phase_of_the_round_is_still_to_come() -> None:
    """Of a round of two passes over the order: what has been spent in the first comes back in the second."""
    session = Session(loader.load_text(TWO_PHASES, "two"))
    for ident, side in (("ada", "party"), ("orc", "foes")):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": side}))
    session.dispatch(cmd.Start(rolls={"ada": 6, "orc": 1}))
    session.dispatch(cmd.Act(who="ada", cost="action"))
    session.dispatch(cmd.EndTurn())
    assert (left(session, "ada", "action"), left(session, "orc", "action")) == ([1], [1])
    session.dispatch(cmd.EndTurn())
    assert (session.state.clock.phase, session.state.walk.active) == ("blows", "ada")
    assert (left(session, "ada", "action"), left(session, "orc", "action")) == ([1], [0])


def test_a_state_that_ends_when_the_own_turn_begins_takes_nothing_of_it() -> None:
    """What a coming turn brings is what can be spent in it."""
    session = Session(loader.load_text(TWO_PHASES, "two"))
    for ident, side in (("ada", "party"), ("orc", "foes")):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": side, "states": ["stunned"]}))
    session.dispatch(cmd.Start(rolls={"ada": 6, "orc": 1}))
    assert "stunned" in session.state.combatants["orc"].states
    assert left(session, "orc", "action") == [1]
    session.dispatch(cmd.BeginEffect(on="ada", name="stunned", rounds=1))
    assert left(session, "ada", "action") == [0]


@pytest.mark.parametrize(("name", "said"), [(OVER, "no turn is to come"), (FORBIDDEN, "“Stunned” lasts")])
def test_why_says_what_is_in_the_way_of_what_is_left(name: str, said: str) -> None:
    """What was spent and what cannot be spent are told apart, and come to what is left."""
    stuck = cmd.BeginEffect(on="ada", name="stunned", rounds=3)
    session = fight("srd35", START, cmd.EndTurn() if name == OVER else stuck)
    explained = explain_pool(session.rules, session.state, session.state.combatants["ada"], "move")
    assert (explained.value, total(explained.parts)) == (0, 0)
    lines = [line.label for line in Speaker(session.rules, str.title).why(explained).lines]
    assert any(said in line for line in lines), lines


def test_who_delays_has_no_reaction_to_spend_and_is_told_why() -> None:
    """PF-23: no reactions until one is back; what is left of the reaction is still there then."""
    session = fight("pf2e", START, cmd.Delay(who="ada"))
    ada = session.state.combatants["ada"]
    assert (Budget(session.rules, session.state, ada).of("reaction").left, ada.pools["reaction"]) == (0, 1)
    explained = explain_pool(session.rules, session.state, ada, "reaction")
    lines = [line.label for line in Speaker(session.rules, str.title).why(explained).lines]
    assert "nothing can be done with it now: only who does not delay" in lines
    assert left(session, "orc", "reaction") == [1]


@pytest.mark.parametrize(
    ("system", "attack", "stats"),
    [
        ("pf2e", cmd.Act(who="ada", name="strike"), {}),
        ("sagas-hub", cmd.Act(who="ada", cost="one-attack"), {"attack_actions": 2}),
    ],
)
def test_attacks_of_a_turn_are_shown_in_that_turn(
    system: str, attack: cmd.Act, stats: dict[str, int]
) -> None:
    """PF-08, A004-5: counted within the own turn only, anew with each; "Attacks this turn" stayed on."""
    session = fight(system, START, attack, **stats)

    def shown() -> list[tuple[str, int]]:
        scene = Viewer(session.rules).look(session.state)
        return list(scene.tallies(session.state.combatants["ada"]))

    assert shown() == [("attacks", 1)]
    session.dispatch(cmd.EndTurn())
    assert shown() == []


def test_who_has_no_distance_left_is_not_offered_to_move() -> None:
    """R5E-14: a move is paid foot by foot; one foot is tried for whoever has not yet said how far."""
    session = Session(loader.load("dnd5e"))
    do(session, *(cmd.Add(combatant={"id": who, "side": who}) for who in ("ada", "orc")))
    do(session, cmd.Start(rolls={"ada": 20, "orc": 10}))

    def legal() -> set[str]:
        found = offers(session.rules, session.state, session.state.combatants["ada"])
        return {one.id for one in found if one.legal} & {"move", "difficult"}

    do(session, cmd.Act(who="ada", cost="move", distance=29))
    assert legal() == {"move"}, "a foot of hard ground costs two"
    do(session, cmd.Act(who="ada", cost="move", distance=1))
    assert legal() == set()


def test_what_stands_beside_a_count_is_what_was_added_when_it_was_rolled() -> None:
    """002-20, 002-21: woken, -4 on this roll alone (E-KAI-12); 23 is 5 on the dice and 18, not 22."""
    session = Session(loader.load("kaiser"), dice=ListedDice([2, 3]))
    for command in (
        cmd.Add(combatant={"id": "marten", "name": "Marten", "dex_mod": 12, "init_passing": -4}),
        cmd.Start(),
        cmd.Declare(who=("marten",), done=True),
        cmd.RollInitiative(),
    ):
        assert not isinstance(session.dispatch(command), Refusal), command
    viewer = Viewer(session.rules)

    def shown() -> tuple[str, str]:
        return viewer.look(session.state).count(session.state.combatants["marten"])

    assert shown() == ("23", "+18")
    session.dispatch(cmd.SetNumbers(who="marten", stats={"init_passing": 0}))
    assert value_of(session.rules, session.state, session.state.combatants["marten"], "tie_value") == 22
    assert shown() == ("23", "+18")
