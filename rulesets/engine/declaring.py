"""Declarations: who declares now, what a declaration costs and sets, when everybody has declared."""

from __future__ import annotations

from typing import Any

from rulesets.compiled import Declaration, Field, Phase
from rulesets.encounter import events as ev
from rulesets.encounter.combatant import Combatant, Declared
from rulesets.encounter.commands import Declare
from rulesets.engine import effects, moments
from rulesets.engine.ruling import Ruling, checked_number

MAX_TEXT = 500
"""Characters that a field of a declaration may have."""


def open_phase(ruling: Ruling, phase: Phase) -> None:
    """Open everybody's declarations."""
    for combatant in list(ruling.draft.combatants.values()):
        if combatant.declared:
            ruling.emit(ev.DeclaredChanged(combatant.id, combatant.declared, ()))
        if combatant.done:
            ruling.emit(ev.DoneChanged(combatant.id, True, False))


def undeclared(ruling: Ruling, phase: Phase) -> list[Combatant]:
    """Return those who have still to declare, in list order."""
    return [
        c for c in ruling.draft.combatants.values() if not c.done and not c.out and ruling.value(phase.who, c)
    ]


def next_one(ruling: Ruling, phase: Phase) -> bool:
    """Let the next one declare. True if the phase goes on (somebody declares, or its roll is awaited)."""
    if phase.any_order:
        return phase.closes != "auto" or bool(undeclared(ruling, phase))
    order = ruling.order_of(phase)
    walk = ruling.draft.walk
    start = order.slots.index(walk.cursor) + 1 if walk.cursor in order.places else 0
    for slot in order.slots[start:]:
        if _open_members(ruling, slot, phase):
            ruling.walk(active=slot)
            return True
    ruling.walk(active="")
    return phase.closes != "auto"


def _open_members(ruling: Ruling, slot: str, phase: Phase) -> bool:
    members = ruling.draft.members(slot)
    return any(not c.done and not c.out and ruling.value(phase.who, c) for c in members)


def decide_declare(ruling: Ruling, command: Declare) -> bool:
    """Declare. Return True if the phase may go on to the next one."""
    phase = ruling.phase
    for who in command.who:
        _declare(ruling, phase, ruling.combatant(who), command)
    return phase is not None and phase.activity == "declare"


def _declare(ruling: Ruling, phase: Phase | None, who: Combatant, command: Declare) -> None:
    if not ruling.running or phase is None:
        raise ruling.reject("wrong-phase", "not-running")
    name = command.name or ("" if command.done and not command.fields else phase.declaration)
    rule = ruling.rules.declarations.get(name)
    if name and rule is None:
        raise ruling.reject("unknown-action", name=name)
    if phase.activity != "declare":
        _declare_in_turn(ruling, phase, who, name, rule)
    else:
        if who.done:
            ruling.forbid("already-declared", who=who.id)
        forbidden = moments.forbidden_by(ruling.rules, ruling, who, ["declare"])
        if forbidden is not None:
            ruling.forbid("state-forbids", state=forbidden[0], who=who.id, cite=forbidden[1])
        active = ruling.draft.walk.active
        if not phase.any_order and active != who.slot:
            ruling.forbid("not-your-turn-to-declare", who=who.id, next=active, cite=phase.cite)
        if who.out:
            ruling.forbid("state-forbids", "out", state=who.out, who=who.id)
    if rule is not None:
        _make(ruling, who, name, rule, command.fields)
    if phase.activity == "declare" and (command.done or not phase.explicit or (rule and rule.completes)):
        ruling.emit(ev.DoneChanged(who.id, False, True))
        if ruling.draft.walk.active == who.slot and not _open_members(ruling, who.slot, phase):
            ruling.walk(cursor=who.slot)
    moments.happen(ruling, "declare", [ruling.draft.combatants[who.id]], phase.id)


def _declare_in_turn(
    ruling: Ruling, phase: Phase, who: Combatant, name: str, rule: Declaration | None
) -> None:
    if rule is None or not rule.in_turn or phase.activity != "act":
        ruling.forbid("wrong-phase", "no-declaring-now", name=name, phase=phase.id)
    elif ruling.draft.walk.active != who.slot:
        ruling.forbid("not-active", who=who.id)
    else:
        ruling.note(done=2)


