"""Combatants under other rules: what each of them keeps, loses and gets."""

from __future__ import annotations

import math
from typing import Any

from rulesets.engine import effects, uses
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import pool_size, value_of
from rulesets.formula.compiling import FormulaError
from rulesets.table.combatant import OUT_DEFEATED, Combatant, Declared, TrackPlace
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Pool, Rules, Stat, choices_of


def fit_everybody(ruling: Ruling, old: Rules, before: Encounter) -> None:
    """Take from everybody what the new rules do not know, and give what they ask for; pools come later."""
    for ident in before.combatants:
        _fit_tracks(ruling, old, ident)
        _fit_states(ruling, old, ident)
        _fit_actions(ruling, old, ident)
        _fit_counts(ruling, old, ident)
    for who in before.combatants.values():
        _fit_stats(ruling, old, who, before)


# -- stats -----------------------------------------------------------------------------------------


def _fit_stats(ruling: Ruling, old: Rules, who: Combatant, before: Encounter) -> None:
    """Keep what was entered and can still be; what counts down (hit points) follows what is full.

    Who was unhurt is unhurt by the new rules, too, and damage taken stays damage taken, but nobody falls
    by a change of rules: what was above 0 stays above it.
    """
    rules = ruling.rules
    for key, value in sorted(who.stats.items()):
        rule, earlier = rules.stats.get(key), old.stats.get(key)
        if rule is None or (earlier is not None and not _still_fits(earlier, rule, value)):
            ruling.set_stat(who.id, key, None)
            ruling.tell("rules-lost", who=who.id, kind="stat", what=key, value=value)
    stats = ruling.draft.combatants[who.id].stats
    for key, rule in rules.stats.items():
        source = rules.stats.get(rule.filled_from)
        fresh = key not in old.stats and key not in stats
        if (
            source is not None
            and not source.to_begin_with
            and fresh
            and stats.get(rule.filled_from) is not None
        ):
            ruling.set_stat(who.id, key, stats[rule.filled_from])
    for key, rule in rules.stats.items():
        if rule.to_begin_with:
            _fit_vital(ruling, old, who, key, before)


def _still_fits(old: Stat, new: Stat, value: Any) -> bool:
    """Return whether a value that was entered for a stat can be one by its new rule."""
    if value is None or _kind(old) == _kind(new):
        return True
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and {_kind(old), _kind(new)} == {"number", "reduction"}


def _kind(rule: Stat) -> str:
    return "bool" if isinstance(rule.default, bool) else rule.type


def _fit_vital(ruling: Ruling, old: Rules, who: Combatant, key: str, before: Encounter) -> None:
    now = ruling.draft.combatants[who.id]
    has = now.stats.get(key)
    full = ruling.exact(key, _without(now, key))
    if has is None:
        ruling.set_stat(who.id, key, full)
        return
    rule, earlier = ruling.rules.stats[key], old.stats.get(key)
    if earlier is None or not earlier.to_begin_with or not (rule.formula and earlier.formula):
        return
    try:
        was = value_of(old, before, _without(who, key), key)
    except FormulaError:
        return
    if not all(isinstance(number, int | float) for number in (has, full, was)) or was == full or has <= 0:
        return
    ruling.set_stat(who.id, key, max(1, math.floor(has + full - was)))


def _without(who: Combatant, key: str) -> Combatant:
    return who.having(stats={name: value for name, value in who.stats.items() if name != key})


# -- tracks and states -----------------------------------------------------------------------------


def _fit_tracks(ruling: Ruling, old: Rules, who: str) -> None:
    """Keep places on tracks; what stands at the same step begins, ends or takes out as a move to it would."""
    for track in sorted(ruling.draft.combatants[who].tracks):
        place = ruling.draft.combatants[who].tracks[track]
        earlier, rule = old.tracks.get(track), ruling.rules.tracks.get(track)
        before = earlier.steps[min(place.step, len(earlier.steps) - 1)] if earlier is not None else None
        if rule is None:
            ruling.set_track(who, track, TrackPlace())
            ruling.tell("rules-lost", who=who, kind="track", what=track, value=place.step)
            after = None
        else:
            last = len(rule.steps) - 1
            if rule.last:
                last = min(last, max(0, math.floor(ruling.value(rule.last, ruling.draft.combatants[who]))))
            step = min(place.step, last)
            if step != place.step:
                ruling.set_track(who, track, TrackPlace(step, min(place.persistent, step)))
            after = rule.steps[step]
        for state in before.states if before is not None else ():
            if after is None or state not in after.states:
                effects.end_state(ruling, who, state)
        for state in after.states if after is not None else ():
            if before is None or state not in before.states:
                effects.begin_state(ruling, who, state)
        was, now = bool(before and before.out), bool(after and after.out)
        out = ruling.draft.combatants[who].out
        if now and not was and not out:
            ruling.set_out(who, OUT_DEFEATED)
        elif was and not now and out == OUT_DEFEATED:
            ruling.set_out(who, "")


