"""Ids and names of combatants that come several at once."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from desktop.combatants.naming import numbered_names, slug, unique_ids


def test_several_are_numbered_from_one() -> None:
    assert unique_ids("Stormtrooper", 3, ()) == ["stormtrooper-1", "stormtrooper-2", "stormtrooper-3"]
    assert numbered_names("Stormtrooper", 2, ()) == ["Stormtrooper 1", "Stormtrooper 2"]


def test_one_keeps_the_plain_name() -> None:
    assert unique_ids("Sarlane Vex", 1, ()) == ["sarlane-vex"]
    assert numbered_names("Sarlane Vex", 1, {"Sarlane Vex"}) == ["Sarlane Vex"]


def test_more_of_the_same_go_on_behind_those_that_are_there() -> None:
    there = {"Stormtrooper 1", "Stormtrooper 4", "Stormtrooper Captain", "Stormtrooper 10b"}
    assert numbered_names("Stormtrooper", 2, there) == ["Stormtrooper 5", "Stormtrooper 6"]
    assert unique_ids("Stormtrooper", 2, {"stormtrooper-1"}) == ["stormtrooper-2", "stormtrooper-3"]
    assert unique_ids("Stormtrooper", 1, {"stormtrooper"}) == ["stormtrooper-2"]


def test_names_of_any_kind_make_ids() -> None:
    assert slug("Jörg «Ünal»") == "jorg-unal"
    assert slug("衛兵") == "衛兵"
    assert slug("~!?") == "combatant"
    assert slug("<script>alert(1)</script>") == "script-alert-1-script"


@pytest.mark.slow
@given(
    st.text(max_size=80),
    st.integers(1, 99),
    st.sets(st.from_regex(r"[a-z]{1,3}(-\d{1,2})?", fullmatch=True)),
)
def test_ids_never_collide(name: str, count: int, taken: set[str]) -> None:
    ids = unique_ids(name, count, taken)
    assert len(ids) == len(set(ids)) == count
    assert not set(ids) & taken
    assert all(ident.strip() and len(ident) <= 100 and not ident.startswith("~") for ident in ids)
