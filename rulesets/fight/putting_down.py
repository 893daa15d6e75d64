"""Everybody of a prepared encounter, a party or stat blocks on one table, where no session is played."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rulesets.engine.decide import decide
from rulesets.formula.dice import RandomDice
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Command
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules


class NotTaken(ValueError):
    """An order that the rules refuse."""

    def __init__(self, order: Command, refusal: Refusal) -> None:
        """Say which, and why."""
        super().__init__(refusal.reason or refusal.code)
        self.order, self.refusal = order, refusal


def put_down(rules: Rules, orders: Iterable[Command]) -> Encounter:
    """Return an encounter in which ``orders`` were carried out before it begins.

    Who brings nothing along but themselves is put down alone first: on a table with thousands each further
    one would take as long as all before.

    Raises:
        NotTaken: if one of the orders is refused.
    """
    state = Encounter()
    people: dict[str, Combatant] = {}
    for order in orders:
        alone = _played(rules, Encounter(), order)
        if people.keys().isdisjoint(alone.combatants) and alone == Encounter(combatants=alone.combatants):
            people.update(alone.combatants)
        else:
            state = _played(rules, replace(state, combatants=people), order)
            people = dict(state.combatants)
    return replace(state, combatants=people)


def _played(rules: Rules, state: Encounter, order: Command) -> Encounter:
    result = decide(rules, state, order, RandomDice())
    if isinstance(result, Refusal):
        raise NotTaken(order, result)
    return result.state
