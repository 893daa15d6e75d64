"""How well what somebody types fits a text: by the beginnings of its words, then by letters in their order.

Pure and without Qt, so that a thousand texts are ranked at every letter and the order can be proved apart.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct

_WORD = re.compile(r"[^\W\d_]+|\d+")
WHOLE, BEGINNING, WORD, INITIALS, INSIDE, SCATTERED = 100.0, 90.0, 75.0, 60.0, 40.0, 20.0
"""What a match is worth: the whole text, its beginning, a word's, several words' beginnings, letters inside a
word, letters far apart of words whose first letter is hit."""
MEANT, ASIDE = 0.85, 0.5
"""What a match is worth that is found only in other words for the text, or beside it: in its kind or menu."""
MOST_SKIPPED = 6
"""Letters between those hit, of letters far apart: more of them fit anything."""
STRONG = 50.0
"""What a match is worth at least that is meant: by the beginnings of words, of the text or for it."""
LEAST_BEGUN = 3
"""Letters with which a name is begun that is meant: fewer begin anything."""
BEHIND = 15.0
"""Taken from names of files and options: one that is called as a command begins stands behind the command."""


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


def match(
    query: Sequence[str], text: Target, aside: Target | None = None, meant: Target | None = None
) -> Match | None:
    """Return how well all words of a query fit; None if one does not.

    Each fits ``text``, or for less the words that are also ``meant`` by it, or what stands ``aside``.
    """
    total, hits = 0.0, set[int]()
    for word in query:
        found, other = _one(word, text), 0.0
        for where, worth in ((meant, MEANT), (aside, ASIDE)):
            beside = _begun(word, where) if where is not None else None
            other = max(other, 0.0 if beside is None else beside.score * worth)
        if found is not None and found.score >= other:
            total += found.score
            hits.update(found.hits)
        elif other:
            total += other
        else:
            return None
    if not query:
        return Match(0.0)
    return Match(total / len(query) - 0.02 * min(len(text.text), 200), tuple(sorted(hits)))


def _begun(word: str, where: Target) -> Match | None:
    """Match what a text or one of its words begins with, or is."""
    for start in where.starts:
        if where.text.startswith(word, start):
            return Match(BEGINNING if not start else WORD)
    return None


def _one(word: str, where: Target) -> Match | None:
    text = where.text
    at = text.find(word)
    if at < 0:
        return _initials(word, where) or _scattered(word, where)
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


def _scattered(word: str, where: Target) -> Match | None:
    """Match letters in their order, near each other: 'dmg' is 'Damage', 'dls' is 'Deel Surool'.

    Of every word that is touched the first letter is hit: letters from anywhere would fit any long text.
    """
    text, starts = where.text, where.starts
    if len(word) < 2 or not _has_in_order(word, text):
        return None
    ways: dict[int, tuple[int, tuple[int, ...]]] = {
        start: (0, (start,)) for start in starts if text[start] == word[0]
    }
    for letter in word[1:]:
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for last, (skipped, hits) in ways.items():
            number = bisect_right(starts, last)
            new = starts[number] if number < len(starts) else len(text)
            for at in range(last + 1, min(len(text), last + 2 + MOST_SKIPPED - skipped)):
                if text[at] != letter or (at >= new and at not in starts):
                    continue
                way = (skipped + at - last - 1, (*hits, at))
                further[at] = min(way, further.get(at, way))
        ways = further
    if not ways:
        return None
    skipped, hits = min(ways.values())
    return Match(SCATTERED - skipped, hits)


def _has_in_order(word: str, text: str) -> bool:
    end = -1
    for letter in word:
        end = text.find(letter, end + 1)
        if end < 0:
            return False
    return True


class Candidate(Struct, frozen=True):
    """What is ranked: its text, what stands beside it, whether it can be done now, stands behind."""

    key: str
    text: Target
    aside: Target
    possible: bool = True
    behind: bool = False
    meant: Target | None = None
    """Other words for it."""


def rank(
    query: str, candidates: Iterable[tuple[int, Candidate]], recent: Sequence[str] = ()
) -> list[tuple[int, tuple[int, ...]]]:
    """Return (number, letters hit) of what fits, best first.

    What cannot be done now stands behind all that can be, unless it is what is typed: who types *recover*
    means what is called so, and no *Heal* for which that is another word; and who has typed its beginning
    means it where nothing that can be done is called so. Nobody who types *delay* means what has these
    letters somewhere: if nothing else can be done, that comes last.

    Args:
        query: As typed. Without a word in it everything fits: what was used last comes first.
        candidates: With the numbers they are known by, in the order that decides between equals.
        recent: Keys of what was used, the last one first; it comes first among equals.
    """
    asked, place = words(query), {key: number for number, key in enumerate(recent)}
    typed, last = fold(query).strip(), len(place)
    found, begun = [], False
    named, beginning = set[int](), set[int]()
    for number, candidate in candidates:
        fits = match(asked, candidate.text, candidate.aside, candidate.meant)
        if fits is not None:
            score, used = fits.score - BEHIND * candidate.behind, place.get(candidate.key, last)
            weak = bool(asked) and fits.score < STRONG
            found.append((not candidate.possible, weak, -round(score, 3), used, number, fits.hits))
            text = "" if candidate.behind else candidate.text.text
            if typed and typed == text.rstrip("…"):
                named.add(number)
            elif len(typed) >= LEAST_BEGUN and text.startswith(typed):
                beginning.add(number)
            begun = begun or (candidate.possible and bool(fits.hits) and not weak and not candidate.behind)
    if not begun:
        named |= beginning
    if not asked:
        found.sort(key=lambda entry: (entry[0], entry[3], entry[4]))
    elif any(not impossible and not weak for impossible, weak, *_ in found):
        found.sort(key=lambda entry: (entry[4] not in named, entry[0], *entry[2:5]))
    else:
        found.sort(key=lambda entry: (entry[4] not in named, entry[1], entry[0], *entry[2:5]))
    return [(number, hits) for *_, number, hits in found]
