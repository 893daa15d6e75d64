"""What holds while something is so of its combatant: states, what they make of it, pools that follow a size.

Looked at around every event that can make a difference, so that nothing which happens later in the same
command reads a table on which they are behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from rulesets.engine import authors
from rulesets.engine.depending import TELLING, state_of, told_of
from rulesets.engine.draft import Draft
from rulesets.engine.in_force import out_of
from rulesets.engine.index import Index, index_of
from rulesets.engine.scope import CombatantScope, Table, owner_of, pool_size
from rulesets.formula.compiling import FormulaError, evaluate
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED, Combatant, Readied
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

    def end_effect(self, ident: str) -> None:
        """End an effect."""

    def flag(self, name: str, who: str = "", values: Mapping[str, Any] | None = None) -> None:
        """Raise something the GM must know of."""

    def set_readied(self, who: str, new: Readied | None) -> None:
        """Set the readied action."""

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
    lasting: tuple[str, ...] = ()
    """States in force that end as soon as their 'lasts' is not true, if the event begins or touches one."""
    readied: bool = False
    """Whether the event may take a readied action."""
    brought: tuple[str, ...] = ()
    """Effects that end as soon as their 'lasts_by' is not true of whoever begins or has begun them."""


def before(ruling: Settles, event: ev.Event) -> tuple[Held, ...]:
    """Return what holds of those for whom ``event`` may make a difference, itself and who belongs to it."""
    if not ruling.holding or not isinstance(event, TELLING):
        return ()
    if isinstance(event, ev.TallyChanged) and event.key not in ruling.index.counting:
        return ()
    if isinstance(event, ev.EffectChanged) and event.old.size == event.new.size:
        return ()
    own = _own(ruling, event)
    others = _belonging(ruling, event) if ruling.index.owned else ()
    return others if own is None else (own, *others)


def _own(ruling: Settles, event: ev.Event) -> Held | None:
    """Return what holds of the one whom ``event`` is about to change; None if nothing depends on it."""
    index = ruling.index
    states = [name for name, depends in index.held.items() if depends.touched_by(event)]
    outs = isinstance(event, ev.Joined) or state_of(event) in index.putting_out
    pools = [name for name, depends in index.following.items() if depends.touched_by(event)]
    who = told_of(event)
    combatant = ruling.draft.combatants.get(who)
    lasting = _lasting(ruling, event, combatant)
    brought = _brought(ruling, event, who)
    readied = combatant is not None and combatant.readied is not None
    readied = readied and ruling.index.readied.touched_by(event)
    if not states and not outs and not pools and not lasting and not brought and not readied:
        return None
    if combatant is None:
        return Held(who, dict.fromkeys(states, False), "")
    true = _true(ruling.rules, ruling.draft, combatant, states)
    out = out_of(ruling.rules, ruling.draft, combatant) if outs else None
    sizes = {name: pool_size(ruling.rules, ruling.draft, combatant, name) for name in pools}
    return Held(who, true, out, sizes, lasting, readied, brought)


def _lasting(ruling: Settles, event: ev.Event, who: Combatant | None) -> tuple[str, ...]:
    """Return the states in force on ``who`` whose 'lasts' an event may make untrue, and the one it begins."""
    if who is None:
        return ()
    begins = state_of(event) if isinstance(event, ev.StateBegan | ev.EffectBegan) else ""
    return tuple(
        name
        for name, depends in ruling.index.lasting.items()
        if name == begins or (depends.touched_by(event) and _in_force(ruling, who, name))
    )


def _in_force(ruling: Settles, who: Combatant, name: str) -> bool:
    return name in who.states or authors.is_on(ruling.rules, ruling.draft, who.id, name)


def _brought(ruling: Settles, event: ev.Event, by: str) -> tuple[str, ...]:
    """Return the effects of ``by`` whose 'lasts_by' an event may make untrue, or the one that it begins."""
    if isinstance(event, ev.EffectBegan) and event.effect.name in ruling.index.lasting_by:
        return (event.effect.id,)
    touched = [name for name, depends in ruling.index.lasting_by.items() if depends.touched_by(event)]
    if not touched:
        return ()
    return tuple(e.id for e in ruling.draft.effects.values() if e.by == by and e.name in touched)


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
    if held.who in ruling.draft.combatants:
        for pool, size in held.sizes.items():  # first: what follows from it sees to its own part
            _follow(ruling, held.who, pool, size)
    for ident in held.brought:
        _end_without(ruling, ident)
    combatant = ruling.draft.combatants.get(held.who)
    if combatant is None:
        return
    now = _true(ruling.rules, ruling.draft, combatant, held.states)
    if held.readied:
        _lose_readied(ruling, combatant)
    if now == held.states and held.out is None and not held.lasting:
        return
    if ruling.settling >= MAX_DEEP:
        raise FormulaError("states that begin and end each other go on without end")
    ruling.settling += 1
    if now != held.states:
        for state, was in held.states.items():
            _settle(ruling, held.who, state, was)
    for state in held.lasting:
        _end_over(ruling, held.who, state)
    if held.out is not None:
        _settle_out(ruling, held.who, held.out)
    ruling.settling -= 1


def _lose_readied(ruling: Settles, who: Combatant) -> None:
    """Take a readied action of which 'lost' has come true."""
    ready = ruling.rules.ready
    if who.readied is None or ready is None:
        return
    if evaluate(ready.lost, CombatantScope(ruling.rules, ruling.draft, who)):
        ruling.set_readied(who.id, None)
        ruling.flag("readied-lost", who.id)


def _end_over(ruling: Settles, who: str, state: str) -> None:
    """End a state whose 'lasts' is no longer true."""
    combatant, rule = ruling.draft.combatants[who], ruling.rules.states[state]
    over = not evaluate(rule.lasts, CombatantScope(ruling.rules, ruling.draft, combatant))
    if not over or not _in_force(ruling, combatant, state):
        return
    ruling.set_state(who, state, False)
    for effect in authors.named(ruling.draft, who, state):
        ruling.end_effect(effect.id)
    if rule.lost_flag:
        ruling.flag(rule.lost_flag, who)


def _end_without(ruling: Settles, ident: str) -> None:
    """End an effect whose 'lasts_by' is not true of whoever has begun it, or who has left."""
    effect = ruling.draft.effects.get(ident)
    if effect is None:
        return
    author = ruling.draft.combatants.get(effect.by)
    rule = ruling.rules.states[effect.name]
    scope = CombatantScope(ruling.rules, ruling.draft, author)
    if author is None or not evaluate(rule.lasts_by, scope):
        ruling.end_effect(ident)
        if rule.lost_flag:
            ruling.flag(rule.lost_flag, effect.on)


def carry(ruling: Settles, old: Rules, table: Encounter) -> None:
    """Settle everybody by new rules on a table that was played by ``old`` ones so far."""
    for who in table.combatants.values():
        was = _true(old, table, who, index_of(old).held)
        for state in ruling.index.held:
            _settle(ruling, who.id, state, was.get(state, False))
        _settle_out(ruling, who.id, out_of(old, table, who))


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
