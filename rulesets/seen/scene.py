"""How everybody stands at one moment: the one answer for the list, the inspector, paper, files and players.

A :class:`Viewer` knows a ruleset and who looks; what it sees of one encounter is a :class:`Scene`. What all
combatants have in common is looked up once, what is asked of one only when it is asked. Values are plain and
in no language: ids, numbers and the ruleset's own entries; whoever shows them says them in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from operator import attrgetter

from msgspec import Struct, structs

from rulesets.engine import announcing, coming
from rulesets.engine.announcing import Announced, NextRoll
from rulesets.engine.coming import BY_LAST, OpenChoice
from rulesets.engine.marks import Edge, Mark, edge, marks_on, modifier
from rulesets.engine.scope import value_of
from rulesets.formula.compiling import FormulaError, as_number
from rulesets.seen import queries
from rulesets.seen.ahead import Ahead, counts_on, foretells, next_slots, turns_ahead
from rulesets.seen.asked import Asked, asked, is_over, is_unkept, maintenance
from rulesets.seen.harm import deeper_stats, mounting_stats, temporary_stats, vital_stats
from rulesets.seen.labels import label_in
from rulesets.seen.number_format import count_shown, placed_card
from rulesets.seen.spendable import Budget
from rulesets.table.combatant import OUT_DEFEATED, PC, Combatant, Part, TrackPlace
from rulesets.table.commands import Act
from rulesets.table.encounter import (
    GHOST,
    ROUND_END,
    RUNNING,
    SETUP,
    TURN_END,
    UPKEEP,
    Effect,
    Encounter,
    Place,
    PutOff,
    Relation,
)
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import Phase, Pool, Rules, TallyStage, Track, find_phase
from rulesets.vocabulary.base import WHOLE


class Audience(StrEnum):
    """Who looks."""

    GM = "gm"
    PLAYERS = "players"
    """They see nobody who is hidden, no names and notes that are kept from them, and neither stats nor points
    of those whom they do not play (:mod:`rulesets.seen.players`)."""


class Points(Struct, frozen=True):
    """Hit points, or whatever the ruleset calls them."""

    stat: str
    now: int
    full: int
    """0 if nothing says how many there are at full health."""
    extra: int = 0
    """Temporary points."""
    owed: int = 0
    """How far they are below 0 where another stat counts that."""


class MarkedRoll(Struct, frozen=True):
    """A roll that states or tracks mark."""

    id: str
    marks: tuple[Mark, ...]
    """With their reasons: ids of states, tracks and tallies."""

    @property
    def edge(self) -> Edge:
        """What advantages and disadvantages come to."""
        return edge(self.marks)

    @property
    def modifier(self) -> int:
        """What numbers come to."""
        return modifier(self.marks)


class PoolSeen(Struct, frozen=True):
    """What there is to spend of a pool; None is without limit."""

    id: str
    left: int | None
    size: int | None
    inside: tuple[tuple[str, int], ...] = ()
    """(id, left) of the pools that are shown within this one and have something left."""
    within: str = ""
    """The pool that it is shown within, where there is room for one only."""
    only: tuple[str, ...] = ()
    """The actions that alone may be paid from it, where a state forbids everything else."""
    closes: tuple[str, ...] = ()
    """Pools that are gone with it: of all these it is one action."""
    barred: bool = False
    """It is not spent: something stands in the way of spending it that may pass."""

    @property
    def extra(self) -> int:
        """What is left of the pools within this one."""
        return sum(left for _, left in self.inside)

    @property
    def is_empty(self) -> bool:
        """Whether it holds nothing and has no room for anything now."""
        return self.size == 0 and not self.left and not self.inside


class TrackSeen(Struct, frozen=True):
    """A condition track with the step reached, 0 is unhurt."""

    id: str
    at: int
    persistent: int = 0
    """Steps that do not recover by themselves."""


class Lasting(Struct, frozen=True):
    """What becomes of an effect in force."""

    effect: Effect
    counts_on: str = ""
    """turn · place · phase · round: what takes a round off it; upkeep: it lasts while it is maintained; '' if
    it does not count down."""
    anchor: str = ""
    """The slot on whose turn it counts down, or the phase."""
    due: bool = False
    """It waits for a check, or has still to be maintained in this round."""
    maintain: Act | None = None
    """The command that maintains it, while that is due."""


class Declaring(Struct, frozen=True):
    """The declaring that goes on."""

    phase: Phase
    open: tuple[str, ...]
    """Ids of those who have still to declare, in the order in which they are shown."""
    number: int
    """How many declare in this phase."""
    late: tuple[str, ...] = ()
    """Ids of those among the open whose place has come by: only the GM can let them declare."""

    @property
    def waits(self) -> bool:
        """Whether the phase waits for anybody."""
        return len(self.open) > len(self.late)


class Turn(Struct, frozen=True):
    """Where a combatant stands between having its turn and having had it."""

    active: bool = False
    """Its slot acts, or declares, now."""
    must: bool = False
    """Only those who wait are left, and this one has to go."""
    acted: bool = False
    missed: str = ""
    """Why no turn comes in this pass, of the reasons of :mod:`rulesets.engine.coming`."""
    put_off: PutOff | None = None
    interrupted: str = ""
    """Slot after whose turn its own goes on: it was interrupted; '' where it was not."""
    choosable: bool = False
    """Can be chosen to go next."""
    chooses: bool = False
    """Says who goes next."""
    idle: bool = False
    """Has no part in these turns, because it has declared nothing."""
    used_up: bool = False
    """Its count, which moves, gives no turn any more in this round."""

    @property
    def waiting(self) -> bool:
        """Whether a turn that was put off can be resumed at any time."""
        return self.put_off is not None and self.put_off.waits


_GROUP = attrgetter("group")
_SEEN_BY_ALL = frozenset((Code.WRONG_PHASE, Code.NOT_ACTIVE, Code.CANNOT_DELAY))
"""Refusals that say where the fight stands, and nothing of who is refused."""


def shown_track(rules: Rules) -> Track | None:
    """Return the track that stands for all: the main one, if there is more than one place on it."""
    track = rules.tracks.get(rules.main_track)
    return track if track is not None and len(track.steps) > 1 else None


class Viewer:
    """Somebody who looks at fights of one ruleset: what that has to show is found out once."""

    def __init__(self, rules: Rules, audience: Audience = Audience.GM) -> None:
        """Look for ``audience`` at fights that go by ``rules``."""
        self.rules = rules
        self.audience = audience
        self.order = rules.orders.get(rules.main_order)
        """The order whose counts are shown."""
        walked = (phase for phase in rules.phases if phase.order == rules.main_order)
        self.has_clock = any(phase.turns == "again" for phase in walked)
        """Whether turns come again and again, by a count that goes down with what is done."""
        self.declares = announcing.declaring_phase(rules) is not None and bool(rules.declarations)
        """Whether a round is declared before it is played."""
        counted = {name for rule in rules.declarations.values() if rule.acts for name in rule.counters}
        self.pools: Mapping[str, Pool] = {
            name: pool for name, pool in rules.pools.items() if pool.visible and name not in counted
        }
        """Pools that are shown, by id; what counts announced acts is told by these."""
        self.inside: dict[str, list[str]] = {}
        """Pool → those that are shown within it."""
        for name, pool in rules.pools.items():
            if pool.shown_with:
                self.inside.setdefault(pool.shown_with, []).append(name)
        self.vital = next(iter(vital_stats(rules)), "")
        """The stat that is called points; '' where harm is told by tracks alone."""
        self.temporary = next(iter(temporary_stats(rules)), "")
        """The stat that is counted beside them; '' where nothing takes damage before they do."""
        self.owed = deeper_stats(rules)
        """The stats that count how far points are below 0, where these do not say so themselves."""
        self.below = bool(self.vital) and (rules.stats[self.vital].least or 0) < 0
        """Whether points go on below 0, so that having none left is told by states."""
        self.main_track = shown_track(rules)
        main = {} if self.main_track is None else {rules.main_track: self.main_track}
        self.tracks: Mapping[str, Track] = main | {n: t for n, t in rules.tracks.items() if len(t.steps) > 1}
        """Tracks with more than one place, the main one first."""
        shown = self.vital or self.main_track is not None
        self.mounting = () if shown else mounting_stats(rules)
        """Stats to which damage is added, where neither points nor a track show how everybody fares."""
        self.ticking = next((phase.id for phase in rules.phases if phase.activity == "tick"), "")
        """The phase in which effects count down, or ''."""
        does = [stage for rule in rules.declarations.values() for stage in rule.does]
        self._ranks = {name: at for at, name in enumerate(rules.states)}
        self._secret = {state for stage in does for state in stage.begin}
        self._counted = {stage.tally for stage in does if isinstance(stage, TallyStage)}
        self.directed = frozenset(name for name, rule in rules.relations.items() if rule.order)

    def look(self, state: Encounter) -> Scene:
        """Return what is seen of an encounter; players see one without what is kept from them."""
        if self.audience is Audience.PLAYERS:
            from rulesets.seen.players import for_players  # no game master's start needs it

            state = for_players(self.rules, state)
        return Scene(self, state)

    def may_show(self, name: str, *, sealed: bool) -> bool:
        """Return whether a state may be told: one that a declaration brings would tell what was declared."""
        return not sealed or name not in self._secret

    def rank(self, name: str) -> tuple[bool, bool, int]:
        """Return where a state stands among those of somebody."""
        rule = self.rules.states.get(name)
        begun = rule is None or not rule.holds
        incapable = rule is not None and begun and rule.incapable
        return not incapable, begun, self._ranks.get(name, len(self._ranks))

    def weight(self, name: str) -> int:
        """Return how heavy a state is: what takes somebody out of the fight is 0, free text 4."""
        rule = self.rules.states.get(name)
        if rule is None:
            return 4
        with_it = [rule, *(self.rules.states[one] for one in rule.implies)]
        if any(one.fallen for one in with_it):
            return 0
        if rule.ticks or any("act" in one.forbids for one in with_it):
            return 1
        return 2 if rule.tone == "bad" else 3

    def undeclared(self, state: Encounter) -> Encounter:
        """Return an encounter without what declarations have brought, counted and taken from pools."""
        people = {
            ident: self._as_before(state, who) if who.declared else who
            for ident, who in state.combatants.items()
        }
        told = {k: one for k, one in state.effects.items() if self._secret.isdisjoint((one.state, one.name))}
        return structs.replace(state, combatants=people, effects=told)

    def _as_before(self, state: Encounter, who: Combatant) -> Combatant:
        pools = dict(who.pools)
        for declared in who.declared:
            rule = self.rules.declarations.get(declared.name)
            for pool, amount in rule.pay.items() if rule is not None else ():
                if amount in WHOLE:
                    pools[pool] = queries.pool_size(self.rules, state, who, pool)
                elif (left := pools.get(pool)) is not None:
                    pools[pool] = left + int(value_of(self.rules, state, who, amount, declared.fields) or 0)
        states = tuple(name for name in who.states if name not in self._secret)
        tallies = {name: number for name, number in who.tallies.items() if name not in self._counted}
        return structs.replace(who, states=states, tallies=tallies, pools=pools)


class Scene:
    """What is seen of one encounter. It is asked, never kept: the next command makes another."""

    def __init__(self, viewer: Viewer, state: Encounter) -> None:
        """See ``state`` as ``viewer`` does."""
        self.viewer, self.rules, self.state = viewer, viewer.rules, state
        phase = find_phase(viewer.rules, state.clock.phase)
        self.activity = "" if phase is None else phase.activity
        """What the present phase is for: declare · act · roll · tick, ...; '' outside of one."""
        self.phase = phase
        self.sealed = viewer.declares and announcing.sealed(viewer.rules, state)
        """What was declared is not shown to anybody yet."""
        self._running = state.clock.status == RUNNING
        self._numbers: dict[tuple[str, str], int] = {}
        self._budgets: dict[str, Budget] = {}
        """What was worked out of somebody: the row, the panel and the offers ask for the same."""

    @cached_property
    def told(self) -> Encounter:
        """The encounter as it may be told: without what comes of declarations as long as they are sealed."""
        return self.viewer.undeclared(self.state) if self.sealed else self.state

    def _told_of(self, who: Combatant) -> Combatant:
        return self.told.combatants.get(who.id, who) if self.sealed else who

    # -- everybody ---------------------------------------------------------------------------------

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Everybody from top to bottom: before the start as they came, then by the order in force.

        Whoever has no place comes below, and on a clock whoever is out, since nothing moves its count any
        more; places on which nobody acts are left out.
        """
        state = self.state
        if state.clock.status == SETUP:
            return tuple(state.combatants)
        slots = queries.shown_order(self.rules, state).slots
        found: list[str] = []
        if self._has_groups:
            for slot in slots:
                found.extend(() if slot.startswith(GHOST) else self.members.get(slot, ()))
        else:  # everybody is a slot alone
            found = [slot for slot in slots if slot in state.combatants]
        if self.out_last:
            found.sort(key=lambda ident: all(state.combatants[who].out for who in self._slot_of(ident)))
        if len(found) < len(state.combatants):
            placed = set(found)
            found.extend(ident for ident in state.combatants if ident not in placed)
        return tuple(found)

    @property
    def out_last(self) -> bool:
        """Whether those who are out stand below everybody else."""
        return self.state.clock.status == RUNNING and self.viewer.has_clock

    def _slot_of(self, ident: str) -> tuple[str, ...]:
        return self.members.get(self.state.combatants[ident].slot, (ident,))

    @cached_property
    def _has_groups(self) -> bool:
        """Whether anybody shares a turn: of thousands that is found out sooner than who does."""
        return any(map(_GROUP, self.state.combatants.values()))

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Slot → who shares its turn."""
        found: dict[str, list[str]] = {}
        for who in self.state.combatants.values():
            found.setdefault(who.slot, []).append(who.id)
        return {slot: tuple(ids) for slot, ids in found.items()}

    @cached_property
    def must_act(self) -> str:
        """Slot that has to act because only those who wait are left, or ''."""
        return queries.must_act(self.rules, self.state) if self.state.put_off else ""

    @property
    def acting(self) -> str:
        """Slot whose turn it is, or ''; who declares does not act."""
        return queries.active_slot(self.rules, self.state)

    @cached_property
    def delaying(self) -> list[str]:
        """Slots that wait, or delay behind somebody, until their turn comes; not who cannot act."""
        return queries.delaying(self.rules, self.state)

    @cached_property
    def readied(self) -> tuple[str, ...]:
        """Ids of those who have readied an action that was not set off yet."""
        return tuple(who.id for who in self.state.combatants.values() if who.readied is not None)

    @cached_property
    def one_side_left(self) -> bool:
        """Whether fewer than two sides have anybody left who can act."""
        return queries.ended(self.rules, self.state)

    @cached_property
    def choice(self) -> OpenChoice | None:
        """Who can be chosen to go next, and who chooses; None while nobody is to be chosen."""
        return queries.open_choice(self.rules, self.state)

    @cached_property
    def _effects(self) -> Mapping[str, tuple[Effect, ...]]:
        found: dict[str, list[Effect]] = {}
        for effect in self.told.effects.values():
            found.setdefault(effect.on, []).append(effect)
        return {who: tuple(several) for who, several in found.items()}

    @cached_property
    def _ties(self) -> Mapping[str, tuple[Relation, ...]]:
        found: dict[str, list[Relation]] = {}
        for tie in self.state.relations.values():
            if not tie.held and tie.name in self.viewer.directed:
                found.setdefault(tie.of, []).append(tie)
                found.setdefault(tie.over, []).append(tie)
        return {who: tuple(several) for who, several in found.items()}

    @cached_property
    def _interrupted(self) -> Mapping[str, str]:
        under_way = self.state.walk.under_way if self.state.walk.interrupted else ()
        return dict(zip(under_way[1:], under_way, strict=False))

    @cached_property
    def _places(self) -> Mapping[str, Place]:
        return queries.places(self.rules, self.state)

    # -- one of them -------------------------------------------------------------------------------

    def turn(self, who: Combatant) -> Turn:
        """Return where ``who`` stands in the pass."""
        state, slot = self.state, who.slot
        active = self._running and state.walk.active == slot and not who.out
        active = active and not coming.has_used_turn(state, who)
        choice = self.choice
        return Turn(
            active=active,
            must=not active and self.must_act == slot,
            acted=self._running and not active and coming.has_had(state, slot),
            missed=queries.missed(state, who),
            put_off=state.put_off.get(slot),
            interrupted=self._interrupted.get(slot, ""),
            choosable=choice is not None and slot in choice.slots and not who.out,
            chooses=choice is not None and choice.by == BY_LAST and choice.who == slot,
            idle=self._idle(who),
            used_up=not active and not who.out and self._is_used_up(slot),
        )

    def _is_used_up(self, slot: str) -> bool:
        """Return whether the count of a slot gives no turn any more in this round."""
        return self.foretells and not counts_on(self.rules, self.state, slot)

    def _idle(self, who: Combatant) -> bool:
        if not self.viewer.declares or self.activity != "act" or who.out or who.declared:
            return False
        return self.phase is not None and not coming.takes_part(self.rules, self.state, self.phase, who.slot)

    def count(self, who: Combatant) -> tuple[str, str]:
        """Return the count of ``who``, and what stands small beside it."""
        back = self.sealed or not self.tells_numbers(who)
        return count_shown(self.rules, self.state, self.viewer.order, self._places, who, sealed=back)

    def spent(self, who: Combatant) -> str:
        """Return what the ruleset says of a count that gives no turn any more in this round, or ''."""
        order = self.viewer.order
        if order is None or not order.spent or self.state.walk.active == who.slot:
            return ""  # of most rulesets, and asked for every row: only then is worked out whether it is
        return order.spent if self._is_used_up(who.slot) else ""

    def card(self, who: Combatant) -> tuple[str, str] | None:
        """Return rank and suit of the card by which ``who`` acts, as people read them; None without one."""
        return placed_card(self.rules, self.viewer.order, self._places.get(who.slot))

    @cached_property
    def ahead(self) -> tuple[Ahead, ...]:
        """Whose turns are to come in this round, where counts move."""
        return turns_ahead(self.rules, self.state)

    @cached_property
    def next(self) -> tuple[str, ...]:
        """Slots whose turn comes next, as far as that is known."""
        return next_slots(self.rules, self.state)

    @cached_property
    def foretells(self) -> bool:
        """Whether turns that are to come can be told ahead."""
        return foretells(self.rules, self.state)

    @property
    def cards_left(self) -> dict[str, int]:
        """How many cards are left of each deck, by its id; players are not told: the unseen may have some."""
        if self.viewer.audience is Audience.PLAYERS:
            return {}
        return queries.cards_left(self.rules, self.state)

    def out(self, who: Combatant) -> str:
        """Return defeated · disabled, if ``who`` is out of the fight and no state says so besides."""
        said = queries.out_by_states(self.rules, self.state, who) or queries.gone_by(self.rules, who)
        return "" if who.out and said else who.out

    def unaware(self, who: Combatant) -> bool:
        """Return whether ``who`` is surprised, or will be."""
        clock = self.state.clock
        return bool(self.rules.surprise) and not who.aware and (clock.surprise or clock.status == SETUP)

    def states(self, who: Combatant) -> Iterator[str]:
        """Yield the states in force that may be told."""
        return (name for name in who.states if self.viewer.may_show(name, sealed=self.sealed))

    def states_left(self, who: Combatant) -> Iterator[str]:
        """Yield those that still mean something: of whoever is out for good by one, that one alone."""
        gone = queries.gone_by(self.rules, who)
        return (name for name in self.states(who) if not gone or name in gone)

    def telling_states(self, who: Combatant) -> list[str]:
        """Return these by what they mean.

        First comes what makes it unable to act in the turns that it still has, then what numbers made of it,
        then the others as the rules list them: where room is scarce the last are hidden.
        """
        return sorted(self.states_left(who), key=self.viewer.rank)

    def numbers_beside(self, who: Combatant, name: str) -> str:
        """Return the numbers that stand beside the label of a state: ', 1 made, 2 lost'; '' for none."""
        rule, found = self.rules.states.get(name), ""
        for stat in rule.numbers if rule is not None and self.tells_numbers(who) else ():
            number, shown = self._number(who, stat), self.rules.stats[stat]
            found += f", {number} {shown.short or shown.label or stat}" if number else ""
        return found

    def effects(self, who: Combatant) -> tuple[Effect, ...]:
        """Return the effects on ``who``, in the order in which they began."""
        return self._effects.get(who.id, ())

    def effects_by_weight(self, who: Combatant) -> list[Effect]:
        """Return the effects on ``who``, the heaviest first: where room is scarce the last are hidden.

        Of whoever is out for good by a state none means anything any more.
        """
        found = () if queries.gone_by(self.rules, who) else self.effects(who)
        return sorted(found, key=lambda one: self.viewer.weight(one.name))

    def parts(self, who: Combatant) -> Mapping[str, Part]:
        """Return what is paid of actions of several parts by somebody who may go on with them."""
        return {} if who.out == OUT_DEFEATED or queries.gone_by(self.rules, who) else who.parts

    def sizes(self, who: Combatant) -> Mapping[str, int]:
        """Return name → how large it is, of the effects on ``who`` whose size is a number."""
        return {effect.name: effect.size for effect in self.effects(who) if effect.size}

    def lasting(self, effect: Effect) -> Lasting:
        """Return what becomes of an effect in force."""
        counts_on, anchor = self._countdown(effect) if effect.left > 0 else ("", "")
        if effect.at_zero == UPKEEP and not anchor:
            counts_on, anchor = "upkeep", self.viewer.ticking
        unkept = is_unkept(effect, self.state)
        maintain = maintenance(self.rules, effect) if unkept else None
        return Lasting(effect, counts_on, anchor, unkept or is_over(effect), maintain)

    def _countdown(self, effect: Effect) -> tuple[str, str]:
        """Return what takes rounds off an effect, and whose turn or which phase that is."""
        if effect.until == ROUND_END:
            return "round", ""
        if effect.until == TURN_END:
            return "turn-end", effect.anchor
        if effect.until:
            return "turn", effect.anchor
        if self.rules.effects_tick:
            return "phase", self.viewer.ticking
        if self.rules.effects_at == "round":
            return "round", ""
        return ("place", "") if effect.anchor.startswith(GHOST) else ("turn", effect.anchor)

    def marked_rolls(self, who: Combatant) -> Iterator[MarkedRoll]:
        """Yield the rolls of ``who`` that are marked by what may be told.

        What has no marks but those of a wider roll is told by that one; what a formula has no result for now
        is left out.
        """
        for name in self.rules.rolls:
            marks = self._marks(who, name)
            if any(mark.roll == name for mark in marks):
                yield MarkedRoll(name, marks)

    def rolls_ahead(
        self,
        who: Combatant,
        roll: str,
        target: Combatant | None,
        also: Collection[str] = (),
        *,
        counted: bool = True,
    ) -> Iterator[MarkedRoll]:
        """Yield how ``who`` would roll now, at a target if one is named: with the marks of both.

        What is narrower on the side of the target is another roll; what nothing marks is left out. ``also``
        are further kinds of roll that it is; what tallies put on it is left out unless ``counted``. What ties
        to the target put on it is marked, too, such as that it surprises (002-17).
        """
        rules = self.rules
        against = rules.rolls[roll].against if roll in rules.rolls and target is not None else ""
        narrower = [name for name, rule in rules.rolls.items() if rule.of == against] if against else []
        own = tuple(mark for mark in self._marks(who, roll, also) if counted or not mark.count)
        own = (*own, *self.tied(who, target, roll))
        theirs = self._borne(target, against)
        if own or theirs:
            yield MarkedRoll(roll, (*own, *theirs))
        for name in narrower:
            theirs = self._borne(target, name)
            if any(mark.roll == name for mark in theirs):
                yield MarkedRoll(name, (*own, *theirs))

    def tied(self, who: Combatant, target: Combatant | None, roll: str) -> tuple[Mark, ...]:
        """Return what ties of ``who`` to a target put on a check against it, such as an attack."""
        if target is None or not self.state.relations:
            return ()
        try:
            found = queries.penalties(self.rules, self.told, self._told_of(who), target.id)
        except FormulaError:
            return ()
        cites = {name: self.rules.relations[name].cite for name, _ in found}
        return tuple(Mark(roll, "", number, name, cites[name]) for name, number in found)

    def _borne(self, target: Combatant | None, roll: str) -> tuple[Mark, ...]:
        """Return what marks a roll against somebody, as it is told of who rolls."""
        marks = self._marks(target, roll) if target is not None and roll else ()
        return tuple(structs.replace(mark, bearer=target.id if target is not None else "") for mark in marks)

    def _marks(self, who: Combatant, roll: str, also: Collection[str] = ()) -> tuple[Mark, ...]:
        """Return what marks a roll, of what may be told; nothing where a formula has no result now."""
        try:
            return marks_on(self.rules, self.told, self._told_of(who), roll, also)
        except FormulaError:
            return ()

    def ties(self, who: Combatant) -> tuple[Relation, ...]:
        """Return the directed ties of ``who`` that hold, such as surprise, seen from either end."""
        return self._ties.get(who.id, ()) if self.state.relations else ()

    def notes(self, who: Combatant) -> str:
        """Return what the game master alone has noted."""
        return who.notes.strip() if self.viewer.audience is Audience.GM else ""

    def tells_numbers(self, who: Combatant) -> bool:
        """Return whether stats and points of ``who`` are told: players know those of whom they play."""
        return self.viewer.audience is Audience.GM or who.kind == PC

    # -- numbers -----------------------------------------------------------------------------------

    def points(self, who: Combatant) -> Points | None:
        """Return the points of ``who``; None where there are none, or a formula has no result now."""
        return self.points_of_anybody(who) if self.tells_numbers(who) else None

    def says_empty(self, who: Combatant) -> bool:
        """Return whether a state tells that ``who`` has no points left: with one it would not hold."""
        vital, states = {self.viewer.vital: 1}, self.rules.states
        held = (states[name].holds for name in self.states(who) if name in states)
        return any(one and not value_of(self.rules, self.state, who, one, vital) for one in held)

    def points_of_anybody(self, who: Combatant) -> Points | None:
        """Return the same of those, too, whose numbers are told only as far as the game master wants it."""
        viewer = self.viewer
        if not viewer.vital or self.is_bare(who):
            return None
        name = viewer.vital
        full = self.rules.stats[name].formula
        try:
            owed = sum(self._number(who, stat) for stat in viewer.owed)
            now = self._number(who, name) - owed
            return Points(name, now, self._number(who, full), self._number(who, viewer.temporary), owed)
        except FormulaError:
            return None

    def full_strength(self, who: Combatant, name: str) -> int:
        """Return what a stat that goes down and up again comes to when nothing is lost of it.

        0 if nothing is lost of it now, or nothing says how much it was.
        """
        rule = self.rules.stats[name]
        if rule.type != "number" or not rule.to_begin_with or not rule.formula:
            return 0
        try:
            full = self._number(who, rule.formula)
            return full if full > self._number(who, name) else 0
        except FormulaError:
            return 0

    def _number(self, who: Combatant, name: str) -> int:
        """Return a formula's value as a whole number, '' is 0; raises FormulaError if it is none."""
        if not name:
            return 0
        number = self._numbers.get((who.id, name))
        if number is None:
            value = value_of(self.rules, self.told, self._told_of(who), name)
            number = self._numbers[who.id, name] = int(as_number(value, name))
        return number

    def _budget(self, who: Combatant) -> Budget:
        """Return what ``who`` can spend, as it may be told."""
        found = self._budgets.get(who.id)
        if found is None:
            found = self._budgets[who.id] = Budget(self.rules, self.told, self._told_of(who))
        return found

    def track(self, who: Combatant, name: str) -> TrackSeen:
        """Return where ``who`` stands on a track of the viewer's."""
        place = who.tracks.get(name, TrackPlace())
        return TrackSeen(name, min(place.step, len(self.viewer.tracks[name].steps) - 1), place.persistent)

    def tracks(self, who: Combatant) -> Iterator[TrackSeen]:
        """Yield where ``who`` stands on each track; who has no points stands on none that it never left."""
        found = (self.track(who, name) for name in self.viewer.tracks)
        bare = self.is_bare(who)
        return (seen for seen in found if seen.at or not bare)

    def pools(self, who: Combatant, *, inner: bool = True) -> Iterator[PoolSeen]:
        """Yield what ``who`` can still spend, as far as that gives away nothing.

        Without ``inner`` those that are shown within others are told only as what is inside of these.
        """
        who, budget = self._told_of(who), self._budget(who)
        for name, pool in self.viewer.pools.items():
            if pool.shown_with and not inner:
                continue
            if self._gives_away(who, pool):
                continue
            seen = self._pool(who, name, budget)
            if not seen.is_empty:
                yield seen

    def all_pools(self, who: Combatant) -> Iterator[PoolSeen]:
        """Yield the same for one who looks at ``who`` alone, also of pools that hold nothing now.

        Whoever has no points, as a place in the order that is nobody, has none but those that hold something.
        Those shown within others are told as what is inside of these. What would give away a sealed
        declaration is told to nobody.
        """
        who, budget, bare = self._told_of(who), self._budget(who), self.is_bare(who)
        for name, pool in self.rules.pools.items():
            if pool.visible and not pool.shown_with and not self._gives_away(who, pool):
                seen = self._pool(who, name, budget)
                if not seen.is_empty or not (bare or pool.if_any):
                    yield seen

    def tallies(self, who: Combatant) -> Iterator[tuple[str, int]]:
        """Yield what is counted of ``who`` and shown, with its number, if that is not 0."""
        who, budget = self._told_of(who), self._budget(who)
        for name, tally in self.rules.tallies.items():
            if tally.label and tally.visible and (number := budget.counted(name)):
                yield name, number

    def is_bare(self, who: Combatant) -> bool:
        """Return whether others have points and ``who`` has none, were it in full health."""
        vital = self.viewer.vital
        full = self.rules.stats[vital].formula if vital else ""
        try:
            return bool(full) and self._number(who, full) <= 0
        except FormulaError:
            return False

    def _gives_away(self, who: Combatant, pool: Pool) -> bool:
        """Return whether what is left of a pool would tell what ``who`` has declared, sealed."""
        return self.keeps_back(who) and pool.shown == "number"

    def _pool(self, who: Combatant, name: str, budget: Budget) -> PoolSeen:
        inside = ((each, budget.of(each).left) for each in self.viewer.inside.get(name, ()))
        own = budget.of(name)
        return PoolSeen(
            name,
            own.left,
            queries.pool_size(self.rules, self.told, who, name),
            tuple((each, left) for each, left in inside if left),
            self.rules.pools[name].shown_with,
            own.only,
            budget.closes(name) if self._running and own.left and not own.only else (),
            own.is_barred,
        )

    def only(self, who: Combatant) -> tuple[str, ...]:
        """Return the actions that are all that a state lets ``who`` do; () if it may do more, or nothing."""
        if not self._running or self.keeps_back(who):
            return ()
        return self._budget(who).only

    # -- what was declared -------------------------------------------------------------------------

    def keeps_back(self, who: Combatant) -> bool:
        """Return whether ``who`` has declared something that is told to nobody yet."""
        return self.sealed and bool(who.declared)

    def tells(self, who: Combatant, refusal: Refusal) -> bool:
        """Return whether it may be told why ``who`` cannot do something, and that it cannot.

        Of one who has declared, sealed, only what everybody sees is: what the phase or the turn is, and the
        states that are shown. What is left of pools, or what a formula asks for, may come of the declaration.
        """
        if not self.keeps_back(who) or refusal.code in _SEEN_BY_ALL:
            return True
        state = str(refusal.params.get("state", ""))
        return refusal.code == Code.STATE_FORBIDS and self.viewer.may_show(state, sealed=True)

    def announced(self, who: Combatant) -> list[Announced]:
        """Return what ``who`` has announced for the round, act by act; sealed, that there is something."""
        return announcing.announced(self.rules, self.state, who)

    def next_roll(self, who: Combatant) -> NextRoll | None:
        """Return what the next act will be rolled with; None while nothing may be told."""
        return None if self.sealed else announcing.next_roll(self.rules, self.state, who)

    @cached_property
    def declaring(self) -> Declaring | None:
        """Who has still to declare; None in every phase that is for something else."""
        phase = self.phase
        if not self._running or phase is None or phase.activity != "declare":
            return None
        people = (self.state.combatants[ident] for ident in self.order)
        eligible = [who for who in people if coming.declares(self.rules, self.state, phase, who)]
        wanted = {who.id for who in coming.undeclared(self.rules, self.state, phase)}
        left = tuple(who.id for who in eligible if not who.done)
        return Declaring(phase, left, len(eligible), tuple(who for who in left if who not in wanted))

    def owes(self, who: Combatant) -> tuple[str, ...]:
        """Return the labels of the rolls and questions that are open for ``who``, who may act on."""
        return self._owed.get(who.id, ()) if self._running else ()

    @cached_property
    def _owed(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for one in self.state.asked:
            found.setdefault(one.who, {})[label_in(self.rules.checks, one.check)] = None
        return {who: tuple(labels) for who, labels in found.items()}

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """What must not be forgotten now."""
        return tuple(asked(self.rules, self.state))
