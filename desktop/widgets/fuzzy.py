"""How well what somebody types fits a text: by the beginnings of its words, then by letters in their order.

Pure and without Qt, so that a thousand texts are ranked at every letter and the order can be proved apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from msgspec import Struct

_WORD = re.compile(r"[^\W\d_]+|\d+")
WHOLE, BEGINNING, WORD, INITIALS, INSIDE, SCATTERED = 100.0, 90.0, 75.0, 60.0, 40.0, 20.0
"""What a match is worth: the whole text, its beginning, a word's, several words' beginnings, letters inside a
word, letters far apart."""
ASIDE = 0.5
"""What a match is worth that is found beside the text only: in its kind or its menu."""
IMPOSSIBLE = 12.0
"""Taken from what cannot be done now."""
FILE = 15.0
"""Taken from the names of files: one that is called as a command begins stands behind that command."""


class Target(Struct, frozen=True):
    """A text prepared for being looked through."""

    text: str
    """Folded: without case and accents, letter for letter as long as what is shown."""
    starts: tuple[int, ...]
    """Where words begin."""


class Match(Struct, frozen=True):
    """How well a query fits, and which letters of the text it hit."""

    score: float
    hits: tuple[int, ...] = ()


def fold(text: str) -> str:
    """Return ``text`` without case and accents, letter for letter: every position stays what it was."""
    if text.isascii():
        return text.lower()
    return "".join(unicodedata.normalize("NFKD", letter)[:1].lower()[:1] or letter for letter in text)


def target(text: str) -> Target:
    """Prepare a text."""
    folded = fold(text)
    return Target(folded, tuple(found.start() for found in _WORD.finditer(folded)))


def words(query: str) -> list[str]:
    """Return the words of a query; each has to fit, in whatever order."""
    return fold(query).split()


def match(query: Sequence[str], text: Target, aside: Target | None = None) -> Match | None:
    """Return how well all words of a query fit ``text``, or ``aside`` for less; None if one does not."""
    total, hits = 0.0, set[int]()
    for word in query:
        found = _one(word, text)
        if found is not None:
            total += found.score
            hits.update(found.hits)
            continue
        found = _one(word, aside) if aside is not None else None
        if found is None or found.score < WORD * 0.9:
            return None
        total += found.score * ASIDE
    if not query:
        return Match(0.0)
    return Match(total / len(query) - 0.02 * min(len(text.text), 200), tuple(sorted(hits)))


def _one(word: str, where: Target) -> Match | None:
    text = where.text
    at = text.find(word)
    if at < 0:
        return _initials(word, where) or _scattered(word, text)
    if at == 0:
        return Match(WHOLE if len(word) == len(text) else BEGINNING, tuple(range(len(word))))
    for start in where.starts:
        if start and text.startswith(word, start):
            return Match(WORD - min(start, 50) * 0.05, tuple(range(start, start + len(word))))
    return _initials(word, where) or Match(INSIDE - min(at, 50) * 0.05, tuple(range(at, at + len(word))))


def _initials(word: str, where: Target) -> Match | None:
    """Match pieces of a word at the beginnings of several words: 'stw' is 'Second wind' no less than 'sw'."""
    hits = _pieces(word, 0, where, 0, set())
    if hits is None:
        return None
    first = hits[0]
    return Match(INITIALS + (5.0 if first == 0 else 0.0) - min(first, 50) * 0.05, tuple(hits))


def _pieces(word: str, done: int, where: Target, number: int, dead: set[tuple[int, int]]) -> list[int] | None:
    """Return where the rest of ``word`` can be cut into beginnings of words from the ``number``-th on.

    ``dead`` holds what was tried in vain, or a text full of like words would take for ever.
    """
    if (done, number) in dead:
        return None
    text = where.text
    for place in range(number, len(where.starts)):
        start, length = where.starts[place], 0
        while done + length < len(word) and text[start + length : start + length + 1] == word[done + length]:
            length += 1
        if length and done + length == len(word):
            return list(range(start, start + length))
        for taken in range(length, 0, -1):
            rest = _pieces(word, done + taken, where, place + 1, dead)
            if rest is not None:
                return [*range(start, start + taken), *rest]
    dead.add((done, number))
    return None


def _scattered(word: str, text: str) -> Match | None:
    """Match letters in their order, as close together as going back from the first end allows."""
    if len(word) < 2:
        return None
    end = -1
    for letter in word:
        end = text.find(letter, end + 1)
        if end < 0:
            return None
    hits, at = [], end + 1
    for letter in reversed(word):
        at = text.rfind(letter, 0, at)
        hits.append(at)
    gaps = (hits[0] - hits[-1] + 1) - len(word)
    return Match(SCATTERED - min(gaps, 15), tuple(reversed(hits)))


class Candidate(Struct, frozen=True):
    """What is ranked: its text, what stands beside it, whether it can be done now, and is a file's name."""

    key: str
    text: Target
    aside: Target
    possible: bool = True
    is_file: bool = False


def rank(
    query: str, candidates: Iterable[tuple[int, Candidate]], recent: Sequence[str] = ()
) -> list[tuple[int, tuple[int, ...]]]:
    """Return (number, letters hit) of what fits, best first.

    Args:
        query: As typed. Without a word in it everything fits: what was used last comes first.
        candidates: With the numbers they are known by, in the order that decides between equals.
        recent: Keys of what was used, the last one first; it comes first among equals.
    """
    asked, place = words(query), {key: number for number, key in enumerate(recent)}
    last = len(place)
    found = []
    for number, candidate in candidates:
        fits = match(asked, candidate.text, candidate.aside)
        if fits is not None:
            score = fits.score - IMPOSSIBLE * (not candidate.possible) - FILE * candidate.is_file
            found.append((-round(score, 3), place.get(candidate.key, last), number, fits.hits))
    if not asked:
        found.sort(key=lambda entry: (entry[1], entry[0], entry[2]))
    else:
        found.sort(key=lambda entry: entry[:3])
    return [(number, hits) for _, _, number, hits in found]
