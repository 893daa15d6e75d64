"""The encounter: everything the engine needs to decide the next command, as one frozen value."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from rulesets.table.carried import Carried
from rulesets.table.combatant import Combatant

SETUP, RUNNING, OVER = "setup", "running", "over"
STAGE_START, STAGE_OPENING, STAGE_ROUND = "start", "opening", "round"
GHOST = "~"
"""First character of a place in an order that nobody acts on: an effect ends there."""
TURN_START, TURN_END, ROUND_END = "turn-start", "turn-end", "round-end"
"""Moments at which the rounds of an effect go down, where they are named."""
UPKEEP = "maintain"
"""An effect that ends in the phase that ticks unless whoever began it has maintained it this round."""
AT_ZERO = frozenset({"end", "check", UPKEEP})
"""What an effect comes to with its last round: it ends, asks for a check, or has had to be maintained."""


NOTED = ("about", "shared")
"""Fields of an encounter that can be changed in words: what the game master alone reads, and everybody."""
MAX_WAVES = 200
"""Waves that an encounter can wait for."""


class Place(Struct, gc=False, frozen=True, omit_defaults=True):
    """Where a slot stands in an order and why: its count and the values that decided ties, best first."""

    count: int = 0
    keys: tuple[int, ...] = ()
    """What the ruleset compares, best first; the smaller tuple acts first. Roll-offs are not in it."""
    rolls: tuple[int, ...] = ()
    """Results of roll-offs, in the order rolled."""
    roller: str = ""
    """Who rolled for the slot, where the ruleset lets one roll for many."""
    shift: int = 0
    """What of the count the ruleset says is always part of it."""
    lot: tuple[int, int] | None = None
    """Where counts move: number of a tie that dice, a coin or the GM broke, and the place that came of it."""
    fixed: bool = False
    """True if its count was not rolled, because the ruleset says what it is."""
    card: str = ""
    """The card that counts, where one is drawn; the count is what it is worth."""
    moved: bool = False
    """True if it came in here and kept its count, which says nothing about those around it."""


class Order(Struct, gc=False, frozen=True, omit_defaults=True):
    """A total order of slots, top first."""

    slots: tuple[str, ...] = ()
    places: dict[str, Place] = field(default_factory=dict)


class Pile(Struct, gc=False, frozen=True, omit_defaults=True):
    """A deck as it lies on the table. Cards that are neither of these lie on the discards."""

    left: tuple[str, ...] = ()
    """What can still be drawn, the lowest card first: chance picks one, so no order has to be kept."""
    drawn: tuple[str, ...] = ()
    """What was drawn in this round, in the order drawn."""


class Clock(Struct, gc=False, frozen=True, omit_defaults=True):
    """Where the encounter stands in time."""

    status: str = SETUP
    stage: str = ""
    round: int = 0
    phase: str = ""
    segment: int = 0
    """Number of the pass within an acting phase, from 1."""
    passes: int = 0
    """Number of all passes so far; tells this pass' turns from earlier ones."""
    completed: int = 0
    """Rounds completed, a surprise round included."""
    surprise: bool = False
    """True from the start until the surprise round is over, if there is one."""


class Missed(Struct, gc=False, frozen=True, omit_defaults=True, array_like=True):
    """A place of a pass that has come by without a turn."""

    passes: int
    """The pass, by the clock's number."""
    reason: str
    """Why, one of ``rulesets.engine.coming.REASONS``."""


class Attack(Struct, gc=False, frozen=True, omit_defaults=True):
    """An attack made in the present turn, or in an earlier one and left open."""

    by: str
    target: str
    kind: str = ""
    result: str = ""
    label: str = ""
    answered: tuple[str, ...] = ()
    """Reactions of its target that have answered it, of those that answer an attack only once."""
    rolled: int | None = None
    """What it came to, where that is known."""


class Done(Struct, gc=False, frozen=True, omit_defaults=True):
    """An act of the present turn that somebody may answer or count: it has words, or a label."""

    by: str
    name: str
    words: tuple[str, ...] = ()
    label: str = ""


class Pending(Struct, gc=False, frozen=True, omit_defaults=True):
    """An action announced and paid that has not taken effect yet, with the reactions that wait for it."""

    who: str
    action: str
    name: str
    after: tuple[str, ...] = ()
    target: str = ""


