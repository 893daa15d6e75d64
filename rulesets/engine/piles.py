"""What is known of decks without drawing from them: their cards, and which of them are left on the table."""

from __future__ import annotations

from rulesets.formula.cards import Deck, deck_of
from rulesets.table.encounter import Encounter, Pile
from rulesets.vocabulary import Rules


def cards_of(rules: Rules, deck: str) -> Deck:
    """Return all cards of a deck."""
    return deck_of(rules.decks[deck].cards)


def pile_of(rules: Rules, table: Encounter, deck: str) -> Pile:
    """Return a deck as it lies on the table: before the start nothing is drawn of it."""
    return table.decks.get(deck) or Pile(cards_of(rules, deck).pile)
