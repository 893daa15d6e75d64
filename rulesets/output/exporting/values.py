"""What stands in an exported summary: the keys of the JSON file, from which its schema is made.

Numbers are numbers, times are ISO 8601 in UTC, nobody's text is changed. A key is never renamed or given
another meaning within a ``version``; new ones may come.
"""

from __future__ import annotations

from msgspec import Struct, field

FORMAT = "turnwright-summary"
VERSION = 1
Value = int | float | str
"""A number where there is one, or what people read: '3D+2'."""


class RulesetKey(Struct, frozen=True):
    """The ruleset that the fight is played by."""

    id: str
    label: str
    options: dict[str, str]
    """Label → value of every option that is not at its default."""


class TotalsKey(Struct, frozen=True):
    """What a combatant or a side did and suffered."""

    dealt: int
    taken: int
    healed: int
    given: int
    """Points that anybody got back by what it did."""
    soaked: int
    """Points of damage that something other than hit points took."""
    worse: int
    """Steps for the worse on condition tracks."""
    caused: int
    """Steps for the worse that others took by what it did."""
    turns: int
    actions: dict[str, int]
    """Id of the type of action → how many were spent."""
    reactions: int
    effects: int
    """Effects that it began."""
    suffered: int
    """Effects that began on it."""
    overrides: int
    defeats: int
    seconds: list[float]
    """Real time of its turns, as far as it is known."""


class StatKey(Struct, frozen=True):
    """A stat that the ruleset marks as printed."""

    id: str
    label: str
    value: Value | None


class PointsKey(Struct, frozen=True):
    """Hit points or whatever the ruleset calls them."""

    label: str
    now: int
    full: int | None
    extra: int


class TrackKey(Struct, frozen=True):
    """A condition track."""

    id: str
    label: str
    step: int
    """0 is unhurt."""
    name: str
    """What the step is called."""
    steps: int
    """How many there are, the unhurt one included."""
    persistent: int


class PoolKey(Struct, frozen=True):
    """What there is to spend of a pool; null is without limit."""

    id: str
    label: str
    left: int | None
    size: int | None


class EffectKey(Struct, frozen=True):
    """An effect."""

    name: str
    duration: str
    rounds: int | None
    """Rounds left; null until it is ended."""
    by: str


class MarkKey(Struct, frozen=True):
    """One mark on a roll."""

    reason: str
    """Label of the state or track."""
    mark: int | str
    """advantage · disadvantage · fails, or a number that is added."""
    cite: str


class RollKey(Struct, frozen=True):
    """A roll that states or tracks mark."""

    id: str
    label: str
    edge: str
    """What advantages and disadvantages come to: advantage · disadvantage · straight · fails."""
    modifier: int
    """What numbers come to."""
    marks: list[MarkKey]


class CombatantKey(Struct, frozen=True, omit_defaults=True):
    """One combatant, as it stands and with its totals."""

    id: str
    name: str
    side: str
    kind: str
    group: str
    here: bool
    """False for one who has left the fight: then there are only totals."""
    count: Value | None
    aside: Value | None
    active: bool
    out: str
    conditions: list[str]
    """That it is ``active`` is none of them."""
    stats: list[StatKey]
    points: PointsKey | None
    tracks: list[TrackKey]
    pools: list[PoolKey]
    effects: list[EffectKey]
    declared: list[str]
    notes: str
    totals: TotalsKey
    rolls: list[RollKey] = field(default_factory=list)
    """Rolls that states or tracks mark; left out if there are none."""
    shared: str = ""
    """What everybody may read about it; left out if that is nothing."""
    hidden: bool = False
    """True if the players must not know that it is there; left out if they may."""
    alias: str = ""
    """What the players call it, as long as they do not know its name; left out if they do."""


class EventKey(Struct, frozen=True):
    """One step of the fight."""

    number: int
    """1 is the first."""
    round: int
    """0 is before the fight, or after it."""
    section: str
    place: str
    at: str | None
    command: str
    title: str
    lines: list[str]
    overridden: bool


class RoundKey(Struct, frozen=True):
    """How the sides stood when a round was over."""

    round: int
    points: dict[str, int]


class TurnKey(Struct, frozen=True):
    """One turn with its real time."""

    round: int
    slot: str
    seconds: float


class WaveKey(Struct, frozen=True):
    """Those who are still to come together."""

    when: str
    people: list[str]
    notes: str


class ExportedSummary(Struct, frozen=True, omit_defaults=True):
    """A fight as it stands, with all that led there."""

    format: str
    version: int
    title: str
    ruleset: RulesetKey
    place: str
    round: int
    begun: bool
    rounds_done: int
    game_seconds: int
    began: str | None
    ended: str | None
    combatants: list[CombatantKey]
    """From the top of the order down, then those who have left."""
    sides: dict[str, TotalsKey]
    unattributed: int
    """Points lost by damage that nobody was named as the author of."""
    rounds: list[RoundKey]
    turns: list[TurnKey]
    events: list[EventKey]
    notes: str = ""
    """What the game master has noted about the whole of it; left out if that is nothing."""
    shared: str = ""
    """What everybody may read about it; left out if that is nothing."""
    waves: list[WaveKey] = field(default_factory=list)
    """Who is still to come; left out if that is nobody."""
