"""Personal links: who knows one sees the own combatant and sends slips for it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from msgspec import Struct

BYTES = 18
"""Random bytes of a link: 144 bits, which nobody guesses."""


class Link(Struct, frozen=True):
    """One link. It is good until it is thrown out, sharing ends, or another encounter is opened."""

    token: str
    who: str
    """Id of the combatant."""

    def path(self) -> str:
        """Return what stands behind the address: browsers send no server what follows a '#'."""
        return f"#{self.token}"


class Links:
    """The links that are good, one for each combatant."""

    def __init__(self) -> None:
        """Have none."""
        self._links: dict[str, Link] = {}

    def __iter__(self) -> Iterator[Link]:
        """Go through all of them, the oldest first."""
        return iter(tuple(self._links.values()))

    def __len__(self) -> int:
        """How many there are."""
        return len(self._links)

    def make(self, who: str) -> Link:
        """Make a link for a combatant; one that it had has to be thrown out before."""
        link = Link(secrets.token_urlsafe(BYTES), who)
        self._links[link.token] = link
        return link

    def drop(self, token: str) -> None:
        """Throw a link out."""
        self._links.pop(token, None)

    def clear(self) -> None:
        """Throw all of them out."""
        self._links.clear()

    def by_token(self, token: str) -> Link | None:
        """Return the link of a token."""
        return self._links.get(token)

    def of(self, who: str) -> Link | None:
        """Return the link of a combatant."""
        return next((link for link in self._links.values() if link.who == who), None)
