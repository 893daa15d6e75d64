"""What can be rolled for an order: whatever dice fall, it is within what is said of it."""

from __future__ import annotations

import pytest

from rulesets.engine.rolling import bounds
from rulesets.fight.session import Session
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
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
