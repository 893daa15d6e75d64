"""The laws of a pass, told from the outside: a book kept of who had a turn, and who missed one and why.

The book reads the rules, the commands and what stands on the table after each of them. It knows nothing of
how the next turn is found, so it can tell whether that was right under any ruleset:

- whoever is able to act when its place comes has one turn in the pass, or missed it for one of ``REASONS``;
- nobody has two, unless the GM insisted;
- turns come in the order that is shown, those with a higher `first` before all others;
- whoever was interrupted by the GM's insisting goes on afterwards, with what it had;
- an effect of N rounds ends the Nth time that its place comes up, and only then;
- of several who wait exactly one has to act when nobody else is left.

Where counts move no place goes by before its pass is over: whoever stands above in the order that is shown,
and is able, goes first, whatever it was before. Where turns come again and again whoever has had one has
another to come.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rulesets.engine.coming import has_used_turn
from rulesets.engine.scope import value_of
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import GHOST, RUNNING, STAGE_ROUND, Encounter, Order
from rulesets.vocabulary import Phase, Rules
from tests.rulesets.engine.made_rulesets import FALL

TO_COME, HAD, EITHER = "to come", "had", "either"
"""How a slot stands in a pass, beside the reasons: ``EITHER`` is one of which the rules do not say."""
OUT, NO_PART, WAITED, GAVE_UP = "out", "takes-no-part", "waited", "gave-up"
CLOSED, LATE, READIED, FELL, LEFT = "closed", "joined-late", "readied", "fell", "left"
ENDED, INSISTED, NOT_ASKED = "ended", "insisted", "not-asked"
REASONS = {
    OUT: "It was defeated or disabled when its place came (contract: they are skipped).",
    NO_PART: "The phase's own 'who' did not hold for it when its place came (003-10, 001-97).",
    WAITED: "It still waited when the pass was over, or until its place came again (E-SRD-08, A000-15). Who "
    "resumes in the next pass before its place has that pass' turn (E-SRD-09).",
    GAVE_UP: "It had to act, being the last of the waiting, and gave its turn up (contract/kaiser 7).",
    CLOSED: "The GM closed the pass while it waited (001-95).",
    LATE: "It joined when its place had gone by (E-SW-15: joiners act when their turn comes up).",
    READIED: "It used its readied action before its turn came, and moved there (E-SRD-14).",
    FELL: "A rule moved it right before the active one, and what it had left of the pass is gone (PF-61).",
    LEFT: "It left the encounter.",
    ENDED: "The encounter ended.",
    INSISTED: "The GM insisted on something else.",
    NOT_ASKED: "Nobody could be chosen any more: 'otherwise' of the phase's choice held for nobody.",
}
"""Every reason for which somebody has no turn in a pass. There is no other."""


LAWS = {
    "lost-turn": "Whoever is able has a turn in the pass, or there is a reason.",
    "two-turns": "Nobody has two turns in a pass, unless the GM insisted.",
    "turn-gone": "Whoever has missed its turn for a reason has none in that pass.",
    "passed-over": "Turns come in the order that is shown.",
    "haste": "Whoever has more of `first` goes before all others in every pass.",
    "stuck": "Somebody is active while anybody has a turn to come, and no pass waits for nobody.",
    "runaway": "No command passes over several rounds.",
    "idle": "A phase that is closed is over, or the next pass of it begins.",
    "must-act": "Of those who wait exactly one has to act when nobody else is left, and does before the end.",
    "resumes-again": "Whoever has just resumed cannot resume again.",
    "interrupted": "Whoever was interrupted goes on afterwards, with what it had.",
    "declaring": "Declarations are closed when everybody has declared.",
    "effect": "An effect of N rounds ends the Nth time that its place comes up.",
    "total": "An order is total.",
    "log": "Undo, redo, replay and reading again give the same state.",
}
"""Every law by its name."""


class Broken(NamedTuple):
    """A law that does not hold: its name, and what happened."""

    law: str
    what: str


class Missed(NamedTuple):
    """A turn that somebody did not have, as the book sees it when the pass is over."""

    number: int
    """The pass, as the clock numbers them."""
    slot: str
    why: str
    """One of ``REASONS``."""


class Behind(NamedTuple):
    """A turn that comes behind another's."""

    leader: str
    number: int
    """The pass in which it was put off there."""


@dataclass
class Lasting:
    """An effect that counts down, as the book expects it."""

    rounds: int
    owner: str
    """Slot on whose turn it began."""
    at_zero: str
    began: int
    """What ``Observer._ticks`` had counted when it began."""
    number: int
    """Pass in which it began."""
    counted: int = 0
    """Times its place had come up when its owner left the place."""
    vacant: int = -1
    """Passes closed when its owner left the place; -1 while the owner has it."""
    here: bool = False
    """Whether the place it left had still to come up in that pass."""
    owed: int = 0
    """Times that its place comes up without counting: in the turn that was taken back when it began."""
    unplaced: bool = False
    """Whether the place it left is none of the present order: it counts down at the end of the round."""
    above: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()


