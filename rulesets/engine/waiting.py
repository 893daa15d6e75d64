"""Who waits: turns put off without a place, and who of the waiting has to go, or may choose."""

from __future__ import annotations

from rulesets.compiled import Rules
from rulesets.encounter.encounter import Order
from rulesets.engine.candidates import open_choice
from rulesets.engine.ruling import find_phase
from rulesets.engine.scope import Table


def waiting(rules: Rules, table: Table) -> list[str]:
    """Return the slots that wait without a place, in the order of the phase."""
    phase = find_phase(rules, table.clock.phase)
    if phase is None:
        return []
    order = table.orders.get(phase.order) or Order()
    return [
        slot
        for slot in order.slots
        if slot in table.put_off
        and table.put_off[slot].kind == "wait"
        and any(not c.out for c in table.members(slot))
    ]


def must_act(rules: Rules, table: Table) -> str:
    """Return the waiting slot that has to act now because only the waiting are left, or ''."""
    delay, phase = rules.delay, find_phase(rules, table.clock.phase)
    if delay is None or delay.rest_waiting != "lowest-first" or phase is None or phase.activity != "act":
        return ""
    if table.walk.active:
        return ""
    slots = waiting(rules, table)
    return slots[-1] if slots and open_choice(rules, table) is None else ""


def chooses(rules: Rules, table: Table) -> str:
    """Return the waiting slot that may choose who goes first, or ''."""
    if rules.delay is None or not rules.delay.chooses or not table.walk.active or table.notes.done:
        return ""
    slots = [slot for slot in waiting(rules, table) if table.put_off[slot].since < table.walk.taken]
    return slots[0] if len(slots) > 1 else ""
