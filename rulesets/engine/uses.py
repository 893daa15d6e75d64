"""How often somebody has done something within a span: how that is counted, and when it is forgotten.

A combatant keeps it under one key for each thing: the span, of what kind it is, its id ('round:trick',
'encounter:reaction:dodge'). A span is over when the moment of its name comes; a day with the rest called
'night', and what can be done once in a rest with any.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling
    from rulesets.vocabulary import Rules

REACTION, DECLARATION, POINT = "reaction", "declaration", "point"
"""Kinds of what is done; an action has none."""
ANSWERED = "answered"
"""In place of a span: a roll that a turn's beginning asked for was answered before that was taken back. The
number is that of the pass."""
POWER = "power"
"""In place of a span: a power is spent until it comes back."""
SPARE, EXTRA = "spare", "extra"
"""Kinds of reactions that a declared action was used up for, and that were taken on top."""
UNDONE = "undone"
"""Kind of declarations that an action stands for and that were not carried out in time."""
NIGHT, DAY, REST = "night", "day", "rest"
BEGUN = {"round-start": ("round",), "phase-start": ("phase",), "turn-start": ("turn",)}
"""Moment → the spans that begin anew with it."""
ROUND, OF_AN_ENCOUNTER = "round", ("encounter", "round", "turn", POWER, ANSWERED)


def times(who: Combatant, span: str, name: str, kind: str = "") -> int:
    """Return how often something was done in the present span."""
    return who.used.get(key_of(span, name, kind), 0)


def count(ruling: Ruling, who: str, span: str, name: str, kind: str = "") -> None:
    """Count that something was done once more."""
    ruling.set_used(who, key_of(span, name, kind), times(ruling.combatant(who), span, name, kind) + 1)


def note(ruling: Ruling, who: str, span: str, name: str, kind: str = "") -> None:
    """Keep that something was done, however often."""
    ruling.set_used(who, key_of(span, name, kind), 1)


def listed(who: Combatant, span: str, kind: str) -> list[str]:
    """Return what of a kind was done in the present span, each as often as it was."""
    head = key_of(span, "", kind)
    found = ((key.removeprefix(head), number) for key, number in who.used.items() if key.startswith(head))
    return [name for name, number in found for _ in range(number)]


def forget(ruling: Ruling, who: str, spans: Iterable[str]) -> None:
    """Forget what was done in spans that are over."""
    used = ruling.draft.combatants[who].used
    if not used:  # of nearly everybody, at nearly every moment
        return
    heads = tuple(key_of(span, "", "") for span in spans)
    for key in [key for key in used if key.startswith(heads)]:
        ruling.set_used(who, key, 0)


def over_with(rest: str) -> tuple[str, ...]:
    """Return the spans that are over with a rest, by its id."""
    return (DAY, REST) if rest == NIGHT else (REST,)


def forget_unknown(ruling: Ruling, who: str) -> None:
    """Forget what was done of things that the rules do not have any more."""
    for key in list(ruling.draft.combatants[who].used):
        if not is_known(ruling.rules, key):
            ruling.set_used(who, key, 0)


def is_known(rules: Rules, key: str) -> bool:
    """Return whether the rules have what was done, by the key under which that is counted."""
    name = key.rpartition(":")[2]
    resource, _, use = name.partition(".")
    if name in rules.actions or name in rules.reactions or name in rules.declarations:
        return True
    if resource in rules.resources and (not use or use in rules.resources[resource].uses):
        return True
    heads = [key_of(POWER, "", power) for power in rules.powers]
    heads += [key_of(ANSWERED, "", check) for check in rules.checks]
    return key.startswith(tuple(heads))


def key_of(span: str, name: str, kind: str) -> str:
    """Return under what a combatant keeps how often it did something."""
    return f"{span}:{kind}:{name}" if kind else f"{span}:{name}"
