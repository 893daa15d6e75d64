"""How often somebody has done something within a span: how that is counted, and when it is forgotten.

A combatant keeps it under one key for each thing: the span, of what kind it is, its id ('round:trick',
'encounter:reaction:dodge'). A span is over when the moment of its name comes; a day only when the game master
says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling

REACTION, DECLARATION, POINT = "reaction", "declaration", "point"
"""Kinds of what is done; an action has none."""
POWER = "power"
"""In place of a span: a power is spent until it comes back."""
SPARE, EXTRA = "spare", "extra"
"""Kinds of reactions that a declared action was used up for, and that were taken on top."""
ROUND, OF_AN_ENCOUNTER = "round", ("encounter", "round", "turn", POWER)


def times(who: Combatant, span: str, name: str, kind: str = "") -> int:
    """Return how often something was done in the present span."""
    return who.used.get(key_of(span, name, kind), 0)


def count(ruling: Ruling, who: str, span: str, name: str, kind: str = "") -> None:
    """Count that something was done once more."""
    ruling.set_used(who, key_of(span, name, kind), times(ruling.combatant(who), span, name, kind) + 1)


def note(ruling: Ruling, who: str, span: str, name: str) -> None:
    """Keep that something was done, however often."""
    ruling.set_used(who, key_of(span, name, ""), 1)


def listed(who: Combatant, span: str, kind: str) -> list[str]:
    """Return what of a kind was done in the present span, each as often as it was."""
    head = key_of(span, "", kind)
    found = ((key.removeprefix(head), number) for key, number in who.used.items() if key.startswith(head))
    return [name for name, number in found for _ in range(number)]


def forget(ruling: Ruling, who: str, spans: Iterable[str]) -> None:
    """Forget what was done in spans that are over."""
    heads = tuple(key_of(span, "", "") for span in spans)
    for key in [key for key in ruling.draft.combatants[who].used if key.startswith(heads)]:
        ruling.set_used(who, key, 0)


def forget_unknown(ruling: Ruling, who: str) -> None:
    """Forget what was done of things that the rules do not have any more."""
    rules = ruling.rules
    known = {*rules.actions, *rules.reactions, *rules.declarations, *rules.resources}
    known.update(f"{name}.{use}" for name, rule in rules.resources.items() for use in rule.uses)
    powers = tuple(key_of(POWER, "", name) for name in rules.powers)
    for key in list(ruling.draft.combatants[who].used):
        if key.rpartition(":")[2] not in known and not (powers and key.startswith(powers)):
            ruling.set_used(who, key, 0)


def key_of(span: str, name: str, kind: str) -> str:
    """Return under what a combatant keeps how often it did something."""
    return f"{span}:{kind}:{name}" if kind else f"{span}:{name}"
