"""What an event says of the encounter before it, and what the encounter holds there: both must be the same.

An event goes back exactly because it names what was there. Nothing here is asked while a fight is played;
it is the one place that knows, for every kind of event, what its old value is the old value of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from rulesets.engine.draft import Draft
from rulesets.engine.evolve import ENTRIES, SCALARS, SILENT, WHOLE
from rulesets.table import events as ev
from rulesets.table.encounter import Order, Pile, Taken

NOTHING: Final = "nothing is there"
"""What is held where there is nothing of that name, or nothing at that index."""
_NO_ORDER, _NO_PILE = Order(), Pile()
Claims = Callable[[Any], Any]
Holds = Callable[[Draft, Any], Any]


def claimed(event: ev.Event) -> Any:
    """Return what ``event`` says was so before it; None for a fact that changes nothing.

    Raises:
        LookupError: for a kind of event that the engine does not know.
    """
    return _known(CLAIMS, event)(event)


def held(draft: Draft, event: ev.Event) -> Any:
    """Return what ``draft`` holds where ``event`` claims something; what is not there is ``NOTHING``.

    Raises:
        LookupError: for a kind of event that the engine does not know.
    """
    return _known(HOLDS, event)(draft, event)


def _known(table: dict[type[ev.Event], Any], event: ev.Event) -> Any:
    if type(event) not in table:
        raise LookupError(f"unknown event {type(event).__name__}")
    return table[type(event)]


# -- what is claimed -------------------------------------------------------------------------------


def _effect_claimed(event: ev.EffectEnded) -> Any:
    return event.effect if event.index < 0 else (event.effect, event.index)


CLAIMS: dict[type[ev.Event], Claims] = {
    **dict.fromkeys((*WHOLE, *ENTRIES, *SCALARS), attrgetter("old")),
    **dict.fromkeys(SILENT, lambda event: None),
    **dict.fromkeys(
        (
            ev.PoolChanged, ev.Relisted, ev.PutOffChanged, ev.TurnOver, ev.TurnsMissed, ev.RelationChanged,
            ev.EffectChanged, ev.EncounterDescribed, ev.WaveChanged, ev.OrderMade, ev.SlotMoved,
            ev.PlaceChanged, ev.PileChanged,
        ),
        attrgetter("old"),
    ),
    ev.StateBegan: lambda event: False,
    ev.StateEnded: lambda event: True,
    ev.PoolOpened: lambda event: NOTHING,
    ev.PoolClosed: attrgetter("left"),
    ev.Described: lambda event: _plain(event.old),
    ev.Joined: lambda event: (NOTHING, event.index),
    ev.Left: attrgetter("combatant", "index"),
    ev.SlotPlaced: lambda event: (NOTHING, event.index),
    ev.SlotRemoved: attrgetter("place", "index"),
    ev.EffectBegan: lambda event: NOTHING if event.index < 0 else (NOTHING, event.index),
    ev.EffectEnded: _effect_claimed,
    ev.CheckAsked: attrgetter("index"),
    ev.CheckClosed: attrgetter("check"),
    ev.CardDrawn: attrgetter("card"),
    ev.TurnListed: attrgetter("index"),
    ev.TurnUnlisted: lambda event: Taken(event.slot, event.segment),
}  # fmt: skip
"""Event → what it says was so before it."""


# -- what is held ----------------------------------------------------------------------------------


def _whole(field: str) -> Holds:
    def find(draft: Draft, event: Any) -> Any:
        return getattr(draft, field)

    return find


def _entry(field: str, absent: Any) -> Holds:
    def find(draft: Draft, event: Any) -> Any:
        who = draft.combatants.get(event.who)
        return NOTHING if who is None else getattr(who, field).get(event.key, absent)

    return find


def _of_one(look: Callable[[Any, Any], Any]) -> Holds:
    """Return what looks at whom an event is about, if that one is there."""

    def find(draft: Draft, event: Any) -> Any:
        who = draft.combatants.get(event.who)
        return NOTHING if who is None else look(who, event)

    return find


def _scalar(field: str) -> Holds:
    return _of_one(lambda who, event: getattr(who, field))


def _relisted(draft: Draft, event: ev.Relisted) -> Any:
    return _index(tuple(draft.combatants), event.who)


def _effect_held(draft: Draft, event: ev.EffectBegan | ev.EffectEnded) -> Any:
    if event.index == -1:
        return draft.effects.get(event.effect.id, NOTHING)
    return _at(draft.effects, event.effect.id, event.index)


def _wave(draft: Draft, event: ev.WaveChanged) -> Any:
    """Return the wave at an index; None where one can be put in, which is wherever there is a place."""
    if event.old is None:
        return None if 0 <= event.index <= len(draft.waves) else NOTHING
    return draft.waves[event.index] if 0 <= event.index < len(draft.waves) else NOTHING


def _listed(draft: Draft, event: ev.TurnListed) -> Any:
    return min(event.index, len(draft.acted.get(event.round, ())))


def _asked(draft: Draft, event: ev.CheckAsked) -> Any:
    return min(event.index, len(draft.asked))


def _closed(draft: Draft, event: ev.CheckClosed) -> Any:
    return draft.asked[event.index] if 0 <= event.index < len(draft.asked) else NOTHING


def _unlisted(draft: Draft, event: ev.TurnUnlisted) -> Any:
    turns = draft.acted.get(event.round, ())
    return turns[event.index] if 0 <= event.index < len(turns) else NOTHING


def _place(draft: Draft, event: ev.SlotPlaced | ev.SlotRemoved) -> Any:
    """Return a slot's place with its index; there is no place in an order that does not stand."""
    stands = draft.orders.get(event.order)
    if stands is None:
        return NOTHING
    return _at({slot: stands.places[slot] for slot in stands.slots}, event.slot, event.index)


