"""Which rows have to move so that a list gets a new order: as few as possible, one by one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence


def moves(old: Sequence[str], new: Sequence[str], most: int) -> list[tuple[int, int]] | None:
    """Return (source, destination) for each row to move, to be carried out in this order.

    Both sequences hold the same different ids. As in beginMoveRows the destination counts before the move:
    a row goes before whatever stands there, so one row down is ``source + 2``. None if more than ``most``
    rows would have to move.
    """
    start = _same_at_start(old, new)
    if start == len(old):
        return []
    end = len(old) - _same_at_start(old[:start:-1], new[:start:-1])
    current = list(old[start:end])
    wanted = new[start:end]
    staying = _longest_rising(current, wanted)
    if len(current) - len(staying) > most:
        return None
    found: list[tuple[int, int]] = []
    before = -1
    for ident in wanted:
        if ident not in staying:
            source = current.index(ident)
            found.append((start + source, start + before + 1))
            current.pop(source)
            current.insert(before + 1 if before < source else before, ident)
        before = current.index(ident, max(0, before))
    return [(source, to) for source, to in found if to not in (source, source + 1)]


def _same_at_start(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how far two sequences of one length are the same: halves of thousands are soon compared."""
    same, end = 0, len(one)
    while same < end:
        middle = (same + end + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


def _longest_rising(current: Sequence[str], wanted: Sequence[str]) -> set[str]:
    """Return a largest set of ids that already stand in the wanted order among each other."""
    places = {ident: index for index, ident in enumerate(wanted)}
    tails: list[int] = []
    ends: list[str] = []
    previous: dict[str, str] = {}
    for ident in current:
        at = bisect_left(tails, places[ident])
        if at:
            previous[ident] = ends[at - 1]
        if at == len(tails):
            tails.append(places[ident])
            ends.append(ident)
        else:
            tails[at], ends[at] = places[ident], ident
    staying = set(ends[-1:])
    last = ends[-1]
    while last in previous:
        last = previous[last]
        staying.add(last)
    return staying
