"""Hits without damage are followed step by step, and are what reading the round anew would find."""

from __future__ import annotations

import random

import pytest

from desktop.bridge import Bridge
from desktop.list.round_hits import RoundHits
from rulesets.reading import loader
from rulesets.table import commands as cmd

PEOPLE = ("ann", "orc", "imp")


@pytest.mark.parametrize("seed", range(3))
def test_hits_that_are_followed_are_those_that_are_read_anew(qapp, seed: int) -> None:
    """Through undo, redo, other branches and new rounds, at random."""
    chance, bridge = random.Random(seed), Bridge()
    bridge.open(loader.load("saga-edition"))
    for who in PEOPLE:
        assert bridge.dispatch(cmd.Add(combatant={"id": who, "name": who, "hp": 500})) is not None
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "orc": 15, "imp": 10})) is not None
    kept, seen = RoundHits(bridge), 0
    for _ in range(120):
        by, to = chance.sample(PEOPLE, 2)
        match chance.randrange(7):
            case 0 | 1:
                bridge.dispatch(cmd.RecordAttack(who=by, target=to, result=chance.choice(("hit", "miss"))))
            case 2:
                inputs = {"amount": chance.randint(1, 3)}
                bridge.dispatch(
                    cmd.Apply(pipeline="damage", to=(to,), by=chance.choice((by, "")), inputs=inputs)
                )
            case 3:
                bridge.undo()
            case 4:
                bridge.redo()
            case _:
                bridge.dispatch(cmd.EndTurn())
        found = kept.now()
        assert found == RoundHits(bridge).now()
        seen += bool(found)
    assert seen > 20
