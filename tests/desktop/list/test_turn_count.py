"""Which turn it is of how many, at the top of the window."""

from __future__ import annotations

import pytest

from desktop.files.samples import shipped
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


def turn(hands: Hands) -> str:
    """What the present step at the top says of the turn."""
    return next(step.detail for step in hands.window.top_bar.stepper._steps if step.now)


@pytest.mark.slow
def test_one_who_is_put_out_of_action_in_its_own_turn_is_counted_with_it(hands: Hands) -> None:
    """Who is wounded loses its actions; the turn was that one's all the same, and the next is the second."""
    window, bridge = hands.window, hands.window.services.bridge
    window.files.open(shipped("the-cold-store"))
    people = bridge.state.combatants
    sides = {one.side for one in people.values()} | {
        who for who, one in people.items() if one.stats.get("separated")
    }
    assert bridge.dispatch(cmd.Start(rolls={side: 20 - n for n, side in enumerate(sorted(sides))}))
    assert bridge.state.clock.phase == "declaration"
    for _ in range(len(people)):
        for who in people:
            bridge.dispatch(cmd.Declare(who=(who,), fields={"actions": 2, "first": "fire"}))
    hands.settle()
    assert bridge.state.clock.phase == "actions"
    said, of = turn(hands), bridge.state.walk.active
    hurt = cmd.Apply(pipeline="wound", to=(of,), inputs={"damage": 15, "strength": 10})
    assert bridge.dispatch(hurt)
    hands.settle()
    assert (turn(hands), bridge.state.walk.active) == (said, of)
    hands.primary()
    assert turn(hands) == said.replace("1 of", "2 of")
    assert said != turn(hands)
