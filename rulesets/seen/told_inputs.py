"""What comes of what is filled in: which stages read an input of a pipeline, and what a stat is made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesets.engine.depending import depends_on
from rulesets.seen.attack_texts import HarmPart
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Apply
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


def parts_of_amount(pipeline: Pipeline) -> tuple[str, ...]:
    """Return the inputs that are the amount and its further parts; () where there is no amount."""
    amount = pipeline.amount
    further = (name for name, one in pipeline.inputs.items() if one.type == "number" and one.beside == amount)
    return (amount, *further) if amount else ()


def takes_less(pipeline: Pipeline, damage: Apply, who: str) -> bool:
    """Return whether a target takes half or none of the amount: by a tick, or by its part of it."""
    told, own = damage.inputs, damage.own.get(who, {})
    if any({**told, **own}.get(name) is True for name in halving_inputs(pipeline)):
        return True
    shares = ((own.get(name), told.get(name)) for name in parts_of_amount(pipeline))
    return any(isinstance(a, int) and isinstance(b, int) and a < b for a, b in shares)


def filled_in(pipeline: Pipeline, parts: Sequence[HarmPart]) -> tuple[dict[str, str], tuple[HarmPart, ...]]:
    """Return what the parts of a damage fill in: their kinds, and the dice of those behind the first.

    The dice of the first are the amount. Parts for which there is no input are returned besides.
    """
    names = parts_of_amount(pipeline)
    told: dict[str, str] = {}
    for number, (name, part) in enumerate(zip(names, parts, strict=False)):
        if number:
            told[name] = part.dice
        said = part.words.split()
        for key, one in pipeline.inputs.items():
            of = one.beside or pipeline.amount
            if one.chosen and of == name and (kind := next((w for w in said if w in one.choices), "")):
                told[key] = kind
    return told, tuple(parts[max(1, len(names)) :])


def counts_for(rules: Rules, pipeline: Pipeline, name: str) -> tuple[str, ...]:
    """Return the labels of the stages that an input reaches, through what is worked out on the way, too.

    What only has a number of its own says that something is left out: nothing is reached by it.
    """
    carried, labels = {name}, []
    for stage in pipeline.stages:
        if carried.isdisjoint(depends_on(rules, *stage.formulas).told):
            continue
        said = stage.label
        if isinstance(stage, LetStage):
            carried.add(stage.let)
            said = "" if re.fullmatch(r"\d+", stage.value) else said
        if said:
            labels.append(said)
    return tuple(dict.fromkeys(labels))


def told_by_double(rules: Rules, pipeline: Pipeline) -> str:
    """Return the input that is true of a target which takes double of an amount that is for several, or ''.

    That is one which is ticked and has all of it count twice, if any stage asks for it besides.
    """
    inputs = pipeline.inputs.items()
    named = (name for name, rule in inputs if rule.type == "bool" and rule.doubles == "all")
    return next((name for name in named if counts_for(rules, pipeline, name)), "")


def stats_behind(rules: Rules, stat: str) -> frozenset[str]:
    """Return the stats that a stat comes of, itself among them."""
    return frozenset(depends_on(rules, stat).stats)


def stands_in_for(rules: Rules, who: Combatant, stat: str) -> str:
    """Return the stat that ``who`` has in place of one of which nothing is entered: its attribute; or ''.

    A parry without a number of its own is the skill, where that has one.
    """
    found = ""
    while stat in rules.stats and stat not in who.stats and rules.stats[stat].formula in rules.stats:
        found = stat = rules.stats[stat].formula
    return found
