"""Declarations: who declares now, what a declaration costs and sets, when everybody has declared."""

from __future__ import annotations

from typing import Any

from rulesets.engine import coming, deeds, moments, resources, spending, walk
from rulesets.engine.inputs import read_inputs
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant, Declared
from rulesets.table.commands import Declare
from rulesets.table.refusal import Code, PoolCode
from rulesets.vocabulary import Alternative, Declaration, Phase
from rulesets.vocabulary.base import FULL
from rulesets.vocabulary.budget import ALL


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
        if not phase.unordered and active != who.slot and not _free_to(ruling, phase, who, active):
            ruling.forbid(Code.NOT_YOUR_TURN_TO_DECLARE, who=who.id, next=active, cite=phase.cite)
        moments.forbid_out(ruling, who)
    if rule is not None:
        _make(ruling, who, name, rule, command.fields)
    if phase.activity == "declare" and (command.done or not phase.several):
        ruling.set_done(who.id, True)
    moments.happen(ruling, "declare", [ruling.draft.combatants[who.id]], phase.id)


def _free_to(ruling: Ruling, phase: Phase, who: Combatant, active: str) -> bool:
    """Return whether ``who`` belongs to the side that declares now, and that side goes in any order."""
    if not active or not phase.any_order:
        return False
    side = coming.side_of(ruling.rules, ruling.draft, active)
    mine = coming.side_of(ruling.rules, ruling.draft, who.slot)
    return mine == side and coming.is_free(ruling.rules, ruling.draft, phase, side)


def _declare_in_turn(
    ruling: Ruling, phase: Phase, who: Combatant, name: str, rule: Declaration | None
) -> None:
    if rule is None or phase.id not in rule.phases or phase.activity != "act":
        ruling.forbid(Code.WRONG_PHASE, "no-declaring-now", name=name, phase=phase.id)
    elif ruling.draft.walk.active != who.slot:
        ruling.forbid(Code.NOT_ACTIVE, who=who.id)
    else:
        ruling.note(done=2)


def _make(ruling: Ruling, who: Combatant, name: str, rule: Declaration, fields: dict[str, Any]) -> None:
    values = read_inputs(ruling, rule.inputs, fields, who, name)
    deeds.judge(ruling, who, name, rule, values)
    others = [declared.name for declared in who.declared if declared.name != name]
    other = next((other for other in others if _exclude(rule, ruling.rules.declarations[other])), "")
    if other:
        ruling.forbid(Code.REQUIREMENT, "excludes", name=name, other=other, cite=rule.cite)
    _pay(ruling, who, rule, values)
    for key, one in rule.inputs.items():
        if one.spends and values[key]:
            resources.spend(ruling, ruling.combatant(who.id), one.spends)
    deeds.count_use(ruling, who.id, name, rule)
    deeds.carry_out(ruling, who.id, name, rule, values)
    kept = {key: value for key, value in values.items() if value is not None}
    ruling.set_declared(who.id, (*who.declared, Declared(name, kept)))
    ruling.tell("declared", who=who.id, name=name, fields=kept)


def _pay(ruling: Ruling, who: Combatant, rule: Declaration, values: dict[str, Any]) -> None:
    """Pay a declaration: it has one way to pay, and what it takes as full must be untouched."""
    taken, short = spending.reckoned(ruling, who, Alternative(pay=rule.pay), values)
    for pool, amount in taken.items():
        left = who.pools.get(pool) or 0
        if pool in short and rule.pay[pool] == FULL:
            ruling.forbid(Code.REQUIREMENT, "not-untouched", pool=pool, who=who.id, cite=rule.cite)
        elif pool in short:
            refusal = PoolCode(ruling.rules.pools[pool].refusal)
            ruling.forbid(refusal, pool=pool, who=who.id, left=left, needed=amount, cite=rule.cite)
        ruling.set_pool(who.id, pool, left - amount)


def _exclude(one: Declaration, other: Declaration) -> bool:
    """Return whether two declarations cannot stand beside each other."""
    sets = {one.one_of, other.one_of}
    return ALL in sets or (len(sets) == 1 and sets != {""})
