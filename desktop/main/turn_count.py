"""Which turn of the pass it is, and how many there are: counted once, then kept up by what changes."""

from __future__ import annotations

from rulesets.seen.queries import turn_is_over
from rulesets.table.changes import Changes
from rulesets.table.encounter import Encounter, Order
from rulesets.vocabulary import Phase, Rules


class TurnCount:
    """Counts the turns of the present pass. A command changes few slots, so few are looked at again."""

    def __init__(self) -> None:
        """Begin without having counted."""
        self._pass: tuple[str, int] | None = None
        """Phase and pass that were counted; None is to be counted anew."""
        self._over: dict[str, bool] = {}
        """Every slot that has a turn in this pass: whether it is over."""
        self._gone = 0
        self._stale: set[str] = set()

    def follow(self, changes: Changes) -> None:
        """Take note of what a command changed."""
        anew = changes.whole or changes.joined or changes.left or (changes.order and not changes.slots)
        if anew:
            self._pass = None
        self._stale |= changes.slots | changes.combatants

    def forget(self) -> None:
        """Count anew: another encounter is open."""
        self._pass = None

    def turns(self, rules: Rules, state: Encounter, phase: Phase) -> tuple[int, int]:
        """Return which turn of the present pass it is, from 1, and how many there are."""
        order = state.orders.get(phase.order) or Order()
        if self._pass != (phase.id, state.clock.passes):
            self._pass = (phase.id, state.clock.passes)
            self._over, self._gone = {}, 0
            slots = set(order.slots)
        else:
            people = state.combatants
            slots = {people[each].slot if each in people else each for each in self._stale} | self._stale
        for slot in slots:
            self._count(rules, state, phase, order, slot)
        self._stale = set()
        active = state.walk.active
        return self._gone + (self._over.get(active) is False), len(self._over)

    def _count(self, rules: Rules, state: Encounter, phase: Phase, order: Order, slot: str) -> None:
        self._gone -= self._over.pop(slot, False)
        over = turn_is_over(rules, state, phase, slot) if slot in order.places else None
        if over is not None:
            self._over[slot] = over
            self._gone += over
