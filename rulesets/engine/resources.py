"""Points that are spent on rolls: how many are left, how often in a round, what one brings with it."""

from __future__ import annotations

from rulesets.engine import stages
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code


def spend(ruling: Ruling, who: Combatant, name: str, target: str = "") -> None:
    """Take a point of a resource from ``who`` and let it do what it does, to its target too.

    Raises:
        Refused: no-budget without a point, once-only for a second one where the ruleset allows one.
    """
    rule = ruling.rules.resources[name]
    used = f"{rule.once}:point:{name}"
    if rule.once and who.used.get(used):
        ruling.forbid(Code.ONCE_ONLY, "", rule.cite, name=rule.label, scope=rule.once, who=who.id)
    left = ruling.number(rule.stat, who)
    if left <= 0:
        ruling.forbid(Code.NO_BUDGET, "no-points", rule.cite, resource=name, who=who.id)
    ruling.set_stat(who.id, rule.stat, max(0, left - 1))
    if rule.once:
        ruling.set_used(who.id, used, 1)
    if rule.code:
        ruling.roll, ruling.roll_is_code = ruling.code(rule.code, who), True
    target = stages.known_target(ruling, rule.does, target, who.id, name, rule.cite)
    does, one = rule.does, ruling.combatant(who.id)
    results = stages.run(ruling, does, one, {}, by=who.id, actor=who.id, target=target)
    stages.tell_pools(ruling, results, who.id)
