"""The evolve half: what each event does to an encounter, and its exact inverse. Never reads rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from rulesets.engine.draft import Draft
from rulesets.table import events as ev
from rulesets.table.combatant import TrackPlace
from rulesets.table.encounter import Encounter, Order, Pile, Taken

EVOLVERS: dict[type[ev.Event], Callable[[Draft, Any], None]] = {}
"""Event → what it does; those that only tell are not in it."""
ENTRIES: dict[type[ev.Event], tuple[str, Any]] = {
    ev.StatChanged: ("stats", None),
    ev.DebtChanged: ("debts", 0),
    ev.TrackMoved: ("tracks", TrackPlace()),
    ev.PartsChanged: ("parts", None),
    ev.UsedChanged: ("used", 0),
    ev.TallyChanged: ("tallies", 0),
}
"""Events that set one entry of a combatant's dict: the field, and the value that means 'no entry'."""
SCALARS: dict[type[ev.Event], str] = {
    ev.OutChanged: "out",
    ev.ReadiedChanged: "readied",
    ev.DeclaredChanged: "declared",
    ev.DoneChanged: "done",
}
WHOLE: dict[type[ev.Event], str] = {
    ev.ClockMoved: "clock",
    ev.Walked: "walk",
    ev.Noted: "notes",
    ev.OpeningKept: "opening",
    ev.GhostsChanged: "ghosts",
    ev.RulesChanged: "rules",
}
SILENT: frozenset[type[ev.Event]] = frozenset({ev.Flagged, ev.Overrode, ev.Rolled, ev.Told})
"""Events that only tell: an encounter is the same after them."""


def _evolves(kind: type[ev.Event]) -> Callable[[Callable[[Draft, Any], None]], Callable[[Draft, Any], None]]:
    def register(function: Callable[[Draft, Any], None]) -> Callable[[Draft, Any], None]:
        EVOLVERS[kind] = function
        return function

    return register


def evolve(draft: Draft, event: ev.Event) -> None:
    """Apply one event to ``draft``.

    Raises:
        LookupError: for an event that the engine does not know, or that does not fit the encounter.
    """
    kind = type(event)
    evolver = EVOLVERS.get(kind)
    if evolver is not None:
        evolver(draft, event)
    elif kind not in SILENT:
        raise LookupError(f"unknown event {kind.__name__}")


def evolve_all(draft: Draft, events: Iterable[ev.Event]) -> None:
    """Apply events to ``draft``, one after the other; raises what :func:`evolve` does."""
    evolvers, silent = EVOLVERS, SILENT
    for event in events:
        kind = type(event)
        if kind in silent:
            continue
        evolver = evolvers.get(kind)
        if evolver is None:
            raise LookupError(f"unknown event {kind.__name__}")
        evolver(draft, event)


def replay(state: Encounter, events: Iterable[ev.Event]) -> Encounter:
    """Return ``state`` after ``events``."""
    draft = Draft(state)
    evolve_all(draft, events)
    return draft.freeze()


def take_back(state: Encounter, events: Iterable[ev.Event]) -> Encounter:
    """Return ``state`` as it was before ``events``."""
    return replay(state, (inverse(event) for event in reversed(list(events))))


def inverse(event: ev.Event) -> ev.Event:
    """Return the event that takes ``event`` back."""
    match event:
        case ev.StateBegan(who, state):
            return ev.StateEnded(who, state)
        case ev.StateEnded(who, state):
            return ev.StateBegan(who, state)
        case ev.PoolOpened(who, pool, left):
            return ev.PoolClosed(who, pool, left)
        case ev.PoolClosed(who, pool, left):
            return ev.PoolOpened(who, pool, left)
        case ev.Joined(combatant, index):
            return ev.Left(combatant, index)
        case ev.Left(combatant, index):
            return ev.Joined(combatant, index)
        case ev.EffectBegan(effect, index):
            return ev.EffectEnded(effect, index)
        case ev.EffectEnded(effect, index):
            return ev.EffectBegan(effect, index)
        case ev.CheckAsked(check, index):
            return ev.CheckClosed(check, index)
        case ev.CheckClosed(check, index):
            return ev.CheckAsked(check, index)
        case ev.TurnListed(round_, slot, segment, index):
            return ev.TurnUnlisted(round_, slot, segment, index)
        case ev.TurnUnlisted(round_, slot, segment, index):
            return ev.TurnListed(round_, slot, segment, index)
        case ev.SlotPlaced(order, slot, index, place):
            return ev.SlotRemoved(order, slot, index, place)
        case ev.SlotRemoved(order, slot, index, place):
            return ev.SlotPlaced(order, slot, index, place)
        case ev.CardDrawn(back=back):
            return replace(event, back=not back)
        case ev.Flagged() | ev.Overrode() | ev.Rolled() | ev.Told():
            return event
    changed: Any = event
    swapped: ev.Event = replace(changed, old=changed.new, new=changed.old)
    return swapped


