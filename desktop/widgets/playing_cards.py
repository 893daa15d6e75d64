"""Playing cards in words, and which of them are red. Ranks and suits are those that a ruleset writes."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_SUITS: dict[str, object] = {
    "♣♧": QT_TRANSLATE_NOOP("PlayingCards", "{rank} of clubs"),
    "♦♢": QT_TRANSLATE_NOOP("PlayingCards", "{rank} of diamonds"),
    "♥♡": QT_TRANSLATE_NOOP("PlayingCards", "{rank} of hearts"),
    "♠♤": QT_TRANSLATE_NOOP("PlayingCards", "{rank} of spades"),
}
_RANKS: dict[str, object] = {
    "A": QT_TRANSLATE_NOOP("PlayingCards", "ace"),
    "K": QT_TRANSLATE_NOOP("PlayingCards", "king"),
    "Q": QT_TRANSLATE_NOOP("PlayingCards", "queen"),
    "J": QT_TRANSLATE_NOOP("PlayingCards", "jack"),
}


def is_red(suit: str) -> bool:
    """Return whether a suit's sign is one of the red ones."""
    return suit != "" and suit in "♦♢♥♡"


def card_words(rank: str, suit: str) -> str:
    """Return a card in words: 'king of spades'. What has another sign than these suits is said as it is."""
    for signs, words in _SUITS.items():
        if suit and suit in signs:
            rank = QCoreApplication.translate("PlayingCards", str(_RANKS[rank])) if rank in _RANKS else rank
            return QCoreApplication.translate("PlayingCards", str(words)).format(rank=rank)
    return f"{rank} {suit}".rstrip()
