"""Questions about an encounter that windows, files and scenarios ask. Nothing here changes anything."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulesets.compiled import OrderRule, Rules
from rulesets.encounter.combatant import Combatant, TrackPlace
from rulesets.encounter.encounter import GHOST, RUNNING, Encounter, Order
from rulesets.engine.candidates import choosable, open_choice
from rulesets.engine.holding import putting_out
from rulesets.engine.index import index_of
from rulesets.engine.loop import phases_of
from rulesets.engine.moments import refilled
from rulesets.engine.relations import over_whom, penalty
from rulesets.engine.ruling import find_phase
from rulesets.engine.scope import value_of
from rulesets.engine.waiting import chooses, must_act, waiting

__all__ = [
    "active_slot",
    "choosable",
    "chooses",
    "count_of",
    "delaying",
    "elapsed",
    "ended",
    "left_of",
    "live_slots",
    "main_order",
    "must_act",
    "names_on",
    "next_to_declare",
    "open_choice",
    "out_by_states",
    "over_whom",
    "penalty",
    "phases_of",
    "segments",
    "shown_order",
    "size_of",
    "stat",
    "step_of",
    "turn_to_come",
    "unrolled",
    "waiting",
]


def main_order(rules: Rules, state: Encounter) -> Order:
    """Return the order in which turns are taken."""
    return state.orders.get(rules.main_order) or Order()


def shown_order(rules: Rules, state: Encounter) -> Order:
    """Return the order in which people look at the slots: while they declare that one, else the main one."""
    phase = find_phase(rules, state.clock.phase)
    if phase is not None and phase.activity == "declare" and not phase.any_order:
        order = state.orders.get(phase.order)
        if order is not None and order.slots and rules.orders[phase.order].of != "side":
            return order
    return main_order(rules, state)


def live_slots(order: Order) -> list[str]:
    """Return the slots of an order without the places that nobody acts on."""
    return [slot for slot in order.slots if not slot.startswith(GHOST)]


def active_slot(rules: Rules, state: Encounter) -> str:
    """Return the slot whose turn it is, or ''."""
    phase = find_phase(rules, state.clock.phase)
    return state.walk.active if phase is not None and phase.activity == "act" else ""


def next_to_declare(rules: Rules, state: Encounter) -> str:
    """Return who declares next, or ''."""
    phase = find_phase(rules, state.clock.phase)
    return state.walk.active if phase is not None and phase.activity == "declare" else ""


def unrolled(rules: Rules, state: Encounter) -> list[str]:
    """Return the slots that have no initiative yet, in list order."""
    rolled = next((name for name, rule in rules.orders.items() if rule.roll is not None), "")
    order = state.orders.get(rolled) or Order()
    if rules.orders[rolled].of == "side" if rolled else True:
        return []
    slots = dict.fromkeys(combatant.slot for combatant in state.combatants.values())
    return [slot for slot in slots if slot not in order.places]


def count_of(rules: Rules, state: Encounter, slot: str) -> int | None:
    """Return a slot's initiative count, or None."""
    for name, rule in rules.orders.items():
        order = state.orders.get(name)
        if rule.roll is not None and order is not None and slot in order.places:
            return order.places[slot].count
    return None


def delaying(state: Encounter) -> list[str]:
    """Return the slots that wait, or delay behind somebody, until their turn comes."""
    return [
        slot
        for slot, put_off in state.put_off.items()
        if (put_off.kind != "count" and not put_off.begun) or put_off.kind == "wait"
    ]


def turn_to_come(state: Encounter, slot: str) -> bool:
    """Return whether a slot's turn of this pass has still to begin (or will in the next one)."""
    clock = state.clock
    begun = slot == state.walk.active or slot in state.put_off or state.over.get(slot) == clock.passes
    return clock.status == RUNNING and not begun


def size_of(rules: Rules, state: Encounter, who: Combatant, pool: str) -> int | None:
    """Return the size of a pool; None is without limit."""
    size = value_of(rules, state, who, rules.pools[pool].size)
    return None if size is None else max(0, int(size))


def left_of(rules: Rules, state: Encounter, who: Combatant, pool: str) -> int | None:
    """Return what a combatant has to spend from a pool.

    That is what is left; of a pool that only the own turn can spend, before it, what that turn will bring.
    """
    if state.clock.status == RUNNING and who.out:
        return 0
    waits = rules.pools[pool].refill == "turn" and pool not in index_of(rules).any_time
    if state.clock.status != RUNNING or (waits and turn_to_come(state, who.slot)):
        rule, left, size = rules.pools[pool], who.pools.get(pool, 0), size_of(rules, state, who, pool)
        if state.clock.status != RUNNING:
            left = size
        return refilled(rule, left, size, who.debts.get(pool, 0), partial(value_of, rules, state, who))
    return who.pools.get(pool, 0)


def names_on(state: Encounter, who: Combatant) -> list[str]:
    """Return the names of a combatant's states and effects, sorted."""
    return sorted({*who.states, *(e.name for e in state.effects.values() if e.on == who.id)})


def out_by_states(rules: Rules, state: Encounter, who: Combatant) -> bool:
    """Return whether states say that a combatant is out, so that nobody has to say it besides."""
    return bool(putting_out(rules, state, who))


def stat(rules: Rules, state: Encounter, who: Combatant, name: str) -> Any:
    """Return the value of a stat as it counts now."""
    return value_of(rules, state, who, name)


def step_of(who: Combatant, track: str) -> int:
    """Return the step of a track, 0 is unhurt."""
    return who.tracks.get(track, TrackPlace()).step


def elapsed(rules: Rules, state: Encounter) -> int:
    """Return the seconds of game time since the start, by rounds completed."""
    return state.clock.completed * rules.seconds


def ended(rules: Rules, state: Encounter) -> bool:
    """Return whether fewer than two sides have anybody left who can act (001-9)."""
    if state.clock.status != RUNNING:
        return False
    sides = set()
    for combatant in state.combatants.values():
        unable = any(rules.states[s].incapable for s in combatant.states if s in rules.states)
        if not combatant.out and not unable:
            sides.add(value_of(rules, state, combatant, rules.side_of or "side"))
            if len(sides) > 1:
                return False
    return True


def segments(state: Encounter) -> list[list[str]]:
    """Return who acted in each segment of this round so far."""
    found: dict[int, list[str]] = {}
    for turn in state.acted.get(state.clock.round, ()):
        found.setdefault(turn.segment, []).append(turn.slot)
    return [found.get(number, []) for number in range(1, max(found, default=0) + 1)]


def declaring_order(rules: Rules) -> tuple[str, OrderRule] | None:
    """Return the order in which declarations are made, if there is one."""
    for phase in rules.phases:
        if phase.activity == "declare" and phase.order in rules.orders and not phase.any_order:
            return phase.order, rules.orders[phase.order]
    return None
