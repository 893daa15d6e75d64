"""Why every stage of a pipeline has its number, and why one did not happen: the pipeline run once more."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rulesets.engine import stages
from rulesets.engine.inputs import read_inputs
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import CombatantScope
from rulesets.formula.dice import BlindDice
from rulesets.formula.work import TooMuchWork
from rulesets.seen.why.breakdown import Breakdown, Part, closed
from rulesets.seen.why.explain import Explanation
from rulesets.table.commands import Apply
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refused
from rulesets.vocabulary import AbsorbStage, AnyStage, LetStage, Pipeline, Rules


def explain_stages(rules: Rules, state: Encounter, command: Apply, target: str) -> dict[int, Explanation]:
    """Return an explanation for every labelled stage by its place in the pipeline, run or not.

    The value of a stage that did not happen is None. {} if the command says too little to be run.
    """
    pipeline = rules.pipelines.get(command.pipeline)
    ruling = Ruling(rules, state, BlindDice())
    if pipeline is None or target not in state.combatants:
        return {}
    try:
        who = state.combatants[target]
        local = read_inputs(ruling, pipeline.inputs, command.inputs_of(target), who, pipeline.label)
    except Refused:
        return {}
    if pipeline.amount:
        local["left"] = local.get(pipeline.amount) or 0
    edits = command.edits.get(target, {})
    by = command.by or state.walk.active
    run = stages.Run(ruling, state.combatants[target], local, edits, by, command.by)
    found: dict[int, Explanation] = {}
    worked: dict[str, tuple[Part, ...]] = {}
    with suppress(Refused, TooMuchWork):  # the stages before are explained; the sheet itself says why
        for number, stage in enumerate(pipeline.stages):
            if stage.label:
                found[number] = _explained(run, number, command, pipeline, worked, state)
                continue
            if isinstance(stage, LetStage) and _happens(run, stage):
                worked[stage.let] = _breakdown(run, worked).formula(stage.formula)
            run.run(stage, number)
    return found


def _breakdown(run: stages.Run, worked: Mapping[str, tuple[Part, ...]]) -> Breakdown:
    """Return what takes formulas apart as they stand before the next stage."""
    scope = CombatantScope(run.ruling.rules, run.ruling.draft, run.who, dict(run.local), run.actor)
    return Breakdown(scope, worked=worked)


def _explained(
    run: stages.Run,
    place: int,
    command: Apply,
    pipeline: Pipeline,
    worked: Mapping[str, tuple[Part, ...]],
    before_it: Encounter,
) -> Explanation:
    """Run a stage, and return what its number was made of; ``worked`` is what was worked out before.

    ``before_it`` is the encounter before the first stage.
    """
    stage, breakdown = pipeline.stages[place], _breakdown(run, worked)
    notes = breakdown.condition(stage.condition) if stage.condition else ()
    formula = stage.formula
    made = breakdown.formula(formula) if formula and _happens(run, stage) else ()
    before, kept = run.left(), len(run.results)
    run.run(stage, place)
    result = run.results[-1] if len(run.results) > kept else None
    value: Any = None if result is None else result.number
    if result is None and all(note.value for note in notes):
        begun = set(stage.begin).difference(before_it.combatants[run.id].states)
        notes = (*notes, Part(kind="begun" if begun else "unchanged", op=""))
    if result is None or result.verb == "state":
        parts: tuple[Part, ...] = ()
    elif stage.id in run.edits:
        parts = closed((Part(kind="override", value=run.edits[stage.id]),), value, "limit")
        notes = (*notes, *(Part(kind="instead", op="", value=part.value, parts=made) for part in made[:1]))
    elif result.verb == "scale":
        parts = (Part(kind="left", value=before), Part(kind="kept", value=-result.after))
        notes = (*notes, *(_told(part) for part in made))
    elif isinstance(stage, AbsorbStage) and value == before:
        parts, notes = (Part(kind="left", value=value),), (*notes, *(_told(part) for part in made))
    elif any(part.op == "=" for part in made):
        parts = (Part(kind="limit", value=value),)
        notes = (*notes, *(_told(part) for part in made))
    else:
        if isinstance(stage, LetStage):
            made = closed(made, run.local[stage.let], "rounded")
        parts = closed(made, value, "limit")
    return Explanation(
        what="stage",
        name=stage.id or stage.label,
        who=run.id,
        value=value,
        parts=parts,
        notes=notes,
        pipeline=command.pipeline,
        cite=stage.cite or pipeline.cite,
    )


def _happens(run: stages.Run, stage: AnyStage) -> bool:
    return not stage.condition or bool(run.value(stage.condition))


def _told(part: Part) -> Part:
    return Part(
        kind=part.kind, name=part.name, op="", value=part.value, formula=part.formula, cite=part.cite,
        parts=part.parts,
    )  # fmt: skip