def _make(ruling: Ruling, who: Combatant, name: str, rule: Declaration, fields: dict[str, Any]) -> None:
    values = {key: _checked(ruling, key, field, fields.get(key)) for key, field in rule.fields.items()}
    unknown = sorted(set(fields) - set(rule.fields))
    if unknown:
        raise ruling.reject("bad-value", "unknown-field", field=unknown[0], name=name)
    if rule.once and any(declared.name == name for declared in who.declared):
        ruling.forbid("once-only", "once-declared", name=name, who=who.id, cite=rule.cite)
    if rule.excludes:
        for declared in who.declared:
            if declared.name != name and ruling.rules.declarations[declared.name].excludes == rule.excludes:
                ruling.forbid("requirement", "excludes", name=name, other=declared.name, cite=rule.cite)
    _pay(ruling, who, rule, values)
    for key, field in rule.fields.items():
        if field.spends and values[key]:
            _spend(ruling, who, field.spends)
    for state in rule.begin:
        effects.begin_state(ruling, who.id, state)
    _set(ruling, who, rule, values)
    kept = {key: value for key, value in values.items() if value is not None}
    new = (*who.declared, Declared(name, kept))
    ruling.emit(ev.DeclaredChanged(who.id, who.declared, new))
    ruling.tell("declared", who=who.id, name=name, fields=kept)


def _set(ruling: Ruling, who: Combatant, rule: Declaration, values: dict[str, Any]) -> None:
    for target, formula in rule.sets.items():
        amount = int(ruling.value(formula, who, **values))
        if target in ruling.rules.pools:
            ruling.set_pool(who.id, target, amount)
        else:
            ruling.set_tally(who.id, target, amount)
    for tally, formula in rule.adds.items():
        amount = int(ruling.value(formula, who, **values))
        ruling.set_tally(who.id, tally, who.tallies.get(tally, 0) + amount)


def _pay(ruling: Ruling, who: Combatant, rule: Declaration, values: dict[str, Any]) -> None:
    for pool, text in rule.cost.items():
        left = ruling.draft.combatants[who.id].pools.get(pool, 0)
        size = moments.pool_size(ruling, ruling.rules.pools[pool], who)
        if left is None:
            continue
        if text == "all":
            if left != size:
                ruling.forbid("requirement", "not-untouched", pool=pool, who=who.id, cite=rule.cite)
            ruling.set_pool(who.id, pool, 0)
            continue
        amount = int(ruling.value(text, who, **values))
        if amount > left:
            refusal = ruling.rules.pools[pool].refusal
            ruling.forbid(refusal, pool=pool, who=who.id, left=left, needed=amount, cite=rule.cite)
        ruling.set_pool(who.id, pool, left - amount)


def _spend(ruling: Ruling, who: Combatant, resource: str) -> None:
    stat = ruling.rules.resources[resource].stat
    left = int(ruling.value(stat, who) or 0)
    if left <= 0:
        ruling.forbid("no-budget", "no-points", resource=resource, who=who.id)
    ruling.set_stat(who.id, stat, max(0, left - 1))


def _checked(ruling: Ruling, key: str, field: Field, value: Any) -> Any:
    if value is None:
        if field.needed:
            raise ruling.reject("bad-value", "field-missing", field=field.label or key)
        return 0 if field.type == "number" else None
    if field.type == "number":
        return checked_number(ruling, value, field.label or key, field.least)
    if field.type == "bool":
        if not isinstance(value, bool):
            raise ruling.reject("bad-value", "bad-field", field=field.label or key)
        return value
    if field.type == "combatant":
        return ruling.combatant(str(value)).id
    if field.type == "texts":
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise ruling.reject("bad-value", "bad-field", field=field.label or key)
        return [text[:MAX_TEXT] for text in value]
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ruling.reject("bad-value", "bad-field", field=field.label or key)
    if field.not_reaction and value in ruling.rules.reactions:
        raise ruling.reject("bad-value", "no-reaction-declared", cite=field.cite, name=value)
    return value
