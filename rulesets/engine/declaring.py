"""Declarations: who declares now, what a declaration costs and sets, when everybody has declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine import moments, resources, stages, walk
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.table.combatant import Combatant, Declared
from rulesets.table.commands import Declare
from rulesets.table.refusal import Code, PoolCode
from rulesets.vocabulary import Declaration, Entry, Field, Phase, Rules

MAX_TEXT = 500
"""Characters that a field of a declaration may have."""


def open_phase(ruling: Ruling, phase: Phase) -> None:
    """Open everybody's declarations."""
    for combatant in list(ruling.draft.combatants.values()):
        ruling.set_declared(combatant.id, ())
        ruling.set_done(combatant.id, False)


def decide_declare(ruling: Ruling, command: Declare) -> bool:
    """Declare. Return True if the phase may go on to the next one."""
    phase = ruling.phase
    for who in command.who:
        _declare(ruling, phase, ruling.combatant(who), command)
        if phase is not None and phase.activity == "declare" and who != command.who[-1]:
            walk.next_declarer(ruling, phase)
    return phase is not None and phase.activity == "declare"


def _declare(ruling: Ruling, phase: Phase | None, who: Combatant, command: Declare) -> None:
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    name = command.name or ("" if command.done and not command.fields else phase.declaration)
    rule = ruling.rules.declarations.get(name)
    if name and rule is None:
        raise ruling.reject(Code.UNKNOWN_ACTION, name=name)
    if phase.activity != "declare":
        _declare_in_turn(ruling, phase, who, name, rule)
    else:
        if who.done:
            ruling.forbid(Code.ALREADY_DECLARED, who=who.id)
        forbidden = moments.forbidden_by(ruling.rules, ruling, who, ["declare"])
        if forbidden is not None:
            ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=who.id, cite=forbidden[1])
        active = ruling.draft.walk.active
        if not phase.any_order and active != who.slot and not _free_to(ruling, phase, who, active):
            ruling.forbid(Code.NOT_YOUR_TURN_TO_DECLARE, who=who.id, next=active, cite=phase.cite)
        moments.forbid_out(ruling, who)
    if rule is not None:
        _make(ruling, who, name, rule, command.fields)
    if phase.activity == "declare" and (command.done or not phase.explicit or (rule and rule.completes)):
        ruling.set_done(who.id, True)
    moments.happen(ruling, "declare", [ruling.draft.combatants[who.id]], phase.id)


def _free_to(ruling: Ruling, phase: Phase, who: Combatant, active: str) -> bool:
    """Return whether ``who`` belongs to the side that declares now, and that side goes in any order."""
    if not active or not phase.free_sides:
        return False
    side = walk.side_of(ruling.rules, ruling.draft, active)
    mine = walk.side_of(ruling.rules, ruling.draft, who.slot)
    return mine == side and walk.is_free(ruling.rules, ruling.draft, phase, side)


def _declare_in_turn(
    ruling: Ruling, phase: Phase, who: Combatant, name: str, rule: Declaration | None
) -> None:
    if rule is None or not rule.in_turn or phase.activity != "act":
        ruling.forbid(Code.WRONG_PHASE, "no-declaring-now", name=name, phase=phase.id)
    elif ruling.draft.walk.active != who.slot:
        ruling.forbid(Code.NOT_ACTIVE, who=who.id)
    else:
        ruling.note(done=2)


def _make(ruling: Ruling, who: Combatant, name: str, rule: Declaration, fields: dict[str, Any]) -> None:
    values: dict[str, Any] = {}
    for key, field in rule.fields.items():
        values[key] = _checked(ruling, who, key, field, fields.get(key), values)
    unknown = sorted(set(fields) - set(rule.fields))
    if unknown:
        raise ruling.reject(Code.BAD_VALUE, "unknown-field", field=unknown[0], name=name)
    if rule.once and any(declared.name == name for declared in who.declared):
        ruling.forbid(Code.ONCE_ONLY, "once-declared", name=name, who=who.id, cite=rule.cite)
    if rule.excludes:
        for declared in who.declared:
            if declared.name != name and ruling.rules.declarations[declared.name].excludes == rule.excludes:
                ruling.forbid(Code.REQUIREMENT, "excludes", name=name, other=declared.name, cite=rule.cite)
    other = next((d.name for d in who.declared if rule.alone or _alone(ruling, d.name)), "")
    if other and other != name:
        ruling.forbid(Code.REQUIREMENT, "excludes", name=name, other=other, cite=rule.cite)
    if rule.needs and not ruling.value(rule.needs, who, **values):
        ruling.forbid(Code.REQUIREMENT, "needs", rule.cite, text=rule.needs_text, name=name, who=who.id)
    _pay(ruling, who, rule, values)
    for key, field in rule.fields.items():
        if field.spends and values[key]:
            resources.spend(ruling, ruling.combatant(who.id), field.spends)
    stages.run(ruling, rule.does, ruling.combatant(who.id), dict(values), by=who.id, actor=who.id)
    kept = {key: value for key, value in values.items() if value is not None}
    ruling.set_declared(who.id, (*who.declared, Declared(name, kept)))
    ruling.tell("declared", who=who.id, name=name, fields=kept)


