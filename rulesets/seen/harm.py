"""Which stats harm takes from: what scenes show, and accounts count."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.vocabulary import AbsorbStage, AnyStage, Rules, StatStage

LEFT = "left"
"""What of the damage has come as far as a stage."""


def vital_stats(rules: Rules) -> tuple[str, ...]:
    """Return the stats that damage takes away for good: hit points; none where it is told by tracks alone.

    Where some absorb it, what only wears with it (a shield) is none of them.
    """
    lost = absorbing(rules)
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


def absorbing(rules: Rules) -> frozenset[str]:
    """Return the stats that some pipeline of damage takes from."""
    return frozenset(name for stage in _harming(rules) for name in _changed(stage))


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