@dataclass
class Book:
    """What is known of one pass, and of what goes on over passes."""

    number: int
    """As the clock numbers passes."""
    phase: str
    turns: dict[str, str]
    """Slot → TO_COME, HAD, EITHER, or the reason why it has none."""
    came_now: set[str] = field(default_factory=set)
    """Slots whose turn or place has come up in this pass."""
    came: dict[str, int] = field(default_factory=dict)
    """Slot → passes in which it has come up."""
    closed: int = 0
    """Passes with turns that are over."""
    waits: dict[str, int] = field(default_factory=dict)
    """Slot → the pass in which it began to wait without a place."""
    follows: dict[str, Behind] = field(default_factory=dict)
    """Slot → whose turn its own comes behind."""
    later: dict[str, int] = field(default_factory=dict)
    """Slot → the round before which its turn does not come."""
    late: set[str] = field(default_factory=set)
    """Slots whose turn of this pass came up in an earlier one and was put off into it."""
    last: str = ""
    """Slot that had the last turn."""
    partly: set[str] = field(default_factory=set)
    """Slots that put a turn off of which they had taken a part."""
    gone_by: set[str] = field(default_factory=set)
    """Slots that stood above the last turn, or had it, and have not moved since."""
    vacated: bool = False
    """Whether somebody has left whose place had gone by in this pass."""
    astray: set[str] = field(default_factory=set)
    """Slots that have left the place at which they came up in this pass."""
    moment: set[str] = field(default_factory=set)
    """Slots that act at the same moment as the active one."""
    newcomers: set[str] = field(default_factory=set)
    """Combatants that joined during this pass, or were out in it."""
    extra: set[str] = field(default_factory=set)
    """Slots to which the GM gave one turn more."""
    interrupted: list[str] = field(default_factory=list)
    effects: dict[str, Lasting] = field(default_factory=dict)
    done: bool = False
    """Whether something was done in the present turn."""
    resumed: bool = False
    """Whether the present turn was resumed."""
    at_first: dict[str, str] = field(default_factory=dict)
    """``turns`` before the present turn came up."""
    hasty: dict[str, float] = field(default_factory=dict)
    """Slot → what `first` came to when the pass began."""
    before: Book | None = None
    """The book before the present turn came up."""

    def kept(self) -> Book:
        """A copy that is not changed with this one."""
        fresh = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, dict | set | list):
                setattr(fresh, name, copy(value))
        fresh.effects = {key: replace(one) for key, one in self.effects.items()}
        return fresh


