"""What a command comes to: its events, the encounter after them, and each stage of a pipeline that ran."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rulesets.table import events as ev
from rulesets.table.encounter import Encounter
from rulesets.table.told import StageTold

ROLLOFF, COIN, PICK = "rolloff", "coin", "pick"


class Tie(Struct, frozen=True):
    """Slots of an order that nothing compared tells apart, and what decides between them."""

    order: str
    slots: tuple[str, ...]
    by: str
    """rolloff · coin · pick (the game master says)"""
    number: int = 0
    """Which roll-off of the order it is, from 0."""
    dice: str = ""
    """What is rolled: 'd20', or 'roll' for the order's own dice."""
    equal: bool = False
    """The roll-off was given and left some of them tied."""
    settled: bool = False
    """What was given decides it; else dice do, or another roll-off."""
    results: dict[str, int] = {}
    """Slot → result of the roll-off, given or rolled; a preview rolls none. Of a coin the winner, as 1."""


class StageResult(StageTold, frozen=True):
    """One stage as it ran, on whom and where in its list of stages."""

    who: str
    place: int
    """From 0, those without a label counted, too."""


class Outcome(Struct, frozen=True):
    """What a command comes to: its events and the encounter after them."""

    events: tuple[ev.Event, ...]
    state: Encounter
    roll: Any = None
    """Die code (in pips, with ``roll_is_code``) or total that the command used."""
    roll_is_code: bool = False
    blind: bool = False
    """True if dice would have to be rolled, so that the rest is only a guess (previews)."""
    ties: tuple[Tie, ...] = ()
    """Ties that can be answered, in the order in which they were broken. A preview leaves out whoever has
    still to roll: what that comes to is not known."""
    stages: tuple[StageResult, ...] = ()
    """Stages with a label that ran of an applied pipeline, target by target."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Names that the command raised, each once, in order."""
        return tuple(dict.fromkeys(e.name for e in self.events if isinstance(e, ev.Flagged)))

    @property
    def overridden(self) -> bool:
        """True if the GM insisted on something a rule forbids."""
        return any(isinstance(event, ev.Overrode) for event in self.events)
