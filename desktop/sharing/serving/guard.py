"""Who is let in, how often, and with what every answer is sent: nothing here knows what is shown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from msgspec import Struct

MOST_CONNECTIONS, MOST_OF_ADDRESS = 400, 160
"""Connections at a time, of all and of one address: phones behind a router of their own have one address."""
_ADDRESSES = 2_000
"""Addresses that are remembered, those seen last."""


class Patience(Struct, frozen=True):
    """Seconds for which something is waited for."""

    silence: float = 10.0
    """In which a connection has to ask for something, and a slip has to come in whole."""
    stalled: float = 20.0
    """After which a page that takes nothing is sent away; it comes back by itself when it can."""
    beat: float = 5.0
    """After which a page hears that nothing has happened; who hears nothing for longer is cut off."""


HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "Turnwright",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Of every answer, whatever it is."""


class Rate:
    """So many at once, and so many a second after that, for each of many names."""

    def __init__(self, most: float, a_second: float) -> None:
        """Allow ``most`` at once."""
        self._most, self._a_second = most, a_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, name: str, now: float) -> bool:
        """Return whether one more is allowed at the time ``now`` in seconds, and count it."""
        left, at = self._left.pop(name, (self._most, now))
        left = min(self._most, left + max(0.0, now - at) * self._a_second)
        allowed = left >= 1
        self._left[name] = (left - 1 if allowed else left, now)
        if len(self._left) > _ADDRESSES:
            self._left.popitem(last=False)
        return allowed


def own_names(host: str, port: int) -> frozenset[str]:
    """Return by what a browser may have found this server: the address itself, never a name.

    A name could be one that somebody else lets point here (DNS rebinding).
    """
    written = f"[{host}]" if ":" in host else host
    found = {f"{written}:{port}"}
    if port == 80:
        found.add(written)
    return frozenset(found)


def is_own(headers: Mapping[str, str], names: frozenset[str]) -> bool:
    """Return whether a request was made by a page of this server, or typed in by somebody."""
    if headers.get("Host", "").lower() not in names:
        return False
    origin = headers.get("Origin")
    if origin is not None and origin.lower() not in {f"http://{name}" for name in names}:
        return False
    return headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin") or "Origin" not in headers


def may_send(headers: Mapping[str, str]) -> bool:
    """Return whether a slip may come with these headers: no form and no other page can send them."""
    kind = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    site = headers.get("Sec-Fetch-Site", "same-origin")
    return kind == "application/json" and headers.get("X-Turnwright") == "slip" and site == "same-origin"
