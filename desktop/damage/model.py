"""The damage sheet's rows: what a pipeline would do to each target, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.number_format import minus, step_short
from rulesets.seen.queries import gone_by_step
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.commands import Apply
from rulesets.table.events import (
    EffectBegan,
    EffectChanged,
    EffectEnded,
    Event,
    StateBegan,
    StateEnded,
    TrackMoved,
)
from rulesets.table.outcome import Outcome, StageResult
from rulesets.vocabulary import Rules, Stage, StateRule, Track

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

    They stand behind the stages; ``named`` states are told by one. Of whoever is out for good whatever else
    begins is no news, as in the log.
    """
    gone = _gone(rules, events, who)
    turned = [one for one in _turned(events, who) if one[0] in rules.states and one[0] not in named]
    turned = [one for one in turned if not gone or one[1] is not None or one[0] in gone]
    for told, kind in (
        (QCoreApplication.translate("DamageSheet", "Begins"), (True, False)),
        (QCoreApplication.translate("DamageSheet", "Is over"), (False, True)),
        ("", (False, False)),
    ):
        meant = [
            (name, rules.states[name], was or "", now or "")
            for name, was, now in turned
            if (was is None, now is None) == kind and _grave(rules.states[name])
        ]
        if told and meant:
            shown = ", ".join(
                f"{entry_label(rule, name)} {was or now}".rstrip() for name, rule, was, now in meant
            )
            cites = {rule.cite for _, rule, _, _ in meant}
            yield StageCell(at, "", told, "state", 0, "", shown, cites.pop() if len(cites) == 1 else "")
            at += 1
        for name, rule, was, now in () if told else meant:
            yield StageCell(at, "", entry_label(rule, name), "state", 0, was, now, rule.cite)
            at += 1


def _grave(rule: StateRule) -> bool:
    return bool(rule.holds) or rule.tone == "bad"


def _gone(rules: Rules, events: Sequence[Event], who: str) -> frozenset[str]:
    """Return the states that take somebody out for good by it, if it comes to that."""
    begun = {one.state for one in events if isinstance(one, StateBegan) and one.who == who}
    steps = [one for one in events if isinstance(one, TrackMoved) and one.who == who]
    by_step = (gone_by_step(rules, one.key, one.new.step) for one in steps)
    out = {name for name in begun & rules.states.keys() if rules.states[name].out == OUT_DEFEATED}
    return frozenset(out).union(*by_step)


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
