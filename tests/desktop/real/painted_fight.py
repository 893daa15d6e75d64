"""A fight that a process of its own plays and paints, and what is in its file after each command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from desktop.app_services import AppServices
from desktop.bridge import Bridge
from rulesets.table.commands import AnyCommand
from rulesets.table.encounter import Encounter
from tests.desktop.fights import COUNTS

Line = dict[str, Any]


def fight() -> list[Line]:
    """Two rounds and more with everything in them; nothing of it is left to dice."""
    steps: list[Line] = [{"do": "start", "rolls": COUNTS}]
    for number in range(14):
        steps += [
            {"do": "end-turn"},
            {"do": "apply", "pipeline": "damage", "to": ["lug", "deel"], "inputs": {"amount": 3 + number}},
            {"do": "undo"},
            {"do": "redo"},
            {"do": "effect", "on": "sarlane", "name": f"effect {number}", "rounds": 2},
            {"do": "track", "who": "sergeant", "by": 1 if number % 2 else -1},
            {"do": "undo"},
            {"do": "describe", "who": "ioan", "changes": {"notes": "x" * (number * 50)}},
        ]
    return steps


def give(bridge: Bridge, line: Line) -> bool:
    """Give one line of the script; whether it was accepted."""
    match line["do"]:
        case "undo":
            return bridge.undo()
        case "redo":
            return bridge.redo()
    return bridge.dispatch(msgspec.convert(line, AnyCommand)) is not None


def expected(program: AppServices, file: Path) -> tuple[list[Line], list[Encounter]]:
    """The lines of the script that are accepted, and the encounter before the first and after each."""
    program.encounters.open(file)
    states, lines = [program.bridge.state], []
    for line in fight():
        if give(program.bridge, line):
            lines.append(line)
            states.append(program.bridge.state)
    program.encounters.close()
    assert len(lines) > 90
    return lines, states


def last_painted(said: list[str]) -> int:
    """The last command whose row was on the screen."""
    return max(int(line.removeprefix("painted ")) for line in said if line.startswith("painted "))
