"""What a fight came to in numbers, read from its log alone: turns, points dealt and taken, actions, time.

Everything is counted from events, never from sentences; entries that were undone are not in the log.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest
from typing import Any

from msgspec import Struct, field, structs

from rulesets.engine.coming import has_used_turn
from rulesets.engine.draft import Draft
from rulesets.engine.evolve import evolve_all, replay
from rulesets.seen import queries
from rulesets.seen.harm import absorbing, deeper_stats, mounting_stats, vital_stats
from rulesets.seen.players import Names
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.encounter import (
    OVER,
    RUNNING,
    SETUP,
    STAGE_OPENING,
    STAGE_ROUND,
    Clock,
    Encounter,
    Interrupted,
)
from rulesets.table.entry import Entry
from rulesets.vocabulary import Rules

LONGEST_PAUSE = 4 * 3600.0
"""Seconds after which a turn counts as left lying (the fight was closed meanwhile): its time is not told."""


BREAK = 30 * 60.0
"""Seconds without a step after which nobody was playing: the evening was left open, or people ate."""


class Account(Struct):
    """What one combatant, or one side, did and suffered."""

    dealt: int = 0
    """Points that others lost by what it was named as the author of."""
    taken: int = 0
    """Points it lost by damage."""
    healed: int = 0
    """Points it got back."""
    given: int = 0
    """Points that anybody got back by what it was named as the author of."""
    soaked: int = 0
    """Points of damage that something other than its vital stats took (temporary hit points)."""
    worse: int = 0
    """Steps for the worse on condition tracks."""
    caused: int = 0
    """Steps for the worse that others took by what it was named as the author of."""
    turns: int = 0
    """Turns that it had; of a group everybody who was able has had the one that they share."""
    actions: dict[str, int] = field(default_factory=dict)
    """Type of action → how many were spent: acts, actions that were readied, reactions that were paid for."""
    reactions: int = 0
    """Reactions taken, readied actions that were taken as one included."""
    effects: int = 0
    """Effects that it began, on whomever."""
    suffered: int = 0
    """Effects that began on it."""
    overrides: int = 0
    """Orders to it that the game master insisted on."""
    defeats: int = 0
    """How often it was taken out."""
    seconds: tuple[float, ...] = ()
    """Real time of its turns, one after the other, as far as it is known."""

    def add(self, other: Account) -> None:
        """Add what another one did."""
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for cost, number in other.actions.items():
            self.actions[cost] = self.actions.get(cost, 0) + number
        self.seconds = (*self.seconds, *other.seconds)


_NUMBERS = tuple(name for name in Account.__struct_fields__ if name not in ("actions", "seconds"))


class Snapshot(Struct, frozen=True):
    """How the sides stood when a round was over."""

    round: int
    points: dict[str, int]
    """Side → points left of all its combatants, vital stats alone, those below 0 as 0."""


class Turn(Struct, frozen=True):
    """One turn with its real time."""

    round: int
    slot: str
    seconds: float


class SlotTurns(Struct):
    """The turns of one slot: of a group, which acts together, each is one."""

    name: str
    """What the group, or whoever has the slot alone, is or was called."""
    whose: list[tuple[str, ...]] = field(default_factory=list)
    """Of each turn the ids of those who had it."""
    times: list[float | None] = field(default_factory=list)
    """Real time of each, as far as it is settled; None if nobody knows it."""

    @property
    def seconds(self) -> tuple[float, ...]:
        """Real time of its turns, one after the other, as far as it is known."""
        return tuple(one for one in self.times if one is not None)


class Accounts(Struct, frozen=True):
    """All numbers of a fight."""

    combatants: dict[str, Account]
    """By id, those who have left included, in the order in which they came, or as :meth:`ordered`."""
    names: dict[str, str]
    """What those are or were called."""
    sides: dict[str, str]
    """Id → the side it stood on last."""
    unattributed: int = 0
    """Points lost by damage that nobody was named as the author of."""
    undealt: int = 0
    """Those among them that nobody can be named for: bleeding, poison, strain."""
    downed: frozenset[str] = frozenset()
    """Ids of those who were taken out, could not act for something bad, or had nothing left at some time."""
    rounds: tuple[Snapshot, ...] = ()
    """At the start, after each round, and now."""
    turns: tuple[Turn, ...] = ()
    slots: dict[str, SlotTurns] = {}
    """By id, in the order in which they had their first turns."""
    began: float = 0.0
    """When the fight began, seconds since the epoch; 0 is unknown."""
    ended: float = 0.0
    """When the last thing happened in it."""
    breaks: float = 0.0
    """Seconds between the two in which nobody played: each longer than BREAK."""
    surprised: Snapshot | None = None
    """How the sides stood after the surprise round, which is none of the ``rounds``, once it is over."""

    @property
    def played(self) -> float:
        """Seconds in which steps were taken; 0 is unknown."""
        return max(0.0, self.ended - self.began - self.breaks) if self.began else 0.0

    def ordered(self, order: Iterable[str]) -> Accounts:
        """Return the same with everybody in this order, and behind them those who have left."""
        there = [ident for ident in order if ident in self.combatants]
        ids = dict.fromkeys((*there, *self.combatants))
        return structs.replace(self, combatants={ident: self.combatants[ident] for ident in ids})

    def told(self, names: Names) -> Accounts:
        """Return what players may know of it: nothing of the points of all, which are nobody's to count."""
        known = {ident: names.id(ident) for ident in self.combatants if names.knows(ident)}
        return structs.replace(
            self,
            combatants={known[ident]: self.combatants[ident] for ident in known},
            names={known[ident]: names.called(ident) for ident in known},
            sides={known[ident]: self.sides[ident] for ident in known},
            downed=frozenset(known[ident] for ident in self.downed if ident in known),
            rounds=(),
            surprised=None,
            turns=tuple(
                structs.replace(turn, slot=names.slot(turn.slot))
                for turn in self.turns
                if names.knows(turn.slot)
            ),
            slots={
                names.slot(slot): SlotTurns(
                    names.called(slot),
                    [tuple(known[ident] for ident in who if ident in known) for who in one.whose],
                    one.times,
                )
                for slot, one in self.slots.items()
                if names.knows(slot)
            },
        )

    def of_sides(self) -> dict[str, Account]:
        """Return what each side did and suffered, in the order in which they came.

        A turn that a group has together is one turn of its side.
        """
        found: dict[str, Account] = {}
        for ident, account in self.combatants.items():
            alone = structs.replace(account, turns=0, seconds=())
            found.setdefault(self.sides[ident], Account()).add(alone)
        for one in self.slots.values():
            for who, taken in zip_longest(one.whose, one.times[: len(one.whose)]):
                for side in {self.sides[ident] for ident in who if ident in self.sides}:
                    found[side].turns += 1
                    found[side].seconds += () if taken is None else (taken,)
        return found


