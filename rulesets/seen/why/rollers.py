"""Why somebody rolls for a side: by which number it was found, who comes next, what the roll is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rulesets.engine.scope import CombatantScope, is_able, value_of
from rulesets.seen.why.breakdown import Breakdown, Part, is_number
from rulesets.seen.why.explain import Explanation
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import OrderRule, Rules


class Roller(Struct, frozen=True, kw_only=True):
    """Who rolls for a side, and why."""

    who: Combatant
    by: str
    """The stat whose value is the highest: 'tactics', or what the ruleset compares."""
    runner_up: Combatant | None
    """Who has the highest value of the others that can act; None if there is nobody else."""
    passed_over: Combatant | None
    """Who has a higher value and cannot act."""
    made_of: Explanation
    """What is rolled, part by part."""


def explain_roller(
    rules: Rules, state: Encounter, rule: OrderRule, who: Combatant, members: Sequence[Combatant]
) -> Roller | None:
    """Return why ``who`` rolls for ``members``; None where nobody rolls for all."""
    if not rule.roller or rule.roll is None:
        return None
    rolled = rule.roll.code or rule.roll.plus
    worth = {one.id: value_of(rules, state, one, rule.roller) or 0 for one in members}
    others = sorted((one for one in members if one != who), key=lambda one: worth[one.id], reverse=True)
    breakdown = Breakdown(CombatantScope(rules, state, who))
    made_of = Explanation(
        what="stat",
        name=rule.roller,
        who=who.id,
        value=value_of(rules, state, who, rolled) if rolled else 0,
        kind="code" if rule.roll.code else "number",
        parts=breakdown.formula(rolled) if rolled else (),
        cite=rule.cite,
    )
    unable = [one for one in others if not is_able(rules, state, one) and worth[one.id] > worth[who.id]]
    return Roller(
        who=who,
        by=_deciding(breakdown.formula(rule.roller), worth[who.id]) or rule.roller,
        runner_up=next((one for one in others if is_able(rules, state, one)), None),
        passed_over=unable[0] if unable else None,
        made_of=made_of,
    )


def _deciding(parts: Sequence[Part], worth: object) -> str:
    """Return the stat that comes to what was compared: the first one that its formula names.

    What such a stat is made of was not compared: Tactics that nobody has is its attribute (001-22).
    """
    whole = list(_stats(parts))
    inside = list(_stats(whole[0].parts)) if len(whole) == 1 else []
    found = (part.name for part in (*inside, *whole) if is_number(part.value) and part.value == worth)
    return next(found, "")


def _stats(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield the stats that a number is made of, and nothing of theirs."""
    for part in parts:
        if part.kind == "stat":
            yield part
        else:
            yield from _stats(part.parts)