class TurnNotes(Struct, gc=False, frozen=True, omit_defaults=True):
    """What has happened in the present turn so far."""

    done: int = 0
    """0 nothing · 1 free actions only · 2 something else."""
    acts: int = 0
    """Actions taken by the active slot in this turn."""
    attacks: tuple[Attack, ...] = ()
    reacted: tuple[tuple[str, str], ...] = ()
    """(combatant, label) of every reaction to something labelled."""
    resolved: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    triggered: tuple[str, ...] = ()
    """Combatants whose readied action has happened in this turn."""
    did: tuple[Done, ...] = ()
    """Acts that have words or a label, in their order."""
    doer: str = ""
    """Of several who share the turn: who of them did something last."""
    earlier: tuple[str, ...] = ()
    """Who of them did something before that one."""
    left: tuple[Attack, ...] = ()
    """Attacks of earlier turns of which nobody has said what came of them, the oldest first."""


class Interrupted(Struct, gc=False, frozen=True, omit_defaults=True):
    """A turn in whose midst the GM has let another one be taken; it goes on with what it had."""

    slot: str
    notes: TurnNotes = TurnNotes()
    forced: bool = False
    begun: bool = False
    late: bool = False


class Walk(Struct, gc=False, frozen=True, omit_defaults=True):
    """Whose turn it is. Who has had one in the pass, or missed it, stands in ``over`` and ``missed``."""

    active: str = ""
    """Slot that acts or declares now, or ''."""
    went: str = ""
    """Slot that had the last turn; '' if it has left, or nobody has had one."""
    side: str = ""
    """Its side, which is known even if it has left."""
    taken: int = 0
    """Number of turns taken in the encounter."""
    forced: bool = False
    """True if the active one had to act now and may not delay again."""
    begun: bool = False
    """True if a part of the active one's turn was taken before it was put off."""
    resumed: bool = False
    """True if the active one waited and has come in."""
    together: tuple[str, ...] = ()
    """Slots that act at the same moment as the active one and have still to do so."""
    interrupted: tuple[Interrupted, ...] = ()
    """Turns that go on when the active one's is over, the last one first."""
    followed_by: tuple[str, ...] = ()
    """Slots that come in by themselves as soon as the active one's turn is over, the first one first: they
    have lost the contest for coming in before that."""
    cursor: str = ""
    """Place reached, in journals before version 2 of the walk: the next command says it by facts."""
    last: str = ""
    """Read from those journals, and of no meaning any more."""
    behind: bool = False
    """True if the active one's turn is the one that it put off behind somebody, and no fresh one."""
    counted: int = 0
    """Where counts move: the count at which the active one's turn began, or the last one."""
    ended: int = 0
    """Number of the last pass whose end has come, where anything happens at it."""
    late: bool = False
    """True if the active one's turn had begun before and was put off."""

    @property
    def under_way(self) -> tuple[str, ...]:
        """Slots whose turns have begun and are not over."""
        return (self.active, *(turn.slot for turn in self.interrupted))


class PutOff(Struct, gc=False, frozen=True, kw_only=True, omit_defaults=True):
    """A turn that has come up and is taken later."""

    kind: str
    """'wait' until resumed · 'after' somebody · 'count'."""
    since: int = 0
    """Turns taken in the encounter when it was put off."""
    passes: int = 0
    round: int = 0
    """Not before this round, where the GM named one."""
    after: str = ""
    begun: bool = False
    """True if a part of the turn has been taken."""
    count: int = 0
    """The slot's count before it was put off: coming in again may not be a rise above it."""
    place: Place | None = None
    """Its place before it was put off behind another: it stands there again if that turn never comes."""
    ghost: str = ""
    """What keeps that place in the order; '' if nothing does, as in journals of earlier versions."""
    early: bool = False
    """True if the GM put it off before it came up: it begins with everything when it is taken."""

    @property
    def waits(self) -> bool:
        """Whether it can be resumed at any time: without a place of its own, or not begun behind somebody."""
        return self.kind == "wait" or (self.kind == "after" and not self.begun)


class Taken(Struct, gc=False, frozen=True, omit_defaults=True, array_like=True):
    """A turn (or a segment's action) that was taken."""

    slot: str
    segment: int = 0


