"""What an event says of the encounter before it, and what the encounter holds there: both must be the same.

An event goes back exactly because it names what was there. Nothing here is asked while a fight is played;
it is the one place that knows, for every kind of event, what its old value is the old value of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulesets.engine.draft import Draft
from rulesets.engine.evolve import ENTRIES, SCALARS, SILENT, WHOLE
from rulesets.table import events as ev
from rulesets.table.encounter import Order, Taken

NOTHING: Final = "nothing is there"
"""What is held where there is nothing of that name, or nothing at that index."""


def claimed(event: ev.Event) -> Any:
    """Return what ``event`` says was so before it; None for a fact that changes nothing.

    Raises:
        LookupError: for a kind of event that the engine does not know.
    """
    match event:
        case ev.StateBegan() | ev.StateEnded():
            return isinstance(event, ev.StateEnded)
        case ev.PoolOpened():
            return NOTHING
        case ev.PoolClosed(_, _, left):
            return left
        case ev.EffectBegan(_, index):
            return NOTHING if index < 0 else (NOTHING, index)
        case ev.EffectEnded(effect, index):
            return effect if index < 0 else (effect, index)
        case ev.Described(_, _, old, _):
            return _plain(old)
        case ev.Joined(_, index) | ev.SlotPlaced(_, _, index, _):
            return NOTHING, index
        case ev.Left(combatant, index):
            return combatant, index
        case ev.SlotRemoved(_, _, index, place):
            return place, index
        case ev.TurnListed(_, _, _, index):
            return index
        case ev.TurnUnlisted(_, slot, segment, _):
            return Taken(slot, segment)
    if isinstance(event, SILENT):
        return None
    try:
        return event.old  # type: ignore[attr-defined] # every kind that is left has one
    except AttributeError:
        raise LookupError(f"unknown event {type(event).__name__}") from None


def held(draft: Draft, event: ev.Event) -> Any:
    """Return what ``draft`` holds where ``event`` claims something; what is not there is ``NOTHING``.

    Raises:
        LookupError: for a kind of event that the engine does not know.
    """
    if isinstance(event, SILENT):
        return None
    if type(event) in WHOLE:
        return getattr(draft, WHOLE[type(event)])
    if hasattr(event, "who"):
        return _held_by_one(draft, event)
    match event:
        case ev.Joined(combatant, index) | ev.Left(combatant, index):
            return _at(draft.combatants, combatant.id, index)
        case ev.PutOffChanged(slot):
            return draft.put_off.get(slot)
        case ev.TurnOver(slot):
            return draft.over.get(slot, 0)
        case ev.TurnsMissed(_, new):
            return {slot: draft.missed.get(slot) for slot in new}
        case ev.RelationChanged(key):
            return draft.relations.get(key)
        case ev.EffectChanged(_, effect) | ev.EffectBegan(effect, -1) | ev.EffectEnded(effect, -1):
            return draft.effects.get(effect.id, NOTHING)
        case ev.EffectBegan(effect, index) | ev.EffectEnded(effect, index):
            return _at(draft.effects, effect.id, index)
        case ev.TurnListed(round_, _, _, index):
            return min(index, len(draft.acted.get(round_, ())))
        case ev.TurnUnlisted(round_, _, _, index):
            turns = draft.acted.get(round_, ())
            return turns[index] if 0 <= index < len(turns) else NOTHING
        case ev.OrderMade(order):
            return draft.orders.get(order)
    return _held_in_order(draft.orders, event)


def _held_by_one(draft: Draft, event: Any) -> Any:
    """Return what one combatant holds."""
    who = draft.combatants.get(event.who)
    if who is None:
        return NOTHING
    if type(event) in ENTRIES:
        field, absent = ENTRIES[type(event)]
        return getattr(who, field).get(event.key, absent)
    if type(event) in SCALARS:
        return getattr(who, SCALARS[type(event)])
    match event:
        case ev.PoolChanged() | ev.PoolOpened() | ev.PoolClosed():
            return who.pools.get(event.key, NOTHING)
        case ev.StateBegan(_, state) | ev.StateEnded(_, state):
            return state in who.states
        case ev.Described(_, key):
            return _plain(getattr(who, key))
        case ev.Relisted():
            return _index(tuple(draft.combatants), who.id)
    raise LookupError(f"unknown event {type(event).__name__}")


def _held_in_order(orders: dict[str, Order], event: ev.Event) -> Any:
    """Return what an order holds; there is no place in one that does not stand."""
    match event:
        case ev.SlotMoved(name, slot) | ev.PlaceChanged(name, slot):
            order = orders.get(name) or Order()
            moved = isinstance(event, ev.SlotMoved)
            return _index(order.slots, slot) if moved else order.places.get(slot, NOTHING)
        case ev.SlotPlaced(name, slot, index) | ev.SlotRemoved(name, slot, index):
            stands = orders.get(name)
            return (
                NOTHING if stands is None else _at({s: stands.places[s] for s in stands.slots}, slot, index)
            )
    raise LookupError(f"unknown event {type(event).__name__}")


def _at(table: dict[str, Any], key: str, index: int) -> tuple[Any, int]:
    """Return an entry with its index; of one that is not there ``index``, as far as the table goes."""
    if key in table:
        return table[key], _index(tuple(table), key)
    return NOTHING, max(0, min(index, len(table)))


def _index(names: Sequence[str], name: str) -> Any:
    return names.index(name) if name in names else NOTHING


def _plain(value: Any) -> Any:
    """Return a description as an event has it: lists are tuples on a combatant."""
    return tuple(value) if isinstance(value, list | tuple) else value
