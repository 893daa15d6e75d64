"""Prepared values: all that a row of the initiative list shows, frozen, so that rows can be compared.

Models make them and delegates paint them, so they belong to neither.
"""

from __future__ import annotations

from msgspec import Struct


class Chip(Struct, frozen=True):
    """A short text in a pill."""

    text: str
    tone: str = "neutral"
    """good · bad · warn · now · neutral"""
    told: str = ""
    """The same in full, with its explanation: for tooltips."""
    name: str = ""
    """Beginning of ``text`` that may be cut short; what follows it (rounds left) may not."""


class Token(Struct, frozen=True):
    """What is left of one pool."""

    label: str
    short: str
    left: int | None
    """None is without limit."""
    size: int | None
    round: bool = False
    number: bool = False
    """Shown as 'AP 4/6' instead of as a token."""
    extra: int = 0
    """What is left of the pool that is shown on this one's token."""
    extra_label: str = ""
    limited: str = ""
    """For what alone it is good, or instead of what, in words; '' if it may be spent on anything."""

    @property
    def spent(self) -> bool:
        """True if nothing of the pool itself is left."""
        return self.left is not None and self.left <= 0


class Health(Struct, frozen=True):
    """Hit points."""

    now: int
    full: int
    extra: int = 0
    """Temporary hit points."""

    @property
    def share(self) -> float:
        """What is left, 0 to 1."""
        return min(1.0, max(0.0, self.now / self.full)) if self.full > 0 else float(self.now > 0)


class Pips(Struct, frozen=True):
    """The place on the main condition track."""

    steps: tuple[str, ...]
    """Short names of the steps, unhurt first."""
    at: int
    label: str
    """Name of the step reached."""
    persistent: int = 0
    """Steps that do not recover by themselves."""


class Card(Struct, frozen=True):
    """One act that was announced, a declaration, or a reaction that came in between."""

    text: str
    """"1 Fire blaster"; what is still open says so."""
    under: str = ""
    """Small line below: what it will be rolled with, or what has become of it."""
    how: str = "said"
    """said · to-come · now · done · spare · extra · lost · sealed"""
    told: str = ""
    """The same in full: for tooltips."""
    name: str = ""
    """What stands for it among several that have no room for cards, if that is not the text."""


class Plain(Struct, frozen=True):
    """What a column says of a combatant; one that has a delegate of its own puts more on top of it."""

    text: str
    under: str = ""
    """Small line below: what it is made of."""
    told: str = ""
    """The small line in full, where that says more."""
    good: bool = True
    """False for what cannot be."""


class RowValue(Struct, frozen=True, cache_hash=True):
    """One combatant as the list shows it."""

    id: str
    slot: str
    name: str
    side: str
    mark: int
    """Number of the side's colour and shape."""
    group: str
    count: str
    aside: str
    """Small text beside the count: what breaks ties."""
    follows: str
    """Name of the first of its group if it is another member; they share the count and the turn."""
    active: bool
    acted: bool
    waiting: bool
    out: str
    """'' · 'defeated' · 'disabled'."""
    chips: tuple[Chip, ...]
    tokens: tuple[Token, ...]
    health: Health | None
    pips: Pips | None
    effects: tuple[Chip, ...]
    choosable: bool = False
    """Can be chosen to go next now."""
    cards: tuple[Card, ...] = ()
    said: tuple[tuple[str, Plain], ...] = ()
    """(kind, what it says) of the columns that say something of their own."""
    missed: bool = False
    """Its place of this pass has come by without a turn."""
    used_up: bool = False
    """Its count gives no turn any more in this round."""
    spent: str = ""
    """What is said in place of such a count, with the count itself; '' where that is shown."""

    def says(self, kind: str) -> Plain | None:
        """Return what a column says of its own, if it says anything."""
        return next((said for column, said in self.said if column == kind), None)
