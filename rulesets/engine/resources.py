"""Points that are spent on rolls: how many are left, how often in a round, what one brings with it."""

from __future__ import annotations

from rulesets.engine import deeds
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code


def spend(ruling: Ruling, who: Combatant, name: str, target: str = "", on: str = "") -> None:
    """Take a point of a resource from ``who`` and let it do what it does, to its target too.

    ``on`` is what it is spent on, as somebody said it; the ruleset may know what that needs and does.

    Raises:
        Refused: no-budget without a point, what else it can be refused for (:func:`deeds.judge`).
    """
    rule = ruling.rules.resources[name]
    use = rule.uses.get(on)
    deeds.judge(ruling, who, name, rule, {"on": on})
    if use is not None:
        deeds.judge_use(ruling, who, f"{name}.{on}", use)
    left = ruling.number(rule.stat, who)
    if left <= 0:
        ruling.forbid(Code.NO_BUDGET, "no-points", rule.cite, resource=name, who=who.id)
    ruling.set_stat(who.id, rule.stat, max(0, left - 1))
    deeds.count_use(ruling, who.id, name, rule)
    if rule.code:
        ruling.roll, ruling.roll_is_code = ruling.code(rule.code, who), True
    deeds.carry_out(ruling, who.id, name, rule, {"on": on}, target)
    if use is not None:
        deeds.count_use(ruling, who.id, f"{name}.{on}", use)
        deeds.carry_out(ruling, who.id, on, use, {}, target)
