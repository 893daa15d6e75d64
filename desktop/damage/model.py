"""The damage sheet's rows: what a pipeline would do to each target, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from rulesets.seen.number_format import minus, step_short
from rulesets.table.commands import Apply
from rulesets.table.events import Event, StateBegan, StateEnded
from rulesets.table.outcome import Outcome, StageResult
from rulesets.vocabulary import Rules, Stage, Track

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
    """The stage's own number, which the game master can change: what was taken off or left, or steps moved.

    What somebody lost by it is told by the events of the outcome."""
    before: str
    after: str
    """'' where the stage leaves no number behind."""
    cite: str = ""
    editable: bool = False
    left: int = 0
    """What is still to be taken behind the stage."""

    @property
    def idle(self) -> bool:
        """True if the stage ran and changed nothing."""
        return self.number == 0 and self.before == self.after and self.verb not in ("state", "let")


class TargetRow(Struct, frozen=True):
    """Every stage that ran on one target."""

    who: str
    cells: tuple[StageCell, ...]


def target_rows(rules: Rules, command: Apply, outcome: Outcome) -> tuple[TargetRow, ...]:
    """Return one row for each target of ``command``, which comes to ``outcome``."""
    pipeline = rules.pipelines[command.pipeline]
    rows = []
    for who in dict.fromkeys(command.to):
        ran = [result for result in outcome.stages if result.who == who]
        named = {result.name for result in ran if result.verb == "state"}
        cells = (_cell(rules, pipeline.stages[result.place], result) for result in ran)
        follows = _follows(rules, outcome.events, who, len(pipeline.stages), named)
        rows.append(TargetRow(who, (*cells, *follows)))
    return tuple(rows)


def _follows(
    rules: Rules, events: Sequence[Event], who: str, at: int, named: set[str]
) -> Iterator[StageCell]:
    """Yield the grave states that begin and end with it, and what does so by itself, behind the stages.

    ``named`` states are told by a stage.
    """
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
            if number == change and (rule.holds or rule.tone == "bad") and name not in named:
                yield StageCell(at, "", text, "state", 0, "", rule.label or name, rule.cite)
                at += 1


def _cell(rules: Rules, stage: Stage, result: StageResult) -> StageCell:
    before, after = _numbers(rules, result)
    editable = bool(stage.id) and result.verb not in FIXED
    number = int(result.number)
    return StageCell(
        result.place,
        stage.id,
        stage.label,
        result.verb,
        number,
        before,
        after,
        stage.cite,
        editable,
        int(result.left),
    )


def _numbers(rules: Rules, result: StageResult) -> tuple[str, str]:
    """Return what stood before a stage and what stands after it, as the sheet shows them."""
    name = result.name
    if result.verb == "state":
        return "", (rules.states[name].label or name) if name in rules.states else name
    if result.verb == "let":
        return "", ""
    track = rules.tracks.get(name) if result.verb == "track" else None
    if track is None:
        return minus(str(result.before)), minus(str(result.after))
    return _step(track, int(result.before)), _step(track, int(result.after))


def _step(track: Track, step: int) -> str:
    return step_short(track, min(step, len(track.steps) - 1))
