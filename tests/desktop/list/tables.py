"""Fights that the tests of the initiative list are played with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from desktop.bridge import Bridge
from desktop.widgets.texts import Texts
from rulesets.formula.dice import RandomDice
from rulesets.reading.loader import load
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules

SAGA = "saga-edition"
PEOPLE: tuple[dict[str, Any], ...] = (
    {"id": "vex", "name": "Sarlane Vex", "dex": 18, "hp": 52, "heroic": True},
    {"id": "sgt", "name": "Trooper sergeant", "side": "imperials", "kind": "npc", "dex": 14, "hp": 34},
    {"id": "k77", "name": "K-77 “Lug”", "hp": 60},
    {"id": "deel", "name": "Deel Surool", "dex": 18, "hp": 48, "feats": ["combat_reflexes"]},
    {"id": "s1", "name": "Stormtrooper 1", "side": "imperials", "kind": "npc", "hp": 10, "group": "squad"},
    {"id": "dock", "name": "Dock foreman", "side": "dockers", "kind": "npc", "hp": 15},
    {"id": "s2", "name": "Stormtrooper 2", "side": "imperials", "kind": "npc", "hp": 10, "group": "squad"},
)
COUNTS = {"vex": 24, "sgt": 21, "k77": 17, "deel": 16, "squad": 14, "dock": 11}
ORDER = ("vex", "sgt", "k77", "deel", "s1", "s2", "dock")
"""Ids from top to bottom once COUNTS are rolled; s1 and s2 share a turn."""


def opened(rules: Rules | None = None, seed: int = 1) -> tuple[Bridge, Texts]:
    """Return a bridge with an empty encounter, and texts that speak of it."""
    bridge, texts = Bridge(), Texts()
    bridge.open(rules or load(SAGA), dice=RandomDice(seed))
    texts.set_encounter(bridge.rules, lambda: bridge.state)
    return bridge, texts


def do(bridge: Bridge, *commands: cmd.Command) -> None:
    """Dispatch commands that must be accepted."""
    for command in commands:
        assert bridge.dispatch(command) is not None, (command, bridge.preview(command))


def gathered(rules: Rules | None = None) -> tuple[Bridge, Texts]:
    """Return an encounter before its start."""
    bridge, texts = opened(rules)
    do(bridge, *(cmd.Add(combatant=dict(person)) for person in PEOPLE))
    return bridge, texts


def begun(rules: Rules | None = None) -> tuple[Bridge, Texts]:
    """Return a fight in which Sarlane Vex acts first."""
    bridge, texts = gathered(rules)
    do(bridge, cmd.Start(rolls=COUNTS))
    return bridge, texts


def crowd(number: int) -> tuple[Bridge, Texts]:
    """Return a running fight of many."""
    bridge, texts = opened()
    for each in range(number):
        side = "party" if each % 2 else "imperials"
        do(bridge, cmd.Add(combatant={"id": f"c{each}", "name": f"Fighter {each}", "side": side, "hp": 20}))
    do(bridge, cmd.Start(rolls={f"c{each}": number - each for each in range(number)}))
    return bridge, texts


def fight() -> Iterator[cmd.Command | str]:
    """Yield a whole fight: commands, 'undo' and 'redo', everything that a row can show among them."""
    yield cmd.MoveInList(who="dock", index=1)
    yield cmd.Start(rolls=COUNTS)
    yield cmd.Act(who="vex", cost="standard")
    yield cmd.EndTurn()
    yield cmd.Delay(who="sgt")
    yield cmd.Act(who="k77", name="aim")
    yield cmd.EndTurn()
    yield cmd.Resume(who="sgt")
    yield cmd.EndTurn()
    yield cmd.Delay(who="deel", after="squad")
    yield "undo"
    yield "redo"
    yield cmd.EndTurn(who="squad")
    yield cmd.Apply(pipeline="damage", to=("deel", "s1"), inputs={"amount": 13})
    yield cmd.Apply(pipeline="temp-hp", to=("k77",), inputs={"amount": 9})
    yield cmd.MoveTrack(who="deel", by=2, persistent=True)
    yield cmd.BeginEffect(on="deel", name="suppressed", rounds=2)
    yield cmd.BeginEffect(on="dock", name="prone")
    yield cmd.Ready(who="deel", action="Shoot", trigger="the door opens")
    yield cmd.EndTurn()
    yield cmd.Trigger(who="deel", by="dock")
    yield cmd.React(who="vex")
    yield cmd.Add(combatant={"id": "late", "name": "Latecomer", "side": "aliens", "hp": 5}, roll=18)
    yield "undo"
    yield "redo"
    yield cmd.Describe(who="k77", changes={"name": "<b>K-77</b>"})
    yield cmd.EndTurn()
    yield cmd.EndTurn()
    yield cmd.Delay(who="late", count=3)
    yield cmd.Leave(who="sgt")
    yield "undo"
    yield "redo"
    yield cmd.Defeat(who="s2")
    yield cmd.Disable(who="k77")
    yield cmd.Restore(who="k77")
    yield cmd.SetNumbers(who="dock", initiative=30)
    yield cmd.EndTurn()
    yield cmd.EndEncounter()
    yield "undo"


def play(bridge: Bridge, step: cmd.Command | str) -> None:
    """Carry out one step of a fight."""
    if step == "undo":
        assert bridge.undo()
    elif step == "redo":
        assert bridge.redo()
    else:
        assert isinstance(step, cmd.Command)
        do(bridge, step)
