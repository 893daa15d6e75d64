"""What was declared before, as it is read off the log."""

from __future__ import annotations

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
    """Return a fight in which everybody has announced one act and two by turns."""
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
            fields = {"actions": 1 + bridge.state.clock.round % 2, "first": "fire"}
            step: cmd.Command = cmd.Declare(who=(declares[0],), fields=fields, override=True)
        elif phase.activity == "roll":
            step = cmd.RollInitiative(rolls={"ace": 9, "orc": 5})
        else:
            step = cmd.NextPhase(override=True)
        assert bridge.dispatch(step) is not None
    return bridge


@pytest.mark.slow
def test_it_is_what_the_log_says_at_every_step_back_and_forth(qapp: QApplication) -> None:
    bridge = played(3)
    earlier = Earlier(bridge)
    for turn in (Bridge.undo, Bridge.redo):
        for _ in range(len(bridge.line) - len(PEOPLE)):
            turn(bridge)
            for who in PEOPLE:
                made = [one.fields for one in bridge.commands_of(cmd.Declare) if who in one.who]
                assert earlier.fields(who, "plan") == (made[-1] if made else {})
                before = len(made) - bool(bridge.state.combatants[who].declared)
                assert earlier.names(who) == (("plan",) if before else ())


@pytest.mark.slow
def test_the_log_is_read_no_farther_back_than_to_what_is_asked_for(qapp: QApplication) -> None:
    """What was declared last costs as much in a long fight as in a short one, the first time, too."""
    cost = [
        [calls(Earlier(bridge).fields, "ace", "plan"), calls(Earlier(bridge).names, "ace")]
        for bridge in (played(2), played(6))
    ]
    assert cost[1] == cost[0]
