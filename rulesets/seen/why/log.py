"""When a count was made: the entry of the log with its dice, and the encounter as it stood then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rulesets.engine.evolve import inverse, replay
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Encounter, Place
from rulesets.table.entry import Entry
from rulesets.vocabulary.values import HIT


class Made(Struct, frozen=True):
    """How a slot came to its count."""

    place: Place
    """With the count as it was made."""
    dice: tuple[int, ...] | None
    """None if the total was typed."""
    mover: str
    """Tag of the command that changed the count last; '' if none did."""
    entry: int
    """Number of the log's entry, and of the event in it, that gave the place."""
    event: int
    dropped: tuple[int, ...] = ()
    """The other throw, which does not count."""


def find_made(log: Sequence[Entry], order: str, slot: str) -> Made | None:
    """Return how a slot came to the count it has in an order; None if the log does not say."""
    mover, found = "", None
    for at in range(len(log) - 1, -1, -1):
        entry = log[at]
        for number in range(len(entry.events) - 1, -1, -1):
            event = entry.events[number]
            if not _is_about(event, order, slot):
                continue
            if found is not None:  # what was taken out and put back has been made before
                if not isinstance(event, ev.SlotRemoved) or event.place != found.place:
                    return found
                found = None
            elif isinstance(event, ev.PlaceChanged):
                if event.old.count != event.new.count:
                    mover = mover or str(entry.command.__struct_config__.tag)
            elif isinstance(event, ev.SlotPlaced):
                found = _made(entry.events, slot, event.place, mover, (at, number))
            elif isinstance(event, ev.OrderMade) and not _only_arranged(event):
                place = event.new.places[slot] if event.new is not None else Place()
                return _made(entry.events, slot, place, mover, (at, number))
    return found


class Back:
    """Goes back along a log to how an encounter stood when a count was made.

    Whoever asks for several keeps one: most counts are made by the same entry, and going back to it is done
    once. It holds the last encounter that was asked about.
    """

    def __init__(self) -> None:
        """Begin without having been anywhere."""
        self._kept: tuple[Encounter, object, Encounter] | None = None

    def before(self, log: Sequence[Entry], made: Made, state: Encounter) -> Encounter:
        """Return the encounter as it stood when a count was made; ``state`` is how it stands now."""
        first = log[made.entry].events[made.event :]
        return replay(self._after(log, made.entry, state), map(inverse, reversed(first)))

    def _after(self, log: Sequence[Entry], entry: int, state: Encounter) -> Encounter:
        kept = self._kept
        if kept is None or kept[0] is not state or kept[1] is not log[entry]:
            later = (event for one in reversed(log[entry + 1 :]) for event in reversed(one.events))
            kept = self._kept = (state, log[entry], replay(state, map(inverse, later)))
        return kept[2]


_PLACING = frozenset({ev.PlaceChanged, ev.SlotPlaced, ev.SlotRemoved})


def _is_about(event: Any, order: str, slot: str) -> bool:
    kind = type(event)
    if kind is ev.OrderMade:
        return event.order == order and event.new is not None and slot in event.new.places
    return kind in _PLACING and event.slot == slot and event.order == order


def _only_arranged(event: ev.OrderMade) -> bool:
    """Return whether an order was made of the places that it had: nobody rolled."""
    old, new = event.old, event.new
    return old is not None and new is not None and old.places == new.places and old.slots != new.slots


def _made(events: Iterable[Any], slot: str, place: Place, mover: str, where: tuple[int, int]) -> Made:
    for event in events:
        if isinstance(event, ev.Rolled) and event.what == "initiative" and event.who == slot:
            if event.total == place.count - place.shift and event.results:
                return Made(place, event.results, mover, *where, event.dropped)
            break
    return Made(place, None, mover, *where)


def phase_began(state: Encounter, log: Sequence[Entry]) -> int:
    """Return the number of the entry with which the present phase of ``state`` began; 0 if none did."""
    phase = state.clock.phase
    for number in range(len(log) - 1, -1, -1):
        for event in log[number].events:
            if isinstance(event, ev.ClockMoved) and event.old.phase != phase == event.new.phase:
                return number
    return 0


_GIVING = (cmd.Add, cmd.BringIn, cmd.SetNumbers, cmd.Start, cmd.PlanWave)
"""Commands by which somebody comes to have a number."""
MOST_CHANGES, FARTHEST = 12, 5000
"""Changes of a number that are told one by one, and entries of the log in which they are looked for."""


def changes_of(
    log: Sequence[Entry], who: str, stat: str, usual: float = 0
) -> tuple[Any, tuple[tuple[int, float], ...]]:
    """Return what a stat that was entered stood at before, and what has changed it since, oldest first.

    A change is the number of its entry and what was added. They are the last ones, at most MOST_CHANGES, each
    of another entry. What it stood at is None if it was never entered; what it came in with is no change.
    What changed it when it had not been entered has changed what is ``usual``.
    """
    found: list[tuple[int, float]] = []
    before: Any = None
    for number in range(len(log) - 1, max(-1, len(log) - 1 - FARTHEST), -1):
        events = [
            one
            for one in log[number].events
            if isinstance(one, ev.StatChanged) and (one.who, one.key) == (who, stat)
        ]
        if not events:
            continue
        given = events[0].old is None and isinstance(log[number].command, _GIVING)
        if len(found) == MOST_CHANGES or given:
            before = events[-1].new
            break
        if events[0].old is None:
            before = usual
            found.append((number, (events[-1].new or 0) - usual))
            break
        before, now = events[0].old, events[-1].new
        found.append((number, (now or 0) - (before or 0)))
    return before, tuple(reversed(found))


def taken_by_others(log: Sequence[Entry], who: str, pool: str, size: float) -> dict[tuple[str, bool], float]:
    """Return what others took from a pool since it was full last: (who did it, by a hit) → how much.

    Without an entry that says when it was full, at most the last FARTHEST are looked through.
    """
    found: dict[tuple[str, bool], float] = {}
    for entry in reversed(log[-FARTHEST:]):
        told = [one for one in entry.events if isinstance(one, ev.Told)]
        hit = any(one.code == "attacked" and one.params["result"] == HIT for one in told)
        for one in told:
            if one.code == "pool-changed" and (one.params["who"], one.params["pool"]) == (who, pool):
                key = (getattr(entry.command, "who", ""), hit)
                found[key] = found.get(key, 0) + (one.params["old"] or 0) - (one.params["new"] or 0)
        if any(
            isinstance(one, ev.PoolChanged) and (one.who, one.key, one.new) == (who, pool, size)
            for one in entry.events
        ):
            break
    return {key: number for key, number in found.items() if number > 0}
