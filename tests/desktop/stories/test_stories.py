"""Two rounds of every system, played through the window alone, come to what the core comes to.

The stories are scenarios: the core plays them as they stand, the window's hands translate each step into
clicks, keys and drags (tests/hands/scenario.py). After every step both encounters are the same.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from rulesets.reading import loader
from tests.desktop.stories.alike import plays_alike
from tests.desktop.stories.telling import Case, open_story, stories
from tests.everyday import EVERYDAY
from tests.hands import declaring, fields, gestures, keys_and_mouse, on_combatants, scenario
from tests.hands.keys_and_mouse import Hands

HANDS = (declaring, fields, gestures, keys_and_mouse, on_combatants, scenario)


def test_hands_know_neither_commands_nor_systems() -> None:
    """They press keys and move the mouse; what differs between systems stands in the stories."""
    for module in HANDS:
        source = inspect.getsource(module)
        assert "dispatch" not in source, module.__name__
        assert not [name for name in loader.shipped().keys() - EVERYDAY if name in source], module.__name__
        assert not [name for name in EVERYDAY if f'"{name}"' in source], module.__name__


def test_every_system_has_a_story() -> None:
    """Whatever ships is played by hand."""
    assert sorted(ruleset for ruleset, _ in stories()) == sorted(loader.shipped())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "case"), stories(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_two_rounds_by_hand_are_what_the_core_plays(
    hands: Hands, ruleset: str, case: Case, tmp_path: Path
) -> None:
    """After each step, at the end, and after everything was undone and done again."""
    open_story(hands.window.services.encounters, ruleset, case, tmp_path / "story.turnwright")
    hands.settle()
    by_hand, by_core = plays_alike(hands, loader.load(ruleset, case.get("options") or {}), case)
    assert by_hand >= by_core > 0, "a step that corrects two numbers takes two by hand"