def accounts(rules: Rules, entries: Iterable[Entry], base: Encounter | None = None) -> Accounts:
    """Go along a log from ``base`` and return what it comes to."""
    return gone_along(rules, entries, base)[0]


class Reading:
    """Goes along a log bit by bit, for those who must not be kept waiting by a long one."""

    def __init__(self, rules: Rules, entries: Iterable[Entry], base: Encounter | None = None) -> None:
        """Begin at the beginning."""
        self._book, self._entries = _Book(rules, base or Encounter(), None), iter(entries)

    def go_on(self, seconds: float) -> Accounts | None:
        """Read for about so many seconds; return what it all comes to, or None while there is more."""
        until = time.perf_counter() + seconds
        for entry in self._entries:
            self._book.enter(entry)
            if time.perf_counter() > until:
                return None
        return self._book.closed()


def gone_along(
    rules: Rules, entries: Iterable[Entry], base: Encounter | None = None, unseen: Unseen | None = None
) -> tuple[Accounts, Encounter]:
    """Return the same with the encounter as it stands at the end: a log is gone along once for both.

    Nothing is counted that concerns those who are ``unseen`` at an entry, of which is asked in order.
    """
    book = _Book(rules, base or Encounter(), unseen)
    for entry in entries:
        book.enter(entry)
    return book.closed(), book.state.freeze()


