"""The damage sheet's rows: what a pipeline would do to each target, stage by stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from rulesets.seen.showing import minus
from rulesets.table.events import Event, StateBegan, StateEnded, Told
from rulesets.vocabulary import Pipeline, Rules

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
    pipeline, said = rules.pipelines[pipeline_id], list(events)
    rows = []
    for event in said:
        told = isinstance(event, Told) and event.code == "applied"
        if isinstance(event, Told) and told and event.params.get("pipeline") == pipeline_id:
            who, results = event.params["who"], event.params["stages"]
            cells = _cells(rules, pipeline, results)
            named = {cell.after for cell in cells if cell.verb == "state"}
            follows = _follows(rules, said, who, len(pipeline.stages), named)
            rows.append(TargetRow(who, (*cells, *follows)))
    return tuple(rows)


def _follows(
    rules: Rules, events: Sequence[Event], who: str, at: int, named: set[str]
) -> Iterator[StageCell]:
    """Yield what begins and ends by itself with it, behind the stages; ``named`` states are told by one."""
    net: dict[str, int] = {}
    for event in events:
        if isinstance(event, StateBegan | StateEnded) and event.who == who and event.state in rules.states:
            net[event.state] = net.get(event.state, 0) + (1 if isinstance(event, StateBegan) else -1)
    for change, text in (
        (1, QCoreApplication.translate("DamageSheet", "Begins")),
        (-1, QCoreApplication.translate("DamageSheet", "Is over")),
    ):
        for name, number in net.items():
            rule = rules.states[name]
            if number == change and rule.holds and (rule.label or name) not in named:
                yield StageCell(at, "", text, "state", 0, "", rule.label or name, rule.cite)
                at += 1


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
        return minus(str(result["before"])), minus(str(result["after"]))
    return tuple(  # type: ignore[return-value]
        track.steps[min(result[key], len(track.steps) - 1)].short or str(result[key])
        for key in ("before", "after")
    )
