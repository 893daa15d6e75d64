"""Condition tracks of a combatant, prepared as ladders of steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.number_format import step_label, step_short
from rulesets.seen.queries import value_of
from rulesets.seen.scene import Scene, TrackSeen
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules, Step


class StepRow(Struct, frozen=True):
    """One step of a ladder."""

    number: int
    short: str
    label: str
    here: bool = False
    persistent: bool = False
    """True if this step does not recover by itself."""
    why: str = ""
    """What the step changes, for people who ask; of one below the first that changes nothing, what is said of
    its track."""


class Ladder(Struct, frozen=True):
    """One track, top step first."""

    id: str
    label: str
    steps: tuple[StepRow, ...]
    at: int = 0
    persistent: int = 0
    cite: str = ""

    def move_to(self, step: int) -> int:
        """Return by how many steps the track moves to reach ``step``; positive is worse."""
        return max(0, min(step, len(self.steps) - 1)) - self.at


def ladders(scene: Scene, who: Combatant) -> tuple[Ladder, ...]:
    """Return every track on which there is somewhere to go as it stands for ``who``, the main one first."""
    return tuple(_ladder(scene, who, seen) for seen in scene.tracks(who))


def _ladder(scene: Scene, who: Combatant, seen: TrackSeen) -> Ladder:
    rules, rule = scene.rules, scene.viewer.tracks[seen.id]
    steps = tuple(
        StepRow(
            number,
            step_short(rule, number),
            step_label(rule, number),
            number == seen.at,
            0 < number <= seen.persistent,
            _what_it_does(rules, step, partial(_worth, scene, who)) or (rule.text if number else ""),
        )
        for number, step in enumerate(rule.steps)
    )
    return Ladder(seen.id, entry_label(rule, seen.id), steps, seen.at, seen.persistent, rule.cite)


def _worth(scene: Scene, who: Combatant, text: str) -> float:
    """Return what a formula comes to; most are plain numbers, for which nobody need be looked at."""
    plain = text.removeprefix("-").isdecimal()
    return float(text if plain else value_of(scene.rules, scene.state, who, text))


def _what_it_does(rules: Rules, step: Step, worth: Callable[[str], float]) -> str:
    """Return the step's numbers in the table's own short form: 'Reflex −2, Speed × 0.5'."""

    def label(stat: str) -> str:
        return label_in(rules.stats, stat) if stat in rules.stats else stat

    parts = [f"{label(stat)} {signed(worth(by))}" for stat, by in step.add.items()]
    parts += [f"{label(stat)} × {worth(by):g}" for stat, by in step.factor.items()]
    parts += [label_in(rules.states, state) for state in step.states if state in rules.states]
    return ", ".join([*parts, *([step.text] if step.text else [])])


def signed(number: float) -> str:
    """Return a number with its sign, minus as printed in books: '+2', '−5'."""
    return f"+{number:g}" if number >= 0 else f"−{-number:g}"