def _fit_states(ruling: Ruling, old: Rules, who: str) -> None:
    """End the states that only the old rules know, give others a size or time; what was made up stays."""
    for state in ruling.draft.combatants[who].states:
        if state in old.states and state not in ruling.rules.states:
            ruling.set_state(who, state, False)
        elif effects.is_effect(ruling, state):
            ruling.set_state(who, state, False)
            effects.begin_state(ruling, who, state)


# -- actions, declarations, what was counted -------------------------------------------------------


def _fit_actions(ruling: Ruling, old: Rules, ident: str) -> None:
    rules, who = ruling.rules, ruling.draft.combatants[ident]
    for action, part in who.parts.items():
        rule = rules.actions.get(action)
        if rule is None or max(rule.parts, rule.parts_of(limited=True)) <= part.paid:
            ruling.set_part(ident, action, None)
            ruling.tell("rules-lost", who=ident, kind="part", what=action, value=part.paid)
    readied = who.readied
    if readied is not None:
        gone = readied.action in old.actions and readied.action not in rules.actions
        if rules.ready is None or gone:
            ruling.set_readied(ident, None)
            ruling.tell("rules-lost", who=ident, kind="readied", what=readied.action, value=None)
    carried = [_declared(ruling, old, who, declared) for declared in who.declared]
    kept = tuple(declared for declared in carried if declared is not None)
    ruling.set_declared(ident, kept)
    for declared, now in zip(who.declared, carried, strict=True):
        if now is None:
            ruling.tell("rules-lost", who=ident, kind="declaration", what=declared.name, value=None)


def _declared(ruling: Ruling, old: Rules, who: Combatant, declared: Declared) -> Declared | None:
    """Return a declaration as the new rules have it; None if its fields mean something else or are gone."""
    was, now = old.declarations.get(declared.name), ruling.rules.declarations.get(declared.name)
    if was is None or now is None:
        return None
    fields = {key: value for key, value in declared.fields.items() if key in now.inputs}
    for key, value in fields.items():
        field, earlier = now.inputs[key], was.inputs.get(key)
        if earlier is None or earlier.type != field.type:
            return None
        if field.type in ("choice", "stat") and value and value not in choices_of(ruling.rules, field):
            return None
    try:
        if now.acts:
            ruling.value(now.acts, who, **fields)
    except FormulaError:
        return None
    return Declared(declared.name, fields)


def _fit_counts(ruling: Ruling, old: Rules, ident: str) -> None:
    """Forget tallies, debts and uses of what is gone."""
    rules, who = ruling.rules, ruling.draft.combatants[ident]
    for tally, number in who.tallies.items():
        if tally not in rules.tallies:
            ruling.set_tally(ident, tally, 0)
            if number:
                ruling.tell("rules-lost", who=ident, kind="tally", what=tally, value=number)
    for pool in who.debts:
        if pool not in rules.pools:
            ruling.set_debt(ident, pool, 0)
    uses.forget_unknown(ruling, ident)


# -- pools -----------------------------------------------------------------------------------------


def fit_pools(ruling: Ruling, old: Rules, before: Encounter) -> None:
    """Open and close pools, and let what is left follow another size: what is spent is spent."""
    for ident in list(before.combatants):
        for pool, left in sorted(ruling.draft.combatants[ident].pools.items()):
            if pool not in ruling.rules.pools:
                ruling.close_pool(ident, pool)
                if ruling.running and left != 0:
                    ruling.tell("rules-lost", who=ident, kind="pool", what=pool, value=left)
        for pool, rule in ruling.rules.pools.items():
            _fit_pool(ruling, old, before, ident, pool, rule)


def _fit_pool(ruling: Ruling, old: Rules, before: Encounter, ident: str, pool: str, rule: Pool) -> None:
    who = ruling.draft.combatants[ident]
    if before.clock.status != RUNNING:
        ruling.open_pool(ident, pool, 0)
        return
    size = pool_size(ruling.rules, ruling.draft, who, pool)
    over = rule.lost == "turn-end" and ruling.draft.over.get(who.slot) == ruling.draft.clock.passes
    if pool not in who.pools:
        left = 0 if over else size
        ruling.open_pool(ident, pool, left)
        ruling.tell("rules-new", who=ident, what=pool, value=left)
        return
    left, was = who.pools[pool], _size_before(old, before, ident, pool)
    if size == was or over:
        return
    if size is None or left is None or was is None:
        left = size
    else:
        left = max(0, size - max(0, was - left))
    ruling.set_pool(ident, pool, left)


def _size_before(old: Rules, before: Encounter, ident: str, pool: str) -> int | None:
    if pool not in old.pools:
        return 0
    try:
        return pool_size(old, before, before.combatants[ident], pool)
    except FormulaError:
        return 0
