"""What a command changed, as models need to know it: which rows, which places, which parts of the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rulesets.table import events as ev


class Changes(Struct, frozen=True):
    """The parts of an encounter that differ from before; everything not named is as it was."""

    combatants: frozenset[str] = frozenset()
    """Ids whose own values changed."""
    slots: frozenset[str] = frozenset()
    """Slots whose turn, count or waiting changed."""
    joined: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    order: bool = False
    """Slots moved, came or went in some order, or the list was rearranged."""
    clock: bool = False
    """Round, phase, segment or status changed."""
    passes: bool = False
    """A new pass began: who has had a turn counts anew."""
    effects: bool = False
    decks: bool = False
    """Cards were drawn, or shuffled."""
    waves: bool = False
    """Somebody else is to come, or in other words."""
    log: bool = True
    whole: bool = False
    """Everything may differ (a file was opened, the rules changed)."""

    def __or__(self, other: Changes) -> Changes:
        """Return what differs after both."""
        return Changes(
            self.combatants | other.combatants,
            self.slots | other.slots,
            self.joined + other.joined,
            self.left + other.left,
            self.order or other.order,
            self.clock or other.clock,
            self.passes or other.passes,
            self.effects or other.effects,
            self.decks or other.decks,
            self.waves or other.waves,
            self.log or other.log,
            self.whole or other.whole,
        )


_UNSEEN = frozenset(
    {ev.OpeningKept, ev.GhostsChanged, ev.EncounterDescribed, ev.Flagged, ev.Overrode, ev.Rolled, ev.Told}
)
"""Events after which every part of the screen is as it was."""
_OF_SOMEBODY = frozenset({ev.PoolChanged, ev.TallyChanged, ev.StatChanged, ev.UsedChanged})
"""The commonest of those that change one combatant alone: most events are such."""


def changes_of(events: Iterable[ev.Event]) -> Changes:
    """Return what ``events`` changed."""
    combatants: set[str] = set()
    slots: set[str] = set()
    joined: list[str] = []
    left: list[str] = []
    flags = dict.fromkeys(("order", "clock", "passes", "effects", "decks", "waves", "whole"), False)
    for event in events:
        kind = type(event)
        if kind in _OF_SOMEBODY:
            combatants.add(event.who)  # type: ignore[attr-defined]
        elif kind not in _UNSEEN:
            _note(event, combatants, slots, joined, left, flags)
    return Changes(frozenset(combatants), frozenset(slots), tuple(joined), tuple(left), **flags)


_PARTS: dict[type[ev.Event], str] = {
    ev.CardDrawn: "decks",
    ev.PileChanged: "decks",
    ev.WaveChanged: "waves",
    ev.RulesChanged: "whole",
}
"""Events that are about nobody alone → the part of the screen."""


def _note(
    event: Any,
    combatants: set[str],
    slots: set[str],
    joined: list[str],
    left: list[str],
    flags: dict[str, bool],
) -> None:
    match event:
        case ev.Joined(combatant, _):
            joined.append(combatant.id)
        case ev.Left(combatant, _):
            left.append(combatant.id)
        case ev.ClockMoved(old, new):
            flags["clock"] = True
            flags["passes"] = flags["passes"] or old.passes != new.passes or old.status != new.status
        case ev.Walked(old, new):
            slots.update({old.active, new.active} - {""})
        case ev.Noted():
            slots.add("")
        case ev.PutOffChanged(slot) | ev.TurnOver(slot) | ev.PlaceChanged(_, slot):
            slots.add(slot)
        case ev.TurnsMissed(_, new):
            slots.update(new)
        case ev.TurnListed(_, slot) | ev.TurnUnlisted(_, slot):
            slots.add(slot)
        case ev.SlotMoved(_, slot) | ev.SlotPlaced(_, slot) | ev.SlotRemoved(_, slot):
            slots.add(slot)
            flags["order"] = True
        case ev.OrderMade() | ev.Relisted():
            flags["order"] = True
        case ev.EffectBegan(effect) | ev.EffectEnded(effect):
            combatants.add(effect.on)
            flags["effects"] = True
        case ev.EffectChanged(_, new):
            combatants.add(new.on)
            flags["effects"] = True
        case ev.RelationChanged(_, old, new):
            tie = new or old
            if tie is not None:
                combatants.update({tie.of, tie.over})
        case ev.CheckAsked(check) | ev.CheckClosed(check):
            combatants.add(check.who)
        case ev.CardDrawn() | ev.PileChanged() | ev.WaveChanged() | ev.RulesChanged():
            flags[_PARTS[type(event)]] = True
        case _:
            combatants.add(event.who)
