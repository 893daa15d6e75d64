"""What holds while something is so of its combatant: states, what they make of it, pools that follow a size.

Looked at around every event that can make a difference, so that nothing which happens later in the same
command reads a table on which they are behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from rulesets.engine.depending import TELLING, state_of, told_of
from rulesets.engine.draft import Draft
from rulesets.engine.index import Index, index_of
from rulesets.engine.scope import CombatantScope, Table, names_in_force, owner_of, pool_size
from rulesets.formula.compiling import FormulaError, evaluate
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED, Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

MAX_DEEP = 24
"""States that may begin and end each other in one go."""


class Settles(Protocol):
    """A ruling, as far as it is needed to keep states up in it."""

    rules: Rules
    draft: Draft
    index: Index
    holding: bool
    """Whether there is any state to be kept up."""
    settling: int
    """How many of them are beginning or ending, one having set off the other."""

    def set_state(self, who: str, state: str, in_force: bool) -> None:
        """Put a state in force or end it."""

    def set_out(self, who: str, new: str) -> None:
        """Set whether a combatant is out."""

    def set_pool(self, who: str, key: str, new: int | None) -> None:
        """Set what is left of a pool, never below 0."""

    def set_debt(self, who: str, key: str, new: int) -> None:
        """Set what was taken of a pool beyond what it holds."""


class Held(Struct, frozen=True):
    """What held of a combatant before an event."""

    who: str
    states: dict[str, bool]
    """State that the event may begin or end → whether its 'while' was true."""
    out: str | None
    """How far its states put it out; None if the event makes no difference to that."""
    sizes: dict[str, int | None] = {}
    """Pool that follows its size, which the event may change → that size."""


def before(ruling: Settles, event: ev.Event) -> tuple[Held, ...]:
    """Return what holds of those for whom ``event`` may make a difference, itself and who belongs to it."""
    if not ruling.holding or not isinstance(event, TELLING):
        return ()
    if isinstance(event, ev.TallyChanged) and event.key not in ruling.index.counting:
        return ()
    if isinstance(event, ev.EffectChanged) and event.old.size == event.new.size:
        return ()
    own = None if isinstance(event, ev.Left) else _own(ruling, event)
    others = _belonging(ruling, event) if ruling.index.owned else ()
    return others if own is None else (own, *others)


def _own(ruling: Settles, event: ev.Event) -> Held | None:
    """Return what holds of the one whom ``event`` is about to change; None if nothing depends on it."""
    index = ruling.index
    states = [name for name, depends in index.held.items() if depends.touched_by(event)]
    outs = isinstance(event, ev.Joined) or state_of(event) in index.putting_out
    pools = [name for name, depends in index.following.items() if depends.touched_by(event)]
    if not states and not outs and not pools:
        return None
    who = told_of(event)
    combatant = ruling.draft.combatants.get(who)
    if combatant is None:
        return Held(who, dict.fromkeys(states, False), "")
    true = _true(ruling.rules, ruling.draft, combatant, states)
    out = out_of(ruling.rules, ruling.draft, combatant) if outs else None
    sizes = {name: pool_size(ruling.rules, ruling.draft, combatant, name) for name in pools}
    return Held(who, true, out, sizes)


def _belonging(ruling: Settles, event: ev.Event) -> tuple[Held, ...]:
    """Return what holds of those who belong to the one whom ``event`` changes."""
    rules, draft, about = ruling.rules, ruling.draft, told_of(event)
    return tuple(
        Held(one.id, _true(rules, draft, one, ruling.index.owned), None)
        for one in draft.combatants.values()
        if owner_of(rules, draft, one) == about
    )


def after(ruling: Settles, held: Held) -> None:
    """Begin and end what has come true, or is no longer so; who falls or gets up by it is out, or back."""
    combatant = ruling.draft.combatants.get(held.who)
    if combatant is None:
        return
    now = _true(ruling.rules, ruling.draft, combatant, held.states)
    if now == held.states and held.out is None and not held.sizes:
        return
    if ruling.settling >= MAX_DEEP:
        raise FormulaError("states that begin and end each other go on without end")
    ruling.settling += 1
    if now != held.states:
        for state, was in held.states.items():
            _settle(ruling, held.who, state, was)
    for pool, size in held.sizes.items():
        _follow(ruling, held.who, pool, size)
    if held.out is not None:
        _settle_out(ruling, held.who, held.out)
    ruling.settling -= 1


def carry(ruling: Settles, old: Rules, table: Encounter) -> None:
    """Settle everybody by new rules on a table that was played by ``old`` ones so far."""
    for who in table.combatants.values():
        was = _true(old, table, who, index_of(old).held)
        for state in ruling.index.held:
            _settle(ruling, who.id, state, was.get(state, False))
        _settle_out(ruling, who.id, out_of(old, table, who))


def out_of(rules: Rules, table: Table, who: Combatant) -> str:
    """Return how far the states in force put somebody out: defeated counts more than disabled."""
    found = {rules.states[name].out for name in _names(rules, table, who) if name in rules.states}
    return next((out for out in (OUT_DEFEATED, OUT_DISABLED) if out in found), "")


def putting_out(rules: Rules, table: Table, who: Combatant) -> str:
    """Return the state in force that puts somebody as far out as it is; '' if that was done by hand."""
    names = (name for name in _names(rules, table, who) if name in rules.states)
    return next((name for name in names if who.out and rules.states[name].out == who.out), "")


def _names(rules: Rules, table: Table, who: Combatant) -> tuple[str, ...]:
    return tuple(names_in_force(rules, CombatantScope(rules, table, who), who))


def _true(rules: Rules, table: Table, who: Combatant, states: Iterable[str]) -> dict[str, bool]:
    """Return for each of ``states`` whether its 'while' is true."""
    scope = CombatantScope(rules, table, who)
    return {state: bool(evaluate(rules.states[state].holds, scope)) for state in states}


def _follow(ruling: Settles, who: str, pool: str, was: int | None) -> None:
    """Let what is left of a pool follow its size; what was taken beyond that is remembered as lent out."""
    combatant = ruling.draft.combatants[who]
    left, now = combatant.pools.get(pool), pool_size(ruling.rules, ruling.draft, combatant, pool)
    if left is None or was is None or now is None:
        return
    net = left - combatant.debts.get(pool, 0) + now - was
    ruling.set_pool(who, pool, net)
    ruling.set_debt(who, pool, max(0, -net))


def _settle(ruling: Settles, who: str, state: str, was: bool) -> None:
    combatant = ruling.draft.combatants[who]
    now = _true(ruling.rules, ruling.draft, combatant, [state])[state]
    if now != was and (state in combatant.states) != now:
        ruling.set_state(who, state, now)


def _settle_out(ruling: Settles, who: str, was: str) -> None:
    """Put somebody out, or let it back in; who was put out by hand stays so."""
    combatant = ruling.draft.combatants[who]
    now = out_of(ruling.rules, ruling.draft, combatant)
    by_hand = combatant.out not in ("", was)
    if now == was or combatant.out == now or (by_hand and now != OUT_DEFEATED):
        return
    ruling.set_out(who, now)
