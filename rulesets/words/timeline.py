"""Where in time a command was given: round, phase and count, folded over the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.seen.asked import asked_in_turns
from rulesets.seen.number_format import minus, place_count
from rulesets.seen.queries import inverse, is_moving
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.encounter import (
    RUNNING,
    SETUP,
    STAGE_OPENING,
    STAGE_START,
    Clock,
    Encounter,
    OpenCheck,
    Order,
    Place,
)
from rulesets.vocabulary import Rules, find_phase
from rulesets.words.logbook import PLACES, SECTIONS
from rulesets.words.terms import Terms

BEGINNING = (cmd.Start, cmd.RollInitiative, cmd.EndTurn, cmd.NextPhase, cmd.Resume)
"""Commands that stand in the log where they lead to, not where they were given."""


Finder = Callable[[str], Rules | None]
"""Gives the rules of an edition of the log by its hash ('' is the first); None if nobody has them."""


class Where(Struct, frozen=True):
    """A moment: the clock, who was active, at which count or card (None without), under which rules."""

    clock: Clock = Clock()
    active: str = ""
    count: int | str | None = None
    rules: str = ""
    """Edition in force, as the encounter keeps it."""
    fallen: frozenset[str] = frozenset()
    """Ids of those who are out of the fight for good."""


class Mark(Struct, frozen=True):
    """The moments before and after a command."""

    before: Where = Where()
    after: Where = Where()
    due: int | None = None
    """Count at which the roll was due that the command answers, if that place has come by in this round."""


_MOVING = frozenset(
    {
        ev.ClockMoved, ev.Walked, ev.PlaceChanged, ev.SlotPlaced, ev.OrderMade, ev.RulesChanged, ev.Joined,
        ev.Left, ev.Described, ev.OutChanged,
    }
)  # fmt: skip
"""Events that a moment, what somebody is called, or who has fallen is known by."""


class Timeline:
    """Goes along a log, forward and back; each step costs what its events cost, however long the log is."""

    def __init__(self, rules: Rules, state: Encounter, editions: Finder | None = None) -> None:
        """Begin at ``state``, which ``rules`` are the rules of; ``editions`` finds others on the way."""
        self._rules = rules
        self._edition = state.rules
        self._editions = editions
        self._clock = state.clock
        self._active, self._counted = state.walk.active, state.walk.counted
        self._orders: dict[str, Order | None] = dict(state.orders)
        self._places: dict[tuple[str, str], Place] = {}
        self._fallen = frozenset(who.id for who in state.combatants.values() if who.out == OUT_DEFEATED)
        self.names: dict[str, str] = {}
        """What those are called who came, left or were renamed on the way."""
        self._here: Where | None = None

    @property
    def here(self) -> Where:
        """The present moment."""
        if self._here is None:
            self._here = Where(self._clock, self._active, self._count_played(), self._edition, self._fallen)
        return self._here

    def _count_played(self) -> int | str | None:
        """Return the count at which the present turn began, where counts move: who has paid has a lower one.

        Logs of earlier programs do not know it; then it is the one that its slot has now.
        """
        moving = is_moving(self._rules, self._rules.main_order) and self._active and self._counted
        return self._counted if moving else self.count_of(self._active)

    def count_of(self, slot: str) -> int | str | None:
        """Return a slot's initiative count, or its card as people read it; None if it has none."""
        for order_id, rule in self._rules.orders.items():
            if rule.roll is None or not slot or (rule.of == "side" and order_id != self._rules.main_order):
                continue  # who is a side of its own does not act by what it rolled for that
            order = self._orders.get(order_id) or Order()
            place = self._places.get((order_id, slot)) or order.places.get(slot)
            if place is not None:
                return place_count(self._rules, rule, place)
        return None

    def forward(self, events: Iterable[Any]) -> Mark:
        """Go on by one command."""
        before, due = self.here, None
        for event in events:
            if type(event) in _MOVING:
                self._pass(event)
            elif type(event) is ev.CheckClosed:
                due = self._due(event.check, before)
        return Mark(before, self.here, due)

    def back(self, events: Iterable[Any]) -> Mark:
        """Go back by one command."""
        after, closed = self.here, None
        for event in reversed(tuple(events)):
            if type(event) in _MOVING:
                self._pass(inverse(event))
            elif type(event) is ev.CheckClosed:
                closed = event.check
        return Mark(self.here, after, None if closed is None else self._due(closed, self.here))

    def _due(self, check: OpenCheck, now: Where) -> int | None:
        """Return the count at which a roll was due, if that has come by before the one of ``now``.

        A roll that the turn of somebody asks for is often made while the next one acts already. Whose place
        is still to come in this round has a roll of the round before, which is over: that stands where it is.
        """
        keys = self._rules.orders[self._rules.main_order].keys if self._rules.main_order else ()
        if not keys or not keys[0].descending or check.check not in asked_in_turns(self._rules):
            return None
        mine = self.count_of(check.who)
        passed = isinstance(mine, int) and isinstance(now.count, int) and mine > now.count
        return mine if passed and isinstance(mine, int) else None

    def _pass(self, event: Any) -> None:
        self._here = None
        match event:
            case ev.ClockMoved(_, clock):
                self._clock = clock
            case ev.Walked(_, walk):
                self._active, self._counted = walk.active, walk.counted
            case ev.PlaceChanged(order, slot, _, place) | ev.SlotPlaced(order, slot, _, place):
                self._places[order, slot] = place
            case ev.OrderMade(order, _, made):
                self._make(order, made)
            case ev.RulesChanged(_, edition):
                found = self._editions(edition) if self._editions is not None else None
                self._edition, self._rules = edition, found or self._rules
            case ev.Joined(combatant, _) | ev.Left(combatant, _):  # who has left is still spoken of
                self.names[combatant.id] = combatant.name
                here = type(event) is ev.Joined
                self._fall(combatant.id, fallen=here and combatant.out == OUT_DEFEATED)
            case ev.OutChanged(who, _, out):
                self._fall(who, fallen=out == OUT_DEFEATED)
            case ev.Described(who, "name", _, name):
                self.names[who] = name

    def _fall(self, who: str, *, fallen: bool) -> None:
        if fallen != (who in self._fallen):
            self._fallen ^= {who}

    def _make(self, order_id: str, order: Order | None) -> None:
        self._orders[order_id] = order
        self._places = {key: place for key, place in self._places.items() if key[0] != order_id}