def at_the_end(entries: Iterable[Entry], base: Encounter) -> Encounter:
    """Return the encounter as a log leaves it that goes on from ``base``; nothing is counted."""
    return replay(base, chain.from_iterable(entry.events for entry in entries))


Unseen = Callable[[Sequence[Any]], frozenset[str]]
"""Gives for the events of an entry, one after the other, the ids of which nobody must know."""


_NAMING = frozenset({ev.Joined, ev.Described})
"""Events by which somebody gets another name or side."""


class _Book:
    """Goes along a log, entry by entry.

    One draft is changed all the way: what an entry costs is what its events cost, however many combatants
    there are.
    """

    def __init__(self, rules: Rules, base: Encounter, unseen: Unseen | None) -> None:
        self._rules = rules
        self._unseen = unseen
        self.state = Draft(base)
        """The encounter as it stands here."""
        self._vital = vital_stats(rules)
        self._mounting = (*mounting_stats(rules), *deeper_stats(rules))
        self._soaking = absorbing(rules) - {*self._vital, *self._mounting}
        self._accounts: dict[str, Account] = {}
        self._names: dict[str, str] = {}
        self._sides: dict[str, str] = {}
        self._unattributed = self._undealt = 0
        self._applied = False
        """Whether what is counted now comes of a pipeline, beside which an author can be named."""
        self._heals = False
        """Whether that pipeline is one that does good."""
        self._downed: set[str] = set()
        self._rounds: list[Snapshot] = []
        self._surprised: Snapshot | None = None
        self._turns: list[Turn] = []
        self._open: tuple[str, int, int, float] | None = None
        """Whose turn is under way, in which pass, the how manieth that began, since when."""
        self._turns_begun = 0
        self._slots: dict[str, SlotTurns] = {}
        self._put_off: dict[str, float] = {}
        """Slot → the seconds of a turn that goes on later."""
        self._began = self._last = self._breaks = 0.0
        for combatant in base.combatants.values():
            self._meet(combatant.id)

    def closed(self) -> Accounts:
        """Return all that was entered."""
        if self._began or self._rounds:
            self._rounds.append(self._snapshot())
        return Accounts(
            self._accounts,
            self._names,
            self._sides,
            self._unattributed,
            self._undealt,
            frozenset(self._downed),
            tuple(self._rounds),
            tuple(self._turns),
            {slot: one for slot, one in self._slots.items() if one.whose},
            self._began,
            self._last,
            self._breaks,
            self._surprised,
        )

    def enter(self, entry: Entry) -> None:
        """Take an entry in."""
        before, command, events = self.state.clock, entry.command, entry.events
        kinds = set(map(type, events))
        if isinstance(command, cmd.Start) and before.status == OVER:
            self._begin_anew()
        if before.status == SETUP and ev.Left in kinds:
            self._miss(events)
        evolve_all(self.state, events)
        if not kinds.isdisjoint(_NAMING):
            self._named(events)
        if isinstance(command, cmd.Start):
            self._began, self._breaks = entry.at, 0.0
        elif self._began and entry.at - self._last > BREAK:
            self._breaks += entry.at - self._last
        self._last = entry.at or self._last
        if self._unseen is None:
            self._count_all(command, events)
        else:
            out = self._unseen(events)
            seen = [_anonymous(event, out) for event in events if not _concerns(event, out)]
            self._count_all(_without(command, out), seen)
        if ev.Overrode in kinds:
            self._order(command)
        self._time(before, entry.at)

    def _begin_anew(self) -> None:
        """Forget what the fight before came to: rounds, time and numbers are those of the last one."""
        self._accounts = {ident: Account() for ident in self._accounts if ident in self.state.combatants}
        for known in (self._names, self._sides):
            for ident in [ident for ident in known if ident not in self._accounts]:
                del known[ident]
        self._rounds, self._turns, self._unattributed, self._undealt = [], [], 0, 0
        self._open, self._downed, self._surprised = None, set(), None
        self._slots, self._put_off = {}, {}

    def _count_all(self, command: cmd.Command, events: Sequence[Any]) -> None:
        author, does = _author(command), not isinstance(command, cmd.Apply)
        damage, self._applied = _is_damage(self._rules, command), not does
        self._heals = not does and not damage
        others = {} if author else _named_beside(events)
        for at, event in enumerate(events):
            count = _COUNTS.get(type(event))
            if type(event) is ev.TrackMoved and author in self._accounts and author != event.who:
                self._accounts[author].caused += max(0, event.new.step - event.old.step)
            if count is not None:
                count(self, event)
            elif type(event) is ev.StatChanged:
                # What an action takes from whoever takes it is nobody's doing.
                itself = does and event.who == author
                by = others.get(at, "" if itself else author)
                self._stat(event, by if by in self._accounts else "", damage=damage)
            if type(event) in _FELLING:
                self._fall(event)

    def _fall(self, event: Any) -> None:
        """Take down whoever an event takes down."""
        ident = event.effect.on if type(event) in _OF_EFFECTS else event.who
        who = self.state.combatants.get(ident)
        if who is None or ident not in self._accounts:
            return
        empty = (
            type(event) is ev.StatChanged
            and event.key in self._vital[:1]
            and (self._rules.stats[event.key].least or 0) >= 0
            and _number(event.new) <= 0 < _number(event.old)
        )
        if empty or queries.is_down(self._rules, self.state, who):
            self._downed.add(ident)

    def _named(self, events: Sequence[Any]) -> None:
        """Meet whoever has come, in the order of the list, and whoever is called otherwise from now on."""
        if any(type(event) is ev.Joined for event in events):
            for ident in self.state.combatants:
                self._meet(ident)
            return
        for event in events:
            if type(event) is ev.Described and event.who in self.state.combatants:
                self._meet(event.who)

    def _miss(self, events: Sequence[Any]) -> None:
        """Forget whoever was taken away before the fight: nothing was done there."""
        for event in events:
            if type(event) is ev.Left:
                for known in (self._accounts, self._names, self._sides):
                    known.pop(event.combatant.id, None)

    def _meet(self, ident: str) -> None:
        combatant = self.state.combatants[ident]
        self._accounts.setdefault(ident, Account())
        self._names[ident], self._sides[ident] = combatant.name, combatant.side

    # -- what happened -----------------------------------------------------------------------------

    def _stat(self, event: ev.StatChanged, author: str, *, damage: bool) -> None:
        who, key, old, new = event.who, event.key, event.old, event.new
        if key in self._mounting:
            old, new = old or 0, new or 0  # nothing was counted so far
        if not _numbers(old, new):
            return
        if key in self._vital:
            self._points(who, int(old) - int(new), author, damage=damage)
        elif key in self._mounting:
            self._points(who, int(new) - int(old), author, damage=damage)
        elif damage and key in self._soaking:
            self._accounts[who].soaked += max(0, int(old) - int(new))

    def _track(self, event: ev.TrackMoved) -> None:
        self._accounts[event.who].worse += max(0, event.new.step - event.old.step)

    def _listed(self, event: ev.TurnListed) -> None:
        self._turn(event.slot, 1)

    def _unlisted(self, event: ev.TurnUnlisted) -> None:
        self._turn(event.slot, -1)

    def _out(self, event: ev.OutChanged) -> None:
        if event.new == OUT_DEFEATED:
            self._accounts[event.who].defeats += 1

    def _told(self, event: ev.Told) -> None:
        code, params = event.code, event.params
        ready = self._rules.ready
        if code == "acted":
            cost = str(params["cost"])
            self._spent(params["who"], cost)
            rule = self._rules.costs.get(cost)
            self._accounts[params["who"]].reactions += rule is not None and rule.kind == "reaction"
        elif code == "reacted":
            self._accounts[params["who"]].reactions += 1
            named = self._rules.reactions.get(params["name"])
            self._spent(params["who"], named.cost if named is not None else self._plain_cost())
        elif code == "readied" and ready is not None:
            self._spent(params["who"], ready.cost)
        elif code == "triggered" and ready is not None and ready.pays:
            self._spent(params["who"], ready.pays)
            rule = self._rules.costs.get(ready.pays)
            self._accounts[params["who"]].reactions += rule is not None and rule.kind == "reaction"
        elif code == "turn-began":
            self._turns_begun += 1
        elif code == "turn-given-up":
            slot = params["slot"]
            self._stretch(self.state.clock.round, slot, 0.0 if slot in self._put_off else None)
            self._put_off.pop(slot, None)
        elif code == "effect-began":
            self._accounts[params["who"]].suffered += 1
            if params.get("by") in self._accounts:
                self._accounts[params["by"]].effects += 1

    def _plain_cost(self) -> str:
        """Return what a reaction costs that is none of the ruleset's own."""
        rule = self._rules.reactions.get(self._rules.plain_reaction)
        return rule.cost if rule is not None else ""

    def _spent(self, who: str, cost: str) -> None:
        """Count what was spent; what costs nothing is no action of any type."""
        if cost:
            actions = self._accounts[who].actions
            actions[cost] = actions.get(cost, 0) + 1

    def _points(self, who: str, lost: int, author: str, *, damage: bool) -> None:
        account = self._accounts[who]
        if lost < 0:
            account.healed -= lost
            if self._heals and author in self._accounts:
                self._accounts[author].given -= lost
        elif damage:
            account.taken += lost
            if author in self._accounts:
                self._accounts[author].dealt += lost
            else:
                self._unattributed += lost
                self._undealt += 0 if self._applied else lost

    def _turn(self, slot: str, number: int) -> None:
        of_slot = self._slots.setdefault(slot, SlotTurns(slot))
        if number < 0 and not of_slot.whose:
            return  # of the fight before, which is told of no more
        if number > 0:
            of_slot.name = self._names.get(slot, slot)
            members = self.state.members(slot)
            there = tuple(who.id for who in members if not (who.out or has_used_turn(self.state, who)))
            of_slot.whose.append(there or tuple(who.id for who in members))
        for ident in self._members(slot):
            self._accounts[ident].turns += number
        if number < 0:
            of_slot.whose.pop()

    def _members(self, slot: str) -> Sequence[str]:
        """Return whose turn the last one of a slot was: who of a group had fallen before has none."""
        known = self._slots.get(slot)
        last = known.whose[-1] if known is not None and known.whose else ()
        return last or [who.id for who in self.state.members(slot)]

    def _order(self, command: cmd.Command) -> None:
        """Count an order that the game master insisted on for whom it was given."""
        whom = getattr(command, "who", "") or getattr(command, "on", "") or getattr(command, "to", ())
        for ident in (whom,) if isinstance(whom, str) else whom:
            if ident in self._accounts:
                self._accounts[ident].overrides += 1

    # -- time --------------------------------------------------------------------------------------

    def _time(self, old: Clock, at: float) -> None:
        new = self.state.clock
        if new.status == RUNNING and not self._rounds:
            self._rounds.append(self._snapshot(0))
        elif old.stage == STAGE_OPENING and new.stage != STAGE_OPENING and new.status == RUNNING:
            self._surprised = self._snapshot(old.round)
        elif new.completed < old.completed:  # somebody has come in at its end: it is not over
            over = (one for one in self._rounds[1:] if one.round < new.round)
            self._rounds = [*self._rounds[:1], *over]
        elif old.completed != new.completed and old.stage == STAGE_ROUND:
            self._rounds.append(self._snapshot(old.round))
        turn = (self.state.walk.active, new.passes, self._turns_begun, at)
        if self._open is not None and turn[:3] == self._open[:3]:
            return
        if self._open is not None and self._open[0]:
            slot, since = self._open[0], self._open[3]
            seconds = at - since if at and since else -1.0
            self._stretch(old.round, slot, seconds if 0 <= seconds <= LONGEST_PAUSE else None)
        self._open = turn

    def _stretch(self, round_: int, slot: str, seconds: float | None) -> None:
        """Count the time in which a slot had the turn: None if nobody knows it.

        A turn that is put off or interrupted goes on later: it is one turn, with the time of both parts.
        Where only who acts has had a turn, the time of whoever did not is none.
        """
        of_slot = self._slots.get(slot)
        if of_slot is None or len(of_slot.whose) <= len(of_slot.times):
            walk = self.state.walk
            if seconds is not None and (slot in self.state.put_off or slot in _slots(walk.interrupted)):
                self._put_off[slot] = self._put_off.get(slot, 0.0) + seconds
            return
        before = self._put_off.pop(slot, 0.0)
        of_slot.times.append(None if seconds is None else before + seconds)
        if seconds is None:
            return
        self._turns.append(Turn(round_, slot, before + seconds))
        for ident in self._members(slot):
            account = self._accounts[ident]
            account.seconds = (*account.seconds, before + seconds)

    def _snapshot(self, round_: int | None = None) -> Snapshot:
        points: dict[str, int] = {}
        for combatant in self.state.combatants.values():
            left = sum(max(0, _number(combatant.stats.get(name))) for name in self._vital)
            points[combatant.side] = points.get(combatant.side, 0) + left
        return Snapshot(self.state.clock.round if round_ is None else round_, points)