class Observer:
    """Follows one fight, command by command."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.book: Book | None = None
        self.found: list[Broken] = []
        self.missed: list[Missed] = []
        """Turns missed in the passes that ended with the last command: to be held beside the engine's log."""

    # -- reading the table -----------------------------------------------------------------------------

    def phase_of(self, state: Encounter) -> Phase | None:
        return next((one for one in self.rules.phases if one.id == state.clock.phase), None)

    def acting(self, state: Encounter) -> Phase | None:
        phase = self.phase_of(state)
        running = state.clock.status == RUNNING
        return phase if running and phase is not None and phase.activity == "act" else None

    def moving(self, phase: Phase) -> bool:
        """Whether the counts of a phase's order move."""
        return any(key.by == "count" for key in self.rules.orders[phase.order].keys)

    def line(self, state: Encounter, phase: Phase | None = None) -> list[str]:
        """The slots of a phase, top to bottom, without places that nobody acts on."""
        order = state.orders.get(phase.order if phase is not None else self.rules.main_order)
        return [slot for slot in order.slots if not slot.startswith(GHOST)] if order is not None else []

    def able(self, state: Encounter, phase: Phase, slot: str) -> bool:
        """Whether anybody in a slot can have a turn: not who of a group has used a readied action instead."""
        members = [one for one in state.members(slot) if not has_used_turn(state, one)]
        return any(not one.out and value_of(self.rules, state, one, phase.who) for one in members)

    def due(self, book: Book, state: Encounter, phase: Phase, slot: str) -> bool:
        """Whether a slot with a turn to come is able, or acts at the same moment as one who has acted."""
        together = slot in book.moment
        if together and any(value_of(self.rules, state, one, phase.who) for one in state.members(slot)):
            return True
        return self.able(state, phase, slot)

    def present(self, state: Encounter, slot: str) -> bool:
        return any(not one.out for one in state.members(slot))

    def say(self, law: str, what: str) -> None:
        """Note that one of ``LAWS`` does not hold."""
        assert law in LAWS
        self.found.append(Broken(law, what))

    # -- one command -----------------------------------------------------------------------------------

    def see(self, before: Encounter, command: cmd.Command, after: Encounter) -> list[Broken]:
        """Take an accepted command into the book; return the laws that it broke."""
        self.found, self.missed = [], []
        if after.clock.status != RUNNING:
            self._ended(before)
            return []
        if after.clock.round > before.clock.round + 1:
            self.book = None
            return [
                Broken(
                    "runaway", f"one command went on from round {before.clock.round} to {after.clock.round}"
                )
            ]
        if self.book is None:
            self.book = self._opened(after, Book(0, "", {}))
            self._turn_begins(None, after, after, command, self.book)
            self._nobody_is_stuck(self.book, before, command, after)
            return self.found
        if isinstance(command, cmd.NextPhase) and after == before:
            self.say("idle", f"{before.clock.phase} was closed, and nothing happened")
        book = self.book.kept()
        began = self._turn_began(before, command, after)
        self._declared(before, command, after)
        self._ordered(book, before, command, after)
        book = self._retracted(book, before, command, after)
        self._came_and_went(book, before, command, after)
        base = book.kept()
        if after.clock.passes != book.number:
            self._closed(book, before, command, after)
            self._skipped(book, before, after)
            book = self._opened(after, book)
        if began:
            self._turn_begins(base, before, after, command, book)
        elif not after.walk.active:
            book.done = False
            phase = self.acting(after)
            if phase is not None:  # who cannot act by then does not go on
                book.interrupted = [slot for slot in book.interrupted if self.able(after, phase, slot)]
        self.book = book
        self._nobody_is_stuck(book, before, command, after)
        self._effects_hold(book, command, after)
        return self.found

    def _ended(self, before: Encounter) -> None:
        """The encounter is over, and with it the pass."""
        book, self.book = self.book, None
        if book is not None and self.acting(before) is not None:
            ended = [slot for slot, stands in book.turns.items() if stands == TO_COME]
            self.missed = [Missed(book.number, slot, ENDED) for slot in ended]

    def _turn_began(self, before: Encounter, command: cmd.Command, after: Encounter) -> bool:
        """Whether a turn came up: another is active, or the same one anew."""
        if self.acting(after) is None or not after.walk.active:
            return False
        if after.walk.active != before.walk.active or after.clock.passes != before.clock.passes:
            return True
        if isinstance(command, cmd.EndTurn | cmd.Resume | cmd.NextPhase):
            return True
        return isinstance(command, cmd.Delay) and self._slot(before, command.who) == before.walk.active

    def _slot(self, state: Encounter, who: str) -> str:
        one = state.combatants.get(who)
        return one.slot if one is not None else who

    # -- what a command itself says --------------------------------------------------------------------

    def _ordered(self, book: Book, before: Encounter, command: cmd.Command, after: Encounter) -> None:
        match command:
            case cmd.Delay():
                self._delayed(book, before, command, after)
            case cmd.EndTurn():
                slot = self._slot(before, command.who) or before.walk.active or self._lowest_waiting(before)
                if slot != before.walk.active and slot in book.waits:
                    book.waits.pop(slot)
                    book.turns[slot] = GAVE_UP
            case cmd.NextPhase():
                self._closed_by_gm(book, before)
            case cmd.Trigger():
                self._triggered(book, before, command, after)
            case cmd.Apply() if command.pipeline == FALL:
                self._fell(book, before, self._slot(before, command.to[0]), after)
            case cmd.SetNumbers() if command.initiative is not None:
                self._counted_anew(book, before, self._slot(before, command.who), after)
            case cmd.BeginEffect():
                self._effect_began(book, before, command)
            case cmd.EndEffect():
                book.effects.pop(f"{command.on}:{command.name}", None)
            case cmd.Act() | cmd.Ready() | cmd.RecordAttack():
                book.done = book.done or self._slot(before, command.who) == before.walk.active

    def _delayed(self, book: Book, before: Encounter, command: cmd.Delay, after: Encounter) -> None:
        slot, clock = self._slot(before, command.who), before.clock
        own = slot == before.walk.active
        waits = not command.after and command.count is None
        later = command.round or 0
        put_off = slot in book.waits or slot in book.follows or slot in book.later
        phase = self.acting(before)
        able = phase is not None and self.able(before, phase, slot)
        nothing = not put_off and (book.turns.get(slot) in (HAD, GAVE_UP) or not able)
        for turns in (book.waits, book.follows, book.later):
            turns.pop(slot, None)
        if own and later > clock.round:
            book.later[slot] = later
            if self.rules.effects_at == "turn":  # whether its turn then is of this round or that is open
                book.effects = {key: one for key, one in book.effects.items() if one.owner != slot}
        if waits and (able if own else not nothing):
            book.waits[slot] = clock.passes
            if self._waits_on():  # what ends with its turn, which does not come up by itself: not followed
                book.effects = {key: one for key, one in book.effects.items() if one.owner != slot}
        if command.after and (own or put_off):
            book.follows[slot] = Behind(self._slot(before, command.after), clock.passes)
        if not own:  # the GM insists: its place is another, and it waits with the turn that it has
            if self.rules.effects_come_up:  # whether it comes up at its place then is open
                book.effects = {key: one for key, one in book.effects.items() if one.owner != slot}
            if book.turns.get(slot) not in (TO_COME, HAD, GAVE_UP):
                book.turns[slot] = EITHER
        elif book.turns.get(slot) == HAD:
            open_ = self.overridden(command) or slot in book.extra
            book.turns[slot] = EITHER if open_ or (waits and not able) else TO_COME
            if book.done:
                book.partly.add(slot)
        book.moment.discard(slot)
        if own and self.rules.effects_stay and slot in book.late - book.came_now:
            # whether its place has come by with the turn that it takes elsewhere is open
            book.effects = {key: one for key, one in book.effects.items() if one.owner != slot}
        if not waits:
            self._moved(book, before, slot, after)
            book.gone_by.discard(slot)

    def _waits_on(self) -> bool:
        """Whether whoever waits may do so over the end of the round, and nobody has to act (CA-32)."""
        return self.rules.delay is not None and self.rules.delay.until == "never"

    @staticmethod
    def overridden(command: cmd.Command) -> bool:
        return command.override

    def _closed_by_gm(self, book: Book, before: Encounter) -> None:
        """The GM closes the pass: whoever waits loses its turn, and by insisting everybody else, too."""
        if self.acting(before) is None:
            return
        for slot, stands in book.turns.items():
            if slot in book.waits and stands in (TO_COME, EITHER):
                book.turns[slot] = CLOSED
            elif stands == TO_COME:
                phase = self.acting(before)
                able = phase is not None and self.due(book, before, phase, slot)
                active = before.walk.active
                chosen = phase is not None and phase.choice is not None
                book.turns[slot] = INSISTED if (active or chosen) and able else stands
        if not self._waits_on():
            book.waits.clear()
        if before.walk.active:  # and whoever was to come behind somebody in it has no turn to come
            book.follows = {slot: one for slot, one in book.follows.items() if one.number != book.number}

    def _triggered(self, book: Book, before: Encounter, command: cmd.Trigger, after: Encounter) -> None:
        slot, by = self._slot(before, command.who), self._slot(before, command.by)
        ready = self.rules.ready
        shared = any(one.id != command.who and not one.out for one in before.members(slot))
        if ready is None or ready.place == "stays" or shared or slot == by:
            return
        old, new = self.line(before), self.line(after)
        if slot not in old or by not in old:
            return
        stays = old == new and old.index(slot) > old.index(by) and ready.place == "moves-down"
        if stays:
            return
        if book.turns.get(slot) == TO_COME:
            groups = (book.waits, book.follows, book.later, book.late, book.came_now)
            put_off = any(slot in group for group in groups)
            book.turns[slot] = TO_COME if put_off else READIED
        self._moved(book, before, slot, after)
        book.gone_by.discard(slot)
        if by in book.gone_by:
            book.gone_by.add(slot)

    def _fell(self, book: Book, before: Encounter, slot: str, after: Encounter) -> None:
        line, active = self.line(before), before.walk.active
        if slot == active or slot not in line or active not in line:
            return
        stood = line.index(slot) + 1 == line.index(active)
        put_off = [group for group in (book.waits, book.follows, book.later) if slot in group]
        for group in put_off:
            group.pop(slot)
        if put_off and slot in book.partly:
            book.turns[slot] = GAVE_UP
        elif slot not in book.interrupted and book.turns.get(slot) in (TO_COME, EITHER, None):
            book.turns[slot] = FELL
        book.late.discard(slot)
        if not stood:
            self._moved(book, before, slot, after)
            book.gone_by.discard(slot)

    def _counted_anew(self, book: Book, before: Encounter, slot: str, after: Encounter) -> None:
        """The GM corrects a count: whoever has still to act has, and whoever has acted has (contract)."""
        self._moved(book, before, slot, after)
        book.gone_by.discard(slot)
        if book.turns.get(slot) == LATE:  # a joiner may have been given a count that has not gone by
            book.turns[slot] = EITHER

    # -- taking back the beginning of a turn -----------------------------------------------------------

    def _retracted(self, book: Book, before: Encounter, command: cmd.Command, after: Encounter) -> Book:
        """A turn that has just begun has not begun, when somebody takes its own in front of it."""
        if not isinstance(command, cmd.Resume | cmd.Choose):
            return book
        book.moment.clear()
        active, slot = before.walk.active, self._slot(before, command.who)
        if not active:
            return book
        if active == slot and book.resumed and not command.override:
            self.say("resumes-again", f"{slot} has just resumed and resumes again")
        if book.done:
            if isinstance(command, cmd.Resume):
                book.interrupted.append(active)
            return book
        if book.before is not None:  # whose place was left and had come up: how often it has now is open
            came = book.before.came
            left = {key for key, one in book.effects.items() if self._left_since(book.before, key, one)}
            open_ = {key for key in left if came.get(book.effects[key].owner, 0) != self._came(book, key)}
            went_back = self._count(before, active) != self._count(after, active)
            if went_back:  # what began in that turn stays on the count it began on
                new = book.effects.keys() - book.before.effects.keys()
                open_ |= {key for key in new if book.effects[key].owner == active}
            book.effects = {key: one for key, one in book.effects.items() if key not in open_}
        if active in book.extra:
            book.turns[active] = HAD if book.at_first.get(active) == HAD else EITHER
        if book.before is not None and book.before.number == after.clock.passes != book.number:
            return self._turned_back(book)
        for other, stood in book.at_first.items():
            now = book.turns.get(other, stood)
            if now != stood != HAD and now not in (READIED, FELL) and (other == active or now in REASONS):
                book.turns[other] = stood
                self._not_come(book, other)
                book.gone_by.discard(other)
        for (
            other,
            now,
        ) in book.turns.items():  # whoever joined since may come after all
            if now == LATE and other not in book.at_first:
                book.turns[other] = EITHER
        waited = book.before.waits.items() if book.before is not None else ()
        for waiting, since in waited:
            if book.turns.get(waiting, HAD) != HAD:
                book.waits.setdefault(waiting, since)
        followed = book.before.follows.items() if book.before is not None else ()
        for following, behind in followed:
            if book.turns.get(following, HAD) != HAD:
                book.follows.setdefault(following, behind)
        if slot in book.waits or command.override:
            book.gone_by.discard(active)
        return book

    def _left_since(self, before: Book, key: str, one: Lasting) -> bool:
        """Whether the owner of an effect has left its place since the turn began."""
        return one.vacant >= 0 and (key not in before.effects or before.effects[key].vacant < 0)

    def _came(self, book: Book, key: str) -> int:
        return book.came.get(book.effects[key].owner, 0)

    def _not_come(self, book: Book, slot: str) -> None:
        earlier = book.before.came_now if book.before and book.before.number == book.number else set()
        if slot in book.came_now - earlier:
            book.came_now.discard(slot)
            book.came[slot] = book.came.get(slot, 1) - 1

    def _turned_back(self, book: Book) -> Book:
        """The pass that seemed to be over goes on; who came and what began since stays."""
        old = book.before
        assert old is not None
        again = old.kept()
        for slot in [slot for slot in again.turns if slot not in book.turns]:
            again.turns.pop(slot)
            again.vacated = again.vacated or slot in again.gone_by
        for slot in book.turns:
            over = again.turns.get(slot) == TO_COME and not self._stays_waiting(again, slot)
            if over or slot not in again.turns or book.turns[slot] in (EITHER, OUT):
                again.turns[slot] = EITHER
        again.effects = book.effects
        for waiting, since in book.waits.items():  # the GM has let it wait in the pass that is taken back
            if since == book.number:
                again.waits.setdefault(waiting, since)
        return again

    # -- who came, went, and is out --------------------------------------------------------------------

    def _came_and_went(self, book: Book, before: Encounter, command: cmd.Command, after: Encounter) -> None:
        slots = dict.fromkeys(one.slot for one in before.combatants.values())
        for slot in [slot for slot in slots if next(iter(after.members(slot)), None) is None]:
            self._moved(book, before, slot, after)
            if book.turns.get(slot) == TO_COME:
                self.missed.append(Missed(book.number, slot, LEFT))
            for of_slots in (book.turns, book.waits, book.later, book.follows):
                of_slots.pop(slot, None)
            book.vacated = book.vacated or slot in book.gone_by
            for group in (book.gone_by, book.moment, book.partly, book.late):
                group.discard(slot)
            book.interrupted = [one for one in book.interrupted if one != slot]
        for effect in [one for one in book.effects if one.partition(":")[0] not in after.combatants]:
            book.effects.pop(effect)
        phase = self.acting(after) or self.acting(before)
        for slot in list(book.waits):  # whoever waits and cannot act any more has lost its turn (001-97)
            if self.present(after, slot) if phase is None else self.able(after, phase, slot):
                continue
            again = phase is not None and phase.turns == "again"
            on = self._waits_on() and self.acting(after) is not None  # through passes, with the turn of each
            waited = book.waits.pop(slot) == book.number or on
            if waited and book.number == after.clock.passes and not again:
                book.turns[slot] = EITHER if slot in book.partly else WAITED
        if after.clock.passes != book.number:
            return
        book.newcomers |= after.combatants.keys() - before.combatants.keys()
        book.newcomers |= {one.id for one in before.combatants.values() if one.out}
        self._joined(book, before, command, after, phase)
        if isinstance(command, cmd.Restore | cmd.Add) and not before.walk.active:
            for slot, stands in book.turns.items():  # contract: the next without a turn acts at once
                if stands in REASONS and stands not in (READIED, FELL, GAVE_UP):
                    book.turns[slot] = EITHER

    def _joined(
        self, book: Book, before: Encounter, command: cmd.Command, after: Encounter, phase: Phase | None
    ) -> None:
        if phase is None:
            return
        line = self.line(after, phase)
        for slot in line:
            if slot in book.turns:
                continue
            book.turns[slot] = TO_COME
            if phase.choice is not None or self.moving(phase) or not isinstance(command, cmd.Add):
                continue
            below = line[line.index(slot) + 1 :]
            astray = book.resumed and self.rules.delay is not None and self.rules.delay.place == "stays"
            in_place = bool(after.walk.active) and not astray
            gone = {other for other, stands in book.turns.items() if stands in (LATE, INSISTED)}
            passed = {after.walk.active} if in_place else book.gone_by | gone
            gone_by = [other for other in below if other in passed]
            if gone_by:  # beside one out of place, or whose count was corrected, it is left open
                beside = gone_by == [after.walk.active] or book.turns.get(below[0]) == TO_COME
                above = line[: line.index(slot)][-1:]  # one of them has still to come
                beside = beside or any(book.turns.get(other) == TO_COME for other in above)
                book.turns[slot] = EITHER if beside and not in_place else LATE
            elif not in_place and (book.vacated or not book.gone_by) and HAD in book.turns.values():
                book.turns[slot] = EITHER

    # -- passes ----------------------------------------------------------------------------------------

    def _closed(self, book: Book, before: Encounter, command: cmd.Command, after: Encounter) -> None:
        """The pass is over: everybody has had a turn, or there is a reason."""
        phase = next((one for one in self.rules.phases if one.id == book.phase), None)
        if phase is None or phase.activity != "act":
            return
        left = [slot for slot, stands in book.turns.items() if stands == TO_COME]
        whys = {slot: self._why(book, before, command, after, phase, slot) for slot in left}
        book.turns.update(whys)
        for slot in {one.owner for one in book.effects.values() if one.vacant < 0} - book.turns.keys():
            book.came[slot] = book.came.get(slot, 0) + 1  # its place is in no order: the end of the round
        for slot in book.turns:
            if slot not in book.came_now and self._comes_by(book, slot):
                book.came[slot] = book.came.get(slot, 0) + 1
        book.closed += 1
        told = REASONS.keys() - (
            {OUT, NO_PART} if phase.turns == "again" else set()
        )  # there nobody misses a turn by that
        self.missed += [Missed(book.number, slot, why) for slot, why in book.turns.items() if why in told]
        insisted = isinstance(command, cmd.NextPhase) and self.overridden(command)
        for slot in [] if insisted else book.interrupted:  # the GM ends the turn of whoever was interrupted
            if self.able(before, phase, slot) and self.able(after, phase, slot):
                self.say("interrupted", f"the pass is over though {slot} was interrupted")
        book.interrupted.clear()
        book.late.clear()

    def _skipped(self, book: Book, before: Encounter, after: Encounter) -> None:
        """Passes that the command went through in which nobody could act: every place of theirs came by."""
        rounds = [one for one in self.rules.phases if one.when == "round"]
        ids = [one.id for one in rounds]
        if before.clock.phase not in ids or after.clock.phase not in ids:
            return
        first, last = (one.round * len(ids) + ids.index(one.phase) for one in (before.clock, after.clock))
        for number in range(first + 1, last):
            if rounds[number % len(ids)].activity == "act":
                book.closed += 1
                for slot in {one.owner for one in book.effects.values() if one.vacant < 0}:
                    book.came[slot] = book.came.get(slot, 0) + 1

    def _comes_by(self, book: Book, slot: str) -> bool:
        """Whether a turn or place that has not come up in a pass does so as it ends.

        A turn that a readied action has replaced does not, nor one put off into the pass and taken before its
        place came; the place itself does (contract/sagas-hub 7).
        """
        if book.turns.get(slot) == LATE:
            return False
        return self.rules.effects_stay or not self._is_elsewhere(book, slot)

    def _is_elsewhere(self, book: Book, slot: str) -> bool:
        """Whether a slot's turn of the pass is not the one that would come up at its place."""
        return slot in book.late or self._stays_waiting(book, slot) or book.turns.get(slot) in (READIED, FELL)

    def _why(
        self, book: Book, before: Encounter, command: cmd.Command, after: Encounter, phase: Phase, slot: str
    ) -> str:
        delay = self.rules.delay
        if slot in book.waits or slot in book.later or self._stays_waiting(book, slot):
            must = delay is not None and delay.then != "lost" and slot in book.waits
            on = must and delay is not None and delay.until == "phase" and after.clock.phase == phase.id
            on = on and after.clock.round == before.clock.round
            if must and not on and self.present(before, slot) and self.present(after, slot):
                self.say("must-act", f"pass {book.number} is over though {slot} waits and had to act")
            return WAITED
        if not self.due(book, before, phase, slot) or not self.due(book, after, phase, slot):
            return OUT if not self.present(before, slot) or not self.present(after, slot) else NO_PART
        if phase.choice is not None and phase.choice.otherwise != "true":
            return NOT_ASKED
        self.say("lost-turn", f"{slot} had no turn in pass {book.number} and there is no reason for it")
        return INSISTED

    def _opened(self, state: Encounter, last: Book) -> Book:
        """A new pass: everybody with a place has its turn to come."""
        phase = self.phase_of(state)
        acting = phase is not None and phase.activity == "act"
        book = last.kept()
        book.number, book.phase = state.clock.passes, state.clock.phase
        book.turns = dict.fromkeys(self.line(state, phase) if acting else (), TO_COME)
        for group in ("came_now", "gone_by", "extra", "moment", "astray"):
            setattr(book, group, set())
        book.hasty, book.newcomers, book.vacated = {}, set(), False
        if phase is not None and phase.first and acting:
            book.hasty = {slot: self._haste(state, phase, slot) for slot in book.turns}
        book.late |= {slot for slot, since in book.later.items() if since <= state.clock.round}
        book.later = {slot: since for slot, since in book.later.items() if slot not in book.late}
        book.at_first = dict(book.turns)
        if acting and phase is not None and self.rules.orders[phase.order].rolled != "encounter":
            order = state.orders.get(phase.order) or Order()
            kept = any(slot.startswith(GHOST) for slot in order.slots)
            for one in book.effects.values():  # a place that was left is none of an order made since
                one.unplaced = one.unplaced or (one.vacant >= 0 and not kept)
        return book

    def _haste(self, state: Encounter, phase: Phase, slot: str) -> Any:
        """By how much a slot goes before all others in every pass."""
        if not phase.first:
            return 0
        return min((value_of(self.rules, state, one, phase.first) for one in state.members(slot)), default=0)

    # -- turns -----------------------------------------------------------------------------------------

    def _turn_begins(
        self, base: Book | None, before: Encounter, after: Encounter, command: cmd.Command, book: Book
    ) -> None:
        phase, slot = self.acting(after), after.walk.active
        if phase is None or not slot:
            return
        insisted = self.overridden(command) and isinstance(command, cmd.Resume | cmd.Choose)
        by_choice = isinstance(command, cmd.Resume | cmd.Choose)
        if by_choice and slot in book.interrupted:
            book.interrupted.remove(slot)
            book.done = True
            return
        goes_on = bool(book.interrupted) and not by_choice
        if goes_on and self._goes_on(book, before, after, slot):
            return
        stood = dict(book.turns)
        self._check_turn(book, slot, insisted)
        if not by_choice and phase.choice is None:
            self._pass_over(book, before, after, phase, slot)
        book.at_first = stood
        if base is not None:
            base.before = None
            book.before = base
        moves = self.rules.delay is None or self.rules.delay.place != "stays"
        if isinstance(command, cmd.Resume) and moves:
            self._moved(book, before, slot, after)
        resumes = isinstance(command, cmd.Resume)
        put_off, late = slot in book.came_now, self._was_put_off(book, slot, resumes)
        if late:
            book.late.add(slot)
            for one in book.effects.values():  # its turn of this pass has come up before
                if one.owner == slot and one.number == book.number and self.rules.effects_at == "turn":
                    one.began = min(one.began, book.came.get(slot, 0))
        elif slot not in book.came_now:
            book.came_now.add(slot)
            book.came[slot] = book.came.get(slot, 0) + 1
        book.turns[slot] = TO_COME if phase.turns == "again" else HAD
        for turns in (book.waits, book.later, book.follows):
            turns.pop(slot, None)
        book.partly.discard(slot)
        book.last = slot
        if moves or not isinstance(command, cmd.Resume):
            book.gone_by.add(slot)
        book.done, book.resumed = False, isinstance(command, cmd.Resume)
        if put_off or late:
            book.moment = set()
        else:
            self._same_moment(book, after, phase, slot)

    def _was_put_off(self, book: Book, slot: str, resumes: bool) -> bool:
        """Whether the turn that begins came up in an earlier pass; it does not once more (A004-29).

        Whoever is chosen in the new one has its turn of that one, and has waited in vain (E-SRD-08).
        """
        if slot in book.late:
            return True
        if resumes and book.waits.get(slot, book.number) != book.number:
            return True
        behind, delay = book.follows.get(slot), self.rules.delay
        if behind is None or behind.number == book.number:
            return False
        return (
            resumes
            or delay is None
            or delay.until != "place"
            or (behind.leader == book.last and book.turns.get(behind.leader) == HAD)
        )

    def _goes_on(self, book: Book, before: Encounter, after: Encounter, slot: str) -> bool:
        """Whoever was interrupted goes on when the other's turn is over, with what it had."""
        first = book.interrupted[-1]
        if slot != first:
            phase = self.acting(after)
            if phase is not None and self.able(before, phase, first) and self.able(after, phase, first):
                self.say("interrupted", f"{slot} begins though {first} was interrupted and is to go on")
            book.interrupted.pop()
            return False
        book.interrupted.pop()
        for one in before.members(slot):
            if after.combatants[one.id].pools != one.pools:
                self.say(
                    "interrupted", f"{one.id} goes on with {after.combatants[one.id].pools}, not {one.pools}"
                )
        book.done, book.resumed = True, False
        return True

    def _check_turn(self, book: Book, slot: str, insisted: bool) -> None:
        stands = book.turns.get(slot, EITHER)
        if insisted and stands not in (TO_COME, EITHER):  # what a turn more means for its effects is open
            book.effects = {key: one for key, one in book.effects.items() if one.owner != slot}
            book.extra.add(slot)
        if insisted or stands in (TO_COME, EITHER):
            return
        if stands == HAD:
            self.say("two-turns", f"{slot} has a second turn in pass {book.number}")
        else:
            self.say("turn-gone", f"{slot} has a turn in pass {book.number} that it has missed: {stands}")

    def _pass_over(self, book: Book, before: Encounter, after: Encounter, phase: Phase, slot: str) -> None:
        """Turns come in order: of those above, each was unable when its place came, or waits."""
        line = self.line(after, phase)
        above = line[: line.index(slot)] if slot in line else []
        book.gone_by = set(above)
        for other in above:
            if book.turns.get(other) != TO_COME:
                continue
            if self._stays_waiting(book, other):
                continue
            was, now = self.due(book, before, phase, other), self.due(book, after, phase, other)
            if was and now:
                self.say("passed-over", f"{slot} begins in pass {book.number} though {other} stands above")
            if self.moving(phase):
                continue
            book.turns[other] = EITHER if was or now else (NO_PART if self.present(after, other) else OUT)
            if not now:
                book.waits.pop(other, None)
            if other not in book.came_now:
                book.came_now.add(other)
                book.came[other] = book.came.get(other, 0) + 1
                self._began_there(book, other)
        self._faster_first(book, before, after, phase, slot)

    def _began_there(self, book: Book, slot: str) -> None:
        """A place comes by whose turn, put off into this pass, had begun before and was taken back since.

        What began in that turn does not count down there (contract/saga-srd.md 19).
        """
        if slot not in book.late or self.rules.effects_at != "turn":
            return
        for one in book.effects.values():
            if one.owner == slot and one.number == book.number:
                one.began += 1

    def _faster_first(self, book: Book, before: Encounter, after: Encounter, phase: Phase, slot: str) -> None:
        """Whoever has more of `first` goes before all others in every pass, unless it was put off since."""
        if slot not in book.hasty:  # it has joined, and is arranged with the others from the next pass on
            return
        behind = book.follows.get(slot)
        if behind is not None and book.turns.get(behind.leader) == HAD:  # it comes right behind that one
            return
        for other, haste in book.hasty.items():
            ahead = haste > book.hasty[slot] and book.turns.get(other) == TO_COME
            free = not self._stays_waiting(book, other)
            in_place = other not in book.came_now and slot not in book.came_now
            able = self.able(before, phase, other) and self.able(after, phase, other)
            if ahead and free and in_place and able:
                self.say("haste", f"{slot} begins in pass {book.number} before the faster {other}")

    def _stays_waiting(self, book: Book, slot: str) -> bool:
        if slot in book.later:
            return True
        behind = book.follows.get(slot)
        if behind is not None and behind.number == book.number:
            return book.turns.get(behind.leader) in (TO_COME, EITHER)
        since = book.waits.get(slot)
        if since is None:
            return False
        delay = self.rules.delay
        return since == book.number or (delay is not None and delay.until != "place")

    def _same_moment(self, book: Book, state: Encounter, phase: Phase, slot: str) -> None:
        """Equals act at the same moment: whoever of them is taken out in it has its turn all the same.

        Who has put its turn off acts at another moment.
        """
        if not self.rules.orders[phase.order].together or slot in book.moment:
            return
        places = state.orders[phase.order].places
        book.moment = (
            {
                other
                for other, stands in book.turns.items()
                if stands == TO_COME
                and other in places
                and other not in book.came_now
                and places[other].keys == places[slot].keys
                and not any(other in group for group in (book.waits, book.follows, book.later))
                and self.able(state, phase, other)
            }
            if slot in places
            else set()
        )

    # -- that somebody can go on -----------------------------------------------------------------------

    def left(self, book: Book, state: Encounter, phase: Phase) -> list[str]:
        """Slots that have a turn to come in this pass and do not wait."""
        return [
            slot
            for slot in self.line(state, phase)
            if book.turns.get(slot) == TO_COME
            and not self._stays_waiting(book, slot)
            and self.due(book, state, phase, slot)
        ]

    def expected_to_act(self, state: Encounter) -> str:
        """The waiting slot that has to go now: the lowest once nobody else is left (002-26)."""
        delay, phase, book = self.rules.delay, self.acting(state), self.book
        if book is None or phase is None or delay is None or state.walk.active:
            return ""
        if delay.then == "lost" or self.left(book, state, phase):
            return ""
        if any(stands == EITHER and slot not in book.waits for slot, stands in book.turns.items()):
            return ""
        return self._lowest_waiting(state)

    def _lowest_waiting(self, state: Encounter) -> str:
        """The lowest of those who wait: by the order, or by what it is made of where who comes in moves.

        Who has come in low and waits again is no lower for that (contract/moon-swing.md 10).
        """
        delay, phase, book = self.rules.delay, self.acting(state), self.book
        if book is None or phase is None or delay is None:
            return ""
        waiting = [s for s in self.line(state, phase) if s in book.waits and self.present(state, s)]
        if waiting and delay.place != "stays":
            places = state.orders[phase.order].places
            rolls = {s: [-roll for roll in places[s].rolls] for s in waiting}
            waiting.sort(key=lambda s: (-self._haste(state, phase, s), places[s].keys, rolls[s]))
        return waiting[-1] if waiting else ""

    def _nobody_is_stuck(self, book: Book, before: Encounter, command: cmd.Command, after: Encounter) -> None:
        phase = self.acting(after)
        if phase is None or after.walk.active:
            return
        if phase.choice is not None or all(one.out for one in after.combatants.values()):
            return
        left = self.left(book, after, phase)
        self._all_gone_by(book, after, phase)
        self._able_again(book, before, command, after, phase)
        if not any(self.able(after, phase, one.slot) for one in after.combatants.values()):
            return
        open_ = EITHER in book.turns.values()
        if left:
            self.say("stuck", f"nobody is active though {left[0]} has a turn to come in pass {book.number}")
        elif self._waits_on() and book.waits:
            return
        elif not self.expected_to_act(after) and phase.closes == "auto" and not open_:
            self.say("stuck", f"nobody is active and nothing is to be done in pass {book.number}")

    def _all_gone_by(self, book: Book, state: Encounter, phase: Phase) -> None:
        """Nobody is active any more: the place of everybody who had none has come and gone."""
        for slot, stands in book.turns.items():
            if self._stays_waiting(book, slot) or stands == LATE:
                continue
            if stands == TO_COME and not self.due(book, state, phase, slot):
                book.turns[slot] = NO_PART if self.present(state, slot) else OUT
            if book.turns[slot] != TO_COME:
                book.gone_by.add(slot)
            if slot not in book.came_now and book.turns[slot] != TO_COME and self._comes_by(book, slot):
                book.came_now.add(slot)
                book.came[slot] = book.came.get(slot, 0) + 1

    def _able_again(
        self, book: Book, before: Encounter, command: cmd.Command, after: Encounter, phase: Phase
    ) -> None:
        """A corrected number lets somebody act while nobody is active: whether it does in this pass is open.

        Whoever is restored or joins acts at once (contract); of corrections nothing is said.
        """
        if not isinstance(command, cmd.SetNumbers):
            return
        slot = self._slot(before, command.who)
        if book.turns.get(slot) in (OUT, NO_PART) and self.able(after, phase, slot):
            book.turns[slot] = EITHER

    def _declared(self, before: Encounter, command: cmd.Command, after: Encounter) -> None:
        """A phase of declarations is over when everybody has declared (001-36)."""
        phase = self.phase_of(before)
        if phase is None or phase.activity != "declare" or self.overridden(command):
            return
        if (after.clock.phase, after.clock.round) == (before.clock.phase, before.clock.round):
            return
        for one in before.combatants.values():
            there = one.id in after.combatants and not one.out and not after.combatants[one.id].out
            if self.book is not None and one.id in self.book.newcomers:
                continue  # its place among those who declare may have gone by
            declares = isinstance(command, cmd.Declare) and one.id in command.who
            if there and not one.done and not declares and self._has_part(before, phase, one):
                self.say("declaring", f"the declarations are closed though {one.id} has not declared")

    def _has_part(self, state: Encounter, phase: Phase, one: Combatant) -> bool:
        placed = (
            phase.unordered
            or one.slot in self.line(state, phase)
            or self.rules.orders[phase.order].of == "side"
        )
        return bool(placed and value_of(self.rules, state, one, phase.who))

    # -- effects ---------------------------------------------------------------------------------------

    def _effect_began(self, book: Book, before: Encounter, command: cmd.BeginEffect) -> None:
        if command.rounds < 1 or command.at_zero not in ("end", "check") or command.also:
            return
        owner = before.walk.active if self.acting(before) is not None else ""
        if self.rules.effects_come_up and not owner:
            return  # on whose place it begins then is left open
        if self.rules.effects_at == "count":
            owner = self._first_on_count(before, owner)
        if owner.startswith(GHOST):  # a place that somebody has left on that count: not followed
            book.effects.pop(f"{command.on}:{command.name}", None)
            return
        ahead = self.rules.effects_come_up and owner in book.turns
        ahead = ahead and owner not in book.came_now and self._comes_by(book, owner)  # not in this pass
        skips = self.rules.effects_at == "next-phase"
        began = before.clock.round if skips else self._ticks(book, before, owner) + ahead
        one = Lasting(command.rounds, owner, command.at_zero, began, book.number)
        book.effects[f"{command.on}:{command.name}"] = one

    def _first_on_count(self, state: Encounter, slot: str) -> str:
        """The first of all on the same count: there the effect ends, before everybody on it (A003-7)."""
        places = state.orders[self.rules.main_order].places
        slots = state.orders[self.rules.main_order].slots
        return next(one for one in slots if places[one].count == places[slot].count)

    def _ticks(self, book: Book, state: Encounter, owner: str) -> int:
        """How often everything that began at the start of the fight would have counted down by now."""
        clock = state.clock
        match self.rules.effects_at:
            case "round":
                return clock.completed
            case "phase" | "next-phase":
                rounds = clock.round if clock.stage == STAGE_ROUND else 1
                return rounds - 1 + self._tick_reached(state)
        return book.came.get(owner, 0)

    def _effects_hold(self, book: Book, command: cmd.Command, after: Encounter) -> None:
        for key, one in list(book.effects.items()):
            low, high = self._counted(book, after, one)
            now = after.effects.get(key)
            left = 0 if now is None else now.left
            if not max(0, one.rounds - high) <= left <= max(0, one.rounds - low):
                span = f"{max(0, one.rounds - high)} to {max(0, one.rounds - low)}"
                self.say("effect", f"{key} of {one.owner or 'nobody'} has {left} rounds left, not {span}")
                book.effects.pop(key)
            elif now is not None and left == 0 and one.at_zero == "end":
                self.say("effect", f"{key} is at zero and has not ended")
                book.effects.pop(key)

    def _counted(self, book: Book, state: Encounter, one: Lasting) -> tuple[int, int]:
        """How often an effect has counted down: at least, and at most."""
        if one.vacant < 0:
            ticks = max(0, self._ticks(book, state, one.owner) - one.began)
            at_place = self.rules.effects_stay and one.owner not in book.came_now
            moment_open = (
                at_place
                and self._is_elsewhere(book, one.owner)
                and one.began <= self._ticks(book, state, one.owner)
            )
            return ticks, ticks + moment_open
        passes = book.closed - one.vacant
        if passes < 0:
            return one.counted, one.counted
        full = passes - 1 + one.here if passes else 0
        low, high = 0, 1
        if one.unplaced:
            low = high = 0
        elif passes or one.here:
            low = int(any(book.turns.get(slot) in (HAD, OUT, NO_PART) for slot in one.below & book.came_now))
            phase = self.acting(state)
            ahead = phase is not None and any(
                book.turns.get(slot) == TO_COME
                and not self._stays_waiting(book, slot)
                and self.able(state, phase, slot)
                for slot in one.above
            )
            faster = phase is not None and bool(phase.first)  # they stand elsewhere than when it was left
            low, high = (0, 1) if faster else (0, 0) if ahead else (low, 1)
        else:
            low = high = 0
        return one.counted + max(0, full + low - one.owed), one.counted + max(0, full + high - one.owed)

    def _tick_reached(self, state: Encounter) -> bool:
        rounds = [one for one in self.rules.phases if one.when == "round"]
        ids = [one.id for one in rounds]
        tick = next((index for index, one in enumerate(rounds) if one.activity == "tick"), len(ids))
        return state.clock.phase in ids and ids.index(state.clock.phase) >= tick

    def _moved(self, book: Book, before: Encounter, slot: str, after: Encounter) -> None:
        """A slot leaves its place: what ends at that place stays there (003-26, 004-207)."""
        book.hasty.pop(slot, None)
        if slot in book.came_now:
            book.astray.add(slot)
        line = self.line(before)
        gone = next(iter(after.members(slot)), None) is None
        if not gone and self._place(before, slot) == self._place(after, slot):
            return
        for one in book.effects.values():
            if one.vacant >= 0:
                one.above, one.below = one.above - {slot}, one.below - {slot}
            elif one.owner == slot and slot in line and (gone or self.rules.effects_stay):
                if not self.rules.effects_come_up:
                    continue
                index = line.index(slot)
                ticks = self._ticks(book, before, slot)
                one.counted, one.vacant = max(0, ticks - one.began), book.closed
                to_come = slot not in book.came_now and self._comes_by(book, slot)
                one.owed = max(0, one.began - ticks)
                one.here = to_come and not one.owed
                one.owed -= to_come and one.owed > 0
                if all(phase.choice is None for phase in self.rules.phases):
                    one.above = frozenset(line[:index])
                    one.below = frozenset(line[index + 1 :]) - book.astray
                    if to_come:  # they came before it by a corrected count
                        one.below -= book.came_now

    def _count(self, state: Encounter, slot: str) -> int | None:
        place = self._place(state, slot)
        return None if place is None else place[1]

    def _place(self, state: Encounter, slot: str) -> tuple[int, int] | None:
        order = state.orders.get(self.rules.main_order)
        if order is None or slot not in order.places:
            return None
        return order.slots.index(slot), order.places[slot].count
