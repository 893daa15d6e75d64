"""What was declared before, as it is read off the log."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from desktop.bridge import Bridge
from desktop.declare.earlier import Earlier
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.vocabulary import find_phase
from tests.effort import calls

PEOPLE = ("ace", "orc")


def played(rounds: int) -> Bridge:
    """Return a fight in which everybody has announced one act more in each round."""
    bridge = Bridge()
    bridge.open(loader.load("moon-swing"))
    for who in PEOPLE:
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "side": who})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ace": 9, "orc": 5})) is not None
    while bridge.state.clock.round <= rounds:
        phase = find_phase(bridge.rules, bridge.state.clock.phase)
        assert phase is not None
        declares = [one.id for one in bridge.state.combatants.values() if not one.done and not one.declared]
        if phase.activity == "declare" and declares:
            fields = {"actions": bridge.state.clock.round, "first": "fire"}
            step: cmd.Command = cmd.Declare(who=(declares[0],), fields=fields, override=True)
        elif phase.activity == "roll":
            step = cmd.RollInitiative(rolls={"ace": 9, "orc": 5})
        else:
            step = cmd.NextPhase(override=True)
        assert bridge.dispatch(step) is not None
    return bridge


def known(earlier: Earlier) -> list[Any]:
    return [(earlier.fields(who, "plan"), earlier.names(who)) for who in PEOPLE]


@pytest.mark.slow
def test_what_is_undone_is_known_no_more_and_the_log_is_not_read_again_for_it(qapp: QApplication) -> None:
    """At every step back and forth it is what a fresh reading gives; a long log makes no difference."""
    few, many = played(2), played(6)
    cost = []
    for bridge in (few, many):
        earlier = Earlier(bridge)
        assert known(earlier)[0][1] == ("plan",)
        for turn in (Bridge.undo, Bridge.redo):
            for _ in range(len(few.line) - len(PEOPLE)):
                turn(bridge)
                assert known(earlier) == known(Earlier(bridge))
        bridge.undo()
        cost.append(calls(earlier.fields, "ace", "plan"))
    assert cost[1] < 1.5 * cost[0], cost