def _card(draft: Draft, event: ev.CardDrawn) -> Any:
    """Return the card that is drawn now, or the last one drawn, which goes back."""
    pile = draft.decks.get(event.deck, _NO_PILE)
    if event.back:
        return pile.drawn[-1] if pile.drawn and 0 <= event.index <= len(pile.left) else NOTHING
    return pile.left[event.index] if 0 <= event.index < len(pile.left) else NOTHING


HOLDS: dict[type[ev.Event], Holds] = {
    **{kind: _whole(field) for kind, field in WHOLE.items()},
    **{kind: _entry(field, absent) for kind, (field, absent) in ENTRIES.items()},
    **{kind: _scalar(field) for kind, field in SCALARS.items()},
    **dict.fromkeys(SILENT, lambda draft, event: None),
    **dict.fromkeys(
        (ev.PoolChanged, ev.PoolOpened, ev.PoolClosed),
        _of_one(lambda who, event: who.pools.get(event.key, NOTHING)),
    ),
    **dict.fromkeys((ev.StateBegan, ev.StateEnded), _of_one(lambda who, event: event.state in who.states)),
    ev.Described: _of_one(lambda who, event: _plain(getattr(who, event.key))),
    ev.Relisted: _relisted,
    ev.Joined: lambda draft, event: _at(draft.combatants, event.combatant.id, event.index),
    ev.Left: lambda draft, event: _at(draft.combatants, event.combatant.id, event.index),
    ev.PutOffChanged: lambda draft, event: draft.put_off.get(event.slot),
    ev.TurnOver: lambda draft, event: draft.over.get(event.slot, 0),
    ev.TurnsMissed: lambda draft, event: {slot: draft.missed.get(slot) for slot in event.new},
    ev.RelationChanged: lambda draft, event: draft.relations.get(event.key),
    ev.EffectChanged: lambda draft, event: draft.effects.get(event.new.id, NOTHING),
    ev.EncounterDescribed: lambda draft, event: getattr(draft, event.key),
    ev.WaveChanged: _wave,
    ev.EffectBegan: _effect_held,
    ev.EffectEnded: _effect_held,
    ev.CheckAsked: _asked,
    ev.CheckClosed: _closed,
    ev.TurnListed: _listed,
    ev.TurnUnlisted: _unlisted,
    ev.OrderMade: lambda draft, event: draft.orders.get(event.order),
    ev.SlotMoved: lambda draft, event: _index(draft.orders.get(event.order, _NO_ORDER).slots, event.slot),
    ev.PlaceChanged: lambda draft, event: draft.orders.get(event.order, _NO_ORDER).places.get(
        event.slot, NOTHING
    ),
    ev.SlotPlaced: _place,
    ev.SlotRemoved: _place,
    ev.CardDrawn: _card,
    ev.PileChanged: lambda draft, event: draft.decks.get(event.deck),
}
"""Event → what an encounter holds where it claims something."""


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
