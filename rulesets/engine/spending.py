"""Spending: which alternative pays a cost, who may act now, and what an action does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.engine import bans, deeds, effects, moments, powers, sorting, stages, turns
from rulesets.engine.in_force import own_upkeep
from rulesets.engine.index import WORD
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import UNTOLD, pool_size
from rulesets.table.combatant import Combatant, Part
from rulesets.table.commands import Act, Resolve
from rulesets.table.encounter import Done, Pending
from rulesets.table.refusal import Code, PoolCode
from rulesets.vocabulary import Action, Alternative, Cost, alternatives
from rulesets.vocabulary.base import FULL, WHOLE
from rulesets.vocabulary.budget import ALL, MAY_PROVOKE, PROVOKES

MAX_WORDS = 200
"""Characters of the table's own words for an action that the log keeps."""
MAX_WORD, MAX_TRAITS = 100, 50
"""Characters of a word or label that comes with an act, and words that may come with one."""

# -- paying ----------------------------------------------------------------------------------------


def affordable(
    ruling: Ruling, who: Combatant, alternative: Alternative, fields: dict[str, Any]
) -> dict[str, int] | None:
    """Return pool → amount that an alternative takes from ``who``, or None if it cannot be paid."""
    if not _holds(ruling, who, alternative, fields):
        return None
    if alternative.off_count and not sorting.has_count(ruling, ruling.rules.main_order, who.slot):
        return None
    taken, short = reckoned(ruling, who, alternative, fields)
    return None if short else taken


def _holds(ruling: Ruling, who: Combatant, alternative: Alternative, fields: dict[str, Any]) -> bool:
    return not alternative.condition or bool(ruling.value(alternative.condition, who, **fields))


def reckoned(
    ruling: Ruling, who: Combatant, alternative: Alternative, fields: dict[str, Any]
) -> tuple[dict[str, int], list[str]]:
    """Return pool → amount that an alternative takes, and the pools that have too little for it."""
    taken: dict[str, int] = {}
    short: list[str] = []
    for pool, amount in alternative.borrows.items():
        size = pool_size(ruling.rules, ruling.draft, who, pool)
        if size is not None and who.debts.get(pool, 0) + amount > size:
            short.append(pool)
    for pool, text in alternative.pay.items():
        left = who.pools.get(pool, 0)
        if left is None:
            continue
        if text in WHOLE:
            full = pool_size(ruling.rules, ruling.draft, who, pool)
            lacking, amount = text == FULL and left != full, left
        else:
            amount = int(text) if text.isdigit() else ruling.number(text, who, **fields)
            lacking = amount > left
        taken[pool] = amount
        if lacking:
            short.append(pool)
    return taken, short


def pay(
    ruling: Ruling, who: str, cost_id: str, fields: dict[str, Any], prefer: str = "", cite: str = ""
) -> None:
    """Pay a cost with the first alternative that can be afforded, or the one that uses ``prefer``.

    If none can, refuse with the code of the pool that is short; if the GM insists, the first alternative
    whose condition holds is taken as far as it goes, never below 0. Then comes what paying it does.
    """
    cost, fields = ruling.rules.costs[cost_id], {**UNTOLD, **fields}
    combatant = ruling.combatant(who)
    choices = alternatives(cost, ruling.draft.clock.phase)
    on_top = _is_on_top(ruling, combatant, cost, fields)
    wanted = [a for a in choices if not prefer or prefer in a.takes or prefer in a.borrows]
    for alternative in wanted:
        taken = affordable(ruling, combatant, alternative, fields)
        if taken is not None:
            if not on_top:
                _take(ruling, who, alternative, taken, fields)
            break
    else:
        _short(ruling, combatant, cost_id, (*wanted, *choices), fields, cite or cost.cite)
    told = {**fields, "on_top": on_top}
    stages.run(ruling, cost.does, ruling.combatant(who), told, by=who, actor=who)


