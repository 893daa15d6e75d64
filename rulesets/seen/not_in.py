"""What is said of an attack that stands with its bonus in a note, and what of that is not in the bonus."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesets.engine.answered import ATTACK
from rulesets.engine.marks import Mark
from rulesets.engine.scope import states_in_force
from rulesets.seen.number_format import step_label
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant
from rulesets.vocabulary import Rules

_OF_ATTACKS = re.compile(
    r"(?:[+\-−–]\d|\b(?:off|less|more|fails?|(?:dis)?advantage)\b)[^.;:]*\b(?:attacks?|rolls?)\b(?! against)",
    re.IGNORECASE,
)
"""'-2 on attacks, saves and checks', 'As much off everything one rolls'."""


def attack_roll(rules: Rules) -> str:
    """Return the kind of roll that an attack is: one aimed at somebody, else one called so; or none."""
    aimed = (name for name, rule in rules.rolls.items() if rule.own and rule.against)
    return next(aimed, ATTACK if ATTACK in rules.rolls else "")


def marks_that_count(scene: Scene, who: Combatant, roll: str) -> tuple[Mark, ...]:
    """Return the marks on a roll of ``who`` that are numbers: these can be taken into its sum."""
    ahead = scene.rolls_ahead(who, roll, None) if roll else ()
    return tuple(mark for one in ahead for mark in one.marks if not mark.sign)


def not_in(scene: Scene, who: Combatant, roll: str) -> tuple[str, ...]:
    """Return the steps and states of ``who`` that change attacks, or may, and mark no such roll."""
    ahead = scene.rolls_ahead(who, roll, None) if roll else ()
    told = {mark.reason for one in ahead for mark in one.marks}
    return (*_steps(scene.rules, who, told), *_states(scene, who, told))


def _steps(rules: Rules, who: Combatant, told: set[str]) -> Iterator[str]:
    """Yield each step below the top, by what its track is called."""
    for name, place in who.tracks.items():
        rule = rules.tracks.get(name)
        if rule is not None and place.step and name not in told:
            label = step_label(rule, min(place.step, len(rule.steps) - 1))
            yield f"{rule.label or name}: {label}"


def _states(scene: Scene, who: Combatant, told: set[str]) -> Iterator[str]:
    """Yield the states of which the rules say that they change attacks, with how large they are."""
    sizes = scene.sizes(who)
    for name in states_in_force(scene.rules, scene.state, who):
        rule = scene.rules.states.get(name)
        if rule is not None and name not in told and _OF_ATTACKS.search(rule.text):
            yield f"{rule.label or name} {sizes.get(name, '')}".rstrip()
