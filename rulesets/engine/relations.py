"""Ties between two opponents, such as surprise: made by rolls, ended by the other's turn."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.ruling import Ruling
from rulesets.table.encounter import Relation


def make(ruling: Ruling, order_id: str) -> None:
    """Tie opponents by the counts of an order that has just been rolled; earlier ties of it are over."""
    rules = {name: rule for name, rule in ruling.rules.relations.items() if rule.order == order_id}
    for key, old in list(ruling.draft.relations.items()):
        if old.name in rules:
            ruling.set_relation(key, None)
    order = ruling.draft.orders.get(order_id)
    if order is None:
        return
    for name, rule in rules.items():
        for mine in ruling.draft.combatants.values():
            for theirs in ruling.draft.combatants.values():
                if mine.side == theirs.side or not {mine.slot, theirs.slot} <= set(order.places):
                    continue
                counts = {"mine": order.places[mine.slot].count, "theirs": order.places[theirs.slot].count}
                if not ruling.value(rule.condition, theirs, **counts):
                    continue
                if rule.except_if and ruling.value(rule.except_if, theirs, by=mine.id):
                    continue
                tie = Relation(name, mine.id, theirs.id)
                ruling.set_relation(f"{name}:{mine.id}>{theirs.id}", tie)


def end_over(ruling: Ruling, ids: Iterable[str], at: str) -> None:
    """End the ties over some combatants whose turn begins ('turn') or whose place comes up ('place')."""
    over = set(ids)
    for key, tie in list(ruling.draft.relations.items()):
        rule = ruling.rules.relations.get(tie.name)
        if rule is not None and rule.order and tie.over in over and rule.ends == at:
            ruling.set_relation(key, None)


def end_of(ruling: Ruling, who: str) -> None:
    """End every tie of somebody who leaves."""
    for key, tie in list(ruling.draft.relations.items()):
        if who in (tie.of, tie.over):
            ruling.set_relation(key, None)


def barred_by(ruling: Ruling, who: str, reaction: str, against: str) -> str:
    """Return the tie because of which ``who`` cannot take a reaction against somebody, or ''."""
    for tie in ruling.draft.relations.values():
        rule = ruling.rules.relations.get(tie.name)
        ours = tie.of == against and tie.over == who and not tie.held
        if ours and rule is not None and reaction in rule.bars:
            return tie.name
    return ""
