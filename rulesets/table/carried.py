"""What a combatant brings from an earlier fight: all that differs from what was entered of it."""

from typing import Any

from msgspec import Struct, field

from rulesets.table.combatant import TrackPlace

SPANS = ("day", "rest")
"""Spans that go on when a fight is over: what was done once in them is remembered until a rest."""


class CarriedEffect(Struct, gc=False, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An effect that lasts until it is ended; its fields are those of an effect in force."""

    name: str
    by: str = ""
    """Id of whoever began it, where that one is carried over, too."""
    at_zero: str = "end"
    state: str = ""
    size: int = 0
    dice: str = ""
    until: str = ""
    sources: tuple[str, ...] = ()
    """Names of the effects on the same combatant that bring it; '': it is there by itself, too."""
    sustained: bool = False
    save: str = ""
    save_against: int = 0
    save_at: str = ""
    notes: str = ""
    shared: str = ""


class Carried(Struct, gc=False, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a combatant stands when it comes in, where that does not follow from what was entered."""

    stats: dict[str, Any] = field(default_factory=dict)
    """Numbers that fights have changed, as they are entered: points, luck."""
    tracks: dict[str, TrackPlace] = field(default_factory=dict)
    """Places on condition tracks."""
    states: tuple[str, ...] = ()
    """States in force, besides those that follow from its numbers."""
    without: tuple[str, ...] = ()
    """States that would follow from what was entered, and numbers that were, which are not there."""
    effects: tuple[CarriedEffect, ...] = ()
    used: dict[str, int] = field(default_factory=dict)
    """How often it has done what can be done only so often, by the key under which that is counted."""
    out: str | None = None
    """'', 'defeated' or 'disabled', where its states do not say so."""
    notes: str | None = None
    """What was noted of it in the fight, for the game master."""
    shared: str | None = None
    """The same for everybody."""
