"""What a combatant can still spend of its pools, and why not more: the one answer for whoever shows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

from msgspec import Struct

from rulesets.engine.coming import has_come_by, is_interrupted, takes_part
from rulesets.engine.in_force import forbidding, own_upkeep
from rulesets.engine.index import PoolUse, index_of
from rulesets.engine.scope import UNTOLD, pool_size, refilled, value_of
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import OVER as ENDED, RUNNING, Encounter
from rulesets.vocabulary import Rules, alternatives, find_phase
from rulesets.vocabulary.base import WHOLE

OUT, OVER, PASSED, FORBIDDEN, COMING = "out", "over", "passed", "forbidden", "coming"
UNMET = "unmet"
NOT_NOW = "~"
"""Instead of the state that closes a way to spend: there is none, but it is not there now."""


class Spendable(Struct, frozen=True):
    """What there is to spend of one pool; None is without limit."""

    left: int | None
    has: int | None
    """What is left of the pool, or will be when it is filled, whether or not it can be spent."""
    why: str = ""
    """Why ``left`` is not simply what is left: out · over (no turn is to come) · passed (none in this pass) ·
    forbidden · coming (it is what the coming turn will bring) · unmet (nothing can be done with it now);
    '' if it is."""
    state: str = ""
    """The state that forbids it."""
    needs: str = ""
    """What the last way to spend it needs, in words, where what each of them needs is missing."""
    only: tuple[str, ...] = ()
    """The actions that alone may still be paid from it, where a state forbids everything else."""

    @property
    def is_barred(self) -> bool:
        """Whether nothing of it can be spent, and not because it is spent or its turn is over."""
        return self.left == 0 and self.has != 0 and self.why in (FORBIDDEN, UNMET)


class Budget:
    """One combatant at one moment: what all its pools have in common is looked up once."""

    def __init__(self, rules: Rules, state: Encounter, who: Combatant) -> None:
        """Look at ``who`` in ``state``."""
        self._rules, self._state, self._who = rules, state, who
        self._index = index_of(rules)
        self._phase = find_phase(rules, state.clock.phase)

    def of(self, pool: str) -> Spendable:
        """Return what can still be spent of a pool.

        That is what is left; of a pool that only the own turn can spend, before it, what that turn will
        bring, and nothing once no turn is to come in the round, or in the pass. Whoever is out, in a state
        that forbids everything that is paid from it, or without what each of that needs, has nothing.
        """
        who, has, why = self._who, self._who.pools.get(pool, 0), ""
        if who.out:
            return Spendable(0, has, OUT)
        if self._state.clock.status != RUNNING:
            has = self._coming(pool, pool_size(self._rules, self._state, who, pool))
            ended = self._state.clock.status == ENDED and bool(self._barring)
            barred = self._barred(self._closed(pool, self._barring)) if ended else ""
            return Spendable(0, has, FORBIDDEN, barred) if barred else Spendable(has, has, COMING)
        if (
            self._waits
            and self._rules.pools[pool].resets == "turn-start"
            and pool not in self._index.any_time
        ):
            if not self._turn_to_come:
                return Spendable(0, has, OVER)
            if self._has_passed:
                return Spendable(0, has, PASSED)
            has, why = self._coming(pool, has), COMING
        names = (self._barring_then if why else self._barring) if has != 0 else set()
        if not names and (has == 0 or pool not in self._index.gated):
            return Spendable(has, has, why)
        closed = self._closed(pool, names)
        open_ = [way.action for way, by in closed if not by]
        barred = self._barred(closed)
        if barred:
            return Spendable(0, has, FORBIDDEN, barred)
        if not open_ and pool in self._index.gated:
            return Spendable(0, has, UNMET, needs=closed[-1][0].needs_text)
        forbidden = any(by not in ("", NOT_NOW) for _, by in closed)
        only = tuple(dict.fromkeys(open_)) if forbidden and all(open_) else ()
        return Spendable(has, has, why, only=only)

    def closes(self, pool: str) -> tuple[str, ...]:
        """Return the ids of the pools of which nothing is left, either, once one of ``pool`` is spent."""
        if pool not in self._index.one_of_all:
            return ()
        rules, state, who = self._rules, self._state, self._who
        for cost in rules.costs.values():
            for way in alternatives(cost, state.clock.phase) if cost.kind == "action" else ():
                if way.pay.get(pool) != "1":
                    continue
                if not way.condition or value_of(rules, state, who, way.condition, UNTOLD):
                    emptied = (name for name, amount in way.pay.items() if amount in WHOLE)
                    return tuple(name for name in emptied if rules.pools[name].visible)
        return ()

    def counted(self, tally: str) -> int:
        """Return what a tally has counted: of acts of the own turn nothing but while it goes on."""
        rule = self._rules.tallies[tally]
        of_turn = bool(rule.counts) and rule.resets == "turn-start"
        return 0 if of_turn and self._waits else self._who.tallies.get(tally, 0)

    @property
    def only(self) -> tuple[str, ...]:
        """The actions that are all a state lets ``who`` do with what it has left; () if it may do more."""
        if not self._barring:
            return ()
        spendable = (self.of(name) for name in self._rules.pools if self._index.ways.get(name))
        found = [seen.only for seen in spendable if seen.left != 0]
        return tuple(dict.fromkeys(name for only in found for name in only)) if all(found) else ()

    # -- the turn to come --------------------------------------------------------------------------

    def _coming(self, pool: str, left: int | None) -> int | None:
        """Return what a pool will hold once the coming turn has filled it."""
        rules, state, who = self._rules, self._state, self._who
        value, size = partial(value_of, rules, state, who), pool_size(rules, state, who, pool)
        return refilled(rules.pools[pool], left, size, who.debts.get(pool, 0), value)

    @property
    def _waits(self) -> bool:
        """Whether it is not the own turn, nor one that has begun and was put off or interrupted."""
        slot, state = self._who.slot, self._state
        return slot != state.walk.active and slot not in state.put_off and not is_interrupted(state, slot)

    @cached_property
    def _turn_to_come(self) -> bool:
        """Whether there is still a turn in this round; before phases of turns everybody has one to come."""
        rules, state, slot, phase = self._rules, self._state, self._who.slot, self._phase
        if phase is None:
            return True
        later = rules.phases[rules.phases.index(phase) + 1 :]
        chances = [one for one in later if one.activity == "act" and one.when == phase.when]
        if phase.activity != "act":
            return bool(chances) or phase.activity != "tick" or phase.when != "round"
        if phase.turns == "again" or phase.repeats or not has_come_by(state, slot):
            chances.append(phase)
        return any(takes_part(rules, state, one, slot) for one in chances)

    @property
    def _has_passed(self) -> bool:
        """Whether the turn of this pass is over; the next pass brings another one."""
        return self._phase is not None and self._phase.repeats and has_come_by(self._state, self._who.slot)

    # -- what states forbid ------------------------------------------------------------------------

    @cached_property
    def _barring(self) -> set[str]:
        """The states in force, effects among them, that forbid anything at all."""
        barring, who = self._index.forbidding, self._who
        on = (effect.name for effect in self._state.effects.values() if effect.on == who.id)
        return {*barring.intersection(who.states), *barring.intersection(on)}

    @cached_property
    def _barring_then(self) -> set[str]:
        """Those of them that do not end when the own turn begins."""
        return {name for name in self._barring if not self._ends_with_turn(name)}

    def _closed(self, pool: str, names: set[str]) -> list[tuple[PoolUse, str]]:
        """Return every way to spend of a pool, with what closes it."""
        return [(way, self._closed_by(way, names)) for way in self._index.ways.get(pool, ())]

    @staticmethod
    def _barred(closed: Sequence[tuple[PoolUse, str]]) -> str:
        """Return the state that closes all of these ways, or '' if one is open, or only not now."""
        if not all(by for _, by in closed):
            return ""
        return next((by for _, by in closed if by != NOT_NOW), "")

    def _closed_by(self, way: PoolUse, names: set[str]) -> str:
        """Return the state that closes a way to spend, NOT_NOW, or '' for one that is open."""
        rules, state, who = self._rules, self._state, self._who
        if way.declared and (self._phase is None or self._phase.activity != "declare"):
            return NOT_NOW
        found = None if way.exempt else forbidding(rules, state, who, way.activities, names)
        if found is not None:
            return found[0]
        missing = way.needs and not value_of(rules, state, who, way.needs, UNTOLD)
        return NOT_NOW if missing or (way.maintains and not own_upkeep(state, who, "")) else ""

    def _ends_with_turn(self, name: str) -> bool:
        rules, state, who = self._rules, self._state, self._who
        return name in who.states and any(
            moment.at == "turn-start"
            and moment.phase in ("", state.clock.phase)
            and (not moment.condition or value_of(rules, state, who, moment.condition))
            for moment in rules.states[name].ends
        )


def left_of(rules: Rules, state: Encounter, who: Combatant, pool: str) -> int | None:
    """Return what a combatant can still spend of a pool; None is without limit."""
    return Budget(rules, state, who).of(pool).left
