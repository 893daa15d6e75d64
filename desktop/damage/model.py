"""The damage sheet's rows: what a pipeline would do to each target, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.number_format import minus, step_short
from rulesets.table.commands import Apply
from rulesets.table.events import (
    EffectBegan,
    EffectChanged,
    EffectEnded,
    Event,
    StateBegan,
    StateEnded,
)
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
        named = {result.name for result in ran if result.verb in ("state", "size")}
        cells = (_cell(rules, pipeline.stages[result.place], result) for result in ran)
        follows = _follows(rules, outcome.events, who, len(pipeline.stages), named)
        rows.append(TargetRow(who, (*cells, *follows)))
    return tuple(rows)


def _follows(
    rules: Rules, events: Sequence[Event], who: str, at: int, named: set[str]
) -> Iterator[StageCell]:
    """Yield the grave states that begin and end with it or change size, and what does so by itself.

    They stand behind the stages; ``named`` states are told by one.
    """
    turned = [one for one in _turned(events, who) if one[0] in rules.states and one[0] not in named]
    for told, kind in (
        (QCoreApplication.translate("DamageSheet", "Begins"), (True, False)),
        (QCoreApplication.translate("DamageSheet", "Is over"), (False, True)),
        ("", (False, False)),
    ):
        for name, was, now in turned:
            rule = rules.states[name]
            label = entry_label(rule, name)
            if (was is None, now is None) != kind or not (rule.holds or rule.tone == "bad"):
                continue
            size = f"{label} {now if was is None else was}".rstrip()
            shown = ("", size) if told else (was or "", now or "")
            yield StageCell(at, "", told or label, "state", 0, *shown, rule.cite)
            at += 1


def _turned(events: Sequence[Event], who: str) -> list[tuple[str, str | None, str | None]]:
    """Return the states of somebody that are not as before, with their sizes; None: not in force."""
    found: dict[str, tuple[str | None, str | None]] = {}
    was: str | None
    now: str | None
    for event in events:
        match event:
            case StateBegan(who=on, state=name):
                was, now = None, ""
            case StateEnded(who=on, state=name):
                was, now = "", None
            case EffectBegan(effect=effect):
                on, name, was, now = effect.on, effect.name, None, effect.large
            case EffectEnded(effect=effect):
                on, name, was, now = effect.on, effect.name, effect.large, None
            case EffectChanged(old=old, new=new):
                on, name, was, now = new.on, new.name, old.large, new.large
            case _:
                continue
        if on == who:
            found[name] = (found[name][0] if name in found else was, now)
    return [(name, was, now) for name, (was, now) in found.items() if was != now]


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
        return "", label_in(rules.states, name) if name in rules.states else name
    if result.verb == "let":
        return "", ""
    track = rules.tracks.get(name) if result.verb == "track" else None
    if track is None:
        return minus(str(result.before)), minus(str(result.after))
    return _step(track, int(result.before)), _step(track, int(result.after))


def _step(track: Track, step: int) -> str:
    return step_short(track, min(step, len(track.steps) - 1))