class Effect(Struct, gc=False, frozen=True, omit_defaults=True):
    """Something that lasts on a combatant. ``left`` counts rounds; -1 lasts until it is ended."""

    id: str
    on: str
    name: str
    by: str = ""
    left: int = -1
    anchor: str = ""
    """Slot or place at which it counts down; '' counts down in the phase that ticks."""
    at_zero: str = "end"
    state: str = ""
    """State of the ruleset that it carries, if it has one of that name."""
    since: int = 0
    """Round in which it began, where the ruleset skips its first countdown."""
    kept: int = 0
    """Round in which it was maintained last (or began), if it has to be."""
    size: int = 0
    """How large it is; 0 has none."""
    dice: str = ""
    """Instead of a size: dice that are rolled whenever it works, such as '1d6'."""
    until: str = ""
    """Moment at which its rounds go down, one of ``rulesets.vocabulary.base.UNTIL``; '' is what the ruleset
    says."""
    skips: bool = False
    """True as long as the moment does not count that was under way when it began."""
    sources: tuple[str, ...] = ()
    """Ids of the effects that bring it: it is over with the last of them. '' among them: it is there by
    itself, too."""
    sustained: bool = False
    """True if whoever has begun it keeps it up."""
    save: str = ""
    """Ability of the save that ends it; '' is none."""
    save_against: int = 0
    save_at: str = ""
    """Moment at which that is due: 'turn-start' or 'turn-end' of whom it is on."""
    counted: int = 0
    """Pass in which it has counted down at its place, or began there: a pass counts once. Where it counts
    down elsewhere, the round in whose turns it began, which may be taken back."""
    notes: str = ""
    """What the game master alone reads."""
    shared: str = ""
    """What everybody may read about it."""

    @property
    def endless(self) -> bool:
        """Return whether nothing has been said of it, nor brings it or keeps it up: it is as its state is."""
        alone = not self.sources and not self.sustained
        return self.left < 0 and not self.until and not self.large and alone

    @property
    def large(self) -> str:
        """Return how large it is, as a number or dice; '' if it has no size."""
        return self.dice or (str(self.size) if self.size else "")


class OpenCheck(Struct, gc=False, frozen=True, omit_defaults=True):
    """A roll that a rule has asked somebody for and that nobody has answered yet."""

    who: str
    check: str
    """Id of its rule."""
    name: str
    """What it is answered by: that id, or what the one who asked calls it."""
    against: int | None = None
    """Number to reach; None if only what came of it can be said."""
    by: str = ""
    """Whose effects it begins."""
    roll: str = ""
    """Kind of roll that it is, where marks count for it."""
    target: str = ""
    """The other one of what it is asked for: on whom a stage with on = 'target' works once it is answered."""


class Relation(Struct, gc=False, frozen=True, omit_defaults=True):
    """A directed tie between two combatants, such as surprise; ``held`` while it rests."""

    name: str
    of: str
    over: str
    held: bool = False


class Wave(Struct, gc=False, frozen=True, omit_defaults=True):
    """Combatants that are not there yet, and what brings them in."""

    id: str
    combatants: tuple[dict[str, Any], ...]
    """Each as somebody who is added is given."""
    when: str = ""
    """What brings them in, in the game master's words: 'when the alarm rings'."""
    round: int = 0
    """The round in which they come; 0 if it is none."""
    notes: str = ""
    carried: dict[str, Carried] = field(default_factory=dict)
    """Id → how somebody of them stands after an earlier fight."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids that they and their groups will have."""
        return frozenset(str(one[key]) for one in self.combatants for key in ("id", "group") if one.get(key))


class Encounter(Struct, frozen=True, omit_defaults=True):
    """The whole encounter. Two encounters are equal if and only if they play on alike."""

    combatants: dict[str, Combatant] = field(default_factory=dict)
    clock: Clock = Clock()
    orders: dict[str, Order] = field(default_factory=dict)
    walk: Walk = Walk()
    notes: TurnNotes = TurnNotes()
    opening: tuple[Any, ...] = ()
    """Events of the beginning of the present turn: what a resumed turn takes back."""
    put_off: dict[str, PutOff] = field(default_factory=dict)
    over: dict[str, int] = field(default_factory=dict)
    """Slot → the pass in which its turn was over last."""
    missed: dict[str, Missed] = field(default_factory=dict)
    """Slot → the pass in which its place came by last without a turn, and why.

    Also one of a group → the pass in whose turn of the group it has no part.
    """
    acted: dict[int, tuple[Taken, ...]] = field(default_factory=dict)
    """Round → turns taken in it, by whom and in which segment, in the order in which they were."""
    effects: dict[str, Effect] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    ghosts: int = 0
    """Number of ghost places made so far."""
    rules: str = ""
    """Hash of the rules it is played by; '' are those it began with."""
    asked: tuple[OpenCheck, ...] = ()
    """Rolls that were asked for and not answered yet, the oldest first."""
    decks: dict[str, Pile] = field(default_factory=dict)
    about: str = ""
    """What the game master alone reads about the whole of it."""
    shared: str = ""
    """What everybody may read about the whole of it."""
    waves: tuple[Wave, ...] = ()
    """Who is still to come, in the order in which they were planned."""

    def members(self, slot: str) -> Iterator[Combatant]:
        """Yield the combatants that act in ``slot``."""
        one = self.combatants.get(slot)
        if not slot or (one is not None and not one.group):
            yield from () if one is None else (one,)
            return
        for combatant in self.combatants.values():
            if combatant.group == slot:
                yield combatant
