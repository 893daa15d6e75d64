"""The damage sheet's rows: what a pipeline would do to each target, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rulesets.compiled import Pipeline, Rules
from rulesets.encounter.events import Event, Told

FIXED = ("scale", "state")
"""Verbs whose number follows from others and cannot be edited."""


class StageCell(Struct, frozen=True):
    """One stage that ran on one target."""

    index: int
    """Place of the stage in its pipeline."""
    id: str
    label: str
    verb: str
    number: int
    before: str
    after: str
    """'' where the stage leaves no number behind."""
    cite: str = ""
    editable: bool = False

    @property
    def idle(self) -> bool:
        """True if the stage ran and changed nothing."""
        return self.number == 0 and self.before == self.after and self.verb not in ("state", "let")


class TargetRow(Struct, frozen=True):
    """Every stage that ran on one target."""

    who: str
    cells: tuple[StageCell, ...]


def target_rows(rules: Rules, pipeline_id: str, events: Iterable[Event]) -> tuple[TargetRow, ...]:
    """Return one row for each target that ``events`` of an applied pipeline tell of."""
    pipeline = rules.pipelines[pipeline_id]
    return tuple(
        TargetRow(event.params["who"], _cells(rules, pipeline, event.params["stages"]))
        for event in events
        if isinstance(event, Told) and event.code == "applied" and event.params.get("pipeline") == pipeline_id
    )


def _cells(rules: Rules, pipeline: Pipeline, told: Sequence[dict[str, Any]]) -> tuple[StageCell, ...]:
    """Match what was told with the stages of the pipeline, both in order."""
    cells: list[StageCell] = []
    at = 0
    for result in told:
        found = next(
            (n for n, s in enumerate(pipeline.stages) if n >= at and s.id == result["id"] and s.label), None
        )
        if found is None:
            continue
        at, stage = found + 1, pipeline.stages[found]
        before, after = _numbers(rules, result)
        verb = result["verb"]
        editable = bool(stage.id) and verb not in FIXED
        cells.append(
            StageCell(
                found, stage.id, stage.label, verb, result["number"], before, after, stage.cite, editable
            )
        )
    return tuple(cells)


def _numbers(rules: Rules, result: dict[str, Any]) -> tuple[str, str]:
    if result["verb"] == "state":
        name = result["name"]
        return "", (rules.states[name].label or name) if name in rules.states else name
    if result["verb"] == "let":
        return "", ""
    track = rules.tracks.get(result["name"]) if result["verb"] == "track" else None
    if track is None:
        return str(result["before"]), str(result["after"])
    return tuple(  # type: ignore[return-value]
        track.steps[min(result[key], len(track.steps) - 1)].short or str(result[key])
        for key in ("before", "after")
    )
