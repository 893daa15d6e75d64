"""The sides have their numbers, and so colours and shapes, by what they are and not by who came first."""

from __future__ import annotations

from rulesets.seen.sides import LOOKS, PLAYERS, numbered


def test_the_players_side_is_the_same_in_every_fight() -> None:
    first = numbered(("party", "foes", "beasts"), ("party",))
    assert first == {"party": PLAYERS, "foes": 1, "beasts": 2}
    late = numbered(("foes",), ())
    assert numbered(("foes", "beasts", "heroes"), ("heroes",), late) == {
        "foes": 1,
        "heroes": PLAYERS,
        "beasts": 2,
    }
    allies = numbered(("foes", "guard"), ())
    assert numbered(("foes", "guard"), ("guard",), allies)["guard"] == PLAYERS, "a player joins it"


def test_no_other_side_looks_like_the_players_and_none_like_another_before_it_has_to() -> None:
    sides = [f"side {number}" for number in range(20)]
    found = numbered(sides, ())
    assert len(set(found.values())) == 20
    assert PLAYERS not in {number % LOOKS for number in found.values()}
    assert [number % LOOKS for number in found.values()][: LOOKS - 1] == list(range(1, LOOKS))
    assert numbered([], (), found) == found


def test_two_sides_with_players_are_told_apart() -> None:
    """Players against players: one of them is the players', whatever becomes of it."""
    found = numbered(("red", "blue"), ("red", "blue"))
    assert found == {"red": PLAYERS, "blue": 1}
    assert numbered(("blue",), ("blue",), found) == found
