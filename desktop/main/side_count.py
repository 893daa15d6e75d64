"""How many sides there are: counted once, then again only when somebody may have changed sides."""

from __future__ import annotations

from rulesets.seen.proposed import side_now
from rulesets.table.changes import Changes
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules


class SideCount:
    """Counts the sides. Most commands change nobody's side, so nobody is looked at."""

    def __init__(self) -> None:
        """Begin without having counted."""
        self._counted: Encounter | None = None
        """The encounter in which sides were last looked at; None is to be counted anew."""
        self._stale: set[str] = set()
        self._number = 0

    def follow(self, changes: Changes) -> None:
        """Take note of what a command changed."""
        if changes.whole or changes.joined or changes.left:
            self._counted = None
        self._stale |= changes.combatants

    def forget(self) -> None:
        """Count anew: another encounter is open."""
        self._counted = None

    def number(self, rules: Rules, state: Encounter) -> int:
        """Return how many sides have somebody, as the rules say who is one: the separated, too (001-16)."""
        if self._counted is None or self._moved(rules, self._counted, state):
            self._number = len({side_now(rules, state, who) for who in state.combatants.values()})
        self._counted, self._stale = state, set()
        return self._number

    def _moved(self, rules: Rules, before: Encounter, state: Encounter) -> bool:
        for ident in self._stale:
            old, new = before.combatants.get(ident), state.combatants.get(ident)
            if old is new:
                continue
            if old is None or new is None or side_now(rules, before, old) != side_now(rules, state, new):
                return True
        return False
