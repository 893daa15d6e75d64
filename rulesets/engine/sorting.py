"""What an order compares of each slot, and orders that are sorted anew as it changes: counts that move.

An order whose keys compare present counts stands at every moment as its keys say: whatever changes a count,
or a value that a key or the count's shift reads, is looked at as it happens, as states are that hold while
something is so (``holding``). Every other order stays as it was made until somebody moves in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.engine.counts import COMPARED, moves
from rulesets.engine.depending import TELLING, told_of
from rulesets.table import events as ev
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Order, Place
from rulesets.vocabulary import Key, OrderRule

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling

DRAWN = ("rolloff", "coin", "pick")
"""Ways of breaking a tie that are asked for once; what comes of them is kept."""
OF_ALL = ("rank", "order")
"""Ways of comparing that look at others, too."""

# -- what is compared ------------------------------------------------------------------------------


def slots_of(ruling: Ruling, rule: OrderRule) -> dict[str, list[Combatant]]:
    """Return slot → members in list order, for everybody who can have a place in the order."""
    slots: dict[str, list[Combatant]] = {}
    for combatant in ruling.draft.combatants.values():
        slot = combatant.slot
        if rule.of == "side":
            slot = ruling.value(ruling.rules.side_of or "side", combatant)
        slots.setdefault(slot, []).append(combatant)
    if rule.rolled == "encounter":
        return slots
    return {slot: members for slot, members in slots.items() if any(not c.out for c in members)}


def keys_of(
    ruling: Ruling,
    rule: OrderRule,
    slot: str,
    members: Sequence[Combatant],
    count: int,
    rolled: int | None = None,
) -> tuple[int, ...]:
    """Return what ties compare of a slot, best first; ``rolled`` is what was, if that is not its count."""
    counts = {"count": count, "roll": count if rolled is None else rolled}
    return tuple(_number(ruling, rule, key, slot, members, counts) for key in rule.keys if key.by in COMPARED)


def _rank(ruling: Ruling, rule: OrderRule, key: Key, members: Sequence[Combatant]) -> int:
    """Return the place of a slot within its own side by the key's formula, from 0; ties in list order."""
    mine = repr(ruling.value(ruling.rules.side_of or "side", members[0]))
    ranks = ruling.ranks.get(id(key))
    if ranks is None:  # all at once: ranking a thousand slots one by one would look a million times
        ranks = ruling.ranks[id(key)] = _ranks(ruling, rule, key)
    own = ranks.get(mine, {})
    return own.get(members[0].slot, len(own))


def _ranks(ruling: Ruling, rule: OrderRule, key: Key) -> dict[str, dict[str, int]]:
    """Return side → slot → its place within the side."""
    side_of, sign = ruling.rules.side_of or "side", -1 if key.descending else 1
    sides: dict[str, list[tuple[int | float, int, str]]] = {}
    for at, slot in enumerate(slots_of(ruling, rule).values()):
        side = repr(ruling.value(side_of, slot[0]))
        best = sign * min(ruling.exact(key.value, c) for c in slot)
        sides.setdefault(side, []).append((best, at, slot[0].slot))
    return {
        side: {slot: rank for rank, (_, _, slot) in enumerate(sorted(slots))} for side, slots in sides.items()
    }


def _number(
    ruling: Ruling,
    rule: OrderRule,
    key: Key,
    slot: str,
    members: Sequence[Combatant],
    counts: Mapping[str, int],
) -> int:
    if key.by == "kind":
        return 0 if all(c.kind == key.value for c in members) else 1
    if key.by == "order":
        slots = (ruling.draft.orders.get(key.value) or Order()).slots
        side = ruling.value(ruling.rules.side_of or "side", members[0])
        at = slots.index(side) if side in slots else len(slots)
        return at if key.descending else -at
    if key.by == "rank":
        return _rank(ruling, rule, key, members)
    if key.by in counts:
        value = counts[key.by]
    else:
        value = min(ruling.number(key.value, member) for member in members)
    return -value if key.descending else value


