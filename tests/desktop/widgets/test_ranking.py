"""Ranking: beginnings of words before letters inside them, near before far, used before unused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from desktop.widgets.fuzzy import Candidate, fold, match, rank, target, words
from tests.effort import calls


def order(query: str, *texts: str, recent: tuple[str, ...] = (), never: tuple[str, ...] = ()) -> list[str]:
    """The texts that fit a query, best first."""
    candidates = [Candidate(text, target(text), target(""), text not in never) for text in texts]
    return [texts[number] for number, _ in rank(query, enumerate(candidates), recent)]


def hit(query: str, text: str) -> str:
    """The letters of a text that a query hits."""
    found = match(words(query), target(text))
    assert found is not None
    return "".join(text[at] for at in found.hits)


@pytest.mark.parametrize(
    ("query", "best", "worse"),
    [
        ("delay", "Delay…", "End the delay"),
        ("de", "Defeated", "Spend: Defend"),
        ("tr", "Track: one worse", "Stormtrooper 1"),
        ("sw", "Second wind", "Answer"),
        ("ctw", "Condition track: one worse", "Correct the count of Ewok"),
        ("undo", "Undo", "Undo: Damage 18 to Deel Surool"),
        ("wind", "Second wind", "Unwinding"),
        ("ps", "Print settings", "Stormtrooper stops"),
        ("trooper 2", "Stormtrooper 2", "Stormtrooper 12"),
    ],
)
def test_the_better_match_comes_first(query: str, best: str, worse: str) -> None:
    assert order(query, worse, best)[0] == best


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("dx", "Delay"),
        ("yaled", "Delay"),
        ("one nobody", "Track: one"),
        ("stun", "Close the encounter"),
        ("dead", "Delay until the end"),
        ("kill", "Back to the list of all"),
    ],
)
def test_what_lacks_a_letter_or_a_word_does_not_fit(query: str, text: str) -> None:
    assert order(query, text) == []


def test_words_may_come_in_any_order() -> None:
    assert order("worse track", "Track: one worse") == ["Track: one worse"]


def test_the_letters_hit_are_those_that_are_shown() -> None:
    assert hit("stw", "Stand wall") == "Stw"
    assert hit("sw", "Second wind") == "Sw"
    assert hit("sto", "Señor Stone") == "Sto"
    assert match(words("sto"), target("Señor Stone")).hits == (6, 7, 8)  # type: ignore[union-attr]
    assert hit("ool", "Deel Surool") == "ool"


def test_accents_and_case_do_not_matter() -> None:
    assert order("senor", "Señor") == order("SEÑOR", "Señor") == ["Señor"]


def test_without_a_query_what_was_used_last_comes_first_and_the_impossible_last() -> None:
    texts = ("Open…", "Print…", "Delay…", "Ready…")
    assert order("", *texts, recent=("Ready…", "Print…")) == ["Ready…", "Print…", "Open…", "Delay…"]
    assert order(" ", *texts, never=("Open…",)) == ["Print…", "Delay…", "Ready…", "Open…"]


def test_among_equals_what_was_used_last_comes_first() -> None:
    assert order("trooper", "Trooper 1", "Trooper 2", recent=("Trooper 2",)) == ["Trooper 2", "Trooper 1"]


def test_what_cannot_be_done_comes_after_what_can() -> None:
    assert order("re", "React…", "Ready…", never=("React…",)) == ["Ready…", "React…"]


def test_a_file_comes_after_what_begins_like_its_name() -> None:
    """A fight that somebody has called "End" does not stand before the end of the turn."""
    file = Candidate("a", target("End"), target("Recent"), behind=True)
    command = Candidate("b", target("End turn"), target("Fight"))
    assert [number for number, _ in rank("end", enumerate([file, command]))] == [1, 0]


def test_what_stands_beside_is_found_for_less() -> None:
    beside = Candidate("a", target("Swift"), target("Deel Surool"))
    itself = Candidate("b", target("Deel Surool"), target("Party"))
    assert [number for number, _ in rank("deel", enumerate([beside, itself]))] == [1, 0]
    assert [number for number, _ in rank("deel swift", enumerate([beside, itself]))] == [0]


@pytest.mark.slow
@given(st.text(max_size=30), st.text(max_size=8))
def test_typing_on_never_brings_back_what_did_not_fit(text: str, query: str) -> None:
    """So the palette need only look through what fitted so far."""
    made = target(text)
    assert len(fold(text)) == len(text)
    if match(words(query[:-1]), made) is None:
        assert match(words(query), made) is None


@given(st.text(max_size=40))
def test_every_text_is_found_by_itself(text: str) -> None:
    assert match(words(text), target(text)) is not None


@pytest.mark.parametrize(
    ("query", "text"), [("dls", "Deel Surool"), ("dmg", "Damage…"), ("cnd", "Condition")]
)
def test_letters_in_their_order_fit_where_their_words_begin_with_one(query: str, text: str) -> None:
    """From anywhere they would fit whatever is long: "stun" found "Close the encounter"."""
    assert order(query, text) == [text]


def test_other_words_are_worth_less_than_the_text_and_more_than_scattered_letters() -> None:
    kills = Candidate("a", target("Defeated"), target("Combatant"), meant=target("kill dead slain"))
    killer = Candidate("b", target("Killer bee"), target("Go to"))
    apart = Candidate("c", target("Kind of ill"), target("Combatant"))
    assert [number for number, _ in rank("kill", enumerate([apart, kills, killer]))] == [2, 1, 0]
    assert [number for number, _ in rank("ki", enumerate([kills]))] == [0]
    assert not rank("ill", enumerate([kills])), "only what begins like it"


@pytest.mark.slow
def test_a_word_that_repeats_itself_is_cut_up_in_no_time() -> None:
    """The worst case of beginnings of words: many words that begin alike."""
    text = target("a" * 40 + " " + "aa " * 60)
    assert calls(match, ["a" * 30 + "b"], text) < 1_000_000


def test_what_is_called_as_typed_stands_first_and_letters_anywhere_stand_last() -> None:
    """“recover” healed, since Recover was not possible: what is called so says why, and nothing is done.

    Behind it nothing impossible stands before what can be done.
    """
    named = (("Aim", False), ("Aim a volley", True), ("Reclaim", True), ("Again, immediately", True))
    candidates = [
        (number, Candidate(str(number), target(text), target(""), possible))
        for number, (text, possible) in enumerate(named)
    ]
    assert [number for number, _ in rank("aim", candidates)] == [0, 1, 3, 2]
    assert [number for number, _ in rank("ai", candidates)] == [1, 3, 2, 0]
    assert [number for number, _ in rank("aim", [candidates[0], candidates[2]])] == [0, 2]
    assert [number for number, _ in rank("", candidates, ["0", "2"])] == [2, 1, 3, 0]


def test_the_beginning_of_a_refused_name_stands_before_another_word_for_something_else() -> None:
    """Typed in part it was the same: “recov” stood behind Heal, for which "recover" is another word."""
    heal = Candidate("a", target("Heal…"), target("Combatant"), meant=target("cure recover hp"))
    recover = Candidate("b", target("Recover"), target("Sarlane"), possible=False)
    regain = Candidate("c", target("Recovery check"), target("Sarlane"))
    for query in ("rec", "recov", "recover"):
        assert [number for number, _ in rank(query, enumerate([heal, recover]))] == [1, 0]
    assert [number for number, _ in rank("recov", enumerate([heal, recover, regain]))] == [2, 0, 1]
    assert [number for number, _ in rank("recover", enumerate([heal, recover, regain]))] == [1, 2, 0]
