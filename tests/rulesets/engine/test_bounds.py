"""What can be rolled for an order: whatever dice fall, it is within what is said of it."""

from __future__ import annotations

import pytest

from rulesets.engine.counts import bounds
from rulesets.fight.session import Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.seen.why.order import explain_count
from rulesets.table import commands as cmd, events as ev


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "stats", "limits"),
    [
        ("saga-edition", {"dex": 14}, None),
        ("kaiser", {}, None),
        ("moon-swing", {"dex": "3D+2"}, None),
        ("dnd5e", {"dex": 8}, (0, 19)),
        ("cards", {}, None),
        ("passes", {}, None),
        ("shots", {}, None),
    ],
)
def test_no_roll_is_beyond_its_bounds(
    ruleset: str, stats: dict[str, object], limits: tuple[int, int | None] | None
) -> None:
    rules = loader.load(ruleset)
    rolled = set()
    for seed in range(25):
        session = Session(rules, dice=RandomDice(seed))
        session.dispatch(cmd.Add(combatant={"id": "a", **stats}))
        session.dispatch(cmd.Add(combatant={"id": "b", "side": "foes"}))
        before = session.state
        session.dispatch(cmd.Start())
        for command in (cmd.Declare(who=("a",), done=True), cmd.Declare(who=("b",), done=True)):
            session.dispatch(command)
        session.dispatch(cmd.RollInitiative())
        rolled |= {
            event.total
            for entry in session.log
            for event in entry.events
            if isinstance(event, ev.Rolled) and event.what == "initiative" and event.who in ("a", "party")
        }
    order = next((rule for rule in rules.orders.values() if rule.roll is not None), None)
    found = bounds(rules, before, order, [before.combatants["a"]]) if order is not None else None
    if found is None:
        assert not rolled, "only cards have none"
        return
    low, high = found
    assert low <= min(rolled)
    assert high is None or max(rolled) <= high
    assert limits is None or found == limits


SIDES = """
id = "own"
label = "Own"
[stat]
wits = { value = 2 }
[order.sides]
label = "Sides"
of = "side"
roll = "d6 + 2 * roller + wits"
rolled = "round"
roller = "wits * 10"
keys = ["roll desc", "list"]
[phase.roll]
label = "Roll"
activity = "roll"
order = "sides"
[order.turns]
label = "Turns"
rolled = "phase"
keys = ["order sides", "list"]
[phase.act]
label = "Turns"
activity = "act"
order = "turns"
"""


def test_of_a_side_only_what_whoever_rolls_has_counts_with_the_value_that_it_was_found_by() -> None:
    rules = loader.load_text(SIDES, "own")
    session = Session(rules, dice=RandomDice(1))
    for name, wits in (("a", 1), ("b", 3), ("c", 2)):
        session.dispatch(cmd.Add(combatant={"id": name, "wits": wits}))
    session.dispatch(cmd.Start())
    (fell,) = (e for entry in session.log for e in entry.events if isinstance(e, ev.Rolled))
    assert fell.total == sum(fell.results) + 2 * 30 + 3
    order, members = rules.orders["sides"], list(session.state.combatants.values())
    assert bounds(rules, session.state, order, members) == (64, 69)
    told = explain_count(rules, session.state, "party", session.log, "sides")
    assert told is not None
    assert told.value == fell.total
    assert [part.value for part in told.parts][1:] == [60, 3]