def _take(
    ruling: Ruling, who: str, alternative: Alternative, taken: dict[str, int], fields: Mapping[str, Any]
) -> None:
    _take_count(ruling, who, alternative, fields)
    for pool, amount in taken.items():
        ruling.set_pool(who, pool, (ruling.combatant(who).pools.get(pool) or 0) - amount)
    for pool, amount in alternative.borrows.items():
        combatant = ruling.combatant(who)
        ruling.set_debt(who, pool, combatant.debts.get(pool, 0) + amount)
        turn, left = ruling.draft.put_off.get(combatant.slot), combatant.pools.get(pool, 0)
        if turn is not None and not turn.early and left is not None:
            ruling.set_pool(who, pool, max(0, left - amount))  # of the turn put off, which is the next one


def _take_count(ruling: Ruling, who: str, alternative: Alternative, fields: Mapping[str, Any]) -> None:
    """Take what an alternative takes off the count."""
    combatant, order_id = ruling.combatant(who), ruling.rules.main_order
    if not alternative.off_count or not sorting.has_count(ruling, order_id, combatant.slot):
        return
    old = ruling.draft.orders[order_id].places[combatant.slot].count
    new = old - ruling.number(alternative.off_count, combatant, **fields)
    sorting.set_count(ruling, order_id, combatant.slot, new)
    if new != old:
        ruling.tell("count-moved", who=combatant.slot, order=order_id, old=old, new=new)


def _is_one_of_all(ruling: Ruling, cost_id: str, way: Alternative) -> bool:
    """Return whether a phase has a cost take everything: of all these there is one action in it (000-18)."""
    special = ruling.phase is not None and ruling.phase.id in ruling.rules.costs[cost_id].in_phase
    return special and ALL in way.pay.values()


def _short(
    ruling: Ruling,
    who: Combatant,
    cost_id: str,
    ways: Sequence[Alternative],
    fields: dict[str, Any],
    cite: str,
) -> None:
    """Refuse a cost that cannot be paid in any of these ways, or take what is there if the GM insists.

    That is of the first alternative whose condition holds: nothing is taken of one whose condition is
    false. What is one more than there is, if forced, takes nothing of what was set apart (001-82).
    """
    held = {way.condition: _holds(ruling, who, way, fields) for way in ways}
    first = next((way for way in ways if held[way.condition]), Alternative())
    taken, short = reckoned(ruling, who, first, fields)
    pool = short[0] if short else ""
    code = PoolCode(ruling.rules.pools[pool].refusal) if pool else Code.NO_BUDGET
    takes = [name for name, text in first.pay.items() if text not in WHOLE]
    needed = taken.get(pool, 1)
    if code == Code.NO_BUDGET and first.pay.get(pool) == FULL:  # some of it is gone, or it would do
        ruling.forbid(Code.NO_BUDGET, "not-untouched", cite, who=who.id, pool=pool)
    elif ruling.phase is not None and code == Code.NO_BUDGET and _is_one_of_all(ruling, cost_id, first):
        ruling.forbid(Code.NO_BUDGET, "one-of-all", cite, who=who.id, phase=ruling.phase.id)
    else:
        lacking = {"pool": pool, "takes": takes, "needed": needed}
        closed = [condition for condition, holds in held.items() if not holds]
        ruling.forbid(code, "no-budget", cite, who=who.id, cost=cost_id, **lacking, conditions=closed)
    _take_count(ruling, who.id, first, fields)
    if not ruling.rules.costs[cost_id].on_top:
        for name, amount in taken.items():
            ruling.set_pool(who.id, name, (who.pools.get(name) or 0) - amount)


# -- who may act -----------------------------------------------------------------------------------