_COUNTS: dict[type[ev.Event], Callable[[_Book, Any], None]] = {
    ev.TrackMoved: _Book._track,
    ev.TurnListed: _Book._listed,
    ev.TurnUnlisted: _Book._unlisted,
    ev.OutChanged: _Book._out,
    ev.Told: _Book._told,
}
"""Event → what is counted of it, whoever is its author; of stats that depends on the command, too."""
_OF_EFFECTS = frozenset({ev.EffectBegan, ev.EffectEnded})
_FELLING = _OF_EFFECTS | {ev.StateBegan, ev.StateEnded, ev.OutChanged, ev.StatChanged}
"""Events by which somebody may go down, or come up again."""
_DOING = frozenset({cmd.Act, cmd.Resolve, cmd.React, cmd.SpendPoint, cmd.Trigger})
"""Commands that somebody does something by."""
_CORRECTING = frozenset({cmd.SetNumbers, cmd.Describe, cmd.Add, cmd.BringIn, cmd.Leave})
"""Commands by which no points are lost to damage."""


def _without(command: cmd.Command, unseen: frozenset[str]) -> cmd.Command:
    """Return a command without its author, if nobody must know of that one."""
    key = "by" if isinstance(command, cmd.Apply) else "who"
    return structs.replace(command, **{key: ""}) if getattr(command, key, "") in unseen else command


