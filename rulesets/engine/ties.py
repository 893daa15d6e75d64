"""Ties made by hand: several combatants in one state together, which ends for all when it ends for one."""

from __future__ import annotations

from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import Table
from rulesets.table.encounter import Relation
from rulesets.vocabulary import Rules


def tie_of(rules: Rules, state: str) -> str:
    """Return the relation that a state makes by hand, or ''."""
    return next((name for name, rule in rules.relations.items() if rule.state == state), "")


def tied_to(table: Table, relation: str, who: str) -> list[str]:
    """Return everybody who is tied to somebody, in list order."""
    found: set[str] = set()
    for tie in table.relations.values():
        if tie.name == relation and who in (tie.of, tie.over):
            found.update({tie.of, tie.over})
    return [other for other in table.combatants if other in found and other != who]


def tie(ruling: Ruling, relation: str, who: str, to: str) -> None:
    """Tie somebody to another and to all whom either is tied to."""
    ours = [who, *tied_to(ruling.draft, relation, who)]
    theirs = [to, *tied_to(ruling.draft, relation, to)]
    for one in ours:
        for other in theirs:
            if one == other or other in tied_to(ruling.draft, relation, one):
                continue
            key = f"{relation}:{one}>{other}"
            ruling.set_relation(key, Relation(relation, one, other))


def untie(ruling: Ruling, relation: str, who: str) -> list[str]:
    """End the ties of somebody and of all who are tied to it; return those others."""
    others = tied_to(ruling.draft, relation, who)
    for key, tied in list(ruling.draft.relations.items()):
        if tied.name == relation and {tied.of, tied.over} <= {who, *others}:
            ruling.set_relation(key, None)
    return others


def leave(ruling: Ruling, who: str) -> list[tuple[str, str]]:
    """End the ties of somebody who leaves; return (combatant, state) of whoever is now tied to nobody."""
    freed: list[tuple[str, str]] = []
    for relation, rule in ruling.rules.relations.items():
        if not rule.state:
            continue
        others = tied_to(ruling.draft, relation, who)
        for key, tied in list(ruling.draft.relations.items()):
            if tied.name == relation and who in (tied.of, tied.over):
                ruling.set_relation(key, None)
        freed += [(other, rule.state) for other in others if not tied_to(ruling.draft, relation, other)]
    return freed
