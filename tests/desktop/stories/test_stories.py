"""Two rounds of every system, played through the window alone, come to what the core comes to.

The stories are scenarios: the core plays them as they stand, the window's hands translate each step into
clicks, keys and drags (desktop/windows/main_scenario.py). After every step both encounters are the same.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import to_builtins
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.app import services
from desktop.services.app_services import AppServices
from desktop.services.paths import Paths
from desktop.theme import apply_theme
from desktop.windows import (
    main_declaring,
    main_fields,
    main_gestures,
    main_hands,
    main_on_combatants,
    main_scenario,
)
from desktop.windows.main_hands import Hands
from desktop.windows.main_scenario import ByHand
from desktop.windows.main_window import MainWindow
from rulesets import loader
from rulesets.encounter.encounter import Encounter
from rulesets.engine.queries import live_slots, main_order
from rulesets.scenario import Player
from tests.desktop.stories.telling import Case, open_story, stories

HANDS = (main_declaring, main_fields, main_gestures, main_hands, main_on_combatants, main_scenario)


@pytest.fixture
def program(qapp, tmp_path: Path) -> Iterator[AppServices]:
    """The program without a window."""
    built = services(Paths(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    yield built
    built.keeper.stop()
    built.encounters.close()


@pytest.fixture
def hands(qtbot: QtBot, qapp, program: AppServices) -> Hands:
    """Hands in a window as it is on the first start."""
    apply_theme(qapp, "dark")
    shown = MainWindow(program)
    qtbot.addWidget(shown)
    shown.resize(1440, 900)
    with qtbot.waitExposed(shown):
        shown.show()
    return Hands(shown)


def differences(ours: Encounter, cores: Encounter) -> list[str]:
    """Where two encounters differ, as short as can be; they are the same if this is empty."""
    found: list[str] = []
    if ours != cores:
        _compare(to_builtins(ours), to_builtins(cores), "", found)
    return found or ["they are not equal"] * (ours != cores)


def _compare(ours: object, cores: object, where: str, found: list[str]) -> None:
    if isinstance(ours, dict) and isinstance(cores, dict):
        for key in sorted({*ours, *cores}, key=str):
            _compare(ours.get(key), cores.get(key), f"{where}/{key}", found)
    elif ours != cores:
        found.append(f"{where}: window {ours!r}, core {cores!r}")


def test_hands_know_neither_commands_nor_systems() -> None:
    """They press keys and move the mouse; what differs between systems stands in the stories."""
    for module in HANDS:
        source = inspect.getsource(module)
        assert "dispatch" not in source, module.__name__
        assert not [name for name in loader.shipped() if name in source], module.__name__


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
    bridge, table = hands.window.services.bridge, hands.window.table.initiative
    core, player = Player(loader.load(ruleset, case.get("options") or {}), case), ByHand(hands)
    assert bridge.state == core.session.state
    before, setup = bridge.state, bridge.session.cursor
    for number, step in enumerate(case["steps"], 1):
        assert core.play(step) == "", f"step {number}"
        player.play(step)
        assert not differences(bridge.state, core.session.state), f"step {number}: {step}"
    if hands.asked():  # the next round's roll
        hands.leave()
    played, slots = bridge.state, live_slots(main_order(bridge.rules, bridge.state))
    assert played.clock.round >= 3
    listed = [table.combatant_at(row) for row in range(table.rowCount())]
    shown = list(dict.fromkeys(played.combatants[who].slot for who in listed))
    assert [slot for slot in shown if slot in slots] == slots
    steps = bridge.session.cursor - setup
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert bridge.state == before
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert bridge.state == played
    assert [table.combatant_at(row) for row in range(table.rowCount())] == listed