def check_turn(
    ruling: Ruling,
    who: Combatant,
    cost_id: str,
    activities: Sequence[str],
    exempt: bool = False,
    along: bool = False,
) -> None:
    """Refuse an action at the wrong time, by the wrong one, or that a state forbids.

    ``along``: it goes along with a readied action that has just happened in another's turn.
    """
    phase, cost = ruling.phase, ruling.rules.costs.get(cost_id)
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    off_turn = along or (cost is not None and cost.off_turn)
    allowed = cost.phases if cost is not None else ()
    if (allowed and phase.id not in allowed) or (not allowed and phase.activity != "act"):
        ruling.forbid(Code.WRONG_PHASE, "no-acting-now", phase.id and phase.cite, phase=phase.id)
    active = ruling.draft.walk.active
    if not off_turn and active != who.slot and (phase.activity == "act" or not allowed):
        ruling.forbid(Code.NOT_ACTIVE, "", phase.cite, who=who.id, active=active)
    if not off_turn and active == who.slot and who not in turns.whose_turn(ruling, phase, active):
        ruling.forbid(Code.NOT_ACTIVE, "", phase.cite, who=who.id)
    if exempt:
        return
    if who.slot not in ruling.draft.walk.together:
        moments.forbid_out(ruling, who, activities)
    forbidden = moments.forbidden_by(ruling.rules, ruling, who, activities)
    if forbidden is not None:
        ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=who.id, cite=forbidden[1])


# -- act -------------------------------------------------------------------------------------------


def decide_act(ruling: Ruling, command: Act) -> None:
    """Spend an action: by type, by name, or a part of one that takes several."""
    who = ruling.combatant(command.who)
    action, cost_id = _what(ruling, who, command)
    fields = _fields(ruling, who, command, action)
    activities = ["act", cost_id, f"act:{cost_id}", *([command.name] if command.name else [])]
    activities += [f"{WORD}{word}" for word in fields["words"]]
    exempt = action is not None and action.exempt
    check_turn(ruling, who, cost_id, activities, exempt, _goes_along(ruling, who, command.name))
    bans.forbid_towards(ruling, who, command.target, activities)
    cost = ruling.rules.costs[cost_id]
    check_needs(ruling, who, cost_id, fields)
    if cost.once and any(act.by == who.id and cost_id in act.words for act in ruling.draft.notes.did):
        ruling.forbid(Code.ONCE_ONLY, "", cost.cite, name=cost_id, scope=cost.once, who=who.id)
    if action is not None:
        _check_action(ruling, who, command.name, action, fields)
    powers.forbid_spent(ruling, who, command.name)
    skill = command.skill or (action.skill if action is not None else "")
    roll = _roll_of(ruling, _counted_ahead(ruling, who, cost, fields), skill)
    pay(ruling, who.id, cost_id, fields, command.pay, action.cite if action else "")
    _after_paying(ruling, who, command, cost, fields)
    if roll is not None:
        ruling.roll, ruling.roll_is_code = roll, True
    name = command.name or cost_id
    complete = action is None or _part(ruling, who.id, command, action)
    ruling.tell(
        "acted",
        who=who.id,
        name=name,
        cost=cost_id,
        target=command.target,
        part=not complete,
        provokes=_provokes(ruling, action),
        words=command.words.strip()[:MAX_WORDS],
        skill=skill,
        roll=roll,
    )
    if complete:
        words = (*fields["words"], cost_id) if cost.once else fields["words"]
        words += _provoking_of_type(ruling, name) if action is None else ()
        _keep_words(ruling, who, name, words, command.label)
        _complete(ruling, who, command, action, name, fields)
    _acted(ruling, who, cost)


def check_needs(ruling: Ruling, who: Combatant, cost_id: str, fields: dict[str, Any]) -> None:
    """Refuse what is to be paid by a cost whose ``needs`` does not hold, whatever is paid by it."""
    cost = ruling.rules.costs[cost_id]
    if cost.needs and not ruling.value(cost.needs, who, **fields):
        ruling.forbid(
            Code.REQUIREMENT, "cost-needs", cost.cite, text=cost.needs_text, cost=cost_id, who=who.id
        )


def _provokes(ruling: Ruling, action: Action | None) -> str:
    """Return whether an action provokes attacks of opportunity; '' if nobody says so of any."""
    if action is None or not ruling.index.provoking:
        return ""
    return next((told for word, told in PROVOKES.items() if word in action.words), "no")


