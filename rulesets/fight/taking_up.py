"""Going on with a fight that was brought as it stands: its log stays where it was played.

A fight is what its events have made of the empty table. Instead of all that happened there, the fewest
events lead to how it stands now; they are held against the rules as those of any file are.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rulesets.fight.log_check import LogCheck, LogError
from rulesets.table import events as ev
from rulesets.table.commands import TakeUp
from rulesets.table.encounter import NOTED, Clock, Encounter, TurnNotes, Walk
from rulesets.table.entry import Entry
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import Rules


def steps_to(state: Encounter) -> tuple[ev.AnyEvent, ...]:
    """Return the fewest events that lead to ``state`` from the empty table, by the rules in force there."""
    clock = (Clock(), state.clock)
    found: list[Any] = [
        *(ev.EncounterDescribed(key, "", getattr(state, key)) for key in NOTED if getattr(state, key)),
        *(ev.Joined(who, index) for index, who in enumerate(state.combatants.values())),
        *(ev.OrderMade(name, None, order) for name, order in state.orders.items()),
        *(ev.PileChanged(name, None, pile) for name, pile in state.decks.items()),
        *(ev.EffectBegan(effect) for effect in state.effects.values()),
        *(ev.RelationChanged(key, None, tie) for key, tie in state.relations.items()),
        *(ev.CheckAsked(check, index) for index, check in enumerate(state.asked)),
        *(ev.WaveChanged(index, None, wave) for index, wave in enumerate(state.waves)),
        *(ev.PutOffChanged(slot, None, put_off) for slot, put_off in state.put_off.items()),
        *(ev.TurnOver(slot, 0, number) for slot, number in state.over.items()),
        *(
            ev.TurnListed(number, taken.slot, taken.segment, index)
            for number, turns in state.acted.items()
            for index, taken in enumerate(turns)
        ),
    ]
    if state.missed:
        found.append(ev.TurnsMissed(dict.fromkeys(state.missed), dict(state.missed)))
    if clock[0] != clock[1]:
        found.append(ev.ClockMoved(*clock))
    if state.walk != Walk():
        found.append(ev.Walked(Walk(), state.walk))
    if state.notes != TurnNotes():
        found.append(ev.Noted(TurnNotes(), state.notes))
    if state.opening:
        found.append(ev.OpeningKept((), state.opening))
    if state.ghosts:
        found.append(ev.GhostsChanged(0, state.ghosts))
    return (*found, ev.Told("taken-up", {"round": state.clock.round}))


def take_up(rules: Rules, state: Encounter, command: TakeUp) -> Outcome | Refusal:
    """Return what comes of going on with a fight, exactly as it stood; nothing happens by that."""
    if replace(state, rules="") != Encounter():
        return Refusal(Code.BAD_VALUE, "table-taken", final=True)
    check = LogCheck(state, lambda edition: rules)
    try:
        entry = check.play((Entry(command, command.steps),))[0]
    except LogError as error:
        return Refusal(Code.BAD_VALUE, "no-such-fight", {"why": error.why}, final=True)
    return Outcome(entry.events, check.state)
