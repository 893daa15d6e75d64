"""Cards of a deck as rulesets write them: ``2-10 J Q K A of C D H S`` is every rank in every suit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

MAX_CARDS = 500
"""Cards that a deck may have."""


class Card(Struct, frozen=True):
    """One card, by what it is compared and called."""

    name: str
    rank: int
    """A rank that is a number counts as much, any other one more than the one below."""
    suit: int
    """Place of the suit among the suits of the deck, from 1; 0 without one."""
    worth: int
    """Place in the deck, from 1; cards of the same rank and suit have the same."""
    parts: tuple[str, str]
    """Rank and suit as they are written."""


class Deck(Struct, frozen=True):
    """All cards of a deck."""

    cards: dict[str, Card]
    """By their names, in the order in which they were named."""
    pile: tuple[str, ...]
    """Names, the lowest first; a card that is there twice stands twice."""


@lru_cache(maxsize=64)
def deck_of(texts: tuple[str, ...]) -> Deck:
    """Return the cards that ``texts`` name.

    Raises:
        ValueError: if they are not written as cards, with what is wrong.
    """
    ranks: dict[str, int] = {}
    suits: dict[str, int] = {}
    found: list[tuple[int, int, str, str]] = []
    for text in texts:
        before, of, behind = text.partition(" of ")
        in_suits = behind.split() if of else [""]
        if not before.split() or not in_suits:
            raise ValueError(f"{text!r} names no cards; write ranks, or ranks of suits")
        for suit in in_suits:
            suits.setdefault(suit, len([name for name in suits if name]) + 1 if suit else 0)
        for rank in _ranked(before.split(), ranks):
            found += [(ranks[rank], suits[suit], rank, suit) for suit in in_suits]
        if len(found) > MAX_CARDS:
            raise ValueError(f"a deck has at most {MAX_CARDS} cards")
    return _sorted(found)


def _ranked(words: Sequence[str], ranks: dict[str, int]) -> Iterator[str]:
    """Yield the ranks that words stand for, each with its number in ``ranks``."""
    for word in words:
        first, dash, last = word.partition("-")
        if dash:
            if not (first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) <= MAX_CARDS):
                raise ValueError(f"{word!r} is no range of ranks such as 2-10")
            alike: list[tuple[str, ...]] = [(str(n),) for n in range(int(first), int(last) + 1)]
        else:
            alike = [tuple(word.split("="))]
        for names in alike:
            top = max(ranks.values(), default=0)
            known = next((ranks[name] for name in names if name in ranks), None)
            number = int(names[0]) if names[0].isdecimal() else top + 1
            if "" in names or (known is None and ranks and number <= top):
                raise ValueError(f"{word!r} does not stand above the rank before it: the lowest comes first")
            for name in names:
                ranks.setdefault(name, number if known is None else known)
            yield from names


def _sorted(found: Sequence[tuple[int, int, str, str]]) -> Deck:
    worths = {key: at for at, key in enumerate(sorted({(rank, suit) for rank, suit, *_ in found}), start=1)}
    cards: dict[str, Card] = {}
    for rank, suit, *parts in found:
        card = Card("".join(parts), rank, suit, worths[rank, suit], (parts[0], parts[1]))
        if cards.setdefault(card.name, card) != card:
            raise ValueError(f"two different cards are called {card.name!r}")
    names = ("".join(parts) for _, _, *parts in found)
    return Deck(cards, tuple(sorted(names, key=lambda name: (cards[name].worth, name))))
