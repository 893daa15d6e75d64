"""A rule that is only cited is told in the words of the ruleset."""

from __future__ import annotations

import pytest

from rulesets.reading.loader import load
from rulesets.seen.rule_texts import Span, spans_in, told


def test_ids_of_rules_are_read_as_they_are_cited() -> None:
    assert spans_in("rules SH-06, 001-36..49") == (Span("SH-", 6, 6), Span("001-", 36, 49))
    assert spans_in("rules R5E-02 to R5E-04") == (Span("R5E-", 2, 4),)
    assert spans_in("Rulebook p. 144-145") == spans_in("half-orc, 3-4 rounds, d20") == ()


@pytest.mark.parametrize(
    ("ruleset", "cite", "said"),
    [
        ("shots", "SH-06", "Dodge: +3 on the defence against one attack."),
        ("moon-swing", "001-36..49", "Hesitated: Who has not declared by the count of three"),
        ("dnd5e", "rules R5E-02 to R5E-04", "A Dexterity check, once."),
    ],
)
def test_what_a_rule_says_is_found_where_the_ruleset_cites_it(ruleset: str, cite: str, said: str) -> None:
    rules = load(ruleset)
    assert any(said in text for text in told(rules, cite))
    assert told(rules, "") == told(rules, "ZZ-99") == ()
