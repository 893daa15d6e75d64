"""What comes of an input of a pipeline: whether any stage reads it, and which."""

from __future__ import annotations

from rulesets.engine.depending import depends_on
from rulesets.vocabulary import Pipeline, Rules
from rulesets.vocabulary.stages import LetStage, ScaleStage


def noted_inputs(rules: Rules, pipeline: Pipeline) -> tuple[str, ...]:
    """Return the inputs that no stage reads: they change no number, only the log knows of them."""
    read = depends_on(rules, *(text for stage in pipeline.stages for text in stage.formulas)).told
    return tuple(name for name in pipeline.inputs if name not in read and name != pipeline.amount)


def halving_inputs(pipeline: Pipeline) -> frozenset[str]:
    """Return the inputs that halve what is left where they are ticked: what a save leaves of it."""
    halves = (stage for stage in pipeline.stages if isinstance(stage, ScaleStage) and stage.scale == "0.5")
    return frozenset(stage.condition for stage in halves) & pipeline.inputs.keys()


def counts_for(rules: Rules, pipeline: Pipeline, name: str) -> tuple[str, ...]:
    """Return the labels of the stages that an input reaches, through what is worked out on the way, too."""
    carried, labels = {name}, []
    for stage in pipeline.stages:
        if carried.isdisjoint(depends_on(rules, *stage.formulas).told):
            continue
        if isinstance(stage, LetStage):
            carried.add(stage.let)
        if stage.label:
            labels.append(stage.label)
    return tuple(dict.fromkeys(labels))
