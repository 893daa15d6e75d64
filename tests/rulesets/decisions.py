"""Counts what the engine decides."""

from __future__ import annotations

import pytest

from rulesets.engine import decide as deciding
from rulesets.formula.dice import Dice
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules


def decisions(monkeypatch: pytest.MonkeyPatch, kind: type[cmd.Command]) -> list[cmd.Command]:
    """Return a list that every command of this kind comes into when it is decided by a session."""
    found: list[cmd.Command] = []
    decide = deciding.decide

    def counted(rules: Rules, state: Encounter, command: cmd.Command, dice: Dice) -> Outcome | Refusal:
        if isinstance(command, kind):
            found.append(command)
        return decide(rules, state, command, dice)

    monkeypatch.setattr(deciding, "decide", counted)
    return found
