"""What a drop in the initiative list means by the rules: which command it is, read from the ruleset's data.

Nothing here decides whether it is allowed: the command is previewed by the engine, which says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from desktop.list.rows.values import RowValue
from rulesets.seen import queries
from rulesets.seen.queries import can_be_followed
from rulesets.table.commands import Delay, MoveInList, Resume, Trigger
from rulesets.table.encounter import RUNNING, SETUP, Encounter
from rulesets.vocabulary import Rules

DropCommand = MoveInList | Delay | Resume | Trigger


class Drop(Struct, frozen=True):
    """Where a row would be dropped."""

    source: int
    """Row that is dragged."""
    gap: int
    """Row before which it comes, by the numbers before the drop; the number of rows is the end."""
    over: int = -1
    """Row under the mouse, -1 for none."""


def snapped(state: Encounter, rows: Sequence[RowValue], drop: Drop) -> Drop:
    """Return the drop with its gap moved out of the midst of a group, whose members share a turn."""
    gap = drop.gap
    if state.clock.status != SETUP:
        while 0 < gap < len(rows) and rows[gap - 1].slot == rows[gap].slot:
            gap += 1
    return Drop(drop.source, gap, drop.over)


def drop_command(
    rules: Rules, state: Encounter, rows: Sequence[RowValue], drop: Drop, override: bool = False
) -> DropCommand | None:
    """Return what a drop orders; None if it leaves everything where it is.

    Where the rules say how one comes in inside of another's turn, above the active row means that.
    Whoever has readied something takes it against the active one, on its row or just above it.
    """
    row = rows[drop.source]
    if state.clock.status == SETUP:
        return _in_list(row, drop, override)
    if state.clock.status != RUNNING:
        return None
    if row.waiting and _comes_back(rows, drop):
        above = drop.gap == next((number for number, other in enumerate(rows) if other.active), -1)
        inside = above and rules.delay is not None and bool(rules.delay.contest)
        return Resume(who=row.slot, interrupt=inside, override=override)
    if _sets_off(state, rows, drop):
        by = queries.acting_one(rules, state)
        return Trigger(who=row.id, by=by, override=override)
    own = [number for number, other in enumerate(rows) if other.slot == row.slot]
    if own[0] <= drop.gap <= own[-1] + 1:
        return None
    return _delay(rules, state, rows, drop, override)


def resumes_at(rows: Sequence[RowValue]) -> int:
    """Return the gap at which a resumed turn or a readied action comes in: before the active row, or last."""
    return next((number for number, row in enumerate(rows) if row.active), len(rows))


def _in_list(row: RowValue, drop: Drop, override: bool) -> MoveInList | None:
    if drop.gap in (drop.source, drop.source + 1):
        return None
    index = drop.gap - 1 if drop.gap > drop.source else drop.gap
    return MoveInList(who=row.id, index=index, override=override)


def _comes_back(rows: Sequence[RowValue], drop: Drop) -> bool:
    """Return whether a waiting row is dropped on or next to the active one, or anywhere if nobody acts."""
    active = [number for number, row in enumerate(rows) if row.active]
    return not active or drop.over in active or drop.gap in (active[0], active[-1] + 1)


def _sets_off(state: Encounter, rows: Sequence[RowValue], drop: Drop) -> bool:
    """Return whether somebody who has readied an action is dropped on the active row, or just above it."""
    row = rows[drop.source]
    active = [number for number, other in enumerate(rows) if other.active]
    if not active or row.active or state.combatants[row.id].readied is None:
        return False
    return drop.over in active or drop.gap == active[0]


def _delay(rules: Rules, state: Encounter, rows: Sequence[RowValue], drop: Drop, override: bool) -> Delay:
    """Return the delay that a drop means: behind the row above the gap, or to a count, or until resumed."""
    slot = rows[drop.source].slot
    kinds = ("wait",) if rules.delay is None else rules.delay.to
    above = [row.slot for row in rows[: drop.gap] if row.slot != slot]
    if not above:
        first = next((row.slot for row in rows if row.slot != slot), "")
        top = _count(rules, state, first)
        if "count" in kinds and top is not None:
            return Delay(who=slot, count=top + 1, override=override)
        return Delay(who=slot, after=first, override=override)
    below_all = all(row.out for row in rows[drop.gap :]) and (drop.gap == len(rows) or rows[drop.gap - 1].out)
    after = (_last_to_act(state, rows, slot) if below_all else "") or above[-1]
    if "after" in kinds:
        return Delay(who=slot, after=after, override=override)
    count = _count(rules, state, after)
    if "count" in kinds and count is not None:
        below = next((row.slot for row in rows[drop.gap :] if row.slot != slot), "")
        tied = below and _count(rules, state, below) == count
        return Delay(who=slot, count=count if tied else count - 1, override=override)
    return Delay(who=slot, override=override)


def _count(rules: Rules, state: Encounter, slot: str) -> int | None:
    place = queries.place_of(rules, state, slot)
    return None if place is None else place.count


def _last_to_act(state: Encounter, rows: Sequence[RowValue], slot: str) -> str:
    """Return the last slot, from the top, whose turn of this pass is still to come; '' if there is none."""
    placed = {each for order in state.orders.values() for each in order.places}
    found = ""
    for row in rows:
        follows = row.slot in placed and row.slot != slot and not row.out
        if follows and can_be_followed(state, row.slot):
            found = row.slot
    return found