def with_count(rule: OrderRule, place: Place, count: int, card: str = "") -> Place:
    """Return ``place`` with another count, ties compared accordingly; ``card`` is the one that it is of.

    Where counts do not move, a new count is a new roll.
    """
    keys = list(place.keys)
    compared = [key for key in rule.keys if key.by in COMPARED]
    moving = moves(rule)
    for index, key in enumerate(compared):
        if key.by == ("count" if moving else "roll"):
            keys[index] = -count if key.descending else count
    card = card or (place.card if count == place.count else "")
    rolls = place.rolls if moving else ()
    return replace(place, count=count, keys=tuple(keys), rolls=rolls, card=card, moved=False)


# -- counts that move ------------------------------------------------------------------------------


def parting(rule: OrderRule, place: Place) -> tuple[int, ...]:
    """Return the numbers by which slots have turns of their own, and not at the same moment."""
    compared = [key for key in rule.keys if key.by in COMPARED]
    return tuple(number for key, number in zip(compared, place.keys, strict=False) if not key.then)


def has_count(ruling: Ruling, order_id: str, slot: str) -> bool:
    """Return whether a slot has a count that can move."""
    order = ruling.draft.orders.get(order_id)
    return order_id in ruling.index.moving and order is not None and slot in order.places


def set_count(ruling: Ruling, order_id: str, slot: str, count: int) -> None:
    """Give a slot another count; it stands at once where that belongs."""
    place = ruling.draft.orders[order_id].places[slot]
    if place.count != count:
        ruling.set_place(order_id, slot, with_count(ruling.rules.orders[order_id], place, count))


def taken_back(rule: OrderRule, now: Place, event: ev.PlaceChanged) -> Place:
    """Return a place without what one event has changed of its count."""
    shift = now.shift - (event.new.shift - event.old.shift)
    place = with_count(rule, now, now.count - (event.new.count - event.old.count))
    return replace(place, shift=shift)


def shift_of(ruling: Ruling, rule: OrderRule, members: Iterable[Combatant]) -> int:
    """Return what is always part of the count of a slot: of a group the lowest."""
    return min((ruling.number(rule.shift, member) for member in members), default=0) if rule.shift else 0


def placed(
    ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant], rolled: int, roller: str
) -> Place:
    """Return the place of a slot that has rolled, with what ties compare of it."""
    shift = shift_of(ruling, rule, members)
    count = rolled + shift
    return Place(count, keys_of(ruling, rule, slot, members, count, rolled), (), roller, shift)


def with_lots(rule: OrderRule, places: Mapping[str, Place], first: int = 1) -> dict[str, Place]:
    """Return ranked places with what broke the ties among them kept, where counts move.

    ``first`` is the number of the first such tie.
    """
    if not moves(rule) or not any(key.by in DRAWN for key in rule.keys):
        return dict(places)
    tied: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for slot, place in places.items():
        tied[place.keys].append(slot)
    lots = {
        slot: (number, at)
        for number, group in enumerate((g for g in tied.values() if len(g) > 1), start=first)
        for at, slot in enumerate(group)
    }
    return {slot: replace(place, lot=lots.get(slot)) for slot, place in places.items()}


def next_lot(order: Order) -> int:
    """Return the number of the next tie that is broken in an order."""
    return max((place.lot[0] for place in order.places.values() if place.lot is not None), default=0) + 1


def in_order(ruling: Ruling, order_id: str) -> list[str]:
    """Return the slots of an order whose counts move as they are to stand now."""
    order, rule = ruling.draft.orders[order_id], ruling.rules.orders[order_id]
    slots = slots_of(ruling, replace(rule, rolled="encounter"))
    listed = {slot: at for at, slot in enumerate(slots)}
    tied: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for slot in order.slots:
        tied[order.places[slot].keys].append(slot)
    found: list[str] = []
    for keys in sorted(tied):
        group = sorted(tied[keys], key=lambda slot: listed.get(slot, len(listed)))
        found += _by_lot(group, order) if len(group) > 1 else group
    return found


