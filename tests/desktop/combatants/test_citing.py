"""Citations say what they are."""

from __future__ import annotations

import pytest

from desktop.widgets.citations import cited, followed_by, in_sight, place_in_words, with_citation


@pytest.mark.parametrize(
    ("cite", "said"),
    [
        ("R5E-55", "rule R5E-55"),
        ("PF-10, PF-11", "rules PF-10, PF-11"),
        ("002-6..12", "rules 002-6..12"),
        ("Rulebook p. 145", "Rulebook p. 145"),
        ("Rulebook p. 145, E-SW-04", "Rulebook p. 145, rule E-SW-04"),
        ("p. 12, table 3", "p. 12, table 3"),
        ("", ""),
    ],
)
def test_a_rule_is_called_one_and_a_page_stays_one(cite: str, said: str) -> None:
    assert cited(cite) == said


def test_on_hover_the_rule_stands_before_what_it_says() -> None:
    assert with_citation("Half speed.", "R5E-12") == "rule R5E-12: Half speed."
    assert with_citation("", "R5E-12") == "rule R5E-12"
    assert with_citation("Half speed.", "") == "Half speed."


def test_behind_a_text_the_rule_stands_in_brackets_and_by_itself_in_none() -> None:
    assert followed_by("Half speed.", "R5E-12") == "Half speed. (rule R5E-12)"
    assert followed_by("", "R5E-12") == "rule R5E-12"
    assert followed_by("Half speed.", "") == "Half speed."


def test_beside_a_line_stands_no_id_of_a_rule() -> None:
    """The place in a book tells something there; the id is for the tool tip."""
    assert place_in_words(cited("Rulebook p. 145, R5E-55")) == "Rulebook p. 145"
    assert place_in_words(cited("PF-10, PF-11")) == place_in_words(cited("001-36..49")) == ""
    assert place_in_words("Rulebook pp. 145-146") == "Rulebook pp. 145-146"


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Nothing is left. (rules 001-36..49)", "Nothing is left."),
        ("Nothing is left. (Rulebook p. 145, rule E-SW-04)", "Nothing is left. (Rulebook p. 145)"),
        ("Ogre (of the bridge) cannot.", "Ogre (of the bridge) cannot."),
        ("Waits for Ogre (2)", "Waits for Ogre (2)"),
        ("Nothing is left.", "Nothing is left."),
    ],
)
def test_a_sentence_stands_without_the_ids_of_its_rules(sentence: str, shown: str) -> None:
    """ "(rules 001-36..49)" stood above what cannot be done now."""
    assert in_sight(sentence) == shown


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("Adversaries go first. (rule PA-1)", "Adversaries go first."),
        ("rule SHA-1", ""),
        ("rule E-SW-03: One attack. Not both (rules R5E-02 to R5E-04).", "One attack. Not both."),
        ("The count is lower (Rulebook p. 144, rule E-SW-03).", "The count is lower (Rulebook p. 144)."),
        ("Rulebook p. 145, rule R5E-55: text", "Rulebook p. 145: text"),
        ("One (rule 001-36).\nrules PF-10, PF-11\nTwo", "One.\nTwo"),
        ("By the golden rule (house rule)", "By the golden rule (house rule)"),
    ],
)
def test_ids_of_rules_are_not_in_sight(told: str, shown: str) -> None:
    """An evening: rule codes tell nobody anything; where they stand a pointer has them."""
    assert in_sight(told) == shown