def _provoking_of_type(ruling: Ruling, cost_id: str) -> tuple[str, ...]:
    """Return that what is spent by its type alone may provoke, where the action of that name does."""
    action = ruling.rules.actions.get(cost_id)
    return (MAY_PROVOKE,) if action is not None and not PROVOKES.keys().isdisjoint(action.words) else ()


def _what(ruling: Ruling, who: Combatant, command: Act) -> tuple[Action | None, str]:
    """Return the catalogue's action, if it is one, and the cost that it has for this combatant."""
    action = ruling.rules.actions.get(command.name) if command.name else None
    cost_id = command.cost
    if cost_id:
        if cost_id not in ruling.rules.costs:
            raise ruling.reject(Code.UNKNOWN_ACTION, name=cost_id)
        fits = action is not None and cost_id in (action.cost, *action.varies)
        return (action if fits else None), cost_id
    if command.name:
        if action is None:
            own = powers.find(ruling.rules, ruling.draft, who, command.name)
            if own is None or not own.rule.cost:
                raise ruling.reject(Code.UNKNOWN_ACTION, name=command.name)
            return None, own.rule.cost
        if command.limited:
            lesser = action.limited
            if lesser is None or (lesser.condition and not ruling.value(lesser.condition, who)):
                ruling.forbid(Code.REQUIREMENT, "not-limited", action.cite, name=command.name, who=who.id)
            return action, action.cost if lesser is None else lesser.cost
        for other in action.cost_if:
            if ruling.value(other.condition, who):
                return action, other.cost
        return action, action.cost
    plain = next((name for name, a in ruling.rules.actions.items() if a.cost and not a.offered), "")
    if not plain:
        raise ruling.reject(Code.BAD_VALUE, "act-what")
    return ruling.rules.actions[plain], ruling.rules.actions[plain].cost


def _goes_along(ruling: Ruling, who: Combatant, name: str) -> bool:
    """Return whether an action may go along with a readied one that has happened in this turn (E-SRD-15)."""
    ready = ruling.rules.ready
    return ready is not None and name in ready.along and who.id in ruling.draft.notes.triggered


def _fields(ruling: Ruling, who: Combatant, command: Act, action: Action | None) -> dict[str, Any]:
    points = 0
    if command.points is not None:
        points = checked_number(ruling, command.points, "points", least=0)
    elif action is not None and action.points:
        points = ruling.number(action.points, who)
    distance = (
        0 if command.distance is None else checked_number(ruling, command.distance, "distance", least=0)
    )
    given = {"limited": command.limited, "target": command.target, "effect": command.effect}
    return {"points": points, "distance": distance, "words": _words(ruling, command), **given}


def _words(ruling: Ruling, command: Act) -> tuple[str, ...]:
    """Return the words of an act: those of the action that it is called by, and those that come with it."""
    known = (*command.traits, command.label)
    if len(known) > MAX_TRAITS or not all(isinstance(word, str) and len(word) <= MAX_WORD for word in known):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field="traits")
    action = ruling.rules.actions.get(command.name)
    return tuple(dict.fromkeys((*(action.words if action is not None else ()), *command.traits)))


def _check_action(
    ruling: Ruling, who: Combatant, name: str, action: Action, fields: Mapping[str, Any]
) -> None:
    deeds.judge(ruling, who, name, action, fields)
    if action.maintains and not own_upkeep(ruling.draft, who, fields["effect"]):
        raise ruling.reject(Code.BAD_VALUE, "nothing-to-maintain", action.cite, who=who.id, name=name)


def _is_on_top(ruling: Ruling, who: Combatant, cost: Cost, fields: dict[str, Any]) -> bool:
    """Return whether the GM insists on one more than can be paid, or lets somebody act out of turn.

    Out of turn it takes none of those declared: they are each for a turn of their own (001-96).
    """
    if not cost.on_top or not ruling.insist:
        return False
    if _out_of_turn(ruling, who, cost):
        return True
    choices = alternatives(cost, ruling.draft.clock.phase)
    return all(affordable(ruling, who, way, fields) is None for way in choices)