def _entry(field: str, absent: object) -> Callable[[Draft, Any], None]:
    def apply(draft: Draft, event: Any) -> None:
        draft.entry(event.who, field, event.key, event.new, absent)

    return apply


def _scalar(field: str) -> Callable[[Draft, Any], None]:
    def apply(draft: Draft, event: Any) -> None:
        draft.change(event.who, **{field: event.new})

    return apply


def _whole(field: str) -> Callable[[Draft, Any], None]:
    def apply(draft: Draft, event: Any) -> None:
        setattr(draft, field, event.new)

    return apply


for _kind, (_field, _absent) in ENTRIES.items():
    EVOLVERS[_kind] = _entry(_field, _absent)
for _kind, _field in SCALARS.items():
    EVOLVERS[_kind] = _scalar(_field)
for _kind, _field in WHOLE.items():
    EVOLVERS[_kind] = _whole(_field)


@_evolves(ev.PoolChanged)
def _pool(draft: Draft, event: ev.PoolChanged) -> None:
    pools = dict(draft.combatants[event.who].pools)
    pools[event.key] = event.new
    draft.change(event.who, pools=pools)


@_evolves(ev.PoolOpened)
def _pool_opened(draft: Draft, event: ev.PoolOpened) -> None:
    draft.change(event.who, pools={**draft.combatants[event.who].pools, event.key: event.left})


@_evolves(ev.PoolClosed)
def _pool_closed(draft: Draft, event: ev.PoolClosed) -> None:
    pools = dict(draft.combatants[event.who].pools)
    del pools[event.key]
    draft.change(event.who, pools=pools)


@_evolves(ev.StateBegan)
def _state_began(draft: Draft, event: ev.StateBegan) -> None:
    states = draft.combatants[event.who].states
    draft.change(event.who, states=tuple(sorted({*states, event.state})))


@_evolves(ev.StateEnded)
def _state_ended(draft: Draft, event: ev.StateEnded) -> None:
    states = draft.combatants[event.who].states
    draft.change(event.who, states=tuple(state for state in states if state != event.state))


@_evolves(ev.Described)
def _described(draft: Draft, event: ev.Described) -> None:
    value = tuple(event.new) if event.key == "feats" else event.new
    draft.change(event.who, **{event.key: value})


@_evolves(ev.EncounterDescribed)
def _encounter_described(draft: Draft, event: ev.EncounterDescribed) -> None:
    setattr(draft, event.key, event.new)


@_evolves(ev.WaveChanged)
def _wave(draft: Draft, event: ev.WaveChanged) -> None:
    behind = event.index + (event.old is not None)
    new = () if event.new is None else (event.new,)
    draft.waves = (*draft.waves[: event.index], *new, *draft.waves[behind:])


@_evolves(ev.Joined)
def _joined(draft: Draft, event: ev.Joined) -> None:
    _insert(draft.table("combatants"), event.combatant.id, event.combatant, event.index)


@_evolves(ev.Left)
def _left(draft: Draft, event: ev.Left) -> None:
    del draft.table("combatants")[event.combatant.id]


@_evolves(ev.Relisted)
def _relisted(draft: Draft, event: ev.Relisted) -> None:
    table = draft.table("combatants")
    _insert(table, event.who, table.pop(event.who), event.new)


@_evolves(ev.PutOffChanged)
def _put_off(draft: Draft, event: ev.PutOffChanged) -> None:
    _keyed(draft, "put_off", event.slot, event.new)


@_evolves(ev.RelationChanged)
def _relation(draft: Draft, event: ev.RelationChanged) -> None:
    _keyed(draft, "relations", event.key, event.new)


@_evolves(ev.TurnOver)
def _turn_over(draft: Draft, event: ev.TurnOver) -> None:
    _keyed(draft, "over", event.slot, event.new or None)


@_evolves(ev.TurnsMissed)
def _turns_missed(draft: Draft, event: ev.TurnsMissed) -> None:
    for slot, missed in event.new.items():
        _keyed(draft, "missed", slot, missed)


