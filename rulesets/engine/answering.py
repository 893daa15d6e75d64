"""Answering what somebody is asked to roll."""

from __future__ import annotations

from rulesets.engine import checks, degrees, stages
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.table.commands import Check
from rulesets.table.encounter import OpenCheck
from rulesets.table.refusal import Code


def decide_check(ruling: Ruling, command: Check) -> None:
    """Answer the oldest open roll of a name: by total, dice or degree, or by rolling now."""
    who = ruling.combatant(command.who)
    one = checks.find(ruling, who.id, command.name)
    if one is None or not command.name:
        raise ruling.reject(Code.NO_TRIGGER, "nothing-asked", who=who.id, name=command.name)
    given = [answer for answer in (command.total, command.roll, command.degree or None) if answer is not None]
    known = ruling.rules.checks[one.check].every
    if len(given) > 1 or command.degree not in ("", *known):
        raise ruling.reject(Code.BAD_VALUE, "bad-answer", name=one.check)
    stages.answer(ruling, one, _answer(ruling, one, command))


def _answer(ruling: Ruling, one: OpenCheck, command: Check) -> degrees.Answer:
    if command.degree:
        return degrees.settled(ruling, one, command.degree)
    if one.against is None:
        raise ruling.reject(Code.BAD_VALUE, "nothing-to-reach", name=one.check)
    if command.total is not None:
        answer = degrees.reached(ruling, one, checked_number(ruling, command.total, "total"))
    else:
        answer = degrees.rolled(ruling, one, _die(ruling, one, command.roll))
    ruling.roll = answer.total
    return answer


def _die(ruling: Ruling, one: OpenCheck, die: int | None) -> int | None:
    """Return what the dice showed, which must be something that they can show; None to roll them."""
    dice = ruling.rules.checks[one.check].dice
    if die is None:
        if not dice:
            raise ruling.reject(Code.BAD_VALUE, "no-dice", name=one.check)
        return None
    number = checked_number(ruling, die, "roll", least=1)
    can_show = degrees.dice_range(ruling.rules.checks[one.check])
    if can_show is not None and not can_show[0] <= number <= can_show[1]:
        raise ruling.reject(Code.BAD_VALUE, "no-such-roll", value=number, dice=dice)
    return number