def _out_of_turn(ruling: Ruling, who: Combatant, cost: Cost) -> bool:
    return ruling.draft.walk.active != who.slot and not cost.off_turn


def _counted_ahead(ruling: Ruling, who: Combatant, cost: Cost, fields: dict[str, Any]) -> Combatant:
    """Return ``who`` with the tallies as paying a cost will leave them."""
    on_top = _is_on_top(ruling, who, cost, fields)
    return stages.counted_ahead(ruling, cost.does, who, {**UNTOLD, **fields, "on_top": on_top})


def _roll_of(ruling: Ruling, who: Combatant, skill: str) -> int | None:
    """Return the pips of an action's roll after penalties, or None if nothing is rolled."""
    if not skill or not ruling.rules.act_roll:
        return None
    if skill not in ruling.rules.stats:
        raise ruling.reject(Code.BAD_VALUE, "no-such-stat", name=skill)
    return checked_roll(ruling, who, skill)


def checked_roll(ruling: Ruling, who: Combatant, skill: str) -> int:
    """Return a skill's pips after penalties; refuse what falls below the ruleset's least."""
    pips = ruling.code(ruling.rules.act_roll, who, skill=ruling.value(skill, who))
    least = ruling.rules.act_least
    if least and pips < ruling.number(least, who):
        ruling.forbid(Code.REQUIREMENT, "roll-too-low", ruling.rules.act_cite, skill=skill, who=who.id)
    return pips


def _after_paying(ruling: Ruling, who: Combatant, command: Act, cost: Cost, fields: dict[str, Any]) -> None:
    if fields["distance"] and "distance" in ruling.rules.tallies:
        old = ruling.combatant(who.id).tallies.get("distance", 0)
        ruling.set_tally(who.id, "distance", old + fields["distance"])
    for action in ruling.combatant(who.id).parts:
        rule = ruling.rules.actions.get(action)
        if rule is not None and rule.uninterrupted and action != command.name:
            ruling.set_part(who.id, action, None)
            ruling.flag("interrupted", who.id)
            ruling.tell("parts-lost", who=who.id, action=action)
    if ruling.draft.walk.active == who.slot:
        notes = ruling.draft.notes
        ruling.note(done=max(notes.done, 1 if cost.light else 2), acts=notes.acts + (not cost.light))
        ruling.note_doer(who)


def _part(ruling: Ruling, who: str, command: Act, action: Action) -> bool:
    """Count a part of an action that takes several; return whether it is complete now."""
    name, round_ = command.name, ruling.draft.clock.round
    old = ruling.combatant(who).parts.get(name)
    parts = action.parts_of(limited=command.limited)
    if parts <= 1:
        ruling.set_part(who, name, None)
        return True
    paid = 1 if old is None or old.round < round_ - 1 else old.paid + 1
    if paid < parts:
        ruling.set_part(who, name, Part(paid, round_))
        return False
    ruling.set_part(who, name, None)
    ruling.flag("completed", who)
    return True


def _keep_words(ruling: Ruling, who: Combatant, name: str, words: tuple[str, ...], label: str) -> None:
    """Keep what an act is for whoever answers or counts it."""
    if words or label:
        ruling.note(did=(*ruling.draft.notes.did, Done(who.id, name, words, label)))
    if ruling.draft.walk.active != who.slot:
        return
    for tally, rule in ruling.rules.tallies.items():
        if rule.counts and rule.counts in words:
            ruling.set_tally(who.id, tally, ruling.combatant(who.id).tallies.get(tally, 0) + 1)


def _complete(
    ruling: Ruling, who: Combatant, command: Act, action: Action | None, name: str, fields: dict[str, Any]
) -> None:
    """Let an action take effect, or keep it pending until it is resolved."""
    notes = ruling.draft.notes
    if action is not None:
        deeds.count_use(ruling, who.id, command.name, action)
    deeds.note_announced(ruling, who.id, command.name)
    powers.spend(ruling, who.id, command.name)
    if command.pending:
        does, cite = (action.does, action.cite) if action is not None else ((), "")
        target = stages.known_target(ruling, does, command.target, who.id, command.name, cite)
        ruling.note(pending=(*notes.pending, Pending(who.id, command.name, name, (), target)))
        return
    take_effect(ruling, who.id, action, name, fields)


