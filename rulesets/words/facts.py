"""What the events of one command come to, sorted for whoever writes the log lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulesets.table import events as ev
from rulesets.table.encounter import Clock, Effect, Order, Relation

_SAYING = frozenset({ev.Told, ev.Flagged, ev.Overrode, ev.Rolled, ev.Noted})
_GATHERED = frozenset(
    {
        ev.Told, ev.Flagged, ev.Overrode, ev.Rolled, ev.StateBegan, ev.StateEnded, ev.ClockMoved,
        ev.StatChanged, ev.TrackMoved, ev.EffectBegan, ev.EffectEnded, ev.RelationChanged, ev.OrderMade,
        ev.SlotPlaced, ev.Described, ev.Relisted, ev.PartsChanged, ev.OutChanged, ev.PoolChanged,
    }
)  # fmt: skip
"""Events that some line is written of."""


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
        self.described: list[ev.Described] = []
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
                effect = getattr(event, "effect", None)
                self.touched.add(effect.on if isinstance(effect, Effect) else getattr(event, "who", ""))
            if kind in _GATHERED:
                self._take(event)

    def _take(self, event: Any) -> None:
        match event:
            case ev.Flagged():
                self.flags.append(event)
            case ev.Overrode():
                self.overrides.append(event)
            case ev.Rolled():
                self.rolled.setdefault(event.what, []).append(event)
            case ev.StateBegan(who, state):
                self._states[who, state] = self._states.get((who, state), 0) + 1
            case ev.StateEnded(who, state):
                self._states[who, state] = self._states.get((who, state), 0) - 1
            case ev.ClockMoved(old, new):
                self.clocks = (self.clocks[0] if self.clocks else old, new)
            case _:
                self._take_more(event)

    def _take_more(self, event: Any) -> None:
        match event:
            case ev.StatChanged(who, key, old, new):
                self._number("stat", who, key, old, new)
            case ev.TrackMoved(who, key, old, new):
                self._number("track", who, key, old.step, new.step)
            case ev.EffectBegan(effect):
                self._effects[effect.id] = (self._effects.get(effect.id, (None, None))[0], effect)
            case ev.EffectEnded(effect):
                self._effects[effect.id] = (self._effects.get(effect.id, (effect, None))[0], None)
            case ev.RelationChanged(key, old, new):
                self._relations[key] = (self._relations.get(key, (old, None))[0], new)
            case ev.OrderMade(order, old, new) if new is not None:
                self.orders.append((order, old, new))
            case ev.SlotPlaced():
                self.placed.append(event)
            case ev.Described():
                self.described.append(event)
            case ev.Relisted():
                self.relisted.append(event)
            case ev.PartsChanged():
                self.parts.append(event)
            case ev.OutChanged():
                self.outs.append(event)
            case ev.PoolChanged():
                self.pools.append(event)

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

    def effects(self) -> Iterator[tuple[Effect | None, Effect | None]]:
        """Yield effects that began (None, effect) or are over (effect, None)."""
        for old, new in self._effects.values():
            if (old is None) != (new is None):
                yield old, new

    def ties(self) -> dict[tuple[str, str], list[str]]:
        """Return (relation, of) → over whom it began."""
        found: dict[tuple[str, str], list[str]] = {}
        for old, new in self._relations.values():
            if old is None and new is not None:
                found.setdefault((new.name, new.of), []).append(new.over)
        return found
