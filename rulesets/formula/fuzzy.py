"""Fuzzy matching: which of the known words somebody who mistyped one may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, pairwise

MAX_WORD, MAX_KNOWN, MAX_CLOSE = 60, 1000, 30
"""Letters of a word, and words, up to which it is looked for what may have been meant; words of which each
is compared letter by letter."""


def most_like(word: str, known: Iterable[str]) -> str:
    """Return the known word that ``word`` was most likely meant to be, or ''.

    Letters swapped, capitals and the wrong one of '-' and '_' come first, then whatever is alike.
    """
    if len(word) > MAX_WORD:
        return ""
    ordered = _in_order(known) if isinstance(known, frozenset) else sorted(known)
    alike = (other for other in ordered if other and abs(len(other) - len(word)) <= len(word))
    near = list(islice(alike, MAX_KNOWN))
    for form in (_plain, _letters):
        meant = form(word)
        same = [other for other in near if form(other) == meant and other != word]
        if same:
            return same[0]
    from difflib import get_close_matches

    pairs = _pairs(word)
    near.sort(key=lambda other: -len(pairs & _pairs(other)) / (len(other) + 1))
    close = get_close_matches(word, near[:MAX_CLOSE], n=1, cutoff=0.6)
    return close[0] if close else ""


@lru_cache(maxsize=4)
def _in_order(known: frozenset[str]) -> list[str]:
    """Return words in their order: one slip after the other is looked for among the same thousands."""
    return sorted(known)


@lru_cache(maxsize=4096)
def _pairs(word: str) -> frozenset[str]:
    """Return the letters of a word that stand side by side, and each by itself."""
    return frozenset((*word, *map("".join, pairwise(word))))


@lru_cache(maxsize=4096)
def _letters(word: str) -> str:
    return "".join(sorted(word))


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` for the known word that is most like ``word``, or ''."""
    close = most_like(word, known)
    return f"did you mean {str(close)!r}?" if close else ""