def take_effect(
    ruling: Ruling, who: str, action: Action | None, name: str, fields: Mapping[str, Any]
) -> None:
    """Let a paid action do what it does, to who takes it and to its target."""
    ruling.note(resolved=(*ruling.draft.notes.resolved, f"{who}:{name}"))
    if action is not None and action.maintains:
        for kept in own_upkeep(ruling.draft, ruling.combatant(who), fields["effect"]):
            effects.keep_up(ruling, kept)
    if action is not None:
        deeds.carry_out(ruling, who, name, action, fields, fields["target"])


def take_readied(ruling: Ruling, who: str, name: str, by: str) -> None:
    """Let a readied action happen; one of the catalogue that has no parts does what it does.

    Its target is whoever sets it off.
    """
    action = ruling.rules.actions.get(name)
    if action is not None and action.parts > 1:
        action = None
    words = action.words if action is not None else ()
    activities = ("act", name, *(f"{WORD}{word}" for word in words))
    bans.forbid_towards(ruling, ruling.combatant(who), by, activities)
    if action is not None:
        _check_action(ruling, ruling.combatant(who), name, action, {**UNTOLD, "target": by})
        deeds.count_use(ruling, who, name, action)
    powers.forbid_spent(ruling, ruling.combatant(who), name)
    powers.spend(ruling, who, name)
    take_effect(ruling, who, action, name, {**UNTOLD, "target": by})
    deeds.note_announced(ruling, who, name)


def check_done_as(ruling: Ruling, who: Combatant, name: str) -> None:
    """Refuse what is done as an action of the catalogue whose needs do not hold now."""
    _check_action(ruling, who, name, ruling.rules.actions[name], UNTOLD)


def count_done_as(ruling: Ruling, who: Combatant, name: str) -> None:
    """Let the words of an action count in this turn: something was done as it."""
    _keep_words(ruling, who, name, ruling.rules.actions[name].words, "")


def _acted(ruling: Ruling, who: Combatant, cost: Cost) -> None:
    """What follows from having acted: states that end with it, the turn among those taken.

    What is light is too little for a turn to be listed by its act, and a further act is the same turn.
    """
    phase = ruling.phase
    if phase is None or ruling.draft.walk.active != who.slot:
        return
    moments.change_states(ruling, "act", [who.id], phase.id)
    if phase.listed_by_act and not cost.light and ruling.draft.notes.acts == 1:
        turns.list_turn(ruling, who.slot)


# -- resolve ---------------------------------------------------------------------------------------


def decide_resolve(ruling: Ruling, command: Resolve) -> None:
    """Let a pending action take effect, with the reactions that come after it, or never."""
    who = ruling.combatant(command.who)
    notes = ruling.draft.notes
    pending = next((p for p in notes.pending if p.who == who.id), None)
    if pending is None:
        raise ruling.reject(Code.NOT_WAITING, "nothing-pending", who=who.id)
    moments.forbid_out(ruling, who)
    ruling.note(pending=tuple(p for p in notes.pending if p is not pending))
    if not command.cancel:
        target = pending.target if pending.target in ruling.draft.combatants else ""  # it may have left
        action = ruling.rules.actions.get(pending.action)
        take_effect(ruling, who.id, action, pending.name, {**UNTOLD, "target": target})
    ruling.note(resolved=(*ruling.draft.notes.resolved, *pending.after))
    ruling.tell("resolved", who=who.id, name=pending.name, cancelled=command.cancel)


def drop_pending(ruling: Ruling, who: str) -> None:
    """Forget the pending actions of somebody who can no longer carry them out."""
    kept = tuple(p for p in ruling.draft.notes.pending if p.who != who)
    ruling.note(pending=kept)
