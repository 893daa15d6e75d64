"""A ruling: one command under decision. Collects events on a draft, refuses, and lets the GM insist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.engine import authors, checks, holding, sorting, sustaining
from rulesets.engine.draft import Draft
from rulesets.engine.evolve import SILENT, evolve
from rulesets.engine.index import index_of
from rulesets.engine.scope import EFFECTS_A_STEP, CombatantScope
from rulesets.formula.compiling import FormulaError, as_number, evaluate
from rulesets.formula.dice import PIPS_PER_DIE, Dice
from rulesets.formula.work import FOR_EACH, MAX_COMMAND, PHASE, STATE, Work
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant, Declared, Part, Readied, TrackPlace
from rulesets.table.encounter import (
    RUNNING,
    Attack,
    Clock,
    Effect,
    Encounter,
    Missed,
    OpenCheck,
    Order,
    Pile,
    Place,
    PutOff,
    Relation,
    Taken,
    TurnNotes,
    Walk,
    Wave,
)
from rulesets.table.outcome import Outcome, StageResult, Tie
from rulesets.table.refusal import Code, PoolCode, Refusal, Refused
from rulesets.vocabulary import Phase, Rules

if TYPE_CHECKING:
    from rulesets.table.reasons import Reason

EVENT = 10
"""Steps that an event costs, besides looking at every state that may hold or not by it."""
_OF_STATES = frozenset({ev.StateBegan, ev.StateEnded, ev.EffectBegan, ev.EffectEnded})
_OF_UPKEEP = frozenset({ev.EffectEnded, ev.StateEnded, ev.ReadiedChanged})
"""Events after which what somebody kept up may be over."""
MAX_CODE = 300 * PIPS_PER_DIE
"""Pips of the largest die code that is rolled."""


class Ruling:
    """One command under decision. ``draft`` is the encounter with everything emitted so far applied."""

    def __init__(self, rules: Rules, state: Encounter, dice: Dice, insist: bool = False) -> None:
        """Begin a ruling on ``state``; with ``insist`` rule refusals become marked overrides."""
        self.rules = rules
        self.work = Work(MAX_COMMAND + FOR_EACH * len(state.combatants))
        """What the command may cost: above it, it is refused and changes nothing."""
        self.draft = Draft(state, self.work)
        self.dice = dice
        self.insist = insist
        self.events: list[ev.Event] = []
        self.recording: list[ev.Event] | None = None
        self.roll: Any = None
        self.roll_is_code = False
        self.moving = 0
        """How many moves along tracks are under way, one having set off the other."""
        self.index = index_of(rules)
        """What the rules say at each moment."""
        self.answering = 0
        """How many answers to rolls are under way, one having given the other."""
        index = self.index
        self.holding = bool(
            index.held or index.following or index.putting_out or index.lasting or index.lasting_by
        ) or (rules.ready is not None and bool(rules.ready.lost))
        """Whether states that hold while something is so are kept up."""
        self._event = EVENT + len(self.index.held)
        self.ranks: dict[int, dict[str, dict[str, int]]] = {}
        """Ranks within sides by the identity of their key, as long as nothing changes them."""
        self.ties: list[Tie] = []
        """Ties that were broken by what can be answered."""
        self.stages: list[StageResult] = []
        """Stages with a label that ran of an applied pipeline, target by target."""
        self.unsorted: set[str] = set()
        """Orders whose counts move in which something has changed since they were sorted."""
        self.counts_moved: list[tuple[str, str, int, int]] = []
        """Order, slot, count before and count now, of what a moment has moved and nobody has told yet."""
        self.changing = 0
        """How many changes of many counts are under way: the orders are sorted when all of it is done."""
        self.due: dict[tuple[str, str], bool] = {}
        """(combatant, state) with whose beginning or end something has still to happen → was it in force."""
        self.moves: list[tuple[str, str]] = []
        """Slots that get another place when all else has happened, with the one before which that is."""
        self.settling = 0
        """How many of them are beginning or ending, one having set off the other."""

    # -- facts -------------------------------------------------------------------------------------

    def emit(self, event: ev.Event) -> None:
        """Let something happen, and what begins or ends by itself with it."""
        before = holding.before(self, event) if self.holding else ()
        self.record(event)
        if self.index.moving:
            sorting.look(self, event)
        for held in before:
            holding.after(self, held)
        if type(event) in _OF_UPKEEP:
            sustaining.after(self, event)
        if self.draft.asked:
            checks.settle(self, event)

    def record(self, event: ev.Event) -> None:
        """Let one event happen, and nothing with it."""
        if type(event) in _OF_STATES:
            self._note_due(event)  # type: ignore[arg-type]
        work = self.work
        work.left -= self._event
        if work.left < work.half:
            work.note(self._event, *(work.cause or (PHASE, self.draft.clock.phase)))
        evolve(self.draft, event)
        self.events.append(event)
        if self.ranks and type(event) not in SILENT:
            self.ranks.clear()
        if self.recording is not None:
            self.recording.append(event)

    @contextmanager
    def all_at_once(self) -> Iterator[None]:
        """Let many counts change before the orders that compare them are sorted anew."""
        self.changing += 1
        yield
        self.changing -= 1
        if not self.changing:
            sorting.catch_up(self)

    def _note_due(self, event: ev.StateBegan | ev.StateEnded | ev.EffectBegan | ev.EffectEnded) -> None:
        """Keep that a state may begin or end with which something happens."""
        if isinstance(event, ev.EffectBegan | ev.EffectEnded):
            key = event.effect.on, event.effect.name
        else:
            key = event.who, event.state
        if key[1] in self.index.hooked and key not in self.due:
            self.due[key] = self.in_force(*key)

    def in_force(self, who: str, state: str) -> bool:
        """Return whether a state or effect is in force on a combatant; on one who has left none is."""
        combatant = self.draft.combatants.get(who)
        return combatant is not None and (
            state in combatant.states or authors.is_on(self.rules, self.draft, who, state)
        )

    def tell(self, code: str, **params: Any) -> None:
        """Add a line to the log."""
        self.emit(ev.Told(code, params))

    def flag(self, name: str, who: str = "", values: Mapping[str, Any] | None = None) -> None:
        """Raise something the GM must know of, with what its line shows."""
        self.emit(ev.Flagged(name, who, dict(values or {})))

    def outcome(self) -> Outcome:
        """Return what the ruling has come to."""
        asked = getattr(self.dice, "asked", 0)
        ties = tuple(self.ties)
        return Outcome(
            tuple(self.events),
            self.draft.freeze(),
            self.roll,
            self.roll_is_code,
            bool(asked),
            ties,
            tuple(self.stages),
        )

    # -- refusals ----------------------------------------------------------------------------------

    def reject(self, code: Code | PoolCode, reason: Reason = "", cite: str = "", **params: Any) -> Refused:
        """Return the exception for what is impossible, override or not; raise it."""
        return Refused(Refusal(code, reason, params, cite, final=True))

    def forbid(self, code: Code | PoolCode, reason: Reason = "", cite: str = "", **params: Any) -> None:
        """Refuse what a rule forbids, or mark it as an override if the GM insists."""
        if not self.insist:
            raise Refused(Refusal(code, reason, params, cite))
        self.emit(ev.Overrode(code, reason, params, cite))

    # -- looking -----------------------------------------------------------------------------------

    def combatant(self, who: str) -> Combatant:
        """Return the combatant called ``who``.

        Raises:
            Refused: with unknown-combatant.
        """
        found = self.draft.combatants.get(who)
        if found is None:
            raise self.reject(Code.UNKNOWN_COMBATANT, who=who)
        return found

    def slot(self, who: str) -> str:
        """Return the slot of a combatant's or group's id."""
        found = self.draft.combatants.get(who)
        if found is not None:
            return found.slot
        if who and any(c.group == who for c in self.draft.combatants.values()):
            return who
        raise self.reject(Code.UNKNOWN_COMBATANT, who=who)

    def value(self, formula: str, who: Combatant | None = None, **local: Any) -> Any:
        """Return the value of a formula about ``who``."""
        return evaluate(formula, CombatantScope(self.rules, self.draft, who, local or None))

    def number(self, formula: str, who: Combatant | None = None, **local: Any) -> int:
        """Return the value of a formula about ``who`` as a whole number, cut off; nothing is 0."""
        return int(self.exact(formula, who, **local))

    def exact(self, formula: str, who: Combatant | None = None, **local: Any) -> int | float:
        """Return the value of a formula about ``who``, which must be a number; nothing is 0.

        Raises:
            FormulaError: if it is none.
        """
        return as_number(self.value(formula, who, **local), formula)

    def code(self, formula: str, who: Combatant | None = None, **local: Any) -> int:
        """Return a die code in pips that can be rolled in one go.

        Raises:
            FormulaError: if it is no number, or more dice than any table has.
        """
        pips = self.number(formula, who, **local)
        if pips > MAX_CODE:
            raise FormulaError(f"a die code of more than {MAX_CODE // PIPS_PER_DIE} dice", formula)
        return pips

    @property
    def running(self) -> bool:
        """True while the encounter runs."""
        return self.draft.clock.status == RUNNING

    @property
    def phase(self) -> Phase | None:
        """The present phase."""
        return self.index.phases.get(self.draft.clock.phase)

    def order_of(self, phase: Phase) -> Order:
        """Return the order that a phase walks over."""
        return self.draft.orders.get(phase.order) or Order()

    # -- small changes: each reads its old value from the draft, and says nothing if nothing changes ---

    def set_stat(self, who: str, key: str, new: Any) -> None:
        """Set an entered stat."""
        old = self.draft.combatants[who].stats.get(key)
        if old != new or type(old) is not type(new):
            self.emit(ev.StatChanged(who, key, old, new))

    def set_pool(self, who: str, key: str, new: int | None) -> None:
        """Set what is left of a pool, never below 0."""
        old = self.draft.combatants[who].pools.get(key, 0)
        new = None if new is None else max(0, new)
        if old != new:
            self.emit(ev.PoolChanged(who, key, old, new))

    def open_pool(self, who: str, key: str, left: int | None) -> None:
        """Give a combatant a pool that it has not; ``left`` None is without limit."""
        if key not in self.draft.combatants[who].pools:
            self.emit(ev.PoolOpened(who, key, left))

    def close_pool(self, who: str, key: str) -> None:
        """Take a pool from a combatant, with what is left of it."""
        pools = self.draft.combatants[who].pools
        if key in pools:
            self.emit(ev.PoolClosed(who, key, pools[key]))

    def set_tally(self, who: str, key: str, new: int) -> None:
        """Set a tally."""
        old = self.draft.combatants[who].tallies.get(key, 0)
        if old != new:
            self.emit(ev.TallyChanged(who, key, old, new))

    def set_debt(self, who: str, key: str, new: int) -> None:
        """Set what the next turn has lent out of a pool."""
        old = self.draft.combatants[who].debts.get(key, 0)
        if old != new:
            self.emit(ev.DebtChanged(who, key, old, new))

    def set_track(self, who: str, key: str, new: TrackPlace) -> None:
        """Set the place on a condition track, and nothing that goes with it."""
        old = self.draft.combatants[who].tracks.get(key, TrackPlace())
        if old != new:
            self.emit(ev.TrackMoved(who, key, old, new))

    def set_part(self, who: str, key: str, new: Part | None) -> None:
        """Set how much of an action of several parts has been paid; None forgets it."""
        old = self.draft.combatants[who].parts.get(key)
        if old != new:
            self.emit(ev.PartsChanged(who, key, old, new))

    def set_used(self, who: str, key: str, new: int) -> None:
        """Set how often something was used."""
        old = self.draft.combatants[who].used.get(key, 0)
        if old != new:
            self.emit(ev.UsedChanged(who, key, old, new))

    def set_state(self, who: str, state: str, in_force: bool) -> None:
        """Put a state in force or end it, and nothing that goes with it."""
        if (state in self.draft.combatants[who].states) != in_force:
            self.emit(ev.StateBegan(who, state) if in_force else ev.StateEnded(who, state))

    def set_out(self, who: str, new: str) -> None:
        """Set whether a combatant is out: '', 'defeated' or 'disabled'."""
        old = self.draft.combatants[who].out
        if old != new:
            self.emit(ev.OutChanged(who, old, new))

    def set_readied(self, who: str, new: Readied | None) -> None:
        """Set the readied action; None takes it."""
        old = self.draft.combatants[who].readied
        if old != new:
            self.emit(ev.ReadiedChanged(who, old, new))

    def set_declared(self, who: str, new: tuple[Declared, ...]) -> None:
        """Set the declarations of the phase."""
        old = self.draft.combatants[who].declared
        if old != new:
            self.emit(ev.DeclaredChanged(who, old, new))

    def set_done(self, who: str, new: bool) -> None:
        """Set whether the declarations of the phase are complete."""
        old = self.draft.combatants[who].done
        if old != new:
            self.emit(ev.DoneChanged(who, old, new))

    def describe(self, who: str, key: str, new: Any) -> None:
        """Set a field that describes a combatant; feats are a list."""
        old = getattr(self.draft.combatants[who], key)
        old = list(old) if isinstance(old, tuple) else old
        if old != new:
            self.emit(ev.Described(who, key, old, new))

    def describe_encounter(self, key: str, new: str) -> None:
        """Set what is noted about the whole encounter: 'about' or 'shared'."""
        old = getattr(self.draft, key)
        if old != new:
            self.emit(ev.EncounterDescribed(key, old, new))

    def set_wave(self, index: int, new: Wave | None) -> None:
        """Set who is to come at a place of those who wait, or behind the last; None: nobody."""
        old = self.draft.waves[index] if index < len(self.draft.waves) else None
        if old != new:
            self.emit(ev.WaveChanged(index, old, new))

    def join(self, combatant: Combatant) -> None:
        """Let a combatant come in, at the end of the list."""
        self.emit(ev.Joined(combatant, len(self.draft.combatants)))

    def leave(self, who: str) -> None:
        """Take a combatant from the list, as it stands, and nothing that goes with it."""
        index = list(self.draft.combatants).index(who)
        self.emit(ev.Left(self.draft.combatants[who], index))

    def relist(self, who: str, index: int) -> None:
        """Let a combatant stand at ``index`` of the list without it."""
        old = list(self.draft.combatants).index(who)
        if old != index:
            self.emit(ev.Relisted(who, old, index))

    # -- small changes: time and turns -----------------------------------------------------------------

    def clock(self, **changes: Any) -> None:
        """Change where the encounter stands in time."""
        self.set_clock(replace(self.draft.clock, **changes))

    def set_clock(self, new: Clock) -> None:
        """Set all of where the encounter stands in time."""
        old = self.draft.clock
        if old != new:
            self.emit(ev.ClockMoved(old, new))

    def walk(self, **changes: Any) -> None:
        """Change where the pass stands."""
        self.set_walk(replace(self.draft.walk, **changes))

    def set_walk(self, new: Walk) -> None:
        """Set all of where the pass stands."""
        old = self.draft.walk
        if old != new:
            self.emit(ev.Walked(old, new))

    def note(self, **changes: Any) -> None:
        """Change what has happened in the present turn."""
        self.set_notes(replace(self.draft.notes, **changes))

    def note_doer(self, who: Combatant) -> None:
        """Note that ``who`` does something, if it shares the present turn with others."""
        notes = self.draft.notes
        if who.group and who.slot == self.draft.walk.active and who.id != notes.doer:
            earlier = (one for one in (*notes.earlier, notes.doer) if one not in ("", who.id))
            self.note(doer=who.id, earlier=tuple(earlier))

    def new_notes(self) -> None:
        """Begin a turn's notes anew: of the one before only attacks are kept of which nothing came yet."""
        self.set_notes(TurnNotes(left=self.left_open()))

    def left_open(self) -> tuple[Attack, ...]:
        """Return the attacks that are left open by the turn under way, if it has not only been laid aside."""
        notes, laid = self.draft.notes, self.draft.walk.interrupted
        if not self.index.tells_hits or (laid and laid[0].notes == notes):
            return notes.left
        return (*notes.left, *(one for one in notes.attacks if not one.result))

    def set_notes(self, new: TurnNotes) -> None:
        """Set all of what has happened in the present turn."""
        old = self.draft.notes
        if old != new:
            self.emit(ev.Noted(old, new))

    def set_opening(self, new: tuple[Any, ...]) -> None:
        """Set the events that a resumed turn takes back."""
        old = self.draft.opening
        if old != new:
            self.emit(ev.OpeningKept(old, new))

    def set_put_off(self, slot: str, new: PutOff | None) -> None:
        """Set whether a slot's turn is put off; None lets it come up."""
        old = self.draft.put_off.get(slot)
        if old != new:
            self.emit(ev.PutOffChanged(slot, old, new))

    def set_over(self, slot: str, new: int) -> None:
        """Set the pass in which a slot's turn was over last; 0 opens it again."""
        old = self.draft.over.get(slot, 0)
        if old != new:
            self.emit(ev.TurnOver(slot, old, new))

    def set_missed(self, new: Mapping[str, Missed | None]) -> None:
        """Set of slots in which pass their place came by last without a turn; None opens it again."""
        changed = {slot: missed for slot, missed in new.items() if self.draft.missed.get(slot) != missed}
        if changed:
            self.emit(ev.TurnsMissed({slot: self.draft.missed.get(slot) for slot in changed}, changed))

    def list_turn(self, round_: int, taken: Taken, index: int | None = None) -> None:
        """Put a turn among those taken in a round: at ``index``, or at the end."""
        there = len(self.draft.acted.get(round_, ()))
        index = there if index is None else min(index, there)
        self.emit(ev.TurnListed(round_, taken.slot, taken.segment, index))

    def unlist_turn(self, round_: int, index: int) -> None:
        """Take the turn at ``index`` from those taken in a round."""
        taken = self.draft.acted[round_][index]
        self.emit(ev.TurnUnlisted(round_, taken.slot, taken.segment, index))

    # -- small changes: orders -------------------------------------------------------------------------

    def set_order(self, order: str, new: Order | None) -> None:
        """Set all of an order; None takes it away."""
        old = self.draft.orders.get(order)
        if old != new:
            self.emit(ev.OrderMade(order, old, new))

    def move_slot(self, order: str, slot: str, index: int) -> None:
        """Let a slot stand at ``index`` of the order without it; the walk is the caller's."""
        slots = self.draft.orders[order].slots
        old = slots.index(slot)
        if old != index:
            self.emit(ev.SlotMoved(order, slot, old, index, slots[old - 1] if old else ""))

    def place_slot(self, order: str, slot: str, index: int, place: Place) -> None:
        """Put a slot into an order that stands, at ``index``."""
        self.emit(ev.SlotPlaced(order, slot, index, place))

    def remove_slot(self, order: str, slot: str) -> None:
        """Take a slot out of an order; the walk is the caller's."""
        stands = self.draft.orders[order]
        self.emit(ev.SlotRemoved(order, slot, stands.slots.index(slot), stands.places[slot]))

    def set_place(self, order: str, slot: str, new: Place) -> None:
        """Set a slot's count and tie values; it stays where it stands."""
        old = self.draft.orders[order].places[slot]
        if old != new:
            self.emit(ev.PlaceChanged(order, slot, old, new))

    def ghosts(self, new: int) -> None:
        """Set the number of ghost places made so far."""
        old = self.draft.ghosts
        if old != new:
            self.emit(ev.GhostsChanged(old, new))

    def draw_card(self, deck: str, card: str, slot: str) -> None:
        """Let a slot draw a card that is left in a deck."""
        self.emit(ev.CardDrawn(deck, card, self.draft.decks[deck].left.index(card), slot))

    def set_pile(self, deck: str, new: Pile | None) -> None:
        """Set a deck as it lies on the table; None takes it away."""
        old = self.draft.decks.get(deck)
        if old != new:
            self.emit(ev.PileChanged(deck, old, new))

    # -- small changes: effects, ties, rules -----------------------------------------------------------

    def begin_effect(self, new: Effect) -> None:
        """Put an effect in force; whatever was in force under its id is over first."""
        self.end_effect(new.id)
        self.emit(ev.EffectBegan(new))

    def set_effect(self, ident: str, **changes: Any) -> None:
        """Change an effect that is in force: its countdown, its anchor, when it was kept up."""
        old = self.draft.effects[ident]
        new = replace(old, **changes)
        if old != new:
            self.emit(ev.EffectChanged(old, new))

    def end_effect(self, ident: str) -> None:
        """End an effect, and nothing that goes with it."""
        old = self.draft.effects.get(ident)
        if old is not None:
            self.work.spend(len(self.draft.effects) // EFFECTS_A_STEP, STATE, old.name)
            self.emit(ev.EffectEnded(old, list(self.draft.effects).index(ident)))

    def set_relation(self, key: str, new: Relation | None) -> None:
        """Set a tie between two combatants; None ends it."""
        old = self.draft.relations.get(key)
        if old != new:
            self.emit(ev.RelationChanged(key, old, new))

    def ask_check(self, new: OpenCheck, index: int | None = None) -> None:
        """Put a roll among those that are asked for: at ``index``, or behind all others."""
        there = len(self.draft.asked)
        self.emit(ev.CheckAsked(new, there if index is None else min(index, there)))

    def close_check(self, old: OpenCheck) -> None:
        """Take a roll from those that are asked for; of several that are alike, the oldest."""
        self.emit(ev.CheckClosed(old, self.draft.asked.index(old)))

    def set_rules(self, new: str) -> None:
        """Set the hash of the rules that the encounter is played by."""
        old = self.draft.rules
        if old != new:
            self.emit(ev.RulesChanged(old, new))


def checked_number(ruling: Ruling, value: Any, what: str, least: int | None = None) -> int:
    """Return ``value`` if it is a whole number of a sensible size, else reject it as bad-value."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or abs(value) > 10**9 or (least is not None and value < least):
        raise ruling.reject(Code.BAD_VALUE, "bad-number", what=what, value=str(value), least=least)
    return int(value)
