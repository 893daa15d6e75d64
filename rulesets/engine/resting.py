"""Resting outside of a fight: what it gives back, and what can be done again."""

from __future__ import annotations

from rulesets.engine import stages, uses
from rulesets.engine.ruling import Ruling
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.commands import Rest
from rulesets.table.refusal import Code


def decide_rest(ruling: Ruling, command: Rest) -> None:
    """Let some rest, one after the other. In a fight nobody does, unless the GM insists.

    Nor does who is defeated: of several the others rest.
    """
    rule = ruling.rules.rests.get(command.name)
    if rule is None:
        raise ruling.reject(Code.UNKNOWN_ACTION, "no-such-rest", name=command.name)
    if not command.who:
        raise ruling.reject(Code.BAD_VALUE, "no-target")
    people = tuple(dict.fromkeys(ruling.combatant(who).id for who in command.who))
    if ruling.running:
        ruling.forbid(Code.WRONG_PHASE, "no-resting-now", rule.cite, rest=command.name)
    able = tuple(who for who in people if ruling.combatant(who).out != OUT_DEFEATED)
    if not able:
        ruling.forbid(Code.STATE_FORBIDS, "no-rest-for", rest=command.name, who=people[0])
    for who in able or people:
        uses.forget(ruling, who, uses.over_with(command.name))
        stages.run(ruling, rule.does, ruling.combatant(who), {}, by=who, actor=who)
        ruling.tell("rested", who=who, rest=command.name)