def _pay(ruling: Ruling, who: Combatant, rule: Declaration, values: dict[str, Any]) -> None:
    for pool, text in rule.cost.items():
        left = ruling.draft.combatants[who.id].pools.get(pool, 0)
        size = moments.pool_size(ruling, ruling.rules.pools[pool], who)
        if left is None:
            continue
        if text == "all":
            if left != size:
                ruling.forbid(Code.REQUIREMENT, "not-untouched", pool=pool, who=who.id, cite=rule.cite)
            ruling.set_pool(who.id, pool, 0)
            continue
        amount = ruling.number(text, who, **values)
        if amount > left:
            refusal = PoolCode(ruling.rules.pools[pool].refusal)
            ruling.forbid(refusal, pool=pool, who=who.id, left=left, needed=amount, cite=rule.cite)
        ruling.set_pool(who.id, pool, left - amount)


def _alone(ruling: Ruling, name: str) -> bool:
    return ruling.rules.declarations[name].alone


def _checked(
    ruling: Ruling, who: Combatant, key: str, field: Field, value: Any, values: dict[str, Any]
) -> Any:
    """Return a field's value, or its default; ``values`` are those of the fields before it."""
    if value is None and field.default:
        value = ruling.value(field.default, who, **values)
    if value in (None, "") and field.type in ("choice", "stat") and not field.needed:
        return "" if field.type == "choice" else None
    if field.type == "texts":
        return _checked_texts(ruling, who, key, field, value, values)
    if value is None:
        if field.needed:
            raise ruling.reject(Code.BAD_VALUE, "field-missing", field=field.label or key)
        return 0 if field.type == "number" else None
    if field.type == "number":
        return checked_number(ruling, value, field.label or key, field.least)
    if field.type == "bool":
        if not isinstance(value, bool):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field.label or key)
        return value
    if field.type == "combatant":
        return ruling.combatant(str(value)).id
    if field.type == "combatants":
        several = [value] if isinstance(value, str) else value
        if not isinstance(several, list | tuple):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field.label or key)
        return [ruling.combatant(str(each)).id for each in several]
    if field.type in ("choice", "stat"):
        return _chosen(ruling, key, field, str(value))
    return _checked_text(ruling, key, field, value)


def choices_of(rules: Rules, field: Field) -> Mapping[str, Entry]:
    """Return what a field lets one choose from, by id: entries of a table, or stats of a group."""
    if field.type == "stat":
        return {name: stat for name, stat in rules.stats.items() if stat.group == field.of}
    return rules.tables[field.table].entries if field.table in rules.tables else {}


def _chosen(ruling: Ruling, key: str, field: Field, value: str) -> str:
    """Return the entry of the field's table, or the stat, that is meant: by its id or its label."""
    entries = choices_of(ruling.rules, field)
    if value in entries:
        return value
    labelled = [ident for ident, entry in entries.items() if entry.label.casefold() == value.casefold()]
    if not labelled:
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field.label or key)
    return labelled[0]


def _checked_text(ruling: Ruling, key: str, field: Field, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=field.label or key)
    if field.not_reaction and value in ruling.rules.reactions:
        raise ruling.reject(Code.BAD_VALUE, "no-reaction-declared", cite=field.cite, name=value)
    return value


def _checked_texts(
    ruling: Ruling, who: Combatant, key: str, field: Field, value: Any, values: dict[str, Any]
) -> list[str] | None:
    """Return several texts; with ``count`` at most so many, and exactly so many where they are needed."""
    label = field.label or key
    if not isinstance(value, list | tuple | None):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=label)
    texts = [_checked_text(ruling, key, field, text) for text in value or ()]
    count = max(0, ruling.number(field.count, who, **values)) if field.count else max(1, len(texts))
    if len(texts) > count or (field.needed and len(texts) < count):
        raise ruling.reject(Code.BAD_VALUE, "bad-count", field.cite, field=label, count=count)
    return texts if value is not None else None
