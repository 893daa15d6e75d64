"""Taking back the beginning of a turn, on a table where things have happened since.

A waiting combatant acts between two turns: the one that has just begun had better not have begun. What
its beginning ended, refilled or counted down comes back; what was entered since stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rulesets.engine import checks, sorting, uses
from rulesets.engine.counts import is_moving
from rulesets.engine.evolve import ENTRIES, SCALARS
from rulesets.engine.ruling import Ruling
from rulesets.table import events as ev
from rulesets.table.encounter import Taken


def retract(ruling: Ruling, opening: Sequence[Any]) -> None:
    """Take back the events of a turn's beginning, as far as they still stand; the walk is the caller's.

    Rolls are asked for again once all is there that asks for them.
    """
    due = dict(ruling.due)
    closed = [event for event in opening if isinstance(event, ev.CheckClosed)]
    with ruling.all_at_once():
        for event in reversed([event for event in opening if not isinstance(event, ev.CheckClosed)]):
            _take_back(ruling, event)
        for event in reversed(closed):
            _take_back(ruling, event)
    ruling.due = due  # nothing begins or ends by it: it had better not have


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
    """Take off what the beginning has brought: what was spent or corrected since stays."""
    now = ruling.draft.combatants[event.who].pools.get(event.key, 0)
    if now is None or event.old is None or event.new is None:
        ruling.set_pool(event.who, event.key, event.old)
    else:
        ruling.set_pool(event.who, event.key, now - (event.new - event.old))


def _began(ruling: Ruling, event: ev.StateBegan) -> None:
    ruling.set_state(event.who, event.state, in_force=False)


def _ended(ruling: Ruling, event: ev.StateEnded) -> None:
    ruling.set_state(event.who, event.state, in_force=True)


def _effect_ended(ruling: Ruling, event: ev.EffectEnded) -> None:
    effect = event.effect
    if effect.on in ruling.draft.combatants and effect.id not in ruling.draft.effects:
        ruling.begin_effect(effect)


def _effect_began(ruling: Ruling, event: ev.EffectBegan) -> None:
    ruling.end_effect(event.effect.id)


def _effect_changed(ruling: Ruling, event: ev.EffectChanged) -> None:
    now = ruling.draft.effects.get(event.new.id)
    if now is not None:
        old, size = event.old, max(0, now.size - (event.new.size - event.old.size))
        ruling.set_effect(
            now.id,
            left=old.left,
            anchor=old.anchor,
            counted=old.counted,
            size=size,
            skips=old.skips,
        )


def _asked(ruling: Ruling, event: ev.CheckAsked) -> None:
    if event.check in ruling.draft.asked:
        ruling.close_check(event.check)
    elif not checks.is_over(ruling, event.check):  # what was rolled is not rolled again
        key = uses.key_of(uses.ANSWERED, event.check.name, event.check.check)
        ruling.set_used(event.check.who, key, ruling.draft.clock.passes)


def _closed(ruling: Ruling, event: ev.CheckClosed) -> None:
    if event.check.who in ruling.draft.combatants:
        ruling.ask_check(event.check, event.index)


def _clock(ruling: Ruling, event: ev.ClockMoved) -> None:
    ruling.set_clock(event.old)


def _notes(ruling: Ruling, event: ev.Noted) -> None:
    ruling.set_notes(event.old)


def _put_off(ruling: Ruling, event: ev.PutOffChanged) -> None:
    if event.old is None or ruling.draft.members(event.slot):
        ruling.set_put_off(event.slot, event.old)


def _relation(ruling: Ruling, event: ev.RelationChanged) -> None:
    tie = event.old
    if tie is None or {tie.of, tie.over} <= set(ruling.draft.combatants):
        ruling.set_relation(event.key, tie)


def _over(ruling: Ruling, event: ev.TurnOver) -> None:
    if _has_place(ruling, event.slot):
        ruling.set_over(event.slot, event.old)


def _missed(ruling: Ruling, event: ev.TurnsMissed) -> None:
    ruling.set_missed({slot: old for slot, old in event.old.items() if _has_place(ruling, slot)})


def _has_place(ruling: Ruling, slot: str) -> bool:
    return any(slot in order.places for order in ruling.draft.orders.values())


def _listed(ruling: Ruling, event: ev.TurnListed) -> None:
    turns = ruling.draft.acted.get(event.round, ())
    for index in range(len(turns) - 1, -1, -1):
        if turns[index] == Taken(event.slot, event.segment):
            ruling.unlist_turn(event.round, index)
            return


def _unlisted(ruling: Ruling, event: ev.TurnUnlisted) -> None:
    ruling.list_turn(event.round, Taken(event.slot, event.segment), event.index)


def _moved(ruling: Ruling, event: ev.SlotMoved) -> None:
    """Put a slot back behind the one that stood ahead of it: others may have come or left since."""
    order = ruling.draft.orders.get(event.order)
    if order is None or event.slot not in order.places or is_moving(ruling.rules, event.order):
        return
    others = [slot for slot in order.slots if slot != event.slot]
    back = others.index(event.ahead) + 1 if event.ahead in others else min(event.old, len(others))
    ruling.move_slot(event.order, event.slot, back)


def _arranged(ruling: Ruling, event: ev.OrderMade) -> None:
    """Put an order back as it was arranged; who has come in since stays behind the one ahead of it."""
    now = ruling.draft.orders.get(event.order)
    if now is None or event.old is None or is_moving(ruling.rules, event.order):
        return
    slots = [slot for slot in event.old.slots if slot in now.places]
    for at, slot in enumerate(now.slots):
        if slot not in event.old.places:
            slots.insert(slots.index(now.slots[at - 1]) + 1 if at else 0, slot)
    ruling.set_order(event.order, replace(now, slots=tuple(slots)))


def _pile(ruling: Ruling, event: ev.PileChanged) -> None:
    """Have a deck as it was, if nothing was drawn of it since."""
    if ruling.draft.decks.get(event.deck) == event.new:
        ruling.set_pile(event.deck, event.old)


def _place(ruling: Ruling, event: ev.PlaceChanged) -> None:
    order = ruling.draft.orders.get(event.order)
    if order is None or event.slot not in order.places:
        return
    place = event.old
    if is_moving(ruling.rules, event.order):  # what it has lost since stays lost
        place = sorting.taken_back(ruling.rules.orders[event.order], order.places[event.slot], event)
    ruling.set_place(event.order, event.slot, place)


_BACK: dict[type[Any], Callable[[Ruling, Any], None]] = {
    ev.StatChanged: _stat,
    ev.PoolChanged: _pool,
    ev.StateBegan: _began,
    ev.StateEnded: _ended,
    ev.EffectEnded: _effect_ended,
    ev.EffectBegan: _effect_began,
    ev.EffectChanged: _effect_changed,
    ev.CheckAsked: _asked,
    ev.CheckClosed: _closed,
    ev.ClockMoved: _clock,
    ev.Noted: _notes,
    ev.PutOffChanged: _put_off,
    ev.RelationChanged: _relation,
    ev.TurnOver: _over,
    ev.TurnsMissed: _missed,
    ev.OrderMade: _arranged,
    ev.TurnListed: _listed,
    ev.TurnUnlisted: _unlisted,
    ev.SlotMoved: _moved,
    ev.PlaceChanged: _place,
    ev.PileChanged: _pile,
}
"""Events whose taking back is more than setting the old value."""
