"""Systems that are called by an everyday word, which the program needs too: nothing asks for them by it."""

from __future__ import annotations

from functools import cache
from typing import get_args

from rulesets.reading.keys import keys_of
from rulesets.reading.reference.sections import sections
from rulesets.reading.reference.words import anchor
from rulesets.vocabulary.rounds import Turns

EVERYDAY = {"cards", "passes", "shots"}
"""They may stand inside of sentences; a text that is such a word and nothing else names the system."""


@cache
def words_of_rulesets() -> frozenset[str]:
    """Return the words that a ruleset is written with: code may ask for these."""
    tables = [table for _, table in sections() if table is not None]
    keys = {word for table in tables for word in (*keys_of(table), anchor(table))}
    return frozenset(keys | {*get_args(Turns)})