def _named_beside(events: Sequence[Any]) -> dict[int, str]:
    """Return whose doing changes of numbers are, by their places: what they came to is told behind them.

    Nobody was named by the command where an effect hurts by itself: whoever began it is told then.
    """
    found: dict[int, str] = {}
    changed: dict[str, list[int]] = {}
    for at, event in enumerate(events):
        if type(event) is ev.StatChanged:
            changed.setdefault(event.who, []).append(at)
        elif type(event) is ev.Told and event.code == "applied":
            places = changed.pop(str(event.params["who"]), [])
            if event.params.get("by"):
                found |= dict.fromkeys(places, str(event.params["by"]))
    return found


def _anonymous(event: Any, unseen: frozenset[str]) -> Any:
    """Return an event without its author, if nobody must know of that one."""
    if type(event) is ev.Told and event.code == "applied" and event.params.get("by") in unseen:
        return structs.replace(event, params={**event.params, "by": ""})
    return event


def _concerns(event: Any, unseen: frozenset[str]) -> bool:
    """Return whether an event is about somebody of whom nobody must know."""
    if type(event) is ev.Told:
        return any(event.params.get(key) in unseen for key in ("who", "slot"))
    return getattr(event, "who", "") in unseen or getattr(event, "slot", "") in unseen


def _author(command: cmd.Command) -> str:
    """Return who did it: the one named beside a pipeline, or who acts, reacts or spends a point."""
    if isinstance(command, cmd.Apply):
        return command.by
    return str(getattr(command, "who", "")) if type(command) in _DOING else ""


def _is_damage(rules: Rules, command: cmd.Command) -> bool:
    """Return whether points that are lost by a command are lost by damage: not by a correction."""
    if isinstance(command, cmd.Apply):
        pipeline = rules.pipelines.get(command.pipeline)
        return pipeline is not None and pipeline.tone != "good"
    return type(command) not in _CORRECTING


def _slots(turns: Iterable[Interrupted]) -> set[str]:
    return {turn.slot for turn in turns}


def _numbers(old: object, new: object) -> bool:
    return all(isinstance(value, int | float) for value in (old, new))


def _number(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
