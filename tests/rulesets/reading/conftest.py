"""A small sound ruleset to spoil, and what the loader finds when it is spoiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesets.reading import loader
from rulesets.reading.problems import Problem

SMALL = """\
id = "small"
label = "Small"

[stat]
dex = 10
dex_mod = { value = "floor((dex - 10) / 2)", label = "Dexterity modifier" }
hp = { value = "max_hp", to_begin_with = true }
max_hp = 10

[order.initiative]
label = "Initiative"
roll = "d20 + dex_mod"
keys = ["roll desc", "dex_mod desc", "rolloff d20 desc"]

[phase.initiative]
label = "Initiative"
activity = "roll"
order = "initiative"
when = "start"

[phase.turns]
label = "Turns"
activity = "act"
order = "initiative"

[pool]
standard = { label = "Standard", size = 1 }
move = { label = "Move", size = 1 }

[cost.standard]
label = "Standard action"
alternatives = [{ standard = 1 }]

[action.attack]
label = "Attack"
cost = "standard"

[state.prone]
label = "Prone"

[track.condition]
label = "Condition"
steps = ["Normal", "Worse"]

[pipeline.damage]
label = "Damage"
inputs.amount = { label = "Damage" }
does = [{ absorb = "hp" }]
"""

Find = Callable[..., list[Problem]]


@pytest.fixture
def small() -> str:
    """A ruleset without a problem."""
    return SMALL


@pytest.fixture
def find() -> Find:
    """Problems of the small ruleset with ``more`` behind it, and ``old`` texts replaced by new ones."""

    def found(more: str = "", replace: dict[str, str] | None = None, **options: object) -> list[Problem]:
        text = SMALL
        for old, new in (replace or {}).items():
            assert old in text
            text = text.replace(old, new)
        try:
            loader.load_text(f"{text}\n{more}", "small.toml", options)
        except loader.RulesetError as error:
            return list(error.problems)
        return []

    return found
