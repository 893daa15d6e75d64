"""Rolls that are only kept: dice and sums as they are typed, and the ruleset's formulas with dice in them."""

from __future__ import annotations

from typing import Any

from rulesets.engine.compute import compute
from rulesets.engine.rolling import plain_dice
from rulesets.engine.ruling import Ruling
from rulesets.formula.amounts import Amount, AmountError, read_amount
from rulesets.formula.dice import rolled_for
from rulesets.formula.wild import throw
from rulesets.table.combatant import MAX_TEXT
from rulesets.table.commands import Throw
from rulesets.table.refusal import Code, Refusal, Refused


def decide_throw(ruling: Ruling, command: Throw) -> None:
    """Roll what was not rolled at the table, and tell what came of it; nothing else changes."""
    who = ruling.combatant(command.who).id if command.who else ""
    if command.formula:
        _work_out(ruling, command, who)
        return
    if any(len(text) > MAX_TEXT for text in (command.what, command.amount, *command.without)):
        raise ruling.reject(Code.BAD_VALUE, "bad-amount", text=command.amount[:40])
    said, amount = command.amount.partition("=")[0].strip(), _read(ruling, command)
    with rolled_for(command.what or "a roll", command.who):
        thrown = throw(amount, ruling.dice, ruling.rules.wild, command.fell)
    if thrown is None:
        raise ruling.reject(Code.BAD_VALUE, "bad-amount", text=command.amount[:40])
    if command.dropped is not None and throw(amount, ruling.dice, fell=(command.dropped,)) is None:
        raise ruling.reject(Code.BAD_VALUE, "bad-amount", text=command.amount[:40])
    what, summed, total = command.what, thrown.fallen.told, thrown.fallen.total
    if thrown.wild:
        ruling.tell("threw", who=who, what=what, amount=said, sum=summed, total=total, wild=thrown.wild)
    elif who and command.dropped is not None:
        more, other = list(command.without), command.dropped
        ruling.tell(
            "threw", who=who, what=what, amount=said, sum=summed, total=total, without=more, dropped=other
        )
    elif who and command.without:
        without = list(command.without)
        ruling.tell("threw", who=who, what=what, amount=said, sum=summed, total=total, without=without)
    elif who:
        ruling.tell("threw", who=who, what=what, amount=said, sum=summed, total=total)
    else:
        ruling.tell("threw", what=what, amount=said, sum=summed, total=total)


def _read(ruling: Ruling, command: Throw) -> Amount:
    said = command.amount.partition("=")[0] if command.fell else command.amount
    try:
        amount = read_amount(said)
    except AmountError:
        amount = None
    if amount is None:
        raise ruling.reject(Code.BAD_VALUE, "bad-amount", text=command.amount[:40])
    return amount


def _work_out(ruling: Ruling, command: Throw, who: str) -> None:
    rule, given = ruling.rules.formulas.get(command.formula), dict(command.inputs)
    dice = rule.dice_of(str(given.get(rule.by, rule.inputs.get(rule.by, "")))) if rule is not None else ()
    for die in dice:
        if given.get(die) is None:
            with rolled_for(command.formula, command.who):
                given[die] = sum(plain_dice(ruling, die))
    result: Any = compute(ruling.rules, ruling.draft.freeze(), command.formula, command.who, given)
    if isinstance(result, Refusal):
        raise Refused(result)
    rolled = {die: given[die] for die in dice}
    case = str(given.get(rule.by, "")) if rule is not None and rule.by else ""
    if who:
        ruling.tell("worked-out", who=who, formula=command.formula, of=case, dice=rolled, result=result)
    else:
        ruling.tell("worked-out", formula=command.formula, of=case, dice=rolled, result=result)
