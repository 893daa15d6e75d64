"""Which stats harm takes from: what scenes show, and accounts count."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from rulesets.formula.tree import all_nodes
from rulesets.seen.labels import label_in
from rulesets.vocabulary import (
    AbsorbStage,
    AnyStage,
    LetStage,
    ReduceStage,
    Rules,
    ScaleStage,
    StatStage,
    TrackStage,
)

LEFT = "left"
"""What of the damage has come as far as a stage."""


def vital_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats that damage takes away for good: hit points; none where it is told by tracks alone.

    What damage is lessened by (a shield rating) is none of them, nor, where some absorb it, what only wears
    with it (a shield).
    """
    lost = absorbing(rules) - {stage.reduce for stage in _harming(rules) if isinstance(stage, ReduceStage)}
    vital = [name for name, rule in rules.stats.items() if rule.to_begin_with and name in lost]
    taking = {stage.absorb for stage in _harming(rules) if isinstance(stage, AbsorbStage)}
    return tuple(name for name in vital if name in taking or taking.isdisjoint(vital))


def temporary_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats that absorb damage besides hit points, in the order in which they do."""
    vital = vital_stats(rules)
    absorbed = (stage.absorb for stage in _harming(rules) if isinstance(stage, AbsorbStage))
    return tuple(dict.fromkeys(name for name in absorbed if name not in vital))


def mounting_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats to which damage is added, where none are taken by it: wounds that are counted."""
    if vital_stats(rules):
        return ()
    added = (stage for stage in _harming(rules) if isinstance(stage, StatStage) and stage.by == LEFT)
    return tuple(dict.fromkeys(stage.stat for stage in added))


def deeper_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats to which is added what hit points are too few for: how far below 0 somebody is."""
    vital, found = vital_stats(rules), dict[str, None]()
    for pipeline in rules.pipelines.values():
        below = False
        for stage in pipeline.stages if pipeline.role == "damage" else ():
            if isinstance(stage, AbsorbStage):
                below = below or stage.absorb in vital
            elif below and isinstance(stage, StatStage) and stage.by == LEFT:
                found[stage.stat] = None
    return tuple(found)


class Counted(Struct, frozen=True):
    """What is counted as dealt and taken."""

    points: str
    """What the ruleset calls it."""
    how: Literal["to-0", "below-0", "mounting"]
    """As far as there are any; below 0, too; as many as are suffered."""


def counted(rules: Rules) -> Counted | None:
    """Return what is counted as dealt and taken; None where harm is told by tracks alone."""
    vital, mounting = vital_stats(rules), mounting_stats(rules)
    if not vital:
        return Counted(label_in(rules.stats, mounting[0]), "mounting") if mounting else None
    least = rules.stats[vital[0]].least
    below = least is None or least < 0 or bool(deeper_stats(rules))
    return Counted(label_in(rules.stats, vital[0]), "below-0" if below else "to-0")


def absorbing(rules: Rules) -> frozenset[str]:
    """Return the stats that some pipeline of damage takes from."""
    return frozenset(name for stage in _harming(rules) for name in _changed(stage))


def threshold_stats(rules: Rules, track: str) -> tuple[str, ...]:
    """Return the stats by which it goes whether damage moves a track, and that no damage takes from."""
    found: set[str] = set()
    for pipeline in rules.pipelines.values():
        known: dict[str, set[str]] = {}
        for stage in pipeline.stages if pipeline.role == "damage" else ():
            if isinstance(stage, LetStage):
                known[stage.let] = _read(rules, stage.value, known)
            elif isinstance(stage, TrackStage) and stage.track == track:
                found |= _read(rules, stage.condition, known) | _read(rules, stage.formula, known)
    taken = absorbing(rules)
    return tuple(name for name in rules.stats if name in found and name not in taken)


def lessening_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats by which less or more of a damage goes on: reduction, shields, resistances."""
    found: set[str] = set()
    for pipeline in rules.pipelines.values():
        known: dict[str, set[str]] = {}
        for stage in pipeline.stages if pipeline.role == "damage" else ():
            match stage:
                case LetStage():
                    known[stage.let] = _read(rules, stage.value, known)
                case ReduceStage():
                    found |= _read(rules, stage.reduce, known) | _read(rules, stage.condition, known)
                case ScaleStage():
                    found |= _read(rules, stage.condition, known)
    points = {*vital_stats(rules), *temporary_stats(rules)}
    return tuple(name for name in rules.stats if name in found and name not in points)


def _read(rules: Rules, text: str, known: Mapping[str, set[str]]) -> set[str]:
    """Return the names that a formula reads, through those it is made of."""
    found: set[str] = set()
    for node in all_nodes(text) if text else ():
        match node:
            case ast.Name(id=name):
                found |= known.get(name, {name})
            case ast.Call(func=ast.Name(id="formula"), args=[ast.Constant(value=str(name)), *_]):
                rule = rules.formulas.get(name)
                for inner in (rule.expression, *rule.cases.values()) if rule is not None else ():
                    found |= _read(rules, inner, known)
    return found


def _harming(rules: Rules) -> list[AnyStage]:
    """Return the stages of all pipelines of damage."""
    harmful = [pipeline for pipeline in rules.pipelines.values() if pipeline.role == "damage"]
    return [stage for pipeline in harmful for stage in pipeline.stages]


def _changed(stage: AnyStage) -> Iterator[str]:
    """Yield the stat that a stage changes."""
    match stage:
        case AbsorbStage():
            yield stage.absorb
        case StatStage():
            yield stage.stat
