"""What a rule says that is only cited: found in the ruleset itself, by the ids of rules.

Whatever a ruleset has a text for cites where it stands. Whoever reads "rule SH-06" elsewhere can be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from rulesets.vocabulary import Rules

_OF = r"(?:[A-Z][A-Z0-9]*|0\d+)-(?:[A-Z0-9]+-)*"
_ID = re.compile(rf"(?<![\w-])({_OF})(\d+)(?:\.\.(\d+)| to {_OF}(\d+))?(?![\w-])")
"""'R5E-55', 'E-SW-03', '002-6..12', 'R5E-02 to R5E-04'; no pages such as '144-145'."""
MOST = 4
"""Texts that are told of what is cited."""


class Span(NamedTuple):
    """Rules whose ids follow each other."""

    of: str
    first: int
    last: int

    def meets(self, other: Span) -> bool:
        """Return whether some rule is in both."""
        return self.of == other.of and self.first <= other.last and other.first <= self.last

    @property
    def length(self) -> int:
        """How many rules there are."""
        return self.last - self.first + 1


class RuleText(NamedTuple):
    """A text of the ruleset with the rules that it goes by."""

    spans: tuple[Span, ...]
    text: str


def spans_in(text: str) -> tuple[Span, ...]:
    """Return the rules that a text names by their ids."""
    found = []
    for match in _ID.finditer(text):
        of, first, last = match[1], int(match[2]), match[3] or match[4]
        found.append(Span(of, first, max(first, int(last)) if last else first))
    return tuple(found)


def told(rules: Rules, cite: str) -> tuple[str, ...]:
    """Return what the rules that are cited say, the texts first that go by no others; () if nothing does."""
    asked = spans_in(cite)
    if not asked:
        return ()
    found = [
        (sum(span.length for span in one.spans), one.text)
        for one in _index(rules)
        if any(span.meets(other) for span in one.spans for other in asked)
    ]
    return tuple(dict.fromkeys(text for _, text in sorted(found, key=lambda one: one[0])))[:MOST]


@lru_cache(maxsize=4)
def _index(rules: Rules) -> tuple[RuleText, ...]:
    return tuple(_walk(rules))


def _walk(one: Any) -> Iterator[RuleText]:
    """Yield the texts of everything in a ruleset that says where it stands."""
    if isinstance(one, Struct):
        cite, text, label = (getattr(one, name, "") for name in ("cite", "text", "label"))
        spans = spans_in(cite) if isinstance(cite, str) else ()
        if spans and isinstance(text, str) and text:
            yield RuleText(spans, f"{label}: {text}" if label else text)
        for name in one.__struct_fields__:
            yield from _walk(getattr(one, name))
    elif isinstance(one, Mapping):
        for inner in one.values():
            yield from _walk(inner)
    elif isinstance(one, tuple | list):
        for inner in one:
            yield from _walk(inner)
