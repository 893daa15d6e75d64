"""What a cost takes from the pools, what the refusal names, and what a forced one leaves alone."""

from __future__ import annotations

from typing import Any

from rulesets.fight.session import Done, Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker
from tests.rulesets.small_rules import ROUND

RULES = (
    """
id = "small"
label = "Small"

[stat]
weary = { value = 0, label = "Weary" }
weight = { value = 3, label = "Weight" }

"""
    + ROUND
    + """
[pool]
action = { label = "Action", size = 1 }
breath = { label = "Breath", size = 2 }
strikes = { label = "Strikes", size = 2 }
points = { label = "Points", size = 5, shown = "number" }

[cost.action]
label = "Action"
alternatives = [{ action = 1, breath = "all", if = "weary > 0" }, { action = 1 }]

[cost.blow]
label = "Heavy blow"
kind = "part"
alternatives = [{ action = 1, strikes = 2 }]

[cost.breather]
label = "Going on"
kind = "part"
alternatives = [{ breath = 1 }]

[cost.lift]
label = "Lifting"
alternatives = [{ action = 1, points = "weight" }]

[cost.never]
label = "Resting"
alternatives = [{ breath = 1, if = "weary > 5" }]

[action.smash]
label = "Smash"
cost = "blow"

[action.go_on]
label = "Go on"
cost = "breather"
"""
)


def fight(text: str = RULES, **ada: Any) -> Session:
    """Ada has the first turn."""
    session = Session(loader.load_text(text, "small"), dice=RandomDice(1))
    for given in ({"id": "ada", "name": "Ada", **ada}, {"id": "bo"}):
        assert isinstance(session.dispatch(cmd.Add(combatant=given)), Done)
    assert isinstance(session.dispatch(cmd.Start(rolls={"ada": 6, "bo": 1})), Done)
    return session


def pools(session: Session) -> dict[str, int | None]:
    return dict(session.state.combatants["ada"].pools)


def refused(session: Session, command: cmd.Command) -> str:
    result = session.dispatch(command)
    assert isinstance(result, Refusal)
    return Speaker(session.rules, lambda who: who.title()).refusal(result)


def test_a_forced_cost_takes_nothing_of_an_alternative_that_does_not_hold() -> None:
    """contract/saga-srd.md 18: the breath goes with the action of the weary alone."""
    session = fight()
    session.dispatch(cmd.Act(who="ada", cost="action"))
    session.dispatch(cmd.Act(who="ada", cost="action", override=True))
    assert pools(session) == {"action": 0, "breath": 2, "strikes": 2, "points": 5}
    weary = fight(weary=1)
    weary.dispatch(cmd.Act(who="ada", name="smash"))
    weary.dispatch(cmd.Act(who="ada", cost="action", override=True))
    assert pools(weary) == {"action": 0, "breath": 0, "strikes": 0, "points": 5}


def test_a_forced_cost_none_of_whose_alternatives_holds_takes_nothing() -> None:
    """contract/saga-srd.md 18."""
    session = fight()
    before = pools(session)
    session.dispatch(cmd.Act(who="ada", cost="never", override=True))
    assert pools(session) == before


def test_a_forced_cost_takes_what_its_formula_says_and_no_more() -> None:
    """contract/saga-srd.md 18: only the pool that is short is left at 0, the other one pays its price."""
    session = fight()
    session.dispatch(cmd.Act(who="ada", cost="action"))
    session.dispatch(cmd.Act(who="ada", cost="lift", override=True))
    assert (pools(session)["action"], pools(session)["points"]) == (0, 2)


def test_the_refusal_names_the_pool_that_is_short() -> None:
    """004-75, 004-222: the first blow of a turn takes the action, too, and that is what is missing."""
    session = fight()
    session.dispatch(cmd.Act(who="ada", cost="action"))
    text = "This takes action and strikes together, and Ada has no action left this turn."
    assert refused(session, cmd.Act(who="ada", name="smash")) == text


