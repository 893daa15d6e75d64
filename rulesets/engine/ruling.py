"""A ruling: one command under decision. Collects events on a draft, refuses, and lets the GM insist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.compiled import Phase, Rules
from rulesets.dice import PIPS_PER_DIE, Dice
from rulesets.encounter import events as ev
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import RUNNING, Encounter, Order, TurnNotes, Walk
from rulesets.encounter.refusal import Refusal, Refused
from rulesets.engine import holding
from rulesets.engine.draft import Draft
from rulesets.engine.evolve import evolve
from rulesets.engine.index import index_of
from rulesets.engine.scope import value_of
from rulesets.formula import FormulaError, as_number

MAX_CODE = 300 * PIPS_PER_DIE
"""Pips of the largest die code that is rolled."""


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


class Ruling:
    """One command under decision. ``draft`` is the encounter with everything emitted so far applied."""

    def __init__(self, rules: Rules, state: Encounter, dice: Dice, insist: bool = False) -> None:
        """Begin a ruling on ``state``; with ``insist`` rule refusals become marked overrides."""
        self.rules = rules
        self.draft = Draft(state)
        self.dice = dice
        self.insist = insist
        self.events: list[ev.Event] = []
        self.recording: list[ev.Event] | None = None
        self.roll: Any = None
        self.roll_is_code = False
        self.moving = 0
        """How many moves along tracks are under way, one having set off the other."""
        self.holding = bool(index_of(rules).held or index_of(rules).putting_out)
        """Whether states that hold while something is so are kept up."""
        self.settling = 0
        """How many of them are beginning or ending, one having set off the other."""

    # -- facts -------------------------------------------------------------------------------------

    def emit(self, event: ev.Event) -> None:
        """Let something happen, and what begins or ends by itself with it."""
        held = holding.before(self, event)
        evolve(self.draft, event)
        self.events.append(event)
        if self.recording is not None:
            self.recording.append(event)
        if held is not None:
            holding.after(self, held)

    def tell(self, code: str, **params: Any) -> None:
        """Add a line to the log."""
        self.emit(ev.Told(code, params))

    def flag(self, name: str, who: str = "", values: Mapping[str, Any] | None = None) -> None:
        """Raise something the GM must know of, with what its line shows."""
        self.emit(ev.Flagged(name, who, dict(values or {})))

    def outcome(self) -> Outcome:
        """Return what the ruling has come to."""
        asked = getattr(self.dice, "asked", 0)
        return Outcome(tuple(self.events), self.draft.freeze(), self.roll, self.roll_is_code, bool(asked))

    # -- refusals ----------------------------------------------------------------------------------

    def reject(self, code: str, reason: str = "", cite: str = "", **params: Any) -> Refused:
        """Return the exception for what is impossible, override or not; raise it."""
        return Refused(Refusal(code, reason, params, cite, final=True))

    def forbid(self, code: str, reason: str = "", cite: str = "", **params: Any) -> None:
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
            raise self.reject("unknown-combatant", who=who)
        return found

    def slot(self, who: str) -> str:
        """Return the slot of a combatant's or group's id."""
        found = self.draft.combatants.get(who)
        if found is not None:
            return found.slot
        if any(c.group == who for c in self.draft.combatants.values()):
            return who
        raise self.reject("unknown-combatant", who=who)

    def value(self, formula: str, who: Combatant | None = None, **local: Any) -> Any:
        """Return the value of a formula about ``who``."""
        return value_of(self.rules, self.draft, who, formula, local or None)

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
        return find_phase(self.rules, self.draft.clock.phase)

    def order_of(self, phase: Phase) -> Order:
        """Return the order that a phase walks over."""
        return self.draft.orders.get(phase.order) or Order()

    # -- small changes -----------------------------------------------------------------------------

    def set_stat(self, who: str, key: str, new: Any) -> None:
        """Set an entered stat, if it changes."""
        old = self.draft.combatants[who].stats.get(key)
        if old != new or type(old) is not type(new):
            self.emit(ev.StatChanged(who, key, old, new))

    def set_pool(self, who: str, key: str, new: int | None) -> None:
        """Set what is left of a pool, never below 0, if it changes."""
        old = self.draft.combatants[who].pools.get(key, 0)
        new = None if new is None else max(0, new)
        if old != new:
            self.emit(ev.PoolChanged(who, key, old, new))

    def set_tally(self, who: str, key: str, new: int) -> None:
        """Set a tally, if it changes."""
        old = self.draft.combatants[who].tallies.get(key, 0)
        if old != new:
            self.emit(ev.TallyChanged(who, key, old, new))

    def set_used(self, who: str, key: str, new: int) -> None:
        """Set how often something was used."""
        old = self.draft.combatants[who].used.get(key, 0)
        if old != new:
            self.emit(ev.UsedChanged(who, key, old, new))

    def note(self, **changes: Any) -> None:
        """Change what has happened in the present turn."""
        old = self.draft.notes
        new = replace(old, **changes)
        if new != old:
            self.emit(ev.Noted(old, new))

    def new_notes(self) -> None:
        """Begin a turn's notes anew."""
        if self.draft.notes != TurnNotes():
            self.emit(ev.Noted(self.draft.notes, TurnNotes()))

    def walk(self, **changes: Any) -> None:
        """Change where the pass stands."""
        old: Walk = self.draft.walk
        new = replace(old, **changes)
        if new != old:
            self.emit(ev.Walked(old, new))

    def clock(self, **changes: Any) -> None:
        """Change where the encounter stands in time."""
        old = self.draft.clock
        new = replace(old, **changes)
        if new != old:
            self.emit(ev.ClockMoved(old, new))


def find_phase(rules: Rules, phase: str) -> Phase | None:
    """Return a phase by its id, or None."""
    for candidate in rules.phases:
        if candidate.id == phase:
            return candidate
    return None


def checked_number(ruling: Ruling, value: Any, what: str, least: int | None = None) -> int:
    """Return ``value`` if it is a whole number of a sensible size, else reject it as bad-value."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or abs(value) > 10**9 or (least is not None and value < least):
        raise ruling.reject("bad-value", "bad-number", what=what, value=str(value), least=least)
    return int(value)


Locals = Mapping[str, Any]
