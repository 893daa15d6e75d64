"""What a command comes to: its events, the encounter after them, and each stage of a pipeline that ran."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rulesets.table import events as ev
from rulesets.table.encounter import Encounter


class Outcome(Struct, frozen=True):
    """What a command comes to: its events and the encounter after them."""

    events: tuple[ev.Event, ...]
    state: Encounter
    roll: Any = None
    """Die code (in pips, with ``roll_is_code``) or total that the command used."""
    roll_is_code: bool = False
    blind: bool = False
    """True if dice would have to be rolled, so that the rest is only a guess (previews)."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Names that the command raised, each once, in order."""
        return tuple(dict.fromkeys(e.name for e in self.events if isinstance(e, ev.Flagged)))

    @property
    def overridden(self) -> bool:
        """True if the GM insisted on something a rule forbids."""
        return any(isinstance(event, ev.Overrode) for event in self.events)


class StageResult(Struct, frozen=True):
    """One stage as it ran, for the sheet that shows every number: ``left`` is what is still to be taken."""

    id: str
    label: str
    verb: str
    number: int
    before: int
    after: int
    left: int
    name: str = ""
    cite: str = ""
    who: str = ""