def _by_lot(group: list[str], order: Order) -> list[str]:
    """Return those that tie, as in the list, with those among them in order between whom it was decided."""
    drawn: defaultdict[int, list[str]] = defaultdict(list)
    for slot in group:
        lot = order.places[slot].lot
        if lot is not None:
            drawn[lot[0]].append(slot)
    for slots in drawn.values():
        ranked = iter(sorted(slots, key=lambda slot: order.places[slot].lot or ()))
        group = [next(ranked) if slot in slots else slot for slot in group]
    return group


# -- as it changes ---------------------------------------------------------------------------------


def look(ruling: Ruling, event: ev.Event) -> None:
    """Let counts and places follow what has just happened; while many change at once it is sorted later."""
    moving = ruling.index.moving
    if isinstance(event, ev.PlaceChanged | ev.SlotPlaced):
        if event.order in moving:
            ruling.unsorted.add(event.order)
    elif isinstance(event, TELLING):
        for order_id, depends in moving.items():
            touched = isinstance(event, ev.Left) or depends.touched_by(event)
            if touched and order_id in ruling.draft.orders:
                _follow(ruling, order_id, event)
    if ruling.unsorted and not ruling.changing:
        catch_up(ruling)


def catch_up(ruling: Ruling) -> None:
    """Sort the orders anew in which something has changed, with as few moves as there can be."""
    while ruling.unsorted:
        order_id = ruling.unsorted.pop()
        if order_id in ruling.draft.orders:
            _rearrange(ruling, order_id, in_order(ruling, order_id))


def _rearrange(ruling: Ruling, order_id: str, wanted: Sequence[str]) -> None:
    slots = ruling.draft.orders[order_id].slots
    if tuple(wanted) == slots:
        return
    at = {slot: index for index, slot in enumerate(slots)}
    staying = longest_rise([at[slot] for slot in wanted])
    for index, slot in enumerate(wanted):
        if at[slot] not in staying:
            others = [other for other in ruling.draft.orders[order_id].slots if other != slot]
            ahead = wanted[index - 1] if index else ""
            ruling.move_slot(order_id, slot, others.index(ahead) + 1 if ahead else 0)


def longest_rise(numbers: Sequence[int]) -> set[int]:
    """Return the longest rising row among different numbers."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    found: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found


def _follow(ruling: Ruling, order_id: str, event: ev.Event) -> None:
    """Work out anew what an event may have changed of the places of an order."""
    order, rule = ruling.draft.orders[order_id], ruling.rules.orders[order_id]
    if rule.of == "side" or any(key.by in OF_ALL for key in rule.keys):
        slots = slots_of(ruling, replace(rule, rolled="encounter"))
    else:
        who = event.combatant if isinstance(event, ev.Left) else ruling.draft.combatants[told_of(event)]
        slots = {who.slot: ruling.draft.members(who.slot)}
    for slot, members in slots.items():
        if slot in order.places and members:
            ruling.set_place(order_id, slot, _now(ruling, rule, slot, members, order.places[slot]))


def _now(ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant], place: Place) -> Place:
    """Return a place with its shift, and with what ties compare, as they are now."""
    shift = place.shift if place.fixed else shift_of(ruling, rule, members)
    count = place.count - place.shift + shift
    keys = keys_of(ruling, rule, slot, members, count, _rolled(rule, place))
    return replace(place, count=count, keys=keys, shift=shift)


def _rolled(rule: OrderRule, place: Place) -> int:
    """Return what was rolled for a place, if a key compares that."""
    compared = [key for key in rule.keys if key.by in COMPARED]
    for key, number in zip(compared, place.keys, strict=False):
        if key.by == "roll":
            return -number if key.descending else number
    return 0