def test_too_little_of_a_pool_of_several_is_said_of_that_pool() -> None:
    """004-75: two strikes are needed and one is there."""
    text = RULES.replace('"Strikes", size = 2', '"Strikes", size = "2 - weary"')
    session = fight(text, weary=1)
    expected = "Ada has too few strikes left for heavy blow."
    assert refused(session, cmd.Act(who="ada", name="smash")) == expected


def test_a_part_of_something_else_is_no_name_of_what_is_missing() -> None:
    """E-SRD-21: what going on to a full attack takes is the move action."""
    session = fight()
    for _ in range(2):
        session.dispatch(cmd.Act(who="ada", name="go_on"))
    assert refused(session, cmd.Act(who="ada", name="go_on")) == "Ada has no breath left this turn."


def test_what_is_forced_on_top_of_the_declared_acts_takes_none_of_them() -> None:
    """001-82, 001-96: of a cost with 'on_top' all pools stay, and what it does can ask for it."""
    more = '\n[tally.extra]\nlabel = "Extra"\nresets = "turn-end"\n'
    more += '[cost.strike]\nlabel = "Strike"\non_top = true\n'
    more += 'does = [{ if = "on_top", tally = "extra", by = 1 }]\n'
    session = fight(RULES + more + "alternatives = [{ strikes = 1, action = 1 }]\n")
    session.dispatch(cmd.Act(who="ada", cost="strike"))
    session.dispatch(cmd.Act(who="ada", cost="strike", override=True))
    assert (pools(session)["action"], pools(session)["strikes"]) == (0, 1)
    assert session.state.combatants["ada"].tallies["extra"] == 1


def test_a_roll_below_the_least_cites_what_the_ruleset_cites() -> None:
    """A001-13 is a rule of one system: another one names its own, or none."""
    rolled = RULES.replace(
        'label = "Small"',
        'label = "Small"\nact_roll = "skill - 9 * weary"\nact_least = "D"\nact_cite = "B 7"',
    )
    session = fight(rolled, weary=1)
    strike = cmd.Act(who="ada", cost="action", skill="weight")
    assert refused(session, strike).endswith(" (B 7)")
    assert "(" not in refused(fight(rolled.replace('act_cite = "B 7"', ""), weary=1), strike)


def test_readying_without_a_cost_takes_nothing() -> None:
    """`[ready] cost` may be left out: the preparing is free, as any action without a cost."""
    text = RULES + '\n[ready]\nlabel = "Wait for it"\n'
    session = Session(loader.load_text(text, "small"), dice=RandomDice(1))
    session.dispatch(cmd.Add(combatant={"id": "a"}))
    session.dispatch(cmd.Add(combatant={"id": "b", "side": "foes"}))
    session.dispatch(cmd.Start(rolls={"a": 6, "b": 1}))
    before = session.state.combatants["a"].pools
    done = session.dispatch(cmd.Ready(who="a", action="a blow", trigger="b moves"))
    assert isinstance(done, Done)
    assert session.state.combatants["a"].pools == before
    assert session.state.combatants["a"].readied is not None


WAYS = """
[cost.charge]
label = "Charge"
needs = "weight < 5"
needs_text = "only who carries little"
alternatives = [
  { breath = 1, if = "weary > 5" },
  { action = 1, if = "weary > 7", needs_text = "only the very weary" },
]

[cost.gulp]
label = "Gulp"
alternatives = [{ strikes = 1, if = "weary > 7", needs_text = "only the very weary" }, { action = 1 }]
"""


def test_a_refusal_says_of_every_way_to_pay_what_it_asks_for() -> None:
    """In the ruleset's words where there are any, and else as the condition is read."""
    session = fight(RULES + WAYS)
    assert refused(session, cmd.Act(who="ada", cost="charge")) == (
        "Charge cannot be taken now: only if Weary > 5, only the very weary."
    )
    session.dispatch(cmd.Act(who="ada", cost="gulp"))
    assert refused(session, cmd.Act(who="ada", cost="gulp")) == (
        "Ada has no gulp left this turn. Another way to pay it: only the very weary."
    )
    session = fight(RULES + WAYS, weight=9)
    assert refused(session, cmd.Act(who="ada", cost="charge")) == (
        "Ada cannot take “Charge”: only who carries little."
    )
