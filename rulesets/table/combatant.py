"""One combatant as it stands: what was entered, what is left, what has happened to it."""

from typing import Any, Self

from msgspec import Struct, field
from msgspec.structs import replace

Value = Any
"""A stat's value as entered: number, bool, die code in pips, text, or a list (damage reductions, feats)."""

MAX_ID, MAX_TEXT = 100, 10_000
"""Characters of a combatant's id, and of any other text that it has."""
GIVEN_KEYS = (
    "id", "name", "side", "kind", "group", "aware", "states", "feats", "tracks", "notes", "pools", "hidden",
    "alias", "shared",
)  # fmt: skip
"""Keys of a combatant, as it is given, that are no stats."""
MAX_COMBATANTS = 20_000
"""Combatants that an encounter holds."""
PC, NPC = "pc", "npc"
"""Kinds of combatants: whom a player plays, and whom the game master does."""
DESCRIBED = {
    "name": str, "side": str, "kind": str, "group": str, "aware": bool, "notes": str, "feats": list,
    "hidden": bool, "alias": str, "shared": str,
}  # fmt: skip
"""Fields that describe a combatant → of which kind they are in commands and events (feats: of texts)."""
OUT_DEFEATED, OUT_DISABLED = "defeated", "disabled"


class TrackPlace(Struct, gc=False, frozen=True, omit_defaults=True):
    """A place on a condition track: steps below normal, and how many of them do not recover by themselves."""

    step: int = 0
    persistent: int = 0


class Readied(Struct, gc=False, frozen=True, omit_defaults=True):
    """A readied action: what will be done, and when."""

    action: str
    trigger: str
    kept_up: bool = False
    """True if it is lost as soon as it is kept up no more: an effect of its name on who has readied it."""


class Part(Struct, gc=False, frozen=True):
    """How much of an action of several parts has been paid, and in which round last."""

    paid: int
    round: int


class Declared(Struct, gc=False, frozen=True, omit_defaults=True):
    """One declaration: the ruleset's name for it and the fields the player filled in."""

    name: str
    fields: dict[str, Value] = field(default_factory=dict)


class Combatant(Struct, gc=False, frozen=True, omit_defaults=True):
    """A combatant. ``stats`` holds what was entered; a derived stat given there wins over its formula."""

    id: str
    name: str
    side: str = "party"
    kind: str = PC
    group: str = ""
    aware: bool = True
    joined: bool = False
    """True if it came into the running encounter."""
    feats: tuple[str, ...] = ()
    notes: str = ""
    """What the game master alone reads."""
    stats: dict[str, Value] = field(default_factory=dict)
    pools: dict[str, int | None] = field(default_factory=dict)
    """What is left of each pool; None is without limit."""
    tallies: dict[str, int] = field(default_factory=dict)
    debts: dict[str, int] = field(default_factory=dict)
    """What the next turn has already lent out, by pool (immediate actions)."""
    tracks: dict[str, TrackPlace] = field(default_factory=dict)
    states: tuple[str, ...] = ()
    """Names of states in force, sorted; effects stand in the encounter."""
    out: str = ""
    """'' can act · 'defeated' · 'disabled'."""
    readied: Readied | None = None
    parts: dict[str, Part] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    """How often something limited was used, by 'scope:action'."""
    declared: tuple[Declared, ...] = ()
    left: dict[str, int] = field(default_factory=dict)
    """What was entered for pools: with so much it comes into the fight instead of with their sizes."""
    done: bool = False
    """True once this combatant's declarations of the phase are complete."""
    hidden: bool = False
    """True as long as the players must not know that it is there."""
    alias: str = ""
    """What the players call it, as long as they do not know its name; '' if they do."""
    shared: str = ""
    """What everybody may read about it."""

    @property
    def slot(self) -> str:
        """The id under which it acts: its group's, or its own."""
        return self.group or self.id

    def parts_before(self, round_: int) -> list[str]:
        """Return actions of several parts of which no part was paid in a round: its turn ends them."""
        return [action for action, part in self.parts.items() if part.round < round_]

    def having(self, **changes: Value) -> Self:
        """Return this combatant with some fields replaced."""
        return replace(self, **changes)
