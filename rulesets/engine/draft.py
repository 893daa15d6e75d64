"""A draft: one encounter under change. Copies what it touches once, shares the rest."""

from __future__ import annotations

import sys
from typing import Any

from msgspec.structs import replace

from rulesets.formula.work import PHASE, Work
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import (
    Clock,
    Effect,
    Encounter,
    Missed,
    OpenCheck,
    Order,
    Pile,
    PutOff,
    Relation,
    Taken,
    TurnNotes,
    Walk,
    Wave,
)

FIELDS = tuple(Encounter.__struct_fields__)
ENTRIES_A_STEP = 10
"""Stats, pools and the like of one combatant that are copied in the time of one step."""
SORTED = ("orders", "put_off", "acted", "relations", "decks")
"""Tables that stand in the order of their keys: however an encounter came about, it plays on alike.

Combatants and effects have an order of their own, which their events keep. Who has had a turn, or missed it,
is only looked up; whoever goes through all of them sorts them (a thousand at every turn cost too much)."""


class Draft:
    """Mutable while one command is decided or replayed; :meth:`freeze` gives the new encounter."""

    __slots__ = (*FIELDS, "_owned", "work")

    combatants: dict[str, Combatant]
    clock: Clock
    orders: dict[str, Order]
    walk: Walk
    notes: TurnNotes
    opening: tuple[Any, ...]
    put_off: dict[str, PutOff]
    over: dict[str, int]
    missed: dict[str, Missed]
    acted: dict[int, tuple[Taken, ...]]
    effects: dict[str, Effect]
    relations: dict[str, Relation]
    ghosts: int
    rules: str
    asked: tuple[OpenCheck, ...]
    decks: dict[str, Pile]
    about: str
    shared: str
    waves: tuple[Wave, ...]
    work: Work

    def __init__(self, state: Encounter, work: Work | None = None) -> None:
        """Start from ``state``, which stays untouched; what is done to it is paid from ``work``, if given."""
        self.work = Work(sys.maxsize) if work is None else work
        self.combatants = state.combatants
        self.clock = state.clock
        self.orders = state.orders
        self.walk = state.walk
        self.notes = state.notes
        self.opening = state.opening
        self.put_off = state.put_off
        self.over = state.over
        self.missed = state.missed
        self.acted = state.acted
        self.effects = state.effects
        self.relations = state.relations
        self.ghosts = state.ghosts
        self.rules = state.rules
        self.asked = state.asked
        self.decks = state.decks
        self.about = state.about
        self.shared = state.shared
        self.waves = state.waves
        self._owned: set[str] = set()

    def table(self, name: str) -> dict[Any, Any]:
        """Return one of the encounter's dicts, copied on the first call, free to be changed."""
        if name not in self._owned:
            self._owned.add(name)
            setattr(self, name, dict(getattr(self, name)))
        return getattr(self, name)  # type: ignore[no-any-return]

    def change(self, who: str, **changes: Any) -> None:
        """Replace fields of one combatant."""
        if "states" in changes:  # they are sorted anew
            self.work.spend(len(changes["states"]), *(self.work.cause or (PHASE, self.clock.phase)))
        table = self.table("combatants")
        table[who] = replace(table[who], **changes)

    def entry(self, who: str, field: str, key: str, value: Any, absent: Any = None) -> None:
        """Set ``key`` in one of a combatant's dicts; ``absent`` takes the key out."""
        combatant: Combatant = self.combatants[who]
        entries = dict(getattr(combatant, field))
        if len(entries) >= ENTRIES_A_STEP:
            self.work.spend(len(entries) // ENTRIES_A_STEP, *(self.work.cause or (PHASE, self.clock.phase)))
        if value == absent and type(value) is type(absent):
            entries.pop(key, None)
        else:
            entries[key] = value
        self.change(who, **{field: _in_order(entries)})

    def freeze(self) -> Encounter:
        """Return the encounter as it stands now."""
        for name in self._owned.intersection(SORTED):
            setattr(self, name, _in_order(getattr(self, name)))
        return Encounter(
            self.combatants,
            self.clock,
            self.orders,
            self.walk,
            self.notes,
            self.opening,
            self.put_off,
            self.over,
            self.missed,
            self.acted,
            self.effects,
            self.relations,
            self.ghosts,
            self.rules,
            self.asked,
            self.decks,
            self.about,
            self.shared,
            self.waves,
        )

    def members(self, slot: str) -> list[Combatant]:
        """Return the combatants that act in ``slot``."""
        if not slot:
            return []
        one = self.combatants.get(slot)
        if one is not None and not one.group:
            return [one]
        return [combatant for combatant in self.combatants.values() if combatant.group == slot]


def _in_order(table: dict[Any, Any]) -> dict[Any, Any]:
    """Return a table in the order of its keys: itself, if it stands so."""
    keys = sorted(table)
    return table if list(table) == keys else {key: table[key] for key in keys}