@_evolves(ev.OrderMade)
def _order_made(draft: Draft, event: ev.OrderMade) -> None:
    _keyed(draft, "orders", event.order, event.new)


@_evolves(ev.EffectBegan)
def _effect_began(draft: Draft, event: ev.EffectBegan) -> None:
    table = draft.table("effects")
    _insert(table, event.effect.id, event.effect, len(table) if event.index < 0 else event.index)


@_evolves(ev.EffectEnded)
def _effect_ended(draft: Draft, event: ev.EffectEnded) -> None:
    del draft.table("effects")[event.effect.id]


@_evolves(ev.EffectChanged)
def _effect_changed(draft: Draft, event: ev.EffectChanged) -> None:
    draft.table("effects")[event.new.id] = event.new


@_evolves(ev.CheckAsked)
def _check_asked(draft: Draft, event: ev.CheckAsked) -> None:
    draft.asked = (*draft.asked[: event.index], event.check, *draft.asked[event.index :])


@_evolves(ev.CheckClosed)
def _check_closed(draft: Draft, event: ev.CheckClosed) -> None:
    open_ones = list(draft.asked)
    del open_ones[event.index]
    draft.asked = tuple(open_ones)


@_evolves(ev.TurnListed)
def _listed(draft: Draft, event: ev.TurnListed) -> None:
    turns = draft.acted.get(event.round, ())
    taken = Taken(event.slot, event.segment)
    last = event.index >= len(turns)
    listed = (*turns, taken) if last else (*turns[: event.index], taken, *turns[event.index :])
    draft.table("acted")[event.round] = listed


@_evolves(ev.TurnUnlisted)
def _unlisted(draft: Draft, event: ev.TurnUnlisted) -> None:
    turns = list(draft.acted.get(event.round, ()))
    del turns[event.index]
    _keyed(draft, "acted", event.round, tuple(turns) or None)


@_evolves(ev.SlotMoved)
def _slot_moved(draft: Draft, event: ev.SlotMoved) -> None:
    order: Order = draft.orders[event.order]
    slots = list(order.slots)
    slots.remove(event.slot)
    slots.insert(event.new, event.slot)
    draft.table("orders")[event.order] = replace(order, slots=tuple(slots))


@_evolves(ev.SlotPlaced)
def _slot_placed(draft: Draft, event: ev.SlotPlaced) -> None:
    order: Order = draft.orders.get(event.order) or Order()
    slots = (*order.slots[: event.index], event.slot, *order.slots[event.index :])
    draft.table("orders")[event.order] = replace(
        order, slots=slots, places={**order.places, event.slot: event.place}
    )


@_evolves(ev.SlotRemoved)
def _slot_removed(draft: Draft, event: ev.SlotRemoved) -> None:
    order: Order = draft.orders[event.order]
    places = dict(order.places)
    places.pop(event.slot)
    at = order.slots.index(event.slot)
    slots = (*order.slots[:at], *order.slots[at + 1 :])
    draft.table("orders")[event.order] = replace(order, slots=slots, places=places)


@_evolves(ev.PlaceChanged)
def _place_changed(draft: Draft, event: ev.PlaceChanged) -> None:
    order: Order = draft.orders[event.order]
    draft.table("orders")[event.order] = replace(order, places={**order.places, event.slot: event.new})


@_evolves(ev.CardDrawn)
def _drawn(draft: Draft, event: ev.CardDrawn) -> None:
    pile: Pile = draft.decks[event.deck]
    above = pile.left[: event.index]
    if event.back:
        new = Pile((*above, event.card, *pile.left[event.index :]), pile.drawn[:-1])
    else:
        new = Pile((*above, *pile.left[event.index + 1 :]), (*pile.drawn, event.card))
    draft.table("decks")[event.deck] = new


@_evolves(ev.PileChanged)
def _pile(draft: Draft, event: ev.PileChanged) -> None:
    _keyed(draft, "decks", event.deck, event.new)


def _keyed(draft: Draft, table: str, key: Any, value: Any) -> None:
    if value is None:
        draft.table(table).pop(key, None)
    else:
        draft.table(table)[key] = value


def _insert(table: dict[Any, Any], key: Any, value: Any, index: int) -> None:
    """Put an entry at ``index`` of a table whose order means something."""
    if index >= len(table):
        table[key] = value
        return
    items = list(table.items())
    items.insert(index, (key, value))
    table.clear()
    table.update(items)
