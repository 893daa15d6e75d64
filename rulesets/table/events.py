"""What happened: complete facts with old and new values, enough to go forward and back without rules."""

from typing import Any

from msgspec import Struct, field

from rulesets.table.combatant import Combatant, Declared, Part, Readied, TrackPlace
from rulesets.table.encounter import (
    Clock,
    Effect,
    Missed,
    OpenCheck,
    Order,
    Pile,
    Place,
    PutOff,
    Relation,
    TurnNotes,
    Walk,
    Wave,
)


class Event(Struct, gc=False, frozen=True, omit_defaults=True, tag_field="e"):
    """A fact. Where it has ``old`` and ``new``, its inverse has them swapped."""


# -- one combatant ---------------------------------------------------------------------------------


class StatChanged(Event, frozen=True, tag="stat"):
    """An entered stat changed; None is not given."""

    who: str
    key: str
    old: Any
    new: Any


class PoolChanged(Event, frozen=True, tag="pool"):
    """What is left of a pool changed."""

    who: str
    key: str
    old: int | None
    new: int | None


class PoolOpened(Event, frozen=True, tag="pool-opened"):
    """A combatant has a pool that it did not have; ``left`` None is without limit."""

    who: str
    key: str
    left: int | None


class PoolClosed(Event, frozen=True, tag="pool-closed"):
    """A combatant has a pool no longer."""

    who: str
    key: str
    left: int | None


class TallyChanged(Event, frozen=True, tag="tally"):
    """A tally changed."""

    who: str
    key: str
    old: int
    new: int


class DebtChanged(Event, frozen=True, tag="debt"):
    """What the next turn has lent out changed."""

    who: str
    key: str
    old: int
    new: int


class TrackMoved(Event, frozen=True, tag="track"):
    """A place on a condition track changed."""

    who: str
    key: str
    old: TrackPlace
    new: TrackPlace


class PartsChanged(Event, frozen=True, tag="parts"):
    """Parts of a longer action were paid or lost."""

    who: str
    key: str
    old: Part | None
    new: Part | None


class UsedChanged(Event, frozen=True, tag="used"):
    """Something limited was used, or may be used again."""

    who: str
    key: str
    old: int
    new: int


class StateBegan(Event, frozen=True, tag="state-began"):
    """A state is in force."""

    who: str
    state: str


class StateEnded(Event, frozen=True, tag="state-ended"):
    """A state is no longer in force."""

    who: str
    state: str


class OutChanged(Event, frozen=True, tag="out"):
    """Taken out, disabled or able to act again."""

    who: str
    old: str
    new: str


class ReadiedChanged(Event, frozen=True, tag="readied"):
    """An action was readied, used or lost."""

    who: str
    old: Readied | None
    new: Readied | None


class DeclaredChanged(Event, frozen=True, tag="declared"):
    """The declarations of the phase changed."""

    who: str
    old: tuple[Declared, ...]
    new: tuple[Declared, ...]


class DoneChanged(Event, frozen=True, tag="done"):
    """The declarations are complete, or open again."""

    who: str
    old: bool
    new: bool


class Described(Event, frozen=True, tag="described"):
    """A field that describes a combatant changed, one of ``rulesets.table.combatant.DESCRIBED``."""

    who: str
    key: str
    old: Any
    new: Any


class Joined(Event, frozen=True, tag="joined"):
    """A combatant came in, at ``index`` of the list."""

    combatant: Combatant
    index: int


class Left(Event, frozen=True, tag="left"):
    """A combatant left."""

    combatant: Combatant
    index: int


class Relisted(Event, frozen=True, tag="relisted"):
    """A combatant changed its place in the list."""

    who: str
    old: int
    new: int


class EncounterDescribed(Event, frozen=True, tag="encounter-described"):
    """What is noted about the whole encounter changed: 'about' or 'shared'."""

    key: str
    old: str
    new: str


class WaveChanged(Event, frozen=True, tag="wave"):
    """At ``index`` of those to come a wave was planned, planned anew, or is no longer waited for."""

    index: int
    old: Wave | None
    new: Wave | None


# -- time and turns --------------------------------------------------------------------------------


class ClockMoved(Event, frozen=True, tag="clock"):
    """Round, phase, segment or status changed."""

    old: Clock
    new: Clock


class Walked(Event, frozen=True, tag="walk"):
    """Another slot is active, or the place in the order changed."""

    old: Walk
    new: Walk


class Noted(Event, frozen=True, tag="notes"):
    """What has happened in the present turn changed."""

    old: TurnNotes
    new: TurnNotes


class OpeningKept(Event, frozen=True, tag="opening"):
    """The beginning of a turn is kept, so that a resumed turn can take it back."""

    old: "tuple[AnyEvent, ...]"
    new: "tuple[AnyEvent, ...]"


class PutOffChanged(Event, frozen=True, tag="put-off"):
    """A turn was put off, or comes up."""

    slot: str
    old: PutOff | None
    new: PutOff | None


class TurnOver(Event, frozen=True, tag="over"):
    """A slot's turn of the pass is over (``new`` is the pass), or open again."""

    slot: str
    old: int
    new: int


