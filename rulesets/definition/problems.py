"""What is wrong with a ruleset: problems with file, line and key, and the error that holds them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from msgspec import Struct

MAX_WORD, MAX_KNOWN, MAX_CLOSE = 60, 1000, 30
"""Letters of a word, and words, up to which it is looked for what may have been meant; words of which each
is compared letter by letter."""

Loc = tuple[str | int, ...]
"""A place in the source: keys of tables and, counted from 0, places in lists."""


class Problem(Struct, frozen=True):
    """One thing that is wrong with a ruleset."""

    file: str
    line: int
    """Counted from 1; 0 if it cannot be told."""
    key: str
    """Dotted path in the source; places in lists are counted from 1: ``pipeline.damage.stages[2].if``."""
    message: str
    hint: str = ""
    warning: bool = False
    """True if the ruleset can be played all the same."""

    def __str__(self) -> str:
        """One line for the terminal."""
        place = ": ".join(part for part in (f"{self.file}:{self.line}", self.key) if part)
        warning = "warning: " if self.warning else ""
        return f"{place}: {warning}{self.message}" + (f" ({self.hint})" if self.hint else "")


class RulesetError(ValueError):
    """A ruleset that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, and make a message of all of them."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def dotted(loc: Loc) -> str:
    """Return ``loc`` as people read it: ``track.condition.steps[3].label``."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{part}" if text else part
    return text


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
    return f"did you mean {close!r}?" if close else ""


def listed(words: Iterable[str]) -> str:
    """Return words as an enumeration: ``'a', 'b' or 'c'``."""
    quoted: Sequence[str] = [repr(word) for word in words]
    return " or ".join(part for part in (", ".join(quoted[:-1]), *quoted[-1:]) if part)
