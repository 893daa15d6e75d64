"""Whoever adds an event or a code decides who hears of it: until then nobody does."""

from __future__ import annotations

from typing import get_args

from rulesets.seen.heard import OF_ALL, OF_PLAYERS, OF_SOMEBODY
from rulesets.table import events as ev
from rulesets.table.told import CODES

OF_GM = {
    *("described", "encounter-described", "effect-noted", "hidden", "revealed"),
    *("wave-planned", "wave-dropped", "wave-came"),
    *("rules-changed", "rules-lost", "rules-new", "shuffled", "taken-up", "turn-ended"),
}
"""What is noted, hidden, planned and decided by the game master, the order in which cards lie, and the end of
turns: whose is next is told."""
ONE_BY_ONE = {
    *(ev.Told, ev.Flagged, ev.Rolled, ev.StatChanged, ev.Joined, ev.Left, ev.ClockMoved, ev.OrderMade),
    *(ev.EffectBegan, ev.EffectEnded, ev.EffectChanged, ev.RelationChanged),
}
"""What is heard in part, or whole by some."""
BEHIND_THE_SCREEN = {
    *(ev.Overrode, ev.Described, ev.EncounterDescribed, ev.WaveChanged, ev.Relisted, ev.RulesChanged),
    *(ev.Walked, ev.Noted, ev.OpeningKept, ev.TurnsMissed, ev.GhostsChanged, ev.PileChanged),
    *(ev.CheckAsked, ev.CheckClosed),
}


def test_of_every_code_it_is_decided_who_hears_it() -> None:
    assert not OF_ALL & OF_PLAYERS
    assert CODES - OF_ALL - OF_PLAYERS == OF_GM


def test_of_every_event_it_is_decided_who_hears_it() -> None:
    kinds = [*OF_SOMEBODY, *ONE_BY_ONE, *BEHIND_THE_SCREEN]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(get_args(ev.AnyEvent))
