"""The closed set of moments: what refills, resets, begins, ends and happens at each."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial

from rulesets.engine import authors, checks, effects, sizes, stages, uses
from rulesets.engine.in_force import allowed, forbidding, names_in_force, putting_out
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import filled, pool_size, refilled
from rulesets.engine.sizes import Size
from rulesets.formula.work import MOMENT
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code
from rulesets.vocabulary import Rules, Tick


def happen(ruling: Ruling, at: str, who: Iterable[Combatant], phase: str = "") -> None:
    """Let a moment come for some combatants: pools, tallies, uses, states, triggers, powers."""
    ids, cause = [combatant.id for combatant in who], ruling.work.cause
    ruling.work.cause = cause or (MOMENT, at)
    key = f"phase-start:{phase}" if at == "phase-start" else at
    index = ruling.index
    ruling.work.spend(index.looked_at(at, key) * len(ids), MOMENT, at)
    refill(ruling, ids, key)
    for tally in index.resets.get(key, ()):
        for each in ids:
            ruling.set_tally(each, tally, 0)
    for each in ids:
        if ruling.draft.combatants[each].used:
            uses.forget(ruling, each, uses.BEGUN.get(at, ()))
    change_states(ruling, at, ids, phase)
    if index.sets_off(at):
        with ruling.all_at_once():
            tick_states(ruling, at, ids, phase)
            _set_off(ruling, at, ids, phase)
            for each in ids if at in index.powers else ():
                checks.ask_powers(ruling, at, each)
        _tell_counts(ruling, at)
    stages.settle(ruling)
    ruling.work.cause = cause


def _set_off(ruling: Ruling, at: str, ids: Iterable[str], phase: str) -> None:
    """Run the triggers of a moment, each for everybody for whom its condition holds."""
    for trigger in ruling.index.triggers.get(at, ()):
        if trigger.phase and trigger.phase != phase:
            continue
        moved: set[tuple[int, str]] = set()
        for each in ids:
            combatant = ruling.draft.combatants[each]
            if not trigger.condition or ruling.value(trigger.condition, combatant):
                stages.run(ruling, trigger.does, combatant, {}, moved=moved)


def _tell_counts(ruling: Ruling, at: str) -> None:
    """Tell which counts a moment has moved: one by itself, several of an order as one line."""
    moved: dict[str, dict[str, list[int]]] = {}
    for order, slot, old, new in ruling.counts_moved:
        counts = moved.setdefault(order, {})
        counts[slot] = [counts[slot][0] if slot in counts else old, new]
    ruling.counts_moved.clear()
    for order, counts in moved.items():
        found = {slot: count for slot, count in counts.items() if count[0] != count[1]}
        if len(found) > 1:
            ruling.tell("counts-moved", order=order, counts=found, why=at)
        for slot, (old, new) in found.items() if len(found) == 1 else ():
            ruling.tell("count-moved", who=slot, order=order, old=old, new=new, why=at)


def refill(ruling: Ruling, ids: Iterable[str], key: str) -> None:
    """Fill the pools that this moment refills; what the last turns have lent out is taken off."""
    pools, rules, draft = ruling.index.refills.get(key, ()), ruling.rules, ruling.draft
    for each in ids:
        for name, pool in pools:
            who = draft.combatants[each]
            left, size, debt = (
                who.pools.get(name, 0),
                pool_size(rules, draft, who, name),
                who.debts.get(name, 0),
            )
            if pool.refill_by:
                new = refilled(pool, left, size, debt, partial(ruling.value, who=who))
            else:  # as nearly every pool: this is asked at every beginning of a turn
                new = filled(pool, size, debt)
            if new != left:
                ruling.set_pool(each, name, new)
            if pool.follows:
                ruling.set_debt(each, name, 0)


def fill_all(ruling: Ruling, who: str) -> None:
    """Fill every pool, as at the start of the encounter or on joining it."""
    for name in ruling.rules.pools:
        size = pool_size(ruling.rules, ruling.draft, ruling.draft.combatants[who], name)
        ruling.set_pool(who, name, size)


def leave_as_entered(ruling: Ruling, who: str) -> None:
    """Leave of the pools what was entered with the combatant, never more than they hold."""
    for name, left in ruling.draft.combatants[who].left.items():
        if name in ruling.rules.pools:
            size = pool_size(ruling.rules, ruling.draft, ruling.draft.combatants[who], name)
            ruling.set_pool(who, name, left if size is None else min(left, size))


def change_states(ruling: Ruling, at: str, ids: Iterable[str], phase: str = "") -> None:
    """Begin and end the states that this moment begins and ends."""
    index = ruling.index
    ends, begins = index.ends.get(at, ()), index.begins.get(at, ())
    if not ends and not begins:
        return
    by_hand = {(one.on, one.name) for one in ruling.draft.effects.values() if one.endless} if ends else set()
    for each in ids:
        for name, moment in ends:
            who = ruling.draft.combatants[each]
            on = name in who.states or (each, name) in by_hand
            if not on or (moment.phase and moment.phase != phase):
                continue
            if not moment.condition or ruling.value(moment.condition, who):
                effects.end_with_moment(ruling, each, name)
        for name, moment in begins:
            who = ruling.draft.combatants[each]
            if moment.phase and moment.phase != phase:
                continue
            if not moment.condition or ruling.value(moment.condition, who):
                effects.begin_state(ruling, each, name)


def tick_states(ruling: Ruling, at: str, ids: Iterable[str], phase: str = "") -> None:
    """Let what happens at a moment to whoever is in a state happen: stages run, sizes change.

    What came when the turn was put off does not come again at its end.
    """
    late = ruling.draft.walk.active if at == "turn-end" and ruling.draft.walk.late else ""
    for name, tick in ruling.index.ticks.get(at, ()):
        for each in ids:
            here = not tick.phase or tick.phase == phase
            if here and not (tick.with_delay and ruling.draft.combatants[each].slot == late):
                _tick(ruling, each, name, tick)


def tick_with_delay(ruling: Ruling, slot: str) -> None:
    """Let what comes at the end of a turn or, if it is put off, with that, come now."""
    for name, tick in ruling.index.ticks.get("turn-end", ()):
        for member in ruling.draft.members(slot) if tick.with_delay else ():
            if not tick.phase or tick.phase == ruling.draft.clock.phase:
                _tick(ruling, member.id, name, tick)
    stages.settle(ruling)


def _tick(ruling: Ruling, who: str, name: str, tick: Tick) -> None:
    if not ruling.in_force(who, name):
        return
    local = stages.told_of_state(ruling, name, effects.size_now(ruling, who, name))
    if tick.condition and not ruling.value(tick.condition, ruling.draft.combatants[who], **local):
        return
    effect = authors.first(ruling.rules, ruling.draft, who, name)
    if tick.does:
        size = 0 if effect is None else sizes.rolled(ruling, effect)
        told, by = {**local, "size": size}, effect.by if effect is not None else who
        named = by if by != who and by in ruling.draft.combatants else ""
        stages.run(ruling, tick.does, ruling.draft.combatants[who], told, by=by, actor=named)
        effect = authors.first(ruling.rules, ruling.draft, who, name)
    if tick.by and effect is not None and not effect.dice:
        local["size"] = effect.size
        number = math.floor(ruling.exact(tick.by, ruling.draft.combatants[who], **local))
        effects.resize(ruling, who, name, Size(max(0, effect.size + number)))
        effects.tell_size(ruling, who, name, effect.large)


def forbid_out(ruling: Ruling, who: Combatant, activities: Iterable[str] = ()) -> None:
    """Refuse what somebody who is out of the fight would do, and name the state that did it, if one.

    What each of those states allows all the same is not refused.
    """
    if not who.out:
        return
    states = putting_out(ruling.rules, ruling.draft, who)
    if not states:
        ruling.forbid(Code.STATE_FORBIDS, "out", state=who.out, who=who.id)
        return
    wanted = set(activities)
    for state in states:
        rule = ruling.rules.states[state]
        if not allowed(ruling.rules, ruling.draft, who, rule, wanted):
            ruling.forbid(Code.STATE_FORBIDS, state=state, who=who.id, cite=rule.cite)
            return


def forbidden_by(
    rules: Rules, ruling: Ruling, who: Combatant, activities: Iterable[str]
) -> tuple[str, str] | None:
    """Return (state, citation) of a state in force that forbids any of ``activities``, or None."""
    return forbidding(rules, ruling.draft, who, activities, names_in_force(ruling.draft, who))
