"""Who looks on, and the newest of what each of them sees.

There is no queue for anybody: whoever was away, asleep or slow gets the newest value next and nothing of what
was in between.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Iterable

from desktop.sharing.protocol import Visitor

MOST_LINKS = 200
"""Personal links that are good at a time."""


class Value:
    """Something that is shown, and its number: whoever has seen an older number gets it.

    The number is told to nobody: it counts what others are shown, too.
    """

    def __init__(self, name: str, content: bytes = b"") -> None:
        """Show nothing yet."""
        self.name = name
        self.content = content
        self.number = 1 if content else 0
        self.message = b""
        self.show(content, self.number)

    def show(self, content: bytes, number: int) -> None:
        """Show something else."""
        self.content, self.number = content, number
        self.message = b"event: %b\ndata: %b\n\n" % (self.name.encode(), content)


class Watcher:
    """One page that is open somewhere."""

    def __init__(self, address: str, values: Iterable[Value], token: str = "") -> None:
        """See ``values`` from now on."""
        self.address, self.token = address, token
        self._values = tuple(values)
        self._sent: dict[str, int] = {}
        self._wakes = asyncio.Event()
        self._wakes.set()
        self.behind = False
        """What was sent has not all arrived."""
        self.thrown_out = False

    async def wait(self) -> None:
        """Wait until there is something new."""
        await self._wakes.wait()
        self._wakes.clear()

    def wake(self) -> None:
        """Say that there is."""
        self._wakes.set()

    def sees(self, value: Value) -> bool:
        """Return whether it is shown this."""
        return value in self._values

    def news(self) -> bytes:
        """Return what it has not been sent yet, and count it as sent."""
        new = [one for one in self._values if one.number > self._sent.get(one.name, 0)]
        for one in new:
            self._sent[one.name] = one.number
        return b"".join(one.message for one in new)

    def visitor(self) -> Visitor:
        """Return it as the window is told of it."""
        return Visitor(self.address, self.token, self.behind)


class Hub:
    """Everything that is shown, and everybody who looks on."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """``tell`` is called whenever somebody comes, goes, or falls behind."""
        self._tell = tell
        self._table = Value("table")
        self._own: dict[str, Value] = {}
        self._watchers: set[Watcher] = set()
        self._numbers = 0

    # -- what is shown -----------------------------------------------------------------------------

    def show_table(self, content: bytes) -> None:
        """Show everybody something else."""
        self._show(self._table, content)

    def show_own(self, token: str, content: bytes) -> None:
        """Show somebody with a personal link something else; a new link is good from now on."""
        if token not in self._own and len(self._own) >= MOST_LINKS:
            return
        self._show(self._own.setdefault(token, Value("own")), content)

    def drop(self, token: str) -> None:
        """Let a link be good no longer, and send away whoever is there by it."""
        self._own.pop(token, None)
        for one in self._watchers:
            if one.token == token:
                one.thrown_out = True
                one.wake()

    def _show(self, value: Value, content: bytes) -> None:
        if value.content == content:
            return
        self._numbers += 1
        value.show(content, self._numbers)
        for one in self._watchers:
            if one.sees(value):
                one.wake()

    # -- who looks on ------------------------------------------------------------------------------

    def known(self, token: str) -> str:
        """Return the link that is meant, or '' for none; how long it takes tells nothing of any of them."""
        found, said = "", token.encode("utf-8", "replace")
        for one in self._own:
            if hmac.compare_digest(one.encode(), said):
                found = one
        return found

    def enter(self, address: str, token: str = "") -> Watcher:
        """Let somebody look on."""
        values = (self._table, self._own[token]) if token else (self._table,)
        watcher = Watcher(address, values, token)
        self._watchers.add(watcher)
        self._tell()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks on no longer."""
        self._watchers.discard(watcher)
        self._tell()

    def falls_behind(self, watcher: Watcher, behind: bool) -> None:
        """Note whether what was sent to somebody is still under way."""
        if watcher.behind != behind:
            watcher.behind = behind
            self._tell()

    def visitors(self) -> tuple[Visitor, ...]:
        """Return who looks on."""
        found = (one.visitor() for one in self._watchers)
        return tuple(sorted(found, key=lambda one: (one.token, one.address)))

    def of_address(self, address: str) -> int:
        """Return how many pages are open at an address."""
        return sum(1 for one in self._watchers if one.address == address)
