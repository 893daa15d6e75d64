"""What somebody does, of whatever kind: whether it can be done now, how often, and what happens.

A cost is no deed but what deeds take: many share one, and plain actions of a turn have nothing else. So its
'needs' and 'phases' are about paying with it, and are refused as such. How much is taken is reckoned in one
place, for declarations, too (:func:`rulesets.engine.spending.reckoned`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rulesets.engine import stages, uses
from rulesets.engine.index import index_of
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code
from rulesets.vocabulary import Action, Declaration, Deed, Reaction, Resource, Use

_COUNTED: Mapping[type[Deed], str] = {
    Action: "", Reaction: uses.REACTION, Declaration: uses.DECLARATION, Resource: uses.POINT, Use: uses.POINT
}  # fmt: skip
"""Kind of deed → as what its uses are counted."""


def judge(ruling: Ruling, who: Combatant, name: str, rule: Deed, fields: Mapping[str, Any]) -> None:
    """Refuse a deed in a wrong phase, one that was done too often, and one whose needs do not hold."""
    phase = ruling.draft.clock.phase
    if rule.phases and phase not in rule.phases:
        if isinstance(rule, Resource | Use):
            resource = name.partition(".")[0]
            ruling.forbid(Code.WRONG_PHASE, "not-in-phase", rule.cite, resource=resource)
        else:
            ruling.forbid(Code.WRONG_PHASE, "no-acting-now", rule.cite, phase=phase)
    if rule.span and _uses(who, name, rule) >= ruling.number(rule.times, who, **fields):
        if _is_declared(rule):
            ruling.forbid(Code.ONCE_ONLY, "once-declared", rule.cite, name=name, who=who.id)
        else:
            called = rule.label if isinstance(rule, Resource | Use) else name
            ruling.forbid(Code.ONCE_ONLY, "", rule.cite, name=called, scope=rule.once, who=who.id)
    if rule.needs and not ruling.value(rule.needs, who, **fields):
        ruling.forbid(Code.REQUIREMENT, "needs", rule.cite, text=rule.needs_text, name=name, who=who.id)


def judge_use(ruling: Ruling, who: Combatant, name: str, rule: Use) -> None:
    """Refuse to spend a point in a wrong phase, too often, or on what nothing asks for now."""
    judge(ruling, who, name, replace(rule, needs=""), {})
    if rule.needs and not ruling.value(rule.needs, who):
        ruling.forbid(
            Code.NO_TRIGGER, "use-needs", rule.cite, text=rule.needs_text, use=rule.label, who=who.id
        )


def count_use(ruling: Ruling, who: str, name: str, rule: Deed) -> None:
    """Count a deed that can be done only so often; a declaration is counted by being declared."""
    if rule.span and not _is_declared(rule):
        uses.count(ruling, who, rule.once, name, _COUNTED[type(rule)])


def note_announced(ruling: Ruling, who: str, action: str) -> None:
    """Keep that an action was taken by which something that ``who`` has declared is carried out."""
    one, rules = ruling.combatant(who), ruling.rules
    if not one.declared or uses.times(one, uses.ROUND, action):
        return
    carried_out = index_of(rules).carried_out
    if any(action in carried_out.get(each.name, ()) for each in one.declared):
        uses.note(ruling, who, uses.ROUND, action)


def carry_out(
    ruling: Ruling, who: str, name: str, rule: Deed, fields: Mapping[str, Any], target: str = ""
) -> None:
    """Let a deed do what it does, to who does it and to its target; tell what others have of it.

    Raises:
        Refused: if it needs a target and none is named.
    """
    if not rule.does:
        return
    target = stages.known_target(ruling, rule.does, target, who, name, rule.cite)
    one = ruling.combatant(who)
    results = stages.run(ruling, rule.does, one, dict(fields), by=who, actor=who, target=target)
    for result in results:
        amount = result.after - result.before
        if result.verb == "gain" and amount >= 0:  # what it takes is a change like any other
            ruling.tell("healed", who=result.who, by=who, amount=amount, stat=result.name)
    stages.tell_pools(ruling, results, who)


def _is_declared(rule: Deed) -> bool:
    """Return whether a deed is counted by what its combatant has declared in the phase."""
    return isinstance(rule, Declaration) and rule.once == "phase"


def _uses(who: Combatant, name: str, rule: Deed) -> int:
    if _is_declared(rule):
        return sum(declared.name == name for declared in who.declared)
    return uses.times(who, rule.once, name, _COUNTED[type(rule)])
