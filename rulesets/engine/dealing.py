"""Decks: cards drawn in place of dice, from piles that last until they are shuffled.

A pile keeps no order: chance picks one of what is left. So shuffling is nothing but having the cards back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rulesets.engine.counts import roller_of, told_in_roll
from rulesets.engine.piles import cards_of
from rulesets.engine.ruling import Ruling
from rulesets.formula.cards import Card
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import rolled_for
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Result
from rulesets.table.encounter import Pile
from rulesets.table.refusal import Code, Refused
from rulesets.vocabulary import OrderRoll, OrderRule

MAX_DRAWS = 100
"""Cards that one may draw in one go."""


def lay_out(ruling: Ruling) -> None:
    """Put every deck on the table, whole."""
    for deck in {**ruling.rules.decks, **ruling.draft.decks}:
        whole = Pile(cards_of(ruling.rules, deck).pile) if deck in ruling.rules.decks else None
        ruling.set_pile(deck, whole)


def end_round(ruling: Ruling) -> None:
    """Shuffle the decks of which a card was drawn in the round that is over which asks for that."""
    for deck, rule in ruling.rules.decks.items():
        pile = ruling.draft.decks[deck]
        if set(rule.shuffled_by).intersection(pile.drawn):
            _shuffle(ruling, deck, [], ())
        else:
            ruling.set_pile(deck, Pile(pile.left))


def _shuffle(ruling: Ruling, deck: str, hand: Iterable[str], drawn: tuple[str, ...]) -> None:
    """Put all cards back but those of ``hand``, of places in the order, and of who waits, if those stay out.

    ``drawn``: what was drawn in this round; the cards in the order that are not among them are of an earlier
    one, and lie on the discards.
    """
    rules, out = ruling.rules, Counter(hand)
    for name, order in ruling.draft.orders.items():
        roll = rules.orders[name].roll if name in rules.orders else None
        if roll is None or roll.deck != deck:
            continue
        for slot, place in order.places.items():
            stays = rules.decks[deck].held == "stays-out" and slot in ruling.draft.put_off
            if place.card and (place.card in drawn or stays):
                out[place.card] += 1
    left = []
    for card in cards_of(rules, deck).pile:
        if out[card] > 0:
            out[card] -= 1
        else:
            left.append(card)
    ruling.set_pile(deck, Pile(tuple(left or cards_of(rules, deck).pile), drawn))
    ruling.tell("shuffled", deck=deck)


# -- drawing ---------------------------------------------------------------------------------------


class Hand:
    """What one slot draws for an order, and which of it counts."""

    def __init__(self, ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Combatant]) -> None:
        """Draw for ``slot`` by the roll of ``rule``; the first able one of the members counts for all."""
        self._ruling, self._slot = ruling, slot
        self._roll = rule.roll or OrderRoll()
        self._who = roller_of(ruling.rules, ruling.draft, rule, members)
        self._told = told_in_roll(ruling.rules, ruling.draft, rule, self._who)
        self._deck = cards_of(ruling.rules, self._roll.deck)
        self._given: list[str] = []
        self._others: list[str] = []
        self._promised: Counter[str] = Counter()
        self._unknown = False
        """Whether a card came from chance."""
        self.drawn: list[str] = []
        """Every card drawn, in this order."""

    def deal(self, given: Result | None, others: Sequence[str], promised: Sequence[str] = ()) -> Card:
        """Draw as many as the rules say and return the one that counts; ``given`` comes first.

        ``others`` are the cards that others have kept of the same deal, which stay out if the deck is
        shuffled in its midst; ``promised`` those that were given to others who draw later.

        Raises:
            Refused: bad-value for a card that cannot be drawn, or if more are given than are drawn.
        """
        ruling = self._ruling
        self._given, self._others = self._named(given), list(others)
        self._promised = Counter(promised)
        number = max(1, ruling.number(self._roll.draws, self._who, **self._told)) if self._roll.draws else 1
        for _ in range(min(number, MAX_DRAWS)):
            self._draw()
        kept = self._best(self.drawn)
        while self._roll.redraw and self._holds(kept):
            if len(self.drawn) >= MAX_DRAWS:
                raise FormulaError("cards are drawn again without end", self._roll.redraw)
            kept = self._draw()
        if self._given:
            raise ruling.reject(
                Code.BAD_VALUE, "too-many-cards", who=self._slot, card=self._given[0], deck=self._roll.deck
            )
        self._tell(kept)
        return kept

    def draw_better(self, card: str) -> Card:
        """Draw one card and return it or ``card``, whichever is worth more."""
        fresh = self._draw()
        old = self._deck.cards.get(card)
        kept = fresh if old is None or fresh.worth > old.worth else old
        self._tell(kept)
        return kept

    def _named(self, given: Result | None) -> list[str]:
        if given is None:
            return []
        cards = [given] if isinstance(given, str) else given
        if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
            raise _no_card(self._ruling, self._roll, str(given))
        return list(cards)

    def _draw(self) -> Card:
        """Draw one card: the next one given, or any."""
        ruling, deck = self._ruling, self._roll.deck
        if not ruling.draft.decks[deck].left:
            _shuffle(ruling, deck, [*self._others, *self.drawn], ruling.draft.decks[deck].drawn)
        left = ruling.draft.decks[deck].left
        if self._given:
            card = self._given.pop(0)
        else:
            self._unknown = True
            with rolled_for("initiative", self._slot):
                card = ruling.dice.draw(self._free(left))
        if card not in left:
            if card in self._deck.cards:
                raise ruling.reject(Code.BAD_VALUE, "card-out", card=card, deck=deck)
            raise _no_card(ruling, self._roll, card)
        ruling.draw_card(deck, card, self._slot)
        self.drawn.append(card)
        return self._deck.cards[card]

    def _free(self, left: Sequence[str]) -> Sequence[str]:
        """Return what chance may deal of the cards left: none that was promised, if there is another."""
        kept_back = Counter(self._promised)
        free = []
        for card in left:
            if kept_back[card] > 0:
                kept_back[card] -= 1
            else:
                free.append(card)
        return tuple(free) or left

    def _best(self, names: Sequence[str]) -> Card:
        """Return the card that counts; of several that are as good the first one drawn."""
        keep = self._roll.keep or "worth"
        cards = [self._deck.cards[name] for name in names]
        return max(cards, key=lambda card: self._ruling.exact(keep, self._who, **self._told, **_told(card)))

    def _holds(self, card: Card) -> bool:
        if self._ruling.dice.blind and self._unknown:
            return False  # a preview does not know what would be drawn
        return bool(self._ruling.value(self._roll.redraw, self._who, **self._told, **_told(card)))

    def _tell(self, kept: Card) -> None:
        ruling = self._ruling
        ruling.tell("drew", slot=self._slot, deck=self._roll.deck, cards=list(self.drawn), kept=kept.name)


def _told(card: Card) -> dict[str, Any]:
    """Return what formulas read of a card."""
    return {"card": card.name, "rank": card.rank, "suit": card.suit, "worth": card.worth}


def corrected(ruling: Ruling, roll: OrderRoll, slot: str, given: object) -> Card:
    """Return the card that somebody is to have by hand; if it can still be drawn, it is.

    Raises:
        Refused: bad-value if there is no such card.
    """
    deck = cards_of(ruling.rules, roll.deck)
    if not isinstance(given, str) or given not in deck.cards:
        raise _no_card(ruling, roll, str(given))
    if given in ruling.draft.decks[roll.deck].left:
        ruling.draw_card(roll.deck, given, slot)
    return deck.cards[given]


def _no_card(ruling: Ruling, roll: OrderRoll, card: str) -> Refused:
    """Return the refusal of what is no card of a deck at all."""
    return ruling.reject(Code.BAD_VALUE, "no-card", card=card, deck=roll.deck)
