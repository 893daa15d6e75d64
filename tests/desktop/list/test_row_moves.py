"""A new order of rows is reached by moving as few of them as possible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from desktop.list.rows.moves import moves


def carried_out(rows: Sequence[str], steps: Sequence[tuple[int, int]]) -> list[str]:
    """Move rows as Qt does: the destination counts before the move."""
    result = list(rows)
    for source, to in steps:
        assert to not in (source, source + 1), "Qt refuses a move that leaves a row where it is"
        row = result.pop(source)
        result.insert(to if to < source else to - 1, row)
    return result


def fewest(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of rows that have to move, found by trying all sets of rows that could stay."""
    places = {ident: index for index, ident in enumerate(new)}
    for size in range(len(old), 0, -1):
        for kept in combinations(old, size):
            if list(kept) == sorted(kept, key=places.__getitem__):
                return len(old) - size
    return 0


@given(st.permutations("abcdefg"))
def test_every_order_is_reached_with_the_fewest_moves(new: list[str]) -> None:
    steps = moves("abcdefg", new, most=7)
    assert steps is not None
    assert carried_out("abcdefg", steps) == new
    assert len(steps) == fewest("abcdefg", new)


@pytest.mark.parametrize(
    ("new", "steps"),
    [
        ("abcd", []),
        ("acbd", [(1, 3)]),
        ("bcda", [(0, 4)]),
        ("dabc", [(3, 0)]),
    ],
)
def test_one_row_down_goes_to_source_plus_two(new: str, steps: list[tuple[int, int]]) -> None:
    found = moves("abcd", new, most=4)
    assert found is not None
    assert carried_out("abcd", found) == list(new)
    assert len(found) == len(steps)


def test_one_moved_down_past_one_is_one_step_of_two() -> None:
    assert moves("abc", "bac", most=3) == [(0, 2)]


def test_too_many_moves_are_none() -> None:
    assert moves("abcd", "dcba", most=2) is None
    assert moves("abcd", "dcba", most=3) is not None
    assert moves("", "", most=0) == []
