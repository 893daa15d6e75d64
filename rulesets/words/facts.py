"""What the events of one command come to, sorted for whoever writes the log lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, get_args

from rulesets.table import events as ev
from rulesets.table.encounter import Clock, Effect, Order, Relation
from rulesets.table.told import Applied, told_applied

_SAYING = frozenset({ev.Told, ev.Flagged, ev.Overrode, ev.Rolled, ev.Noted})
_WITH_EFFECT = frozenset({ev.EffectBegan, ev.EffectEnded})
_WITH_WHO = frozenset(kind for kind in get_args(ev.AnyEvent) if "who" in kind.__struct_fields__)


class Facts:
    """The events of one command, gathered in one pass. What began and ended again in it is left out."""

    def __init__(self, events: Iterable[Any]) -> None:
        """Gather ``events``."""
        self.told: list[ev.Told] = []
        self.codes: dict[str, list[ev.Told]] = {}
        """What is told, by its code."""
        self.flags: list[ev.Flagged] = []
        self.overrides: list[ev.Overrode] = []
        self.rolled: dict[str, list[ev.Rolled]] = {}
        self.orders: list[tuple[str, Order | None, Order]] = []
        self.placed: list[ev.SlotPlaced] = []
        self.moved: list[ev.PlaceChanged] = []
        self.described: list[ev.Described] = []
        self.joined: dict[str, str] = {}
        """Who has come → the slot."""
        self.relisted: list[ev.Relisted] = []
        self.parts: list[ev.PartsChanged] = []
        self.outs: list[ev.OutChanged] = []
        self.pools: list[ev.PoolChanged] = []
        self.only_said = True
        """True if nothing differs from before: the events tell, roll, flag or override, and that is all."""
        self.touched: set[str] = set()
        """Who is not as before."""
        self.clocks: tuple[Clock, Clock] | None = None
        self._states: dict[tuple[str, str], int] = {}
        self._numbers: dict[tuple[str, str, str], tuple[Any, Any]] = {}
        self._effects: dict[str, tuple[Effect | None, Effect | None]] = {}
        self._relations: dict[str, tuple[Relation | None, Relation | None]] = {}
        for event in events:
            kind = type(event)
            if kind is ev.Told:
                self.told.append(event)
                self.codes.setdefault(event.code, []).append(event)
                continue
            if kind not in _SAYING:
                self.only_said = False
                if kind in _WITH_EFFECT:
                    self.touched.add(event.effect.on)
                elif kind in _WITH_WHO:
                    self.touched.add(event.who)
                else:
                    self.touched.add("")
            take = _TAKERS.get(kind)
            if take is not None:
                take(self, event)

    # -- one event ---------------------------------------------------------------------------------

    def _joined(self, event: ev.Joined) -> None:
        self.joined[event.combatant.id] = event.combatant.slot

    def _rolled(self, event: ev.Rolled) -> None:
        self.rolled.setdefault(event.what, []).append(event)

    def _began(self, event: ev.StateBegan) -> None:
        self._states[event.who, event.state] = self._states.get((event.who, event.state), 0) + 1

    def _ended(self, event: ev.StateEnded) -> None:
        self._states[event.who, event.state] = self._states.get((event.who, event.state), 0) - 1

    def _clock(self, event: ev.ClockMoved) -> None:
        self.clocks = (self.clocks[0] if self.clocks else event.old, event.new)

    def _stat(self, event: ev.StatChanged) -> None:
        self._number("stat", event.who, event.key, event.old, event.new)

    def _track(self, event: ev.TrackMoved) -> None:
        self._number("track", event.who, event.key, event.old.step, event.new.step)

    def _effect_began(self, event: ev.EffectBegan) -> None:
        effect = event.effect
        self._effects[effect.id] = (self._effects.get(effect.id, (None, None))[0], effect)

    def _effect_ended(self, event: ev.EffectEnded) -> None:
        effect = event.effect
        self._effects[effect.id] = (self._effects.get(effect.id, (effect, None))[0], None)

    def _effect_changed(self, event: ev.EffectChanged) -> None:
        self._effects[event.new.id] = (self._effects.get(event.new.id, (event.old, None))[0], event.new)

    def _relation(self, event: ev.RelationChanged) -> None:
        self._relations[event.key] = (self._relations.get(event.key, (event.old, None))[0], event.new)

    def _order(self, event: ev.OrderMade) -> None:
        if event.new is not None:
            self.orders.append((event.order, event.old, event.new))

    def _number(self, kind: str, who: str, key: str, old: Any, new: Any) -> None:
        first = self._numbers.get((kind, who, key), (old, new))[0]
        self._numbers[kind, who, key] = (first, new)

    @property
    def changed(self) -> bool:
        """Whether a state, a number, an effect or a tie was changed, were it only for a moment."""
        return bool(self._states or self._numbers or self._effects or self._relations)

    # -- what is left of it ------------------------------------------------------------------------

    def telling(self, *codes: str) -> list[ev.Told]:
        """Return the told lines of these codes, in order."""
        if len(codes) == 1:
            return self.codes.get(codes[0], [])
        return [told for told in self.told if told.code in codes]

    @cached_property
    def applied(self) -> list[Applied]:
        """What pipelines did, target by target."""
        return [told_applied(told.params) for told in self.telling("applied")]

    def states(self, began: bool) -> dict[str, list[str]]:
        """Return state → who is in it now and was not before; or the reverse."""
        found: dict[str, list[str]] = {}
        for (who, state), change in self._states.items():
            if (change > 0) if began else (change < 0):
                found.setdefault(state, []).append(who)
        return found

    def numbers(self, kind: str) -> Iterator[tuple[str, str, Any, Any]]:
        """Yield (who, key, old, new) of stats or tracks that are not as before."""
        for (of, who, key), (old, new) in self._numbers.items():
            if of == kind and old != new:
                yield who, key, old, new

    def effect(self, who: str, name: str) -> Effect | None:
        """Return an effect that began or changed, as it is now; None if none of the name did."""
        found = (new for _, new in self._effects.values() if new is not None)
        return next((new for new in found if (new.on, new.name) == (who, name)), None)

    def effects(self) -> Iterator[tuple[Effect | None, Effect | None]]:
        """Yield effects that began (None, effect) or are over (effect, None)."""
        for old, new in self._effects.values():
            if (old is None) != (new is None):
                yield old, new

    def sizes(self) -> Iterator[tuple[Effect, Effect]]:
        """Yield effects that are larger or smaller than before."""
        for old, new in self._effects.values():
            if old is not None and new is not None and old.large != new.large:
                yield old, new

    def ties(self) -> dict[tuple[str, str], list[str]]:
        """Return (relation, of) → over whom it began."""
        found: dict[tuple[str, str], list[str]] = {}
        for old, new in self._relations.values():
            if old is None and new is not None:
                found.setdefault((new.name, new.of), []).append(new.over)
        return found


_TAKERS: dict[type[ev.Event], Callable[[Facts, Any], None]] = {
    ev.Flagged: lambda facts, event: facts.flags.append(event),
    ev.Overrode: lambda facts, event: facts.overrides.append(event),
    ev.Rolled: Facts._rolled,
    ev.StateBegan: Facts._began,
    ev.StateEnded: Facts._ended,
    ev.ClockMoved: Facts._clock,
    ev.StatChanged: Facts._stat,
    ev.TrackMoved: Facts._track,
    ev.EffectBegan: Facts._effect_began,
    ev.EffectEnded: Facts._effect_ended,
    ev.EffectChanged: Facts._effect_changed,
    ev.RelationChanged: Facts._relation,
    ev.OrderMade: Facts._order,
    ev.SlotPlaced: lambda facts, event: facts.placed.append(event),
    ev.Joined: Facts._joined,
    ev.PlaceChanged: lambda facts, event: facts.moved.append(event),
    ev.Described: lambda facts, event: facts.described.append(event),
    ev.Relisted: lambda facts, event: facts.relisted.append(event),
    ev.PartsChanged: lambda facts, event: facts.parts.append(event),
    ev.OutChanged: lambda facts, event: facts.outs.append(event),
    ev.PoolChanged: lambda facts, event: facts.pools.append(event),
}
"""Event that some line is written of → what takes it down."""
