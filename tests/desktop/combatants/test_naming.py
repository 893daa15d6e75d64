"""Ids and names of combatants that come several at once."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from desktop.combatants.naming import Names, numbered_names, slug, unique_ids


def test_several_are_numbered_from_one() -> None:
    assert unique_ids("Stormtrooper", 3, ()) == ["stormtrooper-1", "stormtrooper-2", "stormtrooper-3"]
    assert numbered_names("Stormtrooper", 2, ()) == ["Stormtrooper 1", "Stormtrooper 2"]


def test_one_keeps_the_plain_name() -> None:
    assert unique_ids("Sarlane Vex", 1, ()) == ["sarlane-vex"]
    assert numbered_names("Sarlane Vex", 1, {"Vex 2"}) == ["Sarlane Vex"]
    assert numbered_names("Orc 9", 1, {"Orc 1"}) == ["Orc 9"]


def test_more_of_the_same_go_on_behind_those_that_are_there() -> None:
    there = {"Stormtrooper 1", "Stormtrooper 4", "Stormtrooper Captain", "Stormtrooper 10b"}
    assert numbered_names("Stormtrooper", 2, there) == ["Stormtrooper 5", "Stormtrooper 6"]
    assert unique_ids("Stormtrooper", 2, {"stormtrooper-1"}) == ["stormtrooper-2", "stormtrooper-3"]
    assert unique_ids("Stormtrooper", 1, {"stormtrooper"}) == ["stormtrooper-2"]


def test_a_namesake_has_the_next_number() -> None:
    """One without a number counts as the first; a number that is taken is not given twice."""
    assert numbered_names("Orc", 1, {"Orc 1", "orc 5"}) == ["Orc 6"]
    assert numbered_names("Orc", 2, {"Orc"}) == ["Orc 2", "Orc 3"]
    assert numbered_names("Sarlane Vex", 1, {"Sarlane Vex"}) == ["Sarlane Vex 2"]
    assert numbered_names("Orc 1", 1, {"Orc 1"}) == ["Orc 2"]


def test_who_takes_after_whom() -> None:
    """The last of the same name, else the longest name that begins or ends it, as whole words."""
    there = ["Orc 1", "Reed goblin 1", "Goblin 2", "Orc 2"]
    assert Names(there).namesake("orc") == (3, True)
    assert Names(there).namesake("Orc chief") == (3, False)
    assert Names(there).namesake("Old reed goblin") == (1, False)
    assert Names(there).namesake("Orcus") is None
    assert Names(there).namesake("Chief") is None


def test_numbers_go_on_while_some_are_named() -> None:
    """Each that is named counts for the next; also what only looks like a number behind another's."""
    names = Names(["Orc 2"])
    for name, count, called in (
        ("Orc", 2, ["Orc 3", "Orc 4"]),
        ("Orc 9", 1, ["Orc 9"]),
        ("Orc", 1, ["Orc 10"]),
        ("orc 9", 1, ["orc 11"]),
        ("Orc 9", 2, ["Orc 9 2", "Orc 9 3"]),
    ):
        assert names.numbered(name, count) == called
        for one in called:
            names.add(one)


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
