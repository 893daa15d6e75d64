"""Taking back the beginning of a turn, on a table where things have happened since.

A waiting combatant acts between two turns: the one that has just begun had better not have begun. What
its beginning ended, refilled or counted down comes back; what was entered since stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rulesets.encounter import events as ev
from rulesets.engine import effects
from rulesets.engine.evolve import ENTRIES, SCALARS
from rulesets.engine.ruling import Ruling


def retract_opening(ruling: Ruling) -> None:
    """Take back the beginning of the turn that has just begun; nobody is active afterwards."""
    last, taken = ruling.draft.walk.last, ruling.draft.walk.taken
    for event in reversed(ruling.draft.opening):
        _take_back(ruling, event)
    ruling.walk(active="", cursor=last, last=last, taken=taken, forced=False, begun=False)


def _take_back(ruling: Ruling, event: Any) -> None:
    kind = type(event)
    if hasattr(event, "who") and event.who not in ruling.draft.combatants:
        return
    if kind in _BACK:
        _BACK[kind](ruling, event)
    elif kind in ENTRIES:
        field, absent = ENTRIES[kind]
        now = getattr(ruling.draft.combatants[event.who], field).get(event.key, absent)
        if now != event.old:
            ruling.emit(replace(event, old=now, new=event.old))
    elif kind in SCALARS:
        now = getattr(ruling.draft.combatants[event.who], SCALARS[kind])
        if now != event.old:
            ruling.emit(replace(event, old=now, new=event.old))


def _stat(ruling: Ruling, event: ev.StatChanged) -> None:
    now = ruling.draft.combatants[event.who].stats.get(event.key)
    numbers = all(isinstance(v, int | float) for v in (now, event.old, event.new))
    ruling.set_stat(event.who, event.key, now - (event.new - event.old) if numbers else event.old)


def _pool(ruling: Ruling, event: ev.PoolChanged) -> None:
    ruling.set_pool(event.who, event.key, event.old)


def _began(ruling: Ruling, event: ev.StateBegan) -> None:
    if event.state in ruling.draft.combatants[event.who].states:
        ruling.emit(ev.StateEnded(event.who, event.state))


def _ended(ruling: Ruling, event: ev.StateEnded) -> None:
    effects.begin_state(ruling, event.who, event.state)


def _effect_ended(ruling: Ruling, event: ev.EffectEnded) -> None:
    effect = event.effect
    if effect.on in ruling.draft.combatants and effect.id not in ruling.draft.effects:
        ruling.emit(ev.EffectBegan(effect))


def _effect_began(ruling: Ruling, event: ev.EffectBegan) -> None:
    now = ruling.draft.effects.get(event.effect.id)
    if now is not None:
        ruling.emit(ev.EffectEnded(now))


def _effect_changed(ruling: Ruling, event: ev.EffectChanged) -> None:
    now = ruling.draft.effects.get(event.new.id)
    if now is not None:
        back = replace(now, left=event.old.left, anchor=event.old.anchor)
        if back != now:
            ruling.emit(ev.EffectChanged(now, back))


def _clock(ruling: Ruling, event: ev.ClockMoved) -> None:
    if ruling.draft.clock != event.old:
        ruling.emit(ev.ClockMoved(ruling.draft.clock, event.old))


def _notes(ruling: Ruling, event: ev.Noted) -> None:
    if ruling.draft.notes != event.old:
        ruling.emit(ev.Noted(ruling.draft.notes, event.old))


def _put_off(ruling: Ruling, event: ev.PutOffChanged) -> None:
    now = ruling.draft.put_off.get(event.slot)
    if now != event.old and (event.old is None or ruling.draft.members(event.slot)):
        ruling.emit(ev.PutOffChanged(event.slot, now, event.old))


def _relation(ruling: Ruling, event: ev.RelationChanged) -> None:
    now, tie = ruling.draft.relations.get(event.key), event.old
    if now != tie and (tie is None or {tie.of, tie.over} <= set(ruling.draft.combatants)):
        ruling.emit(ev.RelationChanged(event.key, now, tie))


def _over(ruling: Ruling, event: ev.TurnOver) -> None:
    now = ruling.draft.over.get(event.slot, 0)
    if now != event.old:
        ruling.emit(ev.TurnOver(event.slot, now, event.old))


def _listed(ruling: Ruling, event: ev.TurnListed) -> None:
    turns = ruling.draft.acted.get(event.round, ())
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].slot == event.slot and turns[index].segment == event.segment:
            ruling.emit(ev.TurnUnlisted(event.round, event.slot, event.segment, index))
            return


def _unlisted(ruling: Ruling, event: ev.TurnUnlisted) -> None:
    index = min(event.index, len(ruling.draft.acted.get(event.round, ())))
    ruling.emit(ev.TurnListed(event.round, event.slot, event.segment, index))


def _moved(ruling: Ruling, event: ev.SlotMoved) -> None:
    order = ruling.draft.orders.get(event.order)
    if order is None or event.slot not in order.places:
        return
    now = order.slots.index(event.slot)
    back = min(event.old, len(order.slots) - 1)
    if now != back:
        ruling.emit(ev.SlotMoved(event.order, event.slot, now, back))


def _place(ruling: Ruling, event: ev.PlaceChanged) -> None:
    order = ruling.draft.orders.get(event.order)
    if order is not None and order.places.get(event.slot, event.old) != event.old:
        ruling.emit(ev.PlaceChanged(event.order, event.slot, order.places[event.slot], event.old))


def _removed(ruling: Ruling, event: ev.SlotRemoved) -> None:
    order = ruling.draft.orders.get(event.order)
    if order is not None and event.slot not in order.places:
        ruling.emit(ev.SlotPlaced(event.order, event.slot, min(event.index, len(order.slots)), event.place))


_BACK: dict[type[Any], Callable[[Ruling, Any], None]] = {
    ev.StatChanged: _stat,
    ev.PoolChanged: _pool,
    ev.StateBegan: _began,
    ev.StateEnded: _ended,
    ev.EffectEnded: _effect_ended,
    ev.EffectBegan: _effect_began,
    ev.EffectChanged: _effect_changed,
    ev.ClockMoved: _clock,
    ev.Noted: _notes,
    ev.PutOffChanged: _put_off,
    ev.RelationChanged: _relation,
    ev.TurnOver: _over,
    ev.TurnListed: _listed,
    ev.TurnUnlisted: _unlisted,
    ev.SlotMoved: _moved,
    ev.PlaceChanged: _place,
    ev.SlotRemoved: _removed,
}
"""Events whose taking back is more than setting the old value."""
