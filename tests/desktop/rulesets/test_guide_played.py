"""What an author writes after the guide can be played in the window, step by step, with no change to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.process.paths import Paths
from rulesets.table import commands as cmd
from tests.guide_book import GUIDE, NAME, Example, blocks, example
from tests.hands.keys_and_mouse import Hands

TEXT = GUIDE.read_text(encoding="utf-8")
BEGUN = (
    cmd.Add(combatant={"id": "Ada", "nerve": 2}),
    cmd.Add(combatant={"id": "Rook", "side": "foes", "kind": "npc"}),
    cmd.Start(rolls={"Ada": 9, "Rook": 4}),
)


def steps() -> list[str]:
    """The ruleset after each step of the guide."""
    growing, found = Example(), []
    for block in blocks(TEXT):
        growing.take(block)
        if block.mark == "step":
            found.append(growing.ruleset)
    return found


def put(paths: Paths, ruleset: str) -> Path:
    """Save a ruleset in the user's folder."""
    file = paths.rulesets / NAME / "ruleset.toml"
    file.parent.mkdir(parents=True)
    file.write_text(ruleset, encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(steps())))
def test_every_step_of_the_guide_is_playable(hands: Hands, paths: Paths, number: int) -> None:
    """A round is begun, turns go round, and the next round asks for its roll."""
    put(paths, steps()[number])
    window = hands.window
    window.services.encounters.new("Evening", NAME, commands=BEGUN)
    bridge = window.services.bridge
    assert bridge.rules.label == "Lamplight"
    assert bridge.state.walk.active == "Ada"
    hands.primary()
    assert bridge.state.walk.active == "Rook"
    hands.primary()
    assert bridge.state.clock.round == 2
    assert hands._dialog() is not None
    hands.leave()


@pytest.mark.slow
def test_the_whole_example_in_the_window(hands: Hands, paths: Paths) -> None:
    """Digits spend beats, H hurts, and the row shows grit and wounds."""
    put(paths, example(TEXT).ruleset)
    window = hands.window
    window.services.encounters.new("Evening", NAME, commands=BEGUN)
    state = window.services.bridge
    hands.choose("Ada")
    hands.spend("2")
    assert state.state.combatants["Ada"].pools["beats"] == 1
    hands.choose("Rook")
    hands.key(Qt.Key.Key_H)
    hands.type(hands.dialog().focusWidget(), "12")
    hands.accept()
    rook = state.state.combatants["Rook"]
    assert rook.stats["hp"] == 0
    assert rook.tracks["wounds"].step == 1
