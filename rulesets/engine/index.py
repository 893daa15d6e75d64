"""What a ruleset says at each moment, looked up once instead of at every turn."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rulesets.compiled import Moment, Pool, Rules, TriggerRule
from rulesets.engine.depending import depends_on


class Index:
    """Pools by refill, tallies by reset, states and triggers by moment, of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        """Sort the ruleset's entries by when they matter."""
        self.refills: dict[str, list[tuple[str, Pool]]] = {}
        self.lost: dict[str, list[str]] = {}
        for name, pool in rules.pools.items():
            self.refills.setdefault(pool.refill, []).append((name, pool))
            if pool.lost:
                self.lost.setdefault(pool.lost, []).append(name)
        self.any_time = frozenset(
            pool
            for cost in rules.costs.values()
            if cost.kind == "reaction" or (cost.off_turn and not any(w.borrows for w in cost.alternatives))
            for way in cost.alternatives[:1]
            for pool in way.pay
        )
        """Pools meant for outside of the own turn: what is left of them counts before it, too."""
        self.resets: dict[str, list[str]] = {}
        for name, tally in rules.tallies.items():
            self.resets.setdefault(tally.resets, []).append(name)
        self.begins: dict[str, list[tuple[str, Moment]]] = {}
        self.ends: dict[str, list[tuple[str, Moment]]] = {}
        self.back_if_put_off: set[str] = set()
        for name, state in rules.states.items():
            for moment in state.begins:
                self.begins.setdefault(moment.at, []).append((name, moment))
            for moment in state.ends:
                self.ends.setdefault(moment.at, []).append((name, moment))
            if state.back_if_put_off:
                self.back_if_put_off.add(name)
        self.triggers: dict[str, list[TriggerRule]] = {}
        for trigger in rules.triggers:
            self.triggers.setdefault(trigger.at, []).append(trigger)
        self.ends_at = frozenset(self.ends)
        self.held = {
            name: depends_on(rules, state.holds) for name, state in rules.states.items() if state.holds
        }
        """States that hold while something is so, with what that depends on."""
        self.putting_out = frozenset(name for name, state in rules.states.items() if state.out)
        """States that put out of the fight."""
        self.ladders = _ladders(rules)


def _ladders(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Return state → all states of its ladder, the mildest first."""
    above = {state.worse for state in rules.states.values() if state.worse}
    found: dict[str, tuple[str, ...]] = {}
    for name, state in rules.states.items():
        if not state.worse or name in above:
            continue
        ladder = [name]
        while rules.states[ladder[-1]].worse not in ("", *ladder):
            ladder.append(rules.states[ladder[-1]].worse)
        found.update(dict.fromkeys(ladder, tuple(ladder)))
    return found


_INDEXES: WeakKeyDictionary[Rules, Index] = WeakKeyDictionary()


def index_of(rules: Rules) -> Index:
    """Return the index of a ruleset, made on the first call."""
    found = _INDEXES.get(rules)
    if found is None:
        found = _INDEXES[rules] = Index(rules)
    return found