class TurnsMissed(Event, frozen=True, tag="missed"):
    """Places of the pass have come by without a turn, or are open again: slot → before, and now."""

    old: dict[str, Missed | None]
    new: dict[str, Missed | None]


class TurnListed(Event, frozen=True, tag="listed"):
    """A turn stands among those taken."""

    round: int
    slot: str
    segment: int
    index: int


class TurnUnlisted(Event, frozen=True, tag="unlisted"):
    """A turn no longer stands among those taken."""

    round: int
    slot: str
    segment: int
    index: int


# -- orders ----------------------------------------------------------------------------------------


class OrderMade(Event, frozen=True, tag="order"):
    """An order was rolled or made anew."""

    order: str
    old: Order | None
    new: Order | None


class SlotMoved(Event, frozen=True, tag="moved"):
    """A slot stands elsewhere in an order: ``old`` and ``new`` are indexes before and after.

    ``ahead`` stood right ahead of it before, where others have come in since; '' is the top.
    """

    order: str
    slot: str
    old: int
    new: int
    ahead: str = ""


class SlotPlaced(Event, frozen=True, tag="placed"):
    """A slot came into an order."""

    order: str
    slot: str
    index: int
    place: Place


class SlotRemoved(Event, frozen=True, tag="unplaced"):
    """A slot left an order."""

    order: str
    slot: str
    index: int
    place: Place


class PlaceChanged(Event, frozen=True, tag="place"):
    """A slot's count or tie values changed."""

    order: str
    slot: str
    old: Place
    new: Place


class GhostsChanged(Event, frozen=True, tag="ghosts"):
    """The number of ghost places made so far."""

    old: int
    new: int


class CardDrawn(Event, frozen=True, tag="drawn"):
    """A slot drew the card at ``index`` of those left in a deck; ``back``: it stands there again."""

    deck: str
    card: str
    index: int
    slot: str
    back: bool = False


class PileChanged(Event, frozen=True, tag="pile"):
    """A deck was shuffled, or what was drawn in the round that is over counts no more."""

    deck: str
    old: Pile | None
    new: Pile | None


# -- effects and relations -------------------------------------------------------------------------


class EffectBegan(Event, frozen=True, tag="effect-began"):
    """An effect is in force, at ``index`` of all effects; -1 is behind the others."""

    effect: Effect
    index: int = -1


class EffectEnded(Event, frozen=True, tag="effect-ended"):
    """An effect is over that stood at ``index`` of all effects; -1 if the file is older than that word."""

    effect: Effect
    index: int = -1


class EffectChanged(Event, frozen=True, tag="effect"):
    """An effect's countdown or anchor changed."""

    old: Effect
    new: Effect


class RelationChanged(Event, frozen=True, tag="relation"):
    """A tie between two combatants began, rests, goes on or ended."""

    key: str
    old: Relation | None
    new: Relation | None


class CheckAsked(Event, frozen=True, tag="asked"):
    """A roll is asked for, at ``index`` of all that are open."""

    check: OpenCheck
    index: int


class CheckClosed(Event, frozen=True, tag="asked-no-more"):
    """A roll that stood at ``index`` of all that are open was answered, or is not asked for any more."""

    check: OpenCheck
    index: int


class RulesChanged(Event, frozen=True, tag="rules"):
    """The encounter is played by other rules: hashes, '' for those it began with.

    Other events of the same command bring the encounter into line with them.
    """

    old: str
    new: str


# -- facts for people: no state -------------------------------------------------------------------


ENDS = "battle-ends"
"""Flag by which rules say that the fight is over: nothing ends by it, but the window offers to end it."""


class Flagged(Event, frozen=True, tag="flag"):
    """Something the GM must know of was raised; ``values`` are numbers and words that its line shows."""

    name: str
    who: str = ""
    values: dict[str, Any] = field(default_factory=dict)


class Overrode(Event, frozen=True, tag="overrode"):
    """The GM insisted on what a rule forbids."""

    code: str
    reason: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    cite: str = ""


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were rolled: ``results`` are the single dice, ``total`` what came of them."""

    what: str
    who: str
    total: int
    results: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    """The dice of the other throw, where an advantage or a disadvantage has two thrown."""


class Told(Event, frozen=True, tag="told"):
    """A line for the log: a code of the catalogue of texts with its parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


AnyEvent = (
    StatChanged | PoolChanged | PoolOpened | PoolClosed | TallyChanged | DebtChanged | TrackMoved
    | PartsChanged | UsedChanged | StateBegan | StateEnded | OutChanged | ReadiedChanged | DeclaredChanged
    | DoneChanged | Described | EncounterDescribed | WaveChanged
    | Joined | Left | Relisted | ClockMoved | Walked | Noted | OpeningKept
    | PutOffChanged | TurnOver | TurnsMissed | TurnListed | TurnUnlisted | OrderMade | SlotMoved | SlotPlaced
    | SlotRemoved | PlaceChanged | GhostsChanged | CardDrawn | PileChanged | EffectBegan
    | EffectEnded | EffectChanged | RelationChanged | CheckAsked | CheckClosed | RulesChanged
    | Flagged | Overrode | Rolled | Told
)  # fmt: skip
"""Every event, for decoding the journal."""
