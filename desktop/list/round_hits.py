"""The hits of this round and the last whose damage is still to be given, read on in the log step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.seen.deeds import Hits, begins_round, with_step
from rulesets.seen.queries import pipeline_for
from rulesets.table.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from rulesets.table.entry import Entry

MOST_STEPS = 500
"""Steps of both that are read back, where not all of it was seen: a fight is opened, or a step undone."""


class RoundHits:
    """Follows the log of the open fight; a round of a thousand turns is not read again at each of them."""

    def __init__(self, bridge: Bridge) -> None:
        """Read nothing yet."""
        self._bridge = bridge
        self._begin = 0
        self._read: list[tuple[Entry, Hits, Hits]] = []
        """The steps from ``_begin`` on, and the open hits after each: of the last round, and of this one."""

    def now(self) -> Hits:
        """Return place in the log → hit without damage, the oldest first.

        There are none where no damage follows a hit, and none on somebody who is out of the fight.
        """
        bridge = self._bridge
        if not bridge.is_open or bridge.state.clock.status != RUNNING:
            return {}
        if not pipeline_for(bridge.rules, "damage"):
            return {}
        people = bridge.state.combatants
        return {
            number: hit
            for number, hit in self._up_to_now().items()
            if hit.who in people and hit.target in people and not people[hit.target].out
        }

    def _up_to_now(self) -> Hits:
        line, cursor, read = self._bridge.line, self._bridge.cursor, self._read
        while read and (self._end() > cursor or line[self._end() - 1] is not read[-1][0]):
            read.pop()  # undone, or in another fight
        if not read:
            self._begin = self._first(cursor)
        before, found = read[-1][1:] if read else ({}, {})
        for number in range(self._end(), cursor):
            entry = line[number]
            if begins_round(entry):
                read.clear()
                self._begin, before, found = number, found, {}
            stood, found = found, with_step(self._bridge, found, number, entry.command)
            if found == stood:  # damage is that of a hit of this round, if there is one
                before = with_step(self._bridge, before, number, entry.command)
            read.append((entry, before, found))
        return {**before, **found}

    def _end(self) -> int:
        return self._begin + len(self._read)

    def _first(self, cursor: int) -> int:
        """Return the place of the first step of the last round, or of the last ones of both."""
        last = max(0, cursor - MOST_STEPS)
        steps = range(cursor - 1, last - 1, -1)
        begun = [number for number in steps if begins_round(self._bridge.line[number])]
        return begun[1] if len(begun) > 1 else last
