"""Which letters are underlined: no two alike, and as many entries as possible have one."""

from __future__ import annotations

from hypothesis import given, strategies as st

from desktop.widgets.letters import letter_of, lettered, with_letter


def test_what_has_a_letter_keeps_it_and_others_take_what_begins_a_word() -> None:
    assert lettered(["&Damage…", "Heal wounds", "Dodge"]) == ["&Damage…", "&Heal wounds", "D&odge"]
    assert lettered(["&Damage", "&Dodge"]) == ["&Damage", "D&odge"], "the second has another one"
    assert lettered(["Level"], "lv") == ["L&evel"]


def test_one_gives_up_its_letter_where_another_has_no_other() -> None:
    assert lettered(["ab", "a"]) == ["a&b", "&a"]
    assert lettered(["&ab", "a"]) == ["a&b", "&a"]
    assert lettered(["a", "a"]) == ["&a", "a"], "there is none left"


def test_keys_beside_it_and_a_doubled_sign_are_no_letters() -> None:
    assert lettered(["A && B\tCtrl+C"]) == ["&A && B\tCtrl+C"]
    assert letter_of("Spend\t1") == ""
    assert with_letter("Undo: hit", "z") == "Undo: hit"


@given(st.lists(st.text("abcdeé1 ", max_size=6)))
def test_no_letter_is_given_twice_and_nothing_is_said_otherwise(texts: list[str]) -> None:
    found = lettered(texts)
    letters = [letter for letter in map(letter_of, found) if letter]
    assert len(set(letters)) == len(letters)
    assert [text.replace("&", "") for text in found] == texts
    assert lettered(found) == found