def place(terms: Terms, command: cmd.Command, mark: Mark) -> str:
    """Return where in time a command stands in the log, such as 'R1 · 20'."""
    return spot(terms, moment(terms, command, mark))


def moment(terms: Terms, command: cmd.Command, mark: Mark) -> Where:
    """Return the moment at which a command stands in the log: where it leads to, or where it was given."""
    if mark.due is not None and isinstance(command, cmd.Check):
        return replace(mark.before, active=command.who, count=mark.due)
    after = isinstance(command, BEGINNING)
    if isinstance(command, cmd.EndTurn):
        phase = find_phase(terms.rules, mark.after.clock.phase)
        after = bool(mark.after.active) and phase is not None and phase.activity == "act"
    return mark.after if after else mark.before


def section(terms: Terms, where: Where) -> str:
    """Return the heading of the part of the log that a moment is in: 'Round 2', 'Round 2 · Segment 1'."""
    clock = where.clock
    if clock.status != RUNNING:
        return terms.say(SECTIONS["before" if clock.status == SETUP else "after"], {})
    names = {STAGE_OPENING: "surprise", STAGE_START: "start"}
    head = terms.say(SECTIONS[names.get(clock.stage, "round")], {"round": clock.round})
    part = part_of_round(terms, clock)
    return terms.say(PLACES["at"], {"round": head, "where": part}) if part else head


def part_of_round(terms: Terms, clock: Clock) -> str:
    """Return the phase or pass that a heading names beside the round: 'Segment 1'; '' if it names none."""
    phase = find_phase(terms.rules, clock.phase)
    if phase is None:
        return ""
    if phase.repeats and clock.segment:
        return terms.say(PLACES["pass"], {"word": phase.pass_name, "number": clock.segment})
    several = sum(1 for other in terms.rules.phases if other.when == phase.when) > 1
    return terms.phase(phase.id) if several and phase.when == "round" else ""


def spot(terms: Terms, where: Where) -> str:
    """Return a moment in a few signs; '' before and after the fight."""
    clock = where.clock
    if clock.status != RUNNING:
        return ""
    if clock.stage == STAGE_OPENING:
        round_ = terms.say(PLACES["surprise"], {})
    elif clock.stage == STAGE_START:
        round_ = terms.say(PLACES["start"], {})
    else:
        round_ = terms.say(PLACES["round"], {"round": clock.round})
    detail = _detail(terms, where)
    return terms.say(PLACES["at"], {"round": round_, "where": detail}) if detail else round_


def _detail(terms: Terms, where: Where) -> str:
    phase = find_phase(terms.rules, where.clock.phase)
    if phase is None:
        return ""
    if phase.activity == "act" and where.active and where.count is not None:
        return minus(str(where.count))
    if phase.repeats and where.clock.segment:
        return terms.say(PLACES["pass"], {"word": phase.pass_name, "number": where.clock.segment})
    several = sum(1 for other in terms.rules.phases if other.when == phase.when) > 1
    return terms.phase(phase.id) if several and phase.when == "round" else ""
