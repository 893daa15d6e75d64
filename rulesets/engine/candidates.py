"""Who can be chosen to go next, and who chooses: read from the table, as long as nobody is active."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rulesets.compiled import NextRule, Phase, Rules
from rulesets.encounter.encounter import GHOST, RUNNING, Order, PutOff
from rulesets.engine.ruling import find_phase
from rulesets.engine.scope import Table, value_of

BY_GM, BY_LAST, BY_SIDE = "gm", "last", "side"


class OpenChoice(Struct, frozen=True):
    """A turn that is to begin as soon as somebody says whose."""

    slots: tuple[str, ...]
    """Who can be chosen, in the order of the phase."""
    by: str = BY_GM
    """Who chooses: last · side · gm"""
    who: str = ""
    """By last: the slot; by side: the side."""
    begins: bool = False
    """Nobody has to be asked: the turn of the only one begins by itself."""


def open_choice(rules: Rules, table: Table) -> OpenChoice | None:
    """Return the choice that the phase waits for, or None while somebody is active or nobody is left."""
    if table.clock.status != RUNNING or table.walk.active:
        return None
    phase = find_phase(rules, table.clock.phase)
    rule = None if phase is None or phase.activity != "act" else phase.choice
    if phase is None or rule is None:
        return None
    left = [slot for slot in _order(table, phase).slots if has_turn_left(rules, table, phase, slot)]
    slots = _candidates(rules, table, rule, left)
    if not slots:
        return None
    by, who = _chooser(rules, table, rule, slots)
    alone = len(slots) == 1 and rule.alone == "begins"
    return OpenChoice(tuple(slots), by, who, alone or (rule.opens == "order" and not table.walk.side))


def choosable(rules: Rules, table: Table) -> tuple[str, ...]:
    """Return who can be chosen now, in the order of the phase."""
    choice = open_choice(rules, table)
    return () if choice is None else choice.slots


def has_turn_left(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether a slot has still to act in this pass and does not wait for its time."""
    if slot.startswith(GHOST) or table.over.get(slot) == table.clock.passes:
        return False
    put_off = table.put_off.get(slot)
    if put_off is not None and stays_put_off(rules, table, phase, put_off):
        return False
    return takes_part(rules, table, phase, slot)


def takes_part(rules: Rules, table: Table, phase: Phase, slot: str) -> bool:
    """Return whether anybody in a slot can have a turn in this phase."""
    if slot.startswith(GHOST):
        return False
    return any(not c.out and value_of(rules, table, c, phase.who) for c in table.members(slot))


def stays_put_off(rules: Rules, table: Table, phase: Phase, put_off: PutOff) -> bool:
    """Return whether a turn that was put off is not to be begun yet."""
    if put_off.round > table.clock.round:
        return True
    this_pass = put_off.passes == table.clock.passes
    if put_off.kind == "after" and phase.choice is not None:
        gone = table.over.get(put_off.after) == table.clock.passes or put_off.after in table.put_off
        return this_pass and not gone and takes_part(rules, table, phase, put_off.after)
    if put_off.kind != "wait":
        return False
    return this_pass or (rules.delay is not None and rules.delay.rest_waiting != "lose")


def comes_up(rules: Rules, table: Table, phase: Phase) -> str:
    """Return the slot that goes on before anybody is chosen: it is behind one that has gone, or ''."""
    for slot in _order(table, phase).slots:
        put_off = table.put_off.get(slot)
        if put_off is not None and put_off.kind == "after" and has_turn_left(rules, table, phase, slot):
            return slot
    return ""


def side_of(rules: Rules, table: Table, slot: str) -> str:
    """Return the side of a slot; '' if nobody acts in it."""
    member = next(iter(table.members(slot)), None)
    return "" if member is None else str(value_of(rules, table, member, rules.side_of or "side"))


def _order(table: Table, phase: Phase) -> Order:
    return table.orders.get(phase.order) or Order()


def _candidates(rules: Rules, table: Table, rule: NextRule, left: Sequence[str]) -> list[str]:
    if not left:
        return []
    if not table.walk.side and rule.opens != "choice":
        top = side_of(rules, table, left[0])
        return [slot for slot in left if rule.opens == "side" and side_of(rules, table, slot) == top] or [
            left[0]
        ]
    for formula in (rule.candidates, rule.otherwise):
        found = [
            slot
            for slot in left
            if any(not c.out and value_of(rules, table, c, formula) for c in table.members(slot))
        ]
        if found:
            return found
    return []


def _chooser(rules: Rules, table: Table, rule: NextRule, slots: Sequence[str]) -> tuple[str, str]:
    """Return who chooses; the GM stands in for who is not there to do it."""
    went = table.walk.went
    if rule.by == BY_LAST and any(not c.out for c in table.members(went)):
        return BY_LAST, went
    if rule.by == BY_SIDE:
        sides = {side_of(rules, table, slot) for slot in slots}
        if len(sides) == 1:
            return BY_SIDE, sides.pop()
    return BY_GM, ""
