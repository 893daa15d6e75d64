"""Who is still to come: how a wave is put into words and read, which one is next, and an id for a new one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from rulesets.table.combatant import PC
from rulesets.table.encounter import RUNNING, Encounter, Wave
from rulesets.vocabulary import Rules

translate = QCoreApplication.translate

_ROUND = re.compile(r"(?:(?:\w+ )?\w+ )?(\d{1,6})")
"""'3', 'round 3', 'in round 3', in any language."""


def read_when(text: str) -> tuple[int, str]:
    """Return the round, or 0, and what else brings a wave in, of 'round 3' or 'when the alarm rings'."""
    text = text.strip()
    found = _ROUND.fullmatch(text)
    return (int(found[1]), "") if found else (0, text)


def when_shown(wave: Wave) -> str:
    """Return what brings a wave in, as it is typed."""
    round_ = translate("Waves", "round {round}").format(round=wave.round) if wave.round else ""
    return ", ".join(part for part in (round_, wave.when) if part)


def people_shown(wave: Wave) -> str:
    """Return who is in a wave."""
    return ", ".join(str(one.get("name") or one["id"]) for one in wave.combatants)


def wave_shown(wave: Wave) -> str:
    """Return a wave in a line: 'Round 3: Stormtrooper 3, Stormtrooper 4'."""
    when, people = when_shown(wave), people_shown(wave)
    return f"{when[:1].upper()}{when[1:]}: {people}" if when else people


def to_come(wave: Wave, *, here: bool) -> str:
    """Return the same as it stands under the list; ``here`` says that the round has come."""
    people = people_shown(wave)
    if here:
        return translate("Waves", "! Now, in round {round}: {people}").format(round=wave.round, people=people)
    round_ = translate("Waves", "in round {round}").format(round=wave.round) if wave.round else ""
    when = ", ".join(part for part in (round_, wave.when[:1].lower() + wave.when[1:]) if part)
    if not when:
        return translate("Waves", "To come: {people}").format(people=people)
    return translate("Waves", "To come {when}: {people}").format(when=when, people=people)


def next_wave(state: Encounter) -> Wave | None:
    """Return the wave that comes in next: one whose round is there, else the first."""
    now = state.clock.round if state.clock.status == RUNNING else 0
    here = (wave for wave in state.waves if 0 < wave.round <= now)
    return next(here, next(iter(state.waves), None))


def players_roll(rules: Rules, state: Encounter, coming: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a player rolls for one of those who come in, or draws a card: that is asked for."""
    from desktop.combatants.newcomers import rolls_on_joining  # with the first who come in

    return rolls_on_joining(rules, state) and any(map(is_players, coming))


def is_players(given: Mapping[str, Any]) -> bool:
    """Return whether somebody who comes in, as entered, is played by one of the players."""
    return bool(given.get("kind", PC) == PC)


def free_wave(state: Encounter) -> str:
    """Return an id that no wave has."""
    taken, number = {wave.id for wave in state.waves}, 1
    while f"wave-{number}" in taken:
        number += 1
    return f"wave-{number}"
