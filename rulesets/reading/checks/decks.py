"""Checks that a deck holds cards, and that what it says of cards is about those."""

from __future__ import annotations

from rulesets.formula.cards import Deck, deck_of
from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.sites import tables
from rulesets.reading.source import Source
from rulesets.vocabulary.stages import DrawStage
from rulesets.vocabulary.written import Ruleset


def check_decks(source: Source, definition: Ruleset) -> None:
    """Complain about decks of no cards, about cards that they do not hold, and about drawing for a die."""
    for name, rule in definition.decks.items():
        if source.damaged("deck", name):
            continue
        try:
            deck = deck_of(rule.cards)
        except ValueError as error:
            source.complain(("deck", name, "cards"), f"{error}.")
            continue
        if not deck.pile:
            source.complain(("deck", name), "The deck has no cards.", 'cards = ["2-10 J Q K A of C D H S"]')
            continue
        for place, card in enumerate(rule.shuffled_by):
            if card not in deck.cards:
                message = f"The deck has no card {card!r}."
                source.complain(("deck", name, "shuffled_by", place), message, did_you_mean(card, deck.cards))
        for sign in rule.signs:
            known = _signed(deck)
            if sign not in known:
                message = f"The deck has no card, rank or suit {sign!r}."
                source.complain(("deck", name, "signs", sign), message, did_you_mean(sign, known))
    for loc, table in tables(definition):
        if isinstance(table, DrawStage):
            order = definition.orders.get(table.draw)
            if order is not None and (order.roll is None or not order.roll.deck):
                message = f"The order {table.draw!r} is not drawn from a deck."
                source.complain((*loc, "draw"), message)


def _signed(deck: Deck) -> set[str]:
    """Return what of a deck can be shown by a sign: cards, ranks and suits."""
    parts = {part for card in deck.cards.values() for part in card.parts if part}
    return {*deck.cards, *parts}
