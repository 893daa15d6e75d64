"""Where the round stands: its phases in order, the present one marked, and what has gone by of it."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.main.turn_count import TurnCount
from desktop.main.turn_timer import spelled
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.queries import elapsed, phases_of, unrolled
from rulesets.seen.scene import Scene
from rulesets.table.encounter import (
    RUNNING,
    SETUP,
    STAGE_OPENING,
    STAGE_ROUND,
    STAGE_START,
    Clock,
    Encounter,
)
from rulesets.vocabulary import Phase, Rules

translate = QCoreApplication.translate


class Step(Struct, frozen=True):
    """One phase of the stepper."""

    label: str
    detail: str = ""
    """How far it has gone: "4 of 8", "segment 2", "Shot 11"."""
    now: bool = False
    text: str = ""
    """The rule, for the tool tip."""
    brief: str = ""
    """What of the detail is worth most where there is no room for more; '' is all of it."""


class Moment(Struct, frozen=True):
    """What the top bar says about time."""

    title: str
    """"Round 3"."""
    time: str
    """"0:12–0:18 in game", and how many cards are left where they are drawn."""
    steps: tuple[Step, ...] = ()
    short: str = ""
    """The same as ``time`` in few letters, where cards are drawn; '' where there is no shorter way."""


def when_is(clock: Clock) -> str:
    """Return how far a fight has come: 'Round 3'."""
    if clock.status == SETUP:
        return translate("Phases", "Not started")
    if clock.status != RUNNING:
        return translate("Phases", "Fight over")
    if clock.stage == STAGE_ROUND:
        return translate("Phases", "Round {number}").format(number=clock.round)
    if clock.stage == STAGE_OPENING:
        return translate("Phases", "Surprise round")
    return translate("Phases", "Start")


def moment(scene: Scene, count: TurnCount | None = None) -> Moment:
    """Return round, game time and the phases with the present one marked.

    ``count`` has followed the encounter and knows the turns; without it they are counted anew.
    """
    rules, state = scene.rules, scene.state
    clock = state.clock
    title = when_is(clock)
    if clock.status == SETUP:
        return Moment(title, translate("Phases", "{seconds} s each round").format(seconds=rules.seconds))
    if clock.status != RUNNING:
        done = translate("Phases", "{time} in game").format(time=spelled(elapsed(rules, state)))
        return Moment(title, done)
    since = elapsed(rules, state)
    time, left = f"{spelled(since)}–{spelled(since + rules.seconds)}", _left(scene)
    span = translate("Phases", "{time} in game").format(time=time)
    short = " · ".join((time, *left)) if left else ""
    return Moment(title, " · ".join((span, *left)), _steps(scene, count or TurnCount()), short)


def _left(scene: Scene) -> list[str]:
    """Return how many cards are left to be drawn, of each deck."""
    left, decks = scene.cards_left, scene.rules.decks
    if len(left) == 1:
        return [translate("Phases", "{number} cards left").format(number=next(iter(left.values())))]
    text = translate("Phases", "{deck}: {number} left")
    return [text.format(deck=label_in(decks, deck), number=number) for deck, number in left.items()]


def _steps(scene: Scene, count: TurnCount) -> tuple[Step, ...]:
    rules, state = scene.rules, scene.state
    clock = state.clock
    stages = {
        STAGE_START: (STAGE_START, STAGE_OPENING if clock.surprise else STAGE_ROUND),
        STAGE_OPENING: (STAGE_OPENING, STAGE_ROUND),
    }.get(clock.stage, (STAGE_ROUND,))
    found = []
    for stage in stages:
        for phase in phases_of(rules, stage):
            now = stage == clock.stage and phase.id == clock.phase
            if now or _will_come(rules, state, phase):
                details = _details(scene, phase, count) if now else []
                brief = details[-1] if len(details) > 1 else ""
                found.append(Step(entry_label(phase, phase.id), ", ".join(details), now, phase.text, brief))
    if clock.stage == STAGE_ROUND:
        found.append(Step(translate("Phases", "Next round")))
    return tuple(found)


def _will_come(rules: Rules, state: Encounter, phase: Phase) -> bool:
    """A roll for latecomers is a step only if somebody has not rolled yet."""
    late = phase.activity == "roll" and rules.orders[phase.order].rolled == "encounter"
    return not late or bool(unrolled(rules, state))


def _details(scene: Scene, phase: Phase, count: TurnCount) -> list[str]:
    """How far the present phase has gone: in which pass it is, how many have had their turn in it."""
    if phase.activity not in ("act", "declare"):
        return []
    parts = []
    if phase.repeats:
        parts.append(f"{phase.pass_name} {scene.state.clock.segment}")
    if phase.activity == "act" and phase.turns == "again":
        parts.append(_counted(scene, phase))  # nobody's turn is the last one: how many there are says nothing
    elif phase.activity == "act":
        gone, everybody = count.turns(scene.rules, scene.state, phase)
        said = translate("Phases", "{gone} of {all}")
        if scene.choice is not None:
            said = translate("Phases", "{gone} of {all} gone")
        if everybody:
            parts.append(said.format(gone=gone, all=everybody))
    return [part for part in parts if part]


def _counted(scene: Scene, phase: Phase) -> str:
    """Return which count is played in a phase whose turns come again: 'Shot 11'.

    That is the one at which the turn began, though whoever has it has paid and acts again at a lower one.
    """
    order, walk = scene.state.orders.get(phase.order), scene.state.walk
    if order is None or walk.active not in order.places or not scene.foretells:
        return ""
    return f"{scene.rules.orders[phase.order].label} {walk.counted}".strip()
